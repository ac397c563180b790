import { newer } from './newer.svelte'

/** Where the player is. Every place has an address that can be reloaded and sent to a friend. */
export type Place =
  | { name: 'lobby' }
  | { name: 'table'; id: string }
  | { name: 'round'; id: string; round: number }
  | { name: 'shoes'; id: string }
  | { name: 'chart'; id: string }

function read(path: string): Place {
  const round = /^\/table\/([^/]+)\/round\/([1-9]\d{0,14})\/?$/.exec(path)
  if (round?.[1]) return { name: 'round', id: decodeURIComponent(round[1]), round: Number(round[2]) }
  const shoes = /^\/table\/([^/]+)\/shoes\/?$/.exec(path)
  if (shoes?.[1]) return { name: 'shoes', id: decodeURIComponent(shoes[1]) }
  const chart = /^\/table\/([^/]+)\/chart\/?$/.exec(path)
  if (chart?.[1]) return { name: 'chart', id: decodeURIComponent(chart[1]) }
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
    this.place = read(path)
  }

  lobby(): void {
    this.go('/')
  }

  table(id: string): void {
    this.go(`/table/${encodeURIComponent(id)}`)
  }
}

export const route = new Route()
