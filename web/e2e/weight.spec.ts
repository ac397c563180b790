import type { BrowserContext, Page } from '@playwright/test'
import { expect, Player, test } from './club'

/** What a first load may weigh on the wire: page, scripts, styles, fonts, cards and answers, with headers. */
const BUDGET = 150_000

test.use({ serviceWorkers: 'allow' })

/** Counts what the page fetches, and what its workers do. */
async function weigh(context: BrowserContext, page: Page, load: () => Promise<void>): Promise<number> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await load()
  await page.waitForLoadState('networkidle')
  const workers = await page.evaluate(
    () => performance.getEntriesByType('resource').filter((entry) => /\/worker-/.test(entry.name)).length,
  )
  await cdp.detach()
  console.log(`${page.url()}: ${bytes} bytes, ${workers} workers`)
  return bytes
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
    expect(first).toBeGreaterThan(50_000)
    expect(first).toBeLessThan(BUDGET)
    await page.evaluate(() => navigator.serviceWorker.ready)
    const second = await weigh(context, page, async () => {
      await page.reload()
      await expect(there).toBeVisible()
    })
    expect(second).toBeLessThan(12_000)
    await context.close()
  }
})
