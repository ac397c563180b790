import type { Bet } from '../wire/types'

/** The table's limits, as the lobby states them; the server has the last word. */
export interface Limits {
  minBet: number
  maxBet: number
}

/** Bets by seat. */
export type Bets = Readonly<Record<number, number>>

/** The bets that a player is putting together before confirming them. A value: every change makes a new slip. */
export interface Slip {
  readonly bets: Bets
  readonly before: readonly Bets[]
}

export const emptySlip: Slip = { bets: {}, before: [] }

export function sum(bets: Bets): number {
  return Object.values(bets).reduce((total, amount) => total + amount, 0)
}

/** The bets as the wire wants them. */
export function toWire(bets: Bets): Bet[] {
  return Object.entries(bets)
    .filter(([, amount]) => amount > 0)
    .map(([seat, amount]) => ({ seat: Number(seat), amount }))
}

function change(slip: Slip, bets: Bets): Slip {
  return { bets, before: [...slip.before, slip.bets] }
}

/** Puts a chip on a seat; as much of it as the table's maximum and the balance leave room for. */
export function add(slip: Slip, seat: number, chip: number, limits: Limits, balance: number): Slip {
  const now = slip.bets[seat] ?? 0
  const room = Math.min(limits.maxBet - now, balance - sum(slip.bets))
  if (room < chip) return slip
  return change(slip, { ...slip.bets, [seat]: now + chip })
}

/** Takes a chip back from a seat. */
export function take(slip: Slip, seat: number, chip: number): Slip {
  const now = slip.bets[seat] ?? 0
  if (now === 0) return slip
  return change(slip, { ...slip.bets, [seat]: Math.max(0, now - chip) })
}

export function undo(slip: Slip): Slip {
  const bets = slip.before.at(-1)
  return bets ? { bets, before: slip.before.slice(0, -1) } : slip
}

export function clear(slip: Slip): Slip {
  return sum(slip.bets) === 0 ? slip : change(slip, {})
}

/** Doubles every bet, if the maximum and the balance allow all of it. */
export function double(slip: Slip, limits: Limits, balance: number): Slip {
  const total = sum(slip.bets)
  const over = Object.values(slip.bets).some((amount) => amount * 2 > limits.maxBet)
  if (total === 0 || over || total * 2 > balance) return slip
  return change(slip, Object.fromEntries(Object.entries(slip.bets).map(([seat, amount]) => [seat, amount * 2])))
}

/** The bets on the given seats alone: others may have been given up meanwhile. */
export function only(bets: Bets, seats: readonly number[]): Bets {
  return Object.fromEntries(Object.entries(bets).filter(([seat]) => seats.includes(Number(seat))))
}

/** The chip that lies on top of a bet: its smallest, when it is made of as few as possible. */
export function top(amount: number, kinds: readonly number[]): number {
  let rest = amount
  let last = 0
  for (const kind of [...kinds].sort((a, b) => b - a)) {
    if (rest < kind) continue
    rest %= kind
    last = kind
  }
  return rest > 0 ? rest : last
}

/** The last round's bets on the seats that are still the player's, if the balance covers them. */
export function again(slip: Slip, last: Bets, seats: readonly number[], balance: number): Slip {
  const bets = only(last, seats)
  const total = sum(bets)
  return total === 0 || total > balance ? slip : change(slip, bets)
}

/** Whether the slip can be confirmed: something is bet, and every bet reaches the minimum. */
export function complete(slip: Slip, limits: Limits): boolean {
  const bets = Object.values(slip.bets).filter((amount) => amount > 0)
  return bets.length > 0 && bets.every((amount) => amount >= limits.minBet)
}
