import type { BalancePoint } from '../wire/history'

// Where the points of a balance stand in a drawing, and where its lines are ruled.

export interface Drawing {
  /** The line, as an SVG path. */
  line: string
  points: { x: number; y: number; point: BalancePoint }[]
  /** The ruled amounts, low to high. */
  rules: { y: number; amount: number }[]
}

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

/** A round step of 1, 2 or 5 times a power of ten that divides a range into about so many parts. */
export function roundStep(range: number, parts: number): number {
  const rough = Math.max(range, 1) / parts
  const ten = 10 ** Math.floor(Math.log10(rough))
  const times = [1, 2, 5, 10].find((n) => n * ten >= rough) ?? 10
  return Math.max(1, times * ten)
}

/** Draws balances into a frame. The amounts begin near the lowest: what matters is how they move. */
export function draw(points: readonly BalancePoint[], frame: Frame): Drawing {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return { line: '', points: [], rules: [] }
  const amounts = points.map((point) => point.balance)
  const step = roundStep(Math.max(...amounts) - Math.min(...amounts) || Math.max(...amounts) / 10, 4)
  const low = Math.floor(Math.min(...amounts) / step) * step
  const high = Math.max(Math.ceil(Math.max(...amounts) / step) * step, low + step)
  const width = frame.width - frame.left - frame.right
  const height = frame.height - frame.top - frame.bottom
  const rounds = last.round - first.round
  const x = (round: number) => frame.left + (rounds === 0 ? width / 2 : ((round - first.round) / rounds) * width)
  const y = (amount: number) => frame.top + height - ((amount - low) / (high - low)) * height
  const at = points.map((point) => ({ x: x(point.round), y: y(point.balance), point }))
  const rules = []
  for (let amount = low; amount <= high; amount += step) rules.push({ y: y(amount), amount })
  const line = at.map((p, i) => `${i === 0 ? 'M' : 'L'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('')
  return { line, points: at, rules }
}

/** The point that is nearest to a place from the left. */
export function nearest(drawing: Drawing, x: number): Drawing['points'][number] | undefined {
  let best = drawing.points[0]
  for (const point of drawing.points) if (best && Math.abs(point.x - x) < Math.abs(best.x - x)) best = point
  return best
}

/** About so many of many, evenly, the first and the last among them. */
export function some<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))]!)
}
