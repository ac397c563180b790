import type { Page } from '@playwright/test'
import { expect, noFault, picture, test } from './club'

/** Everything that can be pressed is on the screen, large enough on a phone, and nothing lies over the cards. */
async function inReach(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const found: string[] = []
    const phone = innerWidth < 600
    for (const button of document.querySelectorAll<HTMLElement>('button')) {
      const box = button.getBoundingClientRect()
      const name = button.getAttribute('aria-label') ?? button.innerText
      if (box.width === 0) continue
      if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`outside: ${name}`)
      if (phone && (box.height < 43.5 || box.width < 43.5)) found.push(`small: ${name} ${box.width}x${box.height}`)
    }
    const dock = document.querySelector('section.dock')?.getBoundingClientRect()
    for (const card of document.querySelectorAll('[data-card]')) {
      const box = card.getBoundingClientRect()
      const beside = dock && (box.right <= dock.left + 1 || box.left >= dock.right - 1)
      if (dock && box.bottom > dock.top + 1 && !beside) found.push('the dock lies over a card')
      if (box.left < -1 || box.right > innerWidth + 1) found.push('a card is off the screen')
    }
    return found
  })
  expect(faults).toEqual([])
}

test('axe finds nothing, in both languages', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByLabel('Tên của bạn')).toBeVisible()
  await noFault(page, 'door')
  await page.getByLabel('Tên của bạn').fill('An')
  await page.getByRole('button', { name: 'Vào chơi' }).click()
  await expect(an.balance()).toBeVisible()
  await noFault(page, 'lobby')
  await an.watch('axe')
  await noFault(page, 'watching')
  await an.seat(3)
  await noFault(page, 'betting')
  await page.getByRole('button', { name: 'Ngồi ghế 4', exact: true }).click()
  await an.bet()
  await expect(an.action('insure')).toBeVisible()
  await noFault(page, 'offers')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(an.action('insure')).toBeEnabled()
  await noFault(page, 'offers in English')
  await page.getByRole('button', { name: 'Tiếng Việt' }).click()
  await an.act('no-insurance')
  await expect(an.action('split')).toBeEnabled()
  await noFault(page, 'turn')
  await page.getByRole('button', { name: 'Luật bàn' }).click()
  await expect(page.getByRole('complementary', { name: 'Luật bàn' }).getByRole('listitem').first()).toBeVisible()
  await noFault(page, 'rules')
  await page.getByRole('button', { name: /Đóng|Về bàn chơi/ }).click()
  await page.getByRole('button', { name: 'Rời bàn' }).first().click()
  await noFault(page, 'leaving')
  await page.getByRole('button', { name: 'Ở lại' }).click()
  await an.act('stand')
  await expect(an.status()).toContainText('Ván này')
  await noFault(page, 'over')
  await page.getByRole('button', { name: 'Ván đã chơi' }).click()
  await expect(page.getByRole('complementary', { name: 'Ván đã chơi' }).getByRole('listitem').first()).toBeVisible()
  await noFault(page, 'rounds')
})

test('pictures of a round; everything in reach, nothing over the cards', async ({ arrive }) => {
  const an = await arrive('An')
  const binh = await arrive('Bình')
  await picture(an.page, 'lobby')
  await an.sit('pictures', 2)
  await binh.sit('pictures', 4)
  await an.chip('100.000').click()
  await an.chip('50.000').click()
  await picture(an.page, 'betting')
  await inReach(an.page)
  await an.confirm().click()
  await binh.bet()
  await expect(an.action('split')).toBeEnabled()
  await picture(an.page, 'turn')
  await inReach(an.page)
  await an.act('split')
  await an.sees('tay 1 rút')
  await picture(an.page, 'split')
  await inReach(an.page)
  await picture(binh.page, 'waiting')
  while ((await an.action('stand').count()) > 0) {
    await an.act('stand')
    await an.page.waitForTimeout(300)
  }
  await expect(binh.action('stand')).toBeEnabled()
  await inReach(binh.page)
  await binh.act('stand')
  await expect(an.status()).toContainText('Ván này')
  await picture(an.page, 'over')
  await an.page.getByRole('button', { name: 'Luật bàn' }).click()
  await expect(an.page.getByRole('complementary', { name: 'Luật bàn' }).getByRole('listitem').first()).toBeVisible()
  await picture(an.page, 'rules')
})
