import { chacha20 } from '@noble/ciphers/chacha.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, hex, join, number, same, unbase64url, unhex, utf8 } from './bytes'

// From a key to an order and its tree, and the proof of one card.

const NODE_SIZE = 24
const SALT_SIZE = 16
const CARD_TAG = utf8('club99 fairness 1 card\n')
const NODE_TAG = utf8('club99 fairness 1 node\n')
const ORDER_NONCE = new Uint8Array(12)
const SALTS_NONCE = utf8('club99 salts')

export const PER_DECK = 52

const DECK = [...'shdc'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit))
const CARDS = new Set(DECK)

export const isCard = (card: string) => CARDS.has(card)

/** The words of a key stream: 32 bits each, the least significant byte first. */
function* words(key: Bytes): Generator<number, never> {
  const blocks = 8
  for (let counter = 0; ; counter += blocks) {
    const bytes = chacha20(key, ORDER_NONCE, new Uint8Array(blocks * 64), undefined, counter)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < bytes.length; at += 4) yield view.getUint32(at, true)
  }
}

/** The order in which the cards of so many decks leave the shoe. */
export function order(key: Bytes, decks: number): string[] {
  const cards = Array.from({ length: decks }, () => DECK).flat()
  const stream = words(key)
  for (let i = cards.length - 1; i > 0; i--) {
    const mask = 2 ** (32 - Math.clz32(i)) - 1
    let j: number
    do j = (stream.next().value & mask) >>> 0
    while (j > i) // thrown away, never folded back in
    ;[cards[i], cards[j]] = [cards[j]!, cards[i]!]
  }
  return cards
}

function leaf(position: number, card: string, salt: Bytes): Bytes {
  return sha256(join(CARD_TAG, number(position), utf8(card), salt)).slice(0, NODE_SIZE)
}

function above(left: Bytes, right: Bytes): Bytes {
  return sha256(join(NODE_TAG, left, right)).slice(0, NODE_SIZE)
}

export interface Proof {
  salt: Bytes
  path: Bytes[]
}

/** A shoe whose order is fixed, with the tree over its cards. */
export class Sealed {
  readonly order: string[]
  readonly #salts: Bytes[]
  readonly #tree: Bytes[][]

  constructor(key: Bytes, decks: number) {
    this.order = order(key, decks)
    const stream = chacha20(key, SALTS_NONCE, new Uint8Array(this.order.length * SALT_SIZE))
    this.#salts = this.order.map((_, i) => stream.slice(i * SALT_SIZE, (i + 1) * SALT_SIZE))
    let level = this.order.map((card, i) => leaf(i, card, this.#salts[i]!))
    this.#tree = [level]
    while (level.length > 1) {
      const next: Bytes[] = []
      for (let i = 0; i < level.length; i += 2) {
        const [left, right] = [level[i]!, level[i + 1]]
        next.push(right ? above(left, right) : left) // without a neighbour it moves up as it is
      }
      this.#tree.push((level = next))
    }
  }

  get root(): string {
    return hex(this.#tree.at(-1)![0]!)
  }

  proof(position: number): Proof {
    const path: Bytes[] = []
    let at = position
    for (const level of this.#tree.slice(0, -1)) {
      const neighbour = level[at ^ 1]
      if (neighbour) path.push(neighbour)
      at >>= 1
    }
    return { salt: this.#salts[position]!, path }
  }
}

export function readProof(text: string): Proof {
  const raw = unbase64url(text)
  if (raw.length < SALT_SIZE || (raw.length - SALT_SIZE) % NODE_SIZE !== 0) throw new Error('not the length of a proof')
  const path: Bytes[] = []
  for (let at = SALT_SIZE; at < raw.length; at += NODE_SIZE) path.push(raw.slice(at, at + NODE_SIZE))
  return { salt: raw.slice(0, SALT_SIZE), path }
}

export function sameProof(a: Proof, b: Proof): boolean {
  return same(a.salt, b.salt) && a.path.length === b.path.length && a.path.every((node, i) => same(node, b.path[i]!))
}

/** Whether the proof shows that the card lies in the position, from 0, of the shoe of so many decks with this root. */
export function verifyCard(root: string, decks: number, position: number, card: string, text: string): boolean {
  let count = decks * PER_DECK
  if (!Number.isInteger(position) || position < 0 || position >= count || !isCard(card)) return false
  let proof: Proof
  try {
    unhex(root, NODE_SIZE)
    proof = readProof(text)
  } catch {
    return false
  }
  let node = leaf(position, card, proof.salt)
  let used = 0
  for (let at = position; count > 1; count = (count + 1) >> 1, at >>= 1) {
    if ((at ^ 1) >= count) continue
    const neighbour = proof.path[used++]
    if (!neighbour) return false
    node = at % 2 === 0 ? above(node, neighbour) : above(neighbour, node)
  }
  return used === proof.path.length && hex(node) === root
}
