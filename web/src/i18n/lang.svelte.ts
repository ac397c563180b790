import { en } from './en'
import { vi, type Words } from './vi'

export type Lang = 'vi' | 'en'

const KEPT = 'club99.lang'
const words: Record<Lang, Words> = { vi, en }
const locale: Record<Lang, string> = { vi: 'vi-VN', en: 'en-US' }

function kept(): Lang {
  try {
    return localStorage.getItem(KEPT) === 'en' ? 'en' : 'vi'
  } catch {
    return 'vi' // storage is closed to us: the house's own language
  }
}

/** The language that the player chose, and everything that is written in it. */
class Language {
  #lang = $state<Lang>(kept())
  readonly #money = $derived(
    new Intl.NumberFormat(locale[this.#lang], { style: 'currency', currency: 'VND', maximumFractionDigits: 0 }),
  )
  readonly #gain = $derived(
    new Intl.NumberFormat(locale[this.#lang], {
      style: 'currency',
      currency: 'VND',
      maximumFractionDigits: 0,
      signDisplay: 'exceptZero',
    }),
  )
  readonly #percent = $derived(
    new Intl.NumberFormat(locale[this.#lang], {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    }),
  )
  readonly #part = $derived(
    new Intl.NumberFormat(locale[this.#lang], { maximumFractionDigits: 4, signDisplay: 'exceptZero' }),
  )
  readonly #cost = $derived(new Intl.NumberFormat(locale[this.#lang], { maximumFractionDigits: 4 }))
  readonly #day = $derived(
    new Intl.DateTimeFormat(
      locale[this.#lang],
      this.#lang === 'vi'
        ? { day: 'numeric', month: 'numeric', year: 'numeric' }
        : { day: 'numeric', month: 'short', year: 'numeric' }, // 3/4 is another day on the other side of the sea
    ),
  )
  readonly #time = $derived(new Intl.DateTimeFormat(locale[this.#lang], { hour: '2-digit', minute: '2-digit' }))

  get lang(): Lang {
    return this.#lang
  }

  get t(): Words {
    return words[this.#lang]
  }

  /** Changes to the other language and remembers it. */
  toggle(): void {
    this.#lang = this.#lang === 'vi' ? 'en' : 'vi'
    try {
      localStorage.setItem(KEPT, this.#lang)
    } catch {
      // Not remembered: the choice holds until the page is closed.
    }
  }

  /** An amount in full: 1.000.000 ₫. */
  money(amount: number): string {
    return this.#money.format(amount)
  }

  /** An amount won or lost, with its sign: +50.000 ₫. */
  gain(amount: number): string {
    return this.#gain.format(amount).replace('-', '−')
  }

  /** A part of the whole: 0,33%. */
  percent(part: number): string {
    return this.#percent.format(part)
  }

  /** A part of a bet, won or lost: −0,1537. */
  part(part: number): string {
    return this.#part.format(part).replace('-', '−')
  }

  /** A part of a bet that something cost: 0,1537. */
  cost(part: number): string {
    return this.#cost.format(part)
  }

  /** An amount as short as it fits on a chip: 500K, 1M (1Tr). Amounts that do not come out even are written in full. */
  chip(amount: number): string {
    if (amount >= 1_000_000 && amount % 100_000 === 0)
      return this.#short(amount / 1_000_000) + (this.#lang === 'vi' ? 'Tr' : 'M')
    if (amount >= 1_000 && amount % 100 === 0) return this.#short(amount / 1_000) + 'K'
    return this.#short(amount)
  }

  #short(n: number): string {
    return n.toLocaleString(locale[this.#lang], { maximumFractionDigits: 1 })
  }

  /** The time of day: 14:05. */
  clock(millis: number): string {
    return this.#time.format(millis)
  }

  /** A day and the time of day: 14:05, 30/11/2026. */
  when(millis: number): string {
    return `${this.#time.format(millis)}, ${this.#day.format(millis)}`
  }
}

export const i18n = new Language()
