import { expect, test } from 'vitest'
import { clean, plain } from './kept'

test('what was kept is taken over', () => {
  const kept = { volume: 0, muted: true, fourColours: true, contrast: false, text: 200, brief: true }
  expect(clean(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
})

test('what makes no sense is left out, the rest stays', () => {
  expect(clean(null)).toEqual(plain)
  expect(clean('loud')).toEqual(plain)
  expect(clean({ volume: 11, text: 120, contrast: 'yes', muted: 1, fourColours: true })).toEqual({
    ...plain,
    fourColours: true,
  })
  expect(clean({ volume: Number.NaN }).volume).toBe(plain.volume)
  expect(clean({ volume: 3.6 }).volume).toBe(4)
})
