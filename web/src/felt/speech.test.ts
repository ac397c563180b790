import { expect, test } from 'vitest'
import { en } from '../i18n/en'
import { vi } from '../i18n/vi'
import type { Frame, Hand, TableEvent } from '../wire/types'
import { callOut, type Listener } from './speech'

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
  expect(settled('surrender', 5)).toEqual(['Seat 2 gives up half the bet, 5.'])
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
