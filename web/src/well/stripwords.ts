import type { Lang } from '../i18n/lang.svelte'

// What is always there to see; the words of the page come with it.

const vi = {
  clock: 'Bây giờ là',
  session: 'Phiên',
  sessionLong: 'Thời gian ngồi bàn trong phiên này',
  net: 'Kết quả phiên',
  open: 'Chơi có chừng mực',
  train: 'Luyện tập',
  onBreak: (until: string) => `Bạn đang nghỉ chơi đến ${until}.`,
  excluded: (until: string) => `Bạn đã tự khóa khỏi các bàn chơi đến ${until}.`,
  meanwhile: 'Bạn vẫn xem bàn, xem lịch sử và luyện tập được.',
}

type Words = {
  [K in keyof typeof vi]: (typeof vi)[K] extends (...args: infer A) => string ? (...args: A) => string : string
}

const en: Words = {
  clock: 'The time is',
  session: 'Session',
  sessionLong: 'Time at the tables in this session',
  net: 'Session result',
  open: 'Playing well',
  train: 'Training',
  onBreak: (until) => `You are on a break until ${until}.`,
  excluded: (until) => `You have excluded yourself from the tables until ${until}.`,
  meanwhile: 'You can still watch, look at your rounds and train.',
}

export const stripWords: Record<Lang, Words> = { vi, en }
