import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRecord, type RoundRecord } from './record'
import { readLine } from './rules'
import { link } from './scheme'
import { checkLog, parts } from './walk'

const example = readFileSync(join(import.meta.dirname, '../../../fair/testdata/example.json'), 'utf8').trim()
const third = readFileSync(join(import.meta.dirname, 'testdata', 'third-round.json'), 'utf8').trim()

interface Told {
  is: string
  [field: string]: unknown
}

/** The record with another log, linked anew: what a house would write that lies from the beginning. */
function forged(text: string, change: (told: Told[], record: RoundRecord) => Told[] | void): string {
  const record = readRecord(text)
  const all = record.log.entries.flatMap((entry) => JSON.parse(entry) as Told[])
  const told = change(all, record) ?? all
  record.log.entries = told.map((one) => JSON.stringify([one]))
  let at = record.log.before
  record.log.entries.forEach((entry, i) => (at = link(at, record.log.seq + i, entry)))
  record.log.after = at
  return checkLog(record)
}

/** Puts the first of one kind directly before or behind the first of another. */
const moved = (is: string, where: 'before' | 'behind', other: string) => (told: Told[]) => {
  const [one] = told.splice(
    told.findIndex((t) => t.is === is),
    1,
  )
  told.splice(told.findIndex((t) => t.is === other) + (where === 'behind' ? 1 : 0), 0, one!)
}

test('logs that are right: of one round, and of the third of a shoe', () => {
  expect(checkLog(readRecord(example))).toBe('')
  expect(checkLog(readRecord(third))).toBe('')
  expect(forged(example, () => {})).toBe('') // entries may be parted otherwise
  expect(forged(third, () => {})).toBe('')
})

test('a shoe that was not committed to, sealed or dealt in its time', () => {
  const out = /is out of its time|is not as the record says/
  expect(forged(example, moved('terms-fixed', 'before', 'bet-placed'))).toMatch(out)
  expect(forged(example, moved('seed-revealed', 'before', 'terms-fixed'))).toMatch(out)
  expect(forged(example, moved('shoe-sealed', 'before', 'seed-revealed'))).toMatch(out)
  expect(forged(example, moved('shoe-sealed', 'behind', 'card-dealt'))).toMatch(out)
  expect(forged(example, moved('bet-placed', 'behind', 'shoe-sealed'))).toMatch(out)
  expect(forged(example, moved('seed-committed', 'behind', 'terms-fixed'))).toMatch(out)
  expect(forged(example, moved('shoe-over', 'before', 'round-over'))).toMatch(out)
  const rest = (after: string) => (told: Told[]) =>
    void told.splice(told.findIndex((t) => t.is === after) + 1, 0, { is: 'rested' })
  expect(forged(example, rest('card-dealt'))).toMatch(out)
  expect(forged(example, rest('round-over'))).toBe('')
})

test('a log that tells another shoe or round than the record', () => {
  const wrong = (text: string, is: string, put: Partial<Told>) =>
    forged(
      text,
      (told) =>
        void Object.assign(
          told.find((t) => t.is === is)!,
          put,
        ),
    )
  expect(wrong(example, 'shoe-shuffled', { next: '00' })).not.toBe('')
  expect(wrong(example, 'shoe-shuffled', { shoe: 2 })).not.toBe('')
  expect(wrong(example, 'betting-opened', { rules: '00' })).not.toBe('')
  expect(wrong(example, 'betting-opened', { offset: 1 })).not.toBe('')
  expect(wrong(example, 'betting-opened', { round: 2 })).not.toBe('')
  expect(wrong(example, 'seed-committed', { commitment: '00' })).not.toBe('')
  expect(wrong(example, 'terms-fixed', { terms: '00' })).not.toBe('')
  expect(wrong(example, 'seed-revealed', { seed: '00' })).not.toBe('')
  expect(wrong(example, 'seed-left-out', { out: 'mismatch' })).not.toBe('')
  expect(wrong(example, 'shoe-sealed', { root: '00' })).not.toBe('')
  expect(wrong(example, 'card-dealt', { card: 'As' })).not.toBe('')
  expect(wrong(example, 'shoe-over', { seed: '00' })).not.toBe('')
  expect(wrong(example, 'shoe-over', { why: 'void' })).not.toBe('')
})

test('cards of the shoe cannot vanish between its rounds', () => {
  const card = (told: Told[]) => told.findIndex((t) => t.is === 'card-dealt')
  expect(forged(third, (told) => void told.splice(card(told), 1))).toMatch(/betting-opened/)
  expect(forged(third, (told) => void told.splice(card(told), 0, told[card(told)]!))).toMatch(/betting-opened/)
  expect(forged(third, (told) => told.filter((t) => t.is !== 'betting-opened' || t['round'] !== 2))).not.toBe('')
  expect(forged(third, (told) => told.filter((t) => t.is !== 'shoe-shuffled'))).not.toBe('')
})

test('what some would read otherwise is no record of the log', () => {
  const entry = (text: string) => {
    const record = readRecord(example)
    record.log.entries.push(text)
    record.log.after = link(record.log.after, record.log.seq + record.log.entries.length - 1, text)
    return checkLog(record)
  }
  expect(entry('[{"is":"deadline","at":1}]')).toBe('')
  expect(entry('[{"is":"checkpoint","seats":{"1":[{"is":"x"},{"A":"}"}]}}]')).toBe('')
  for (const text of [
    '',
    '{}',
    '[1]',
    '[null]',
    '[[]]',
    '[{}]',
    '[{"is":""}]',
    '[{"is":"a","is":"b"}]',
    '[{"Is":"a"}]',
  ])
    expect(entry(text), text).not.toBe('')
  expect(parts(' [ {"a" : "[{"} , {"b":[{"c":1}]} ] ')).toEqual(['{"a":"[{"}', '{"b":[{"c":1}]}'])
})

test('the line of rules gives the hash that the server gives', () => {
  const lines: [line: string, hash: string][] = [
    [
      '8D S17 DAS LS 3:2 peek-AT cut-104 min_bet=10000 max_bet=10000000 bet_step=10000 split_on=same-value max_cards=21',
      'd797aa09ae2e97e14c6a8e33c4709d3329a2059ef130dbad0ec0515ec602a2a7',
    ],
    [
      '6D H17 DAS NS 3:2 peek-AT charlie-6 max_hands=3 max_cards=21',
      '7d9e170968fe64631a6c27bd8dd12c5588ce9e69fbcc606db7f28e2d2ac22401',
    ],
    ['6D S17 DAS LS 3:2 peek-AT charlie-11', 'cda59932c190749bd2b36a29e9334e74edc210f2089149c5917f3dcf2942132c'],
    [
      '2D H17 DAS NS 3:2 peek-AT cut-35 seats=5 seats_per_player=2 min_bet=5000 max_bet=3000000 split_on=same-value max_cards=21',
      'd9329651a60ff0587ad0a4815bd20bf875476f5fc4e5b5d64bd9e4c75f22248a',
    ],
    [
      '6D S17 D9-11 DAS NS 3:2 no-peek cut-104 max_bet=2000000 split_on=same-value max_hands=2 max_cards=21',
      '847654ed6ca023ae270137b8b56b8c49a9be51f4b5fd46cb58660d0036d99a88',
    ],
    [
      '1D H17 NDAS NS 3:2 peek-AT seats=5 seats_per_player=2 min_bet=2000 max_bet=1000000 max_hands=2 max_cards=21',
      '7eb912883eece179478328916470e3713f9313e5610273c320a395b443f68006',
    ],
    [
      '4D S17 DAS NS 3:2 peek-AT cut-52 min_bet=5000 bet_step=5000 split_on=same-value max_cards=21',
      '976928f0a39762d1f802e2c55b044b9831498ff150bd7086ef474a3edc239ea6',
    ],
    [
      '1D S17 DAS LS 3:2 peek-AT seats=5 max_hands=2',
      'd548486692ab91bc5426b457939db8e65e71dfd7c643205678d2219b3987ee1d',
    ],
  ]
  for (const [line, hash] of lines) expect(readLine(line).hash).toBe(hash)
  expect(readLine(lines[0]![0])).toMatchObject({ decks: 8, cutCard: 104, everyRound: false })
  expect(readLine(lines[2]![0])).toMatchObject({ decks: 6, cutCard: 0, everyRound: true })
  for (const other of [
    '',
    '6D S17 DAS LS 3:2 peek-AT  charlie-11',
    'S17 6D DAS LS 3:2 peek-AT charlie-11',
    '6D S17 DAS LS 3:2 peek-AT charlie-11 seats=7',
    '6D S17 DAS LS 3:2 peek-AT charlie-0',
    '9D S17 DAS LS 3:2 peek-AT',
    '6D DAS LS 3:2 peek-AT',
    '6D S17 DAS LS 3:2 peek-AT luck',
    '6D S17 DAS LS 3:2 peek-AT luck=7',
  ])
    expect(() => readLine(other), other).toThrow()
})
