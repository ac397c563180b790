import { expect, test } from 'vitest'
import type { Frame, Hand, State, TableEvent } from '../wire/types'
import { asItLies, follow, nothingLaid, pause, type Step } from './stage'

const hand = (...cards: string[]): Hand => ({ cards, total: 0, status: 'playing', stake: 10 })

function frame(dealer: string[], seats: Record<number, Hand[]>, events: TableEvent[], round = 1): Frame {
  const state: State = {
    phase: 'players',
    round,
    dealer: { cards: dealer },
    seats: Object.entries(seats).map(([seat, hands]) => ({ seat: Number(seat), hands })),
    shoe: { decks: 6, left: 300 },
    watching: 0,
  }
  return { table: 't', seq: 1, now: 0, state, events }
}

const dealt = (seat: number, card: string, at = 1): TableEvent => ({ kind: 'card-dealt', seat, hand: at, card })

const deal = frame(['6h', '??'], { 1: [hand('8s', '8d')], 3: [hand('Ah', 'Kd')] }, [
  { kind: 'bets-closed' },
  dealt(1, '8s'),
  dealt(3, 'Ah'),
  { kind: 'up-card-dealt', card: '6h' },
  dealt(1, '8d'),
  dealt(3, 'Kd'),
  { kind: 'hole-card-dealt' },
])

test('cards come one by one in the order of the events', () => {
  const { laid, steps } = follow(nothingLaid(), deal)
  expect(steps.map((s) => s.id)).toEqual(['1-0', '1-1', '1-2', '1-3', '1-4', '1-5'])
  expect(laid.seats[1]).toEqual([['1-0', '1-3']])
  expect(laid.seats[3]).toEqual([['1-1', '1-4']])
  expect(laid.dealer).toEqual(['1-2', '1-5'])
})

test('a split takes the second card along, and it keeps its name', () => {
  const { laid } = follow(nothingLaid(), deal)
  const split = frame(['6h', '??'], { 1: [hand('8s', '3c'), hand('8d', 'Th')], 3: [hand('Ah', 'Kd')] }, [
    { kind: 'decided', seat: 1, hand: 1, action: 'split' },
    dealt(1, '3c', 1),
    dealt(1, 'Th', 2),
  ])
  const next = follow(laid, split)
  expect(next.laid.seats[1]).toEqual([
    ['1-0', '1-6'],
    ['1-3', '1-7'],
  ])
  expect(next.steps).toHaveLength(2)
})

test('the hole card is opened, then the dealer draws', () => {
  const { laid } = follow(nothingLaid(), deal)
  const end = frame(['6h', 'Td', '5c'], { 1: [hand('8s', '8d')], 3: [hand('Ah', 'Kd')] }, [
    { kind: 'hole-card-opened', card: 'Td' },
    { kind: 'dealer-drew', card: '5c' },
  ])
  expect(follow(laid, end).steps).toEqual([
    { kind: 'open', id: '1-5' },
    { kind: 'draw', id: '1-6' },
  ])
})

test('missed frames: everything simply lies there', () => {
  const later = frame(['6h', '??'], { 1: [hand('8s', '8d', '2c')] }, [{ kind: 'turn-came', seat: 1, hand: 1 }])
  const { laid, steps } = follow(nothingLaid(), later)
  expect(steps).toEqual([])
  expect(laid.seats[1]![0]).toHaveLength(3)
  expect(laid).toEqual(asItLies(later.state))
})

test('a new round starts from an empty table', () => {
  const { laid } = follow(nothingLaid(), deal)
  const opened = frame([], { 1: [], 3: [] }, [{ kind: 'betting-opened' }], 2)
  expect(follow(laid, opened)).toEqual({ laid: { round: 2, dealer: [], seats: {}, next: 0 }, steps: [] })
})

test('many waiting steps are hurried', () => {
  const steps = (n: number): Step[] => Array.from({ length: n }, (_, i) => ({ kind: 'deal', id: String(i) }))
  expect(pause([])).toBe(0)
  expect(pause(steps(1))).toBe(pause(steps(10)))
  expect(pause(steps(40))).toBeLessThan(pause(steps(10)))
})
