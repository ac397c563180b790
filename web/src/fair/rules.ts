import { sha256 } from '@noble/hashes/sha2.js'
import { hex, utf8 } from './bytes'

// The line of a table's rules: read for its hash and for what it says about the shoe. What the game's rules mean, this
// does not know.

const N = /^(0|[1-9]\d{0,15})$/
const RATIO = /^[1-9]\d{0,5}:[1-9]\d{0,5}$/
const BOOL = /^(true|false)$/
const TIME = /^[1-9]\d{0,2}s$/

/** Every setting in the order of the hash: its values, and what it is where the line does not say it. */
const SETTINGS: [name: string, values: RegExp, unsaid?: string][] = [
  ['decks', /^[1-8]$/],
  ['shuffle', /^(every-round|cut-card)$/, 'every-round'],
  ['cut_card', N, '0'],
  ['seats', /^[1-7]$/, '7'],
  ['seats_per_player', /^[1-7]$/, '3'],
  ['min_bet', N, '1000'],
  ['max_bet', N, '5000000'],
  ['bet_step', N, '1000'],
  ['win_pays', RATIO, '1:1'],
  ['blackjack_pays', RATIO],
  ['insurance_pays', RATIO, '2:1'],
  ['even_money_pays', RATIO, '1:1'],
  ['charlie_pays', RATIO, '1:1'],
  ['soft17', /^(stand|hit)$/],
  ['peek', /^(ace-and-ten|ace|none)$/],
  ['no_peek_loss', /^(all|original)$/, 'all'],
  ['insurance', BOOL, 'true'],
  ['even_money', BOOL, 'true'],
  ['surrender', /^(off|late|early)$/],
  ['double_on', /^(any|9-11|10-11)$/, 'any'],
  ['double_after_split', BOOL],
  ['split_on', /^(same-rank|same-value)$/, 'same-rank'],
  ['max_hands', /^[1-4]$/, '4'],
  ['resplit_aces', BOOL, 'false'],
  ['hit_split_aces', BOOL, 'false'],
  ['max_cards', N, '11'],
  ['charlie', N, '0'],
  ['charlie_beats_blackjack', BOOL, 'true'],
  ['bet_time', TIME, '15s'],
  ['act_time', TIME, '15s'],
  ['result_time', TIME, '5s'],
]

/** The words of the line in their order: a setting, and how each of its values is said. # stands for the value. */
const WORDS: [name: string, words: Record<string, string>][] = [
  ['decks', { '#': '#D' }],
  ['soft17', { stand: 'S17', hit: 'H17' }],
  ['double_on', { '9-11': 'D9-11', '10-11': 'D10-11' }],
  ['double_after_split', { true: 'DAS', false: 'NDAS' }],
  ['resplit_aces', { true: 'RSA' }],
  ['hit_split_aces', { true: 'HSA' }],
  ['surrender', { late: 'LS', early: 'ES', off: 'NS' }],
  ['blackjack_pays', { '#': '#' }],
  ['peek', { 'ace-and-ten': 'peek-AT', ace: 'peek-A', none: 'no-peek' }],
  ['no_peek_loss', { original: 'OBO' }],
  ['charlie', { '#': 'charlie-#' }],
  ['cut_card', { '#': 'cut-#' }],
]

const UNSAID = new Map(SETTINGS.map(([name, , unsaid]) => [name, unsaid]))

/** What a line of rules says about the shoe, and its hash. */
export interface Line {
  hash: string
  decks: number
  cutCard: number
  everyRound: boolean
}

/** Reads a line of rules in its one spelling; the error says what is not in it. */
export function readLine(line: string): Line {
  const set = new Map<string, string>()
  for (const token of line.split(' ')) {
    const [name, value] = meaning(token)
    set.set(name, value)
  }
  if (set.has('cut_card') && !set.has('shuffle')) set.set('shuffle', 'cut-card')
  const values = new Map<string, string>()
  for (const [name, shape, unsaid] of SETTINGS) {
    const value = set.get(name) ?? unsaid
    if (value === undefined || !shape.test(value)) throw new Error(`the rules do not say ${name}`)
    values.set(name, value)
  }
  if (said(values) !== line) throw new Error('the rules are not in their one spelling')
  const text = SETTINGS.map(([name]) => `${name}=${values.get(name)}\n`).join('')
  return {
    hash: hex(sha256(utf8(`club99 rules 1\n${text}`))),
    decks: Number(values.get('decks')),
    cutCard: Number(values.get('cut_card')),
    everyRound: values.get('shuffle') === 'every-round',
  }
}

function meaning(token: string): [name: string, value: string] {
  const at = token.indexOf('=')
  if (at > 0) return [token.slice(0, at), token.slice(at + 1)]
  for (const [name, words] of WORDS) {
    for (const [value, word] of Object.entries(words)) {
      if (value !== '#' && word === token) return [name, value]
      const [before = '', after = ''] = word.split('#')
      const body = token.slice(before.length, token.length - after.length)
      const shape = SETTINGS.find((setting) => setting[0] === name)![1]
      if (value === '#' && before + body + after === token && shape.test(body)) return [name, body]
    }
  }
  throw new Error(`${token} is no word of the rules`)
}

/** The line of these settings: the words, and then what has no word and is not as it is unsaid. */
function said(values: Map<string, string>): string {
  const tokens: string[] = []
  const spoken = new Set<string>()
  for (const [name, words] of WORDS) {
    const value = values.get(name)!
    const word = words[value] ?? words['#']?.replace('#', value)
    if (word === undefined || value === UNSAID.get(name)) continue
    tokens.push(word)
    spoken.add(name)
  }
  if (spoken.has('cut_card') && values.get('shuffle') === 'cut-card') spoken.add('shuffle')
  for (const [name, value] of values)
    if (!spoken.has(name) && value !== UNSAID.get(name)) tokens.push(`${name}=${value}`)
  return tokens.join(' ')
}
