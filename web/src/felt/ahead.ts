import type { ActionName, LegalAction, State } from '../wire/types'

// Choosing ahead: what an own seat is to do when its turn comes. The choice is about one hand of one round as it lies,
// and about no other; what can be chosen, the server says.

/** A choice that waits for its turn. */
export interface Wish {
  round: number
  seat: number
  /** The hand, and the dealer's open card, that it was made for. */
  about: string
  action: ActionName
}

/** What can be chosen ahead, in the order of the buttons. */
export const AHEAD: readonly ActionName[] = ['hit', 'stand', 'double', 'split']

/** The cards that a choice for a seat is about; nothing while there is no hand, or more than one. */
export function about(state: State, seat: number): string | undefined {
  const hands = state.seats.find((s) => s.seat === seat)?.hands
  const hand = hands?.[0]
  if (!hand || hands.length !== 1) return undefined
  return `${hand.cards.join(' ')} / ${state.dealer.cards[0] ?? ''}`
}

/**
 * What becomes of a choice: it waits, it is sent, it is not possible any more, or its moment has passed. While legal is
 * not known for the turn, it waits.
 */
export function judge(
  wish: Wish,
  state: State,
  legal: readonly LegalAction[],
): 'wait' | 'send' | 'impossible' | 'missed' {
  if (state.round !== wish.round || state.phase !== 'players' || about(state, wish.seat) !== wish.about) return 'missed'
  const { turn } = state
  if (!turn || turn.seat > wish.seat) return 'missed'
  if (turn.seat < wish.seat) return 'wait'
  if (turn.hand !== 1) return 'missed'
  if (legal.length === 0) return 'wait'
  return legal.some(({ action }) => action === wish.action) ? 'send' : 'impossible'
}
