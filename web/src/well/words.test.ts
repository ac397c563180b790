import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { words as train } from '../train/words'
import { stripWords } from './stripwords'
import { words as well } from './words'

function shape(list: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(list).map(([key, value]) => [key, typeof value === 'object' ? shape(value) : typeof value]),
  )
}

const empty = (list: object): boolean =>
  Object.values(list).some((value) => (typeof value === 'object' ? empty(value) : value === ''))

/** The sources that a folder's words are for. */
function code(folders: string[], of: (text: string) => boolean): string {
  return folders
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.svelte'))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    .filter(of)
    .join('\n')
}

const here = import.meta.dirname
const src = join(here, '..')

describe.each([
  ['playing well', well, code([here], (text) => text.includes("from './words'"))],
  ['training', train, code([join(src, 'train')], (text) => text.includes("from './words'"))],
  ['what is always there', stripWords, code([here, join(src, 'app')], (text) => text.includes('stripWords'))],
])('the words of %s', (_, words, text) => {
  test('are the same in both languages, and none is empty', () => {
    expect(shape(words.en)).toEqual(shape(words.vi))
    expect(empty(words.vi) || empty(words.en)).toBe(false)
  })

  test('are used, each of them, and there is none that is missing', () => {
    const used = new Set(
      [...text.matchAll(/\b(?:w|words\[i18n\.lang\]|stripWords\[i18n\.lang\])\.([a-zA-Z]+)/g)].map((m) => m[1]!),
    )
    const known = Object.keys(words.vi)
    expect(known.filter((key) => !used.has(key))).toEqual([])
    expect([...used].filter((key) => !known.includes(key))).toEqual([])
  })
})

test('situations read as a croupier says them', () => {
  expect(train.en.spot({ kind: 'hard', total: 16, up: 10 })).toBe('Hard 16 against a 10')
  expect(train.en.spot({ kind: 'pair', total: 1, up: 8 })).toBe('A pair of aces against an 8')
  expect(train.en.spot({ kind: 'soft', total: 18, later: true, up: 1 })).toBe(
    'Soft 18 of three cards or more against an ace',
  )
  expect(train.vi.spot({ kind: 'pair', total: 8, up: 1 })).toBe('Đôi 8, nhà cái lộ con Xì')
  expect(train.vi.spot({ offer: 'insurance', up: 1 })).toBe('Bảo hiểm khi nhà cái lộ con Xì')
})
