import { beforeEach, expect, test, vi } from 'vitest'
import { disown, own } from './owned'

/** A browser's storage: what is in it are its own properties. */
class Box {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key]
  }
}

const browser = { club99: ['club99.lang', 'club99.settings', 'club99.hush', 'club99.seen'], other: ['elsewhere'] }
const players = ['club99.training', 'club99.bets.t', 'club99.slip.t', 'club99.ahead.t', 'club99.seeds.t']

let box: Box
beforeEach(() => {
  box = new Box()
  vi.stubGlobal('localStorage', box)
  vi.stubGlobal('sessionStorage', new Box())
  return () => vi.unstubAllGlobals()
})

const fill = () => [...browser.club99, ...browser.other, ...players].forEach((key) => box.setItem(key, '1'))
const left = () => Object.keys(box).filter((key) => key !== 'club99.player')

test('who comes again finds what they left', () => {
  own(1)
  fill()
  own(1)
  expect(left()).toEqual([...browser.club99, ...browser.other, ...players])
})

test('another finds what belongs to the browser, and nothing of who was there before', () => {
  own(1)
  fill()
  own(2)
  expect(left()).toEqual([...browser.club99, ...browser.other])
})

test('who signs out leaves nothing, not even that they were there', () => {
  own(1)
  fill()
  disown()
  expect(Object.keys(box)).toEqual([...browser.club99, ...browser.other])
})

test('without storage nothing is kept and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(() => (own(1), disown())).not.toThrow()
})
