import { newer } from './newer.svelte'
import { disown, own } from './owned'
import { i18n, type Lang } from '../i18n/lang.svelte'
import { http, Refused } from '../wire/http'
import { Line } from '../wire/line.svelte'
import type { LobbyTable, Me } from '../wire/types'

/** Who plays in this browser, and the line to the club. One for the page. */
export class Session {
  me = $state.raw<Me | null>(null)
  /** True until it is known whether somebody is signed in. */
  opening = $state(true)
  /** The club could not be reached at all. */
  unreachable = $state(false)
  tables = $state.raw<LobbyTable[]>([])
  readonly line = new Line()
  #spoken: Lang | undefined
  /** The next time that the line comes up is the first: who plays has just been asked. */
  #first = true

  constructor() {
    this.line.whenUp(() => void this.#again())
  }

  /** After a cut it may turn out that one has signed out elsewhere. */
  async #again(): Promise<void> {
    if (this.#first) {
      this.#first = false
      return
    }
    newer.look()
    try {
      const me = await http.me()
      if (me) this.#is(me)
      else this.#leave()
    } catch {
      // Not known now: the line comes up again, or a command says it.
    }
  }

  async open(): Promise<void> {
    this.opening = true
    this.unreachable = false
    const tables = this.loadTables()
    try {
      const me = await http.me()
      if (me) this.#enter(me)
    } catch {
      this.unreachable = true
    }
    await tables
    this.opening = false
  }

  async loadTables(): Promise<void> {
    try {
      this.tables = (await http.lobby()).tables
    } catch {
      this.unreachable = this.me === null
    }
  }

  /** Takes over what the lobby's channel tells: all tables, or those that changed. */
  changed(tables: LobbyTable[]): void {
    const by = new Map(this.tables.map((table) => [table.id, table]))
    for (const table of tables) by.set(table.id, table)
    this.tables = [...by.values()]
  }

  async guest(name: string): Promise<void> {
    this.#enter(await http.guest(i18n.lang, name))
  }

  async login(login: string, password: string): Promise<void> {
    this.#enter(await http.login(i18n.lang, login, password))
  }

  async register(login: string, password: string): Promise<void> {
    this.#is(await http.register(i18n.lang, login, password))
  }

  async logout(): Promise<void> {
    await http.logout(i18n.lang)
    this.#leave()
  }

  /** The language has changed: the server is to answer in it. */
  speak(): void {
    if (this.me && this.#spoken !== i18n.lang) this.#connect()
  }

  #leave(): void {
    this.line.close()
    this.me = null
    disown()
  }

  #connect(): void {
    this.#first = true
    this.#spoken = i18n.lang
    this.line.open(this.#spoken)
  }

  /** The balance as a table told it. */
  balance(amount: number): void {
    if (this.me && this.me.balance !== amount) this.me = { ...this.me, balance: amount }
  }

  /** Who plays here is known. */
  #is(me: Me): void {
    own(me.player.id)
    this.me = me
  }

  #enter(me: Me): void {
    this.#is(me)
    this.#connect()
  }
}

/** What a failed request says to the player. */
export function sentence(error: unknown): string {
  return error instanceof Refused && error.message !== '' ? error.message : i18n.t.noServer
}
