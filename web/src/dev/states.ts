import type { LiveTable } from '../felt/table.svelte'
import type { Frame, Hand, Hint, LobbyTable, Seat, State, TableEvent, You } from '../wire/types'

// States of a table, put together by hand, for looking at the felt without a server. Never part of what is built.

export const info: LobbyTable = {
  id: 'club-1',
  name: { vi: 'Bàn Sông Hồng', en: 'Red River' },
  preset: 'club99',
  rules: '6D S17 DAS LS 3:2 peek-AT charlie-11',
  minBet: 10_000,
  maxBet: 1_000_000,
  betStep: 10_000,
  chips: [10_000, 50_000, 100_000, 500_000, 1_000_000],
  seats: 7,
  taken: 4,
  bots: 2,
  seated: [{ seat: 2 }, { seat: 4 }, { seat: 5, bot: true }, { seat: 6, bot: true }],
  watching: 3,
  phase: 'players',
  seatsPerPlayer: 3,
  betTime: 15,
  actTime: 15,
  hints: true,
  odds: { edge: 0.0033027, return: 0.9966973, class: 'cdz', method: 'exact' },
}

export const hint: Hint = {
  turn: 5,
  choices: [
    { action: 'split', ev: 0.2093 },
    { action: 'stand', ev: -0.1537 },
    { action: 'hit', ev: -0.2981 },
    { action: 'surrender', ev: -0.5 },
    { action: 'double', ev: -0.5962 },
  ],
  seen: 11,
}

const VALUE: Record<string, number> = { A: 1, T: 10, J: 10, Q: 10, K: 10 }

export function hand(cards: string, status: Hand['status'] = 'playing', more: Partial<Hand> = {}): Hand {
  const list = cards.split(' ')
  let total = 0
  for (const card of list) total += VALUE[card[0]!] ?? Number(card[0])
  const soft = list.some((card) => card[0] === 'A') && total <= 11
  return { cards: list, total: soft ? total + 10 : total, soft, status, stake: 100_000, ...more }
}

const people: Record<number, string> = {
  1: 'Lan',
  2: 'Nguyễn Thị Thanh Hằng',
  3: 'Minh',
  4: 'Tôi',
  5: 'Cò',
  6: 'Vạc',
  7: 'Quân',
}

export function seat(n: number, hands: Hand[], more: Partial<Seat> = {}): Seat {
  return {
    seat: n,
    player: { name: people[n]!, bot: n === 5 || n === 6 },
    bet: hands.length > 0 ? 100_000 : undefined,
    hands,
    ...more,
  }
}

export const free = (n: number): Seat => ({ seat: n, hands: [] })

/** One state of the table, and what is done with it once it is there. */
export interface Scene {
  /** What it shows, in a few words. */
  about: string
  state: State
  you: You
  /** The line is cut. */
  lost?: boolean
  /** Bets being put together, by seat. */
  slip?: Record<number, number>
  then?: (table: LiveTable) => void
}

export const you = (seats: You['seats'], balance = 850_000): You => ({ table: 'club-1', seq: 1, balance, seats })

export function state(phase: State['phase'], dealer: string, seats: Seat[], more: Partial<State> = {}): State {
  const cards = dealer === '' ? [] : dealer.split(' ')
  const open = cards.length > 0 && !cards.includes('??')
  const d = open ? hand(dealer) : undefined
  return {
    phase,
    round: 12,
    deadline: Date.now() + 11_000,
    dealer: { cards, total: d?.total, soft: d?.soft, status: open ? (d!.total > 21 ? 'bust' : 'stood') : undefined },
    seats,
    shoe: { decks: 6, left: 212 },
    watching: 3,
    ...more,
  }
}

const actions = (names: string[]) =>
  names.map((name) => ({
    action: name as never,
    ...(name === 'double' || name === 'split' ? { cost: 100_000 } : {}),
    ...(name === 'insure' ? { cost: 50_000, max: 50_000 } : {}),
  }))

export const act = (seat: number, ...names: string[]) => ({ seat, legal: actions(names) })
export const later = (seat: number, ...names: string[]) => ({ seat, ahead: actions(names) })

export const scenes: Record<string, Scene> = {
  turn: {
    about: 'own turn, all actions',
    state: state(
      'players',
      '6h ??',
      [
        seat(1, [hand('Ts 9d', 'stood')]),
        seat(2, [hand('5s 6d 2c 9h', 'bust', { outcome: 'bust' })]),
        free(3),
        seat(4, [hand('8s 8d')]),
        seat(5, [hand('Ah 6c')]),
        seat(6, [hand('Kd Qh')]),
        free(7),
      ],
      { turn: { n: 5, seat: 4, hand: 1 } },
    ),
    you: you([act(4, 'hit', 'stand', 'double', 'split', 'surrender')]),
  },
  split: {
    about: 'four split hands',
    state: state(
      'players',
      'Td ??',
      [
        seat(1, [hand('Ts 9d', 'stood'), hand('Th 5d 4c', 'stood')]),
        seat(2, [hand('As Kd', 'blackjack')]),
        seat(3, [hand('2s 3d 2c 4h As', 'stood')]),
        seat(4, [
          hand('8s 3c Td', 'doubled', { stake: 200_000, split: true }),
          hand('8d Th', 'playing', { split: true }),
          hand('8h 2c', 'waiting', { split: true }),
          hand('8c Jd', 'waiting', { split: true }),
        ]),
        seat(5, [hand('9h 9c', 'playing'), hand('9h 2c 3d', 'waiting')]),
        seat(6, [hand('Kd Qh')]),
        seat(7, [hand('7d 6h')], { away: true }),
      ],
      { turn: { n: 5, seat: 4, hand: 2 } },
    ),
    you: you([act(4, 'hit', 'stand', 'double')]),
  },
  offers: {
    about: 'insurance',
    state: state(
      'offers',
      'As ??',
      [
        seat(1, [hand('Ts 9d')], { offers: ['insure'] }),
        free(2),
        seat(3, [hand('5s 6d')], { insurance: { stake: 50_000 } }),
        seat(4, [hand('Kh 9d')], { offers: ['insure'] }),
        seat(5, [hand('Ah 6c')]),
        seat(6, [hand('Kd Ah', 'blackjack')], { offers: ['even-money'] }),
        free(7),
      ],
      { turn: { n: 1, seat: 0, hand: 0 } },
    ),
    you: you([act(4, 'insure', 'no-insurance')]),
  },
  even: {
    about: 'even money',
    state: state(
      'offers',
      'As ??',
      [
        free(1),
        free(2),
        free(3),
        seat(4, [hand('Kh Ad', 'blackjack')], { offers: ['even-money'] }),
        seat(5, [hand('Ah 6c')]),
        seat(6, [hand('Kd 4h')]),
        free(7),
      ],
      { turn: { n: 1, seat: 0, hand: 0 } },
    ),
    you: you([act(4, 'even-money', 'no-even-money')]),
  },
  betting: {
    about: 'betting, two own seats',
    state: state('betting', '', [
      seat(1, [], { confirmed: true, bet: 250_000 }),
      free(2),
      seat(3, []),
      seat(4, []),
      seat(5, [], { confirmed: true, bet: 20_000 }),
      seat(6, [], { confirmed: true, bet: 60_000 }),
      free(7),
    ]),
    you: you([{ seat: 4 }, { seat: 3 }], 1_000_000),
  },
  over: {
    about: 'results: split, both won',
    state: state('over', '6h Td 9c', [
      seat(1, [hand('Ts 9d', 'stood', { outcome: 'win', paid: 200_000 })], { net: 100_000 }),
      seat(2, [hand('5s 6d 2c 9h', 'bust', { outcome: 'bust' })], { net: -100_000 }),
      free(3),
      seat(
        4,
        [
          hand('8s Td', 'stood', { outcome: 'win', paid: 200_000 }),
          hand('8d 3c Kh', 'doubled', { stake: 200_000, outcome: 'win', paid: 400_000 }),
        ],
        { net: 300_000 },
      ),
      seat(5, [hand('Ah Kc', 'blackjack', { outcome: 'blackjack', paid: 250_000 })], { net: 150_000 }),
      seat(6, [hand('Kd 6h', 'surrendered', { outcome: 'surrender', paid: 50_000 })], { net: -50_000 }),
      free(7),
    ]),
    you: you([{ seat: 4 }], 1_300_000),
  },
  watching: {
    about: 'watching, empty seats',
    state: state(
      'players',
      '6h ??',
      [
        seat(1, [hand('Ts 9d', 'stood')]),
        free(2),
        free(3),
        free(4),
        seat(5, [hand('Ah 6c')]),
        seat(6, [hand('Kd Qh')]),
        free(7),
      ],
      {
        turn: { n: 5, seat: 5, hand: 1 },
      },
    ),
    you: you([], 1_000_000),
  },
  three: {
    about: 'three own seats',
    state: state(
      'players',
      'Kh ??',
      [
        free(1),
        seat(2, [hand('Ts 9d', 'stood')]),
        seat(3, [hand('5s 6d'), hand('5d Kc', 'waiting')]),
        seat(4, [hand('8s Ad')]),
        seat(5, [hand('Ah 6c')]),
        seat(6, [hand('Kd Qh')]),
        free(7),
      ],
      { turn: { n: 5, seat: 3, hand: 1 } },
    ),
    you: you([{ seat: 2 }, act(3, 'hit', 'stand', 'double'), { seat: 4 }]),
  },
}

/** A round of a whole table, as frames, up to the next betting: for looking at motion and measuring it. */
export function deal(): Frame[] {
  const empty = scenes['betting']!.state
  const dealt = scenes['turn']!.state
  const dealtSeats = dealt.seats.map((s) => ({
    ...s,
    hands: s.hands.map((h) => ({ ...h, cards: h.cards.slice(0, 2), status: 'playing' as const })),
  }))
  const seats = dealtSeats.filter((s) => s.hands.length > 0)
  const events: TableEvent[] = [
    { kind: 'bets-closed' },
    ...seats.map((s): TableEvent => ({ kind: 'card-dealt', seat: s.seat, hand: 1, card: s.hands[0]!.cards[0] })),
    { kind: 'up-card-dealt', card: '6h' },
    ...seats.map((s): TableEvent => ({ kind: 'card-dealt', seat: s.seat, hand: 1, card: s.hands[0]!.cards[1] })),
    { kind: 'hole-card-dealt' },
    { kind: 'turn-came', seat: 4, hand: 1 },
  ]
  const over: State = {
    ...scenes['over']!.state,
    seats: dealtSeats.map((s) => ({
      ...s,
      net: s.player ? 100_000 : undefined,
      hands: s.hands.map((h) => ({ ...h, status: 'stood' as const, outcome: 'win' as const, paid: 200_000 })),
    })),
  }
  const frame = (seq: number, st: State, ev: TableEvent[]): Frame => ({
    table: 'club-1',
    seq,
    now: Date.now(),
    state: st,
    events: ev,
  })
  return [
    frame(2, empty, [{ kind: 'betting-opened' }]),
    frame(3, { ...dealt, seats: dealtSeats }, events),
    frame(4, over, [
      { kind: 'hole-card-opened', card: 'Td' },
      { kind: 'dealer-drew', card: '9c' },
      { kind: 'dealer-ended', status: 'bust' },
      ...seats.map((s): TableEvent => ({
        kind: 'hand-settled',
        seat: s.seat,
        hand: 1,
        outcome: 'win',
        stake: 100_000,
        amount: 200_000,
      })),
      { kind: 'round-over' },
    ]),
    frame(5, { ...empty, round: 13 }, [{ kind: 'betting-opened' }]),
  ]
}
