import type { Chart, Grades, Lobby, Me, Rounds, RulesPage } from './types'

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
  rounds: (lang: string, before: number, limit: number) =>
    ask<Rounds>('GET', `/api/rounds?before=${before}&limit=${limit}`, lang),
}
