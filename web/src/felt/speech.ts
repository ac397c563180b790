import type { Words } from '../i18n/vi'
import type { Frame, Hand, TableEvent } from '../wire/types'

/** What the speech needs to know beside the frame. */
export interface Listener {
  t: Words
  money(amount: number): string
  /** The seats that the listener holds. */
  own: readonly number[]
  /** Of the seats only the own ones are to be told of. */
  brief?: boolean
}

/** A sentence of the croupier's. An urgent one asks the listener for something, and the clock runs. */
export interface Told {
  text: string
  urgent: boolean
}

type Says = (...what: string[]) => string

/** The name of a card: "8 bích", "eight of spades". */
export function cardName(t: Words, card: string): string {
  const rank = t.rank[card[0] as keyof Words['rank']]
  const suit = t.suit[card[1] as keyof Words['suit']]
  return rank && suit ? t.cardName(rank, suit) : t.closedCard
}

/** A total as it is said: "17 mềm", "20 điểm". */
export function totalName(t: Words, hand: { total?: number; soft?: boolean }): string {
  const total = hand.total ?? 0
  return hand.soft && total < 21 ? t.soft(total) : t.points(total)
}

/** Events that come while the first cards are dealt, or before. */
const NOT_AFTER_THE_DEAL: readonly TableEvent['kind'][] = [
  'up-card-dealt',
  'hole-card-dealt',
  'bets-closed',
  'bet-placed',
  'terms-fixed',
  'seed-revealed',
  'seed-left-out',
  'shoe-sealed',
]

/** Events that are not called out: others tell the same, or they are for the check of the shuffle alone. */
export const SILENT: readonly TableEvent['kind'][] = [
  'hole-card-dealt',
  'seed-committed',
  'seed-revealed',
  'shoe-sealed',
  'shoe-over',
]

/** What a frame's events are called out as, in order. */
export function callOut(frame: Frame, listener: Listener): Told[] {
  const told: Told[] = []
  const tell = (text: string | undefined, urgent = false) => {
    if (text) told.push({ text, urgent })
  }
  const dealing = frame.events.some((e) => e.kind === 'bets-closed')
  let dealt = dealing ? new Set<number>() : undefined
  for (const event of frame.events) {
    if (listener.brief && event.seat && !listener.own.includes(event.seat)) continue
    if (dealt && event.kind === 'card-dealt') {
      dealt.add(event.seat ?? 0)
      continue
    }
    if (dealt && !NOT_AFTER_THE_DEAL.includes(event.kind)) {
      for (const seat of dealt) tell(firstHand(frame, seat, listener))
      dealt = undefined
    }
    tell(say(event, frame, listener), asks(event, listener))
  }
  for (const seat of dealt ?? []) tell(firstHand(frame, seat, listener))
  return told
}

function asks({ kind, seat = 0 }: TableEvent, { own }: Listener): boolean {
  return (kind === 'turn-came' || kind === 'offers-made') && own.includes(seat)
}

function handOf(frame: Frame, event: TableEvent): Hand | undefined {
  return frame.state.seats.find((s) => s.seat === event.seat)?.hands[(event.hand ?? 1) - 1]
}

function who(frame: Frame, event: TableEvent, t: Words): string {
  const seat = event.seat ?? 0
  let hands = frame.state.seats.find((s) => s.seat === seat)?.hands.length ?? 0
  if (event.action === 'split') hands-- // it was decided when there was one hand less
  return event.hand && hands > 1 ? t.whoHand(seat, event.hand) : t.who(seat)
}

function firstHand(frame: Frame, seat: number, { t }: Listener): string {
  const hand = handOf(frame, { kind: 'card-dealt', seat })
  if (!hand) return ''
  return t.callHand(t.who(seat), hand.cards.map((card) => cardName(t, card)).join(', '), totalName(t, hand))
}

function say(event: TableEvent, frame: Frame, listener: Listener): string | undefined {
  const { t } = listener
  switch (event.kind) {
    case 'betting-opened':
      return t.callBetting(frame.state.round)
    case 'bets-closed':
      return t.callDealing
    case 'up-card-dealt':
      return t.callUp(cardName(t, event.card ?? ''))
    case 'hole-card-opened':
      return t.callHole(cardName(t, event.card ?? ''))
    case 'dealer-drew':
      return t.callDealerCard(cardName(t, event.card ?? ''))
    case 'dealer-ended':
      return sayDealerEnd(event, frame, t)
    case 'checked':
      return event.status === 'blackjack' ? undefined : t.callNoBlackjack
    case 'shoe-shuffled':
      return t.callShuffled
    case 'terms-fixed':
      return frame.state.phase === 'sealing' ? t.callSealing : undefined
    case 'seed-left-out':
      return listener.own.includes(event.seat ?? 0) ? t.callSeedOut(t.who(event.seat ?? 0)) : undefined
    case 'seat-taken':
      return t.callSat(event.name ?? '', event.seat ?? 0)
    case 'seat-left':
      return t.callLeft(event.name ?? '', event.seat ?? 0)
    case 'table-closed':
      return t.callClosed
    case 'stake-returned':
      return t.callStakeBack(t.who(event.seat ?? 0), listener.money(event.amount ?? 0))
    case 'round-over':
      return sayRoundOver(frame, listener)
    case 'round-missed':
      return t.callMissed(t.who(event.seat ?? 0))
    default:
      return sayOfSeat(event, frame, listener)
  }
}

function sayDealerEnd(event: TableEvent, frame: Frame, t: Words): string | undefined {
  const { dealer } = frame.state
  const says = t.callDealerEnd[event.status as keyof Words['callDealerEnd']] as Says | undefined
  return dealer.total ? says?.(totalName(t, dealer)) : undefined
}

/** What an offer asks; without an offer, the dealer only asks others. */
export function question(offer: string | undefined, t: Words): string {
  if (offer === 'even-money') return t.offerEvenMoney
  return offer === 'insure' ? t.offerInsurance : t.offerSurrender
}

/** With several hands, what they came to together. */
function sayRoundOver({ state }: Frame, { t, own, money }: Listener): string | undefined {
  const mine = state.seats.filter((seat) => own.includes(seat.seat) && seat.net !== undefined)
  if (mine.reduce((hands, seat) => hands + seat.hands.length, 0) < 2) return undefined
  const net = mine.reduce((sum, seat) => sum + (seat.net ?? 0), 0)
  return t.callRound(net > 0 ? t.won(money(net)) : net < 0 ? t.lost(money(-net)) : t.evenRound)
}

/** What was won or lost; which of both, the sentence says. */
function won({ amount = 0, stake = 0 }: TableEvent, money: Listener['money']): string {
  return money(Math.abs(amount - stake))
}

function sayOfSeat(event: TableEvent, frame: Frame, listener: Listener): string | undefined {
  const { t, money } = listener
  const name = who(frame, event, t)
  switch (event.kind) {
    case 'bet-placed':
      return event.stake ? t.callBet(name, money(event.stake)) : t.callBetBack(name)
    case 'card-dealt': {
      const hand = handOf(frame, event)
      return hand && t.callCard(name, cardName(t, event.card ?? ''), totalName(t, hand))
    }
    case 'decided': {
      const does = t.does[event.action as keyof Words['does']]
      if (event.by === 'clock') return t.callByClock(name, does)
      return event.action === 'hit' ? undefined : t.callDoes(name, does) // the card says that it was drawn
    }
    case 'hand-ended': // of the other ways to end, the decision has told
      return (t.callEnded[event.status as keyof Words['callEnded']] as Says | undefined)?.(name)
    case 'offers-made':
      return listener.own.includes(event.seat ?? 0) ? `${name}: ${question(event.offers?.[0], t)}` : undefined
    case 'turn-came':
      return sayTurn(event, frame, listener)
    case 'hand-settled':
      return (t.callSettled[event.outcome as keyof Words['callSettled']] as Says | undefined)?.(name, won(event, money))
    case 'insurance-settled':
      return (t.callInsurance[event.outcome as keyof Words['callInsurance']] as Says | undefined)?.(
        name,
        won(event, money),
      )
    default:
      return undefined
  }
}

function sayTurn(event: TableEvent, frame: Frame, { t, own }: Listener): string {
  const hand = handOf(frame, event)
  const name = who(frame, event, t)
  if (!hand || !own.includes(event.seat ?? 0)) return t.callTurn(name)
  const up = frame.state.dealer.cards[0]
  return t.callYourTurn(event.seat ?? 0, totalName(t, hand), up ? cardName(t, up) : '')
}
