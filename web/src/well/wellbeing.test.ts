import { beforeEach, expect, test, vi } from 'vitest'
import type { Well } from '../wire/well'
import { Wellbeing } from './well.svelte'

const answers: ((state: Well) => void)[] = []
vi.mock('../wire/http', () => ({ http: { well: () => new Promise((answer) => answers.push(answer)) } }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false, addEventListener: () => {}, removeEventListener: () => {} })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const state = (net: number) => ({ now: 0, session: { net } }) as Well

test('a late answer about who was signed in before is not taken for the next one', async () => {
  const well = new Wellbeing()
  well.open()
  vi.advanceTimersByTime(500)
  well.close()
  well.open()
  vi.advanceTimersByTime(500)
  expect(answers).toHaveLength(2)
  answers[0]!(state(-100))
  await vi.advanceTimersByTimeAsync(0)
  expect(well.state).toBeNull()
  answers[1]!(state(200))
  await vi.advanceTimersByTimeAsync(0)
  expect(well.net).toBe(200)
  well.close()
})
