/** Where a card's pips lie: x, y on a card of 250 by 350. The lower half is upside down. */
export type Pip = readonly [number, number]

const L = 80
const M = 125
const R = 170
const rows = { top: 68, second: 139, middle: 175, third: 211, bottom: 282 }

const pair = (y: number): Pip[] => [
  [L, y],
  [R, y],
]
const corners = [...pair(rows.top), ...pair(rows.bottom)]
const four = [...pair(rows.top), ...pair(rows.second), ...pair(rows.third), ...pair(rows.bottom)]

export const pips: Record<string, readonly Pip[]> = {
  '2': [
    [M, rows.top],
    [M, rows.bottom],
  ],
  '3': [
    [M, rows.top],
    [M, rows.middle],
    [M, rows.bottom],
  ],
  '4': corners,
  '5': [...corners, [M, rows.middle]],
  '6': [...corners, ...pair(rows.middle)],
  '7': [...corners, ...pair(rows.middle), [M, 121]],
  '8': [...corners, ...pair(rows.middle), [M, 121], [M, 229]],
  '9': [...four, [M, rows.middle]],
  T: [...four, [M, 103], [M, 247]],
}
