import type { Page } from '@playwright/test'
import { expect, noFault, picture, type Player, speak, test } from './club'

/** Nothing is cut off or must be scrolled to sideways, and every button is on the screen. */
async function inReach(page: Page): Promise<void> {
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button')]
      .filter((button) => {
        const box = button.getBoundingClientRect()
        return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      })
      .map((button) => button.innerText),
  )
  expect(outside).toEqual([])
}

const hintOf = (player: Player) => player.page.getByRole('button', { name: /^(Gợi ý|Hint)$/ })

/** The server has found out what the table is worth; it begins with that when it starts. */
async function known(page: Page, table: string): Promise<void> {
  const card = page.getByRole('article', { name: `Bàn ${table}`, exact: true })
  await expect(card).toContainText('Hoàn trả', { timeout: 60_000 })
}

test('the lobby says what a table keeps, how that was found, and whether there are hints', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  const card = page.getByRole('article', { name: 'Bàn hints' })
  await expect(card).toContainText('Lợi thế nhà cái 0,33%', { timeout: 30_000 })
  await expect(card).toContainText('Hoàn trả 99,67%')
  await expect(card).toContainText('Có gợi ý')
  await expect(page.getByRole('article', { name: 'Bàn silent' })).toContainText('Không có gợi ý')
  await expect(card.getByText('CDZ-')).toBeHidden()
  await card.getByText('Hoàn trả').click()
  await expect(card.getByText('CDZ-')).toBeVisible()
  await expect(card).toContainText('chính xác')
  await card.scrollIntoViewIfNeeded()
  await picture(page, 'odds-lobby-vi')
  await noFault(page, 'lobby')
  await speak(page, 'English')
  await expect(page.getByRole('article', { name: 'Table hints' })).toContainText('House edge 0.33%')
  await page.getByRole('article', { name: 'Table hints' }).scrollIntoViewIfNeeded()
  await picture(page, 'odds-lobby-en')
})

test('the strategy chart: in both languages, on a phone and on paper', async ({ arrive }) => {
  test.slow()
  const { page } = await arrive('An')
  await known(page, 'silent')
  const link = page.getByRole('link', { name: 'Bảng chiến lược: Bàn silent' })
  await link.click()
  await expect(page).toHaveURL(/\/table\/silent\/chart$/)
  await expect(page.getByRole('heading', { name: 'Bảng chiến lược' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(5)
  await expect(page.getByText('Bỏ cuộc sớm khi nhà cái lộ con Xì:')).toBeVisible()
  const eights = page.getByRole('row', { name: /^8, 8/ })
  await expect(eights.getByRole('cell').first()).toHaveText(/^P ?Tách bài \(Split\)$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const narrow = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td.code [aria-hidden]')]
      .filter((code) => code.getBoundingClientRect().width > code.parentElement!.getBoundingClientRect().width)
      .map((code) => code.innerText),
  )
  expect(narrow).toEqual([])
  await noFault(page, 'chart')
  await picture(page, 'odds-chart-vi', true)
  await speak(page, 'English')
  await expect(page.getByRole('heading', { name: 'Strategy chart' })).toBeVisible()
  await expect(eights.getByRole('cell').first()).toHaveText(/^P ?Split$/)
  await noFault(page, 'chart in English')
  await picture(page, 'odds-chart-en', true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  const ink = await page
    .locator('td.code.H')
    .first()
    .evaluate((cell) => getComputedStyle(cell).color)
  expect(ink).toBe('rgb(0, 0, 0)')
  await picture(page, 'odds-chart-print', true)
})

test('a hint: on request, each action with its value, gone with the turn', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await an.sit('hints', 3)
  await expect(hintOf(an)).toHaveCount(0)
  await an.bet()
  await expect(an.action('no-insurance')).toBeEnabled()
  await hintOf(an).click()
  await expect(an.action('no-insurance')).toContainText(/[−+]0,\d{1,4} ★/)
  await expect(an.action('insure')).toContainText(/−0,\d{1,4}/)
  await expect(page.getByRole('status').filter({ hasText: 'Gợi ý' })).toHaveText(
    /^Gợi ý: Không mua −0,\d+, tốt nhất; Mua bảo hiểm −0,\d+\.$/,
  )
  await picture(page, 'odds-hint-offers-vi')
  await inReach(page)
  await noFault(page, 'hint of an offer')
  await an.act('no-insurance')

  await expect(an.action('split')).toBeEnabled()
  await expect(page.locator('.worth')).toHaveCount(0)
  await hintOf(an).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.worth')).toHaveCount(5)
  await expect(page.locator('.act.best')).toHaveCount(1)
  await expect(an.action('split')).toContainText('★')
  await expect(an.action('split')).toHaveAccessibleName(/−0,\d+.*tốt nhất/)
  await expect(hintOf(an)).toHaveAttribute('aria-pressed', 'true')
  await expect(hintOf(an)).toBeFocused()
  await expect(page.locator('.how')).toContainText('lá đã lộ')
  await picture(page, 'odds-hint-turn-vi')
  await inReach(page)
  await noFault(page, 'hint of a turn')
  await page.keyboard.press('g')
  await expect(page.locator('.worth')).toHaveCount(0)
  await speak(page, 'English')
  await expect(an.action('split')).toBeEnabled()
  await page.keyboard.press('g')
  await expect(page.locator('.worth')).toHaveCount(5)
  await picture(page, 'odds-hint-turn-en')
  await an.act('split')
  await expect(page.locator('.worth')).toHaveCount(0)
  await expect(an.action('stand')).toBeEnabled()
  await an.act('stand')
  await an.act('stand')
  await expect(hintOf(an)).toHaveCount(0)
})

test('no hint where the table gives none; a refusal is said in words', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('silent', 1)
  await an.bet()
  await expect(an.action('stand')).toBeEnabled()
  await expect(hintOf(an)).toHaveCount(0)
  // As if the table had just ceased to give them.
  await an.page.route('**/api/lobby*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"hints":false', '"hints":true') })
  })
  await an.page.reload()
  await expect(an.action('stand')).toBeEnabled()
  await hintOf(an).click()
  await expect(an.page.getByRole('alert').filter({ hasText: /./ })).toHaveText('Bàn này không có gợi ý.')
  await picture(an.page, 'odds-refused-vi')
  await noFault(an.page, 'refused')
})

test('every decision is graded: the best one, what it cost, who decided', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await known(page, 'graded')
  await an.sit('graded', 3)
  await an.bet()
  await an.act('no-insurance')
  await expect(an.action('stand')).toBeEnabled()
  await an.act('stand')
  await expect(an.status()).toContainText('Ván này')
  await page.getByRole('button', { name: 'Luật bàn' }).click()
  const rules = page.getByRole('complementary', { name: 'Luật bàn' })
  await expect(rules.getByRole('link', { name: 'Bảng chiến lược' })).toHaveAttribute('href', '/table/graded/chart')
  await expect(rules).toContainText('nhà cái được 0,33% tiền cược ban đầu')
  await rules.getByRole('button', { name: /Đóng|Về bàn chơi/ }).click()
  await page.getByRole('button', { name: 'Ván đã chơi' }).click()
  const panel = page.getByRole('complementary', { name: /Ván đã chơi|Past rounds/ })
  const ask = panel.getByRole('button', { name: /^(Chấm quyết định|Grade decisions)/ })
  await ask.click()
  const grades = panel.getByRole('group', { name: /^(Quyết định của bạn|Your decisions)/ }).getByRole('listitem')
  await expect(grades).toHaveCount(2)
  await expect(grades.first()).toContainText('Không mua')
  await expect(grades.first()).toContainText('✓ Tốt nhất · 0')
  await expect(grades.last()).toContainText('Dừng')
  await expect(grades.last()).toContainText(/mất 0,\d{1,4}/)
  await expect(grades.last()).toContainText('Tốt nhất: Tách bài.')
  await noFault(page, 'grades')
  await grades.last().scrollIntoViewIfNeeded()
  await picture(page, 'odds-grades-vi')
  await speak(page, 'English')
  await expect(grades.last()).toContainText('Best: Split.')
  await picture(page, 'odds-grades-en')
  await ask.click()
  await expect(grades).toHaveCount(0)
})

test('a decision of the clock is graded as one', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('late', 1)
  await an.bet()
  await expect(an.status()).toContainText('Ván này')
  await an.page.getByRole('button', { name: 'Ván đã chơi' }).click()
  await an.page.getByRole('button', { name: /^Chấm quyết định/ }).click()
  await expect(an.page.locator('[data-cost]')).toContainText('Dừng (hết giờ)')
})
