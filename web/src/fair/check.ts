import { unhex } from './bytes'
import { readRecord, type RecordEvent, type RoundRecord, type To, type Turned, turnedUp } from './record'
import { readLine } from './rules'
import { commitHouse, commitPlayer, deriveKey, type PublicShoe, termsHash } from './scheme'
import { PER_DECK, readProof, sameProof, Sealed, verifyCard } from './shoe'
import { checkLog } from './walk'

// The check of a whole record, as far as it goes without the rules of the game: the shuffle, the money and the log.

export type StepName = 'format' | 'house' | 'seeds' | 'terms' | 'cards' | 'order' | 'rules' | 'results' | 'log'

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
    rules(record),
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

/** What the rules say about the shoe. What they say about the game, only the game's rules can tell. */
function rules({ rules, shoe, offset, events }: RoundRecord): Step {
  const wrong = (detail: string): Step => ({ name: 'rules', result: 'wrong', detail })
  try {
    const { hash, decks, everyRound, cutCard } = readLine(rules.line)
    if (hash !== rules.hash) return wrong('they have another hash')
    if (decks !== shoe.decks) return wrong('they play with another number of decks')
    if (everyRound && offset > 0) return wrong('they shuffle before every round, and cards had left the shoe')
    if (everyRound && isOver(events) && !shoe.seed)
      return wrong('they shuffle after every round, and the seed is withheld')
    if (offset > 0 && decks * PER_DECK - offset <= cutCard) return wrong('the cut card was out')
  } catch (error) {
    return wrong((error as Error).message)
  }
  return { name: 'rules', result: 'right' }
}

const isOver = (events: readonly RecordEvent[]) => events.some(({ is }) => is === 'round-over')

/** Where the money went: what a seat staked is what was settled, and what it won or lost is what it was settled for. */
function results({ events, results, shoe }: RoundRecord): Step {
  const wrong: Step = { name: 'results', result: 'wrong' }
  if (!isOver(events)) {
    const open = results.length === 0 && (!shoe.seed || shoe.abandoned)
    return open ? { name: 'results', result: 'open' } : wrong
  }
  const [bets, paid, settled, nets] = [1, 2, 3, 4].map(() => new Map<number, number>()) as [Sums, Sums, Sums, Sums]
  for (const { is, seat = 0, stake = 0, amount = 0 } of events) {
    if (is === 'bet-placed') bets.set(seat, stake)
    if (is === 'bet-placed' || is === 'decided') add(paid, seat, amount)
    if (is !== 'hand-settled' && is !== 'insurance-settled') continue
    add(settled, seat, stake)
    add(nets, seat, amount - stake)
  }
  const seats = [...bets].flatMap(([seat, bet]) => (bet > 0 ? [seat] : [])).sort((a, b) => a - b)
  const right =
    results.map((result) => result.seat).join() === seats.join() &&
    [...nets.keys()].every((seat) => seats.includes(seat)) &&
    results.every(({ seat, net }) => nets.get(seat) === net) &&
    [...paid].every(([seat, amount]) => (settled.get(seat) ?? 0) === amount)
  return right ? { name: 'results', result: 'right', n: seats.length } : wrong
}

type Sums = Map<number, number>

function add(sums: Sums, seat: number, amount: number): void {
  sums.set(seat, (sums.get(seat) ?? 0) + amount)
}

function log(record: RoundRecord): Step {
  const detail = checkLog(record)
  return detail === ''
    ? { name: 'log', result: 'right', n: record.log.entries.length }
    : { name: 'log', result: 'wrong', detail }
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
