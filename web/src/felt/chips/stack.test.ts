import { expect, test } from 'vitest'
import { stackOf } from './stack'

const kinds = [10, 50, 100, 500]

test('an amount is as few chips as possible, large ones below', () => {
  expect(stackOf(770, kinds)).toEqual({ chips: [500, 100, 100, 50, 10, 10], more: false })
  expect(stackOf(0, kinds)).toEqual({ chips: [], more: false })
})

test('what is smaller than the smallest chip is still a chip', () => {
  expect(stackOf(55, kinds).chips).toEqual([50, 10])
})

test('a high stack is cut off', () => {
  expect(stackOf(10_000, kinds, 4)).toEqual({ chips: [500, 500, 500, 500], more: true })
})
