import { expect, test } from 'vitest'
import type { Chart, ChartRow } from '../wire/types'
import { CODES, codesOf, early, lines } from './chart'

const row = (name: number | string, cells: string): ChartRow => ({
  ...(typeof name === 'number' ? { total: name } : { pair: name }),
  cells: cells.split(' '),
})

const chart = (more: Partial<Chart>): Chart => ({
  class: 'total-dependent',
  up: ['2', 'T', 'A'],
  hard: [],
  soft: [],
  pairs: [],
  hardLater: [],
  softLater: [],
  insurance: 'no',
  evenMoney: 'off',
  ...more,
})

test('totals that are played alike are one line, pairs are not', () => {
  expect(
    lines([row(4, 'H H H'), row(5, 'H H H'), row(6, 'H H H'), row(11, 'H H H'), row(12, 'S H H'), row(13, 'S S H')]),
  ).toEqual([
    { name: '4–6', cells: ['H', 'H', 'H'] },
    { name: '11', cells: ['H', 'H', 'H'] },
    { name: '12', cells: ['S', 'H', 'H'] },
    { name: '13', cells: ['S', 'S', 'H'] },
  ])
  expect(lines([row('A', 'P P P'), row('8', 'P P P'), row('T', 'S S S')]).map(({ name }) => name)).toEqual([
    'A, A',
    '8, 8',
    '10, 10',
  ])
})

test('the legend has the codes that the chart has, in its own order', () => {
  expect(codesOf(chart({ hard: [row(11, 'D Rh H')], softLater: [row(18, 'S S H')] }))).toEqual(['H', 'S', 'D', 'Rh'])
  expect(codesOf(chart({ pairs: [row('8', [...CODES].join(' '))] }))).toEqual([...CODES])
})

test('hands that are given up early, by what the dealer shows', () => {
  const hands = chart({
    early: [
      { hand: 'hard 5', ten: false, ace: true },
      { hand: 'hard 6', ten: false, ace: true },
      { hand: 'hard 14', ten: true, ace: true },
      { hand: 'pair 7', ten: true, ace: true },
      { hand: 'pair T', ten: false, ace: true },
      { hand: 'pair A', ten: false, ace: true },
    ],
  })
  expect(early(hands, 'ace')).toEqual([
    { kind: 'hard', hands: '5–6, 14' },
    { kind: 'pair', hands: '7, 10, A' },
  ])
  expect(early(hands, 'ten')).toEqual([
    { kind: 'hard', hands: '14' },
    { kind: 'pair', hands: '7' },
  ])
  expect(early(chart({}), 'ace')).toEqual([])
})
