import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en'
import { vi } from './vi'

const src = join(import.meta.dirname, '..')

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(ts|svelte)$/.test(entry.name) && !entry.name.endsWith('.test.ts') ? [path] : []
  })
}

function shape(words: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, typeof value === 'object' ? shape(value) : typeof value]),
  )
}

test('both languages have the same texts', () => {
  expect(shape(en)).toEqual(shape(vi))
})

test('every text is used, and every text that is used exists', () => {
  const code = sources(src)
    .filter((path) => !/i18n\/(vi|en)\.ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const used = new Set([...code.matchAll(/\bt\.([a-zA-Z]+)/g)].map((m) => m[1]!))
  const known = Object.keys(vi)
  expect(known.filter((key) => !used.has(key))).toEqual([])
  expect([...used].filter((key) => !known.includes(key))).toEqual([])
})

test('no text is empty, except where a language has no second word for a term', () => {
  const empty = (words: object, at: string): string[] =>
    Object.entries(words).flatMap(([key, value]) => {
      if (typeof value === 'object') return empty(value, `${at}${key}.`)
      return value === '' ? [at + key] : []
    })
  expect(empty(vi, '')).toEqual(['status.playing'])
  expect(empty(en, '').filter((key) => !key.startsWith('actionTerm.'))).toEqual(['status.playing'])
})
