/** What this browser itself was told of a shoe at the table, while it was in use. */
export interface Seen {
  commitment: string
  next: string
  terms: string
  root: string
}

const PLACE = 'club99.seen'
const KEPT = 60

type Kept = [key: string, seen: Seen][]

const key = (table: string, shoe: number) => `${table} ${shoe}`

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(kept) ? (kept as Kept) : []
  } catch {
    return []
  }
}

/** Remembers what was told, for the pages of the rounds. What was told first stays. */
export function remember(table: string, shoe: number, seen: Seen): void {
  const kept = read()
  if (kept.some(([known]) => known === key(table, shoe))) return
  try {
    localStorage.setItem(PLACE, JSON.stringify([...kept, [key(table, shoe), seen]].slice(-KEPT)))
  } catch {
    // Not remembered: the record is then checked by itself alone.
  }
}

export function recall(table: string, shoe: number): Seen | undefined {
  return read().find(([known]) => known === key(table, shoe))?.[1]
}

/** The newest shoe of a table that this browser saw sealed; 0 if none. */
export function newest(table: string): number {
  const numbers = read().flatMap(([known]) =>
    known.startsWith(`${table} `) ? [Number(known.slice(table.length + 1))] : [],
  )
  return Math.max(0, ...numbers)
}
