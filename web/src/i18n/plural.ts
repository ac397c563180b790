const english = new Intl.PluralRules('en')
const figures = new Intl.NumberFormat('en')

/** Whether English speaks of one. Vietnamese has one form for all numbers. */
export const one = (n: number): boolean => english.select(n) === 'one'

/** A number of things, in English: "1 card", "1,312 cards". */
export const count = (n: number, single: string, many: string): string =>
  `${figures.format(n)} ${one(n) ? single : many}`
