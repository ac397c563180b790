import type { Page } from '@playwright/test'
import { expect, noFault, picture, type Player, speak, test } from './club'

/** Plays the three rounds of a table: a split whose first hand is doubled, a Blackjack, and a bust. */
async function playThree(an: Player, table: string): Promise<void> {
  await an.sit(table, 3)
  await an.bet()
  await an.act('split')
  await an.act('double')
  await an.act('stand')
  await an.has('1.300.000')
  await an.bet()
  await an.has('1.450.000')
  await an.bet()
  await an.act('hit')
  await expect(an.log()).toContainText(/quắc/i)
  await an.has('1.350.000')
}

const rounds = (page: Page) => page.getByRole('article')

async function inside(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('the history: every round with its money, found again by what it was, and as a file', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await page.getByRole('link', { name: 'Ván đã chơi' }).click()
  await expect(page.getByText('Bạn chưa chơi ván nào')).toBeVisible()
  await page.getByRole('link', { name: 'Về sảnh' }).click()
  await playThree(an, 'history')
  await page.getByRole('button', { name: 'Ván đã chơi' }).click()
  const panel = page.getByRole('complementary', { name: 'Ván đã chơi' })
  await expect(panel.getByRole('link', { name: /^Xem lại trên bàn/ })).toHaveCount(3)
  await expect(panel.getByRole('link', { name: 'Thống kê' })).toHaveAttribute('href', '/statistics')
  await page.goto(new URL('/history', page.url()).href)
  await expect(rounds(page)).toHaveCount(3)
  await expect(page.getByRole('status')).toHaveText('3 ván.')

  const split = rounds(page).last()
  await expect(split).toContainText('+300.000')
  await expect(split.getByRole('list').first()).toHaveText(/Thắng.*Gấp đôi.*Tách bài/)
  await split.getByText(/^Chi tiết/).click()
  await expect(split.getByRole('listitem').filter({ hasText: 'Ghế 3' })).toHaveText([
    /Ghế 3: Tách bài \(bạn\)/,
    /Ghế 3: Gấp đôi \(bạn\)/,
    /Ghế 3, tay 2: Dừng \(bạn\)/,
  ])
  await expect(split.getByRole('definition')).toHaveText([/^1\.000\.000/, /^\+300\.000/, /^1\.300\.000/])
  const bust = rounds(page).first()
  await expect(bust.getByRole('img').first()).toHaveAccessibleName(/lá úp không mở/) // the dealer did not show it
  await bust.getByText(/^Chi tiết/).click()
  await expect(bust.getByRole('definition')).toHaveText([/^1\.450\.000/, /^−100\.000/, /^1\.350\.000/])
  await noFault(page, 'history')
  await inside(page)
  await picture(page, 'history-vi', true)

  await page.getByLabel('Kết quả').selectOption({ label: 'Tách bài' })
  await expect(rounds(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\/history\?result=split$/)
  await page.reload()
  await expect(rounds(page)).toHaveCount(1)
  const [csv, json] = await Promise.all(
    ['CSV', 'JSON'].map(async (name) => {
      const href = await page.getByRole('link', { name }).getAttribute('href')
      return (await page.request.get(new URL(href ?? '', page.url()).href)).text()
    }),
  )
  expect(csv!.trim().split('\n')).toHaveLength(2)
  expect(csv).toContain('seat 3 hand 1: 8s 3c Kd = 21')
  expect(JSON.parse(json!).rounds).toHaveLength(1)
  await page.getByLabel('Kết quả').selectOption({ label: 'Bảo hiểm' })
  await expect(page.getByText('Không có ván nào như vậy.')).toBeVisible()
  await page.getByRole('button', { name: 'Xóa bộ lọc' }).click()
  await page.getByLabel('Đến ngày').fill('2020-01-01')
  await expect(rounds(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Xóa bộ lọc' }).click()
  await expect(rounds(page)).toHaveCount(3)
  await speak(page, 'English')
  await expect(split).toContainText('Double')
  await picture(page, 'history-en', true)
  await noFault(page, 'history in English')
})

test('a replay: the round on the felt again, card by card, marked as one', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await playThree(an, 'replay')
  const kept = () => page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]))
  const before = await kept()
  await page.goto(new URL('/history', page.url()).href)
  await rounds(page)
    .last()
    .getByRole('link', { name: /Xem lại trên bàn/ })
    .click()
  await expect(page).toHaveURL(/\/rounds\/replay\/1\/replay$/)
  await expect(page.getByRole('heading', { name: /^Xem lại/ })).toBeVisible()
  await expect(page.getByText(/không phải bàn đang chơi/)).toBeVisible()
  await page.getByRole('button', { name: 'Tạm dừng' }).click()
  const place = page.getByRole('slider', { name: /^(Chỗ đang xem|Place in the round)$/ })
  await page.getByRole('button', { name: 'Tiến một bước' }).click()
  await page.getByRole('button', { name: 'Về đầu ván' }).click()
  await expect(place).toHaveValue('0')
  await expect(an.dealer()).not.toContainText('16')
  await page.locator('body').press('ArrowRight')
  await page.locator('body').press('ArrowRight')
  await expect(place).toHaveValue('2')
  await page.locator('body').press('ArrowLeft')
  await expect(place).toHaveValue('1')
  await picture(page, 'replay-begins-vi')
  const says = page.locator('.says')
  for (let i = 0; i < 4; i++) {
    await page.getByRole('button', { name: 'Tiến một bước' }).click()
    await expect(says).not.toContainText('[object')
  }
  // What asked the player then asks nobody now, and the page keeps its name.
  await expect(says).toHaveText('Ghế 3 tách bài. Ghế 3 tay 1 rút 3 chuồn, 11 điểm.')
  await expect(an.log()).toContainText(/Đến lượt bạn, ghế 3/)
  await expect(page.getByRole('alert')).toHaveText('')
  await expect(page).toHaveTitle(/^Xem lại · Ván 1 · Bàn replay/)
  // Everything is dealt, and the hole card is nobody's yet.
  await expect(an.dealer()).toHaveAccessibleName(/lá bài úp|lá úp/)
  await picture(page, 'replay-turn-vi')
  await noFault(page, 'replay')
  await page.locator('body').press('End')
  await expect(page.getByRole('button', { name: 'Tiến một bước' })).toBeDisabled()
  await expect(an.dealer()).toHaveAccessibleName(/25|quắc/i)
  await inside(page)
  await picture(page, 'replay-over-vi')
  expect(await kept()).toBe(before)
  await speak(page, 'English')
  await expect(page.getByRole('heading', { name: /^Replay/ })).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(place).not.toHaveValue('0')
  await picture(page, 'replay-en')

  // The dealer never showed the hole card of the last round, and neither does its replay.
  await page.goto(new URL('/rounds/replay/3/replay', page.url()).href)
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Step' })).toHaveText(/^Step (\d+) of \1$/)
  await expect(page.getByRole('group', { name: /^Dealer/ })).toHaveAccessibleName(/nine of hearts, (hole|closed|face)/)
  await page.goto(new URL('/rounds/replay/999/replay', page.url()).href)
  await expect(page.getByRole('alert')).toContainText('no such round')
  await noFault(page, 'no replay')
  an.problems.length = 0 // the browser notes that there is no such round
})

test('nobody replays or reads what others played', async ({ arrive }) => {
  const an = await arrive('An')
  await playThree(an, 'others')
  const binh = await arrive('Bình')
  await binh.page.goto(new URL('/rounds/others/1/replay', binh.page.url()).href)
  await expect(binh.page.getByRole('alert')).toContainText('Không có ván này')
  await binh.page.goto(new URL('/history', binh.page.url()).href)
  await expect(binh.page.getByText('Bạn chưa chơi ván nào')).toBeVisible()
  binh.problems.length = 0 // the browser notes that there is no such round for him
})

test('statistics: sums, the balance as a picture and a table, the theory beside the result', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await playThree(an, 'counted')
  await page.goto(new URL('/statistics', page.url()).href)
  await expect(page.getByTestId('rounds')).toHaveText('3')
  await expect(page.getByTestId('net')).toHaveText(/^\+350\.000/)
  await expect(page.getByRole('img', { name: /^Số dư qua các ván\. Từ 1\.000\.000.* đến 1\.350\.000/ })).toBeVisible()
  await page.getByText('Xem dưới dạng bảng').click()
  await expect(page.getByRole('table', { name: 'Số dư qua các ván' }).getByRole('row')).toHaveCount(5)
  await expect(page.getByRole('table', { name: 'Theo bàn' }).getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /^Đôi/ })).toContainText('1 · 0 · 0')
  await expect(page.getByRole('row', { name: /^Quắc/ })).toContainText('0 · 0 · 1')
  await noFault(page, 'statistics')
  await inside(page)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('cứ 100 người thì 95 người')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 90_000 }) // the theory is computed once the server has opened
  await expect(page.getByText('99,67%')).toBeVisible()
  await picture(page, 'statistics-vi', true)
  await noFault(page, 'statistics with the theory')
  await page.getByRole('combobox', { name: /^Bàn/ }).selectOption({ label: 'Bàn split' })
  await expect(page.getByText('Chưa có ván nào trong khoảng này.')).toBeVisible()
  await page.getByRole('combobox', { name: /^Bàn/ }).selectOption({ label: 'Mọi bàn' })
  await page.getByLabel('Khoảng thời gian').selectOption({ label: 'Từ đầu đến nay' })
  await expect(page.getByTestId('rounds')).toHaveText('3')
  await speak(page, 'English')
  await expect(page.getByText('Of 100 players who bet just as you did')).toBeVisible()
  await picture(page, 'statistics-en', true)
})
