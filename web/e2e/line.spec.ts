import { expect, test } from './club'

test('reload in mid-hand: the same cards, the same turn, the clock has gone on', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('reload', 5)
  await an.bet()
  await an.act('hit')
  await an.sees('Ghế 5 rút 2 bích, 11 điểm.')
  await expect(an.action('hit')).toBeEnabled()
  const left = async () => Number((await an.page.getByRole('timer').getAttribute('aria-label'))?.match(/\d+/)?.[0])
  const before = await left()
  await an.page.waitForTimeout(2000)
  await an.page.reload()
  await expect(an.page.getByRole('group', { name: /5 rô, 4 chuồn, 2 bích, 11 điểm/ }).first()).toBeVisible()
  await expect(an.status()).toHaveText('Lượt của bạn')
  expect(await left()).toBeLessThan(before)
  await an.act('hit')
  await an.sees('Ghế 5 rút 3 bích, 14 điểm.')
  await an.act('stand')
  await an.sees('Nhà cái mở 8 cơ.')
})

test('lost connection: a banner at once, buttons off; then the hand goes on', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('lost', 5)
  await an.bet()
  await expect(an.action('hit')).toBeEnabled()
  const places = () =>
    an.page
      .locator('[data-card], .mini')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)))
  const before = await places()
  await an.context.setOffline(true)
  await expect(an.page.getByText('Mất kết nối. Đang nối lại…')).toBeVisible()
  await expect(an.action('hit')).toBeDisabled()
  expect(await places()).toEqual(before)
  await an.context.setOffline(false)
  await expect(an.page.getByText('Mất kết nối')).toHaveCount(0)
  await expect(an.action('hit')).toBeEnabled()
  await an.act('hit')
  await an.sees('Ghế 5 rút 2 bích, 11 điểm.')
})

test('the server is killed in the middle of a hand: the hand goes on', async ({ arrive, server }) => {
  const an = await arrive('An')
  await an.sit('restart', 5)
  await an.bet()
  await an.act('hit')
  await an.sees('Ghế 5 rút 2 bích, 11 điểm.')
  await server.kill()
  await expect(an.page.getByText('Mất kết nối')).toBeVisible()
  await expect(an.action('hit')).toBeDisabled()
  await server.start()
  await expect(an.page.getByText('Mất kết nối')).toHaveCount(0, { timeout: 20_000 })
  await expect(an.page.getByRole('group', { name: /5 rô, 4 chuồn, 2 bích, 11 điểm/ }).first()).toBeVisible()
  await an.act('hit')
  await an.sees('Ghế 5 rút 3 bích, 14 điểm.')
  await an.has('900.000')
})

test('five clicks are one card', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('clicks', 6)
  await an.bet()
  await expect(an.action('hit')).toBeEnabled()
  await an.page.evaluate(() => {
    const hit = document.querySelector<HTMLButtonElement>('[data-action="hit"]')
    for (let i = 0; i < 5; i++) hit?.click()
  })
  await an.sees('Ghế 6 rút 2 bích, 11 điểm.')
  await an.page.waitForTimeout(500)
  await expect(an.log()).not.toContainText('3 bích')
})

test('behind a proxy that stops WebSocket, the other transports carry the game', async ({ arrive }) => {
  const an = await arrive('An')
  await an.page.addInitScript(() => {
    const Real = WebSocket
    // Nobody listens there: the connection fails as it does behind such a proxy.
    Object.assign(window, {
      WebSocket: class extends Real {
        constructor() {
          super(`ws://${location.hostname}:1/`)
        }
      },
    })
  })
  await an.page.reload()
  await an.sit('proxy', 3)
  await an.bet()
  await an.act('hit')
  await an.sees('Ghế 3 rút 2 bích, 11 điểm.')
  await an.act('stand')
  await an.sees('Nhà cái mở 8 cơ.')
  expect(an.heard.join('')).not.toContain('2s')
  an.problems.length = 0 // that WebSocket fails is what the test does
})
