import { expect, test } from 'vitest'
import { amountOf, monthsLater } from './limits'
import { spoken, stretch } from './time'

test('time at the tables in figures and in words', () => {
  expect([0, 59_999, 60_000, 65 * 60_000, 600 * 60_000, -5].map(stretch)).toEqual([
    '0:00',
    '0:00',
    '0:01',
    '1:05',
    '10:00',
    '0:00',
  ])
  expect(spoken(0, 'vi')).toBe('0 phút')
  expect(spoken(60_000, 'en')).toBe('1 minute')
  expect(spoken(120 * 60_000, 'en')).toBe('2 hours')
  expect(spoken(65 * 60_000, 'en')).toBe('1 hour 5 minutes')
  expect(spoken(65 * 60_000, 'vi')).toBe('1 giờ 5 phút')
})

test('amounts as people type them', () => {
  expect(amountOf('500.000')).toBe(500_000)
  expect(amountOf(' 1,000,000 ₫')).toBe(1_000_000)
  for (const text of ['', '0', '-5', '1e6', 'abc', '5'.repeat(16)]) expect(amountOf(text)).toBeUndefined()
})

test('months later, or the last of the month', () => {
  const day = (text: string) => new Date(`${text}T12:00:00`).getTime()
  expect(monthsLater(day('2026-01-31'), 1)).toBe(day('2026-02-28'))
  expect(monthsLater(day('2026-03-15'), 12)).toBe(day('2027-03-15'))
})
