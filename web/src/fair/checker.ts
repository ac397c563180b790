import type { Tasks } from './tasks'
import type { Question, Reply } from './worker'

/** Asks for a check; it fails where the browser cannot make it. */
export type Ask = <T extends keyof Tasks>(task: T, ...args: Parameters<Tasks[T]>) => Promise<ReturnType<Tasks[T]>>

let worker: Worker | undefined
let broken = false
let last = 0
const open = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()

function start(): Worker {
  const made = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  made.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = open.get(data.id)
    open.delete(data.id)
    if (data.error === undefined) asked?.resolve(data.value as never)
    else asked?.reject(new Error(data.error))
  })
  made.addEventListener('error', () => {
    broken = true
    for (const { reject } of open.values()) reject(new Error('the checks could not be loaded'))
    open.clear()
  })
  return made
}

/** The checks in the page's worker, which is started when it is first asked. */
export const ask: Ask = (task, ...args) =>
  new Promise((resolve, reject) => {
    if (broken) throw new Error('the checks could not be loaded')
    worker ??= start()
    const id = ++last
    open.set(id, { resolve, reject })
    worker.postMessage({ id, task, args } satisfies Question)
  })
