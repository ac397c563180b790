import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from './en'
import { glossary } from './glossary'
import { vi } from './vi'

const src = join(import.meta.dirname, '..')
const server = join(src, '..', '..', 'internal')
const areas = import.meta.glob<{ words: { vi: object; en: object } }>('../*/words.ts', { eager: true })

/** What texts are made with here: a number that can also be asked for its small letters, as a name can. */
const some = (n: number) => Object.assign(new Number(n), { toLowerCase: () => String(n) })

/** Every text among words; those that are made are made of figures, which are no words of any language. */
function texts(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function')
    return [1, 2].map((n) => String(words(...Array.from({ length: words.length }, () => some(n)))))
  return Object.values(words as object).flatMap(texts)
}

function source(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}

/** The pairs of sentences in a Go source: {"…", "…"}. */
function pairs(text: string): { vi: string; en: string }[] {
  return [...text.matchAll(/\{"((?:[^"\\]|\\.)+)", "((?:[^"\\]|\\.)+)"\}/g)].map((m) => ({ vi: m[1]!, en: m[2]! }))
}

/** The Vietnamese among the texts in a Go source. */
function vietnamese(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\\n]|\\.)+)"/g)]
    .map((m) => m[1]!)
    .filter((one) => /[ăâđêôơư\u1ea0-\u1ef9]/i.test(one))
}

const sentences = pairs(readFileSync(join(server, 'wire', 'sentences.go'), 'utf8'))
const ofAreas = Object.values(areas)
const client = {
  vi: [vi, ...ofAreas.map(({ words }) => words.vi)].flatMap(texts),
  en: [en, ...ofAreas.map(({ words }) => words.en)].flatMap(texts),
}
const all = {
  vi: [...client.vi, ...sentences.map((pair) => pair.vi), ...vietnamese(source(join(server, 'rulebook')))],
  en: [...client.en, ...sentences.map((pair) => pair.en)],
}

/** Whether a text has a word, as a word: not as a part of another. */
function has(text: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu').test(text)
}

test('there is something to check', () => {
  expect(ofAreas.length).toBeGreaterThanOrEqual(3)
  expect(sentences.length).toBeGreaterThan(40)
  expect(vietnamese(source(join(server, 'rulebook'))).length).toBeGreaterThan(100)
  expect(has('Nhà cái chuồn đi', 'chuồng')).toBe(false)
  expect(has('8 chuồng.', 'chuồng')).toBe(true)
})

test.each(Object.entries(glossary))('%s has one word in each language, and it is used', (_, term) => {
  const used = (list: string[], word: string) => list.filter((text) => has(text, word) || has(text, `${word}e?s`))
  expect(used(all.vi, term.vi)).not.toEqual([])
  expect(used(all.en, term.en)).not.toEqual([])
  const with_ = (list: string[], words: readonly string[] = []) =>
    list.filter((text) => words.some((w) => has(text, w)))
  expect(with_(all.vi, term.notVi)).toEqual([])
  expect(with_(all.en, term.notEn)).toEqual([])
})

test('the rules of each table use the same words', () => {
  const rules = source(join(server, 'rulebook'))
  const missing = Object.values(glossary).filter(
    (term) => term.rules && !(has(rules, term.vi) && has(rules, `${term.en}e?s?`)),
  )
  expect(missing.map((term) => term.vi)).toEqual([])
})
