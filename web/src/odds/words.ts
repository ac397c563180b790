import type { Shape } from '../i18n/shape'
import type { Lang } from '../i18n/lang.svelte'

// The words of the strategy chart and of the graded decisions, beside the client's own: they are loaded when they are
// needed. The codes of the chart are the English terms' letters, as players know them.

const vi = {
  intro:
    'Cách chơi tốt nhất theo luật của riêng bàn này, chỉ xét tổng điểm và lá mở của nhà cái. Xét từng lá trên tay thì còn hơn được một chút: lợi thế ghi ở sảnh là của cách chơi ấy.',
  computing: 'Bảng của bàn này đang được tính, sẽ hiện ra ngay khi xong.',
  print: 'In bảng này',
  legend: 'Chú giải',
  yours: 'Bài của bạn',
  upCards: 'Lá mở của nhà cái',
  section: {
    hard: 'Tổng cứng, hai lá đầu',
    soft: 'Tổng mềm, hai lá đầu',
    pairs: 'Hai lá giống nhau',
    hardLater: 'Tổng cứng, từ ba lá',
    softLater: 'Tổng mềm, từ ba lá',
  },
  sectionNote: 'Tổng mềm: có con Xì tính 11. Sau khi tách bài, mỗi tay hai lá cũng xem ở phần hai lá đầu.',
  code: {
    H: 'Rút bài (Hit)',
    S: 'Dừng (Stand)',
    D: 'Gấp đôi (Double Down), không được thì rút bài',
    Ds: 'Gấp đôi, không được thì dừng',
    P: 'Tách bài (Split)',
    Rh: 'Bỏ cuộc (Surrender), không được thì rút bài',
    Rs: 'Bỏ cuộc, không được thì dừng',
    Rp: 'Bỏ cuộc, không được thì tách bài',
  },
  offers: 'Khi nhà cái hỏi',
  insurance: { yes: 'Bảo hiểm (Insurance): mua.', no: 'Bảo hiểm (Insurance): không mua.' },
  evenMoney: { yes: 'Even Money: nhận.', no: 'Even Money: không nhận.' },
  earlyAce: (hands: string) => `Bỏ cuộc sớm khi nhà cái lộ con Xì: ${hands}.`,
  earlyTen: (hands: string) => `Bỏ cuộc sớm khi nhà cái lộ lá 10: ${hands}.`,
  hands: {
    hard: (totals: string) => `tổng cứng ${totals}`,
    soft: (totals: string) => `tổng mềm ${totals}`,
    pair: (cards: string) => `đôi ${cards}`,
  },

  grade: 'Chấm quyết định',
  graded: (round: number) => `Quyết định của bạn ở ván ${round}`,
  grading: 'Đang chấm…',
  nothingDecided: 'Ván này bạn không phải quyết định gì.',
  byClock: 'hết giờ',
  best: 'Tốt nhất',
  better: (action: string) => `Tốt nhất: ${action}`,
  cost: (part: string) => `mất ${part}`,
  unit: 'Giá trị và phần mất tính theo tiền cược ban đầu; 0 là tốt nhất.',
}

type Words = Shape<typeof vi>

const en: Words = {
  intro:
    'The best play under this table’s own rules, by your total and the dealer’s up card alone. Looking at every card in the hand gains a little more: the edge in the lobby is for that play.',
  computing: 'This table’s chart is being computed and will show as soon as it is done.',
  print: 'Print this chart',
  legend: 'Legend',
  yours: 'Your hand',
  upCards: 'Dealer’s up card',
  section: {
    hard: 'Hard totals, first two cards',
    soft: 'Soft totals, first two cards',
    pairs: 'Pairs',
    hardLater: 'Hard totals, three cards or more',
    softLater: 'Soft totals, three cards or more',
  },
  sectionNote: 'Soft: an ace counts 11. After a split, a hand of two cards is looked up under the first two cards too.',
  code: {
    H: 'Hit',
    S: 'Stand',
    D: 'Double, or hit where you cannot',
    Ds: 'Double, or stand where you cannot',
    P: 'Split',
    Rh: 'Surrender, or hit where you cannot',
    Rs: 'Surrender, or stand where you cannot',
    Rp: 'Surrender, or split where you cannot',
  },
  offers: 'When the dealer asks',
  insurance: { yes: 'Insurance: take it.', no: 'Insurance: decline.' },
  evenMoney: { yes: 'Even money: take it.', no: 'Even money: decline.' },
  earlyAce: (hands) => `Early surrender against an ace: ${hands}.`,
  earlyTen: (hands) => `Early surrender against a ten: ${hands}.`,
  hands: {
    hard: (totals) => `hard ${totals}`,
    soft: (totals) => `soft ${totals}`,
    pair: (cards) => `a pair of ${cards}`,
  },

  grade: 'Grade decisions',
  graded: (round) => `Your decisions in round ${round}`,
  grading: 'Grading…',
  nothingDecided: 'You had nothing to decide in this round.',
  byClock: 'time was up',
  best: 'Best',
  better: (action) => `Best: ${action}`,
  cost: (part) => `cost ${part}`,
  unit: 'Values and costs are in parts of the first bet; 0 is the best.',
}

export const words: Record<Lang, Words> = { vi, en }
