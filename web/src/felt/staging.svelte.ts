import { SvelteSet } from 'svelte/reactivity'
import type { Frame } from '../wire/types'
import { asItLies, follow, type Laid, nothingLaid, pause, type Step } from './stage'

const calm = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-reduced-motion: reduce)')

/** Holds new cards back and lets them out one by one, as a dealer would. */
export class Staging {
  #laid = $state.raw<Laid>(nothingLaid())
  #waiting = $state.raw<readonly Step[]>([])
  #dealing = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The same as names: who asks for one card learns of that card alone. */
  readonly #held = new SvelteSet<string>()
  readonly #busy = $derived(this.#waiting.length > 0)

  get laid(): Laid {
    return this.#laid
  }

  /** How many moves are still to come: changes with each card that is let out. */
  get left(): number {
    return this.#waiting.length
  }

  /** True while cards are still on their way. */
  get busy(): boolean {
    return this.#busy
  }

  /** True while the first cards of a round are on their way. */
  get dealing(): boolean {
    return this.busy && this.#dealing
  }

  /** Whether the card has arrived. */
  shown(id: string | undefined): boolean {
    return id !== undefined && !this.#held.has('deal' + id) && !this.#held.has('draw' + id)
  }

  /** Whether the hole card still lies face down here although it has been opened. */
  closed(id: string | undefined): boolean {
    return this.#held.has('open' + id)
  }

  take(frame: Frame): void {
    const { laid, steps } = follow(this.#laid, frame)
    const still = document.hidden || calm?.matches === true
    const waiting = laid.round === this.#laid.round ? this.#waiting : []
    this.#laid = laid
    if (still) return this.flush()
    if (frame.events.some((event) => event.kind === 'up-card-dealt')) this.#dealing = true
    if (waiting.length === 0) this.#held.clear()
    for (const step of steps) this.#held.add(name(step))
    this.#waiting = [...waiting, ...steps]
    if (this.#timer === undefined) this.#next()
  }

  /** Puts everything where it lies: a first look, or a tab that woke up. */
  jump(frame: Frame): void {
    this.#laid = asItLies(frame.state, this.#laid.next)
    this.flush()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#waiting = []
    this.#held.clear()
    this.#dealing = false
  }

  #next(): void {
    if (this.#waiting.length === 0) {
      this.#timer = undefined
      this.#dealing = false
      return
    }
    this.#timer = setTimeout(() => {
      const [step, ...rest] = this.#waiting
      if (step) this.#held.delete(name(step))
      this.#waiting = rest
      this.#next()
    }, pause(this.#waiting))
  }
}

const name = (step: Step) => step.kind + step.id
