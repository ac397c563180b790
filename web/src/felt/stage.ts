import type { Frame, State } from '../wire/types'

// Which card of a frame is which card of the frame before, and in what order the new ones came: what motion needs to
// know. The state itself is never touched: a card that is not yet shown is only held back.

/** The cards on the table by name, in their places: a card keeps its name when a split moves it. */
export interface Laid {
  round: number
  dealer: string[]
  /** By seat, by hand from the left. */
  seats: Record<number, string[][]>
  next: number
}

/** One move of the dealer's hands: a card is dealt, the hole card is opened, or the dealer draws. */
export interface Step {
  kind: 'deal' | 'open' | 'draw'
  id: string
}

/** An empty table. */
export function nothingLaid(round = 0): Laid {
  return { round, dealer: [], seats: {}, next: 0 }
}

/** Follows a frame's events from what lay on the table. Without steps, everything is simply there. */
export function follow(before: Laid, frame: Frame): { laid: Laid; steps: Step[] } {
  const { state, events } = frame
  const fresh =
    state.round !== before.round || events.some((e) => e.kind === 'bets-closed' || e.kind === 'betting-opened')
  const laid = fresh ? nothingLaid(state.round) : copy(before)
  const steps: Step[] = []
  const add = (to: string[], kind: Step['kind']) => {
    const id = `${laid.round}-${laid.next++}`
    to.push(id)
    steps.push({ kind, id })
  }
  for (const event of events) {
    const hands = event.seat === undefined ? [] : (laid.seats[event.seat] ??= [])
    const at = (event.hand ?? 1) - 1
    switch (event.kind) {
      case 'up-card-dealt':
      case 'hole-card-dealt':
        add(laid.dealer, 'deal')
        break
      case 'dealer-drew':
        add(laid.dealer, 'draw')
        break
      case 'hole-card-opened':
        if (laid.dealer[1] !== undefined) steps.push({ kind: 'open', id: laid.dealer[1] })
        break
      case 'card-dealt':
        add((hands[at] ??= []), 'deal')
        break
      case 'decided':
        if (event.action === 'split' && hands[at]) hands.splice(at + 1, 0, hands[at].splice(1))
        break
    }
  }
  if (fits(laid, state)) return { laid, steps }
  return { laid: asItLies(state, laid.next), steps: [] }
}

function copy(laid: Laid): Laid {
  const seats: Laid['seats'] = {}
  for (const [seat, hands] of Object.entries(laid.seats)) seats[Number(seat)] = hands.map((hand) => [...hand])
  return { ...laid, dealer: [...laid.dealer], seats }
}

function fits(laid: Laid, state: State): boolean {
  if (laid.dealer.length !== state.dealer.cards.length) return false
  return state.seats.every((seat) => {
    const hands = laid.seats[seat.seat] ?? []
    return hands.length === seat.hands.length && seat.hands.every((h, i) => h.cards.length === hands[i]?.length)
  })
}

/** Names the cards by their places alone: frames were missed, or this is the first. */
export function asItLies(state: State, from = 0): Laid {
  const laid: Laid = { round: state.round, dealer: [], seats: {}, next: from }
  const name = () => `${state.round}-${laid.next++}`
  laid.dealer = state.dealer.cards.map(name)
  for (const seat of state.seats) laid.seats[seat.seat] = seat.hands.map((hand) => hand.cards.map(name))
  return laid
}

/** How long each kind of step takes when the table is at rest, in milliseconds. */
const CALM: Record<Step['kind'], number> = { deal: 190, open: 480, draw: 520 }
/** Steps waiting never take longer than this together: motion is never slower than the game. */
const LONGEST = 2600

/** How long to wait after the first of the waiting steps. */
export function pause(waiting: readonly Step[]): number {
  const first = waiting[0]
  if (!first) return 0
  const all = waiting.reduce((sum, step) => sum + CALM[step.kind], 0)
  return all <= LONGEST ? CALM[first.kind] : (CALM[first.kind] * LONGEST) / all
}
