import type { ActionName } from '../wire/types'

/** The key of each action; an offer's answers share theirs, since only one offer is asked at a time. */
export const keyOf: Record<ActionName, string> = {
  hit: 'H',
  stand: 'S',
  double: 'D',
  split: 'P',
  surrender: 'R',
  insure: 'I',
  'no-insurance': 'N',
  'even-money': 'E',
  'no-even-money': 'N',
  'no-surrender': 'N',
}

/** Whether a key press is meant for the table: not for a field, not a browser's short cut, not a held key. */
export function forTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target as HTMLElement | null
  if (target?.closest('input, textarea, select, [contenteditable]')) return false
  return document.querySelector('dialog:modal') === null
}
