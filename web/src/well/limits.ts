import type { LimitKind } from '../wire/well'

/** What a limit may be chosen from, in minutes. */
export const MINUTES: Record<'time-day' | 'check', readonly number[]> = {
  'time-day': [30, 60, 90, 120, 180, 240, 360, 480],
  check: [5, 10, 15, 20, 30, 45, 60, 90, 120],
}

/** How long a break may be, in hours. */
export const BREAKS = [1, 4, 24, 72, 168, 720] as const

/** How long an exclusion may be, in months. */
export const EXCLUSIONS = [1, 3, 6, 12, 24, 60] as const

export const inMoney = (kind: LimitKind): kind is 'loss-day' | 'loss-week' =>
  kind === 'loss-day' || kind === 'loss-week'

/** The day so many months later, or the last of that month if it has no such day: as the server counts. */
export function monthsLater(from: number, months: number): number {
  const day = new Date(from)
  const end = new Date(from)
  end.setMonth(end.getMonth() + months)
  if (end.getDate() !== day.getDate()) end.setDate(0)
  return end.getTime()
}

/** An amount as it was typed, with or without separators; undefined for what is none. */
export function amountOf(text: string): number | undefined {
  const digits = text.replace(/[\s.,₫]/g, '')
  if (!/^\d{1,15}$/.test(digits)) return undefined
  const n = Number(digits)
  return n > 0 ? n : undefined
}
