// The messages of the wire. Times are Unix milliseconds, amounts whole units, cards "Ah", a hidden card "??".

export type ActionName =
  | 'hit'
  | 'stand'
  | 'double'
  | 'split'
  | 'surrender'
  | 'insure'
  | 'no-insurance'
  | 'even-money'
  | 'no-even-money'
  | 'no-surrender'

export interface Command {
  table: string
  id: string
  name: 'sit' | 'leave' | 'bet' | 'act' | 'reveal'
  seat?: number
  round?: number
  bets?: Bet[]
  seeds?: RevealedSeed[]
  turn?: number
  action?: ActionName
  amount?: number
}

export interface Bet {
  seat: number
  amount: number
  /** To the seat's own seed, while the shoe is not sealed. */
  commitment?: string
}

export interface RevealedSeed {
  seat: number
  seed: string
}

export type Answer =
  | { id: string; ok: true; seq: number }
  | {
      id: string
      ok: false
      code: string
      message: string
      legal?: ActionName[]
      /** Refused by the player's own limits: until then. */
      until?: number
    }

/** One change of a table. The state is complete; the events since the frame before are for motion and speech. */
export interface Frame {
  table: string
  seq: number
  now: number
  state: State
  events: TableEvent[]
}

export type Phase = 'waiting' | 'betting' | 'sealing' | 'offers' | 'players' | 'over' | 'closed'

export interface State {
  phase: Phase
  round: number
  deadline?: number
  turn?: Turn
  dealer: { cards: string[]; total?: number; soft?: boolean; status?: string }
  seats: Seat[]
  shoe: Shoe
  watching: number
  /** The server is about to stop: no new round begins. */
  notice?: 'closing'
}

/** How thick the shoe is, and what is published about its shuffle; nothing of that where the cards are scripted. */
export interface Shoe {
  decks: number
  left: number
  cut?: number
  number?: number
  commitment?: string
  next?: string
  terms?: string
  root?: string
  seeds?: { seat: number; commitment: string; seed?: string; out?: 'silent' | 'mismatch' }[]
}

/** The decision that is awaited. While offers are open, seat is 0 and n is the same for every seat. */
export interface Turn {
  n: number
  seat: number
  hand: number
}

export interface Seat {
  seat: number
  player?: { name: string; bot?: boolean }
  away?: boolean
  leaving?: boolean
  confirmed?: boolean
  bet?: number
  insurance?: { stake: number; outcome?: string; paid?: number }
  offers?: ActionName[]
  hands: Hand[]
  net?: number
}

export type HandStatus =
  'playing' | 'waiting' | 'stood' | 'doubled' | 'bust' | 'blackjack' | 'charlie' | 'surrendered' | 'even-money'

export type Outcome = 'win' | 'lose' | 'push' | 'blackjack' | 'charlie' | 'surrender' | 'even-money' | 'bust'

export interface Hand {
  cards: string[]
  total: number
  soft?: boolean
  status: HandStatus
  stake: number
  outcome?: Outcome
  paid?: number
  split?: boolean
}

export type EventKind =
  | 'bet-placed'
  | 'bets-closed'
  | 'card-dealt'
  | 'up-card-dealt'
  | 'hole-card-dealt'
  | 'offers-made'
  | 'decided'
  | 'checked'
  | 'hand-ended'
  | 'turn-came'
  | 'hole-card-opened'
  | 'dealer-drew'
  | 'dealer-ended'
  | 'hand-settled'
  | 'insurance-settled'
  | 'round-over'
  | 'seat-taken'
  | 'seat-left'
  | 'betting-opened'
  | 'shoe-shuffled'
  | 'round-missed'
  | 'seed-committed'
  | 'terms-fixed'
  | 'seed-revealed'
  | 'seed-left-out'
  | 'shoe-sealed'
  | 'shoe-over'
  | 'stake-returned'
  | 'table-closed'

export interface TableEvent {
  kind: EventKind
  seat?: number
  hand?: number
  card?: string
  action?: string
  by?: 'clock'
  status?: string
  outcome?: string
  stake?: number
  amount?: number
  offers?: ActionName[]
  name?: string
  /** The card's place in the shoe, from 0, and the proof that it lay there. */
  at?: number
  proof?: string
  shoe?: number
  commitment?: string
  next?: string
  terms?: string
  root?: string
  seed?: string
  out?: string
}

/** What only this player is told: the balance, and what each own seat may do now. */
export interface You {
  table: string
  seq: number
  balance: number
  seats: YourSeat[]
}

export interface YourSeat {
  seat: number
  /** What may be done now. */
  legal?: LegalAction[]
  /** What can be done with the first hand once its turn comes, while others play. */
  ahead?: LegalAction[]
}

export interface LegalAction {
  action: ActionName
  cost?: number
  max?: number
}

export interface Snapshot {
  frame: Frame
  you: You
  /** The cards that lie open, with their proofs. */
  cards?: CardProof[]
}

export interface CardProof {
  at: number
  card: string
  proof: string
}

export interface LobbyTable {
  id: string
  name: { vi: string; en: string }
  preset: string
  rules: string
  minBet: number
  maxBet: number
  betStep: number
  chips: number[]
  seats: number
  taken: number
  bots: number
  /** The seats that are taken, from seat 1. */
  seated: { seat: number; bot?: boolean }[]
  watching: number
  phase: Phase
  seatsPerPlayer: number
  betTime: number
  actTime: number
  /** Whether players may ask for hints. */
  hints: boolean
  /** Nothing until it is known. */
  odds?: Odds
}

/** What a table's rules are worth to who plays them best, in parts of the first bet. */
export interface Odds {
  /** What the house earns; below zero the player earns it. */
  edge: number
  return: number
  /** What the strategy looks at: "cdz" is every card of the hand, "total-dependent" its total. */
  class: string
  method: 'exact' | 'approximate'
}

/** An action with what it is worth, in parts of the first bet. */
export interface Choice {
  action: ActionName
  ev: number
}

/** What each action of an own seat is worth, the best first. */
export interface Hint {
  /** The turn that it is about. */
  turn: number
  choices: Choice[]
  /** Cards of the shoe that lie or lay open. */
  seen: number
}

/** An own decision of a round that is over. */
export interface Decision {
  seat: number
  /** From 1; 0 answered an offer. */
  hand: number
  turn: number
  action: ActionName
  by: 'player' | 'clock'
  best: ActionName
  /** What the best would have been worth more; 0 for the best. */
  cost: number
  choices: Choice[]
}

export interface Grades {
  decisions: Decision[]
}

/** How a table's rules are best played by total. Cells are the codes of a strategy: S H D Ds P Rh Rs Rp. */
export interface Chart {
  class: string
  /** The dealer's cards, one for each cell of a row. */
  up: string[]
  hard: ChartRow[]
  soft: ChartRow[]
  pairs: ChartRow[]
  hardLater: ChartRow[]
  softLater: ChartRow[]
  /** Hands that are given up before the dealer's check, as in "hard 16" or "pair 8". */
  early?: { hand: string; ten: boolean; ace: boolean }[]
  insurance: ChartAnswer
  evenMoney: ChartAnswer
}

export type ChartAnswer = 'yes' | 'no' | 'off'

export interface ChartRow {
  total?: number
  pair?: string
  cells: string[]
}

/** The few things that players can say to a table. */
export type Emote = 'hello' | 'good-luck' | 'well-played' | 'unlucky' | 'thanks' | 'laugh'

/** Something that was said at a table. It is no part of the game. */
export interface Said {
  table: string
  seat: number
  emote: Emote
}

export interface Lobby {
  tables: LobbyTable[]
}

export interface Me {
  player: { id: number; name: string; guest: boolean }
  balance: number
}

/** The help page of a table, made by the server from the table's settings. */
export interface RulesPage {
  title: string
  sections: { id: string; title: string; items: { text: string; term?: string; clause?: string }[] }[]
}

/** An own round that is over, as it was seen. */
export interface PastRound {
  id: number
  table: string
  round: number
  at: number
  net: number
  /** The table was closed in the middle of it: what was not settled came back. */
  void?: true
  dealer: State['dealer']
  seats: Seat[]
  decisions: TableEvent[]
}

/** What can be said of a round in the history, and be looked for. */
export const ROUND_KINDS = [
  'won',
  'lost',
  'push',
  'void',
  'blackjack',
  'bust',
  'double',
  'split',
  'surrender',
  'insurance',
  'even-money',
  'charlie',
  'clock',
] as const
export type RoundKind = (typeof ROUND_KINDS)[number]

/** A round in the history, with what it did to the account. */
export interface PlayedRound extends PastRound {
  kinds: RoundKind[]
  /** What one would have held after it without this round; neither is there for rounds from before it was kept. */
  before?: number
  /** What was free to stake when it was over. */
  after?: number
}

/** Which rounds of the history are looked for. Days are those of the zone. */
export interface RoundsRequest {
  before?: number
  limit?: number
  table?: string
  /** The first day, as in "2026-11-30". */
  from?: string
  /** The last day. */
  to?: string
  /** The name of a time zone, as in "Asia/Ho_Chi_Minh"; none: UTC. */
  zone?: string
  result?: RoundKind
}

export interface Rounds {
  rounds: PlayedRound[]
  /** What `before` must be for the next page; nothing when there is none. */
  next?: number
}
