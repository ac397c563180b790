import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

// How values are written into a hash: a number as 64 bits with the most significant byte first, a text as its length as a
// number and then its bytes. No two lists of values give the same bytes.

export type Bytes = Uint8Array

/** The house's seed and a key, in bytes. */
export const SEED_SIZE = 32
/** The longest seed of a player, in bytes; the shortest is one. */
export const MAX_PLAYER_SEED = 64

export const hex = bytesToHex
export const join = concatBytes
export const utf8 = utf8ToBytes

/** Reads small hexadecimal digits, exactly so many bytes where a size is given: every value has one spelling. */
export function unhex(text: string, size?: number): Bytes {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error('not hexadecimal in small digits')
  if (size !== undefined && text.length !== size * 2) throw new Error(`not ${size} bytes`)
  return hexToBytes(text)
}

export function number(n: number): Bytes {
  if (!Number.isSafeInteger(n) || n < 0) throw new Error(`${n} is not a whole number from 0`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(n))
  return bytes
}

export function text(value: string | Bytes): Bytes {
  const bytes = typeof value === 'string' ? utf8(value) : value
  return join(number(bytes.length), bytes)
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Reads URL-safe base 64 without padding; bits that are left over must be 0. */
export function unbase64url(value: string): Bytes {
  if (value.length % 4 === 1) throw new Error('not base 64')
  const bytes = new Uint8Array(Math.floor((value.length * 3) / 4))
  let bits = 0
  let have = 0
  let at = 0
  for (const letter of value) {
    const digit = DIGITS.indexOf(letter)
    if (digit < 0) throw new Error('not URL-safe base 64')
    bits = ((bits << 6) | digit) & 0xffff
    have += 6
    if (have >= 8) {
      have -= 8
      bytes[at++] = (bits >> have) & 0xff
    }
  }
  if ((bits & ((1 << have) - 1)) !== 0) throw new Error('not base 64: bits are left over')
  return bytes
}

export function same(a: Bytes, b: Bytes): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
