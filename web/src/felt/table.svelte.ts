import { Fairness } from '../fair/fairness.svelte'
import { i18n } from '../i18n/lang.svelte'
import { Refused } from '../wire/http'
import type { TableLine } from '../wire/line.svelte'
import { Outbox } from '../wire/outbox'
import type {
  ActionName,
  Answer,
  Bet,
  Command,
  Frame,
  Hint,
  LegalAction,
  Said,
  Seat,
  Snapshot,
  State,
  You,
} from '../wire/types'
import { Ahead } from './ahead.svelte'
import { refusedInWords } from './hint'
import { settings } from '../settings/settings.svelte'
import { callOut, type Told } from './speech'
import { ServerTime } from './servertime'
import { Staging } from './staging.svelte'
import { Talk } from './talk.svelte'
import { words } from './words'

/** How many calls the spoken log keeps. */
const CALLS_KEPT = 40

export interface Call {
  id: number
  text: string
  /** It asks the player for something, and the clock runs. */
  urgent: boolean
}

/**
 * A table as it is being watched or played. It knows no rules: what may be done is what the server says in `legal`,
 * and what lies on the table is what the newest frame says.
 */
export class LiveTable {
  state = $state.raw<State | null>(null)
  you = $state.raw<You | null>(null)
  /** The server's sentence for the last refusal, until something else happens. */
  refusal = $state('')
  /** The table itself refused us: its code. */
  closed = $state('')
  /** Own commands without an answer. */
  waiting = $state(0)
  calls = $state.raw<readonly Call[]>([])
  /** The code of the last refusal of a command. */
  refused = $state.raw<{ code: string }>({ code: '' })
  readonly staging = new Staging()
  readonly fair: Fairness
  readonly ahead: Ahead
  readonly talk: Talk
  /** The hint that was asked for, and the seat and round that it is about. */
  #hint = $state.raw<{ seat: number; round: number; hint: Hint } | null>(null)
  /** A hint was asked for and is not answered. */
  asking = $state(false)
  /** A bet waits for the commitments to its seeds. */
  #preparing = $state(false)

  #seq = -1
  readonly #time = new ServerTime()
  #nextCall = 0
  readonly #outbox: Outbox
  readonly #then = new Map<string, () => void>()
  readonly #listeners = new Set<(frame: Frame) => void>()
  readonly #stop: (() => void)[] = []

  constructor(
    readonly id: string,
    readonly line: TableLine,
    /** False for a replay: it asks for nothing, and nothing of it is kept. */
    readonly live = true,
  ) {
    this.fair = new Fairness(id, {
      own: () => this.you?.seats.map((seat) => seat.seat) ?? [],
      reveal: (round, seeds) => this.#send({ name: 'reveal', round, seeds }),
    })
    this.ahead = new Ahead(this)
    this.talk = new Talk(id, line, (said) => this.#hear(said))
    this.#outbox = new Outbox(
      (command) => line.command(command),
      (command, answer) => this.#answered(command, answer),
    )
  }

  /** Begins to listen; the table goes on until [stop]. */
  start(): void {
    this.#stop.push(
      this.line.table(this.id, {
        frame: (frame) => this.frame(frame),
        you: (you) => this.take(you),
        snapshot: (snapshot) => this.snapshot(snapshot),
        refused: (code) => (this.closed = code),
      }),
      this.line.whenUp(() => this.#outbox.resend()),
      () => this.ahead.stop(),
      () => this.talk.stop(),
    )
    this.talk.start()
    const wake = () => {
      if (document.hidden) this.staging.flush()
    }
    document.addEventListener('visibilitychange', wake)
    this.#stop.push(() => document.removeEventListener('visibilitychange', wake))
  }

  stop(): void {
    for (const fn of this.#stop.splice(0)) fn()
    this.#outbox.clear()
    this.staging.flush()
  }

  /** Tells every frame that follows what is shown, after it was taken; never what was missed. The answer stops that. */
  listen(fn: (frame: Frame) => void): () => void {
    this.#listeners.add(fn)
    return () => this.#listeners.delete(fn)
  }

  /** Takes a frame, if it is newer than what is shown. */
  frame(frame: Frame): void {
    this.#time.heard(frame.now)
    if (frame.seq <= this.#seq) return
    const follows = this.#seq >= 0
    const whole = frame.seq === this.#seq + 1
    this.#seq = frame.seq
    if (follows) this.staging.take(frame)
    else this.staging.jump(frame)
    this.state = frame.state
    if (follows) this.#call(frame)
    if (whole) for (const fn of this.#listeners) fn(frame)
    this.fair.frame(frame, whole)
    if (frame.events.length > 0) this.refusal = ''
  }

  take(you: You): void {
    if (!this.you || you.seq >= this.you.seq) this.you = you
    if (this.state) this.fair.prepare(this.state)
  }

  snapshot(snapshot: Snapshot): void {
    const { frame, you } = snapshot
    this.closed = ''
    if (frame.seq < this.#seq) {
      this.fair.snapshot(snapshot, false)
      return // newer frames came while the answer was on its way
    }
    const first = this.#seq < 0
    const missed = frame.seq > this.#seq
    this.#time.heard(frame.now)
    if (missed) {
      this.#seq = frame.seq
      this.state = frame.state
      this.staging.jump(frame)
    }
    if (first || missed || you.seq >= (this.you?.seq ?? 0)) this.you = you
    this.fair.snapshot(snapshot, missed)
  }

  /** The server's clock now. */
  now(): number {
    return this.#time.now()
  }

  #call(frame: Frame): void {
    const own = this.own.map((seat) => seat.seat)
    this.#speak(callOut(frame, { t: i18n.t, money: (n) => i18n.money(n), own, brief: settings.brief }))
  }

  #hear({ seat, emote }: Said): void {
    const who = this.isOwn(seat) ? i18n.t.you : this.state?.seats.find((s) => s.seat === seat)?.player?.name
    const w = words[i18n.lang]
    if (who) this.#speak([{ text: w.said(who, seat, w.emote[emote]), urgent: false }])
  }

  #speak(told: readonly Told[]): void {
    if (told.length === 0) return
    const calls = told.map((call) => ({ ...call, urgent: call.urgent && this.live, id: this.#nextCall++ }))
    this.calls = [...this.calls, ...calls].slice(-CALLS_KEPT)
  }

  /** The seats that this player holds, as they are on the table. */
  get own(): Seat[] {
    const mine = new Set(this.you?.seats.map((seat) => seat.seat))
    return this.state?.seats.filter((seat) => mine.has(seat.seat)) ?? []
  }

  isOwn(seat: number): boolean {
    return this.you?.seats.some((own) => own.seat === seat) ?? false
  }

  /** What may be done with a seat now, in the server's words. */
  legal(seat: number): LegalAction[] {
    return this.you?.seats.find((own) => own.seat === seat)?.legal ?? []
  }

  /** The own seat whose turn it is. */
  get ownTurn(): Seat | undefined {
    const turn = this.state?.phase === 'players' ? this.state.turn : undefined
    return turn && this.isOwn(turn.seat) ? this.state?.seats.find((seat) => seat.seat === turn.seat) : undefined
  }

  /** The own seats that have an offer to answer. */
  get ownOffers(): Seat[] {
    return this.state?.phase === 'offers' ? this.own.filter((seat) => (seat.offers?.length ?? 0) > 0) : []
  }

  /** Whether commands can be given: the line is up and the last one is answered. */
  get ready(): boolean {
    return this.line.up && this.waiting === 0 && !this.#preparing && this.state !== null
  }

  /** The hint for a seat, as long as it is about the decision that the seat has to make now. */
  hint(seat: number): Hint | undefined {
    const asked = this.#hint
    const { state } = this
    if (!asked || !state || asked.seat !== seat || asked.round !== state.round) return undefined
    return state.turn?.n === asked.hint.turn ? asked.hint : undefined
  }

  /** Asks for the hint of an own seat; once more puts it away. */
  async askHint(seat: number): Promise<void> {
    if (this.asking) return
    if (this.hint(seat)) {
      this.#hint = null
      return
    }
    const { state } = this
    if (!state?.turn) return
    this.asking = true
    this.refusal = ''
    const now = () => this.state?.round === state.round && this.state.turn?.n === state.turn?.n && this.waiting === 0
    try {
      const hint = await this.line.hint(this.id, seat)
      if (!now()) return // the decision is made
      this.#hint = { seat, round: state.round, hint }
    } catch (error) {
      if (!now()) return
      this.refusal = refusedInWords(error instanceof Refused ? error.code : '', i18n.t)
    } finally {
      this.asking = false
    }
  }

  sit(seat: number): void {
    this.#post({ name: 'sit', seat })
  }

  /** Gives up a seat, or all own seats; then is called once the server has agreed. */
  leave(seat = 0, then?: () => void): void {
    this.#post({ name: 'leave', seat }, then)
  }

  bet(bets: Bet[]): void {
    if (!this.ready) return
    const round = this.state?.round ?? 0
    const post = () => this.#post({ name: 'bet', round, bets: this.fair.withSeeds(bets) })
    if (this.fair.prepared(bets)) return post()
    this.#preparing = true
    void this.fair.make(bets).finally(() => {
      this.#preparing = false
      post()
    })
  }

  act(seat: number, action: ActionName, amount?: number): void {
    const { state } = this
    if (!state?.turn) return
    this.#hint = null
    this.ahead.clear()
    this.#post({ name: 'act', round: state.round, turn: state.turn.n, seat, action, ...(amount ? { amount } : {}) })
  }

  #post(command: Omit<Command, 'table' | 'id'>, then?: () => void): void {
    if (!this.ready) return
    this.refusal = ''
    this.#send(command, then)
  }

  #send(command: Omit<Command, 'table' | 'id'>, then?: () => void): void {
    this.waiting++
    const id = newId()
    if (then) this.#then.set(id, then)
    this.#outbox.post({ ...command, table: this.id, id })
  }

  #answered({ id }: Command, answer: Answer): void {
    this.waiting = this.#outbox.size
    const then = this.#then.get(id)
    this.#then.delete(id)
    if (answer.ok) return then?.()
    this.refusal = answer.message
    this.refused = { code: answer.code }
  }
}

/** A command's id: unique among all the player's commands, on every device. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}
