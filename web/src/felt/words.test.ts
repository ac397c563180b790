import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { words } from './words'

function shape(list: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(list).map(([key, value]) => [key, typeof value === 'object' ? shape(value) : typeof value]),
  )
}

test('both languages have the same words, none is empty', () => {
  expect(shape(words.en)).toEqual(shape(words.vi))
  const empty = (list: object): boolean =>
    Object.values(list).some((value) => (typeof value === 'object' ? empty(value) : value === ''))
  expect(empty(words.vi) || empty(words.en)).toBe(false)
})

test('every word is used', () => {
  const here = import.meta.dirname
  const code = readdirSync(here)
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/^words|test\.ts$/.test(name))
    .map((name) => readFileSync(join(here, name), 'utf8'))
    .join('\n')
  const used = new Set([...code.matchAll(/\b(?:w|words\[i18n\.lang\]|words\.vi)\.([a-zA-Z]+)/g)].map((m) => m[1]!))
  expect(Object.keys(words.vi).filter((key) => !used.has(key))).toEqual([])
})
