import { expect, test } from 'vitest'
import { hex, number, text, unbase64url, unhex } from './bytes'
import { commitPlayer, deriveKey, termsHash } from './scheme'
import { order, readProof, Sealed, verifyCard } from './shoe'

const key = Uint8Array.from({ length: 32 }, (_, i) => i)

/** The proof's text: the opposite of readProof. */
function write(sealed: Sealed, at: number): string {
  const { salt, path } = sealed.proof(at)
  return Buffer.concat([salt, ...path]).toString('base64url')
}

test('an order has every card of its decks', () => {
  for (const decks of [1, 2, 6, 8]) {
    const cards = order(key, decks)
    expect(cards).toHaveLength(decks * 52)
    const counts = new Map<string, number>()
    for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1)
    expect(counts.size).toBe(52)
    expect([...counts.values()].every((n) => n === decks)).toBe(true)
  }
})

test('a proof shows one card in one place of one shoe, and nothing else', () => {
  for (const decks of [1, 3, 6]) {
    const sealed = new Sealed(key, decks)
    for (const at of [0, 1, 51, decks * 52 - 1]) {
      const card = sealed.order[at]!
      const proof = write(sealed, at)
      const { root } = sealed
      expect(verifyCard(root, decks, at, card, proof)).toBe(true)
      expect(verifyCard(root, decks, at, card === 'As' ? '2s' : 'As', proof)).toBe(false)
      expect(verifyCard(root, decks, at ^ 1, card, proof)).toBe(false)
      expect(
        verifyCard(
          root.replace(/^./, (c) => (c === '0' ? '1' : '0')),
          decks,
          at,
          card,
          proof,
        ),
      ).toBe(false)
      expect(verifyCard(root, decks, at, card, proof.slice(0, -32))).toBe(false)
      expect(verifyCard(root, decks, at, card, proof + 'A'.repeat(32))).toBe(false)
      expect(verifyCard(root, decks, at, card, '?')).toBe(false)
      expect(verifyCard('', decks, at, card, proof)).toBe(false)
      for (let i = 0; i < proof.length; i += 29) {
        const other = proof.slice(0, i) + (proof[i] === 'A' ? 'B' : 'A') + proof.slice(i + 1)
        expect(verifyCard(root, decks, at, card, other)).toBe(false)
      }
    }
  }
})

test('each value has one spelling', () => {
  expect(() => unhex('AB')).toThrow()
  expect(() => unhex('abc')).toThrow()
  expect(() => unhex('abcd', 3)).toThrow()
  expect(() => unbase64url('AB=')).toThrow()
  expect(() => unbase64url('A+')).toThrow()
  expect(() => unbase64url('AB')).toThrow() // bits are left over
  expect(() => unbase64url('A')).toThrow()
  expect(hex(unbase64url('_-8A'))).toBe('ffef00')
  expect(() => readProof('AAAA')).toThrow()
  expect(hex(number(2 ** 53 - 1))).toBe('001fffffffffffff')
  expect(() => number(-1)).toThrow()
  expect(hex(text('é'))).toBe('0000000000000002c3a9')
})

test('a commitment is of no use for another table, shoe, seat or seed', () => {
  const seed = unhex('00ff')
  const all = [
    commitPlayer('a', 1, 1, seed),
    commitPlayer('b', 1, 1, seed),
    commitPlayer('a', 2, 1, seed),
    commitPlayer('a', 1, 2, seed),
    commitPlayer('a', 1, 1, unhex('00ff00')),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test('a seed that is left out, and every part of the terms, changes the key', () => {
  const players = [
    { seat: 1, commitment: 'aa'.repeat(32), seed: '01' },
    { seat: 2, commitment: 'bb'.repeat(32), seed: '02' },
  ]
  const shoe = { table: 'a', number: 1, decks: 6, commitment: '11'.repeat(32), next: '22'.repeat(32), players }
  const terms = termsHash(shoe)
  const keys = [
    deriveKey(key, players, terms),
    deriveKey(key, [players[0]!, { ...players[1]!, seed: undefined, out: 'silent' }], terms),
    deriveKey(key, players.toReversed(), terms),
    deriveKey(key, players, termsHash({ ...shoe, next: '33'.repeat(32) })),
    deriveKey(key, players, termsHash({ ...shoe, players: players.slice(1) })),
  ]
  expect(new Set(keys.map(hex)).size).toBe(keys.length)
})
