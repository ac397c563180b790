import { expect, test } from 'vitest'
import { en } from '../i18n/en'
import { vi } from '../i18n/vi'
import type { Hint } from '../wire/types'
import { hintInWords, refusedInWords, worth } from './hint'

const hint: Hint = {
  turn: 2,
  choices: [
    { action: 'double', ev: 0.6679 },
    { action: 'hit', ev: 0.3339 },
    { action: 'stand', ev: -0.15 },
  ],
  seen: 11,
}

test('an action has its value, the best is marked', () => {
  expect(worth(hint, 'double')).toEqual({ ev: 0.6679, best: true })
  expect(worth(hint, 'stand')).toEqual({ ev: -0.15, best: false })
  expect(worth(hint, 'split')).toBeUndefined()
  expect(worth(undefined, 'hit')).toBeUndefined()
})

test('actions that are worth the same are best together', () => {
  const even: Hint = {
    ...hint,
    choices: [
      { action: 'hit', ev: -0.5 },
      { action: 'surrender', ev: -0.5 },
    ],
  }
  expect(worth(even, 'surrender')?.best).toBe(true)
})

test('a share of an insurance is worth that share', () => {
  const offer: Hint = {
    ...hint,
    choices: [
      { action: 'no-insurance', ev: -0.2 },
      { action: 'insure', ev: -0.24 },
    ],
  }
  expect(worth(offer, 'insure', 0.5)?.ev).toBeCloseTo(-0.22)
  expect(worth(offer, 'no-insurance', 0.5)?.ev).toBe(-0.2)
})

test('a hint is spoken with the best first', () => {
  const part = (value: number) => `(${value})`
  expect(hintInWords(hint, vi, part)).toBe('Gợi ý: Gấp đôi (0.6679), tốt nhất; Rút bài (0.3339); Dừng (-0.15).')
  expect(hintInWords(hint, en, part)).toBe('Hint: Double (0.6679), best; Hit (0.3339); Stand (-0.15).')
})

test('a refusal is said in words, also one that has no words of its own', () => {
  expect(refusedInWords('hints-off', en)).toBe('This table gives no hints.')
  expect(refusedInWords('store-unavailable', en)).toBe(en.hintRefused.failed)
  expect(refusedInWords('', vi)).toBe(vi.hintRefused.failed)
})
