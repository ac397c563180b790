import type { Page } from '@playwright/test'
import { expect, noFault, picture, test } from './club'

async function settings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cài đặt' }).click()
  await expect(page.getByRole('dialog', { name: 'Cài đặt' })).toBeVisible()
}

const root = (page: Page) => page.locator('html')

test('settings: four colours, contrast, text and language are kept, the keys go to the panel alone', async ({
  arrive,
}) => {
  const an = await arrive('An')
  const { page } = an
  await settings(page)
  await page.getByRole('switch', { name: 'Bộ bài bốn màu' }).check()
  await page.getByRole('switch', { name: 'Tương phản cao' }).check()
  await page.getByRole('radio', { name: '200%' }).check()
  await page.getByRole('radio', { name: 'English' }).check()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused()
  await page.reload()
  await expect(root(page)).toHaveAttribute('data-suits', 'four')
  await expect(root(page)).toHaveAttribute('data-contrast', 'more')
  await expect(root(page)).toHaveAttribute('data-text', 'large')
  await expect(root(page)).toHaveAttribute('lang', 'en')
})

test('high contrast follows the system until something is chosen', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await expect(root(page)).toHaveAttribute('data-contrast', 'plain')
  await page.emulateMedia({ contrast: 'more' })
  await expect(root(page)).toHaveAttribute('data-contrast', 'more')
  await settings(page)
  await page.getByRole('switch', { name: 'Tương phản cao' }).uncheck()
  await expect(root(page)).toHaveAttribute('data-contrast', 'plain')
})

test('text of 200% and high contrast: axe finds nothing, nothing is cut off sideways, a round can be played', async ({
  arrive,
}) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await page.evaluate(() =>
    localStorage.setItem('club99.settings', JSON.stringify({ text: 200, contrast: true, fourColours: true })),
  )
  await page.reload()
  await expect(an.balance()).toBeVisible()
  const fits = async (where: string) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0)
    if (where !== 'over') await noFault(page, where)
    await picture(page, `large-${where}`)
  }
  await fits('lobby')
  await settings(page)
  await fits('settings')
  await page.keyboard.press('Escape')
  await an.sit('large', 3)
  await fits('betting')
  await an.bet()
  await expect(an.action('stand')).toBeEnabled()
  await fits('turn')
  await an.act('stand')
  await expect(an.status()).toContainText('Ván này')
  await fits('over')
})

test('a round by keyboard alone, from the door to the result', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  const to = async (name: string | RegExp) => {
    const target = page.getByRole('button', { name })
    for (let i = 0; i < 90; i++) {
      if (await target.first().evaluate((node) => node === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no way to ${name} by Tab`)
  }
  await to(/^Xem: /)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bàn ')
  await page.goto(`${an.url}/table/tabbed`)
  await expect(page.getByRole('heading', { name: 'Bàn tabbed' })).toBeVisible()
  await to('Ngồi ghế 4')
  await page.keyboard.press('Enter')
  await expect(an.chip('100.000')).toBeEnabled()
  await to(/Thêm chip 100\.000/)
  // What has the focus is seen to have it.
  expect(
    await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    }),
  ).toBe(true)
  await page.keyboard.press('Enter')
  await to(/^Chốt cược/)
  await page.keyboard.press('Enter')
  await expect(an.action('hit')).toBeEnabled()
  await page.keyboard.press('h')
  await an.sees('Ghế 4 rút 2 bích, 11 điểm.')
  await expect(an.action('stand')).toBeEnabled()
  await page.keyboard.press('s')
  await expect(an.status()).toContainText('Ván này')
})

test('what happens is told in order, the own turn interrupts, and T tells how things stand', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await an.sit('told', 3)
  await an.bet()
  await expect(page.getByRole('alert')).toHaveText('Đến lượt bạn, ghế 3: 9 điểm. Nhà cái 9 cơ.')
  await expect(an.log()).not.toContainText('Đến lượt bạn')
  await expect(an.action('hit')).toBeEnabled()
  await page.keyboard.press('t')
  await expect(page.getByTestId('stands')).toContainText('Nhà cái: 9 cơ, lá bài úp. Ghế 3, ghế của bạn, đang đến lượt')
  await expect(page.getByTestId('stands')).toContainText('Bạn có thể: Rút bài; Dừng; Gấp đôi 100.000 ₫')
  await an.act('hit')
  await an.sees('Ghế 3 rút 2 bích, 11 điểm.')
  await an.act('stand')
  await an.sees('Nhà cái mở 8 cơ.')
  const told = await an.log().getByRole('paragraph').allInnerTexts()
  const order = [
    'Đóng cược',
    'Nhà cái lộ 9 cơ',
    'Ghế 3: 5 rô, 4 chuồn',
    'Ghế 3 rút 2 bích',
    'Ghế 3 dừng',
    'Nhà cái mở 8 cơ',
  ]
  const places = order.map((text) => told.findIndex((line) => line.startsWith(text)))
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
})

test('a panel takes the focus and gives it back; its keys do not play', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await an.sit('focus', 3)
  await an.bet()
  await expect(an.action('hit')).toBeEnabled()
  const rules = page.getByRole('button', { name: 'Luật bàn' })
  await rules.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Luật bàn', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Luật bàn' })).toHaveCount(0)
  await expect(rules).toBeFocused()
  await settings(page)
  await page.keyboard.press('h')
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await expect(an.action('hit')).toBeEnabled()
  await expect(an.log()).not.toContainText('Ghế 3 rút')
})

test('no sound is made before the first touch; then a context plays, and mute stops it', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await page.addInitScript(() => {
    const made: string[] = []
    Object.assign(window, { made })
    const Real = AudioContext
    Object.assign(window, {
      AudioContext: class extends Real {
        constructor() {
          super()
          made.push('context')
        }
        override createBufferSource() {
          made.push('noise')
          return super.createBufferSource()
        }
      },
    })
  })
  const made = () => page.evaluate(() => (window as unknown as { made: string[] }).made.splice(0))
  await page.reload()
  await expect(an.balance()).toBeVisible()
  expect(await made()).toEqual([])
  await an.sit('heard', 3)
  expect(await made()).toContain('context')
  await an.chip('100.000').click()
  await expect.poll(made).toContain('noise')
  await settings(page)
  await page.getByRole('switch', { name: 'Bật tiếng' }).uncheck()
  await page.keyboard.press('Escape')
  await made()
  await an.chip('100.000').click()
  await an.confirm().click()
  await expect(an.action('stand')).toBeEnabled()
  expect(await made()).toEqual([])
})
