// Measures how smooth a round is on a slow machine: frame times of a deal, the dealer's play, the settlement and the
// clearing of the table at /dev/felt, in Chromium with the processor slowed down. Prints a line for each part.
//
// "work" is the time that the page's own thread worked between two frames, by that thread's clock: it is what the page
// costs, whatever else the machine does meanwhile. "between" is the time from frame to frame of that thread. "shown" is
// what reached the screen, by Chromium's compositor: cards and chips fly by transform alone, which it moves by itself.
// A frame is in part where they moved on but the page's thread was not done with the rest, and dropped where nothing was
// shown although something moved.
//
//   node e2e/motion/frames.mjs [--slow 4] [--size 360x640] [--runs 3] [--json]
import { chromium } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'

const wish = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1]
}
const slow = Number(wish('slow', '4'))
const [width, height] = wish('size', '360x640').split('x').map(Number)
const runs = Number(wish('runs', '3'))

/** The parts of the round that /dev.html?scene=deal plays, in milliseconds after its first frame. */
const PARTS = { deal: [1000, 5500], dealer: [6000, 8800], settle: [8800, 10200], clear: [10500, 11300] }

async function measure(browser, url) {
  const page = await browser.newPage({ viewport: { width, height }, hasTouch: true, isMobile: width < 600 })
  const cdp = await page.context().newCDPSession(page)
  await page.goto(`${url}/dev.html?scene=deal&wait=1000000`) // everything is loaded and compiled once
  await page.waitForSelector('.table')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow })
  await page.addInitScript(() => {
    const frames = []
    Object.assign(window, { frames, began: 0 })
    const look = (now) => {
      if (!window.began && document.querySelector('.table')) {
        window.began = now
        performance.mark('table-there')
      }
      if (window.began) frames.push(now - window.began)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const events = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'devtools.timeline',
        'blink.user_timing',
        'disabled-by-default-devtools.timeline.frame',
      ],
    },
  })
  await page.goto(`${url}/dev.html?scene=deal&wait=1000`)
  await page.waitForFunction(() => window.frames.at(-1) > 11_600, undefined, { timeout: 60_000 })
  const frames = await page.evaluate(() => window.frames)
  const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await done
  await page.close()
  const work = workOf(events)
  const screen = screenOf(events)
  return Object.fromEntries(
    Object.entries(PARTS).map(([part, [from, to]]) => {
      const inside = frames.filter((at) => at >= from && at <= to)
      const between = inside.slice(1).map((at, i) => at - inside[i])
      const at = (list) => list.filter((one) => one.at >= from && one.at <= to)
      return [part, { between, work: at(work).map(({ ms }) => ms), shown: at(screen).map(({ as }) => as) }]
    }),
  )
}

/** What the page's thread worked for each frame, by the moment of the frame after the table was there. */
function workOf(events) {
  const begun = events.find((e) => e.name === 'table-there')
  const tasks = events.filter((e) => e.pid === begun.pid && e.tid === begun.tid)
  const marks = tasks.filter((e) => e.name === 'AnimationFrame' && e.ph === 'b').sort((a, b) => a.ts - b.ts)
  const runs = tasks.filter((e) => e.name.endsWith('RunTask') && e.tdur > 0).sort((a, b) => a.ts - b.ts)
  const work = marks.map(({ ts }) => ({ at: (ts - begun.ts) / 1000, ms: 0 }))
  for (const run of runs) {
    // The frame that a task belongs to is the next to begin, or the one that begins within it.
    const frame = marks.findIndex(({ ts }) => ts >= run.ts)
    if (frame >= 0) work[frame].ms += run.tdur / 1000
  }
  return work
}

/** What became of each frame that the compositor had to show: whole, part, or dropped. */
function screenOf(events) {
  const begun = events.find((e) => e.name === 'table-there')
  const mine = events.filter((e) => e.pid === begun.pid)
  const how = new Map()
  for (const { name, args, ts } of mine) {
    const id = args?.frameSeqId
    if (name === 'DrawFrame' && !how.has(id)) how.set(id, { at: (ts - begun.ts) / 1000, as: 'whole' })
    if (name === 'DroppedFrame') {
      how.set(id, { at: (ts - begun.ts) / 1000, as: args.hasPartialUpdate ? 'part' : 'dropped' })
    }
  }
  return [...how.values()]
}

const percentile = (sorted, p) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0

function summary(times) {
  const sorted = [...times].sort((a, b) => a - b)
  const sum = sorted.reduce((all, one) => all + one, 0)
  return {
    frames: times.length,
    fps: Math.round((1000 * times.length) / sum),
    median: Math.round(percentile(sorted, 0.5) * 10) / 10,
    p95: Math.round(percentile(sorted, 0.95) * 10) / 10,
    worst: Math.round((sorted.at(-1) ?? 0) * 10) / 10,
    late: times.filter((ms) => ms > 17.5).length,
  }
}

const count = (list) =>
  Object.fromEntries(['whole', 'part', 'dropped'].map((as) => [as, list.filter((one) => one === as).length]))
const line = (s) => `median ${s.median}, 95% ${s.p95}, worst ${s.worst}; ${s.late} of ${s.frames} over 16.7`

// As it is shipped: the states of /dev/felt, built like the client, in a folder of their own.
const root = new URL('../..', import.meta.url).pathname
const outDir = mkdtempSync(join(tmpdir(), 'club99-frames-'))
await build({
  root,
  logLevel: 'error',
  build: { outDir, emptyOutDir: true, rollupOptions: { input: join(root, 'dev.html') } },
})
const vite = await preview({ root, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
const url = vite.resolvedUrls.local[0].replace(/\/$/, '')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
})
try {
  const times = {}
  for (let i = 0; i < runs; i++) {
    for (const [part, { between, work, shown }] of Object.entries(await measure(browser, url))) {
      times[part] ??= { between: [], work: [], shown: [] }
      times[part].between.push(...between)
      times[part].work.push(...work)
      times[part].shown.push(...shown)
    }
  }
  const all = Object.entries(times).map(([part, t]) => [
    part,
    { work: summary(t.work), between: summary(t.between), shown: count(t.shown) },
  ])
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ slow, width, height, runs, parts: Object.fromEntries(all) }))
  } else {
    console.log(`${width}x${height}, processor ${slow} times slower, ${runs} rounds; milliseconds for each frame`)
    for (const [part, { work, between, shown }] of all) {
      console.log(`${part.padEnd(8)}work: ${line(work)}\n        between: ${line(between)}, ${between.fps} fps`)
      console.log(`        shown: ${shown.whole} frames, ${shown.part} in part, ${shown.dropped} dropped`)
    }
  }
} finally {
  await browser.close()
  await vite.close()
  rmSync(outDir, { recursive: true, force: true })
}
