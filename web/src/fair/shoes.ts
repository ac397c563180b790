import { house, type Known, remake, seeds, terms } from './check'
import { type ListedShoe, readShoes, type ShoeList, type Why } from './record'
import type { Seen } from './seen'

// The check of a table's list of shoes: that none is missing, that each was committed to together with the one before it,
// that each is revealed unless it is the newest, and that its seeds give its seal.

/** What became of a shoe. Of those that are wrong, what was found first. */
export type ShoeState =
  | { is: 'open' } // in use, or waiting for bets
  | { is: 'proved' }
  | { is: 'abandoned'; why: Why }
  | { is: 'withheld' }
  | { is: 'lost' } // the house says that it does not have the seed any more
  | { is: 'wrong'; step: WrongStep; seat?: number }

/** The parts of a shoe's check; gap, next and twice are about the shoe before it. */
export type WrongStep = 'gap' | 'next' | 'twice' | 'house' | 'seeds' | 'terms' | 'order' | 'seen'

export interface CheckedShoe extends ListedShoe {
  state: ShoeState
}

export interface ListReport {
  table: string
  /** From the oldest to the newest. */
  shoes: CheckedShoe[]
  /** The list is not as the format says: why. */
  detail?: string
}

/**
 * Checks a part of a table's list. The part of newer shoes that was read before begins with after: without it, the last
 * shoe of this part is the newest of all.
 */
export function checkShoes(data: string, after?: ListedShoe): ListReport {
  try {
    const { table, shoes } = readShoes(data)
    return { table, shoes: shoes.map((shoe, i) => ({ ...shoe, state: stateOf(table, shoe, shoes[i + 1] ?? after) })) }
  } catch (error) {
    return { table: '', shoes: [], detail: (error as Error).message }
  }
}

function stateOf(table: string, listed: ListedShoe, next: ListedShoe | undefined): ShoeState {
  const { number, seed, abandoned } = listed
  const wrong = (step: WrongStep, seat?: number): ShoeState => ({ is: 'wrong', step, ...(seat ? { seat } : {}) })
  if (next && next.number !== number + 1) return wrong('gap')
  if (next && next.commitment !== listed.next && abandoned !== 'lost') return wrong('next')
  if (next && seed && next.seed === seed) return wrong('twice')
  const shoe: Known = { table, ...listed, terms: listed.terms ?? '', root: listed.root ?? '' }
  if (seed && house(shoe).result === 'wrong') return wrong('house')
  const given = seeds(shoe)
  if (given.result === 'wrong') return wrong('seeds', given.seats?.[0])
  if (listed.terms && terms(shoe).result === 'wrong') return wrong('terms')
  if (seed && listed.root && remake({ ...shoe, seed }).root !== listed.root) return wrong('order')
  if (abandoned === 'lost') return { is: 'lost' }
  if (abandoned) return { is: 'abandoned', why: abandoned }
  if (seed) return { is: 'proved' }
  return next ? { is: 'withheld' } : { is: 'open' }
}

/** Compares a shoe with what this browser saw of it at the table, if it did. */
export function asSeen(shoe: CheckedShoe, seen: Seen | undefined): CheckedShoe {
  if (!seen || shoe.root === undefined || shoe.state.is === 'wrong') return shoe
  const same = (['commitment', 'next', 'terms', 'root'] as const).every((part) => seen[part] === shoe[part])
  return same ? shoe : { ...shoe, state: { is: 'wrong', step: 'seen' } }
}

/** Whether all are as they should be: a shoe that was given up is, if it says so. */
export function isRight(shoes: readonly CheckedShoe[]): boolean {
  return shoes.every(({ state }) => !['wrong', 'withheld', 'lost'].includes(state.is))
}

/** The list as the server writes it: what was read in parts is one. */
export function written(table: string, shoes: readonly CheckedShoe[]): string {
  const plain = shoes.map(({ state: _, ...shoe }) => shoe)
  return JSON.stringify({ format: 'club99 shoes', version: 1, table, shoes: plain } satisfies ShoeList)
}
