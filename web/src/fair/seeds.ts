import { hex, MAX_PLAYER_SEED, SEED_SIZE, utf8 } from './bytes'

/** An own seed for one seat and one shoe. */
export interface OwnSeed {
  seed: string
  /** The commitment, once it is made. */
  commitment?: string
  typed?: boolean
  /** The commitment went to the house: only this seed can be revealed now. */
  sent?: boolean
}

interface Kept {
  shoe: number
  /** What the player typed for the next bet that has none yet. */
  typed: string
  seats: Record<number, OwnSeed>
}

const place = (table: string) => `club99.seeds.${table}`

/**
 * The player's own seeds at a table. They are drawn here and told to nobody before the betting has closed; they outlive
 * a reload, so that what was committed to can still be revealed.
 */
export class Seeds {
  #kept: Kept

  constructor(
    private readonly table: string,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = open(),
  ) {
    this.#kept = { shoe: 0, typed: '', seats: {} }
    try {
      const kept = JSON.parse(this.storage?.getItem(place(table)) ?? 'null') as Kept | null
      if (kept && typeof kept.shoe === 'number' && typeof kept.seats === 'object') this.#kept = kept
    } catch {
      // What is kept cannot be read: new seeds are drawn.
    }
  }

  get typed(): string {
    return this.#kept.typed
  }

  /** Takes a text as the seed of the bets that come; an empty one is none. False: it is too long. */
  type(text: string): boolean {
    if (utf8(text).length > MAX_PLAYER_SEED) return false
    this.#kept.typed = text
    for (const [seat, own] of Object.entries(this.#kept.seats)) if (!own.sent) delete this.#kept.seats[Number(seat)]
    this.#keep()
    return true
  }

  /** The seed of a seat for a shoe; a new one where there is none yet. */
  of(shoe: number, seat: number): OwnSeed {
    if (this.#kept.shoe !== shoe) this.#kept = { ...this.#kept, shoe, seats: {} }
    const known = this.#kept.seats[seat]
    if (known) return known
    const { typed } = this.#kept
    const seed = typed === '' ? crypto.getRandomValues(new Uint8Array(SEED_SIZE)) : utf8(typed)
    const made: OwnSeed = { seed: hex(seed), ...(typed === '' ? {} : { typed: true }) }
    this.#kept.seats[seat] = made
    this.#keep()
    return made
  }

  /** The seed that was made before for a seat of a shoe. */
  known(shoe: number, seat: number): OwnSeed | undefined {
    return this.#kept.shoe === shoe ? this.#kept.seats[seat] : undefined
  }

  committed(shoe: number, seat: number, commitment: string): void {
    const own = this.known(shoe, seat)
    if (!own) return
    own.commitment = commitment
    this.#keep()
  }

  sent(shoe: number, seat: number): void {
    const own = this.known(shoe, seat)
    if (!own) return
    own.sent = true
    this.#keep()
  }

  /** The shoe is sealed: a typed seed is used once. */
  used(shoe: number): void {
    if (this.#kept.typed === '' || this.#kept.shoe !== shoe) return
    if (Object.values(this.#kept.seats).some((own) => own.typed && own.sent)) this.#kept.typed = ''
    this.#keep()
  }

  #keep(): void {
    try {
      this.storage?.setItem(place(this.table), JSON.stringify(this.#kept))
    } catch {
      // Not kept: the seeds are known until the page is reloaded.
    }
  }
}

function open(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
