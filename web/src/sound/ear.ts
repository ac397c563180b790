import type { Frame } from '../wire/types'
import { type Cue, cues } from './cues'

/** A frame that is older than this, in milliseconds, was missed: the tab was asleep, or the line was cut. */
const LATE = 2500

/**
 * Turns what happens at a table into sounds that agree with what is seen: cards sound as they land, results when all of
 * them lie. It only decides; what plays is handed in.
 */
export class Ear {
  #landing = 0
  #opening = 0
  #then: Cue[] = []

  constructor(
    private readonly play: (cue: Cue) => void,
    private readonly asleep: () => boolean = () => document.hidden,
  ) {}

  /** A frame that has just come. Its age is by the server's clock. */
  frame(frame: Frame, own: readonly number[], age: number): void {
    if (this.asleep() || age > LATE) return this.forget()
    const heard = cues(frame, own)
    // A turn that has passed does not call any more, a result that is still to come does.
    if (frame.events.length > 0) this.#then = this.#then.filter((cue) => cue !== 'turn')
    this.#landing += heard.cards
    this.#opening += heard.opened
    heard.now.forEach(this.play)
    this.#then.push(...heard.then)
  }

  /** Cards have landed where they are seen; those that come together are heard together. */
  landed(cards: number): void {
    if (cards === 0 || this.#landing === 0) return
    this.#landing = Math.max(0, this.#landing - cards)
    if (!this.asleep()) this.play('card')
  }

  /** The hole card was turned over. */
  opened(): void {
    if (this.#opening === 0) return
    this.#opening--
    if (!this.asleep()) this.play('open')
  }

  /** No card is on its way any more. */
  settled(): void {
    const then = this.#then
    this.forget()
    if (!this.asleep()) then.forEach(this.play)
  }

  /** What was to be heard is not heard any more. */
  forget(): void {
    this.#landing = 0
    this.#opening = 0
    this.#then = []
  }
}
