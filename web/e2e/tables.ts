/** A table of a test: its rules, and the cards of its rounds in the order in which they leave the shoe. */
export interface Scripted {
  rules?: string
  /** The table gives no hints. */
  silent?: boolean
  settings?: string
  rounds: string[]
}

// Cards: the first of each betting seat, the dealer's up card, the second of each seat, the hole card, then the rest.
// Every test has a table of its own, so that none meets what another left.
export const tables: Record<string, Scripted> = {
  blackjack: { rounds: ['As 9d 6h Kc 8c Td 9s'] },
  split: { rounds: ['8s 6h 8d Td 3c Th Kd 9c'] },
  four: { rounds: ['8s 6h 8d Td 8h 8c 2c 3d 4h Kh Qh 9c'] },
  insurance: { rounds: ['Kd As 9c Kh', 'Kd As 9c 5h 9h 2d'] },
  part: { rounds: ['Kd As 9c Kh'] },
  even: { rounds: ['Ad As Kd Kh', 'Ad As Kd 5h'] },
  surrender: { rounds: ['Td Kh 6c 9h'] },
  early: { settings: 'surrender=early', rounds: ['Td As 6c 9h'] },
  timeout: { settings: 'act_time=3s', rounds: ['Td 9h 5c 8h'] },
  bust: { rounds: ['Td Ts 9h 6c 6d 7c Kc Qs'] },
  reload: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  lost: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  nodes: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  restart: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  proxy: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  clicks: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  seats: { rounds: ['Td 9s 6h 8d 7s Td Kc', 'Td 9s 6h 8d 7s Td Kc'] },
  keys: { rounds: ['5d 9h 4c 8h 2s 3s', '8s 6h 8d Td 3c Th Kd 9c', 'Td Kh 6c 9h', 'Kd As 9c 5h', 'Ad As Kd 5h'] },
  leave: { rounds: ['Td 9s 6h 9d 7s Td Kc'] },
  next: { rounds: ['Td 6h 9d Td Kc', 'Td 5s 6h 9d 6s Td Kc'] },
  taken: { rounds: ['Td 6h 9d Td Kc'] },
  motion: { rounds: ['Td 6h 9d Td 5c 5s'] },
  calm: { rounds: ['5d Td 9h 4c 8s 8h 2s 3s Kc'] },
  panels: { rounds: ['Td 6h 9d Td Kc'] },
  hints: { rounds: ['8s As 8d 5h 2c 3d'] },
  silent: { silent: true, rules: 'single-deck', settings: 'surrender=early', rounds: ['Td 6h 9d Td Kc'] },
  graded: { settings: 'result_time=60s', rounds: ['8s As 8d 5h 2c 3d'] },
  late: { settings: 'act_time=3s result_time=60s', rounds: ['Td 9h 5c 8h'] },
  axe: { settings: 'result_time=60s', rounds: ['8s As 8d 5h 2c 3d'] },
  // A split whose first hand is doubled, a Blackjack, and a bust for which the dealer shows nothing.
  ...Object.fromEntries(
    ['history', 'replay', 'others', 'counted'].map((id) => [
      id,
      { settings: 'result_time=1s', rounds: ['8s 6h 8d Td 3c Th Kd 9c', 'As 9d Kd 8h', 'Td 9h 6c 8h Kc'] },
    ]),
  ),
  // Without cards: shuffled as at any table, so that everything can be proved.
  fair: { settings: 'result_time=60s', rounds: [] },
  changed: { settings: 'result_time=60s', rounds: [] },
  typed: { settings: 'result_time=60s', rounds: [] },
  pair: { settings: 'result_time=60s', rounds: [] },
  fault: { settings: 'result_time=60s', rounds: [] },
  shoes: { rounds: [] },
  unproved: { rounds: ['Td 6h 9d Td Kc'] },
  ahead: { settings: 'result_time=60s', rounds: ['Td 8s 6h 9d 8d Td 3c 2h Kc 9c'] },
  aheadkept: { settings: 'result_time=60s', rounds: ['Td 8s 6h 9d 8d Td 3c 2h Kc 9c'] },
  aheadlost: { settings: 'act_time=3s', rounds: ['Td 8s 6h 9d 8d Td 3c 2h Kc 9c'] },
  emotes: { rounds: ['Td 8s 6h 9d 8d Td 3c 2h Kc 9c'] },
  hold: { rounds: ['Td 6h 9d Td Kc'] },
  slip: { rounds: ['Td 6h 9d Td Kc'] },
  chips: { settings: 'result_time=4s', rounds: ['Td 6h 9d Td Kc', 'Td 9h 8d Td'] },
  calmchips: { rounds: ['Td 6h 9d Td Kc'] },
  well: { rounds: ['Td Th 6h 9h Kc', '5d 9h 4c 8h 2s 3s'] },
  asked: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  pause: { rounds: ['Td 6h 9d Td Kc'] },
  train: { settings: 'result_time=60s', rounds: ['Td Th 6h 9h Kc'] },
  large: { settings: 'result_time=60s', rounds: ['5d 9h 4c 8h 2s 3s'] },
  tabbed: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  told: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  focus: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  heard: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  once: { rounds: [] },
  stream: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  events: { rounds: ['5d 9h 4c 8h 2s 3s'] },
  weighed: { rounds: [] },
  ...Object.fromEntries(
    ['phone', 'landscape', 'desktop', 'phone-en', 'landscape-en', 'desktop-en'].map((project) => [
      `look-${project}`,
      { rounds: ['8s 9d 7h 8d 7c Td 8h 8c 2c 3d 4h Kh Qh 5c 9c'] },
    ]),
  ),
}
