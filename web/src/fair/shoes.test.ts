import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unhex } from './bytes'
import { deriveKey, commitHouse, commitPlayer, termsHash } from './scheme'
import { readShoes, type ShoeList, type Why } from './record'
import { Sealed } from './shoe'
import { asSeen, checkShoes, isRight, written } from './shoes'

/** A list as a server wrote it: five shoes that are over, one in use. */
const told = readFileSync(join(import.meta.dirname, 'testdata', 'shoes.json'), 'utf8').trim()

const TABLE = 'sen'
const houseSeed = (n: number) => n.toString(16).padStart(64, '0')

interface Plan {
  players?: { seat: number; seed: string; out?: 'silent' | 'mismatch' }[]
  stage?: 'betting' | 'terms' | 'sealed' | 'over'
  abandoned?: Why
}

/** Shoes with the numbers from first, made as an honest house makes them. */
function made(plans: Plan[], first = 1): ShoeList {
  const shoes = plans.map(({ players = [], stage = 'over', abandoned }, i) => {
    const number = first + i
    const commitment = (n: number) => commitHouse(TABLE, n, unhex(houseSeed(n)))
    const open = stage === 'betting' || stage === 'terms'
    const seats = players.map(({ seat, seed, out }) => ({
      seat,
      commitment: commitPlayer(TABLE, number, seat, unhex(seed)),
      ...(open ? {} : out ? { out } : { seed }),
    }))
    const shoe = { number, decks: 1, commitment: commitment(number), next: commitment(number + 1), players: seats }
    const terms = termsHash({ table: TABLE, ...shoe })
    return {
      ...shoe,
      ...(stage === 'betting' ? {} : { terms }),
      ...(open ? {} : { root: new Sealed(deriveKey(unhex(houseSeed(number)), seats, terms), 1).root }),
      ...(stage === 'over' || abandoned ? { seed: houseSeed(number) } : {}),
      ...(abandoned ? { abandoned } : {}),
    }
  })
  return { format: 'club99 shoes', version: 1, table: TABLE, shoes }
}

const states = (list: ShoeList) =>
  checkShoes(JSON.stringify(list)).shoes.map(({ number, state }) => {
    return `${number} ${state.is === 'wrong' ? `${state.step}${state.seat ?? ''}` : state.is}`
  })

const fine: Plan[] = [
  { players: [{ seat: 2, seed: 'aa' }] },
  {
    players: [
      { seat: 1, seed: 'bb' },
      { seat: 5, seed: 'cc', out: 'silent' },
    ],
  },
  { players: [{ seat: 3, seed: 'dd' }], stage: 'betting', abandoned: 'rules' },
  { stage: 'sealed', players: [{ seat: 7, seed: 'ee' }] },
]

test('what a server wrote is right, and is written again byte for byte', () => {
  const { table, shoes, detail } = checkShoes(told)
  expect(detail).toBeUndefined()
  expect(shoes.map(({ state }) => state.is)).toEqual(['proved', 'proved', 'proved', 'proved', 'proved', 'open'])
  expect(isRight(shoes)).toBe(true)
  expect(written(table, shoes)).toBe(told)
})

test('proved, given up, in use: all of it is right', () => {
  expect(states(made(fine))).toEqual(['1 proved', '2 proved', '3 abandoned', '4 open'])
  expect(states(made([{ stage: 'terms', players: [{ seat: 1, seed: 'aa' }] }]))).toEqual(['1 open'])
  expect(states(made([]))).toEqual([])
})

test('each lie is found at the shoe that it is about', () => {
  const lie = (change: (shoes: ShoeList['shoes']) => void) => {
    const list = made(fine)
    change(list.shoes)
    return states(list)
  }
  const but = (n: number, what: string) => states(made(fine)).map((said, i) => (i === n ? `${n + 1} ${what}` : said))
  expect(lie((shoes) => shoes.splice(1, 1))).toEqual(['1 gap', '3 abandoned', '4 open'])
  expect(lie((shoes) => (shoes[0]!.next = '00'.repeat(32)))).toEqual(but(0, 'next'))
  expect(lie((shoes) => delete shoes[1]!.seed)).toEqual(but(1, 'withheld'))
  expect(lie((shoes) => (shoes[1]!.seed = houseSeed(9)))).toEqual(but(1, 'house'))
  expect(lie((shoes) => (shoes[0]!.players[0]!.seed = 'ab'))).toEqual(but(0, 'seeds2'))
  expect(lie((shoes) => shoes[0]!.players.pop())).toEqual(but(0, 'terms'))
  expect(lie((shoes) => (shoes[0]!.decks = 2))).toEqual(but(0, 'terms'))
  expect(lie((shoes) => (shoes[1]!.root = '00'.repeat(24)))).toEqual(but(1, 'order'))
  expect(
    lie((shoes) => {
      delete shoes[1]!.players[0]!.seed
      shoes[1]!.players[0]!.out = 'silent'
    }),
  ).toEqual(but(1, 'order'))
  const again = made([{}, {}])
  again.shoes[1] = { ...again.shoes[1]!, seed: houseSeed(1) }
  expect(states(again)).toEqual(['1 twice', '2 house'])
})

test('a shoe that was withheld or changed is not right; one that was given up is', () => {
  const { shoes } = checkShoes(JSON.stringify(made(fine)))
  expect(isRight(shoes)).toBe(true)
  const list = made(fine)
  delete list.shoes[0]!.seed
  expect(isRight(checkShoes(JSON.stringify(list)).shoes)).toBe(false)
})

test('a part is checked up to the part that was read before it', () => {
  const list = made([{}, {}, {}, { stage: 'sealed' }])
  const older = JSON.stringify({ ...list, shoes: list.shoes.slice(0, 2) })
  const is = (after?: (typeof list.shoes)[0]) => checkShoes(older, after).shoes.map(({ state }) => state.is)
  expect(is(list.shoes[2])).toEqual(['proved', 'proved'])
  expect(is(list.shoes[3])).toEqual(['proved', 'wrong'])
  expect(is({ ...list.shoes[2]!, commitment: '00'.repeat(32) })).toEqual(['proved', 'wrong'])
  delete list.shoes[1]!.seed
  const withheld = JSON.stringify({ ...list, shoes: list.shoes.slice(0, 2) })
  expect(checkShoes(withheld, list.shoes[2]).shoes[1]?.state.is).toBe('withheld')
  expect(checkShoes(withheld).shoes[1]?.state.is).toBe('open')
})

test('what this browser saw at the table holds against the list', () => {
  const [shoe] = checkShoes(JSON.stringify(made(fine))).shoes
  const { commitment, next, terms = '', root = '' } = shoe!
  const seen = { commitment, next, terms, root }
  expect(asSeen(shoe!, undefined)).toBe(shoe)
  expect(asSeen(shoe!, seen)).toBe(shoe)
  for (const part of ['commitment', 'next', 'terms', 'root'] as const)
    expect(asSeen(shoe!, { ...seen, [part]: '00' }).state).toEqual({ is: 'wrong', step: 'seen' })
})

test('what is not in the one spelling of the format is no list', () => {
  const good = JSON.stringify(made(fine))
  const spoilt = (change: (shoes: ShoeList['shoes']) => void) => {
    const list = made(fine)
    change(list.shoes)
    return JSON.stringify(list)
  }
  expect(readShoes(JSON.stringify(JSON.parse(good), null, 2)).shoes).toHaveLength(4)
  for (const other of [
    '',
    '[]',
    good + ' []',
    good.replace('club99 shoes', 'club99 round'),
    good.replace('"version":1', '"version":2'),
    good.replace('"table":"sen"', '"table":"s n"'),
    good.replace('"number":1', '"number":0'),
    good.replace('"abandoned":"rules"', '"abandoned":"luck"'),
    spoilt((shoes) => delete shoes[0]!.terms), // sealed without terms
    spoilt((shoes) => delete shoes[0]!.root), // over, neither sealed nor given up
    spoilt((shoes) => delete shoes[2]!.seed), // given up, seed not shown
    spoilt((shoes) => (shoes[2]!.abandoned = 'lost')), // lost, and shown
    spoilt((shoes) => (shoes[2]!.players[0]!.seed = 'dd')), // revealed before the terms
    spoilt((shoes) => delete shoes[0]!.players[0]!.seed), // sealed, neither seed nor why not
    spoilt((shoes) => (shoes[1]!.players[1]!.seed = 'cc')), // left out, and shown
    spoilt((shoes) => shoes[1]!.players.reverse()),
  ]) {
    const { detail, shoes } = checkShoes(other)
    expect(detail, other.slice(0, 200)).toMatch(/\S/)
    expect(shoes).toEqual([])
  }
})

test('a shoe whose seed the house lost is told apart, promises nothing for the next, and is not right', () => {
  const list = made([{}, { stage: 'betting' }, {}])
  Object.assign(list.shoes[1]!, { abandoned: 'lost', next: '00'.repeat(32) })
  expect(states(list)).toEqual(['1 proved', '2 lost', '3 proved'])
  expect(isRight(checkShoes(JSON.stringify(list)).shoes)).toBe(false)
})
