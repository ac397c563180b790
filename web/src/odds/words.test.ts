import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { words } from './words'

const felt = join(import.meta.dirname, '..', 'felt', 'RoundsPanel.svelte')

test('every word is used, and every word that is used exists', () => {
  const here = import.meta.dirname
  const code = [
    ...readdirSync(here)
      .filter((name) => name.endsWith('.svelte'))
      .map((name) => join(here, name)),
    felt,
  ]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const used = new Set([...code.matchAll(/\bw\.([a-zA-Z]+)/g)].map((m) => m[1]!))
  const known = Object.keys(words.vi)
  expect(known.filter((key) => !used.has(key))).toEqual([])
  expect([...used].filter((key) => !known.includes(key))).toEqual([])
})
