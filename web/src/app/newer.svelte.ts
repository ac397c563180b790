/** The script of the page that was given up for a newer one. */
const LOST = 'club99.lost'

/**
 * Whether the server has a newer page than this one. It is loaded at once where nobody has touched this one yet, and
 * otherwise with the next way from one place to another: never in the middle of something.
 */
class Newer {
  #there = false
  #touched = false

  /** Keeps the page for the next visit, where the browser can, and looks for a newer one. */
  watch(): void {
    addEventListener('vite:preloadError', () => void this.#lost())
    if (!('serviceWorker' in navigator)) return
    const touched = () => (this.#touched = true)
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, touched, { capture: true, once: true })
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if (data !== 'newer') return
      this.#there = true
      if (!this.#touched) location.reload()
    })
    // After the page itself: it must not wait for its own copy.
    const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
    if (document.readyState === 'complete') register()
    else addEventListener('load', register, { once: true })
  }

  /**
   * A file of this page is not to be had. If the server has another page by now, its files are others: that page is
   * loaded, once for this one in this tab, so that nothing goes round in circles.
   */
  async #lost(): Promise<void> {
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src')
    try {
      if (!script || sessionStorage.getItem(LOST) === script) return
      const answer = await fetch('/', { cache: 'no-cache' })
      if (!answer.ok || (await answer.text()).includes(script)) return
      sessionStorage.setItem(LOST, script)
      location.reload()
    } catch {
      // No answer: it is the network, and the page says so.
    }
  }

  /** The line came up again: the server may be another than before. */
  look(): void {
    navigator.serviceWorker?.controller?.postMessage('look')
  }

  /** Goes to a place by loading it anew, if that brings a newer page. */
  takes(path: string): boolean {
    if (this.#there) location.assign(path)
    return this.#there
  }
}

export const newer = new Newer()
