import { type Browser, type Page } from '@playwright/test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer, preview, type PreviewServer } from 'vite'
import { axe, expect, test } from './club'
import { outOfReach } from './reach'

// Every state of the table, without a server: at each size and in both languages everything is in reach, nothing lies
// over the cards, axe finds nothing, and a picture is kept.

const root = join(import.meta.dirname, '..')
// Each size has one language here, unless all are asked for, as by make states: this takes minutes.
const languages = (size: string) =>
  process.env['STATES'] === 'all' ? ['vi', 'en'] : [size === 'phone' || size === 'desktop' ? 'vi' : 'en']

const sizes = { phone: [360, 640], landscape: [844, 390], tablet: [820, 1180], desktop: [1440, 900] } as const

interface States {
  url: string
  names: string[]
  server: PreviewServer
}

/** The page of the states, built as the client is. */
async function serve(browser: Browser): Promise<States> {
  const outDir = mkdtempSync(join(tmpdir(), 'club99-states-'))
  const input = join(root, 'dev.html')
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true, rollupOptions: { input } } })
  const server = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  server.httpServer.once('close', () => rmSync(outDir, { recursive: true, force: true }))
  const url = `${server.resolvedUrls?.local[0] ?? ''}dev.html`
  const page = await browser.newPage()
  await page.goto(url)
  const names = await page.locator('figcaption a').allInnerTexts()
  await page.close()
  return { url, names: names.filter((name) => name !== 'deal'), server }
}

/** What is wrong with a state, beside what every table must be. */
async function faults(page: Page, name: string): Promise<string[]> {
  const found = await outOfReach(page)
  const more = await page.evaluate(() => {
    const wrong: string[] = []
    const cut = (of: string) => {
      for (const node of document.querySelectorAll<HTMLElement>(of)) {
        if (node.scrollWidth > node.clientWidth + 1) wrong.push(`cut off: ${node.innerText}`)
      }
    }
    cut('button')
    const boxes = (of: string) => [...document.querySelectorAll(of)].map((node) => node.getBoundingClientRect())
    // The own cards never reach over the other seats in miniature.
    const minis = Math.max(0, ...boxes('.mini').map((box) => box.bottom))
    for (const box of boxes('.mine [data-card]')) if (box.top < minis - 1) wrong.push('own cards lie over other seats')
    // Rank and suit of every own card can be read.
    for (const hand of document.querySelectorAll('.own [role=group]')) {
      const cards = [...hand.querySelectorAll('[data-card]')].map((card) => card.getBoundingClientRect())
      cards.forEach((card, i) => {
        const seen = (cards[i + 1]?.left ?? card.right) - card.left
        if (seen < 9) wrong.push(`a card of which ${Math.round(seen)} pixels are seen`)
      })
    }
    return wrong
  })
  return [...found, ...more].map((fault) => `${name}: ${fault}`)
}

test.describe('every state of the table', () => {
  test.describe.configure({ timeout: 300_000 })
  let states: States | undefined

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000)
    states = await serve(browser)
    expect(states.names.length).toBeGreaterThan(30)
  })
  test.afterAll(async () => states?.server.close())

  for (const [size, [width, height]] of Object.entries(sizes)) {
    for (const lang of languages(size)) {
      test(`${size}, ${lang}`, async ({ browser, contextOptions }) => {
        const touch = size !== 'desktop'
        const context = await browser.newContext({
          ...contextOptions,
          viewport: { width, height },
          hasTouch: touch,
          isMobile: touch,
        })
        const page = await context.newPage()
        const errors: string[] = []
        page.on('pageerror', (error) => errors.push(error.message))
        const found: string[] = []
        for (const name of states?.names ?? []) {
          await page.goto(`${states?.url}?scene=${name}&lang=${lang}`)
          await expect(page.locator('section.dock')).toBeVisible()
          await page.evaluate(() => document.fonts.ready)
          found.push(...(await faults(page, name)))
          await page.screenshot({ path: `test-results/pictures/states/${size}-${lang}-${name}.png` })
          if (size === 'phone') found.push(...(await axe(page, name)))
        }
        await context.close()
        expect(found).toEqual([])
        expect(errors).toEqual([])
      })
    }
  }
})

test('/dev/felt lists the states in development, and is not in what is built', async ({ browser, server }) => {
  test.slow()
  const vite = await createServer({ root, logLevel: 'error', server: { port: 0, strictPort: false } })
  await vite.listen()
  const address = vite.httpServer?.address()
  const port = typeof address === 'object' ? address?.port : 0
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${port}/dev/felt`)
  await expect(page.getByRole('heading', { name: 'The table in every state' })).toBeVisible()
  await expect(page.locator('figure')).not.toHaveCount(0)
  await page.goto(`http://127.0.0.1:${port}/dev/felt?scene=turn&lang=en`)
  await expect(page.locator('[data-action="hit"]')).toBeVisible()
  await vite.close()

  await page.goto(`${server.url}/dev/felt`)
  await expect(page.getByRole('heading', { name: 'The table in every state' })).toHaveCount(0)
  await page.close()
  const dist = join(root, 'dist', 'assets')
  const built = readdirSync(dist).map((name) => readFileSync(join(dist, name), 'utf8'))
  expect(built.filter((text) => text.includes('The table in every state'))).toEqual([])
})
