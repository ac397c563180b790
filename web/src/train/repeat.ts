import type { Spot } from '../wire/train'

// Spaced repetition, as simple as it can be: what was wrong comes again soon, what was right comes later each time,
// counted in drills, and what was right often enough is learned.

/** After how many drills a situation comes again, by how often in a row it was right. */
export const GAPS = [2, 4, 8, 16, 32] as const

/** How many situations are kept; those that are due last are let go first. */
const KEPT = 100

export interface Item {
  spot: Spot
  /** How often in a row it was right. */
  right: number
  /** At which drill it is due. */
  due: number
}

export interface Practice {
  /** Drills that were answered. */
  done: number
  right: number
  items: readonly Item[]
}

export const nothing: Practice = { done: 0, right: 0, items: [] }

/** One name for the same situation. */
export function keyOf({ offer, kind, total, later, up }: Spot): string {
  return [offer ?? '', kind ?? '', total ?? 0, later ? 'later' : '', up].join(' ')
}

/** A situation alone, of whatever holds one. */
function bare({ offer, kind, total, later, up }: Spot): Spot {
  return { ...(offer && { offer }), ...(kind && { kind }), ...(total && { total }), ...(later && { later }), up }
}

/** The situation that is due first; undefined if none is: then anything may be drilled. */
export function due({ done, items }: Practice): Spot | undefined {
  const ready = items.filter((item) => item.due <= done)
  return ready.reduce<Item | undefined>((first, item) => (first && first.due <= item.due ? first : item), undefined)
    ?.spot
}

/** Adds situations that are not known yet, due at once, in their order. */
export function add(practice: Practice, spots: readonly Spot[]): Practice {
  const known = new Set(practice.items.map((item) => keyOf(item.spot)))
  const fresh = spots.map(bare).filter((spot) => !known.has(keyOf(spot)))
  return { ...practice, items: [...practice.items, ...fresh.map((spot) => ({ spot, right: 0, due: practice.done }))] }
}

/** Practice after an answer. What was never wrong need not come again. */
export function answer(practice: Practice, spot: Spot, right: boolean): Practice {
  const done = practice.done + 1
  const key = keyOf(spot)
  const before = practice.items.find((item) => keyOf(item.spot) === key)
  const others = practice.items.filter((item) => item !== before)
  const after = { done, right: practice.right + (right ? 1 : 0), items: others }
  const times = right ? (before?.right ?? 0) + 1 : 0
  const gap = GAPS[times]
  if (gap === undefined || (right && !before)) return after
  const items = [...others, { spot, right: times, due: done + gap }]
  return { ...after, items: items.sort((a, b) => a.due - b.due).slice(0, KEPT) }
}

/** Takes a situation out: the rules that are trained do not have it. */
export function without(practice: Practice, spot: Spot): Practice {
  return { ...practice, items: practice.items.filter((item) => keyOf(item.spot) !== keyOf(spot)) }
}

/** Reads what was kept; what cannot be read is nothing. */
export function read(text: string | null): Practice {
  try {
    const kept = JSON.parse(text ?? '') as Practice
    const whole = (n: unknown) => typeof n === 'number' && Number.isInteger(n) && n >= 0
    const fine =
      whole(kept.done) &&
      whole(kept.right) &&
      kept.items.every((item) => whole(item.due) && whole(item.right) && whole(item.spot.up))
    return fine ? kept : nothing
  } catch {
    return nothing
  }
}
