// Measures what a visit costs: `node measure.mjs URL` against a running club. Bytes are those that Chromium counts on
// the wire, headers included; times are from the start of the navigation to the first control that can be used: as this
// machine is, on a line throttled as Chromium's "Slow 4G", and on that line with a processor four times slower.
import { chromium } from '@playwright/test'

const url = process.argv[2] ?? 'http://127.0.0.1:8099'
const RUNS = 5
// Lighthouse's and DevTools' slow 4G: 1.6 Mbit/s and 150 ms, as DevTools applies them to each request.
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})

async function visit(context, path, ready, line, slow) {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  let requests = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    if (encodedDataLength > 0) requests++
  })
  if (line) await cdp.send('Network.emulateNetworkConditions', line)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow })
  const start = performance.now()
  await page.goto(url + path, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor({ timeout: 30_000 })
  // Two frames later it is drawn and takes input.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const time = performance.now() - start
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(line ? 2500 : 800)
  await page.close()
  return { bytes, requests, time: Math.round(time) }
}

async function guest(context) {
  await context.request.post(`${url}/api/guest`, { data: { name: 'An' }, headers: { origin: url } })
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
const tables = await (await fetch(`${url}/api/lobby`)).json()
const places = [
  ['door', '/', 'form button', false],
  ['lobby', '/', '.go button:enabled', true],
  ['table', `/table/${tables.tables[0].id}`, '.sit:enabled, button.free:enabled', true],
]
for (const [name, path, ready, signedIn] of places) {
  for (const [how, line, slow] of [
    ['', undefined, 1],
    [', slow 4G', SLOW_4G, 1],
    [', slow 4G, CPU / 4', SLOW_4G, 4],
  ]) {
    const first = []
    const second = []
    for (let i = 0; i < (line ? RUNS : 1); i++) {
      const context = await browser.newContext({
        locale: 'vi-VN',
        viewport: { width: 360, height: 640 },
        isMobile: true,
        hasTouch: true,
      })
      if (signedIn) await guest(context)
      first.push(await visit(context, path, ready, line, slow))
      second.push(await visit(context, path, ready, line, slow))
      await context.close()
    }
    const say = (runs) =>
      `${runs[0].bytes} bytes in ${runs[0].requests} requests, usable after ${median(runs.map((r) => r.time))} ms`
    console.log(`${name}${how}\n  first visit:  ${say(first)}\n  second visit: ${say(second)}`)
  }
}
await browser.close()
