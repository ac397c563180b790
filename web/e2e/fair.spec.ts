import type { Locator, Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, noFault, picture, type Player, speak, test } from './club'
import { verify, verifyBySecond } from './server'

const shield = (page: Page): Locator => page.getByTestId('shield')

/** Every open card is proved: the shield says so in colour, number and words. */
async function allProved(page: Page): Promise<void> {
  await expect(shield(page)).toHaveAttribute('data-look', 'right')
  const [proved, cards] = (await shield(page).innerText()).split('/')
  expect(Number(cards)).toBeGreaterThan(0)
  expect(proved).toBe(cards)
}

async function openRound(player: Player, round: number): Promise<Page> {
  await player.page.getByRole('button', { name: 'Ván đã chơi' }).click()
  const opened = player.context.waitForEvent('page')
  await player.page.getByRole('link', { name: `Kiểm tra ván ${round}` }).click()
  const page = await opened
  await expect(page.getByTestId('verdict')).toBeVisible()
  return page
}

async function download(page: Page, to: string, table: string): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Tải bản ghi của ván' }).click()
  const file = await started
  expect(file.suggestedFilename()).toBe(`club99-${table}-1.json`)
  await file.saveAs(to)
  return readFileSync(to, 'utf8')
}

/** The record with one character changed, once in each part that matters. */
function changed(record: string): Record<string, string> {
  const digit = (c: string) => (c === '0' ? '1' : '0')
  const swap = (at: number, to: (c: string) => string) => record.slice(0, at) + to(record[at]!) + record.slice(at + 1)
  const after = (what: string) => {
    const at = record.indexOf(what)
    expect(at, what).toBeGreaterThanOrEqual(0)
    return at + what.length
  }
  return {
    commitment: swap(after('"commitment":"'), digit),
    next: swap(after('"next":"'), digit),
    terms: swap(after('"terms":"'), digit),
    root: swap(after('"root":"'), digit),
    seed: swap(after(',"seed":"'), digit),
    card: swap(after('"card":"'), (c) => (c === 'A' ? '2' : 'A')),
    proof: swap(after('"proof":"'), (c) => (c === 'A' ? 'B' : 'A')),
    line: swap(after('"line":"'), (c) => (c === '6' ? '5' : '6')),
    net: swap(after('"net":') + 1, (c) => (c === '5' ? '6' : '5')),
    entries: swap(after('"after":"'), digit),
  }
}

test('every card is proved as it falls; the record stands on its own', async ({ arrive }, info) => {
  test.slow()
  const an = await arrive('An')
  const { page } = an
  await an.sit('fair', 4)
  await expect(shield(page)).toHaveAttribute('data-look', 'neutral')
  await expect(shield(page)).toHaveAccessibleName(/đã có cam kết/)
  await an.bet()
  await an.playOut(() => allProved(page))
  await expect(shield(page)).toHaveAccessibleName(/lá đã lật được chứng minh.*cả thứ tự khớp/)
  await picture(page, 'shield')

  await shield(page).click()
  const panel = page.getByRole('complementary', { name: 'Xáo bài minh bạch' })
  await expect(panel).toContainText('Đã nằm trong cách xáo hộp bài này.')
  await noFault(page, 'panel')
  await picture(page, 'fair-panel')
  await panel.getByRole('button', { name: /Đóng|Về bàn chơi/ }).click()

  const record = await openRound(an, 1)
  await expect(record.getByTestId('verdict')).toHaveAttribute('data-verdict', 'right')
  await expect(record.locator('[data-step]')).toHaveCount(9)
  await expect(record.locator('[data-step]:not([data-result="right"])')).toHaveCount(0)
  expect(await record.locator('[data-proved="true"]').count()).toBeGreaterThanOrEqual(3)
  await expect(record.locator('[data-proved="false"]')).toHaveCount(0)
  expect(await record.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await noFault(record, 'round')
  await picture(record, 'round', true)

  const file = info.outputPath('record.json')
  const text = await download(record, file, 'fair')
  expect(text).not.toContain('"An"')
  expect((await verify(file)).said).toContain('verified')
  expect(await verify(file)).toMatchObject({ code: 0 })
  expect(await verifyBySecond(file)).toMatchObject({ code: 0 })
  await speak(record, 'English')
  await expect(record.getByRole('heading', { name: 'Check of round 1' })).toBeVisible()
  await expect(record.getByTestId('verdict')).toContainText('Everything that a browser can check is right.')
  await noFault(record, 'round in English')
})

test('a record with one changed byte is refused by the page, the club and the second verifier', async ({
  arrive,
}, info) => {
  test.slow()
  const an = await arrive('An')
  await an.sit('changed', 4)
  await an.bet()
  await an.playOut(() => allProved(an.page))
  const record = await openRound(an, 1)
  const file = info.outputPath('record.json')
  const text = await download(record, file, 'changed')
  for (const [part, other] of Object.entries(changed(text))) {
    writeFileSync(file, other)
    expect((await verify(file)).code, `club99 verify, ${part}`).toBe(1)
    expect((await verifyBySecond(file)).code, `verify-round.mjs, ${part}`).toBe(1)
    await record.route('**/api/tables/changed/rounds/1*', (route) => route.fulfill({ body: other }))
    await record.reload()
    await expect(record.getByTestId('verdict'), `the page, ${part}`).toHaveAttribute('data-verdict', 'wrong')
    await record.unroute('**/api/tables/changed/rounds/1*')
  }
  await picture(record, 'round-wrong')
  await noFault(record, 'wrong round')
})

test('a typed seed is part of the shuffle, once', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await an.sit('typed', 2)
  await shield(page).click()
  const panel = page.getByRole('complementary', { name: 'Xáo bài minh bạch' })
  const field = panel.getByLabel('Tự nhập hạt giống cho lần cược kế tiếp')
  await field.fill('x'.repeat(65))
  await panel.getByRole('button', { name: 'Dùng' }).click()
  await expect(panel).toContainText('Dài quá 64 byte.')
  await field.fill('mưa rơi')
  await panel.getByRole('button', { name: 'Dùng' }).click()
  await expect(panel).toContainText('do bạn nhập')
  await panel.getByRole('button', { name: /Đóng|Về bàn chơi/ }).click()
  await an.bet()
  await an.playOut(() => allProved(page))
  const record = await openRound(an, 1)
  await expect(record.getByText(Buffer.from('mưa rơi').toString('hex'))).toBeVisible()
  await expect(record.getByTestId('verdict')).toHaveAttribute('data-verdict', 'right')
  await page.getByRole('button', { name: /Đóng|Về bàn chơi/ }).click()
  await shield(page).click()
  await expect(panel.getByPlaceholder('mưa rơi')).toHaveCount(0)
})

test('a seed outlives a reload, and both players’ seeds are in the key', async ({ arrive }) => {
  const an = await arrive('An')
  const binh = await arrive('Bình')
  await an.sit('pair', 1)
  await binh.sit('pair', 3)
  await an.bet()
  await expect(an.status()).toContainText('Chờ 1 người nữa')
  await an.page.reload()
  await expect(an.status()).toContainText('Chờ 1 người nữa')
  await binh.bet()
  for (const one of [an, binh]) {
    await allProved(one.page)
    await shield(one.page).click()
    const panel = one.page.getByRole('complementary', { name: 'Xáo bài minh bạch' })
    await expect(panel).toContainText('Đã nằm trong cách xáo hộp bài này.')
    await expect(panel.getByText(/đã góp vào cách xáo/)).toHaveCount(2)
  }
})

test('a proof that is wrong is said in words, not in colour alone', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await page.routeWebSocket('**/connection/websocket*', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) =>
      socket.send(String(message).replace(/"proof":"(.)/, (_, c) => `"proof":"${c === 'A' ? 'B' : 'A'}`)),
    )
  })
  await page.reload()
  await an.sit('fault', 5)
  await an.bet()
  await expect(shield(page)).toHaveAttribute('data-look', 'wrong')
  await expect(shield(page)).toHaveText('Sai')
  await shield(page).click()
  const panel = page.getByRole('complementary', { name: 'Xáo bài minh bạch' })
  await expect(panel).toContainText('Chứng minh của một lá không đúng.')
  await picture(page, 'shield-wrong')
})

test('a table with laid-out cards has no shield', async ({ arrive }) => {
  const an = await arrive('An')
  await an.sit('unproved', 1)
  await expect(shield(an.page)).toHaveCount(0)
})
