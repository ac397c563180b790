import { expect, test } from 'vitest'
import { vi } from '../i18n/vi'
import { house, inWords, pays } from './house'

test('the club’s own table', () => {
  expect(house('6D S17 DAS LS 3:2 peek-AT charlie-11')).toEqual({
    decks: 6,
    soft17: 'stand',
    blackjack: { win: 3, stake: 2 },
    insurance: { win: 2, stake: 1 },
    evenMoney: { win: 1, stake: 1 },
  })
})

test('what differs is read', () => {
  const rules = house('1D H17 NDAS NS 6:5 no-peek insurance=false even_money_pays=6:5')
  expect(rules.soft17).toBe('hit')
  expect(rules.insurance).toBeUndefined()
  expect(rules.blackjack).toEqual({ win: 6, stake: 5 })
  expect(pays(rules.blackjack, 100_000)).toBe(120_000)
  expect(rules.evenMoney).toEqual({ win: 6, stake: 5 })
})

test('the line is said in words, and what has none stays', () => {
  expect(inWords('6D S17 3:2 charlie-11 cut-52 min_bet=500', vi)).toBe(
    '6 bộ bài · dừng ở 17 mềm · Blackjack 3:2 · Charlie 11 lá · chia đến lá cắt · min_bet=500',
  )
})
