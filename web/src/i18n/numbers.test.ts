import { expect, test } from 'vitest'
import { i18n } from './lang.svelte'

test('parts of the whole and of a bet are written as the language writes them', () => {
  const both = (write: () => string): string[] => {
    const here = write()
    i18n.toggle()
    const there = write()
    i18n.toggle()
    return [here, there]
  }
  expect(both(() => i18n.percent(0.0033027))).toEqual(['0,33%', '0.33%'])
  expect(both(() => i18n.percent(1.00224))).toEqual(['100,22%', '100.22%'])
  expect(both(() => i18n.part(-0.15367))).toEqual(['−0,1537', '−0.1537'])
  expect(both(() => i18n.part(0.5))).toEqual(['+0,5', '+0.5'])
  expect(both(() => i18n.cost(0.06969))).toEqual(['0,0697', '0.0697'])
  expect(both(() => i18n.part(-0.00001))).toEqual(['0', '0'])
})
