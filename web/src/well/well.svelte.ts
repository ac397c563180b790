import { i18n } from '../i18n/lang.svelte'
import { http } from '../wire/http'
import type { Well } from '../wire/well'

/** How often the server is asked while the page is looked at, in milliseconds. */
const ASK_EVERY = 60_000

/** How soon after something happened it is asked: what happens at once is asked for once. */
const ASK_AFTER = 400

/** The refusals that say that a player's own limits hold. */
const HELD = ['on-break', 'self-excluded', 'time-limit', 'loss-limit-day', 'loss-limit-week', 'reality-check']

/**
 * How long and with what result somebody plays, and what they have set for themselves. The server counts and decides;
 * this shows it and lets the time go on between two answers. One for the page.
 */
export class Wellbeing {
  state = $state.raw<Well | null>(null)
  /** The server's clock, by the second. */
  now = $state(Date.now())
  /** A hand of the player's is in play: nothing is asked meanwhile. */
  playing = $state(false)
  #offset = 0
  #asked: ReturnType<typeof setTimeout> | undefined
  #stop: (() => void) | undefined

  /** Begins to look after who is signed in, until it is closed. */
  open(): void {
    this.close()
    const tick = setInterval(() => this.#tick(), 1000)
    const again = setInterval(() => document.hidden || this.soon(), ASK_EVERY)
    const back = () => document.hidden || this.soon()
    document.addEventListener('visibilitychange', back)
    this.#stop = () => {
      clearInterval(tick)
      clearInterval(again)
      clearTimeout(this.#asked)
      this.#asked = undefined
      document.removeEventListener('visibilitychange', back)
    }
    this.soon()
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
    this.state = null
  }

  /** Something has happened: the server is asked soon. */
  soon(): void {
    if (!this.#stop || this.#asked !== undefined) return
    this.#asked = setTimeout(() => {
      this.#asked = undefined
      void this.#ask()
    }, ASK_AFTER)
  }

  /** A command was refused with this code. */
  refused(code: string): void {
    if (HELD.includes(code)) this.soon()
  }

  async #ask(): Promise<void> {
    const mine = this.#stop
    try {
      const state = await http.well(i18n.lang)
      if (mine && this.#stop === mine) this.take(state) // or else somebody else has signed in meanwhile
    } catch {
      // What was known goes on; the next time brings more.
    }
  }

  /** Takes over what the server says. */
  take(state: Well): void {
    this.state = state
    this.#offset = state.now - Date.now()
    this.now = state.now
  }

  #tick(): void {
    const wasDue = this.due
    this.now = Date.now() + this.#offset
    const { away } = this.state ?? {}
    if ((this.due && !wasDue) || (away && this.now >= away.until)) this.soon()
  }

  /** How long ago the server was asked, while the time at the tables goes on. */
  get #since(): number {
    return this.state?.session.running ? Math.max(0, this.now - this.state.now) : 0
  }

  /** Time at the tables in this session. */
  get session(): number {
    return (this.state?.session.time ?? 0) + this.#since
  }

  /** Time at the tables today. */
  get today(): number {
    return (this.state?.today.time ?? 0) + this.#since
  }

  get net(): number {
    return this.state?.session.net ?? 0
  }

  /** The player is to say whether to go on. */
  get due(): boolean {
    const session = this.state?.session
    if (!session) return false
    return session.due === true || (session.left !== undefined && this.#since >= session.left)
  }
}

export const well = new Wellbeing()
