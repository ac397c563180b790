// Checks the record of a round of CLUB 99 without the club and its programs, packages or a network:
//
//   node scripts/verify-round.mjs FILE|-
//
// It is written from docs/fairness.md alone, in another language than the server; headings in
// quotes are those of that page. It makes each step of "A verifier, step by step" but the playing
// again of the round, which needs the rules of blackjack, and says `ok`, `FAILED` or `open` (it
// cannot be asked, or not yet). The exit status is 0 if all that can be checked is right, 1 if
// anything is wrong, and 2 if there is nothing to check. Whether it is the round that was played is
// for whoever kept commitment, terms and root ("What must have been seen"). Node 20 or later.

import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'

const MAX = Number.MAX_SAFE_INTEGER
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/.source
const STRINGS = new RegExp(`${STRING}:?`, 'g')

function need(right, why) {
  if (!right) throw new Error(why)
}

const open = (why) => ({ why })
const write = JSON.stringify
const rows = (table) => table.trim().split(/ \| |\n */).map((row) => row.split(' '))
const strip = (json) => json.replace(new RegExp(`(${STRING})|[ \\t\\r\\n]+`, 'g'), '$1')
const isOver = (r) => r.events.at(-1)?.is === 'round-over'

// ---- "Bytes", "Commitments", "Terms", "Key" ----

const hex = (digits) => Buffer.from(digits, 'hex')
const text = (b) => Buffer.concat([number(b.length), Buffer.from(b)])
const tag = (word) => Buffer.from(`club99 fairness 1 ${word}\n`)
const number = (n) => hex(BigInt(n).toString(16).padStart(16, '0'))
const join = (...parts) => Buffer.concat(parts.map((p) => (Buffer.isBuffer(p) ? p : number(p))))
const hash = (word, ...parts) => createHash('sha256').update(join(tag(word), ...parts)).digest()

function termsOf({ table, shoe }) {
  const players = shoe.players.flatMap((p) => [p.seat, hex(p.commitment)])
  const house = [shoe.number, shoe.decks, hex(shoe.commitment), hex(shoe.next)]
  return hash('terms', text(table), ...house, shoe.players.length, ...players)
}

function keyOf(r) {
  const revealed = r.shoe.players.filter((p) => p.seed !== undefined)
  const seeds = revealed.flatMap((p) => [p.seat, text(hex(p.seed))])
  const input = join(hex(r.shoe.seed), revealed.length, ...seeds)
  return Buffer.from(hkdfSync('sha256', input, '', join(tag('key'), termsOf(r)), 32))
}

// ---- "Order", "Tree", "Proofs" ----

const DECK = [...'shdc'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit))

/** Gives a function for the next n bytes of a key stream. */
function chacha20(key, nonce) {
  const cipher = createCipheriv('chacha20', key, join(Buffer.alloc(4), nonce))
  return (n) => cipher.update(Buffer.alloc(n))
}

function orderOf(key, decks) {
  const next = chacha20(key, Buffer.alloc(12))
  const cards = Array.from({ length: decks }, () => DECK).flat()
  for (let i = cards.length - 1; i > 0; i--) {
    const lowBits = 2 ** (32 - Math.clz32(i)) - 1
    let j = MAX
    while (j > i) j = next(4).readUInt32LE() & lowBits
    ;[cards[i], cards[j]] = [cards[j], cards[i]]
  }
  return cards
}

const leaf = (at, card, salt) => hash('card', at, Buffer.from(card), salt).subarray(0, 24)
const node = (left, right) => hash('node', left, right).subarray(0, 24)

/** The levels of the tree, from the leaves to the root. */
function treeOf(order, salts) {
  const levels = [order.map((card, place) => leaf(place, card, salts[place]))]
  for (let below = levels[0]; below.length > 1; below = levels.at(-1)) {
    const lefts = below.filter((_, i) => i % 2 === 0)
    levels.push(lefts.map((h, i) => (2 * i + 1 < below.length ? node(h, below[2 * i + 1]) : h)))
  }
  return levels
}

function proofOf(levels, salts, place) {
  const path = levels.map((level, height) => level[Math.floor(place / 2 ** height) ^ 1])
  return Buffer.concat([salts[place], ...path.filter(Boolean)]).toString('base64url')
}

function checkProof(shoe, { at, card, proof }) {
  const all = Buffer.from(proof, 'base64url')
  need(all.toString('base64url') === proof, `${card} in place ${at}: the proof is misspelled`)
  let [place, used, found] = [at, 16, leaf(at, card, all.subarray(0, 16))]
  for (let count = 52 * shoe.decks; count > 1; count = Math.ceil(count / 2)) {
    if ((place ^ 1) < count) {
      const next = all.subarray(used, (used += 24))
      found = place % 2 === 0 ? node(found, next) : node(next, found)
    }
    place = Math.floor(place / 2)
  }
  need(used === all.length, `${card} in place ${at}: the proof has a wrong length`)
  need(found.toString('hex') === shoe.root, `${card} in place ${at}: not under the root`)
}

// ---- "The record of a round" and "Events": which values are allowed ----

// Each of these gives a function that refuses a value, naming where it stands.
const is = (right) => (v, at) => need(right(v), `${at} cannot be ${write(v)}`)
const whole = (min, max) => is((v) => Number.isSafeInteger(v) && v >= min && v <= max)
const matches = (re) => is((v) => typeof v === 'string' && re.test(v))
const digits = (min, max = min) => matches(new RegExp(`^(?:[0-9a-f]{2}){${min},${max}}$`))
const one = (...values) => is((v) => values.includes(v))

// A list, in order of the field key of its objects if there is a key.
const list = (of, key) => (v, at) => {
  need(Array.isArray(v), `${at} is not a list`)
  v.forEach((item, i) => of(item, `${at}[${i}]`))
  need(!key || v.every((x, i) => i === 0 || v[i - 1][key] < x[key]), `${at} is not in order`)
}

// An object with just these fields in this order; names of those that may be missing end in ?.
const object = (fields) => (v, at) => {
  need(v !== null && typeof v === 'object' && !Array.isArray(v), `${at} is not an object`)
  const has = Object.keys(v)
  for (const [name, check] of Object.entries(fields)) {
    const key = name.replace('?', '')
    if (has[0] === key) check(v[has.shift()], `${at}.${key}`)
    else need(name !== key, `${at}.${key} is missing or not in its place`)
  }
  need(has.length === 0, `${at}.${has[0]} does not belong there`)
}

const OFFERS = ['surrender', 'insure', 'even-money']
const [ascii, seat, amount, card] = [matches(/^[ -~]*$/), whole(1, 7), whole(1, MAX), one(...DECK)]
const FIELDS = {
  ...{ seat, hand: whole(1, 4), card, by: one('clock'), player: seat, stake: amount, amount },
  offers: is((v) => v?.length > 0 && write(v) === write(OFFERS.filter((o) => v.includes(o)))),
}

// The kinds of events with their fields; values after a colon are all that are allowed.
const EVENTS = new Map()
for (const [kind, ...rest] of rows(`
  bets-closed | hole-card-dealt | round-over
  up-card-dealt card | hole-card-opened card | dealer-drew card
  card-dealt seat hand card | offers-made seat offers | turn-came seat hand
  bet-placed seat player stake? amount? | decided seat hand? action by? player amount?
  checked status?:blackjack | dealer-ended status:stood,bust,blackjack
  hand-ended seat hand status:stood,doubled,bust,blackjack,charlie,surrendered
  hand-settled seat hand outcome:win,lose,push,blackjack,charlie,surrender,even-money,bust player stake amount?
  insurance-settled seat outcome:win,lose player stake amount?`)) {
  const fields = { is: one(kind) }
  for (const [name, values] of rest.map((field) => field.split(':')))
    fields[name] = values ? one(...values.split(',')) : FIELDS[name.replace('?', '')]
  EVENTS.set(kind, fields)
}
EVENTS.get('bet-placed')['amount?'] = is((v) => Number.isSafeInteger(v) && v !== 0)
const ON_HAND = ['hit', 'stand', 'double', 'split', 'surrender']
const ANSWERS = 'insure no-insurance even-money no-even-money surrender no-surrender'.split(' ')
const WITH_AMOUNT = ['double', 'split', 'insure']

function event(v, at) {
  need(EVENTS.has(v?.is), `${at} is not an event`)
  const decided = v.is === 'decided' && { action: one(...('hand' in v ? ON_HAND : ANSWERS)) }
  object({ ...EVENTS.get(v.is), ...decided })(v, at)
  need(!('player' in v) || v.player === v.seat, `${at}.player is not the seat`)
  need(!decided || !v.amount || WITH_AMOUNT.includes(v.action), `${at}.amount has no reason`)
}

const player = { commitment: digits(32), 'seed?': digits(1, 64), 'out?': one('silent', 'mismatch') }
const RECORD = object({
  format: one('club99 round'),
  version: one(1),
  table: matches(/^[!#-[\]-~]{1,64}$/),
  round: whole(1, MAX),
  shoe: object({
    number: whole(1, MAX),
    decks: whole(1, 8),
    commitment: digits(32),
    next: digits(32),
    players: list(object({ seat, ...player }), 'seat'),
    terms: digits(32),
    root: digits(24),
    'seed?': digits(32),
    'abandoned?': one('shutdown', 'void', 'rules'),
  }),
  offset: whole(0, 415),
  cards: list(object({ at: whole(0, 415), card, proof: ascii }), 'at'),
  rules: object({ line: ascii, hash: digits(32) }),
  events: list(event),
  results: list(object({ seat, net: whole(-MAX, MAX) }), 'seat'),
  log: object({ seq: whole(1, MAX), before: digits(32), entries: list(ascii), after: digits(32) }),
})

// ---- "Rules" ----

const fits = (s, pattern) => new RegExp(`^(?:${pattern})$`).test(s)
const TIME = '([1-9][0-9]?|[1-5][0-9][0-9]|600)s'
const pattern = (value) => value.replaceAll('N', '[1-9][0-9]{0,15}').replace('TIME', TIME)

// A setting, its value and the word for it; N and N:N stand for any that are not 0.
const WORDS = rows(`
  decks N ND | soft17 stand S17 | soft17 hit H17 | double_on 9-11 D9-11 | double_on 10-11 D10-11
  double_after_split true DAS | double_after_split false NDAS | resplit_aces true RSA
  hit_split_aces true HSA | surrender late LS | surrender early ES | surrender off NS
  blackjack_pays N:N N:N | peek ace-and-ten peek-AT | peek ace peek-A | peek none no-peek
  no_peek_loss original OBO | charlie N charlie-N | cut_card N cut-N`)

// A setting, its default (- if it has none) and its values.
const SETTINGS = rows(`
  decks - [1-8] | shuffle every-round every-round|cut-card | cut_card 0 0|N | seats 7 [1-7]
  seats_per_player 3 [1-7] | min_bet 1000 0|N | max_bet 5000000 0|N | bet_step 1000 0|N
  win_pays 1:1 N:N | blackjack_pays - N:N | insurance_pays 2:1 N:N | even_money_pays 1:1 N:N
  charlie_pays 1:1 N:N | soft17 - stand|hit | peek - ace-and-ten|ace|none
  no_peek_loss all all|original | insurance true true|false | even_money true true|false
  surrender - off|late|early | double_on any any|9-11|10-11 | double_after_split - true|false
  split_on same-rank same-rank|same-value | max_hands 4 [1-4] | resplit_aces false true|false
  hit_split_aces false true|false | max_cards 11 [3-9]|1[0-9]|2[01]
  charlie 0 [0-9]|1[0-9]|2[01] | charlie_beats_blackjack true true|false | bet_time 15s TIME
  act_time 15s TIME | result_time 5s TIME`)

/** The settings that a line tells: first words, then the others, all in order. */
function settingsOf(line) {
  const parts = line.split(' ')
  const told = new Map()
  for (const [name, value, word] of WORDS) {
    if (!fits(parts[0], word.replace(value, pattern(value))) || told.has(name)) continue
    const part = parts.shift()
    told.set(name, value.startsWith('N') ? /[0-9:]+/.exec(part)[0] : value)
    if (name === 'cut_card') told.set('shuffle', 'cut-card')
  }
  const settings = new Map()
  for (const [name, usual, values] of SETTINGS) {
    const word = WORDS.filter((row) => row[0] === name).map((row) => pattern(row[1]))
    const given = parts[0]?.startsWith(`${name}=`) && parts[0].slice(name.length + 1)
    const other = given && given !== usual && !told.has(name) && !fits(given, word.join('|') || '-')
    const value = other ? parts.shift() && given : (told.get(name) ?? usual)
    need(fits(value, pattern(values)), `the line has no right value of ${name}`)
    settings.set(name, value)
  }
  need(parts.length === 0, `the line has ${parts[0]}, which does not belong there`)
  need(line.match(/[0-9]+/g).every((n) => Number(n) <= MAX), 'the line has too great a number')
  return settings
}

// ---- "Places" ----

/** The cards that the events show, by place. */
function shownBy(r) {
  const [shown, hole] = [[], []]
  let place = r.offset
  for (const { is, card } of r.events) {
    if (is === 'hole-card-dealt') hole.push(place++)
    else if (is === 'hole-card-opened') shown.push({ at: hole.pop(), card })
    else if (card) shown.push({ at: place++, card })
  }
  const dealt = r.events.filter((e) => e.is === 'hole-card-dealt').length
  need(dealt === 1 || (dealt === 0 && !isOver(r)), `${dealt} hole cards`)
  need(!shown.some((c) => c.at === undefined), 'a hole card is opened that does not lie there')
  need(place <= 52 * r.shoe.decks, 'more cards than the shoe has')
  return shown.sort((a, b) => a.at - b.at)
}

// ---- "Log" and "Entries of the log" ----

/** The records of an entry, each as it is spelled. */
function recordsOf(entry) {
  const all = JSON.parse(entry)
  const spelled = []
  let [depth, start] = [0, 0]
  for (const { 0: token, index } of entry.matchAll(new RegExp(`${STRING}|[[\\]{}]`, 'g'))) {
    if ('[{'.includes(token) && ++depth === 2) start = index
    if (']}'.includes(token) && --depth === 1) spelled.push(entry.slice(start, index + 1))
  }
  const list = Array.isArray(all) && all.length === spelled.length && strip(entry) === entry
  need(list && all.every((e) => typeof e.is === 'string'), 'it is not a list of records')
  const names = (json) => json.match(STRINGS)?.filter((s) => s.endsWith(':')) ?? []
  need(names(entry).every((name) => /^"[a-z]+":$/.test(name)), 'the name of a field is not a-z')
  need(names(entry).length === names(write(all)).length, 'a field comes twice')
  return spelled
}

/** Gives a function that says of each record of the log in turn whether it may come. */
function walk({ round, shoe, offset, rules }, at) {
  let [left, opened, sealed] = [0, 0, false]
  const [bets, committed, told] = [new Set(), new Map(), new Set()]
  const players = write(shoe.players.map((p) => [p.seat, p.commitment]))

  return (e) => {
    const comes = (...states) => states.includes(at.state)
    const go = (state, right) => right && (at.state = state)
    const asked = ['shoe-shuffled', 'betting-opened', 'shoe-over'].includes(e.is)
    if (comes('over') && e.is !== 'shoe-over') return true
    if (!asked && comes('before')) return true
    switch (e.is) {
      case 'shoe-shuffled':
        if (!comes('before') || e.shoe !== shoe.number) return comes('before')
        return go('between', ['decks', 'commitment', 'next'].every((key) => e[key] === shoe[key]))
      case 'betting-opened':
        if (comes('before')) return e.round !== round
        if (opened > 0 ? e.round !== opened + 1 : !Number.isSafeInteger(e.round)) return false
        if (at.reached || e.round < 1 || e.round > round || e.shoe !== shoe.number) return false
        opened = e.round
        at.reached = opened === round
        bets.clear()
        if (!sealed) committed.clear()
        if (e.offset !== (left || undefined)) return false
        if (at.reached && (left !== offset || e.rules !== rules.hash)) return false
        return go('betting', comes('between', 'betting'))
      case 'bet-placed':
        if (e.stake) bets.add(e.seat)
        else if (bets.delete(e.seat) && !sealed) committed.delete(e.seat)
        return comes('betting')
      case 'seed-committed':
        committed.set(e.seat, e.commitment)
        return comes('betting') && !sealed && bets.has(e.seat)
      case 'seat-left':
        if (comes('betting') && !sealed) committed.delete(e.seat)
        return true
      case 'terms-fixed':
        if (!comes('betting') || sealed || e.terms !== shoe.terms) return false
        if (shoe.players.some((p) => !bets.has(p.seat))) return false
        return go('closed', write([...committed].sort(([a], [b]) => a - b)) === players)
      case 'seed-revealed':
      case 'seed-left-out': {
        const key = e.is === 'seed-revealed' ? 'seed' : 'out'
        const value = shoe.players.find((p) => p.seat === e.seat)?.[key]
        if (!value || e[key] !== value || told.has(e.seat)) return false
        told.add(e.seat)
        return comes('closed') && !sealed
      }
      case 'shoe-sealed':
        if (sealed || told.size < shoe.players.length || e.root !== shoe.root) return false
        sealed = true
        return comes('closed')
      case 'bets-closed':
        return go('playing', comes('betting', 'closed') && sealed)
      case 'rested':
        return go('between', comes('between', 'betting'))
      case 'round-over':
        return go(at.reached ? 'over' : 'between', comes('playing'))
      case 'shoe-over':
        if (e.shoe !== shoe.number) return true
        if (!shoe.seed || e.seed !== shoe.seed || e.why !== shoe.abandoned) return false
        return go('over', comes('over') || shoe.abandoned)
    }
    if (e.is === 'hole-card-dealt' || (e.card && e.is !== 'hole-card-opened')) left++
    return comes('playing') || !EVENTS.has(e.is)
  }
}

// ---- "A verifier, step by step" and "Without the rules of the game" ----

const STEPS = {
  format() {
    need(file.length <= 4 * 1024 * 1024, 'it has more than 4 MiB')
    need(file.every((b) => b < 0x80), 'it has bytes that are not ASCII')
    const r = JSON.parse(file.toString('latin1'))
    RECORD(r, 'record')
    const size = 52 * r.shoe.decks
    need(r.offset < size && r.cards.every((c) => c.at < size), 'a place is not in the shoe')
    const seeds = r.shoe.players.every((p) => 'seed' in p !== 'out' in p)
    need(seeds && (!r.shoe.abandoned || r.shoe.seed), 'a seed is missing, or has no place here')
    record = r
    need(strip(file.toString('latin1')) === write(r), 'it is not spelled as it should be')
    return 'everything is there, allowed and spelled as it should be'
  },
  house({ table, shoe }) {
    if (!shoe.seed) return open('the house keeps its seed until the shoe is over')
    const found = hash('house', text(table), shoe.number, hex(shoe.seed))
    need(found.toString('hex') === shoe.commitment, 'this is not the seed it committed to')
    return "the house's seed is the one it committed to"
  },
  seeds({ table, shoe }) {
    for (const { seat, seed, commitment } of shoe.players.filter((p) => p.seed)) {
      const found = hash('player', text(table), shoe.number, seat, text(hex(seed)))
      need(found.toString('hex') === commitment, `seat ${seat}: not the seed committed to`)
    }
    const told = shoe.players.map((p) => `seat ${p.seat} ${p.out ?? 'revealed'}`)
    return told.join(', ') || 'no player gave a seed'
  },
  terms(r) {
    need(termsOf(r).toString('hex') === r.shoe.terms, 'this is not the hash of what they hold')
    return 'table, shoe, decks and all commitments have this hash'
  },
  cards(r) {
    const shown = shownBy(r)
    const wrong = shown.find(({ at, card }) => !r.cards.some((c) => c.at === at && c.card === card))
    need(!wrong, `the events show ${wrong?.card} in place ${wrong?.at}, the cards do not`)
    need(shown.length === r.cards.length, 'there is a card that no event shows')
    for (const c of r.cards) checkProof(r.shoe, c)
    return `${shown.length} cards lay in their places under the root`
  },
  order(r) {
    if (!r.shoe.seed) return open("it follows from the house's seed, which is not there yet")
    const key = keyOf(r)
    const order = orderOf(key, r.shoe.decks)
    const salt = chacha20(key, Buffer.from('club99 salts'))
    const salts = order.map(() => salt(16))
    const levels = treeOf(order, salts)
    for (const { at, card } of shownBy(r))
      need(order[at] === card, `place ${at} has ${order[at]} and not ${card}`)
    need(levels.at(-1)[0].toString('hex') === r.shoe.root, 'the seeds give another root')
    for (const { at, proof } of r.cards)
      need(proofOf(levels, salts, at) === proof, `place ${at} has another proof`)
    return `all seeds together give this order of ${order.length} cards, root and proofs`
  },
  rules(r) {
    const settings = settingsOf(r.rules.line)
    const all = [...settings].map(([name, value]) => `${name}=${value}\n`).join('')
    const found = createHash('sha256').update(`club99 rules 1\n${all}`).digest('hex')
    need(found === r.rules.hash, 'this is not the hash of the line')
    need(settings.get('decks') === `${r.shoe.decks}`, 'the shoe has another number of decks')
    const fresh = r.offset === 0 && (!isOver(r) || r.shoe.seed)
    need(fresh || settings.get('shuffle') === 'cut-card', 'the shoe is not for this round alone')
    const left = 52 * r.shoe.decks - r.offset
    need(r.offset === 0 || left > settings.get('cut_card'), 'the cut card had come before')
    return r.rules.line
  },
  game(r) {
    const ends = r.events.filter((e) => e.is === 'round-over').length
    need(ends === (isOver(r) ? 1 : 0), 'the events go on after the end of the round')
    need(isOver(r) || !r.shoe.seed || r.shoe.abandoned, 'the shoe is over, but not the round')
    return open('whether decisions were allowed and payouts are right is not asked here')
  },
  results(r) {
    need(isOver(r) || r.results.length === 0, 'there are results, but the round is not over')
    if (!isOver(r)) return open('the round is not over')
    for (const seat of [1, 2, 3, 4, 5, 6, 7]) {
      const sum = (field, ...kinds) => {
        const all = r.events.filter((e) => e.seat === seat && kinds.includes(e.is))
        return all.reduce((n, e) => n + BigInt(e[field] ?? 0), 0n)
      }
      const stakes = sum('stake', 'hand-settled', 'insurance-settled')
      const came = sum('amount', 'bet-placed', 'decided')
      need(stakes === came, `seat ${seat}: ${came} came from the player, ${stakes} was settled`)
      const bet = r.events.findLast((e) => e.is === 'bet-placed' && e.seat === seat)?.stake
      const put = sum('amount', 'bet-placed')
      need(put === BigInt(bet ?? 0), `seat ${seat}: ${put} came in for a bet of ${bet ?? 0}`)
      const net = bet && sum('amount', 'hand-settled', 'insurance-settled') - stakes
      const given = r.results.find((x) => x.seat === seat)?.net
      need(`${given}` === `${net}`, `seat ${seat}: the result is ${given}, the events give ${net}`)
    }
    return r.results.map((x) => `seat ${x.seat} ${x.net}`).join(', ')
  },
  log(r) {
    const { seq, before, entries, after } = r.log
    const start = seq > 1 || before === hash('log', text(r.table)).toString('hex')
    need(start, 'the link before entry 1 is not the start of this log')
    let link = hex(before)
    for (const [i, entry] of entries.entries())
      link = hash('entry', link, number(BigInt(seq) + BigInt(i)), text(entry))
    need(link.toString('hex') === after, 'the links do not lead to the last one')

    const at = { state: 'before', reached: false }
    const mayCome = walk(r, at)
    const events = r.events.map((e) => write(e))
    for (const entry of entries) {
      need(!isOver(r) || events.length > 0, 'entries follow the end of the round')
      for (const spelled of recordsOf(entry)) {
        const e = JSON.parse(spelled)
        if (EVENTS.has(e.is)) {
          event(e, spelled)
          need(write(e) === spelled, `not spelled as it should be: ${spelled}`)
          need(!at.reached || events.shift() === spelled, `not the next event: ${spelled}`)
        }
        need(mayCome(e), `not right in the state ${at.state}: ${spelled}`)
      }
      need(at.state !== 'before', 'the shoe is not shuffled in the first entry')
    }
    need(at.reached, 'the betting of the round was never opened')
    need(events.length === 0, 'not all events are in the log')
    return `${entries.length} entries from ${seq} on are linked and tell these events`
  },
}

let file
try {
  const [name, ...more] = process.argv.slice(2)
  need(name && more.length === 0 && !/^-./.test(name), 'usage: verify-round.mjs FILE|-')
  file = readFileSync(name === '-' ? 0 : name)
} catch (error) {
  console.error(error.message)
  process.exit(2)
}

let record
let verdict = 'right, as far as it can be checked without the rules of the game'
for (const [name, step] of Object.entries(STEPS)) {
  let [word, found] = ['ok', '']
  try {
    found = step(record)
    if (found.why) [word, found] = ['open', found.why]
  } catch (error) {
    ;[word, found, verdict, process.exitCode] = ['FAILED', error.message, 'FAILED', 1]
  }
  console.log(name.padEnd(9), word.padEnd(8), found)
  if (!record) break // nothing else can be asked
}
if (record) verdict = `table ${record.table}, round ${record.round}: ${verdict}`
if (record && !record.shoe.seed) verdict += '; the shoe is still in use'
console.log(verdict)
