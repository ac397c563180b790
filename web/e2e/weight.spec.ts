import type { BrowserContext, Page } from '@playwright/test'
import { expect, Player, test } from './club'

/** What a first load may weigh on the wire: page, scripts, styles, fonts and cards, with headers. */
const BUDGET = 150_000

test.use({ serviceWorkers: 'allow' })

/** So many scripts and styles of a table come at once: more would wait for those before them. */
const AT_ONCE = 5

/** Counts what the page fetches: all of it, and without the answers of the server, of which the test has many tables. */
async function weigh(
  context: BrowserContext,
  page: Page,
  load: () => Promise<void>,
): Promise<{ all: number; files: number }> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const answers = new Set<string>()
  const sum = { all: 0, files: 0 }
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).pathname.startsWith('/api/')) answers.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.all += encodedDataLength
    if (!answers.has(requestId)) sum.files += encodedDataLength
  })
  await load()
  await page.waitForLoadState('networkidle')
  await cdp.detach()
  console.log(`${page.url()}: ${sum.all} bytes, ${sum.files} without answers`)
  return sum
}

test('a first load of lobby and table is light, a second one is next to nothing', async ({ browser, server }) => {
  for (const path of ['/', '/table/weighed']) {
    const context = await browser.newContext({ locale: 'vi-VN', viewport: { width: 360, height: 640 } })
    const an = new Player(await context.newPage(), context, server.url)
    const { page } = an
    await page.request.post(`${server.url}/api/guest`, { data: { name: 'An' }, headers: { origin: server.url } })
    const there = path === '/' ? an.balance() : page.getByRole('button', { name: 'Ngồi ghế 3', exact: true })
    const first = await weigh(context, page, async () => {
      await page.goto(server.url + path)
      await expect(there).toBeVisible()
    })
    expect(first.files).toBeGreaterThan(50_000)
    expect(first.files).toBeLessThan(BUDGET)
    const html = await (await page.request.get(server.url + path)).text()
    expect(html.match(/"\/assets\/[^"]+\.(js|css)"/g)?.length).toBe(path === '/' ? 3 : AT_ONCE)
    await page.evaluate(() => navigator.serviceWorker.ready)
    const second = await weigh(context, page, async () => {
      await page.reload()
      await expect(there).toBeVisible()
    })
    expect(second.files).toBeLessThan(8_000)
    await context.close()
  }
})
