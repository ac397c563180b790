import { expect, test } from 'vitest'
import { emptyStorage } from '../dev/storage'
import type { TableLine } from '../wire/line.svelte'
import type { Command, Frame, Hand, LegalAction, Seat, State, You } from '../wire/types'
import { about, judge, type Wish } from './ahead'
import { LiveTable } from './table.svelte'

const hand = (cards: string, more: Partial<Hand> = {}): Hand => ({
  cards: cards.split(' '),
  total: 16,
  status: 'playing',
  stake: 100,
  ...more,
})

function state(turn: number, n: number, more: Partial<State> = {}, own: Hand[] = [hand('8s 8d')]): State {
  const seats: Seat[] = [
    { seat: 1, player: { name: 'Lan' }, hands: [hand('Ts 2d')] },
    { seat: 4, player: { name: 'An' }, hands: own },
    { seat: 6, player: { name: 'Minh' }, hands: [hand('Ts 3d')] },
  ]
  return {
    phase: 'players',
    round: 7,
    turn: { n, seat: turn, hand: 1 },
    dealer: { cards: ['6h', '??'] },
    seats,
    shoe: { decks: 6, left: 200 },
    watching: 0,
    ...more,
  }
}

const may = (...actions: string[]) => actions.map((action) => ({ action }) as LegalAction)
const wish: Wish = { round: 7, seat: 4, about: '8s 8d / 6h', action: 'split' }

test('a choice is about one hand as it lies', () => {
  expect(about(state(1, 3), 4)).toBe('8s 8d / 6h')
  expect(about(state(1, 3, {}, [hand('8s 3d'), hand('8d 2d')]), 4)).toBeUndefined()
  expect(about(state(1, 3, {}, []), 4)).toBeUndefined()
})

test('it waits for its turn, and for what may be done then', () => {
  expect(judge(wish, state(1, 3), [])).toBe('wait')
  expect(judge(wish, state(4, 5), [])).toBe('wait')
  expect(judge(wish, state(4, 5), may('hit', 'stand', 'split'))).toBe('send')
  expect(judge(wish, state(4, 5), may('hit', 'stand'))).toBe('impossible')
})

test('it is never about another round, another hand or other cards', () => {
  const legal = may('hit', 'stand', 'split')
  expect(judge(wish, state(4, 5, { round: 8 }), legal)).toBe('missed')
  expect(judge(wish, state(4, 5, {}, [hand('8s 8h')]), legal)).toBe('missed')
  expect(judge(wish, state(4, 5, { dealer: { cards: ['Th', '??'] } }), legal)).toBe('missed')
  expect(judge(wish, state(4, 5, { turn: { n: 5, seat: 4, hand: 2 } }), legal)).toBe('missed')
  expect(judge(wish, state(4, 5, {}, [hand('8s 8d 2c')]), legal)).toBe('missed')
  expect(judge(wish, state(6, 8), legal)).toBe('missed')
  expect(judge(wish, state(4, 5, { phase: 'over', turn: undefined }), legal)).toBe('missed')
})

emptyStorage()

/** A table with the own seat 4, and the commands that were sent from it. */
function sitting() {
  const sent: Command[] = []
  const line: TableLine = {
    up: true,
    lost: false,
    table: () => () => {},
    whenUp: () => () => {},
    command: async (command) => {
      sent.push(command)
      return { id: command.id, ok: true, seq: 9 }
    },
    hint: async () => ({ turn: 0, choices: [], seen: 0 }),
  }
  const table = new LiveTable('t', line)
  let seq = 1
  const show = (to: State, you: You['seats'][number]) => {
    seq++
    const frame: Frame = { table: 't', seq, now: 0, state: to, events: [] }
    table.take({ table: 't', seq, balance: 1000, seats: [you] })
    if (seq === 2) table.snapshot({ frame, you: { table: 't', seq, balance: 1000, seats: [you] } })
    else table.frame(frame)
    table.ahead.look()
  }
  show(state(1, 3), { seat: 4, ahead: may('hit', 'stand', 'double', 'split') })
  return { table, sent, show }
}

test('chosen, shown, sent once with the number of its turn', () => {
  const { table, sent, show } = sitting()
  table.ahead.choose(4, 'split')
  expect(table.ahead.of(4)).toBe('split')
  show(state(1, 4), { seat: 4, ahead: may('hit', 'stand', 'double', 'split') })
  expect(sent).toEqual([])
  show(state(4, 5), { seat: 4, legal: may('hit', 'stand', 'double', 'split') })
  show(state(4, 5), { seat: 4, legal: may('hit', 'stand', 'double', 'split') })
  expect(sent).toMatchObject([{ name: 'act', round: 7, turn: 5, seat: 4, action: 'split' }])
  expect(table.ahead.of(4)).toBeUndefined()
  expect(table.ahead.just).toBe(true)
  table.ahead.stop()
})

test('the same again takes it back; another takes its place', () => {
  const { table, sent, show } = sitting()
  table.ahead.choose(4, 'split')
  table.ahead.choose(4, 'stand')
  expect(table.ahead.of(4)).toBe('stand')
  table.ahead.choose(4, 'stand')
  expect(table.ahead.of(4)).toBeUndefined()
  show(state(4, 5), { seat: 4, legal: may('hit', 'stand') })
  expect(sent).toEqual([])
})

test('what the server does not offer ahead cannot be chosen', () => {
  const { table } = sitting()
  table.ahead.choose(4, 'surrender')
  table.ahead.choose(1, 'hit')
  expect(table.ahead.of(4)).toBeUndefined()
  expect(table.ahead.of(1)).toBeUndefined()
})

test('not possible any more: it is dropped with a word', () => {
  const { table, sent, show } = sitting()
  table.ahead.choose(4, 'double')
  show(state(4, 5), { seat: 4, legal: may('hit', 'stand') })
  expect(sent).toEqual([])
  expect(table.ahead.of(4)).toBeUndefined()
  expect(table.ahead.note).toContain('Gấp đôi')
})

test('a line that was cut over the end of the round: nothing is sent in the next', () => {
  const { table, sent, show } = sitting()
  table.ahead.choose(4, 'hit')
  show(state(4, 2, { round: 8 }), { seat: 4, legal: may('hit', 'stand') })
  expect(sent).toEqual([])
  expect(table.ahead.note).not.toBe('')
})

test('a reload keeps the choice for the same hand, and for no other', () => {
  sitting().table.ahead.choose(4, 'stand')
  const again = sitting()
  expect(again.table.ahead.of(4)).toBe('stand')
  again.show(state(4, 5, {}, [hand('9s 9d')]), { seat: 4, legal: may('hit', 'stand') })
  expect(again.sent).toEqual([])
  expect(again.table.ahead.of(4)).toBeUndefined()
})
