import { Centrifuge, type Subscription, type TransportEndpoint } from 'centrifuge'
import { Refused } from './http'
import type { Answer, Command, Emote, Frame, Hint, Lobby, LobbyTable, Said, Snapshot, You } from './types'

/** Errors of the connection itself are below it, the server's own from it upwards. */
const FIRST_SERVER_ERROR = 100

/** How long to wait before a table is asked for again that is on its way between two servers, in milliseconds. */
const JOIN_AGAIN = 1000

/** Who is told what happens at one table. */
export interface TableListener {
  frame(frame: Frame): void
  you(you: You): void
  snapshot(snapshot: Snapshot): void
  /** The table cannot be joined; the code is the server's. */
  refused(code: string, message: string): void
}

/** What a table needs of the line. Where nothing can be said, the rest is left out. */
export type TableLine = Pick<Line, 'up' | 'lost' | 'table' | 'whenUp' | 'command' | 'hint'> &
  Partial<Pick<Line, 'talk' | 'emote'>>

/**
 * The real-time line to the server: one for the page. It reconnects by itself, goes back to the tables that are
 * listened to, and fetches what was missed, or the whole table where too much was.
 */
export class Line {
  /** True while messages can pass. */
  up = $state(false)
  /** True when the line was up before and is not now: the player must be told at once. */
  lost = $state(false)

  readonly #client: Centrifuge
  // In order of preference; the later ones pass proxies that stop the first.
  readonly #transports: TransportEndpoint[] = [
    { transport: 'websocket', endpoint: '' },
    { transport: 'http_stream', endpoint: '' },
    { transport: 'sse', endpoint: '' },
  ]
  readonly #tables = new Map<string, TableListener>()
  readonly #onUp = new Set<() => void>()
  #opened = false

  constructor(private readonly origin: string = location.origin) {
    this.#speak('vi')
    this.#client = new Centrifuge(this.#transports, {
      emulationEndpoint: `${origin}/emulation`,
      minReconnectDelay: 250,
      maxReconnectDelay: 4000,
      timeout: 5000,
    })
    this.#client.on('connected', () => {
      this.up = true
      this.lost = false
      this.#opened = true
      for (const fn of this.#onUp) fn()
    })
    this.#client.on('connecting', () => this.#down())
    this.#client.on('disconnected', () => this.#down())
    this.#client.on('publication', ({ channel, data }) => {
      if (channel.startsWith('player#')) this.#tables.get((data as You).table)?.you(data as You)
    })
  }

  #down(): void {
    this.up = false
    if (this.#opened) this.lost = true
  }

  /** Opens the line, or opens it anew in another language: the server answers in the language of the line. */
  open(lang: string): void {
    this.close()
    this.#speak(lang)
    this.#client.connect()
  }

  #speak(lang: string): void {
    for (const transport of this.#transports) {
      const origin = transport.transport === 'websocket' ? this.origin.replace(/^http/, 'ws') : this.origin
      transport.endpoint = `${origin}/connection/${transport.transport}?lang=${lang}`
    }
  }

  /** Closes the line on purpose: the player signed out. */
  close(): void {
    this.#opened = false
    this.#client.disconnect()
    this.lost = false
  }

  /** Calls fn whenever the line comes up. The answer stops that. */
  whenUp(fn: () => void): () => void {
    this.#onUp.add(fn)
    return () => this.#onUp.delete(fn)
  }

  /** Listens to a table; the snapshot comes first. The answer stops listening. */
  table(id: string, listener: TableListener): () => void {
    this.#tables.set(id, listener)
    const subscription = this.#client.newSubscription(`table:${id}`, { recoverable: true, positioned: true })
    subscription.on('publication', ({ data }) => listener.frame(data as Frame))
    subscription.on('subscribed', () => void this.#join(id, listener))
    subscription.on('error', ({ error }) => this.#refuse(error, listener))
    subscription.on('unsubscribed', ({ code, reason }) => {
      if (code >= FIRST_SERVER_ERROR) listener.refused(reason, reason)
    })
    subscription.subscribe()
    return () => {
      this.#tables.delete(id)
      this.#drop(subscription)
    }
  }

  /** Listens to the list of tables; each call brings those that changed. */
  lobby(changed: (tables: LobbyTable[]) => void): () => void {
    const subscription = this.#client.newSubscription('lobby')
    subscription.on('publication', ({ data }) => changed((data as Lobby).tables))
    subscription.on('subscribed', async () => {
      try {
        changed((await this.rpc<Lobby>('lobby', {})).tables)
      } catch {
        // The line went down again: the next subscription asks anew.
      }
    })
    subscription.subscribe()
    return () => this.#drop(subscription)
  }

  /** Listens to what is said at a table. The answer stops that. */
  talk(id: string, heard: (said: Said) => void): () => void {
    const subscription = this.#client.newSubscription(`talk:${id}`)
    subscription.on('publication', ({ data }) => heard(data as Said))
    subscription.subscribe()
    return () => this.#drop(subscription)
  }

  /** Says something to a table. A refusal is a [Refused] with its code and no sentence. */
  async emote(table: string, emote: Emote): Promise<void> {
    await this.#ask('emote', { table, emote })
  }

  #drop(subscription: Subscription): void {
    subscription.removeAllListeners()
    subscription.unsubscribe()
    this.#client.removeSubscription(subscription)
  }

  async #join(id: string, listener: TableListener): Promise<void> {
    while (this.#tables.get(id) === listener) {
      try {
        listener.snapshot(await this.rpc<Snapshot>('join', { table: id }))
        return
      } catch (error) {
        const { code = 0, temporary } = error as { code?: number; temporary?: boolean }
        if (code >= FIRST_SERVER_ERROR && !temporary) {
          this.#refuse(error, listener)
          return
        }
        if (!this.up) return // the next subscription asks anew
      }
      await new Promise((resolve) => setTimeout(resolve, JOIN_AGAIN))
    }
  }

  #refuse(error: unknown, listener: TableListener): void {
    const { code = 0, message = '' } = error as { code?: number; message?: string }
    if (code >= FIRST_SERVER_ERROR) listener.refused(message, message)
  }

  async rpc<T>(method: string, data: unknown): Promise<T> {
    const answer = await this.#client.rpc(method, data)
    return answer.data as T
  }

  /** Asks what each action of an own seat is worth now. A refusal is a [Refused] with its code and no sentence. */
  async hint(table: string, seat: number): Promise<Hint> {
    return await this.#ask<Hint>('hint', { table, seat })
  }

  async #ask<T>(method: string, data: unknown): Promise<T> {
    try {
      return await this.rpc<T>(method, data)
    } catch (error) {
      const { code = 0, message = '' } = error as { code?: number; message?: string }
      throw code < FIRST_SERVER_ERROR ? error : new Refused(code, message, '')
    }
  }

  /** Sends a command. It fails when no answer came; an answer that refuses is an answer. */
  async command(command: Command): Promise<Answer> {
    try {
      return await this.rpc<Answer>('command', command)
    } catch (error) {
      const { code = 0, message = '', temporary } = error as { code?: number; message?: string; temporary?: boolean }
      if (code < FIRST_SERVER_ERROR || temporary) throw error
      return { id: command.id, ok: false, code: String(code), message }
    }
  }
}
