import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hex, number, text, unhex } from './bytes'
import { commitHouse, commitPlayer, deriveKey, link, logStart, type PlayerSeed, termsHash } from './scheme'
import { order, readProof, Sealed, sameProof, verifyCard } from './shoe'

interface Seeded {
  seed: string
  commitment: string
}

interface ProofVector {
  why?: string
  root?: string
  decks?: number
  at: number
  card: string
  proof: string
}

interface Vectors {
  version: number
  shoes: {
    table: string
    number: number
    decks: number
    house: Seeded
    next: Seeded
    players: (Seeded & Pick<PlayerSeed, 'seat' | 'out'>)[]
    terms: string
    key: string
    order: string
    root: string
    proofs: ProofVector[]
    whole?: { salts: string[]; tree: string[][] }
  }[]
  refused: ProofVector[]
  log: { table: string; start: string; entries: { seq: number; entry: string; link: string }[] }
  numbers: { number?: number; text?: string; bytes: string }[]
}

/** The golden values that the server's tests write and read. */
const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../shoe/testdata/fairness-vectors.json'), 'utf8'),
) as Vectors

test('there are vectors of the version that is checked here', () => {
  expect(vectors.version).toBe(1)
  expect(vectors.shoes.length).toBeGreaterThan(8)
})

test('numbers and texts enter a hash as the server writes them', () => {
  for (const { number: n, text: words = '', bytes } of vectors.numbers)
    expect(hex(n === undefined ? text(words) : number(n))).toBe(bytes)
})

test.for(vectors.shoes)('shoe $number of $decks decks, from the seeds to the proofs', (shoe) => {
  const { table, house, next, decks } = shoe
  expect(commitHouse(table, shoe.number, unhex(house.seed, 32))).toBe(house.commitment)
  expect(commitHouse(table, shoe.number + 1, unhex(next.seed, 32))).toBe(next.commitment)
  for (const { seat, seed, commitment } of shoe.players)
    expect(commitPlayer(table, shoe.number, seat, unhex(seed))).toBe(commitment)
  const { commitment } = house
  const told = { table, number: shoe.number, decks, commitment, next: next.commitment, players: shoe.players }
  expect(termsHash(told)).toBe(shoe.terms)
  const revealed = shoe.players.map(({ seed, ...player }) => (player.out ? player : { ...player, seed }))
  const key = deriveKey(unhex(house.seed, 32), revealed, shoe.terms)
  expect(hex(key)).toBe(shoe.key)
  expect(order(key, decks).join(' ')).toBe(shoe.order)
  const sealed = new Sealed(key, decks)
  expect(sealed.root).toBe(shoe.root)
  for (const { at, card, proof } of shoe.proofs) {
    expect(sealed.order[at]).toBe(card)
    expect(sameProof(sealed.proof(at), readProof(proof))).toBe(true)
    expect(verifyCard(shoe.root, decks, at, card, proof)).toBe(true)
  }
})

test('every salt, and every hash of the tree', () => {
  const shoe = vectors.shoes.find((shoe) => shoe.whole)!
  const { salts, tree } = shoe.whole!
  const sealed = new Sealed(unhex(shoe.key, 32), shoe.decks)
  expect(salts).toHaveLength(52)
  salts.forEach((salt, at) => {
    const proof = sealed.proof(at)
    expect(hex(proof.salt)).toBe(salt)
    const neighbours = tree.slice(0, -1).flatMap((level, height) => level[(at >> height) ^ 1] ?? [])
    expect(proof.path.map(hex)).toEqual(neighbours)
  })
  expect(tree.at(-1)).toEqual([shoe.root])
})

test.for(vectors.refused)('$why shows nothing', ({ root = '', decks = 0, at, card, proof }) => {
  expect(verifyCard(root, decks, at, card, proof)).toBe(false)
})

test('the links of a log', () => {
  const { table, start, entries } = vectors.log
  expect(logStart(table)).toBe(start)
  let before = start
  for (const { seq, entry, link: after } of entries) expect((before = link(before, seq, entry))).toBe(after)
})
