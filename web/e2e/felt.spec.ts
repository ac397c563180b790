import type { Locator, Page } from '@playwright/test'
import { expect, noFault, picture, type Player, test } from './club'
import { inReach } from './reach'

const ahead = (page: Page, action: string): Locator => page.locator(`[data-ahead="${action}"]`)

/** Two people who have bet, on seats 1 and 2, at a table; the first has the turn. */
async function two(arrive: (name: string) => Promise<Player>, table: string): Promise<[Player, Player]> {
  const binh = await arrive('Bình')
  const an = await arrive('An')
  await binh.sit(table, 1)
  await an.sit(table, 2)
  await binh.bet()
  await an.bet()
  await expect(binh.action('stand')).toBeEnabled()
  return [binh, an]
}

test('choose ahead: shown, taken back, and sent when the turn comes', async ({ arrive }) => {
  const [binh, an] = await two(arrive, 'ahead')
  const { page } = an
  await expect(ahead(page, 'hit')).toBeEnabled()
  await expect(ahead(page, 'split')).toContainText('100.000 ₫')
  await expect(ahead(page, 'surrender')).toHaveCount(0)
  await ahead(page, 'stand').click()
  await expect(ahead(page, 'stand')).toHaveAttribute('aria-pressed', 'true')
  await ahead(page, 'split').click()
  await expect(ahead(page, 'stand')).toHaveAttribute('aria-pressed', 'false')
  await ahead(page, 'split').click()
  await expect(page.getByText('Đã bỏ lựa chọn trước.')).toBeVisible()
  await ahead(page, 'split').click()
  await picture(page, 'ahead')
  await inReach(page)
  await noFault(page, 'choosing ahead')
  await binh.act('stand')
  await an.sees('Ghế 2 tách bài.')
  await expect(an.log()).not.toContainText('Hết giờ')
  // It was one decision: the next is the player's own.
  await expect(an.action('stand')).toBeEnabled()
  await expect(page.locator('[data-ahead]')).toHaveCount(0)
})

test('a choice ahead outlasts a reload, for the same hand', async ({ arrive }) => {
  const [binh, an] = await two(arrive, 'aheadkept')
  await ahead(an.page, 'stand').click()
  await an.page.reload()
  await expect(ahead(an.page, 'stand')).toHaveAttribute('aria-pressed', 'true')
  await binh.act('stand')
  await an.sees('Ghế 2 dừng.')
  await expect(an.log()).not.toContainText('Hết giờ')
})

test('a choice whose turn passed while the line was cut is never sent', async ({ arrive }) => {
  const [binh, an] = await two(arrive, 'aheadlost')
  await ahead(an.page, 'hit').click()
  await an.context.setOffline(true)
  await expect(an.page.getByText('Mất kết nối. Đang nối lại…')).toBeVisible()
  await expect(ahead(an.page, 'hit')).toBeDisabled()
  await binh.act('stand')
  await binh.sees('Hết giờ: ghế 2 dừng.')
  await an.context.setOffline(false)
  await expect(an.page.getByText('Lựa chọn trước (Rút bài) không được gửi.')).toBeVisible()
  await expect(binh.log()).not.toContainText('Ghế 2 rút')
})

test('what people say: six things, seen and heard by all, and turned off by who wants to', async ({ arrive }) => {
  const an = await arrive('An')
  const binh = await arrive('Bình')
  const say = (who: Player) => who.page.getByRole('button', { name: /^Nói với cả bàn/ })
  await binh.watch('emotes')
  await say(binh).click()
  await expect(binh.page.getByText('Ngồi vào bàn rồi mới nói được.')).toBeVisible()
  await expect(binh.page.getByRole('button', { name: 'Hay quá!' })).toBeDisabled()
  await noFault(binh.page, 'what can be said')
  await binh.page.keyboard.press('Escape')
  await an.sit('emotes', 3)
  await say(an).click()
  await picture(an.page, 'emotes')
  await inReach(an.page)
  await an.page.getByRole('button', { name: 'Hay quá!' }).click()
  for (const player of [an, binh]) await expect(player.page.locator('.bubble')).toHaveText('Hay quá!')
  await binh.sees('An, ghế 3: Hay quá!')
  await an.sees('Bạn, ghế 3: Hay quá!')
  await picture(binh.page, 'emotes-said')
  await expect(binh.page.locator('.bubble')).toHaveCount(0)

  await say(binh).click()
  await binh.page.getByRole('checkbox', { name: 'Ẩn lời mọi người nói' }).check()
  await say(an).click()
  await an.page.getByRole('button', { name: 'Cảm ơn!' }).click()
  await an.sees('Bạn, ghế 3: Cảm ơn!')
  await binh.page.waitForTimeout(300)
  await expect(binh.log()).not.toContainText('Cảm ơn!')
  await binh.page.reload()
  await expect(say(binh)).toHaveAccessibleName(/Đang ẩn/)
  for (let i = 0; i < 4; i++) {
    await say(an).click()
    await an.page.getByRole('button', { name: 'Ha ha!' }).click()
  }
  await expect(an.page.getByText('Bạn vừa nói rồi, chờ vài giây nhé.')).toBeVisible()
})

/** What the slip comes to, in thousands. */
async function total(an: Player): Promise<number> {
  const [, thousands = '0'] = /(\d+)\.000/.exec(await an.confirm().innerText()) ?? []
  return Number(thousands)
}

/** Holds a button down, as a thumb does, until something has come of it; says what the slip comes to then. */
async function hold(an: Player, button: Locator): Promise<number> {
  const before = await total(an)
  const box = (await button.boundingBox())!
  await an.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await an.page.mouse.down()
  await expect.poll(() => total(an), { intervals: [30] }).toBeLessThan(before)
  await an.page.mouse.up()
  await an.page.waitForTimeout(100)
  const now = await total(an)
  // What was let go takes no more, and was no tap.
  await an.page.waitForTimeout(700)
  expect(await total(an)).toBe(now)
  return before - now
}

test('chips: a tap adds, holding or the other mouse button takes back', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await an.sit('hold', 4)
  for (let i = 0; i < 8; i++) await an.chip('100.000').click()
  for (let i = 0; i < 2; i++) await an.chip('50.000').click()
  expect(await total(an)).toBe(900)
  const taken = await hold(an, an.chip('100.000'))
  expect(taken % 100).toBe(0)
  const left = 900 - taken
  await an.chip('100.000').click({ button: 'right' })
  expect(await total(an)).toBe(left - 100)
  await an.chip('50.000').focus()
  await page.keyboard.press('Backspace')
  expect(await total(an)).toBe(left - 150)
  // At the spot, what lies on top: the chip of 50.000 first.
  const spot = page.getByRole('region', { name: /^Ghế 4/ }).getByRole('button')
  await spot.click({ button: 'right' })
  expect(await total(an)).toBe(left - 200)
  await page.getByRole('button', { name: 'Hoàn tác' }).click()
  expect(await total(an)).toBe(left - 150)
  await hold(an, spot)
  await page.getByRole('button', { name: 'Xóa' }).click()
  await an.bet()
  await an.has('900.000')
})

test('a reload and a cut line lose no chip that was put down', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await an.sit('slip', 2)
  await page.getByRole('button', { name: 'Ngồi ghế 3', exact: true }).click()
  const spot = (seat: number) => page.getByRole('region', { name: new RegExp(`^Ghế ${seat}`) }).getByRole('button')
  await spot(2).click()
  await an.chip('100.000').click()
  await spot(3).click()
  await an.chip('50.000').click()
  await page.reload()
  await expect(an.confirm()).toContainText('150.000 ₫')
  await expect(spot(3)).toHaveAttribute('aria-pressed', 'true')
  await an.context.setOffline(true)
  await expect(page.getByText('Mất kết nối. Đang nối lại…')).toBeVisible()
  await expect(page.locator('.table')).toHaveClass(/ghost/)
  await expect(an.confirm()).toBeDisabled()
  await expect(an.chip('50.000')).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Ngồi ghế/ })).toHaveCount(0)
  const left = async () => Number((await page.getByRole('timer').getAttribute('aria-label'))?.match(/\d+/)?.[0])
  const before = await left()
  await expect.poll(left).toBeLessThan(before)
  await picture(page, 'ghost')
  await an.context.setOffline(false)
  await expect(page.locator('.table')).not.toHaveClass(/ghost/)
  await expect(an.confirm()).toContainText('150.000 ₫')
  await an.confirm().click()
  await an.has('850.000')
})

interface Moved {
  what: string
  /** By how much it was moved at first, in pixels. */
  x: number
  y: number
  properties: string[]
}

/** Notes every animation of the page. */
async function watchMotion(page: Page): Promise<() => Promise<Moved[]>> {
  await page.evaluate(() => {
    const moved: Moved[] = []
    Object.assign(window, { moved })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      const list = (Array.isArray(frames) ? frames : []) as Keyframe[]
      const first = list.find((f) => /translate/.test(String(f['transform'])))
      const [, x = '0', y = '0'] = /translate\(([-\d.e]+)px, ([-\d.e]+)px\)/.exec(String(first?.['transform'])) ?? []
      const properties = list
        .flatMap((f) => Object.keys(f))
        .filter((key) => !['offset', 'easing', 'composite'].includes(key))
      moved.push({ what: this.className.toString(), x: Number(x), y: Number(y), properties: [...new Set(properties)] })
      return animate.call(this, frames, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { moved: Moved[] }).moved)
}

test.describe('motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('chips go to the spot, from the house to who wins, and to the house', async ({ arrive }) => {
    const an = await arrive('An')
    const { page } = an
    await an.sit('chips', 4)
    const moves = await watchMotion(page)
    await an.chip('100.000').click()
    await expect.poll(async () => (await moves()).length).toBeGreaterThan(0)
    const box = (of: Locator) => of.boundingBox()
    const dealer = (await box(an.dealer()))!
    await an.confirm().click()
    await expect(an.action('stand')).toBeEnabled()
    await an.act('stand')
    await expect(an.status()).toContainText('Thắng 100.000 ₫')
    const pile = page.locator('.pile').last()
    await expect.poll(async () => (await moves()).filter(({ what }) => what.includes('pile')).length).toBeGreaterThan(0)
    const [won] = (await moves()).filter(({ what, y }) => what.includes('pile') && y < 0)
    const lies = (await box(pile))!
    // It began where the dealer's cards lie.
    expect(Math.abs(lies.y + lies.height / 2 + won!.y - (dealer.y + dealer.height / 2))).toBeLessThan(dealer.height)

    await an.bet()
    await expect(an.action('stand')).toBeEnabled()
    await an.act('stand')
    await expect(an.status()).toContainText('Thua 100.000 ₫')
    await expect(page.locator('.pile')).toHaveCount(0)
    const all = await moves()
    expect(all.some(({ what }) => what.includes('card'))).toBe(true)
    // Nothing that is laid out anew in every frame.
    expect(all.flatMap(({ properties }) => properties).filter((p) => !['transform', 'opacity'].includes(p))).toEqual([])
  })
})

test('with reduced motion nothing flies, and everything is where it should be', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('calmchips', 4)
  const moves = await watchMotion(an.page)
  await an.bet()
  await an.act('stand')
  await expect(an.status()).toContainText('Thắng 100.000 ₫')
  await expect(an.page.locator('[data-card]')).toHaveCount(5)
  expect((await moves()).filter(({ x, y }) => x !== 0 || y !== 0)).toEqual([])
})
