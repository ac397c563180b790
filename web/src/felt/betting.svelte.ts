import type { LobbyTable } from '../wire/types'
import { add, again, type Bets, clear, complete, double, emptySlip, type Slip, sum, take, toWire, undo } from './slip'
import type { LiveTable } from './table.svelte'

/** The player's hand with the chips: what is being bet before it is confirmed. */
export class Betting {
  slip = $state.raw<Slip>(emptySlip)
  #picked = $state(0)
  #last = $state.raw<Bets>({})

  constructor(
    private readonly table: LiveTable,
    private readonly info: () => LobbyTable,
  ) {
    this.#last = kept(table.id)
  }

  /** The own seats that can be bet on. */
  get seats(): number[] {
    return this.table.own.filter((seat) => !seat.leaving).map((seat) => seat.seat)
  }

  /** Whether bets can be put together now. */
  get open(): boolean {
    return this.table.state?.phase === 'betting' && this.table.own.some((seat) => !seat.confirmed && !seat.leaving)
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

  take(chip: number): void {
    this.slip = take(this.slip, this.picked, chip)
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

  /** A new round: the slip is empty again. */
  reset(): void {
    this.slip = emptySlip
  }

  confirm(): void {
    if (!this.table.ready || !this.open || !this.complete) return
    this.#last = this.slip.bets
    keep(this.table.id, this.#last)
    this.table.bet(toWire(this.slip.bets))
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

const place = (table: string) => `club99.bets.${table}`

function kept(table: string): Bets {
  try {
    return JSON.parse(sessionStorage.getItem(place(table)) ?? '{}') as Bets
  } catch {
    return {}
  }
}

function keep(table: string, bets: Bets): void {
  try {
    sessionStorage.setItem(place(table), JSON.stringify(bets))
  } catch {
    // Not kept: the last bet is known until the page is reloaded.
  }
}
