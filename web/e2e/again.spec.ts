import { expect, test } from './club'

test.use({ serviceWorkers: 'allow' })

test('the second visit opens from what was kept; offline it says so, and opens by itself when the network is back', async ({
  arrive,
}) => {
  const an = await arrive('An')
  const { page, context } = an
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('club99-page')).keys()).length)).toBe(1)
  // Only the page and the files under /assets are kept: never what the server says.
  const kept = () =>
    page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return all.flat().map((request) => new URL(request.url).pathname)
    })
  await page.reload()
  await expect(an.balance()).toBeVisible()
  const names = await kept()
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name) => name !== '/' && !name.startsWith('/assets/'))).toEqual([])
  const [navigation] = await page.evaluate(
    () => performance.getEntriesByType('navigation') as PerformanceNavigationTiming[],
  )
  expect(navigation?.workerStart).toBeGreaterThan(0)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Chưa nối được tới câu lạc bộ')).toBeVisible()
  await context.setOffline(false)
  await expect(an.balance()).toBeVisible()
  an.problems.length = 0 // that nothing answers is what the test does
})

test('a page that is not the newest is replaced: at once while untouched, or on the next way', async ({ arrive }) => {
  const an = await arrive('An')
  const { page } = an
  await page.evaluate(() => navigator.serviceWorker.ready)
  const age = () =>
    page.evaluate(async () => {
      const cache = await caches.open('club99-page')
      const now = await cache.match('/')
      const text = (await now?.text()) ?? ''
      const headers = new Headers(now?.headers)
      await cache.put('/', new Response(text.replace('</head>', '<meta name="old" /></head>'), { headers }))
    })
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true)
  await age()
  await page.reload()
  // The old page is shown, the newest is fetched beside it, and nobody has touched anything: it is loaded.
  await expect(page.locator('meta[name="old"]')).toHaveCount(0)
  await expect(an.balance()).toBeVisible()
  await age()
  await page.reload()
  await page.keyboard.press('Tab')
  await expect(an.balance()).toBeVisible()
  await an.watch('once')
  await expect(page.locator('meta[name="old"]')).toHaveCount(0)
})

test('it can be installed: a manifest with icons of every size that is asked for', async ({ arrive }) => {
  const an = await arrive('An')
  const answer = await an.page.request.get(`${an.url}/manifest.webmanifest`)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { icons, display, start_url } = (await answer.json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
    display: string
    start_url: string
  }
  expect([display, start_url]).toEqual(['standalone', '/'])
  expect(icons.map((icon) => `${icon.sizes} ${icon.purpose ?? 'any'}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const icon of icons) {
    const size = await an.page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return image.naturalWidth
    }, icon.src)
    if (icon.sizes !== 'any') expect(`${size}x${size}`).toBe(icon.sizes)
  }
})
