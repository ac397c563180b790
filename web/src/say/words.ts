import type { Lang } from '../i18n/lang.svelte'
import { count } from '../i18n/plural'

// The words of the table in words.

const vi = {
  title: 'Bàn bằng lời',
  round: (n: number) => `Ván ${n}`,
  noCards: 'chưa có bài',
  free: 'trống',
  yours: 'ghế của bạn',
  bet: (amount: string) => `cược ${amount}`,
  noBet: 'chưa cược',
  hand: (n: number, what: string) => `tay ${n}: ${what}`,
  toAct: 'đang đến lượt',
  asked: 'đang được hỏi',
  seconds: (n: number) => `còn ${n} giây`,
  balance: (amount: string) => `Số dư ${amount}`,
  mayDo: (actions: string) => `Bạn có thể: ${actions}`,
  seats: 'Các ghế',
  calls: 'Vừa diễn ra',
  nothingYet: 'Chưa có gì.',
}

type Words = {
  [K in keyof typeof vi]: (typeof vi)[K] extends (...args: infer A) => string ? (...args: A) => string : string
}

const en: Words = {
  title: 'The table in words',
  round: (n) => `Round ${n}`,
  noCards: 'no cards yet',
  free: 'free',
  yours: 'your seat',
  bet: (amount) => `bet ${amount}`,
  noBet: 'no bet yet',
  hand: (n, what) => `hand ${n}: ${what}`,
  toAct: 'to act',
  asked: 'being asked',
  seconds: (n) => `${count(n, 'second', 'seconds')} left`,
  balance: (amount) => `Balance ${amount}`,
  mayDo: (actions) => `You may: ${actions}`,
  seats: 'The seats',
  calls: 'What has just happened',
  nothingYet: 'Nothing yet.',
}

export type SayWords = Words
export const words: Record<Lang, Words> = { vi, en }
