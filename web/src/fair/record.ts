import type { PlayerSeed } from './scheme'
import { isCard, readProof } from './shoe'

// The record of a round, a table's list of shoes, and their strict reader: every field once, in its order, each value in
// its one spelling.

/** Why a shoe was given up before its end. */
export type Why = 'shutdown' | 'void' | 'rules' | 'lost'

/** A shoe in a list: terms and root are missing if it was never so far. */
export interface ListedShoe {
  number: number
  decks: number
  commitment: string
  next: string
  players: PlayerSeed[]
  terms?: string
  root?: string
  seed?: string
  abandoned?: Why
}

export interface RecordShoe extends ListedShoe {
  terms: string
  root: string
}

export interface RecordCard {
  at: number
  card: string
  proof: string
}

export interface RecordEvent {
  is: string
  seat?: number
  hand?: number
  card?: string
  action?: string
  stake?: number
  amount?: number
}

export interface RoundRecord {
  format: string
  version: number
  table: string
  round: number
  shoe: RecordShoe
  offset: number
  cards: RecordCard[]
  rules: { line: string; hash: string }
  events: RecordEvent[]
  results: { seat: number; net: number }[]
  log: { seq: number; before: string; entries: string[]; after: string }
}

export interface ShoeList {
  format: string
  version: number
  table: string
  shoes: ListedShoe[]
}

const MAX_LENGTH = 4 << 20

type Shape = (value: unknown, where: string) => void

function refuse(where: string, what: string): never {
  throw new Error(`${where}: ${what}`)
}

const like =
  (pattern: RegExp): Shape =>
  (value, where) => {
    if (typeof value !== 'string' || !pattern.test(value)) refuse(where, 'not spelled as the format says')
  }

const whole =
  (from: number, to: number): Shape =>
  (value, where) => {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) refuse(where, 'not a whole number')
    if ((value as number) < from || (value as number) > to) refuse(where, 'out of range')
  }

const list =
  (of: Shape): Shape =>
  (value, where) => {
    if (!Array.isArray(value)) refuse(where, 'not a list')
    value.forEach((item, i) => of(item, `${where}[${i}]`))
  }

/** A field whose name ends in ? may be left out, and is left out where it says nothing. */
function object(fields: Record<string, Shape>): Shape {
  const names = Object.keys(fields)
  return (value, where) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(where, 'not an object')
    const given = Object.keys(value)
    const order = names.filter((name) => !name.endsWith('?') || given.includes(name.slice(0, -1)))
    if (order.map((name) => name.replace('?', '')).join() !== given.join())
      refuse(where, 'not the fields of the format')
    for (const name of order) {
      const field = name.replace('?', '')
      const content = (value as Record<string, unknown>)[field]
      const says = content !== 0 && content !== '' && !(Array.isArray(content) && content.length === 0)
      if (name.endsWith('?') && !says) refuse(`${where}.${field}`, 'says nothing')
      fields[name]!(content, `${where}.${field}`)
    }
  }
}

const MOST = Number.MAX_SAFE_INTEGER
const text = like(/^[ -~]*$/)
const word = like(/^[a-z0-9-]+$/)
const hash = like(/^[0-9a-f]{64}$/)
const card: Shape = (value, where) => {
  if (typeof value !== 'string' || !isCard(value)) refuse(where, 'no card')
}

const proof: Shape = (value, where) => {
  try {
    readProof(value as string)
  } catch {
    refuse(where, 'no proof')
  }
}

const table = like(/^[!#-[\]-~]{1,64}$/)
const root = like(/^[0-9a-f]{48}$/)

/** The shapes of a shoe that was sealed and of one that may not be differ in what may be left out. */
const shoe = (far: '' | '?') =>
  object({
    number: whole(1, MOST),
    decks: whole(1, 8),
    commitment: hash,
    next: hash,
    players: list(
      object({
        seat: whole(1, 7),
        commitment: hash,
        'seed?': like(/^([0-9a-f]{2}){1,64}$/),
        'out?': like(/^(silent|mismatch)$/),
      }),
    ),
    [`terms${far}`]: hash,
    [`root${far}`]: root,
    'seed?': hash,
    'abandoned?': like(far ? /^(shutdown|void|rules|lost)$/ : /^(shutdown|void|rules)$/),
  })

const shoes = object({
  format: like(/^club99 shoes$/),
  version: whole(1, 1),
  table,
  shoes: list(shoe('?')),
})

const record = object({
  format: like(/^club99 round$/),
  version: whole(1, 1),
  table,
  round: whole(1, MOST),
  shoe: shoe(''),
  offset: whole(0, 8 * 52 - 1),
  cards: list(object({ at: whole(0, 8 * 52 - 1), card, proof })),
  rules: object({ line: text, hash }),
  events: list(
    object({
      is: word,
      'seat?': whole(0, 7),
      'hand?': whole(0, 255),
      'card?': card,
      'action?': word,
      'by?': word,
      'status?': word,
      'outcome?': word,
      'offers?': list(word),
      'player?': whole(-MOST, MOST),
      'stake?': whole(-MOST, MOST),
      'amount?': whole(-MOST, MOST),
    }),
  ),
  results: list(object({ seat: whole(1, 7), net: whole(-MOST, MOST) })),
  log: object({ seq: whole(1, MOST), before: hash, entries: list(text), after: hash }),
})

/** Reads a record. The error says what about it is not as the format says. */
export function readRecord(data: string): RoundRecord {
  const found = read(data, record, 'record') as RoundRecord
  follows(found.shoe)
  return found
}

/** Reads a list of shoes, as strictly. */
export function readShoes(data: string): ShoeList {
  const found = read(data, shoes, 'list') as ShoeList
  for (const one of found.shoes) follows(one)
  return found
}

function read(data: string, shape: Shape, what: string): unknown {
  if (data.length > MAX_LENGTH) throw new Error(`the ${what} is too long`)
  const value: unknown = JSON.parse(data)
  // A field given twice, or a number or text in another spelling, does not survive being written again.
  if (compact(data) !== JSON.stringify(value)) throw new Error(`the ${what} is not in its one spelling`)
  shape(value, what)
  return value
}

/** How far a shoe came: one step without the one before it is no shoe. */
function follows({ number, players, terms, root, seed, abandoned }: ListedShoe): void {
  const refuse = (what: string): never => {
    throw new Error(`shoe ${number}: ${what}`)
  }
  if (root && !terms) refuse('it is sealed and has no terms')
  if (!root && seed && !abandoned) refuse('it is over, and was neither sealed nor abandoned')
  if (abandoned === 'lost' && seed) refuse('its seed is lost, and shown')
  if (abandoned && abandoned !== 'lost' && !seed) refuse('it is abandoned, and its seed is not shown')
  let last = 0
  for (const player of players) {
    if (player.seat <= last) refuse('the seats are not in order')
    if (player.seed && player.out) refuse(`seat ${player.seat} has a seed that was left out`)
    if (!terms && (player.seed || player.out)) refuse(`the seed of seat ${player.seat} came before the terms`)
    if (root && !player.seed && !player.out) refuse(`seat ${player.seat} has neither a seed nor why not`)
    last = player.seat
  }
}

/** Takes out what stands between the parts of a JSON text. */
export function compact(data: string): string {
  return data.replace(/"(?:[^"\\]|\\.)*"|[ \t\r\n]+/g, (part) => (part.startsWith('"') ? part : ''))
}

/** Where a card was put. */
export type To = { seat: number; hand: number } | 'dealer'

export interface Turned {
  at: number
  card: string
  to: To
}

/** The cards that the events turn up, by place. A hole card that is not opened is not among them. */
export function turnedUp(events: readonly RecordEvent[], offset: number): Turned[] {
  const cards: (Turned & { hole?: boolean })[] = []
  let place = offset
  for (const event of events) {
    const shown = event.card ?? ''
    switch (event.is) {
      case 'card-dealt':
        cards.push({ at: place++, card: shown, to: { seat: event.seat ?? 0, hand: event.hand ?? 0 } })
        break
      case 'up-card-dealt':
      case 'dealer-drew':
        cards.push({ at: place++, card: shown, to: 'dealer' })
        break
      case 'hole-card-dealt':
        cards.push({ at: place++, card: '', to: 'dealer', hole: true })
        break
      case 'hole-card-opened': {
        const hole = cards.find((card) => card.hole)
        if (hole) hole.card = shown
        break
      }
    }
  }
  return cards.filter((card) => !card.hole || card.card !== '').map(({ at, card, to }) => ({ at, card, to }))
}
