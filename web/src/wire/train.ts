import type { ActionName, Choice } from './types'

// What a player learns from.

/** A situation: the hand against the dealer's card. Cards are by value, 1 for an ace. */
export interface Spot {
  offer?: 'insurance' | 'even-money' | 'surrender'
  kind?: 'hard' | 'soft' | 'pair'
  /** Of a pair the value of a card. */
  total?: number
  /** Three cards or more. */
  later?: true
  up: number
}

/** A mistake that is made in one situation. */
export interface Habit extends Spot {
  action: ActionName
  best: ActionName
  times: number
  /** All times together, in parts of a bet, and in units. */
  cost: number
  chips: number
  table: string
}

export interface Accuracy {
  decisions: number
  best: number
  cost: number
  chips: number
  /** Decisions of the clock, which are not among the others. */
  clock?: number
}

export interface Training {
  rounds: number
  /** Fewer than the rounds: the rest is graded when it is asked for again. */
  graded: number
  all: Accuracy
  session?: Accuracy
  habits: Habit[]
}

export interface Drill {
  spot: Spot
  cards: string[]
  up: string
  /** The best first. */
  choices: Choice[]
}
