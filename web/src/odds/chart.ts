import type { Chart, ChartRow } from '../wire/types'

/** The codes of a chart, in the order of its legend. */
export const CODES = ['H', 'S', 'D', 'Ds', 'P', 'Rh', 'Rs', 'Rp'] as const
export type Code = (typeof CODES)[number]

export const SECTIONS = ['hard', 'soft', 'pairs', 'hardLater', 'softLater'] as const

/** Rows that are played alike, under one name. */
export interface Line {
  name: string
  cells: string[]
}

/** A ten-value card is written as players write it. */
export const cardValue = (value: string): string => (value === 'T' ? '10' : value)

/** Joins totals that follow each other and are played alike: 17–20. Pairs stand alone. */
export function lines(rows: readonly ChartRow[]): Line[] {
  const list: (Line & { first: number; last: number })[] = []
  for (const { total = 0, pair, cells } of rows) {
    const before = list.at(-1)
    if (pair !== undefined) {
      const card = cardValue(pair)
      list.push({ name: `${card}, ${card}`, cells, first: 0, last: 0 })
    } else if (before && before.last === total - 1 && before.cells.join() === cells.join()) {
      before.last = total
      before.name = `${before.first}–${total}`
    } else list.push({ name: `${total}`, cells, first: total, last: total })
  }
  return list.map(({ name, cells }) => ({ name, cells }))
}

/** The codes that a chart has, for its legend. */
export function codesOf(chart: Chart): Code[] {
  const used = new Set(SECTIONS.flatMap((section) => chart[section].flatMap((row) => row.cells)))
  return CODES.filter((code) => used.has(code))
}

/** Hands of one kind, as in hard 12–17. */
export interface Early {
  kind: 'hard' | 'soft' | 'pair'
  hands: string
}

/** The hands that are given up early against an ace, or a ten. */
export function early(chart: Chart, against: 'ten' | 'ace'): Early[] {
  return (['hard', 'soft', 'pair'] as const).flatMap((kind) => {
    const names = (chart.early ?? [])
      .filter((row) => row[against] && row.hand.startsWith(kind))
      .map((row) => row.hand.slice(kind.length + 1))
    return names.length > 0 ? [{ kind, hands: ranges(names) }] : []
  })
}

/** Numbers that follow each other are joined: 5–7, 12. */
function ranges(names: readonly string[]): string {
  const list: { first: string; last: string }[] = []
  for (const name of names) {
    const before = list.at(-1)
    if (before && Number(name) === Number(before.last) + 1) before.last = name
    else list.push({ first: name, last: name })
  }
  return list
    .map(({ first, last }) => (first === last ? cardValue(first) : `${cardValue(first)}–${cardValue(last)}`))
    .join(', ')
}
