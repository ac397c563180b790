import type { Replay, Statistics } from './history'
import type { Drill, Spot, Training } from './train'
import type { Chart, Grades, Lobby, Me, Rounds, RoundsRequest, RulesPage } from './types'
import type { LimitKind, Well } from './well'

/** A refusal by the server: a stable code, and a sentence in the player's language. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function ask<T>(method: 'GET' | 'POST', path: string, lang: string, body?: unknown): Promise<T> {
  const text = await askText(method, path, lang, body)
  return (text === '' ? {} : parse(text)) as T
}

async function askText(method: 'GET' | 'POST', path: string, lang: string, body?: unknown): Promise<string> {
  const separator = path.includes('?') ? '&' : '?'
  const answer = await fetch(lang === '' ? path : `${path}${separator}lang=${lang}`, {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  if (answer.ok) return text
  const { code, message } = ((text === '' ? {} : parse(text)) ?? {}) as { code?: string; message?: string }
  throw new Refused(answer.status, code ?? 'unknown', message ?? answer.statusText)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not one of the server's own answers: the status says what there is to say
  }
}

/** A request as the query of an address: what is not asked for is left out. */
function queryOf(request: RoundsRequest): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request)) if (value) query.set(name, String(value))
  return query.size > 0 ? `?${query}` : ''
}

const recordPath = (table: string, round: number) => `/api/tables/${encodeURIComponent(table)}/rounds/${round}`

/** These answers are the same in every language, and index.html asks for them under this very address. */
const ANY = ''

export const http = {
  /** Who is signed in here: nobody on a first visit. */
  async me(): Promise<Me | null> {
    const me = await ask<Partial<Me>>('GET', '/api/me', ANY)
    return me.player ? (me as Me) : null
  },
  guest: (lang: string, name: string) => ask<Me>('POST', '/api/guest', lang, { name }),
  register: (lang: string, login: string, password: string) =>
    ask<Me>('POST', '/api/register', lang, { login, password }),
  login: (lang: string, login: string, password: string) => ask<Me>('POST', '/api/login', lang, { login, password }),
  logout: (lang: string) => ask<unknown>('POST', '/api/logout', lang, {}),
  lobby: () => ask<Lobby>('GET', '/api/lobby', ANY),
  rules: (lang: string, table: string) => ask<RulesPage>('GET', `/api/tables/${encodeURIComponent(table)}/rules`, lang),
  chart: (lang: string, table: string) => ask<Chart>('GET', `/api/tables/${encodeURIComponent(table)}/chart`, lang),
  grades: (lang: string, table: string, round: number) =>
    ask<Grades>('GET', `/api/rounds/${encodeURIComponent(table)}/${round}/grades`, lang),
  recordPath,
  /** The record of a round as it is written: its check reads every byte. */
  record: (lang: string, table: string, round: number) => askText('GET', recordPath(table, round), lang),
  /** A part of the list of a table's shoes below a number, 0 for the newest, as it is written. */
  shoes: (lang: string, table: string, before: number) =>
    askText('GET', `/api/tables/${encodeURIComponent(table)}/shoes?before=${before}`, lang),
  rounds: (lang: string, request: RoundsRequest) => ask<Rounds>('GET', `/api/rounds${queryOf(request)}`, lang),
  statistics: (lang: string, request: RoundsRequest) =>
    ask<Statistics>('GET', `/api/rounds/statistics${queryOf(request)}`, lang),
  replay: (lang: string, table: string, round: number) =>
    ask<Replay>('GET', `/api/rounds/${encodeURIComponent(table)}/${round}/replay`, lang),
  /** Where the rounds that are looked for are to be had as a file. */
  exportPath: (format: 'json' | 'csv', request: RoundsRequest) => `/api/rounds/export.${format}${queryOf(request)}`,

  well: (lang: string) => ask<Well>('GET', '/api/well', lang),
  setLimits: (lang: string, limits: Partial<Record<LimitKind, number>>) =>
    ask<Well>('POST', '/api/well/limits', lang, limits),
  takeBreak: (lang: string, hours: number) => ask<Well>('POST', '/api/well/break', lang, { hours }),
  exclude: (lang: string, months: number) => ask<Well>('POST', '/api/well/exclude', lang, { months }),
  answerCheck: (lang: string) => ask<Well>('POST', '/api/well/check', lang, {}),

  training: (lang: string) => ask<Training>('GET', '/api/train', lang),
  /** Something to decide under a table's rules; n chooses among what is alike. */
  drill(lang: string, table: string, n: number, spot?: Spot): Promise<Drill> {
    const q = new URLSearchParams({ table, n: String(n) })
    if (spot) {
      q.set('up', String(spot.up))
      if (spot.offer) q.set('offer', spot.offer)
      if (spot.kind) q.set('kind', spot.kind)
      if (spot.total) q.set('total', String(spot.total))
      if (spot.later) q.set('later', '1')
    }
    return ask<Drill>('GET', `/api/train/drill?${q}`, lang)
  },
}
