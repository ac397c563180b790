import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'sw.js'), 'utf8')

/** The service worker in a browser that keeps nothing but names, and whose network may be cut. */
function worker() {
  const kept = new Map<string, string[]>()
  const net = { up: true }
  const caches = {
    open: async (name: string) => {
      if (!kept.has(name)) kept.set(name, [])
      return {
        addAll: async (names: string[]) => {
          if (!net.up) throw new TypeError('Failed to fetch')
          kept.get(name)!.push(...names)
        },
      }
    },
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  }
  let now = 1000
  const clock = { now: () => ++now }
  const make = new Function('addEventListener', 'caches', 'Date', `${source}\nreturn keepFiles`)
  const keepFiles = make(() => {}, caches, clock) as (text: string) => Promise<void>
  return { net, keepFiles, files: () => [...kept.values()].flat() }
}

const page = (n: number) => `<script type="module" src="/assets/index-${n}.js"></script>`

test('the files of the newest page and of the one before are kept', async () => {
  const { keepFiles, files } = worker()
  for (const n of [1, 2, 3]) await keepFiles(page(n))
  expect(files()).toEqual(['/assets/index-2.js', '/assets/index-3.js'])
})

test('files that could not be had push out no others', async () => {
  const { net, keepFiles, files } = worker()
  for (const n of [1, 2]) await keepFiles(page(n))
  net.up = false
  for (const n of [3, 3, 3]) await expect(keepFiles(page(n))).rejects.toThrow('Failed to fetch')
  net.up = true
  await keepFiles(page(3))
  expect(files()).toEqual(['/assets/index-2.js', '/assets/index-3.js'])
})
