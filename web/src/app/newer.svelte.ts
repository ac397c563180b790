/**
 * Whether the server has a newer page than this one. It is loaded at once where nobody has touched this one yet, and
 * otherwise with the next way from one place to another: never in the middle of something.
 */
class Newer {
  #there = false
  #touched = false

  /** Keeps the page for the next visit, where the browser can. */
  watch(): void {
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
