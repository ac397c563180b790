import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { words } from './words'

test('every word is used', () => {
  const here = import.meta.dirname
  const code = readdirSync(here)
    .filter((name) => /\.(svelte|ts)$/.test(name) && !/^words|test\.ts$/.test(name))
    .map((name) => readFileSync(join(here, name), 'utf8'))
    .join('\n')
  const used = new Set([...code.matchAll(/\b(?:w|words\[i18n\.lang\]|words\.vi)\.([a-zA-Z]+)/g)].map((m) => m[1]!))
  expect(Object.keys(words.vi).filter((key) => !used.has(key))).toEqual([])
})
