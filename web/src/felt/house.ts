import type { Words } from '../i18n/vi'

// What the felt says about the table's rules, read from the table's one-line form ("6D S17 DAS LS 3:2 peek-AT
// charlie-11"). It is for reading only: what may be done is the server's word.

/** A payout: win units for stake units. */
export interface Payout {
  win: number
  stake: number
}

export interface House {
  decks: number
  soft17: 'stand' | 'hit'
  blackjack: Payout
  /** None where insurance is not offered. */
  insurance?: Payout
  evenMoney: Payout
}

function payout(text: string | undefined, otherwise: Payout): Payout {
  const match = /^(\d+):(\d+)$/.exec(text ?? '')
  return match ? { win: Number(match[1]), stake: Number(match[2]) } : otherwise
}

/** Reads the one-line form. What the line leaves unsaid has the value that the form gives it. */
export function house(line: string): House {
  const words = line.split(/\s+/)
  const set = new Map(words.filter((word) => word.includes('=')).map((word) => word.split('=', 2) as [string, string]))
  const decks = words.find((word) => /^\d+D$/.test(word))
  return {
    decks: decks ? Number.parseInt(decks, 10) : 0,
    soft17: words.includes('H17') ? 'hit' : 'stand',
    blackjack: payout(
      words.find((word) => /^\d+:\d+$/.test(word)),
      { win: 3, stake: 2 },
    ),
    insurance: set.get('insurance') === 'false' ? undefined : payout(set.get('insurance_pays'), { win: 2, stake: 1 }),
    evenMoney: payout(set.get('even_money_pays'), { win: 1, stake: 1 }),
  }
}

/** What a payout brings for a stake. */
export function pays({ win, stake }: Payout, amount: number): number {
  return (amount * win) / stake
}

/** The one-line form in the player's words; what has no word of its own stands as it is. */
export function inWords(line: string, t: Words): string {
  const said = line.split(/\s+/).map((word) => {
    const known = t.rule[word as keyof Words['rule']]
    if (known) return known
    if (/^\d+D$/.test(word)) return t.ruleDecks(Number.parseInt(word, 10))
    if (/^\d+:\d+$/.test(word)) return t.rulePays(word)
    if (/^cut-\d+$/.test(word)) return t.ruleCut
    if (/^charlie-\d+$/.test(word)) return t.ruleCharlie(word.slice('charlie-'.length))
    return word
  })
  return said.join(' · ')
}
