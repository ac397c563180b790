import { expect, test } from 'vitest'
import { ServerTime } from './servertime'

const HOUR = 3_600_000

test('the message that was least late counts', () => {
  let steady = 1000
  const time = new ServerTime(() => steady)
  time.heard(50_000) // 300 ms late
  expect(time.now()).toBe(50_000)
  steady = 2000
  time.heard(51_300)
  expect(time.now()).toBe(51_300)
  steady = 3000
  time.heard(52_000) // late again
  expect(time.now()).toBe(52_300)
})

test.each([HOUR, -HOUR])('a server whose clock is set by %d ms is followed', (by) => {
  let steady = 0
  const time = new ServerTime(() => steady)
  time.heard(10 * HOUR)
  steady = 5000
  time.heard(10 * HOUR + 5000 + by)
  expect(time.now()).toBe(10 * HOUR + 5000 + by)
  steady = 6000
  expect(time.now()).toBe(10 * HOUR + 6000 + by)
})

test('before anything is heard it is this machine’s time', () => {
  expect(Math.abs(new ServerTime(() => 0).now() - Date.now())).toBeLessThan(60_000)
})
