import type { Answer, Command } from './types'

/** How long to wait before a command that got no answer is sent again while the line is up, in milliseconds. */
const RETRY_AFTER = 1500

/**
 * Keeps every command until the server has answered it. A command is made once, with its own id; however often it
 * is sent, the server acts on it once and gives the same answer, so sending again is always safe.
 */
export class Outbox {
  readonly #open = new Map<string, Command>()

  constructor(
    private readonly send: (command: Command) => Promise<Answer>,
    private readonly answered: (command: Command, answer: Answer) => void,
    private readonly later: (fn: () => void, ms: number) => void = (fn, ms) => void setTimeout(fn, ms),
  ) {}

  /** The number of commands without an answer. */
  get size(): number {
    return this.#open.size
  }

  post(command: Command): void {
    this.#open.set(command.id, command)
    void this.#try(command)
  }

  /** Sends again whatever has no answer: the line is back. */
  resend(): void {
    for (const command of this.#open.values()) void this.#try(command)
  }

  /** Forgets everything: the player has left the table or signed out. */
  clear(): void {
    this.#open.clear()
  }

  async #try(command: Command): Promise<void> {
    let answer: Answer
    try {
      answer = await this.send(command)
    } catch {
      this.later(() => {
        if (this.#open.has(command.id)) void this.#try(command)
      }, RETRY_AFTER)
      return
    }
    if (!this.#open.delete(command.id)) return // an earlier sending was answered already
    this.answered(command, answer)
  }
}
