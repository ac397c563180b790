// Made when first asked for: who reads Vietnamese does not wait for them.
let english: Intl.PluralRules | undefined
let figures: Intl.NumberFormat | undefined

/** Whether English speaks of one. Vietnamese has one form for all numbers. */
export const one = (n: number): boolean => (english ??= new Intl.PluralRules('en')).select(n) === 'one'

/** A number of things, in English: "1 card", "1,312 cards". */
export const count = (n: number, single: string, many: string): string =>
  `${(figures ??= new Intl.NumberFormat('en')).format(n)} ${one(n) ? single : many}`
