/** What a player leaves in this browser that is nobody else's: practice, bets, choices ahead, seeds. */
const OWNED = /^club99\.(training$|(bets|slip|ahead|seeds)\.)/

/** Whose that is, in the browser and in the tab each. */
const WHOSE = 'club99.player'

function each(does: (storage: Storage) => void): void {
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      does(open())
    } catch {
      // Storage is closed to us: nothing is in it.
    }
  }
}

function clear(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key === WHOSE || OWNED.test(key)) storage.removeItem(key)
}

/** Nobody plays here any more: what was left is removed. */
export function disown(): void {
  each(clear)
}

/** Who plays here now: what another one left is removed. */
export function own(id: number): void {
  const player = String(id)
  each((storage) => {
    if (storage.getItem(WHOSE) === player) return
    clear(storage)
    storage.setItem(WHOSE, player)
  })
}
