import { defineConfig } from '@playwright/test'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
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
    trace: 'retain-on-failure',
    // The motion is looked at by a test of its own; the others are about what happens.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } },
    {
      name: 'landscape',
      testMatch: ['look.spec.ts', 'odds.spec.ts', 'history.spec.ts', 'well.spec.ts', 'train.spec.ts'],
      use: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', use: { viewport: { width: 1920, height: 1080 } } },
  ],
})
