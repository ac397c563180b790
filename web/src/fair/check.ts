import { unhex } from './bytes'
import { readRecord, type RoundRecord, type To, type Turned, turnedUp } from './record'
import { commitHouse, commitPlayer, deriveKey, link, logStart, type PublicShoe, termsHash } from './scheme'
import { readProof, sameProof, Sealed, verifyCard } from './shoe'

// The check of a whole record, as far as it goes without the rules of the game.

export type StepName = 'format' | 'house' | 'seeds' | 'terms' | 'cards' | 'order' | 'results' | 'log'

/** One part of a check; what it found, in few words of its own for each language. */
export interface Step {
  name: StepName
  result: 'right' | 'open' | 'wrong'
  /** How many: seeds, cards, entries. */
  n?: number
  /** Seats whose seed was left out, or the seat whose seed is wrong. */
  seats?: number[]
  /** The first card that does not agree. */
  card?: string
  at?: number
  to?: To
  /** What is wrong about the spelling, for those who read the format. */
  detail?: string
}

export interface CheckedCard extends Turned {
  proved: boolean
}

export interface Report {
  verdict: 'right' | 'open' | 'wrong'
  steps: Step[]
  cards: CheckedCard[]
  record?: RoundRecord
}

/** A shoe that is over: everything about it is known. */
export interface OpenedShoe extends PublicShoe {
  terms: string
  root: string
  seed: string
}

/** Checks a record's text in every way that needs no rules. */
export function checkRecord(data: string): Report {
  let record: RoundRecord
  try {
    record = readRecord(data)
  } catch (error) {
    return {
      verdict: 'wrong',
      steps: [{ name: 'format', result: 'wrong', detail: (error as Error).message }],
      cards: [],
    }
  }
  const shoe = { table: record.table, ...record.shoe }
  const cards = proofs(record)
  const steps = [
    house(shoe),
    seeds(shoe),
    terms(shoe),
    proved(record, cards),
    orderOf(record),
    results(record),
    log(record),
  ]
  const verdict = steps.some((s) => s.result === 'wrong')
    ? 'wrong'
    : steps.some((s) => s.result === 'open')
      ? 'open'
      : 'right'
  return { verdict, steps, cards, record }
}

export type Known = PublicShoe & { seed?: string; terms: string; root: string }

export function house(shoe: Known): Step {
  if (!shoe.seed) return { name: 'house', result: 'open' }
  const right = commitHouse(shoe.table, shoe.number, unhex(shoe.seed, 32)) === shoe.commitment
  return { name: 'house', result: right ? 'right' : 'wrong' }
}

export function seeds(shoe: Known): Step {
  const out = shoe.players.filter((player) => player.out).map((player) => player.seat)
  const given = shoe.players.filter((player) => player.seed)
  for (const { seat, seed = '', commitment } of given) {
    if (commitPlayer(shoe.table, shoe.number, seat, unhex(seed)) !== commitment)
      return { name: 'seeds', result: 'wrong', seats: [seat] }
  }
  return { name: 'seeds', result: 'right', n: given.length, seats: out }
}

export function terms(shoe: Known): Step {
  return { name: 'terms', result: termsHash(shoe) === shoe.terms ? 'right' : 'wrong' }
}

/** Each card that the events turn up, with whether the record proves just this card in just this place. */
function proofs({ events, offset, cards, shoe }: RoundRecord): CheckedCard[] {
  return turnedUp(events, offset).map((turned, i) => {
    const given = cards[i]
    const fits = given !== undefined && given.at === turned.at && given.card === turned.card
    return { ...turned, proved: fits && verifyCard(shoe.root, shoe.decks, given.at, given.card, given.proof) }
  })
}

function proved({ cards }: RoundRecord, checked: CheckedCard[]): Step {
  const wrong = checked.find((card) => !card.proved)
  if (wrong) return { name: 'cards', result: 'wrong', card: wrong.card, at: wrong.at, to: wrong.to }
  const more = cards[checked.length]
  if (more) return { name: 'cards', result: 'wrong', card: more.card, at: more.at }
  return { name: 'cards', result: 'right', n: checked.length }
}

/** Makes the shoe again from all its seeds. */
export function remake(shoe: Known & { seed: string }): Sealed {
  return new Sealed(deriveKey(unhex(shoe.seed, 32), shoe.players, termsHash(shoe)), shoe.decks)
}

function orderOf({ table, shoe, cards, events, offset }: RoundRecord): Step {
  const { seed } = shoe
  if (!seed) return { name: 'order', result: 'open' }
  const sealed = remake({ table, ...shoe, seed })
  for (const { at, card, to } of turnedUp(events, offset)) {
    if (sealed.order[at] !== card) return { name: 'order', result: 'wrong', card, at, to }
  }
  if (sealed.root !== shoe.root) return { name: 'order', result: 'wrong' }
  for (const { at, card, proof } of cards) {
    if (at >= sealed.order.length || !sameProof(sealed.proof(at), readProof(proof)))
      return { name: 'order', result: 'wrong', card, at }
  }
  return { name: 'order', result: 'right', n: sealed.order.length }
}

/** What each seat won or lost in all is the sum of what its hands and its insurance were settled for. */
function results({ events, results }: RoundRecord): Step {
  const nets = new Map<number, number>()
  for (const { is, seat = 0, stake = 0, amount = 0 } of events) {
    if (is === 'hand-settled' || is === 'insurance-settled') nets.set(seat, (nets.get(seat) ?? 0) + amount - stake)
  }
  const seats = results.map((result) => result.seat).filter((seat) => nets.has(seat))
  const right = seats.length === nets.size && results.every(({ seat, net }) => nets.get(seat) === net)
  return { name: 'results', result: right && results.length === nets.size ? 'right' : 'wrong', n: nets.size }
}

/** The links of the log, and that its entries tell the events in their order. */
function log({ table, round, rules, shoe, log, events }: RoundRecord): Step {
  let at = log.before
  log.entries.forEach((entry, i) => (at = link(at, log.seq + i, entry)))
  const wrong = (detail: string): Step => ({ name: 'log', result: 'wrong', detail })
  if (at !== log.after) return wrong('the links do not meet')
  if (log.seq === 1 && log.before !== logStart(table)) return wrong('the start is not the table’s')
  let next = 0
  let opened = false
  for (const entry of log.entries) {
    for (const told of parts(entry)) {
      const { is, ...facts } = JSON.parse(told) as { is?: string; round?: number; rules?: string; shoe?: number }
      if (is === 'betting-opened' && facts.round === round) {
        if (facts.rules !== rules.hash || facts.shoe !== shoe.number) return wrong('the round was opened otherwise')
        opened = true
      }
      if (next < events.length && told === JSON.stringify(events[next])) next++
    }
  }
  if (!opened) return wrong(`no entry opens round ${round}`)
  if (next < events.length) return wrong(`event ${next + 1} is in no entry`)
  return { name: 'log', result: 'right', n: log.entries.length }
}

function parts(entry: string): string[] {
  try {
    const records: unknown = JSON.parse(entry)
    return Array.isArray(records) ? records.map((record) => JSON.stringify(record)) : []
  } catch {
    return [] // an entry that cannot be read tells nothing
  }
}

/** Checks a shoe that is over against what was seen of it: '' or the name of the first part that is wrong. */
export function checkShoe(shoe: OpenedShoe, seen: readonly { at: number; card: string }[]): '' | StepName {
  try {
    for (const step of [house(shoe), seeds(shoe), terms(shoe)]) if (step.result !== 'right') return step.name
    const sealed = remake(shoe)
    if (sealed.root !== shoe.root) return 'order'
    return seen.every(({ at, card }) => sealed.order[at] === card) ? '' : 'cards'
  } catch {
    return 'format'
  }
}
