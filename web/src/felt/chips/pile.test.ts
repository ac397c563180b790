import { expect, test } from 'vitest'
import type { Hand, Seat } from '../../wire/types'
import { pile } from './pile'

const hand = (stake: number, more: Partial<Hand> = {}): Hand => ({
  cards: [],
  total: 0,
  status: 'stood',
  stake,
  ...more,
})
const seat = (hands: Hand[], more: Partial<Seat> = {}): Seat => ({ seat: 1, hands, ...more })

test('before the cards the bet lies there, or what is being put together', () => {
  expect(pile(seat([], { bet: 100 }), 30, false)).toEqual({ stake: 100, won: 0 })
  expect(pile(seat([]), 30, false)).toEqual({ stake: 30, won: 0 })
  expect(pile(seat([]), 0, false)).toEqual({ stake: 0, won: 0 })
})

test('a result is not told before its time', () => {
  expect(pile(seat([hand(100, { outcome: 'win', paid: 200 })]), 0, false)).toEqual({ stake: 100, won: 0 })
})

test('who wins has the stake and the same again, who loses nothing, who surrenders half', () => {
  expect(pile(seat([hand(100, { outcome: 'win', paid: 200 })]), 0, true)).toEqual({ stake: 100, won: 100 })
  expect(pile(seat([hand(100, { outcome: 'lose' })]), 0, true)).toEqual({ stake: 0, won: 0 })
  expect(pile(seat([hand(100, { outcome: 'push', paid: 100 })]), 0, true)).toEqual({ stake: 100, won: 0 })
  expect(pile(seat([hand(100, { outcome: 'surrender', paid: 50 })]), 0, true)).toEqual({ stake: 50, won: 0 })
})

test('split hands and the insurance count together', () => {
  const split = [hand(100, { outcome: 'win', paid: 200 }), hand(200, { outcome: 'lose' })]
  expect(pile(seat(split), 0, true)).toEqual({ stake: 200, won: 0 })
  const insured = seat([hand(100, { outcome: 'lose' })], { insurance: { stake: 50, outcome: 'win', paid: 150 } })
  expect(pile(insured, 0, true)).toEqual({ stake: 150, won: 0 })
})
