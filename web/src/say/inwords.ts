import { cardName, totalName } from '../felt/speech'
import type { Words } from '../i18n/vi'
import type { Hand, LegalAction, Seat, State } from '../wire/types'
import type { SayWords } from './words'

/** What is needed beside the state to say it. */
export interface Teller {
  t: Words
  w: SayWords
  money(amount: number): string
  own: readonly number[]
  /** What the player may do at a seat now. */
  legal(seat: number): readonly LegalAction[]
  balance: number
  /** The server's clock. */
  now: number
}

/** The table as it is, in sentences. */
export interface InWords {
  /** The round, what is going on, and the time that is left. */
  head: string
  dealer: string
  seats: { seat: number; own: boolean; text: string }[]
  /** What the player may do, and the balance. */
  you: string[]
}

export function inWords(state: State, teller: Teller): InWords {
  const { w, t, own } = teller
  return {
    head: sentence([w.round(state.round), t.phase[state.phase], timeLeft(state, teller)]),
    dealer: dealer(state, teller),
    seats: state.seats.map((seat) => ({
      seat: seat.seat,
      own: own.includes(seat.seat),
      text: seatInWords(seat, state, teller),
    })),
    you: you(state, teller),
  }
}

/** The short of it, for who asks in the middle of a hand: dealer, own seats, whose turn it is. */
export function inShort(state: State, teller: Teller): string {
  const turn = state.seats.find((seat) => seat.seat === state.turn?.seat)
  const mine = state.seats.filter((seat) => teller.own.includes(seat.seat) || seat === turn)
  const all = mine.map((seat) => seatInWords(seat, state, teller))
  return [dealer(state, teller), ...all, ...you(state, teller), sentence([timeLeft(state, teller)])]
    .filter((text) => text !== '')
    .join(' ')
}

function sentence(parts: readonly string[]): string {
  const said = parts.filter((part) => part !== '').join(', ')
  return said === '' ? '' : `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}.`
}

function timeLeft({ deadline }: State, { now, w }: Teller): string {
  return deadline === undefined ? '' : w.seconds(Math.max(0, Math.ceil((deadline - now) / 1000)))
}

function dealer({ dealer: { cards, total, soft, status } }: State, { t, w }: Teller): string {
  if (cards.length === 0) return sentence([`${t.dealer}: ${w.noCards}`])
  const named = cards.map((card) => (card === '??' ? t.holeCard : cardName(t, card))).join(', ')
  const word = t.dealerStatus[status as keyof Words['dealerStatus']] ?? ''
  return sentence([`${t.dealer}: ${named}`, total ? totalName(t, { total, soft }) : '', word])
}

function seatInWords(seat: Seat, state: State, { t, w, money, own }: Teller): string {
  if (!seat.player) return sentence([t.seat(seat.seat), w.free])
  const mine = own.includes(seat.seat)
  const who = mine ? w.yours : seat.player.bot ? `${seat.player.name}, ${t.botLong.toLowerCase()}` : seat.player.name
  const acts = state.phase === 'players' && state.turn?.seat === seat.seat ? w.toAct : ''
  const asked = state.phase === 'offers' && (seat.offers?.length ?? 0) > 0 ? w.asked : ''
  const staked = seat.hands.reduce((sum, hand) => sum + hand.stake, 0) || (seat.bet ?? 0)
  const bet = staked > 0 ? w.bet(money(staked)) : state.phase === 'betting' ? w.noBet : ''
  const insured = seat.insurance ? `${t.insurance.toLowerCase()} ${money(seat.insurance.stake)}` : ''
  const note = seat.away ? t.away : seat.leaving ? t.leaving : ''
  const net =
    seat.net === undefined
      ? ''
      : seat.net > 0
        ? t.won(money(seat.net))
        : seat.net < 0
          ? t.lost(money(-seat.net))
          : t.evenRound
  const hands = seat.hands.map((hand, i) => {
    const what = handInWords(hand, t)
    return seat.hands.length > 1 ? w.hand(i + 1, what) : what
  })
  return sentence([t.seat(seat.seat), who, note, acts, asked, bet, insured, ...hands, net.toLowerCase()])
}

function handInWords(hand: Hand, t: Words): string {
  const word = hand.outcome ? t.outcome[hand.outcome] : t.status[hand.status]
  const cards = hand.cards.map((card) => cardName(t, card)).join(', ')
  return [cards, totalName(t, hand), word.toLowerCase()].filter((part) => part !== '').join(', ')
}

function you(state: State, { t, w, own, legal, money, balance }: Teller): string[] {
  const may = own.flatMap((seat) => {
    const actions = legal(seat).map(({ action, cost }) => `${t.action[action]}${cost ? ` ${money(cost)}` : ''}`)
    if (actions.length === 0) return []
    const what = w.mayDo(actions.join('; '))
    return [own.length > 1 ? `${t.seat(seat)}: ${what}.` : `${what}.`]
  })
  return own.length === 0 && state.phase !== 'betting' ? [] : [...may, `${w.balance(money(balance))}.`]
}
