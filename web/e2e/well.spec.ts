import type { Page } from '@playwright/test'
import { expect, noFault, picture, type Player, speak, test } from './club'

/** Nothing must be scrolled to sideways, and what can be touched is large enough for a thumb. */
async function forThumbs(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'main button, main select, main input:not([type=checkbox]), dialog button',
      ),
    ]
      .filter((one) => {
        const box = one.getBoundingClientRect()
        return box.width > 0 && box.height < 43.5
      })
      .map((one) => `${one.innerText} ${one.getBoundingClientRect().height}`),
  )
  expect(small).toEqual([])
}

/** An address of the club that the page is of. */
const at = (page: Page, path: string) => new URL(path, page.url()).href

// Everything is looked at by axe on the way, which takes its time.
test.beforeEach(() => test.slow())

const english = (page: Page) => speak(page, 'English')
const limit = (page: Page, kind: string) => page.locator(`[data-limit="${kind}"]`)

/** Sets limits as the page would. */
async function setLimits(an: Player, limits: Record<string, number>): Promise<void> {
  const answer = await an.page.request.post(at(an.page, '/api/well/limits'), { data: limits })
  expect(answer.ok()).toBe(true)
}

test('clock, session and its result are always there: in the lobby and at the table', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  const strip = page.getByRole('button', { name: /^Chơi có chừng mực\. Bây giờ là \d\d:\d\d\./ })
  await expect(strip).toBeVisible()
  await expect(page.getByTestId('session-net')).toHaveText('0 ₫')
  await picture(page, 'well-lobby-vi')
  await noFault(page, 'lobby')
  await an.sit('well', 2)
  await expect(strip).toBeVisible()
  await an.bet()
  await expect(an.action('stand')).toBeEnabled()
  await an.act('stand')
  await expect(an.status()).toContainText('Ván này')
  await expect(page.getByTestId('session-net')).toHaveText('−100.000 ₫')
  await picture(page, 'well-table-vi')
  // It is the server's, not the page's: it is the same after a reload, and elsewhere.
  await page.reload()
  await expect(page.getByTestId('session-net')).toHaveText('−100.000 ₫')
  await strip.click()
  await expect(page.getByRole('complementary', { name: 'Chơi có chừng mực' })).toContainText('−100.000 ₫')
  await picture(page, 'well-panel-vi')
  await noFault(page, 'panel')
})

test('limits: stricter at once, looser later, and that can be taken back', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await page.getByRole('button', { name: /^Chơi có chừng mực/ }).click()
  await expect(page).toHaveURL(/\/well$/)
  await expect(page.getByRole('heading', { name: 'Chơi có chừng mực' })).toBeVisible()
  const loss = limit(page, 'loss-day')
  await expect(loss).toContainText('Không giới hạn')
  await loss.getByRole('textbox').fill('500.000')
  await loss.getByRole('button', { name: /^Đặt/ }).click()
  await expect(loss).toContainText('500.000 ₫')
  await expect(page.getByRole('status').filter({ hasText: 'Đã có hiệu lực.' })).toBeVisible()
  await loss.getByRole('textbox').fill('800000')
  await loss.getByRole('button', { name: /^Đặt/ }).click()
  await expect(loss).toContainText(/Từ \d\d:\d\d, .*: 800\.000\s₫\./)
  await limit(page, 'check').getByRole('combobox').selectOption({ label: '30 phút' })
  await limit(page, 'check').getByRole('button', { name: /^Đặt/ }).click()
  await expect(limit(page, 'check').locator('.value')).toHaveText('30 phút')
  await picture(page, 'well-page-vi', true)
  await noFault(page, 'limits')
  await forThumbs(page)
  await loss.getByRole('button', { name: 'Giữ mức hiện tại' }).click()
  await expect(loss.locator('.next')).toHaveCount(0)
  await expect(loss.locator('.value')).toHaveText('500.000 ₫')
  await loss.getByRole('button', { name: /^Bỏ giới hạn/ }).click()
  await expect(loss).toContainText('Không giới hạn.')
  await page.reload()
  await expect(loss.locator('.value')).toHaveText('500.000 ₫')
  await english(page)
  await expect(page.getByRole('heading', { name: 'Playing well' })).toBeVisible()
  await expect(loss).toContainText('No limit.')
  await picture(page, 'well-page-en', true)
  await noFault(page, 'limits in English')
})

test('a bet over the loss limit is refused by the server, and says until when', async ({ arrive }) => {
  const an = await arrive('An')
  await an.page.goto(at(an.page, '/'))
  await setLimits(an, { 'loss-day': 50_000 })
  await an.sit('pause', 1)
  await an.bet()
  await expect(an.page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    /vượt mức thua trong ngày mà bạn tự đặt\. Đến 00:00 ngày .* \(UTC.*\)\.$/,
  )
  await picture(an.page, 'well-refused-vi')
  await noFault(an.page, 'refused')
})

test('a break gives up the seat, is said in the lobby, and cannot be shortened', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await an.sit('pause', 3)
  await page.getByRole('button', { name: /^Chơi có chừng mực/ }).click()
  const panel = page.getByRole('complementary', { name: 'Chơi có chừng mực' })
  await panel.getByRole('button', { name: 'Nghỉ 4 giờ' }).click()
  await panel.getByRole('button', { name: 'Bắt đầu nghỉ' }).scrollIntoViewIfNeeded()
  await picture(page, 'well-break-vi')
  await panel.getByRole('button', { name: 'Bắt đầu nghỉ' }).click()
  await expect(panel).toContainText('Bạn đang nghỉ chơi đến')
  await expect(panel.getByRole('button', { name: 'Nghỉ 1 giờ' })).toBeDisabled()
  await panel
    .getByRole('button', { name: /^(Đóng|Bạn|Đến)/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Ngồi ghế 3', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Ngồi ghế 3', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
    'Bạn đang nghỉ chơi theo lựa chọn của chính mình. Đến ',
  )
  await page.goto(at(page, '/'))
  await expect(page.getByText(/^Bạn đang nghỉ chơi đến/)).toBeVisible()
  await picture(page, 'well-away-vi')
  await noFault(page, 'lobby on a break')
  await english(page)
  await expect(page.getByText(/^You are on a break until/)).toBeVisible()
})

test('excluding oneself is asked twice', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await page.goto(at(page, '/well'))
  const now = page.getByRole('button', { name: 'Tự khóa từ bây giờ' })
  await page.getByLabel('Trong bao lâu').selectOption({ label: '6 tháng' })
  await expect(now).toBeDisabled()
  await page.getByRole('checkbox').check()
  await picture(page, 'well-exclude-vi', true)
  await noFault(page, 'exclusion')
  await now.click()
  await expect(page.getByText(/^Bạn đã tự khóa đến/)).toBeVisible()
  const answer = await page.request.post(at(page, '/api/well/break'), { data: { hours: 1 } })
  expect(answer.status()).toBe(409)
})

test('the question whether to go on: at every size, in both languages, closed by an answer alone', async ({
  arrive,
}) => {
  const an = await arrive('An')
  const { page } = an
  // As if the time had passed; that the server holds the bets back is tested below and in Go.
  await page.route('**/api/well?*', async (route) => {
    const answer = await route.fetch()
    const state = (await answer.json()) as { session: object }
    await route.fulfill({
      json: { ...state, session: { ...state.session, due: true, time: 3_900_000, net: -250_000 } },
    })
  })
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Nhìn lại một chút' })
  await expect(dialog).toContainText('1 giờ 5 phút')
  await expect(page.getByTestId('check-net')).toHaveText('−250.000 ₫')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await picture(page, 'well-check-vi')
  await noFault(page, 'dialog')
  await forThumbs(page)
  await page.unroute('**/api/well?*')
  await dialog.getByRole('button', { name: 'Chơi tiếp' }).click()
  await expect(dialog).toHaveCount(0)
})
