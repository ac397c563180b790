import { LiveTable } from '../felt/table.svelte'
import type { TableLine } from '../wire/line.svelte'
import type { Replay } from '../wire/history'

/** How long a step lies there before the next one, in milliseconds, at speed 1. */
const STEP = 1100

/** A line to nobody: what is shown is over, and no command leads anywhere. */
const nobody: TableLine = {
  up: false,
  lost: false,
  table: () => () => {},
  whenUp: () => () => {},
  command: async (command) => ({ id: command.id, ok: false, code: 'wrong-round', message: '' }),
  hint: async () => Promise.reject(new Error('a replay gives no hints')),
}

/** A round that is over, shown step by step on a table of its own. */
export class Player {
  readonly table: LiveTable
  /** The step that is shown, from 0. */
  at = $state(0)
  playing = $state(false)
  speed = $state(1)
  #seq = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly replay: Replay) {
    this.table = new LiveTable(replay.table, nobody, false)
    this.jump(0)
  }

  get last(): number {
    return this.replay.frames.length - 1
  }

  /** Goes to a step at once, as if one had just come to the table. */
  jump(to: number): void {
    this.at = Math.max(0, Math.min(this.last, to))
    const frame = { ...this.replay.frames[this.at]!, seq: ++this.#seq, events: [] }
    const { replay } = this
    const seats = replay.seats.map((seat) => ({ seat }))
    this.table.snapshot({ frame, you: { table: replay.table, seq: this.#seq, balance: 0, seats } })
  }

  /** Goes one step on, as it went at the table. */
  on(): void {
    if (this.at >= this.last) return
    this.at++
    this.table.frame({ ...this.replay.frames[this.at]!, seq: ++this.#seq })
  }

  /** What a hand on the controls does: it holds the replay. */
  stepOn(): void {
    this.pause()
    this.on()
  }

  stepTo(step: number): void {
    this.pause()
    this.jump(step)
  }

  toggle(): void {
    if (this.playing) return this.pause()
    if (this.at >= this.last) this.jump(0)
    this.playing = true
    this.#next()
  }

  pause(): void {
    clearTimeout(this.#timer)
    this.playing = false
  }

  #next(): void {
    if (this.at >= this.last) return this.pause()
    this.#timer = setTimeout(
      () => {
        this.on()
        this.#next()
      },
      (this.at === 0 ? STEP / 2 : STEP) / this.speed,
    )
  }
}
