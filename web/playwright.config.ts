import { defineConfig, type PlaywrightTestOptions } from '@playwright/test'
import type { Speaking } from './e2e/club'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }
const landscape = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }
const desktop = { viewport: { width: 1440, height: 900 } }

// Everything is played on a phone, in Vietnamese, and on a desktop what looks or moves otherwise there. How it looks is
// looked at in every size and in both languages, by one journey that keeps its pictures.
const pages = ['odds.spec.ts', 'history.spec.ts', 'well.spec.ts', 'train.spec.ts']
const looks = ['look.spec.ts', 'journey.spec.ts', ...pages]
const desktops = [...looks, 'motion.spec.ts', 'play.spec.ts', 'seats.spec.ts', 'check.spec.ts']

export default defineConfig<PlaywrightTestOptions & Speaking>({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    locale: 'vi-VN',
    screenshot: 'only-on-failure',
    // Recording every step takes a third of the time. `TRACE=1 npm run e2e` does, for a test that fails.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    // What is kept for the next visit is looked at by tests of its own.
    serviceWorkers: 'block',
    // The motion is looked at by a test of its own; the others are about what happens.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args },
  },
  projects: [
    { name: 'phone', testIgnore: ['states.spec.ts', 'check.spec.ts'], use: phone },
    {
      name: 'landscape',
      testMatch: looks,
      use: landscape,
    },
    { name: 'desktop', testMatch: desktops, use: desktop },
    // The sizes are the tests' own.
    { name: 'states', testMatch: 'states.spec.ts' },
    ...Object.entries({ phone, landscape, desktop }).map(([name, use]) => ({
      name: `${name}-en`,
      testMatch: 'journey.spec.ts',
      use: { ...use, locale: 'en-GB', speaks: 'en' as const },
    })),
  ],
})
