import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { count, one } from './plural'

// Each area of the client brings its own words: what holds for the common ones holds for all of them.

const src = join(import.meta.dirname, '..')
const areas = import.meta.glob<{ words: Record<'vi' | 'en', object> }>('../*/words.ts', { eager: true })

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && /\.(ts|svelte)$/.test(file.name) && !/\.test\.ts$/.test(file.name))
    .map((file) => readFileSync(join(file.parentPath ?? file.path, file.name), 'utf8'))
}

function shape(words: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, typeof value === 'object' ? shape(value) : typeof value]),
  )
}

const code = sources(src).join('\n')

test.each(Object.entries(areas))(
  '%s: both languages say the same things, all are used, none is empty',
  (_, { words }) => {
    expect(shape(words.en)).toEqual(shape(words.vi))
    const empty = (list: object): boolean =>
      Object.values(list).some((value) => (typeof value === 'object' ? empty(value) : value === ''))
    expect(empty(words.vi) || empty(words.en)).toBe(false)
    expect(
      Object.keys(words.vi).filter(
        (key) => !new RegExp(`\\b(w|words\\[[^\\]]+\\])\\.${key}\\b|\\? '${key}'|: '${key}'`).test(code),
      ),
    ).toEqual([])
  },
)

test('plural forms come from Intl, not from a comparison with 1', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(words|i18n\/(vi|en))\.ts$/.test(name),
  )
  expect(files.length).toBeGreaterThan(4)
  const compared = files.filter((name) => /===? 1 \?|> 1 \? '\w*s'/.test(readFileSync(join(src, name), 'utf8')))
  expect(compared).toEqual([])
})

test('numbers of things in English', () => {
  expect([0, 1, 2, 1312].map((n) => count(n, 'card', 'cards'))).toEqual(['0 cards', '1 card', '2 cards', '1,312 cards'])
  expect(one(1)).toBe(true)
})
