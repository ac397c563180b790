import { expect, test } from 'vitest'
import { en } from '../i18n/en'
import { vi } from '../i18n/vi'
import type { Seat, State } from '../wire/types'
import { inShort, inWords, type Teller } from './inwords'
import { words } from './words'

const seats: Seat[] = [
  {
    seat: 1,
    player: { name: 'Cò', bot: true },
    bet: 50,
    hands: [{ cards: ['Td', '9c'], total: 19, status: 'stood', stake: 50 }],
  },
  { seat: 2, hands: [] },
  {
    seat: 3,
    player: { name: 'An' },
    bet: 100,
    hands: [
      { cards: ['8s', 'Ah'], total: 19, soft: true, status: 'stood', stake: 100, split: true },
      { cards: ['8d', '2c'], total: 10, status: 'playing', stake: 100, split: true },
    ],
  },
]
const state: State = {
  phase: 'players',
  round: 12,
  deadline: 11_000,
  turn: { n: 3, seat: 3, hand: 2 },
  dealer: { cards: ['6h', '??'] },
  seats,
  shoe: { decks: 6, left: 200 },
  watching: 0,
}

function teller(lang: 'vi' | 'en', own = [3]): Teller {
  return {
    t: lang === 'vi' ? vi : en,
    w: words[lang],
    money: String,
    own,
    legal: (seat) => (seat === 3 ? [{ action: 'hit' }, { action: 'double', cost: 100 }] : []),
    balance: 800,
    now: 1000,
  }
}

test('the table in words, in Vietnamese', () => {
  expect(inWords(state, teller('vi'))).toEqual({
    head: 'Ván 12, Đang chơi, còn 10 giây.',
    dealer: 'Nhà cái: 6 cơ, lá bài úp.',
    seats: [
      { seat: 1, own: false, text: 'Ghế 1, Cò, máy của nhà, cược 50, 10 rô, 9 chuồn, 19 điểm, dừng.' },
      { seat: 2, own: false, text: 'Ghế 2, trống.' },
      {
        seat: 3,
        own: true,
        text: 'Ghế 3, ghế của bạn, đang đến lượt, cược 200, tay 1: 8 bích, Xì cơ, 19 mềm, dừng, tay 2: 8 rô, 2 chuồn, 10 điểm.',
      },
    ],
    you: ['Bạn có thể: Rút bài; Gấp đôi 100.', 'Số dư 800.'],
  })
})

test('the table in words, in English, at the end of a round', () => {
  const over: State = {
    ...state,
    phase: 'over',
    deadline: undefined,
    turn: undefined,
    dealer: { cards: ['6h', 'Td', '9c'], total: 25, status: 'bust' },
    seats: [
      {
        seat: 3,
        player: { name: 'An' },
        net: -50,
        insurance: { stake: 50 },
        hands: [{ cards: ['8s', 'Ah'], total: 19, soft: true, status: 'stood', stake: 100, outcome: 'win' }],
      },
    ],
  }
  const told = inWords(over, { ...teller('en'), legal: () => [] })
  expect(told.head).toBe('Round 12, Round just over.')
  expect(told.dealer).toBe('Dealer: six of hearts, ten of diamonds, nine of clubs, 25, bust.')
  expect(told.seats[0]?.text).toBe(
    'Seat 3, your seat, bet 100, insurance 50, eight of spades, ace of hearts, soft 19, win, lost 50.',
  )
  expect(told.you).toEqual(['Balance 800.'])
})

test('in short: the dealer, the own seat, what may be done, the time', () => {
  expect(inShort(state, teller('en'))).toBe(
    'Dealer: six of hearts, hole card. Seat 3, your seat, to act, bet 200, hand 1: eight of spades, ace of hearts, soft 19, stands, hand 2: eight of diamonds, two of clubs, 10. You may: Hit; Double 100. Balance 800. 10 seconds left.',
  )
  const other = inShort({ ...state, turn: { n: 3, seat: 1, hand: 1 } }, teller('vi', []))
  expect(other).toBe(
    'Nhà cái: 6 cơ, lá bài úp. Ghế 1, Cò, máy của nhà, đang đến lượt, cược 50, 10 rô, 9 chuồn, 19 điểm, dừng. Còn 10 giây.',
  )
})
