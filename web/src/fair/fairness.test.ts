import { afterEach, beforeEach, expect, test, vi as mock } from 'vitest'
import type { CardProof, Frame, RevealedSeed, State, TableEvent } from '../wire/types'
import { unhex } from './bytes'
import type { Ask } from './checker'
import { Fairness } from './fairness.svelte'
import { commitHouse, commitPlayer, deriveKey, type PlayerSeed, termsHash } from './scheme'
import { Seeds } from './seeds'
import { Sealed } from './shoe'
import { tasks } from './tasks'

const ask = (async (task: keyof typeof tasks, ...args: unknown[]) =>
  (tasks[task] as (...args: unknown[]) => unknown)(...args)) as Ask

class Box implements Pick<Storage, 'getItem' | 'setItem'> {
  readonly kept = new Map<string, string>()
  getItem(key: string) {
    return this.kept.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.kept.set(key, value)
  }
}

beforeEach(() => mock.stubGlobal('localStorage', new Box()))
afterEach(() => mock.unstubAllGlobals())

/** A house that plays one seat and two cards of a shoe. */
class House {
  seq = 1
  readonly seeds = ['5e', '5f', '60', '61'].map((digits) => digits.repeat(32))
  number = 1
  round = 1
  players: PlayerSeed[] = []
  sealed: Sealed | undefined
  terms: string | undefined
  phase: State['phase'] = 'betting'
  open: string[] = []
  left = 52

  commitment(shoe: number): string {
    return commitHouse('t', shoe, unhex(this.seeds[shoe - 1]!))
  }

  state(): State {
    return {
      phase: this.phase,
      round: this.round,
      dealer: { cards: [] },
      seats: [{ seat: 1, hands: [{ cards: [...this.open], total: 0, status: 'playing', stake: 1 }] }],
      shoe: {
        decks: 1,
        left: this.left,
        number: this.number,
        commitment: this.commitment(this.number),
        next: this.commitment(this.number + 1),
        terms: this.terms,
        root: this.sealed?.root,
        seeds: this.players.map((player) => ({ ...player })),
      },
      watching: 0,
    }
  }

  frame(...events: TableEvent[]): Frame {
    return { table: 't', seq: ++this.seq, now: 0, state: this.state(), events }
  }

  close(): Frame {
    this.phase = 'sealing'
    this.terms = termsHash({
      table: 't',
      number: this.number,
      decks: 1,
      commitment: this.commitment(this.number),
      next: this.commitment(this.number + 1),
      players: this.players,
    })
    return this.frame({ kind: 'terms-fixed', terms: this.terms })
  }

  proof(at: number): CardProof {
    const { salt, path } = this.sealed!.proof(at)
    return { at, card: this.sealed!.order[at]!, proof: Buffer.concat([salt, ...path]).toString('base64url') }
  }

  deal(change: (card: CardProof, i: number) => Partial<CardProof> = () => ({})): Frame {
    this.sealed = new Sealed(deriveKey(unhex(this.seeds[this.number - 1]!), this.players, this.terms!), 1)
    this.phase = 'players'
    const dealt = [0, 1].map((at) => ({ ...this.proof(at), ...change(this.proof(at), at) }))
    this.open = dealt.map((card) => card.card)
    this.left = 50
    return this.frame(
      { kind: 'shoe-sealed', root: this.sealed.root },
      { kind: 'bets-closed' },
      ...dealt.map((card): TableEvent => ({ kind: 'card-dealt', seat: 1, hand: 1, ...card })),
    )
  }

  over(seed = this.seeds[this.number - 1]!): Frame {
    this.phase = 'over'
    return this.frame({ kind: 'shoe-over', shoe: this.number, seed })
  }

  shuffle(): Frame {
    this.number++
    this.round++
    Object.assign(this, { phase: 'betting', players: [], sealed: undefined, terms: undefined, open: [], left: 52 })
    const { commitment, next } = this.state().shoe
    return this.frame({ kind: 'shoe-shuffled', shoe: this.number, commitment, next }, { kind: 'betting-opened' })
  }
}

const settled = () => new Promise((done) => setTimeout(done, 5))

function sitDown(house: House, storage = new Box()) {
  const revealed: { round: number; seeds: RevealedSeed[] }[] = []
  const player = { own: () => [1], reveal: (round: number, seeds: RevealedSeed[]) => revealed.push({ round, seeds }) }
  const fair = new Fairness('t', player, ask, new Seeds('t', storage))
  fair.snapshot(
    { frame: { ...house.frame(), events: [] }, you: { table: 't', seq: 1, balance: 0, seats: [] }, cards: [] },
    true,
  )
  return { fair, revealed, storage }
}

/** Bets with the own seed and closes the betting. */
async function bet(house: House, fair: Fairness): Promise<void> {
  await settled()
  const [own] = fair.withSeeds([{ seat: 1, amount: 1 }])
  expect(own?.commitment).toMatch(/^[0-9a-f]{64}$/)
  house.players = [{ seat: 1, commitment: own!.commitment! }]
  fair.frame(house.frame({ kind: 'seed-committed', seat: 1, commitment: own!.commitment }), true)
  fair.frame(house.close(), true)
  await settled()
}

async function play(house: House, fair: Fairness, revealed: { seeds: RevealedSeed[] }[]): Promise<void> {
  await bet(house, fair)
  house.players[0]!.seed = revealed.at(-1)!.seeds[0]!.seed
}

test('an honest shoe: seed given, cards proved, order made again', async () => {
  const house = new House()
  const { fair, revealed } = sitDown(house)
  await play(house, fair, revealed)
  expect(revealed).toHaveLength(1)
  const { seat, seed } = revealed[0]!.seeds[0]!
  expect(commitPlayer('t', 1, seat, unhex(seed))).toBe(house.players[0]!.commitment)
  fair.frame(house.deal(), true)
  await settled()
  expect([fair.proved, fair.cards.length]).toEqual([2, 2])
  fair.frame(house.over(), true)
  await settled()
  expect(fair.over).toMatchObject({ shoe: 1, cards: 52, ok: true })
  fair.frame(house.shuffle(), true)
  await play(house, fair, revealed)
  fair.frame(house.deal(), true)
  await settled()
  expect(fair.proved).toBe(2)
  expect(revealed[1]!.seeds[0]!.seed).not.toBe(seed)
  expect(fair.faults).toEqual([])
})

async function dealt(change: Parameters<House['deal']>[0]) {
  const house = new House()
  const { fair, revealed } = sitDown(house)
  await play(house, fair, revealed)
  fair.frame(house.deal(change), true)
  await settled()
  return fair.faults.map((fault) => fault.kind)
}

test('another card, another place, or no proof is a fault', async () => {
  const other = (card: string) => (card === 'As' ? '2s' : 'As')
  expect(await dealt(({ card }, i) => (i === 1 ? { card: other(card) } : {}))).toEqual(['proof'])
  expect(await dealt((_, i) => (i === 1 ? { at: 2 } : {}))).toEqual(['place', 'proof'])
  expect(await dealt((_, i) => (i === 1 ? { proof: '' } : {}))).toEqual(['missing'])
})

test('the house cannot change what it published', async () => {
  const house = new House()
  const { fair, revealed } = sitDown(house)
  await play(house, fair, revealed)
  fair.frame(house.deal(), true)
  house.seeds[1] = '77'.repeat(32)
  fair.frame(house.frame(), true)
  expect(fair.faults.map((fault) => fault.kind)).toEqual(['changed'])
})

test('terms that lack the own commitment get no seed', async () => {
  const house = new House()
  const { fair, revealed } = sitDown(house)
  await settled()
  fair.withSeeds([{ seat: 1, amount: 1 }])
  fair.frame(house.close(), true)
  await settled()
  expect(revealed).toEqual([])
})

test('terms that are not the hash of the commitments are a fault, and get no seed', async () => {
  const house = new House()
  const { fair, revealed } = sitDown(house)
  await settled()
  const [own] = fair.withSeeds([{ seat: 1, amount: 1 }])
  house.players = [{ seat: 1, commitment: own!.commitment! }]
  house.close()
  house.terms = '00'.repeat(32)
  fair.frame(house.frame({ kind: 'terms-fixed', terms: house.terms }), true)
  await settled()
  expect(fair.faults.map((fault) => fault.kind)).toEqual(['terms'])
  expect(revealed).toEqual([])
})

test('another seed at the end, another next shoe, and a shoe that is never revealed are faults', async () => {
  for (const [end, fault] of [
    [(h: House, f: Fairness) => f.frame(h.over('99'.repeat(32)), true), 'shoe'],
    [
      (h: House, f: Fairness) => (f.frame(h.over(), true), (h.seeds[1] = '99'.repeat(32)), f.frame(h.shuffle(), true)),
      'next',
    ],
  ] as const) {
    const house = new House()
    const { fair, revealed } = sitDown(house)
    await play(house, fair, revealed)
    fair.frame(house.deal(), true)
    end(house, fair)
    await settled()
    expect(fair.faults.map((f) => f.kind)).toEqual([fault])
  }
  const house = new House()
  const { fair, revealed } = sitDown(house)
  await play(house, fair, revealed)
  fair.frame(house.deal(), true)
  fair.frame(house.over(), true)
  fair.frame(house.shuffle(), true)
  await play(house, fair, revealed)
  fair.frame(house.deal(), true)
  fair.frame(house.shuffle(), true)
  expect(fair.faults.map((f) => f.kind)).toEqual(['withheld'])
})

test('after a reload the seed that was committed to is still there', async () => {
  const house = new House()
  const first = sitDown(house)
  await settled()
  const [own] = first.fair.withSeeds([{ seat: 1, amount: 1 }])
  house.players = [{ seat: 1, commitment: own!.commitment! }]
  house.close()
  const again = sitDown(house, first.storage)
  await settled()
  expect(again.revealed).toHaveLength(1)
  expect(again.fair.faults).toEqual([])
})

test('a typed seed is used once; one that was sent stays', async () => {
  const house = new House()
  const { fair, revealed } = sitDown(house)
  await settled()
  expect(fair.type('x'.repeat(65))).toBe(false)
  expect(fair.type('mưa')).toBe(true)
  await play(house, fair, revealed)
  expect(Buffer.from(revealed[0]!.seeds[0]!.seed, 'hex').toString()).toBe('mưa')
  expect(fair.type('nắng')).toBe(true) // for the next one
  expect(Buffer.from(fair.own(1)!.seed, 'hex').toString()).toBe('mưa')
  fair.type('mưa')
  fair.frame(house.deal(), true)
  expect(fair.typed).toBe('')
  fair.frame(house.over(), true)
  fair.frame(house.shuffle(), true)
  await settled()
  expect(fair.own(1)).toMatchObject({ seed: expect.stringMatching(/^[0-9a-f]{64}$/) as string })
})

test('a table without commitments is not watched', () => {
  const house = new House()
  const { fair } = sitDown(house)
  const frame = house.frame({ kind: 'card-dealt', seat: 1, card: 'As' })
  fair.frame({ ...frame, state: { ...frame.state, shoe: { decks: 6, left: 300 } } }, true)
  expect(fair.shoe).toBeNull()
  expect(fair.faults).toEqual([])
  expect(fair.withSeeds([{ seat: 1, amount: 1 }])).toEqual([{ seat: 1, amount: 1 }])
})
