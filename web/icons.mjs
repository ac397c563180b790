// Makes the icons of the installed page from public/icon.svg: `node icons.mjs`, with the browser of the tests.
// What they are drawn from is in the repository, and so are they: building the page needs no browser.
import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'public')
const drawing = readFileSync(join(folder, 'icon.svg'), 'utf8')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
const page = await browser.newPage()

/** A system cuts a maskable icon to its own shape: what matters stays within the inner four fifths. */
async function draw(name, size, share, ground) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-content:center;background:${ground}">${drawing}</body>`,
  )
  await page
    .locator('svg')
    .evaluate((svg, side) => svg.setAttribute('style', `display:block;width:${side}px;height:${side}px`), size * share)
  await page.screenshot({ path: join(folder, name), omitBackground: true })
}

await draw('icon-192.png', 192, 1, 'transparent')
await draw('icon-512.png', 512, 1, 'transparent')
await draw('icon-maskable-512.png', 512, 0.78, '#10231b')
await draw('apple-touch-icon.png', 180, 0.9, '#10231b')
await browser.close()
