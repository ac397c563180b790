/**
 * What the server's clock says, by the moments that frames carry.
 *
 * It is reckoned on this machine's steady clock, which nobody sets. A message is never
 * early, only late: the largest difference is nearest to the truth. But no message is
 * as late as LATEST: a difference that is smaller by more means that the server's clock
 * was set back, and what was known before is forgotten.
 */
export class ServerTime {
  #ahead = Number.NEGATIVE_INFINITY

  constructor(private readonly steady: () => number = () => performance.now()) {}

  /** Takes the moment of a message that came just now. */
  heard(now: number): void {
    const ahead = now - this.steady()
    if (ahead > this.#ahead || ahead < this.#ahead - LATEST) this.#ahead = ahead
  }

  /** The server's clock now; this machine's before anything was heard. */
  now(): number {
    return Number.isFinite(this.#ahead) ? this.steady() + this.#ahead : Date.now()
  }
}

/** Milliseconds; connections that are silent for longer are made again. */
const LATEST = 60_000
