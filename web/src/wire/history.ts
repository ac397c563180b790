import type { Frame } from './types'

// What a player finds again.

export interface Sums {
  rounds: number
  staked: number
  net: number
}

/** The rounds of one day of the zone. */
export interface DaySums extends Sums {
  day: string
  /** After the day's last round. */
  balance?: number
}

export interface BalancePoint {
  /** How many rounds of those counted there were until then. */
  round: number
  at: number
  balance: number
}

/** How often one kind of hand came, and how its stakes ended. */
export interface HandCount {
  hand: string
  count: number
  won: number
  push: number
  lost: number
}

/** What rounds came to beside what the same first bets come to on average by best play. */
export interface Theory {
  rounds: number
  bets: number
  net: number
  expected: number
  /** 95 of 100 such stretches lie between the two. */
  low: number
  high: number
}

/** The own rounds, counted. */
export interface Statistics extends Sums {
  zone: string
  bets: number
  won: number
  push: number
  lost: number
  void: number
  first?: number
  last?: number
  tables: (Sums & { table: string })[]
  /** The newest first. */
  days: DaySums[]
  /** The oldest first, thinned out. */
  balance: BalancePoint[]
  dealt: HandCount[]
  ended: HandCount[]
  theory?: Theory
  /** Rounds that the theory does not count. */
  outside?: number
}

/** An own round that is over, told again: what everybody at the table saw. */
export interface Replay {
  table: string
  round: number
  rules: string
  /** The own seats. */
  seats: number[]
  frames: Frame[]
}
