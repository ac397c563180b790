import { newer } from './newer.svelte'

/** Where the player is. Every place has an address that can be reloaded and sent to a friend. */
export type Place =
  | { name: 'lobby' }
  | { name: 'table'; id: string }
  | { name: 'round'; id: string; round: number }
  | { name: 'shoes'; id: string }
  | { name: 'chart'; id: string }
  | { name: 'history' }
  | { name: 'statistics' }
  | { name: 'replay'; id: string; round: number }
  | { name: 'well' }
  | { name: 'train' }

function read(path: string): Place {
  const round = /^\/table\/([^/]+)\/round\/([1-9]\d{0,14})\/?$/.exec(path)
  if (round?.[1]) return { name: 'round', id: decodeURIComponent(round[1]), round: Number(round[2]) }
  const replay = /^\/rounds\/([^/]+)\/([1-9]\d{0,14})\/replay\/?$/.exec(path)
  if (replay?.[1]) return { name: 'replay', id: decodeURIComponent(replay[1]), round: Number(replay[2]) }
  const own = /^\/(history|statistics)\/?$/.exec(path)
  if (own?.[1]) return { name: own[1] as 'history' | 'statistics' }
  const shoes = /^\/table\/([^/]+)\/shoes\/?$/.exec(path)
  if (shoes?.[1]) return { name: 'shoes', id: decodeURIComponent(shoes[1]) }
  const chart = /^\/table\/([^/]+)\/chart\/?$/.exec(path)
  if (chart?.[1]) return { name: 'chart', id: decodeURIComponent(chart[1]) }
  if (/^\/well\/?$/.test(path)) return { name: 'well' }
  if (/^\/train\/?$/.test(path)) return { name: 'train' }
  const table = /^\/table\/([^/]+)\/?$/.exec(path)
  return table?.[1] ? { name: 'table', id: decodeURIComponent(table[1]) } : { name: 'lobby' }
}

class Route {
  place = $state.raw<Place>(read(location.pathname))

  constructor() {
    addEventListener('popstate', () => (this.place = read(location.pathname)))
  }

  go(path: string): void {
    if (newer.takes(path)) return
    history.pushState(null, '', path)
    this.place = read(path.replace(/\?.*/, ''))
  }

  /** Follows a link within the page, unless it is to open elsewhere. */
  follow(event: MouseEvent): void {
    const link = (event.currentTarget as HTMLAnchorElement).href
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.go(new URL(link).pathname)
  }

  lobby(): void {
    this.go('/')
  }

  well(): void {
    this.go('/well')
  }

  train(): void {
    this.go('/train')
  }

  table(id: string): void {
    this.go(`/table/${encodeURIComponent(id)}`)
  }
}

export const route = new Route()
