// What a player sets to play well.

export type LimitKind = 'loss-day' | 'loss-week' | 'time-day' | 'check'

/** What a player has set to play well, and how it stands. Times at the tables are in milliseconds. */
export interface Well {
  /** The server's clock. */
  now: number
  limits: WellLimit[]
  away?: { kind: 'on-break' | 'self-excluded'; until: number }
  session: WellSession
  today: { net: number; time?: number; ends: number }
  week: { net: number; ends: number }
}

/** Amounts are in units, times in minutes; 0 is none. */
export interface WellLimit {
  kind: LimitKind
  value: number
  /** A looser limit that waits. */
  next?: { value: number; from: number }
}

export interface WellSession {
  began?: number
  time: number
  /** There is a seat now. */
  running: boolean
  net: number
  /** No bet is taken before the player says whether to go on. */
  due?: true
  /** Time at the tables until that is asked. */
  left?: number
  atRisk?: number
}
