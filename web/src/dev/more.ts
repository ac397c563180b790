import type { Hand, Outcome, Seat, State } from '../wire/types'
import { act, free, hand, later, type Scene, scenes, seat, state, you } from './states'

// The states that come between the main ones: waiting, choosing ahead, each result, a cut line, a closed table.

const empty = (n: number): Seat[] => Array.from({ length: n }, (_, i) => free(i + 1))

/** Seats 1, 5 and 6 play beside the own seat 4, which has the given hands. */
function around(own: Seat): Seat[] {
  return [
    seat(1, [hand('Ts 9d', 'stood')]),
    free(2),
    free(3),
    own,
    seat(5, [hand('Ah 6c')]),
    seat(6, [hand('Kd Qh')]),
    free(7),
  ]
}

/** A round that is over for the own seat alone. */
function result(
  about: string,
  dealer: string,
  cards: string,
  outcome: Outcome,
  paid: number,
  more: Partial<Hand> = {},
) {
  const status = outcome === 'bust' || outcome === 'blackjack' || outcome === 'charlie' ? outcome : 'stood'
  const own = hand(cards, status, { outcome, paid, ...more })
  const net = paid - own.stake
  const seats = [...empty(3), seat(4, [own], { net }), ...empty(7).slice(4)]
  return { about, state: state('over', dealer, seats), you: you([{ seat: 4 }], 1_000_000 + net) } satisfies Scene
}

/** Others play while own seats wait. */
function waits(about: string, seats: Seat[], own: ReturnType<typeof later>[], then?: Scene['then']): Scene {
  return {
    about,
    state: state('players', '9h ??', seats, { turn: { n: 4, seat: 1, hand: 1 } }),
    you: you(own),
    ...(then ? { then } : {}),
  }
}

const full: State = state(
  'players',
  'Qs ??',
  [
    seat(1, [hand('Ts 9d', 'stood')]),
    seat(2, [hand('As Kd', 'blackjack')]),
    seat(3, [hand('2s 3d 2c 4h 6s', 'stood')]),
    seat(4, [hand('9s 2d')]),
    seat(5, [hand('9h 9c')]),
    seat(6, [hand('Kd Qh')]),
    seat(7, [hand('7d 6h')], { away: true }),
  ],
  { turn: { n: 5, seat: 4, hand: 1 } },
)

const four = [
  hand('8s 3c Td', 'doubled', { stake: 200_000, split: true }),
  hand('8d Th', 'stood', { split: true }),
  hand('8h 2c 5d', 'stood', { split: true }),
  hand('8c Jd', 'playing', { split: true }),
]

const more: Record<string, Scene> = {
  waiting: { about: 'nobody plays', state: state('waiting', '', empty(7), { deadline: undefined }), you: you([], 1e6) },
  slip: { ...scenes['betting']!, about: 'bets being put together', slip: { 3: 60_000, 4: 250_000 } },
  short: { ...scenes['betting']!, about: 'too few chips', you: you([{ seat: 4 }], 4_000) },
  confirmed: {
    about: 'bet confirmed, waiting for others',
    state: state('betting', '', [
      seat(1, []),
      ...empty(3).slice(1),
      seat(4, [], { confirmed: true, bet: 250_000 }),
      seat(5, [], { confirmed: true, bet: 20_000 }),
      seat(6, []),
      free(7),
    ]),
    you: you([{ seat: 4 }]),
  },
  sealing: {
    about: 'seeds are awaited',
    state: state('sealing', '', [...empty(3), seat(4, [], { confirmed: true, bet: 250_000 }), ...empty(7).slice(4)]),
    you: you([{ seat: 4 }]),
  },
  next: {
    about: 'sat down in mid-round',
    state: state('players', '6h ??', around(seat(4, [])), { turn: { n: 5, seat: 5, hand: 1 } }),
    you: you([{ seat: 4 }], 1e6),
  },
  early: {
    about: 'early surrender',
    state: state('offers', 'Ts ??', around(seat(4, [hand('Kh 6d')], { offers: ['surrender'] })), {
      turn: { n: 1, seat: 0, hand: 0 },
    }),
    you: you([act(4, 'surrender', 'no-surrender')]),
  },
  answered: {
    about: 'insured, others are asked',
    state: state(
      'offers',
      'As ??',
      around(seat(4, [hand('Kh 9d')], { insurance: { stake: 50_000 } })).map((s) =>
        s.seat === 6 ? { ...s, offers: ['insure'] } : s,
      ),
      { turn: { n: 1, seat: 0, hand: 0 } },
    ),
    you: you([{ seat: 4 }]),
  },
  full: { about: 'seven seats', state: full, you: you([act(4, 'hit', 'stand', 'double')]) },
  hint: { ...scenes['turn']!, about: 'a hint', then: (table) => void table.askHint(4) },
  four: {
    about: 'four hands, the last is played',
    state: state('players', 'Td ??', around(seat(4, four)), { turn: { n: 9, seat: 4, hand: 4 } }),
    you: you([act(4, 'hit', 'stand', 'double')]),
  },
  ahead: waits('choosing ahead', around(seat(4, [hand('8s 8d')])), [later(4, 'hit', 'stand', 'double', 'split')]),
  chosen: waits(
    'chosen ahead',
    around(seat(4, [hand('8s 8d')])),
    [later(4, 'hit', 'stand', 'double', 'split')],
    (table) => table.ahead.choose(4, 'split'),
  ),
  several: waits(
    'choosing ahead for three seats',
    [
      seat(1, [hand('Ts 2d')]),
      seat(2, [hand('9s 9d')]),
      seat(3, [hand('5s 6d')]),
      seat(4, [hand('Ah 7d')]),
      ...empty(7).slice(4),
    ],
    [
      later(2, 'hit', 'stand', 'double', 'split'),
      later(3, 'hit', 'stand', 'double'),
      later(4, 'hit', 'stand', 'double'),
    ],
    (table) => table.ahead.choose(3, 'double'),
  ),
  win: result('won', 'Th 8d', 'Ts 9d', 'win', 200_000),
  lose: result('lost', 'Th Td', 'Ts 9d', 'lose', 0),
  push: result('push', 'Th 9c', 'Ts 9d', 'push', 100_000),
  blackjack: result('Blackjack', 'Th 9c', 'As Kd', 'blackjack', 250_000),
  charlie: result('Charlie', 'Th 9c', '2s 2d Ah As Ac 3d 2h 2c Ad 3c 3h', 'charlie', 200_000),
  bust: result('bust; the hole card stays hidden', 'Th ??', 'Ts 6d 9c', 'bust', 0),
  surrendered: result('surrendered', 'Th 9c', 'Ts 6d', 'surrender', 50_000, { status: 'surrendered' }),
  insured: {
    about: 'lost, the insurance won',
    state: state('over', 'As Kd', [
      ...empty(3),
      seat(4, [hand('Ts 9d', 'stood', { outcome: 'lose' })], {
        net: 0,
        insurance: { stake: 50_000, outcome: 'win', paid: 150_000 },
      }),
      ...empty(7).slice(4),
    ]),
    you: you([{ seat: 4 }], 1e6),
  },
  lostBetting: { ...scenes['betting']!, about: 'the line is cut, betting', lost: true, slip: { 4: 250_000 } },
  lost: { ...scenes['turn']!, about: 'the line is cut, own turn', lost: true },
  closing: {
    about: 'the club is about to close',
    state: { ...scenes['over']!.state, notice: 'closing' },
    you: you([{ seat: 4 }], 1e6),
  },
  closed: { about: 'a closed table', state: state('closed', '', empty(7), { deadline: undefined }), you: you([], 1e6) },
  leaving: {
    about: 'leaves after this round',
    state: state('players', '6h ??', around(seat(4, [hand('Ts 9d', 'stood')], { leaving: true })), {
      turn: { n: 5, seat: 5, hand: 1 },
    }),
    you: you([{ seat: 4 }]),
  },
  emotes: {
    ...scenes['turn']!,
    about: 'what people say',
    then: (table) => {
      for (const [n, emote] of [
        [1, 'hello'],
        [2, 'unlucky'],
        [4, 'thanks'],
        [6, 'well-played'],
      ] as const) {
        table.talk.take({ table: table.id, seat: n, emote })
      }
    },
  },
}

/** Every state of the table. */
export const all: Record<string, Scene> = { ...scenes, ...more }
