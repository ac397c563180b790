import { type Tasks, tasks } from './tasks'

// Checks beside the page, so that no hash ever holds up a card.

export interface Question {
  id: number
  task: keyof Tasks
  args: unknown[]
}

export interface Reply {
  id: number
  value?: unknown
  error?: string
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const reply: Reply = { id: data.id }
  try {
    reply.value = (tasks[data.task] as (...args: unknown[]) => unknown)(...data.args)
  } catch (error) {
    reply.error = (error as Error).message
  }
  postMessage(reply)
})
