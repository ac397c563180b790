import { expect, test } from 'vitest'
import type { Spot } from '../wire/train'
import { add, answer, due, GAPS, keyOf, nothing, type Practice, read, without } from './repeat'

const sixteen: Spot = { kind: 'hard', total: 16, up: 10 }
const eights: Spot = { kind: 'pair', total: 8, up: 10 }

/** Answers something else so many times. */
function pass(practice: Practice, drills: number): Practice {
  for (let i = 0; i < drills; i++) practice = answer(practice, { kind: 'hard', total: 9, up: i }, true)
  return practice
}

test('nothing is due before anything was wrong, and what was right at once never comes again', () => {
  expect(due(nothing)).toBeUndefined()
  const practice = answer(nothing, sixteen, true)
  expect(practice).toEqual({ done: 1, right: 1, items: [] })
})

test('what was wrong comes again after two drills', () => {
  let practice = answer(nothing, sixteen, false)
  expect(due(practice)).toBeUndefined()
  practice = pass(practice, 1)
  expect(due(practice)).toBeUndefined()
  practice = pass(practice, 1)
  expect(due(practice)).toEqual(sixteen)
})

test('what is right comes later each time, and is learned at last', () => {
  let practice = answer(nothing, sixteen, false)
  for (const gap of GAPS.slice(1)) {
    practice = pass(practice, 40)
    practice = answer(practice, sixteen, true)
    expect(practice.items[0]?.due).toBe(practice.done + gap)
  }
  practice = answer(practice, sixteen, true)
  expect(practice.items).toEqual([])
})

test('a mistake begins anew', () => {
  let practice = answer(answer(nothing, sixteen, false), sixteen, true)
  practice = answer(practice, sixteen, false)
  expect(practice.items).toEqual([{ spot: sixteen, right: 0, due: practice.done + GAPS[0] }])
})

test('habits are due in their order, each once', () => {
  let practice = add(add(nothing, [sixteen, eights]), [eights, sixteen])
  expect(practice.items).toHaveLength(2)
  expect(due(practice)).toEqual(sixteen)
  practice = answer(practice, sixteen, true)
  expect(due(practice)).toEqual(eights)
  expect(due(without(practice, eights))).toBeUndefined()
})

test('situations are the same by what they are', () => {
  expect(keyOf(sixteen)).toBe(keyOf({ ...sixteen }))
  const all = [
    sixteen,
    eights,
    { ...sixteen, later: true as const },
    { ...sixteen, up: 9 },
    { offer: 'insurance' as const, up: 1 },
  ]
  expect(new Set(all.map(keyOf)).size).toBe(all.length)
})

test('what was kept is read, and rubbish is nothing', () => {
  const practice = answer(nothing, sixteen, false)
  expect(read(JSON.stringify(practice))).toEqual(practice)
  for (const text of [
    null,
    '',
    '{',
    '[]',
    '{"done":-1}',
    '{"done":1,"right":1,"items":[{}]}',
    '{"done":"1","right":0,"items":[]}',
  ])
    expect(read(text)).toEqual(nothing)
})

test('no more are kept than a hundred', () => {
  let practice = nothing
  for (let n = 0; n < 150; n++) practice = answer(practice, { kind: 'hard', total: n, up: 2 }, false)
  expect(practice.items).toHaveLength(100)
})
