import type { Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, noFault, picture, type Player, speak, test } from './club'
import { verify } from './server'

interface Shoes {
  shoes: { number: number; seed?: string; root?: string; next: string }[]
}

async function openList(player: Player): Promise<Page> {
  await player.page.getByTestId('shield').click()
  const opened = player.context.waitForEvent('page')
  await player.page.getByRole('link', { name: 'Danh sách mọi hộp bài của bàn này' }).click()
  return opened
}

const states = (page: Page) =>
  page
    .locator('[data-shoe]')
    .evaluateAll((lines) => lines.map((line) => `${line.dataset['shoe']} ${line.dataset['state']}`))

/** Opens the page anew with another list in place of the server's. */
async function forged(page: Page, list: Shoes, change: (shoes: Shoes['shoes']) => void): Promise<void> {
  const other = structuredClone(list)
  change(other.shoes)
  await page.route('**/api/tables/shoes/shoes*', (route) => route.fulfill({ body: JSON.stringify(other) }))
  await page.reload()
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'wrong')
  await expect(page.getByTestId('verdict')).toContainText('Danh sách hộp bài này không đúng.')
  await page.unroute('**/api/tables/shoes/shoes*')
}

test('the list of a table’s shoes is checked in the browser; a shoe that is hidden shows', async ({ arrive }, info) => {
  test.slow()
  const an = await arrive('An')
  await an.sit('shoes', 3)
  for (let round = 0; round < 2; round++) {
    await an.bet()
    await an.playOut()
  }
  await expect(an.confirm()).toBeVisible() // the third shoe waits for bets

  const page = await openList(an)
  await expect(page.getByRole('heading', { name: 'Mọi hộp bài của bàn' })).toBeVisible()
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'right')
  expect(await states(page)).toEqual(['3 open', '2 proved', '1 proved'])
  await expect(page.getByTestId('summary')).toHaveText('Đã kiểm tra hộp bài 1–3 · 2 đã chứng minh · 1 đang dùng')
  await expect(page.locator('[data-shoe="2"]')).toContainText('Hạt giống: nhà cái, ghế 3')
  await page.locator('[data-shoe="2"] summary').click()
  await expect(page.locator('[data-shoe="2"]')).toContainText('đã góp vào cách xáo')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await noFault(page, 'shoes')
  await picture(page, 'shoes', true)

  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Lưu danh sách (JSON)' }).click()
  const saved = await started
  expect(saved.suggestedFilename()).toBe('club99-shoes-shoes.json')
  const file = info.outputPath('shoes.json')
  await saved.saveAs(file)
  expect(await verify(file)).toMatchObject({ code: 0 })
  const list = JSON.parse(readFileSync(file, 'utf8')) as Shoes
  expect(list.shoes.map(({ number }) => number)).toEqual([1, 2, 3])

  await forged(page, list, (shoes) => shoes.splice(1, 1))
  await expect(page.locator('[data-shoe="1"]')).toContainText('Sau hộp bài này thiếu mất hộp bài.')
  await forged(page, list, (shoes) => delete shoes[1]!.seed)
  await expect(page.locator('[data-shoe="2"]')).toHaveAttribute('data-state', 'withheld')
  await expect(page.locator('[data-shoe="2"]')).toContainText('Bị giấu: nhà cái không mở hạt giống của hộp bài này.')
  await noFault(page, 'a shoe withheld')
  await forged(page, list, (shoes) => shoes.splice(1, 2)) // the end is cut off: only who was there can know
  await expect(page.getByRole('alert')).toContainText('Trình duyệt này đã thấy hộp bài 2 tại bàn')
  await forged(page, list, (shoes) => (shoes[0]!.root = shoes[1]!.root))
  writeFileSync(file, JSON.stringify({ ...list, shoes: [list.shoes[0], list.shoes[2]] }))
  expect(await verify(file)).toMatchObject({ code: 1 })

  // A long list comes in parts, which are held against each other.
  await page.route('**/api/tables/shoes/shoes*', (route) => route.continue({ url: `${route.request().url()}&limit=1` }))
  await page.reload()
  await expect(page.getByText('Danh sách đầy đủ')).toBeVisible()
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'right')
  expect((await states(page)).slice(-2)).toEqual(['2 proved', '1 proved'])

  await speak(page, 'English')
  await expect(page.getByRole('heading', { name: 'Every shoe of the table' })).toBeVisible()
  await expect(page.getByTestId('verdict')).toContainText('No shoe was hidden or changed.')
  await page.getByRole('button', { name: 'To the table' }).click()
  await expect(page.getByTestId('shield')).toBeVisible()
})
