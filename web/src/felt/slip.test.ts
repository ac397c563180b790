import { expect, test } from 'vitest'
import { add, again, clear, complete, double, emptySlip, only, sum, take, top, toWire, undo } from './slip'

const limits = { minBet: 20, maxBet: 500 }

test('chips add up on a seat, and undo goes back one chip at a time', () => {
  let slip = add(emptySlip, 2, 100, limits, 1000)
  slip = add(slip, 2, 50, limits, 1000)
  slip = add(slip, 5, 20, limits, 1000)
  expect(toWire(slip.bets)).toEqual([
    { seat: 2, amount: 150 },
    { seat: 5, amount: 20 },
  ])
  expect(undo(undo(slip)).bets).toEqual({ 2: 100 })
  expect(undo(emptySlip)).toBe(emptySlip)
})

test('a chip that the maximum or the balance has no room for is not put down', () => {
  const slip = add(emptySlip, 1, 500, limits, 1000)
  expect(add(slip, 1, 20, limits, 1000)).toBe(slip)
  expect(add(slip, 2, 500, limits, 900)).toBe(slip)
})

test('a chip can be taken back, never below nothing', () => {
  const slip = add(emptySlip, 1, 100, limits, 1000)
  expect(take(slip, 1, 500).bets).toEqual({ 1: 0 })
  expect(take(slip, 2, 20)).toBe(slip)
  expect(toWire(take(slip, 1, 100).bets)).toEqual([])
})

test('doubling is all or nothing', () => {
  const slip = add(add(emptySlip, 1, 100, limits, 1000), 2, 200, limits, 1000)
  expect(double(slip, limits, 600).bets).toEqual({ 1: 200, 2: 400 })
  expect(double(slip, limits, 599)).toBe(slip)
  expect(double(add(slip, 2, 100, limits, 1000), limits, 9000).bets[2]).toBe(300)
})

test('the same bet again covers only seats that are still held', () => {
  expect(again(emptySlip, { 1: 100, 2: 50 }, [2, 3], 1000).bets).toEqual({ 2: 50 })
  expect(again(emptySlip, { 1: 100 }, [2], 1000)).toBe(emptySlip)
  expect(again(emptySlip, { 1: 100 }, [1], 99)).toBe(emptySlip)
})

test('clear can be undone', () => {
  const slip = add(emptySlip, 1, 100, limits, 1000)
  expect(sum(clear(slip).bets)).toBe(0)
  expect(undo(clear(slip)).bets).toEqual({ 1: 100 })
})

test('a slip is complete when every bet reaches the minimum', () => {
  expect(complete(emptySlip, limits)).toBe(false)
  expect(complete(add(emptySlip, 1, 10, limits, 1000), limits)).toBe(false)
  expect(complete(add(emptySlip, 1, 20, limits, 1000), limits)).toBe(true)
})

test('bets on seats that were given up do not count', () => {
  expect(only({ 1: 100, 2: 50 }, [2, 3])).toEqual({ 2: 50 })
})

test('the chip on top is the smallest of which the bet is made', () => {
  expect(top(770, [10, 50, 100, 500])).toBe(10)
  expect(top(600, [10, 50, 100, 500])).toBe(100)
  expect(top(55, [10, 50])).toBe(5)
  expect(top(0, [10, 50])).toBe(0)
})
