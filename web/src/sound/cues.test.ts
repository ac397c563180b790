import { expect, test } from 'vitest'
import type { Frame, Seat, TableEvent } from '../wire/types'
import { cues } from './cues'

function frame(events: TableEvent[], seats: Seat[] = []): Frame {
  const state: Frame['state'] = {
    phase: 'players',
    round: 4,
    dealer: { cards: [] },
    seats,
    shoe: { decks: 6, left: 300 },
    watching: 0,
  }
  return { table: 't', seq: 1, now: 0, state, events }
}

const seat = (n: number, net?: number): Seat => ({ seat: n, hands: [], ...(net === undefined ? {} : { net }) })
const over = (seats: Seat[], own: number[], more: TableEvent[] = []) =>
  cues(frame([...more, { kind: 'round-over' }], seats), own)

test('a deal: the bets are closed without a sound, each card that will land is counted, the own turn comes after them', () => {
  const events: TableEvent[] = [
    { kind: 'bets-closed' },
    { kind: 'card-dealt', seat: 1 },
    { kind: 'up-card-dealt' },
    { kind: 'card-dealt', seat: 1 },
    { kind: 'hole-card-dealt' },
    { kind: 'turn-came', seat: 1, hand: 1 },
  ]
  expect(cues(frame(events), [1])).toEqual({ now: [], then: ['turn'], cards: 4, opened: 0 })
  expect(cues(frame(events), [2]).then).toEqual([])
  expect(cues(frame(events), []).then).toEqual([])
})

test('chips sound for whoever moves them, once for a frame', () => {
  expect(cues(frame([{ kind: 'bet-placed', seat: 1, stake: 10 }]), []).now).toEqual(['chips'])
  expect(cues(frame([{ kind: 'bet-placed', seat: 1 }]), [1]).now).toEqual([]) // nothing was bet
  for (const action of ['double', 'split', 'insure'])
    expect(cues(frame([{ kind: 'decided', seat: 1, action }]), []).now).toEqual(['chips'])
  for (const action of ['hit', 'stand', 'surrender', 'no-insurance', 'even-money'])
    expect(cues(frame([{ kind: 'decided', seat: 1, action }]), [1]).now).toEqual([])
  expect(
    cues(
      frame([
        { kind: 'bet-placed', seat: 1, stake: 10 },
        { kind: 'bet-placed', seat: 2, stake: 10 },
      ]),
      [],
    ).now,
  ).toEqual(['chips'])
})

test('an offer to an own seat calls like a turn', () => {
  expect(cues(frame([{ kind: 'offers-made', seat: 3, offers: ['insure'] }]), [3]).then).toEqual(['turn'])
  expect(cues(frame([{ kind: 'offers-made', seat: 3, offers: ['insure'] }]), [2]).then).toEqual([])
})

test('the dealer: the hole card is turned, drawn cards land', () => {
  const events: TableEvent[] = [
    { kind: 'hole-card-opened', card: 'Td' },
    { kind: 'dealer-drew', card: '5c' },
    { kind: 'dealer-drew', card: '6c' },
  ]
  expect(cues(frame(events), [])).toEqual({ now: [], then: [], cards: 2, opened: 1 })
  expect(cues(frame([{ kind: 'shoe-shuffled' }]), []).now).toEqual(['shuffle'])
})

test('only a win is a win: push and loss sound the same, and a part of a loss that came back is none', () => {
  expect(over([seat(1, 100)], [1]).then).toEqual(['win'])
  expect(over([seat(1, 0)], [1]).then).toEqual(['over'])
  expect(over([seat(1, -100)], [1]).then).toEqual(['over'])
  expect(over([seat(1, 100), seat(2, -100)], [1, 2]).then).toEqual(['over'])
  expect(over([seat(1, 100), seat(2, -150)], [1, 2]).then).toEqual(['over'])
  expect(over([seat(1, 100), seat(2, -50)], [1, 2]).then).toEqual(['win'])
})

test('others’ rounds, and rounds that one sat out, have no result', () => {
  expect(over([seat(1, 100), seat(2)], [2]).then).toEqual([])
  expect(over([seat(1, 100)], []).then).toEqual([])
})

test('a Blackjack that won is heard as one, a Blackjack that did not is not', () => {
  const natural: TableEvent = { kind: 'hand-settled', seat: 1, hand: 1, outcome: 'blackjack', stake: 100, amount: 250 }
  expect(over([seat(1, 150)], [1], [natural]).then).toEqual(['blackjack'])
  expect(over([seat(1, 0)], [1], [{ ...natural, outcome: 'push' }]).then).toEqual(['over'])
  expect(over([seat(1, 150), seat(2, 100)], [2], [natural]).then).toEqual(['win']) // the neighbour's
})
