import type { Shape } from '../i18n/shape'
import type { Lang } from '../i18n/lang.svelte'

// The words of the settings, loaded with them.

const vi = {
  title: 'Cài đặt',
  sound: 'Âm thanh',
  on: 'Bật tiếng',
  volume: 'Âm lượng',
  volumeNow: (n: number) => `${n} trên 10`,
  touch: 'Tiếng chỉ phát sau lần chạm hoặc bấm phím đầu tiên.',
  try: 'Nghe thử',
  look: 'Hiển thị',
  fourColours: 'Bộ bài bốn màu',
  fourColoursWhy: 'Bích đen, cơ đỏ, rô xanh dương, chuồn xanh lá.',
  contrast: 'Tương phản cao',
  text: 'Cỡ chữ',
  language: 'Ngôn ngữ',
  reader: 'Trình đọc màn hình',
  brief: 'Chỉ đọc ghế của tôi và nhà cái',
  inWords: 'Bàn bằng lời',
  keys: 'Phím tắt',
  key: {
    actions: 'H rút bài, S dừng, D gấp đôi, P tách bài, R bỏ cuộc',
    offers: 'I mua bảo hiểm, E nhận 1 ăn 1, N không',
    bet: 'Phím cách: chốt cược, hoặc cược như ván trước',
    hint: 'G xin gợi ý',
    words: 'T đọc bàn, V mở bàn bằng lời',
    close: 'Esc đóng bảng đang mở',
  },
}

type Words = Shape<typeof vi>

const en: Words = {
  title: 'Settings',
  sound: 'Sound',
  on: 'Sound on',
  volume: 'Volume',
  volumeNow: (n) => `${n} of 10`,
  touch: 'Nothing sounds before your first tap or key.',
  try: 'Try it',
  look: 'Display',
  fourColours: 'Four-colour deck',
  fourColoursWhy: 'Black spades, red hearts, blue diamonds, green clubs.',
  contrast: 'High contrast',
  text: 'Text size',
  language: 'Language',
  reader: 'Screen reader',
  brief: 'Read only my seats and the dealer',
  inWords: 'The table in words',
  keys: 'Keys',
  key: {
    actions: 'H hit, S stand, D double, P split, R surrender',
    offers: 'I insure, E even money, N no',
    bet: 'Space: place the bet, or the same bet again',
    hint: 'G hint',
    words: 'T reads the table, V opens it in words',
    close: 'Esc closes the open panel',
  },
}

export const words: Record<Lang, Words> = { vi, en }
