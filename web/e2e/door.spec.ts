import { expect, speak, test } from './club'

test('the account: kept with a login, found again after signing out', async ({ arrive }, info) => {
  const an = await arrive('An')
  const { page } = an
  const login = `an.${info.project.name}`
  await page.getByRole('button', { name: 'Tài khoản' }).click()
  await page.getByLabel('Tên đăng nhập').fill(login)
  await page.getByLabel('Mật khẩu').fill('mot cau dai du dung')
  await expect(page.getByLabel('Mật khẩu')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Hiện mật khẩu' }).click()
  await expect(page.getByLabel('Mật khẩu')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Ẩn mật khẩu' }).click()
  await page.getByRole('button', { name: 'Lưu tài khoản' }).click()
  await expect(page.getByText('Lần sau hãy đăng nhập')).toBeVisible()
  await page.getByRole('button', { name: 'Đăng xuất' }).click()
  await expect(page.getByLabel('Tên của bạn')).toBeVisible()
  await page.getByRole('button', { name: 'Đã có tài khoản? Đăng nhập' }).click()
  await page.getByLabel('Tên đăng nhập').fill(login)
  await page.getByLabel('Mật khẩu').fill('sai')
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Mật khẩu').fill('mot cau dai du dung')
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click()
  await an.has('1.000.000')
  an.problems.length = 0 // the refused password is noted by the browser
})

test('a guest is warned before the chips are given up', async ({ arrive }) => {
  const an = await arrive('An')
  await an.page.getByRole('button', { name: 'Tài khoản' }).click()
  await an.page.getByRole('button', { name: 'Đăng xuất' }).click()
  await expect(an.page.getByText('đăng xuất là mất tiền chơi này')).toBeVisible()
  await an.page.getByRole('button', { name: 'Vẫn đăng xuất' }).click()
  await expect(an.page.getByLabel('Tên của bạn')).toBeVisible()
})

test('English is one click away, in the lobby, at the table and in what the server says', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await speak(page, 'English')
  await expect(page.getByRole('heading', { name: 'Tables' })).toBeVisible()
  await expect(an.balance()).toHaveText('₫1,000,000')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Watch: Table panels' }).click()
  await page.getByRole('button', { name: 'Take seat 2', exact: true }).click()
  await page.getByRole('button', { name: 'Add a ₫100,000 chip' }).click()
  await page.getByRole('button', { name: /^Place bet/ }).click()
  await an.sees('Seat 2: ten of diamonds, nine of diamonds, 19.')
  await expect(an.status()).toHaveText('Your turn')
  await page.reload()
  await expect(an.status()).toHaveText('Your turn')
  await page.getByRole('button', { name: 'Table rules' }).click()
  await expect(page.getByRole('complementary', { name: 'Table rules' })).toContainText('Blackjack')
  await page.getByRole('button', { name: /Close|Back to the table/ }).click()
  await speak(page, 'Tiếng Việt')
  await expect(an.status()).toHaveText('Lượt của bạn')
  await an.act('stand')
  await an.sees('Ghế 2 thắng 100.000 ₫.')
  await page.getByRole('button', { name: 'Ván đã chơi' }).click()
  await expect(page.getByRole('complementary', { name: 'Ván đã chơi' })).toContainText('+100.000 ₫')
})

test('an address of no table leads back to the lobby', async ({ arrive, server }) => {
  const an = await arrive('An')
  await an.page.goto(`${server.url}/table/nowhere`)
  await expect(an.page.getByText('Không có bàn này.')).toBeVisible()
  await an.page.getByRole('button', { name: 'Về sảnh' }).click()
  await expect(an.page.getByRole('heading', { name: 'Các bàn' })).toBeVisible()
})

test('a part that is gone: it is said, and where the server has a newer page, that is loaded once', async ({
  arrive,
}) => {
  const an = await arrive('An')
  const { page } = an
  await an.watch('panels')
  const old = page.locator('html[data-old]')
  await page.evaluate(() => (document.documentElement.dataset['old'] = 'yes'))
  await page.route('**/assets/RulesPanel-*.js', (route) => route.fulfill({ status: 404 }))
  const rules = page.getByRole('button', { name: 'Luật bàn', exact: true })
  await rules.click()
  await expect(page.getByText('Chưa nối được tới câu lạc bộ')).toBeVisible()
  await page.waitForTimeout(300)
  await expect(old).toHaveCount(1) // the server has no other page
  await page.getByRole('button', { name: 'Đóng' }).click()
  await expect(page.getByText('Chưa nối được tới câu lạc bộ')).toHaveCount(0)

  // As after an upgrade: only the page that is asked for beside this one is another.
  await page.route(
    (url) => url.pathname === '/',
    (route) =>
      route.request().isNavigationRequest()
        ? route.continue()
        : route.fulfill({ body: 'newer', contentType: 'text/html' }),
  )
  await rules.click()
  await expect(old).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Bàn panels' })).toBeVisible()
  await page.evaluate(() => (document.documentElement.dataset['old'] = 'yes'))
  await rules.click()
  await expect(page.getByText('Chưa nối được tới câu lạc bộ')).toBeVisible()
  await page.waitForTimeout(300)
  await expect(old).toHaveCount(1)
  an.problems.length = 0 // the browser notes what was not to be had
})
