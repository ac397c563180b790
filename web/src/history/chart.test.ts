import { expect, test } from 'vitest'
import { draw, nearest, roundStep, some } from './chart'
import { dayBefore } from './zone'

const frame = { width: 300, height: 100, left: 50, right: 10, top: 10, bottom: 20 }
const point = (round: number, balance: number) => ({ round, at: round, balance })

test('steps are round', () => {
  expect([roundStep(100, 4), roundStep(101, 4), roundStep(950_000, 4), roundStep(3, 4), roundStep(0, 4)]).toEqual([
    50, 50, 500_000, 1, 1,
  ])
})

test('a balance is drawn within its frame, the highest on top', () => {
  const { points, rules, line } = draw([point(1, 1000), point(2, 900), point(5, 1300)], frame)
  expect(points.map((p) => p.x)).toEqual([50, 110, 290])
  expect(points[1]!.y).toBeGreaterThan(points[0]!.y)
  expect(points[2]!.y).toBeLessThan(points[0]!.y)
  for (const p of points) expect(p.y >= 10 && p.y <= 80).toBe(true)
  expect(rules[0]!.amount <= 900 && rules.at(-1)!.amount >= 1300).toBe(true)
  expect(rules.length).toBeLessThan(8)
  expect(line).toMatch(/^M50\.0 \S+L110\.0 \S+L290\.0 \S+$/)
})

test('one round, and a balance that never moves, can be drawn', () => {
  for (const points of [[point(7, 0)], [point(7, 5000)], [point(1, 5000), point(2, 5000)]]) {
    const drawing = draw(points, frame)
    expect(drawing.line).not.toContain('NaN')
    expect(drawing.rules.length).toBeGreaterThan(1)
  }
  expect(draw([], frame).line).toBe('')
})

test('the nearest point, and some of many', () => {
  const drawing = draw([point(1, 1), point(2, 2), point(3, 3)], frame)
  expect(nearest(drawing, 165)?.point.round).toBe(2)
  expect(nearest(drawing, 999)?.point.round).toBe(3)
  const many = Array.from({ length: 100 }, (_, i) => i)
  expect(some(many, 5)).toEqual([0, 25, 50, 74, 99])
  expect(some([1, 2], 5)).toEqual([1, 2])
})

test('days before are those of the calendar', () => {
  expect(dayBefore(0, new Date(2026, 10, 30, 23, 59))).toBe('2026-11-30')
  expect(dayBefore(30, new Date(2026, 2, 1, 0, 1))).toBe('2026-01-30')
})
