import { i18n } from '../i18n/lang.svelte'
import { Refused } from '../wire/http'
import type { TableLine } from '../wire/line.svelte'
import type { Emote, Said } from '../wire/types'
import { words } from './words'

/** How long something that was said stands at the seat, in milliseconds. */
const STANDS = 4500

const KEPT = 'club99.hush'

/** What the people at a table say, as it is shown at their seats. */
export class Talk {
  /** By seat. */
  #said = $state.raw<Readonly<Record<number, { id: number; emote: Emote }>>>({})
  /** The viewer wants to hear nothing. */
  hushed = $state(kept())
  /** Why the last own word was not said. */
  refusal = $state('')
  #next = 0
  #stop: (() => void) | undefined
  #listening = false

  constructor(
    private readonly table: string,
    private readonly line: TableLine,
    private readonly heard: (said: Said) => void,
  ) {}

  /** Whether there is any talk here. */
  get possible(): boolean {
    return this.line.talk !== undefined && this.line.emote !== undefined
  }

  at(seat: number): { id: number; emote: Emote } | undefined {
    return this.hushed ? undefined : this.#said[seat]
  }

  start(): void {
    this.#listening = true
    this.#listen()
  }

  stop(): void {
    this.#listening = false
    this.#stop?.()
    this.#stop = undefined
  }

  /** Hears nothing any more, or hears again. */
  hush(): void {
    this.hushed = !this.hushed
    try {
      localStorage.setItem(KEPT, this.hushed ? '1' : '')
    } catch {
      // Not remembered: it holds until the page is closed.
    }
    this.#listen()
  }

  async say(emote: Emote): Promise<void> {
    this.refusal = ''
    try {
      await this.line.emote?.(this.table, emote)
    } catch (error) {
      const w = words[i18n.lang]
      const code = error instanceof Refused ? error.code : ''
      this.refusal = code === 'rate-limited' ? w.saySlow : code === 'not-seated' ? w.sayWho : w.sayFailed
    }
  }

  /** Takes what was said at a seat. */
  take(said: Said): void {
    if (this.hushed || !(said.emote in words.vi.emote)) return
    const id = this.#next++
    this.#said = { ...this.#said, [said.seat]: { id, emote: said.emote } }
    this.heard(said)
    setTimeout(() => {
      if (this.#said[said.seat]?.id !== id) return
      const { [said.seat]: _, ...others } = this.#said
      this.#said = others
    }, STANDS)
  }

  #listen(): void {
    this.#stop?.()
    this.#stop = this.#listening && !this.hushed ? this.line.talk?.(this.table, (said) => this.take(said)) : undefined
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === '1'
  } catch {
    return false
  }
}
