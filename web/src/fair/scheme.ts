import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, hex, join, number, SEED_SIZE, text, unhex, utf8 } from './bytes'

// The fairness scheme, version 1: commitments, terms, the key of a shoe, and the links of a table's log.

const tag = (what: string) => utf8(`club99 fairness 1 ${what}\n`)

/** What one seat committed to, and what became of it. */
export interface PlayerSeed {
  seat: number
  commitment: string
  seed?: string
  out?: 'silent' | 'mismatch'
}

/** What is public about a shoe. Hashes, seeds and the root are small hexadecimal digits. */
export interface PublicShoe {
  table: string
  number: number
  decks: number
  commitment: string
  next: string
  players: PlayerSeed[]
}

export function commitHouse(table: string, shoe: number, seed: Bytes): string {
  return hex(sha256(join(tag('house'), text(table), number(shoe), seed)))
}

export function commitPlayer(table: string, shoe: number, seat: number, seed: Bytes): string {
  return hex(sha256(join(tag('player'), text(table), number(shoe), number(seat), text(seed))))
}

/** The hash of all that is fixed about a shoe before the first player's seed is revealed. */
export function termsHash(shoe: PublicShoe): string {
  const parts = [
    tag('terms'),
    text(shoe.table),
    number(shoe.number),
    number(shoe.decks),
    unhex(shoe.commitment, 32),
    unhex(shoe.next, 32),
    number(shoe.players.length),
  ]
  for (const player of shoe.players) parts.push(number(player.seat), unhex(player.commitment, 32))
  return hex(sha256(join(...parts)))
}

/** Makes the key of a shoe from the house's seed and the players' seeds that were revealed, by seat from the lowest. */
export function deriveKey(house: Bytes, players: readonly PlayerSeed[], terms: string): Bytes {
  const revealed = players.filter((player) => player.seed)
  const parts = [house, number(revealed.length)]
  for (const { seat, seed = '' } of revealed) parts.push(number(seat), text(unhex(seed)))
  return hkdf(sha256, join(...parts), undefined, join(tag('key'), unhex(terms, 32)), SEED_SIZE)
}

/** The link that a table's log starts from. */
export function logStart(table: string): string {
  return hex(sha256(join(tag('log'), text(table))))
}

/** The link after an entry of a table's log. */
export function link(before: string, seq: number, entry: string): string {
  return hex(sha256(join(tag('entry'), unhex(before, 32), number(seq), text(entry))))
}
