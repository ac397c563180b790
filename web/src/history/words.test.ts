import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROUND_KINDS } from '../wire/types'
import { words } from './words'

const here = import.meta.dirname

test('both languages have the same words, none is empty', () => {
  const shape = (list: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(list).map(([key, value]) => [key, typeof value === 'object' ? shape(value) : typeof value]),
    )
  const empty = (list: object): boolean =>
    Object.values(list).some((value) => (typeof value === 'object' ? empty(value) : value === ''))
  expect(shape(words.en)).toEqual(shape(words.vi))
  expect(empty(words.vi) || empty(words.en)).toBe(false)
})

test('every word is used, and every word that is used exists', () => {
  const own = readdirSync(here)
    .filter((name) => name.endsWith('.svelte'))
    .map((name) => readFileSync(join(here, name), 'utf8'))
    .join('\n')
  const panel = readFileSync(join(here, '..', 'felt', 'RoundsPanel.svelte'), 'utf8')
  const used = new Set([
    ...[...own.matchAll(/\bw\.([a-zA-Z]+)/g)].map((m) => m[1]!),
    ...[...panel.matchAll(/\bkept\.([a-zA-Z]+)/g)].map((m) => m[1]!),
  ])
  const known = Object.keys(words.vi)
  expect(known.filter((key) => !used.has(key))).toEqual([])
  expect([...used].filter((key) => !known.includes(key))).toEqual([])
})

test('every kind of round and of hand that the server names has a word', () => {
  const hands = readFileSync(join(here, '..', '..', '..', 'internal', 'history', 'hands.go'), 'utf8')
  const lists = [...hands.matchAll(/(?:dealt|ended)Words\s*=\s*\[\]string\{([^}]*)\}/g)].flatMap((m) => [
    ...m[1]!.matchAll(/"([^"]+)"/g),
  ])
  const named = new Set(lists.map((m) => m[1]!))
  expect(named.size).toBeGreaterThan(10)
  for (const lang of ['vi', 'en'] as const) {
    expect(Object.keys(words[lang].hand).sort()).toEqual([...named].sort())
    expect(Object.keys(words[lang].kind)).toEqual([...ROUND_KINDS])
  }
})
