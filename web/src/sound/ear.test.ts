import { expect, test } from 'vitest'
import type { Frame, TableEvent } from '../wire/types'
import type { Cue } from './cues'
import { Ear } from './ear'

function frame(events: TableEvent[], net?: number): Frame {
  const state: Frame['state'] = {
    phase: 'players',
    round: 4,
    dealer: { cards: [] },
    seats: [{ seat: 1, hands: [], ...(net === undefined ? {} : { net }) }],
    shoe: { decks: 6, left: 300 },
    watching: 0,
  }
  return { table: 't', seq: 1, now: 0, state, events }
}

function listen() {
  const played: Cue[] = []
  let asleep = false
  const ear = new Ear(
    (cue) => played.push(cue),
    () => asleep,
  )
  const heard = () => played.splice(0)
  return { ear, heard, sleep: (now: boolean) => (asleep = now) }
}

const drawn: TableEvent[] = [
  { kind: 'card-dealt', seat: 1, card: '8s' },
  { kind: 'turn-came', seat: 1 },
]

test('a card sounds when it lands, the turn when it lies', () => {
  const { ear, heard } = listen()
  ear.frame(frame(drawn), [1], 40)
  expect(heard()).toEqual([])
  ear.landed(1)
  expect(heard()).toEqual(['card'])
  ear.settled()
  expect(heard()).toEqual(['turn'])
  ear.settled()
  expect(heard()).toEqual([])
})

test('the result waits for the dealer’s last card', () => {
  const { ear, heard } = listen()
  const end: TableEvent[] = [
    { kind: 'hole-card-opened' },
    { kind: 'dealer-drew' },
    { kind: 'hand-settled', seat: 1, outcome: 'win' },
    { kind: 'round-over' },
  ]
  ear.frame(frame(end, 100), [1], 40)
  ear.opened()
  ear.landed(1)
  expect(heard()).toEqual(['open', 'card'])
  ear.settled()
  expect(heard()).toEqual(['win'])
})

test('cards that nobody dealt make no sound: a first look, a jump after missed frames', () => {
  const { ear, heard } = listen()
  ear.landed(7)
  ear.opened()
  expect(heard()).toEqual([])
})

test('cards that are put down together are one sound', () => {
  const { ear, heard } = listen()
  ear.frame(frame([drawn[0]!, drawn[0]!, drawn[0]!]), [1], 0)
  ear.landed(3)
  ear.landed(1)
  expect(heard()).toEqual(['card'])
})

test('a tab that sleeps hears nothing, nor does it catch up when it wakes', () => {
  const { ear, heard, sleep } = listen()
  sleep(true)
  ear.frame(frame([...drawn, { kind: 'bet-placed', stake: 5 }]), [1], 40)
  ear.landed(1)
  sleep(false)
  ear.landed(1)
  ear.settled()
  expect(heard()).toEqual([])
})

test('a tab that falls asleep in the middle of a deal leaves the rest unheard', () => {
  const { ear, heard, sleep } = listen()
  ear.frame(frame(drawn), [1], 40)
  sleep(true)
  ear.landed(1)
  ear.settled()
  sleep(false)
  ear.settled()
  expect(heard()).toEqual([])
})

test('frames that were kept back while the machine slept are too old to be heard', () => {
  const { ear, heard } = listen()
  ear.frame(frame([{ kind: 'bet-placed', stake: 5 }, ...drawn]), [1], 60_000)
  ear.landed(1)
  ear.settled()
  expect(heard()).toEqual([])
})

test('a turn that has passed before the cards lay does not call', () => {
  const { ear, heard } = listen()
  ear.frame(frame(drawn), [1], 40)
  ear.frame(frame([{ kind: 'decided', seat: 1, action: 'stand', by: 'clock' }]), [1], 40)
  ear.landed(1)
  ear.settled()
  expect(heard()).toEqual(['card'])
})
