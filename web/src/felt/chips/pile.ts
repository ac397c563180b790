import type { Seat } from '../../wire/types'

/** What lies at a seat: what was staked and is still there, and what the house has paid to it. */
export interface Pile {
  stake: number
  won: number
}

/** The chips at a seat: the bet, or what is left of it and was won with it, once the results are told. */
export function pile(seat: Seat, slip: number, told: boolean): Pile {
  const hands = seat.hands.reduce((sum, hand) => sum + hand.stake, 0)
  if (!told || hands === 0) return { stake: hands || seat.bet || slip, won: 0 }
  const staked = hands + (seat.insurance?.stake ?? 0)
  const paid = seat.hands.reduce((sum, hand) => sum + (hand.paid ?? 0), seat.insurance?.paid ?? 0)
  return { stake: Math.min(staked, paid), won: Math.max(0, paid - staked) }
}
