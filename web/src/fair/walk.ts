import { compact, type RecordEvent, type RoundRecord } from './record'
import { link, logStart } from './scheme'

// The table's log in a record: its links, and that its entries tell the shoe and the round as the record does, in the
// order in which a fair house lets them happen.

/** What is read of a record of the log; other fields and other kinds are passed over. */
interface Told {
  is: string
  round?: number
  shoe?: number
  offset?: number
  rules?: string
  decks?: number
  commitment?: string
  next?: string
  seat?: number
  stake?: number
  seed?: string
  out?: string
  why?: string
  terms?: string
  root?: string
}

type State = 'before' | 'between' | 'betting' | 'closed' | 'playing' | 'over'

const EVENTS = new Set(
  (
    'bet-placed bets-closed card-dealt up-card-dealt hole-card-dealt offers-made decided checked hand-ended turn-came ' +
    'hole-card-opened dealer-drew dealer-ended hand-settled insurance-settled round-over'
  ).split(' '),
)
const TAKES_A_CARD = new Set(['card-dealt', 'up-card-dealt', 'hole-card-dealt', 'dealer-drew'])

/** Checks the log of a record: '' or what is wrong about it. */
export function checkLog(record: RoundRecord): string {
  const { table, log, events, round } = record
  let at = log.before
  log.entries.forEach((entry, i) => (at = link(at, log.seq + i, entry)))
  if (at !== log.after) return 'the links do not meet'
  if (log.seq === 1 && log.before !== logStart(table)) return 'the start is not the table’s'
  const walk = new Walk(record)
  for (const [i, entry] of log.entries.entries()) {
    try {
      for (const raw of parts(entry)) walk.take(raw)
    } catch (error) {
      return `entry ${log.seq + i}: ${(error as Error).message}`
    }
  }
  if (!walk.ours) return `no entry opens round ${round}`
  if (walk.next < events.length) return `event ${walk.next + 1} is in no entry`
  return ''
}

class Walk {
  /** The betting of the record's round has opened. */
  ours = false
  /** The event of the record that comes next. */
  next = 0
  #state: State = 'before'
  #round = 0
  #place = 0
  #sealed = false
  #bets = new Set<number>()
  #given = new Map<number, string>()
  #told = new Set<number>()

  constructor(private readonly record: RoundRecord) {}

  take(raw: string): void {
    const told = read(raw)
    const { is } = told
    if (is === 'shoe-over') return this.#over(told)
    if (this.#state === 'over') return
    if (is === 'shoe-shuffled') return this.#shuffled(told)
    if (is === 'betting-opened') return this.#opened(told)
    if (this.#state === 'before') return
    if (EVENTS.has(is)) return this.#event(told, raw)
    switch (is) {
      case 'rested':
        this.#in(told, 'between', 'betting')
        this.#state = 'between'
        return
      case 'seat-left':
        if (this.#state === 'betting' && !this.#sealed) this.#given.delete(told.seat ?? 0)
        return
      case 'seed-committed':
      case 'terms-fixed':
      case 'seed-revealed':
      case 'seed-left-out':
      case 'shoe-sealed':
        return this.#seed(told)
    }
  }

  #in({ is }: Told, ...states: State[]): void {
    if (!states.includes(this.#state)) throw new Error(`${is} is out of its time`)
  }

  #ask(right: boolean, { is }: Told): void {
    if (!right) throw new Error(`${is} is not as the record says`)
  }

  #shuffled(told: Told): void {
    const { shoe } = this.record
    if (this.#state === 'before' && told.shoe !== shoe.number) return
    this.#in(told, 'before')
    this.#ask(told.decks === shoe.decks && told.commitment === shoe.commitment && told.next === shoe.next, told)
    this.#state = 'between'
  }

  #opened(told: Told): void {
    const { round, shoe, offset, rules } = this.record
    if (this.#state === 'before') return this.#ask(told.round !== round, told)
    this.#in(told, 'between', 'betting')
    const number = told.round ?? 0
    this.#ask(!this.ours && number <= round && (this.#round === 0 || number === this.#round + 1), told)
    this.#ask(told.shoe === shoe.number && (told.offset ?? 0) === this.#place, told)
    this.#state = 'betting'
    this.#round = number
    this.#bets.clear()
    this.#given.clear()
    this.ours = number === round
    if (this.ours) this.#ask(told.rules === rules.hash && (told.offset ?? 0) === offset, told)
  }

  /** A step on the way from the bets to a sealed shoe. */
  #seed(told: Told): void {
    const { players, terms, root } = this.record.shoe
    const { is, seat = 0 } = told
    this.#in(told, is === 'seed-committed' || is === 'terms-fixed' ? 'betting' : 'closed')
    this.#ask(!this.#sealed, told)
    switch (is) {
      case 'seed-committed':
        this.#ask(this.#bets.has(seat), told)
        this.#given.set(seat, told.commitment ?? '')
        return
      case 'terms-fixed': {
        const same = players.every((one) => this.#given.get(one.seat) === one.commitment && this.#bets.has(one.seat))
        this.#ask(told.terms === terms && this.#given.size === players.length && same, told)
        this.#state = 'closed'
        return
      }
      case 'shoe-sealed':
        this.#ask(told.root === root && this.#told.size === players.length, told)
        this.#sealed = true
        return
    }
    const player = players.find((one) => one.seat === seat)
    this.#ask(player !== undefined && !this.#told.has(seat), told)
    this.#ask(told.seed === player?.seed && told.out === player?.out, told)
    this.#told.add(seat)
  }

  #event(told: Told, raw: string): void {
    const { is, seat = 0 } = told
    if (is === 'bet-placed') {
      this.#in(told, 'betting')
      if (told.stake) this.#bets.add(seat)
      else this.#bets.delete(seat)
      if (!told.stake && !this.#sealed) this.#given.delete(seat)
    } else if (is === 'bets-closed') {
      this.#in(told, 'betting', 'closed')
      this.#ask(this.#sealed, told)
      this.#state = 'playing'
    } else this.#in(told, 'playing')
    if (TAKES_A_CARD.has(is)) this.#place++
    if (is === 'round-over') this.#state = this.ours ? 'over' : 'between'
    if (!this.ours) return
    const event: RecordEvent | undefined = this.record.events[this.next++]
    this.#ask(event !== undefined && JSON.stringify(event) === raw, told)
  }

  #over(told: Told): void {
    const { number, seed, abandoned } = this.record.shoe
    if (told.shoe !== number) return
    this.#ask(this.#state === 'over' || abandoned !== undefined, told)
    this.#ask(told.seed === seed && told.why === abandoned, told)
    this.#state = 'over'
  }
}

function read(raw: string): Told {
  const told = JSON.parse(raw) as Told
  const names = fields(raw)
  if (names.some((name) => !/^[a-z]+$/.test(name)) || new Set(names).size < names.length)
    throw new Error('a field is named twice, or not in small letters')
  if (typeof told.is !== 'string' || told.is === '') throw new Error('a record does not say what it is')
  return told
}

/** The records of an entry as they are written, without spaces. */
export function parts(entry: string): string[] {
  const list: unknown = JSON.parse(entry)
  const objects =
    Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  if (!objects) throw new Error('it is no list of records')
  const found: string[] = []
  let begin = 0
  const text = compact(entry)
  scan(text, (at, depth) => {
    if (text[at] === '{' && depth === 1) begin = at
    if (text[at] === '}' && depth === 1) found.push(text.slice(begin, at + 1))
  })
  return found
}

/** The names of the fields of an object, as they are written. */
function fields(raw: string): string[] {
  const names: string[] = []
  let last = ''
  scan(raw, (at, depth, string) => {
    if (string !== undefined) last = string
    else if (raw[at] === ':' && depth === 1) names.push(last)
  })
  return names
}

/** Goes through a JSON text: strings as one, and how deep each sign lies; a bracket lies outside of what it holds. */
function scan(text: string, see: (at: number, depth: number, string?: string) => void): void {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/"((?:[^"\\]|\\.)*)"|[[\]{}:]/g)) {
    if (token.startsWith('"')) see(index, depth, token.slice(1, -1))
    else {
      if (token === '}' || token === ']') depth--
      see(index, depth)
      if (token === '{' || token === '[') depth++
    }
  }
}
