import type { Frame, TableEvent } from '../wire/types'

/** A sound of the table. */
export type Cue = 'card' | 'open' | 'chips' | 'shuffle' | 'turn' | 'win' | 'blackjack' | 'over'

/** What a frame sounds like. Cards are not among it: they sound when they land. */
export interface Heard {
  now: Cue[]
  /** To be heard when the cards lie: before, it would tell what one cannot see yet. */
  then: Cue[]
  /** How many cards will land, and how many be turned over. */
  cards: number
  opened: number
}

const CARDS: readonly TableEvent['kind'][] = ['card-dealt', 'up-card-dealt', 'hole-card-dealt', 'dealer-drew']
const PAID: readonly string[] = ['double', 'split', 'insure']

/** What a frame sounds like to who holds the given seats. */
export function cues(frame: Frame, own: readonly number[]): Heard {
  const { events } = frame
  const count = (kinds: readonly TableEvent['kind'][]) => events.filter(({ kind }) => kinds.includes(kind)).length
  const now: Cue[] = []
  const then: Cue[] = []
  if (events.some((e) => e.kind === 'shoe-shuffled')) now.push('shuffle')
  if (
    events.some((e) => (e.kind === 'bet-placed' && e.stake) || (e.kind === 'decided' && PAID.includes(e.action ?? '')))
  )
    now.push('chips')
  const asks = (e: TableEvent) => e.kind === 'turn-came' || e.kind === 'offers-made'
  if (events.some((e) => asks(e) && own.includes(e.seat ?? 0))) then.push('turn')
  if (events.some((e) => e.kind === 'round-over')) then.push(...result(frame, own))
  return { now, then, cards: count(CARDS), opened: count(['hole-card-opened']) }
}

/** A round that is over, all own seats together: whoever did not win hears the same, whatever it cost. */
function result({ state, events }: Frame, own: readonly number[]): Cue[] {
  const mine = state.seats.filter((seat) => own.includes(seat.seat) && seat.net !== undefined)
  if (mine.length === 0) return []
  const net = mine.reduce((sum, seat) => sum + (seat.net ?? 0), 0)
  if (net <= 0) return ['over']
  const natural = events.some(
    (e) => e.kind === 'hand-settled' && e.outcome === 'blackjack' && own.includes(e.seat ?? 0),
  )
  return [natural ? 'blackjack' : 'win']
}
