import type { Page } from '@playwright/test'
import { expect, noFault, picture, speak, test } from './club'

/** An address of the club that the page is of. */
const at = (page: Page, path: string) => new URL(path, page.url()).href

test('the trainer: a hand, an answer, what each action is worth', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await page.getByRole('button', { name: 'Luyện tập' }).click()
  await expect(page).toHaveURL(/\/train$/)
  await expect(page.getByRole('heading', { name: 'Luyện tập' })).toBeVisible()
  await expect(page.getByText('ở đây không có tiền')).toBeVisible()
  await page.getByLabel('Theo luật của').selectOption({ label: 'Bàn train' })
  const acts = page.locator('[data-action]')
  await expect(acts.first()).toBeEnabled()
  await expect(page.locator('[data-worth]')).toHaveCount(0)
  await picture(page, 'train-asked-vi')
  const count = await acts.count()
  await acts.first().click()
  await expect(page.locator('[data-worth]')).toHaveCount(count)
  await expect(page.locator('[data-worth].best').first()).toContainText('★')
  await expect(page.getByText(/^(Đúng, đó là cách tốt nhất\.|Tốt nhất là )/)).toBeVisible()
  await expect(page.getByText(/[01]\/1 đúng/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await picture(page, 'train-answered-vi', true)
  await noFault(page, 'trainer')
  await page.getByRole('button', { name: 'Bài tiếp' }).click()
  await expect(acts.first()).toBeEnabled()
  await page.keyboard.press('s')
  await page.keyboard.press('i')
  await speak(page, 'English')
  await expect(page.getByRole('heading', { name: 'Training' })).toBeVisible()
  await picture(page, 'train-en', true)
  await page.reload()
  await expect(page.getByText(/of [12] right/)).toBeVisible()

  // What one practised is nobody else's: it goes with who signs out.
  const kept = () => page.evaluate(() => Object.keys(localStorage).sort())
  expect(await kept()).toContain('club99.training')
  await page.getByRole('link', { name: 'To the lobby' }).click()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page
    .getByRole('button', { name: /Sign out/ })
    .last()
    .click()
  await expect(page.getByLabel('Your name')).toBeVisible()
  expect(await kept()).toEqual(['club99.lang'])
})

test('the newest choice of a table wins, however late an older answer comes', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await page.goto(at(page, '/train'))
  await expect(page.locator('[data-action]').first()).toBeEnabled()
  let free = () => {}
  const held = new Promise<void>((go) => (free = go))
  let late = ''
  await page.route('**/api/train/drill?*', async (route) => {
    const table = new URL(route.request().url()).searchParams.get('table')
    const answer = await route.fetch()
    const drill = (await answer.json()) as { spot: object; up: string }
    if (table === 'once') {
      late = drill.up = 'As'
      await held
    } else drill.up = '2d'
    await route.fulfill({ json: drill })
  })
  const rules = page.getByLabel('Theo luật của')
  await rules.selectOption({ label: 'Bàn once' })
  await expect.poll(() => late).toBe('As')
  await rules.selectOption({ label: 'Bàn train' })
  const up = page.getByRole('img', { name: '2 rô', exact: true })
  await expect(up).toBeVisible()
  const came = page.waitForResponse((answer) => answer.url().includes('table=once'))
  free()
  await came
  await page.waitForTimeout(200)
  await expect(up).toBeVisible()
  await expect(page.locator('[data-action]').first()).toBeEnabled()
})

test('habits: what was done badly at a table is named, priced, and drilled', async ({ arrive }) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await an.sit('train', 4)
  await an.bet()
  await expect(an.action('stand')).toBeEnabled()
  await an.act('stand')
  await expect(an.status()).toContainText('Ván này')
  await page.goto(at(page, '/train'))
  await expect(page.getByText('0/1 quyết định là tốt nhất').first()).toBeVisible()
  const habit = page.getByRole('listitem')
  await expect(habit).toHaveCount(1)
  await expect(habit).toContainText('16 cứng, nhà cái lộ 10')
  await expect(habit).toContainText('Bạn dừng, tốt nhất là bỏ cuộc.')
  await expect(habit).toContainText(/1 lần · −\d[\d.]*\s₫/)
  await habit.scrollIntoViewIfNeeded()
  await picture(page, 'train-habits-vi', true)
  await noFault(page, 'habits')
  await page.getByRole('button', { name: 'Luyện những thói quen này' }).click()
  const drill = page.getByRole('group', { name: '16 cứng, nhà cái lộ 10' })
  const first = page.locator('[data-action]').first()
  await expect(first).toBeEnabled()
  if (!(await drill.isVisible())) {
    await first.click()
    await page.getByRole('button', { name: 'Bài tiếp' }).click()
  }
  await expect(drill).toBeVisible()
})
