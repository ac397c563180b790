import type { Bet, CardProof, Frame, RevealedSeed, Snapshot, State, TableEvent } from '../wire/types'
import type { StepName } from './check'
import { type Ask, ask as askWorker } from './checker'
import type { OpenedShoe } from './check'
import type { ListedShoe } from './record'
import { remember } from './seen'
import { Seeds } from './seeds'

/** What went wrong. Once it is said it stays: a table that cheated once is not fair again. */
export interface Fault {
  kind: 'proof' | 'place' | 'missing' | 'changed' | 'next' | 'terms' | 'withheld' | 'shoe'
  round: number
  shoe: number
  card?: string
  at?: number
  step?: StepName
}

/** A card that was turned up in this round. */
export interface SeenCard {
  at: number
  card: string
  proved: boolean
}

/** The shoe in use, as it was first told; what is fixed about it may not change any more. */
export type SeenShoe = Omit<ListedShoe, 'abandoned'>

/** What a table needs of its player's side of the scheme. */
export interface Player {
  /** The own seats. */
  own(): readonly number[]
  reveal(round: number, seeds: RevealedSeed[]): void
}

/**
 * Watches one table's shuffle: holds the house to what it committed to, has every card's proof checked as it falls, and
 * gives the player's own seeds. It says nothing about a table without commitments.
 */
export class Fairness {
  shoe = $state.raw<SeenShoe | null>(null)
  cards = $state.raw<readonly SeenCard[]>([])
  faults = $state.raw<readonly Fault[]>([])
  /** The newest shoe that is over and was made again from its seeds; ok is missing while that is going on. */
  over = $state.raw<{ shoe: number; seed: string; cards: number; ok?: boolean } | null>(null)
  /** The browser cannot check: why is not known, only that the checks did not run. */
  unable = $state(false)
  /** What was typed for the next bet. */
  typed = $state('')

  #round = 0
  /** The place that the next card of this round must come from; unknown after frames were missed. */
  #next: number | undefined
  #hole: number | undefined
  /** Every card seen of the shoe in use, by place. */
  #dealt = new Map<number, string>()
  /** Frames were missed since the shoe began. */
  #gap = false
  /** Every card that was turned up in this round has been told to us. */
  #complete = false
  #revealed = ''
  readonly #seeds: Seeds
  /** Counts the changes of the own seeds, so that what is shown of them follows. */
  #drawn = $state(0)

  constructor(
    private readonly table: string,
    private readonly player: Player,
    private readonly ask: Ask = askWorker,
    seeds?: Seeds,
  ) {
    this.#seeds = seeds ?? new Seeds(table)
    this.typed = this.#seeds.typed
  }

  /** Cards of this round whose proof is right. */
  get proved(): number {
    return this.cards.filter((card) => card.proved).length
  }

  /** Takes a frame; whole is false where frames before it were missed. */
  frame(frame: Frame, whole: boolean): void {
    const { state, events } = frame
    if (!this.#watches(state)) return
    if (!whole) {
      this.#gap = true
      this.#complete = false
      this.#next = undefined
    }
    if (!this.shoe) this.#pin(state)
    if (this.#round !== state.round) this.#open(state.round)
    if (this.shoe?.number === state.shoe.number) this.#merge(state)
    for (const event of events) this.#event(event, state)
    if (this.shoe?.number !== state.shoe.number) this.#pin(state)
    this.#merge(state)
    this.#settle(state)
  }

  /** Takes the whole table with the proofs of its open cards. */
  snapshot({ frame, cards = [] }: Snapshot, missed: boolean): void {
    const { state } = frame
    if (!this.#watches(state)) return
    if (missed) {
      this.#gap = true
      this.#next = undefined
      if (this.shoe?.number !== state.shoe.number) this.#pin(state)
      this.#merge(state)
      if (this.#round !== state.round) this.#open(state.round)
    }
    if (this.#round !== state.round || this.shoe?.number !== state.shoe.number) return
    for (const card of cards) this.#card(card)
    this.#complete = true
    if (missed) this.#settle(state)
  }

  #watches(state: State): boolean {
    if (state.shoe.commitment) return true
    this.shoe = null
    this.cards = []
    return false
  }

  #open(round: number): void {
    this.#round = round
    this.cards = []
    this.#hole = undefined
  }

  #event(event: TableEvent, state: State): void {
    switch (event.kind) {
      case 'betting-opened':
        this.#complete = true
        return this.#open(state.round)
      case 'shoe-over':
        if (this.shoe && this.shoe.number === event.shoe && event.seed) this.#over(this.shoe, event.seed)
        return
      case 'shoe-shuffled':
        if (this.shoe?.number === event.shoe) return
        return this.#begin({
          number: event.shoe ?? 0,
          decks: state.shoe.decks,
          commitment: event.commitment ?? '',
          next: event.next ?? '',
          players: [],
        })
      case 'shoe-sealed':
        this.#next = 0
        if (this.shoe && !this.shoe.root && event.root) {
          this.shoe = { ...this.shoe, root: event.root, terms: this.shoe.terms ?? state.shoe.terms }
          this.#sealed(this.shoe)
        }
        return
      case 'hole-card-dealt':
        this.#hole = this.#next
        if (this.#next !== undefined) this.#next++
        return
      case 'hole-card-opened':
        return this.#turned(event, state, this.#hole)
      case 'card-dealt':
      case 'up-card-dealt':
      case 'dealer-drew': {
        const place = this.#next
        if (place !== undefined) this.#next = place + 1
        return this.#turned(event, state, place)
      }
    }
  }

  #turned({ at, card = '', proof }: TableEvent, state: State, place: number | undefined): void {
    if (at === undefined || !proof) return this.#fault({ kind: 'missing', card }, state)
    if (place !== undefined && at !== place) this.#fault({ kind: 'place', card, at }, state)
    this.#card({ at, card, proof })
  }

  #card({ at, card, proof }: CardProof): void {
    const shoe = this.shoe
    if (!shoe || this.cards.some((seen) => seen.at === at && seen.card === card)) return
    const round = this.#round
    this.cards = [...this.cards, { at, card, proved: false }]
    const before = this.#dealt.get(at)
    if (before !== undefined && before !== card) this.#fault({ kind: 'place', card, at })
    this.#dealt.set(at, card)
    void this.#checked(this.ask('card', shoe.root ?? '', shoe.decks, at, card, proof), (right) => {
      if (!right) return this.#fault({ kind: 'proof', card, at, round, shoe: shoe.number })
      if (this.#round === round)
        this.cards = this.cards.map((seen) => (seen.at === at && seen.card === card ? { ...seen, proved: true } : seen))
    })
  }

  /** Every card that lies open must have come with a proof. */
  #settle(state: State): void {
    const without = [...openCards(state)]
    for (const { card } of this.cards) {
      const i = without.indexOf(card)
      if (i >= 0) without.splice(i, 1)
    }
    if (without[0] && this.#complete) this.#fault({ kind: 'missing', card: without[0] }, state)
    if (state.phase === 'betting' && this.shoe) this.#next = this.shoe.decks * 52 - state.shoe.left
    this.prepare(state)
    if (state.phase === 'sealing') void this.#reveal(state)
  }

  #begin(shoe: SeenShoe): void {
    const before = this.shoe
    if (before && shoe.number === before.number + 1) {
      if (shoe.commitment !== before.next) this.#fault({ kind: 'next', shoe: shoe.number })
      if (before.root && !before.seed && !this.#gap) this.#fault({ kind: 'withheld', shoe: before.number })
    }
    this.shoe = shoe
    this.#dealt = new Map()
    this.#gap = false
  }

  #pin({ shoe, round }: State): void {
    this.#begin({
      number: shoe.number ?? 0,
      decks: shoe.decks,
      commitment: shoe.commitment ?? '',
      next: shoe.next ?? '',
      players: [],
    })
    if (this.#round === 0) this.#round = round
    this.#gap = true // from here on only: what came before was not seen
  }

  /** Takes what is new about the shoe in use; what was told before must stay. */
  #merge(state: State): void {
    const { shoe: told, round } = state
    const known = this.shoe
    if (!known || known.number !== told.number) return
    const kept = (before: string | undefined, now: string | undefined) => before === undefined || before === now
    const players = (told.seeds ?? []).map((seed) => ({ ...seed }))
    const fixed =
      known.terms === undefined ||
      (players.length === known.players.length &&
        players.every(({ seat, commitment, seed, out }, i) => {
          const was = known.players[i]!
          return was.seat === seat && was.commitment === commitment && kept(was.seed, seed) && kept(was.out, out)
        }))
    const same = known.commitment === told.commitment && known.next === told.next && known.decks === told.decks
    if (!fixed || !same || !kept(known.terms, told.terms) || !kept(known.root, told.root))
      this.#fault({ kind: 'changed', round })
    const fresh = known.terms === undefined && told.terms !== undefined
    this.shoe = { ...known, players, terms: known.terms ?? told.terms, root: known.root ?? told.root }
    if (told.root && known.root === undefined) this.#sealed(this.shoe)
    this.typed = this.#seeds.typed
    if (fresh) void this.#terms()
  }

  #sealed({ number, commitment, next, terms = '', root = '' }: SeenShoe): void {
    this.#seeds.used(number)
    remember(this.table, number, { commitment, next, terms, root })
  }

  async #terms(): Promise<boolean> {
    const { shoe, table } = this
    if (!shoe) return false
    let right = false
    await this.#checked(this.ask('terms', { table, ...shoe }), (hash) => {
      right = hash === shoe.terms
      if (!right) this.#fault({ kind: 'terms', shoe: shoe.number })
    })
    return right
  }

  #over(shoe: SeenShoe, seed: string): void {
    this.shoe = { ...shoe, seed }
    const { terms = '', root = '' } = shoe
    if (root === '') return // given up before it was sealed: no card came from it
    const seen = [...this.#dealt].map(([at, card]) => ({ at, card }))
    const over = { shoe: shoe.number, seed, cards: shoe.decks * 52 }
    this.over = over
    const opened: OpenedShoe = { ...shoe, table: this.table, terms, root, seed }
    void this.#checked(this.ask('shoe', opened, seen), (wrong) => {
      if (this.over?.shoe === shoe.number) this.over = { ...over, ok: wrong === '' }
      if (wrong !== '') this.#fault({ kind: 'shoe', step: wrong, shoe: shoe.number })
    })
  }

  async #checked<T>(asked: Promise<T>, then: (value: T) => void): Promise<void> {
    try {
      then(await asked)
    } catch {
      this.unable = true
    }
  }

  #fault(fault: Partial<Fault> & Pick<Fault, 'kind'>, state?: State): void {
    const whole = { round: state?.round ?? this.#round, shoe: this.shoe?.number ?? 0, ...fault }
    const same = (known: Fault) =>
      known.kind === whole.kind && known.shoe === whole.shoe && known.card === whole.card && known.at === whole.at
    if (!this.faults.some(same)) this.faults = [...this.faults, whole]
  }

  // The own seeds.

  /** Whether a bet that is placed now can still bring a seed. */
  get takesSeeds(): boolean {
    return this.shoe !== null && this.shoe.root === undefined && this.shoe.terms === undefined
  }

  /** The own seed of a seat for the shoe in use. */
  own(seat: number): { seed: string; typed?: boolean; commitment?: string } | undefined {
    void this.#drawn
    return this.shoe ? this.#seeds.known(this.shoe.number, seat) : undefined
  }

  /** What the player typed is the seed of the bets that come. False: it is too long. */
  type(text: string): boolean {
    const taken = this.#seeds.type(text)
    this.typed = this.#seeds.typed
    if (taken) this.#draw()
    return taken
  }

  /** Draws seeds for the own seats and makes their commitments, so that they are there when the bet goes. */
  prepare(state: State): void {
    if (state.phase === 'betting') this.#draw()
  }

  #draw(): void {
    const { shoe } = this
    if (!shoe || !this.takesSeeds) return
    for (const seat of this.player.own()) void this.#commit(shoe.number, seat)
  }

  async #commit(shoe: number, seat: number): Promise<string | undefined> {
    const own = this.#seeds.of(shoe, seat)
    this.#drawn++
    if (own.commitment) return own.commitment
    await this.#checked(this.ask('commit', this.table, shoe, seat, own.seed), (commitment) => {
      if (this.#seeds.known(shoe, seat) === own) this.#seeds.committed(shoe, seat, commitment)
    })
    return own.commitment
  }

  /** Whether withSeeds has everything at hand. */
  prepared(bets: readonly Bet[]): boolean {
    const { shoe } = this
    return !shoe || !this.takesSeeds || this.unable || bets.every(({ seat }) => this.own(seat)?.commitment)
  }

  /** Makes what is missing for bets on these seats. */
  async make(bets: readonly Bet[]): Promise<void> {
    const { shoe } = this
    if (shoe && this.takesSeeds) await Promise.all(bets.map(({ seat }) => this.#commit(shoe.number, seat)))
  }

  /** The bets with the commitments to the own seeds, where the shoe still takes them. */
  withSeeds(bets: Bet[]): Bet[] {
    if (!this.takesSeeds) return bets
    return bets.map((bet) => {
      const commitment = this.own(bet.seat)?.commitment
      if (!commitment || !this.shoe) return bet
      this.#seeds.sent(this.shoe.number, bet.seat)
      return { ...bet, commitment }
    })
  }

  /** Reveals the own seeds to terms that hold their commitments, and to no others. */
  async #reveal({ round }: State): Promise<void> {
    const { shoe } = this
    if (!shoe?.terms || shoe.root) return
    const own = shoe.players.filter(({ seat, commitment, seed, out }) => {
      const mine = this.#seeds.known(shoe.number, seat)
      return !seed && !out && mine?.commitment === commitment && this.player.own().includes(seat)
    })
    const key = `${shoe.number}: ${own.map(({ seat }) => seat).join()}`
    if (own.length === 0 || this.#revealed === key || this.faults.some((fault) => fault.shoe === shoe.number)) return
    this.#revealed = key
    if (!(await this.#terms())) return
    this.player.reveal(
      round,
      own.map(({ seat }) => ({ seat, seed: this.#seeds.known(shoe.number, seat)!.seed })),
    )
  }
}

/** The cards that lie open on a table. */
export function openCards(state: State): string[] {
  const hands = state.seats.flatMap((seat) => seat.hands.flatMap((hand) => hand.cards))
  return [...state.dealer.cards, ...hands].filter((card) => card !== '??')
}
