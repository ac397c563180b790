import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../i18n/en'
import { cardName } from '../felt/speech'
import { checkRecord, checkShoe } from './check'
import { readRecord, turnedUp } from './record'
import { stepText, words } from './words'

/** The record that the document shows: two seats, one of which kept its seed to itself. */
const text = readFileSync(join(import.meta.dirname, '../../../fair/testdata/example.json'), 'utf8').trim()
/** The third round of a shoe that is in use, as a table recorded it. */
const third = readFileSync(join(import.meta.dirname, 'testdata', 'third-round.json'), 'utf8').trim()

const steps = (data: string) => Object.fromEntries(checkRecord(data).steps.map((step) => [step.name, step.result]))
const edited = (change: (record: ReturnType<typeof readRecord>) => void) => {
  const record = readRecord(text)
  change(record)
  return JSON.stringify(record)
}

test('a record that is right', () => {
  const report = checkRecord(text)
  expect(report.verdict).toBe('right')
  expect(report.steps.map((step) => step.name)).toEqual([
    'house',
    'seeds',
    'terms',
    'cards',
    'order',
    'rules',
    'results',
    'log',
  ])
  expect(report.cards.map((card) => card.proved)).toEqual(Array(9).fill(true))
  const indented = JSON.stringify(JSON.parse(text), null, 2)
  expect(checkRecord(indented).verdict).toBe('right')
})

test('while the shoe is in use, the house’s seed and the order stay open', () => {
  expect(checkRecord(third).verdict).toBe('open')
  expect(steps(third)).toEqual({
    house: 'open',
    seeds: 'right',
    terms: 'right',
    cards: 'right',
    order: 'open',
    rules: 'right',
    results: 'right',
    log: 'right',
  })
})

test('no byte can be changed', { timeout: 60_000 }, () => {
  const passed: number[] = []
  for (let at = 0; at < text.length; at += 3) {
    const other = text[at] === '1' ? '2' : '1'
    if (checkRecord(text.slice(0, at) + other + text.slice(at + 1)).verdict !== 'wrong') passed.push(at)
  }
  expect(passed.map((at) => text.slice(at - 20, at + 5))).toEqual([])
})

test('each lie is found by the step that is about it', () => {
  expect(steps(edited((r) => (r.shoe.seed = '00'.repeat(32))))).toMatchObject({ house: 'wrong', order: 'wrong' })
  expect(steps(edited((r) => (r.shoe.players[0]!.seed = '00')))).toMatchObject({ seeds: 'wrong', order: 'wrong' })
  expect(
    steps(
      edited((r) => {
        delete r.shoe.players[0]!.seed
        r.shoe.players[0]!.out = 'silent'
      }),
    ),
  ).toMatchObject({ seeds: 'right', order: 'wrong' })
  expect(steps(edited((r) => r.shoe.players.pop()))).toMatchObject({ terms: 'wrong', order: 'wrong', log: 'wrong' })
  expect(steps(edited((r) => delete r.shoe.seed))).toMatchObject({ house: 'open', rules: 'wrong' })
  expect(steps(edited((r) => (r.shoe.next = '00'.repeat(32))))).toMatchObject({ terms: 'wrong' })
  expect(steps(edited((r) => r.cards.pop()))).toMatchObject({ cards: 'wrong', order: 'right' })
  expect(steps(edited((r) => r.cards.push(r.cards[0]!)))).toMatchObject({ cards: 'wrong' })
  expect(steps(edited((r) => r.cards.reverse()))).toMatchObject({ cards: 'wrong' })
  expect(steps(edited((r) => (r.offset = 1)))).toMatchObject({ cards: 'wrong', order: 'wrong' })
  expect(steps(edited((r) => (r.results[0]!.net += 1)))).toMatchObject({ results: 'wrong' })
  expect(steps(edited((r) => (r.results = [])))).toMatchObject({ results: 'wrong' })
  expect(steps(edited((r) => r.events.pop()))).toMatchObject({ results: 'wrong', log: 'wrong' })
  expect(steps(edited((r) => (r.events.find((e) => e.is === 'decided')!.amount = 1000)))).toMatchObject({
    results: 'wrong',
  })
  expect(steps(edited((r) => (r.rules.line = r.rules.line.replace('3:2', '6:5'))))).toMatchObject({ rules: 'wrong' })
  expect(steps(edited((r) => (r.round = 2)))).toMatchObject({ log: 'wrong' })
  expect(steps(edited((r) => r.log.entries.pop()))).toMatchObject({ log: 'wrong' })
  expect(steps(edited((r) => (r.events[0]!.stake = 1)))).toMatchObject({ log: 'wrong' })
})

test('what is not in the one spelling of the format is no record', () => {
  for (const other of [
    '',
    '{',
    '[]',
    'null',
    text + ' {}',
    text.replace('"round":1', '"round":1.0'),
    text.replace('"round":1', '"round":1,"round":1'),
    text.replace('"round":1', '"round":0'),
    text.replace('"round":1,', ''),
    text.replace('"version":1', '"version":2'),
    text.replace('"offset":0', '"offset":0,"more":1'),
    text.replace('"line":"', '"line":"đ'),
    text.replace('"commitment":"', '"commitment":"A'),
    text.replace(/"seed":"(..)/, '"seed":"FF'),
    text.replace('"root"', '"abandoned":"luck","root"'),
  ]) {
    expect(steps(other), `${other.slice(0, 90)} … ${other.length - text.length}`).toEqual({ format: 'wrong' })
  }
})

test('a shoe that is over is checked against every card that was seen', () => {
  const { table, shoe } = readRecord(text)
  const opened = { table, ...shoe, seed: shoe.seed! }
  const seen = [
    { at: 0, card: '2c' },
    { at: 2, card: '2h' },
  ]
  expect(checkShoe(opened, seen)).toBe('')
  expect(checkShoe(opened, [{ at: 1, card: '2c' }])).toBe('cards')
  expect(checkShoe({ ...opened, root: '00'.repeat(24) }, seen)).toBe('order')
  expect(checkShoe({ ...opened, seed: '00'.repeat(32) }, seen)).toBe('house')
  expect(checkShoe({ ...opened, seed: '' }, seen)).not.toBe('')
})

test('places: the hole card takes one, opened or not', () => {
  const events = [
    { is: 'card-dealt', seat: 1, hand: 1, card: 'As' },
    { is: 'up-card-dealt', card: '2s' },
    { is: 'hole-card-dealt' },
    { is: 'card-dealt', seat: 1, hand: 1, card: '3s' },
  ]
  expect(turnedUp(events, 10).map((card) => [card.at, card.card])).toEqual([
    [10, 'As'],
    [11, '2s'],
    [13, '3s'],
  ])
  const opened = [...events, { is: 'hole-card-opened', card: '4s' }, { is: 'dealer-drew', card: '5s' }]
  expect(turnedUp(opened, 0).map((card) => [card.at, card.card])).toEqual([
    [0, 'As'],
    [1, '2s'],
    [2, '4s'],
    [3, '3s'],
    [4, '5s'],
  ])
})

test('both languages have the same words, and a sentence for every step', () => {
  const shape = (value: object): object =>
    Object.fromEntries(
      Object.entries(value).map(([k, v]) => [k, typeof v === 'object' ? shape(v as object) : typeof v]),
    )
  expect(shape(words.en)).toEqual(shape(words.vi))
  const records = [text, '{', edited((r) => delete r.shoe.seed), edited((r) => (r.cards[0]!.card = '2s'))]
  for (const w of Object.values(words))
    for (const step of records.flatMap((record) => checkRecord(record).steps))
      expect(stepText(w, step, (card) => cardName(en, card))).toMatch(/\S\.$/)
})
