import type { LobbyTable } from '../wire/types'
import {
  add,
  again,
  type Bets,
  clear,
  complete,
  double,
  emptySlip,
  only,
  type Slip,
  sum,
  take,
  toWire,
  top,
  undo,
} from './slip'
import type { LiveTable } from './table.svelte'

/** The player's hand with the chips: what is being bet before it is confirmed. A reload finds it as it lay. */
export class Betting {
  #slip = $state.raw<Slip>(emptySlip)
  #picked = $state(0)
  #last = $state.raw<Bets>({})
  #round = 0

  constructor(
    private readonly table: LiveTable,
    private readonly info: () => LobbyTable,
  ) {
    if (table.live) this.#last = kept<Bets>(lastOf(table.id)) ?? {}
  }

  get slip(): Slip {
    return this.#slip
  }

  set slip(slip: Slip) {
    this.#slip = slip
    keep(slipOf(this.table.id), { round: this.#round, picked: this.#picked, bets: slip.bets } satisfies KeptSlip)
  }

  /** The own seats that can be bet on. */
  get seats(): number[] {
    return this.table.own.filter((seat) => !seat.leaving).map((seat) => seat.seat)
  }

  /** Whether bets can be put together now. */
  get open(): boolean {
    const { live, state, own } = this.table
    return live && state?.phase === 'betting' && own.some((seat) => !seat.confirmed && !seat.leaving)
  }

  /** The seat that chips go to. */
  get picked(): number {
    return this.seats.includes(this.#picked) ? this.#picked : (this.seats[0] ?? 0)
  }

  get balance(): number {
    return this.table.you?.balance ?? 0
  }

  get total(): number {
    return sum(this.slip.bets)
  }

  get complete(): boolean {
    return complete(this.slip, this.info())
  }

  get canRepeat(): boolean {
    return again(emptySlip, this.#last, this.seats, this.balance) !== emptySlip
  }

  get canDouble(): boolean {
    return double(this.slip, this.info(), this.balance) !== this.slip
  }

  canAdd(chip: number): boolean {
    return add(this.slip, this.picked, chip, this.info(), this.balance) !== this.slip
  }

  pick(seat: number): void {
    this.#picked = seat
  }

  add(chip: number): void {
    this.slip = add(this.slip, this.picked, chip, this.info(), this.balance)
  }

  /** Whether a chip's worth can be taken back from the seat that chips go to. */
  get canTake(): boolean {
    return (this.slip.bets[this.picked] ?? 0) > 0
  }

  take(chip: number): void {
    this.slip = take(this.slip, this.picked, chip)
  }

  /** Takes back the chip that lies on top at a seat. */
  takeTop(seat: number): void {
    this.slip = take(this.slip, seat, top(this.slip.bets[seat] ?? 0, this.info().chips))
  }

  undo(): void {
    this.slip = undo(this.slip)
  }

  clear(): void {
    this.slip = clear(this.slip)
  }

  double(): void {
    this.slip = double(this.slip, this.info(), this.balance)
  }

  repeat(): void {
    this.slip = again(this.slip, this.#last, this.seats, this.balance)
  }

  /** Another round is on the table: the slip is empty, or what was left of it before a reload. */
  reset(round: number): void {
    if (!this.table.live) return
    const before = kept<KeptSlip>(slipOf(this.table.id))
    this.#round = round
    if (before?.round === round && this.#slip === emptySlip) {
      this.#picked = before.picked
      this.#slip = { bets: before.bets, before: [] }
    } else {
      this.slip = emptySlip
    }
  }

  confirm(): void {
    if (!this.table.ready || !this.open || !this.complete) return
    this.#last = only(this.slip.bets, this.seats)
    keep(lastOf(this.table.id), this.#last)
    this.table.bet(toWire(this.#last))
  }

  /** Says that nothing is bet this round, so that nobody waits. */
  skip(): void {
    if (this.table.ready && this.open) this.table.bet([])
  }

  /** What Space does: the slip as it lies, or else the last bet again, confirmed. */
  go(): void {
    if (this.total === 0) this.repeat()
    this.confirm()
  }
}

interface KeptSlip {
  round: number
  picked: number
  bets: Bets
}

const lastOf = (table: string) => `club99.bets.${table}`
const slipOf = (table: string) => `club99.slip.${table}`

function kept<T>(place: string): T | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(place) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

function keep(place: string, value: unknown): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(value))
  } catch {
    // Not kept: it is known until the page is reloaded.
  }
}
