import { beforeEach, vi } from 'vitest'

/** Gives each test of a file an empty storage of the browser, and a page that nobody looks at. What is in it is returned. */
export function emptyStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('localStorage', storage)
    vi.stubGlobal('document', { hidden: true })
    return () => vi.unstubAllGlobals()
  })
  return kept
}
