import { expect, test } from 'vitest'
import { Outbox } from './outbox'
import type { Answer, Command } from './types'

const hit: Command = { table: 't', id: 'a1', name: 'act', action: 'hit', turn: 3, seat: 1 }

/** Lets every promise that is already settled run its course. */
const settle = () => new Promise((done) => setTimeout(done, 0))

function box(send: (c: Command) => Promise<Answer>) {
  const answers: Answer[] = []
  const retries: (() => void)[] = []
  const outbox = new Outbox(
    send,
    (_, answer) => answers.push(answer),
    (fn) => retries.push(fn),
  )
  return { outbox, answers, retries }
}

test('a command is answered once', async () => {
  const { outbox, answers } = box(async (c) => ({ id: c.id, ok: true, seq: 7 }))
  outbox.post(hit)
  expect(outbox.size).toBe(1)
  await settle()
  expect(outbox.size).toBe(0)
  expect(answers).toEqual([{ id: 'a1', ok: true, seq: 7 }])
})

test('without an answer it is sent again with the same id, on retry and when the line is back', async () => {
  const sent: string[] = []
  let up = false
  const { outbox, answers, retries } = box(async (c) => {
    sent.push(c.id)
    if (!up) throw new Error('line is down')
    return { id: c.id, ok: true, seq: 8 }
  })
  outbox.post(hit)
  await settle()
  retries.shift()?.()
  await settle()
  up = true
  outbox.resend()
  await settle()
  expect(sent).toEqual(['a1', 'a1', 'a1'])
  expect(answers).toHaveLength(1)
  retries.shift()?.()
  await settle()
  expect(sent).toHaveLength(3)
})

test('two answers to one command count once', async () => {
  const waiting: ((a: Answer) => void)[] = []
  const { outbox, answers } = box(() => new Promise((resolve) => waiting.push(resolve)))
  outbox.post(hit)
  outbox.resend()
  for (const resolve of waiting) resolve({ id: 'a1', ok: true, seq: 9 })
  await settle()
  expect(answers).toHaveLength(1)
})

test('what was cleared is not sent again', async () => {
  let tries = 0
  const { outbox, retries } = box(async () => {
    tries++
    throw new Error('line is down')
  })
  outbox.post(hit)
  await settle()
  outbox.clear()
  retries.shift()?.()
  await settle()
  expect(tries).toBe(1)
})
