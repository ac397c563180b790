import { i18n } from '../i18n/lang.svelte'
import type { ActionName, LegalAction, Seat } from '../wire/types'
import { about, AHEAD, judge, type Wish } from './ahead'
import type { LiveTable } from './table.svelte'
import { words } from './words'

/** After a choice was sent its button lies under the finger that may have wanted to take it back. */
const HANDS_OFF = 700

/** What the player has chosen ahead, by seat. */
export class Ahead {
  #wishes = $state.raw<readonly Wish[]>([])
  /** What became of a choice, for the player. */
  note = $state('')
  /** A choice was sent just now: the same button must not be pressed by accident. */
  just = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly table: LiveTable) {
    if (table.live) this.#wishes = kept(table.id)
  }

  /** What can be chosen for a seat that waits. */
  choices(seat: number): LegalAction[] {
    const { state, you } = this.table
    if (state?.phase !== 'players' || state.turn?.seat === seat) return []
    const ahead = you?.seats.find((own) => own.seat === seat)?.ahead ?? []
    return AHEAD.flatMap((action) => ahead.filter((a) => a.action === action))
  }

  /** The own seats that wait for their turn. */
  get seats(): Seat[] {
    return this.table.own.filter((seat) => !seat.leaving && this.choices(seat.seat).length > 0)
  }

  of(seat: number): ActionName | undefined {
    return this.#wishes.find((wish) => wish.seat === seat)?.action
  }

  /** Chooses for a seat; the same again takes it back. */
  choose(seat: number, action: ActionName): void {
    const { state } = this.table
    const cards = state && about(state, seat)
    if (!state || !cards || !this.choices(seat).some((choice) => choice.action === action)) return
    const others = this.#wishes.filter((wish) => wish.seat !== seat)
    const same = this.of(seat) === action
    this.#set(same ? others : [...others, { round: state.round, seat, about: cards, action }])
    this.note = same ? words[i18n.lang].aheadOff : ''
  }

  /** Looks what has become of the choices; to be called whenever the table has changed. */
  look(): void {
    const { state, ready } = this.table
    if (!state || this.#wishes.length === 0) return
    for (const wish of this.#wishes) {
      const fate = judge(wish, state, this.table.legal(wish.seat))
      if (fate === 'wait' || (fate === 'send' && !ready)) continue
      this.#set(this.#wishes.filter((other) => other !== wish))
      if (fate === 'send') {
        this.note = ''
        this.#handsOff()
        this.table.act(wish.seat, wish.action)
        return // the next one when this is answered
      }
      const w = words[i18n.lang]
      const name = i18n.t.action[wish.action]
      this.note = fate === 'impossible' ? w.aheadDropped(name) : w.aheadMissed(name)
    }
  }

  /** What was said of a choice has been read: somebody acts. */
  clear(): void {
    this.note = ''
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #handsOff(): void {
    this.just = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.just = false), HANDS_OFF)
  }

  #set(wishes: readonly Wish[]): void {
    this.#wishes = wishes
    try {
      sessionStorage.setItem(place(this.table.id), JSON.stringify(wishes))
    } catch {
      // Not kept: a reload forgets the choice, and the player chooses again.
    }
  }
}

const place = (table: string) => `club99.ahead.${table}`

function kept(table: string): readonly Wish[] {
  try {
    const wishes = JSON.parse(sessionStorage.getItem(place(table)) ?? '[]') as Wish[]
    return Array.isArray(wishes) ? wishes.filter((wish) => AHEAD.includes(wish.action)) : []
  } catch {
    return []
  }
}
