import { expect, test } from 'vitest'
import { en } from '../i18n/en'
import { vi } from '../i18n/vi'
import type { Frame, Hand, TableEvent } from '../wire/types'
import { callOut as tell, type Listener, SILENT } from './speech'

const callOut = (...args: Parameters<typeof tell>): string[] => tell(...args).map(({ text }) => text)

const listen = (t: Listener['t'], own: number[] = []): Listener => ({
  t,
  money: String,
  own,
})

function frame(seats: Record<number, Hand[]>, dealer: Frame['state']['dealer'], events: TableEvent[]): Frame {
  return {
    table: 't',
    seq: 1,
    now: 0,
    state: {
      phase: 'players',
      round: 4,
      dealer,
      seats: Object.entries(seats).map(([seat, hands]) => ({ seat: Number(seat), hands })),
      shoe: { decks: 6, left: 300 },
      watching: 0,
    },
    events,
  }
}

const soft: Hand = { cards: ['Ah', '8s'], total: 19, soft: true, status: 'playing', stake: 10 }
const hard: Hand = { cards: ['Td', '6c'], total: 16, status: 'playing', stake: 10 }

test('a drawn card is called with the total', () => {
  const f = frame({ 3: [soft] }, { cards: ['6h', '??'] }, [{ kind: 'card-dealt', seat: 3, hand: 1, card: '8s' }])
  expect(callOut(f, listen(vi))).toEqual(['Ghế 3 rút 8 bích, 19 mềm.'])
  expect(callOut(f, listen(en))).toEqual(['Seat 3 draws the eight of spades, soft 19.'])
})

test('the first deal is called by seat, and the own turn with what matters', () => {
  const f = frame({ 1: [soft], 2: [hard] }, { cards: ['6h', '??'] }, [
    { kind: 'bets-closed' },
    { kind: 'card-dealt', seat: 1, hand: 1, card: 'Ah' },
    { kind: 'card-dealt', seat: 2, hand: 1, card: 'Td' },
    { kind: 'up-card-dealt', card: '6h' },
    { kind: 'card-dealt', seat: 1, hand: 1, card: '8s' },
    { kind: 'card-dealt', seat: 2, hand: 1, card: '6c' },
    { kind: 'hole-card-dealt' },
    { kind: 'turn-came', seat: 1, hand: 1 },
  ])
  expect(callOut(f, listen(vi, [1]))).toEqual([
    'Đóng cược, chia bài.',
    'Nhà cái lộ 6 cơ.',
    'Ghế 1: Xì cơ, 8 bích, 19 mềm.',
    'Ghế 2: 10 rô, 6 chuồn, 16 điểm.',
    'Đến lượt bạn, ghế 1: 19 mềm. Nhà cái 6 cơ.',
  ])
})

test('the end of a round: hole card, draw, total, results with their sign', () => {
  const f = frame({ 2: [hard] }, { cards: ['6h', 'Td', '5c'], total: 21 }, [
    { kind: 'hole-card-opened', card: 'Td' },
    { kind: 'dealer-drew', card: '5c' },
    { kind: 'dealer-ended', status: 'stood' },
    { kind: 'hand-settled', seat: 2, hand: 1, outcome: 'lose', stake: 10 },
  ])
  expect(callOut(f, listen(en))).toEqual([
    'The dealer turns the ten of diamonds.',
    'The dealer draws the five of clubs.',
    'The dealer stands on 21.',
    'Seat 2 loses 10.',
  ])
  expect(callOut(f, listen(vi)).slice(2)).toEqual(['Nhà cái dừng ở 21 điểm.', 'Ghế 2 thua 10.'])
})

test('every way in which a hand can end has a sentence, and the amount no sign', () => {
  const settled = (outcome: string, amount: number) =>
    callOut(
      frame({ 2: [hard] }, { cards: [] }, [{ kind: 'hand-settled', seat: 2, hand: 1, outcome, stake: 10, amount }]),
      listen(en),
    )
  expect(settled('win', 20)).toEqual(['Seat 2 wins 10.'])
  expect(settled('push', 10)).toEqual(['Seat 2 pushes: the bet comes back.'])
  expect(settled('blackjack', 25)).toEqual(['Seat 2 wins 15 with a Blackjack.'])
  expect(settled('surrender', 5)).toEqual(['Seat 2 surrenders: half the bet is lost, 5.'])
  expect(settled('even-money', 20)).toEqual(['Seat 2 is paid even money, 10.'])
  for (const words of [vi, en]) {
    expect(Object.keys(words.callSettled).sort()).toEqual(Object.keys(words.outcome).sort())
    const ended = (status: string) =>
      callOut(frame({ 2: [hard] }, { cards: [] }, [{ kind: 'hand-ended', seat: 2, hand: 1, status }]), listen(words))
    for (const status of ['bust', 'blackjack', 'charlie']) expect(ended(status)).toHaveLength(1)
    for (const status of ['stood', 'doubled', 'surrendered', 'even-money']) expect(ended(status)).toEqual([])
  }
})

test('what the clock did is said so, and split hands are told apart', () => {
  const f = frame({ 2: [hard, soft] }, { cards: ['6h', '??'] }, [
    { kind: 'decided', seat: 2, hand: 1, action: 'stand', by: 'clock' },
    { kind: 'turn-came', seat: 2, hand: 2 },
  ])
  expect(callOut(f, listen(vi))).toEqual(['Hết giờ: ghế 2 tay 1 dừng.', 'Đến lượt ghế 2 tay 2.'])
})

test('what asks the listener for something is urgent, and nothing else', () => {
  const events: TableEvent[] = [
    { kind: 'up-card-dealt', card: '6h' },
    { kind: 'turn-came', seat: 1, hand: 1 },
  ]
  const urgent = (own: number[], list = events) =>
    tell(frame({ 1: [soft], 2: [hard] }, { cards: ['6h', '??'] }, list), listen(vi, own)).map((call) => call.urgent)
  expect(urgent([1])).toEqual([false, true])
  expect(urgent([2])).toEqual([false, false])
  expect(urgent([2], [{ kind: 'offers-made', seat: 2, offers: ['insure'] }])).toEqual([true])
})

test('an offer says what is offered, to whose seat', () => {
  const offered = (words: Listener['t'], offer: 'insure' | 'even-money' | 'surrender') =>
    callOut(
      frame({ 2: [hard] }, { cards: ['Ah', '??'] }, [{ kind: 'offers-made', seat: 2, offers: [offer] }]),
      listen(words, [2]),
    )
  expect(offered(en, 'insure')).toEqual(['Seat 2: The dealer shows an ace. Insurance?'])
  expect(offered(en, 'even-money')).toEqual([`Seat 2: ${en.offerEvenMoney}`])
  expect(offered(vi, 'surrender')).toEqual([`Ghế 2: ${vi.offerSurrender}`])
})

test('several hands: what they came to together', () => {
  const over = (nets: Record<number, number>, own: number[]) => {
    const f = frame({ 1: [hard], 2: [soft] }, { cards: [] }, [{ kind: 'round-over' }])
    for (const seat of f.state.seats) seat.net = nets[seat.seat]
    return callOut(f, listen(en, own))
  }
  expect(over({ 1: 100, 2: -30 }, [1, 2])).toEqual(['This round: Won 70.'])
  expect(over({ 1: 10, 2: -10 }, [1, 2])).toEqual(['This round: Even.'])
  expect(over({ 1: 100, 2: -30 }, [1])).toEqual([]) // its hand has told
})

test('in brief, of the seats only the own ones are told of, the dealer as ever', () => {
  const events: TableEvent[] = [
    { kind: 'bets-closed' },
    { kind: 'card-dealt', seat: 1, hand: 1, card: 'Ah' },
    { kind: 'card-dealt', seat: 2, hand: 1, card: 'Td' },
    { kind: 'up-card-dealt', card: '6h' },
    { kind: 'decided', seat: 1, hand: 1, action: 'stand' },
    { kind: 'decided', seat: 2, hand: 1, action: 'stand' },
    { kind: 'dealer-drew', card: '5c' },
  ]
  const f = frame({ 1: [soft], 2: [hard] }, { cards: ['6h', 'Td', '5c'] }, events)
  expect(callOut(f, { ...listen(en, [2]), brief: true })).toEqual([
    'No more bets. Dealing.',
    'The dealer shows the six of hearts.',
    'Seat 2: ten of diamonds, six of clubs, 16.',
    'Seat 2 stands.',
    'The dealer draws the five of clubs.',
  ])
})

// Every kind of event, each as it is told to the player of seat 2. A kind that is missing here does not compile.
const EVERY: Record<TableEvent['kind'], TableEvent> = {
  'bet-placed': { kind: 'bet-placed', seat: 2, stake: 10 },
  'bets-closed': { kind: 'bets-closed' },
  'card-dealt': { kind: 'card-dealt', seat: 2, hand: 1, card: '6c' },
  'up-card-dealt': { kind: 'up-card-dealt', card: '6h' },
  'hole-card-dealt': { kind: 'hole-card-dealt' },
  'offers-made': { kind: 'offers-made', seat: 2, offers: ['insure'] },
  decided: { kind: 'decided', seat: 2, hand: 1, action: 'stand' },
  checked: { kind: 'checked', status: 'none' },
  'hand-ended': { kind: 'hand-ended', seat: 2, hand: 1, status: 'bust' },
  'turn-came': { kind: 'turn-came', seat: 2, hand: 1 },
  'hole-card-opened': { kind: 'hole-card-opened', card: 'Td' },
  'dealer-drew': { kind: 'dealer-drew', card: '5c' },
  'dealer-ended': { kind: 'dealer-ended', status: 'stood' },
  'hand-settled': { kind: 'hand-settled', seat: 2, hand: 1, outcome: 'win', stake: 10, amount: 20 },
  'insurance-settled': { kind: 'insurance-settled', seat: 2, outcome: 'lose', stake: 5 },
  'round-over': { kind: 'round-over' },
  'seat-taken': { kind: 'seat-taken', seat: 2, name: 'An' },
  'seat-left': { kind: 'seat-left', seat: 2, name: 'An' },
  'betting-opened': { kind: 'betting-opened' },
  'shoe-shuffled': { kind: 'shoe-shuffled' },
  'round-missed': { kind: 'round-missed', seat: 2 },
  'seed-committed': { kind: 'seed-committed', seat: 2 },
  'terms-fixed': { kind: 'terms-fixed' },
  'seed-revealed': { kind: 'seed-revealed', seat: 2 },
  'seed-left-out': { kind: 'seed-left-out', seat: 2, out: 'silent' },
  'shoe-sealed': { kind: 'shoe-sealed' },
  'shoe-over': { kind: 'shoe-over' },
  'stake-returned': { kind: 'stake-returned', seat: 2, amount: 10 },
  'table-closed': { kind: 'table-closed' },
}

test('every kind of event is told in both languages, or silent on purpose', () => {
  for (const words of [vi, en]) {
    const silent = Object.values(EVERY).filter((event) => {
      const f = frame({ 2: [hard, hard] }, { cards: ['6h', 'Td', '5c'], total: 21 }, [event])
      f.state.phase = 'sealing'
      for (const seat of f.state.seats) seat.net = 10
      return callOut(f, listen(words, [2])).length !== 1
    })
    expect(silent.map((event) => event.kind)).toEqual(SILENT)
  }
})
