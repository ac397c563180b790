import { expect, test } from 'vitest'
import { Betting } from '../felt/betting.svelte'
import type { Replay } from '../wire/history'
import type { Frame, LobbyTable, State } from '../wire/types'
import { emptyStorage } from '../dev/storage'
import { Player } from './replay.svelte'

const kept = emptyStorage()

const state = (phase: State['phase'], more: Partial<State> = {}): State => ({
  phase,
  round: 7,
  dealer: { cards: ['6h', '??'] },
  seats: [
    {
      seat: 4,
      player: { name: 'An' },
      hands: phase === 'betting' ? [] : [{ cards: ['Ts', '2d'], total: 12, status: 'playing', stake: 100 }],
    },
  ],
  shoe: { decks: 6, left: 200 },
  watching: 0,
  ...more,
})
const frames: Frame[] = [
  { table: 't', seq: 1, now: 0, state: state('betting'), events: [] },
  {
    table: 't',
    seq: 2,
    now: 0,
    state: state('players', { turn: { n: 1, seat: 4, hand: 1 } }),
    events: [{ kind: 'turn-came', seat: 4, hand: 1 }],
  },
]

test('a replay tells what happened, asks for nothing, and leaves alone what is kept of the table itself', () => {
  kept.set('club99.slip.t', '{"round":7,"picked":4,"bets":{"4":500}}')
  kept.set('club99.bets.t', '{"4":100}')
  kept.set('club99.ahead.t', '[{"round":7,"seat":4,"about":"Ts 2d / 6h","action":"hit"}]')
  const before = [...kept]
  const player = new Player({ table: 't', seats: [4], frames } as unknown as Replay)
  const { table } = player
  const betting = new Betting(table, () => ({ minBet: 1, maxBet: 1000, chips: [1] }) as unknown as LobbyTable)
  betting.reset(7)
  expect(betting.open).toBe(false)
  expect(betting.total).toBe(0)
  expect(table.ahead.of(4)).toBeUndefined()
  player.on()
  table.ahead.look()
  expect(table.calls.map((call) => call.urgent)).toEqual([false])
  expect(table.calls[0]!.text).toContain('4')
  expect([...kept]).toEqual(before)
})
