import type { Words } from '../i18n/vi'
import type { ActionName, Hint } from '../wire/types'

/** What an action is worth, in parts of the first bet. */
export interface Worth {
  ev: number
  best: boolean
}

/** What a hint says about an action. Of an insurance only a share may be bought: that share of it is gained or lost. */
export function worth(hint: Hint | undefined, action: ActionName, share = 1): Worth | undefined {
  const of = (name: ActionName) => hint?.choices.find((choice) => choice.action === name)?.ev
  const ev = of(action)
  if (ev === undefined) return undefined
  const best = ev === hint?.choices[0]?.ev
  const without = action === 'insure' ? of('no-insurance') : undefined
  return { ev: without === undefined ? ev : without + (ev - without) * share, best }
}

/** A hint as it is spoken: each action with its value, the best first. */
export function hintInWords(hint: Hint, t: Words, part: (value: number) => string): string {
  const values = hint.choices.map(({ action, ev }) => {
    const best = worth(hint, action)?.best ? `, ${t.hintBest}` : ''
    return `${t.action[action]} ${part(ev)}${best}`
  })
  return t.hintCall(values.join('; '))
}

/** Why there is no hint, by the code of the refusal. */
export function refusedInWords(code: string, t: Words): string {
  return t.hintRefused[code as keyof Words['hintRefused']] ?? t.hintRefused.failed
}
