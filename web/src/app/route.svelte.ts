/** Where the player is: the lobby, or a table. Every place has an address that can be reloaded and sent to a friend. */
export type Place = { name: 'lobby' } | { name: 'table'; id: string }

function read(path: string): Place {
  const table = /^\/table\/([^/]+)\/?$/.exec(path)
  return table?.[1] ? { name: 'table', id: decodeURIComponent(table[1]) } : { name: 'lobby' }
}

class Route {
  place = $state.raw<Place>(read(location.pathname))

  constructor() {
    addEventListener('popstate', () => (this.place = read(location.pathname)))
  }

  go(path: string): void {
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
