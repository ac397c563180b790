import { count, one } from '../i18n/plural'
import type { Lang } from '../i18n/lang.svelte'
import type { Spot } from '../wire/train'

// The words of the training page, beside the client's own: they are loaded when they are needed.

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** An ace among values. */
const ACE = 1
const card = (value: number, ace: string) => (value === ACE ? ace : String(value))

const vi = {
  title: 'Luyện tập',
  intro: 'Chỉ để học: ở đây không có tiền, không có chip, không ảnh hưởng gì đến bàn chơi.',

  accuracy: 'Quyết định của bạn',
  session: 'Phiên này',
  last: (rounds: number) => `${rounds} ván gần nhất`,
  best: (best: number, all: number) => `${best}/${all} quyết định là tốt nhất`,
  cost: (part: string, chips: string) => `phần còn lại mất ${part} lần tiền cược (khoảng ${chips})`,
  noCost: 'không mất gì',
  byClock: (n: number) => `${n} lần hết giờ, không tính`,
  grading: (graded: number, rounds: number) => `Đang chấm ${graded}/${rounds} ván…`,
  noRounds: 'Bạn chưa chơi ván nào. Cứ luyện trước cũng được.',
  noDecisions: 'Chưa có quyết định nào.',
  note: 'Ván xong rồi thì quyết định ở bàn nào cũng được chấm, kể cả bàn không có gợi ý. Giá trị tính theo những lá đã lộ lúc bạn quyết định.',

  habits: 'Mười thói quen đắt nhất',
  noHabits: 'Chưa thấy thói quen nào phải sửa: mọi quyết định đều là tốt nhất.',
  youDid: (action: string, best: string) => `Bạn ${action}, tốt nhất là ${best}.`,
  times: (n: number) => `${n} lần`,
  mine: 'Luyện những thói quen này',

  drill: 'Bài luyện',
  rules: 'Theo luật của',
  ask: 'Bạn chọn gì?',
  fromFull: 'Giá trị tính từ hộp bài đủ, theo tiền cược.',
  right: 'Đúng, đó là cách tốt nhất.',
  wrong: (best: string, cost: string) => `Tốt nhất là ${best}. Cách bạn chọn mất thêm ${cost} tiền cược.`,
  chosen: 'bạn chọn',
  isBest: 'tốt nhất',
  next: 'Bài tiếp',
  score: (right: number, done: number) => `${right}/${done} đúng`,
  waiting: (n: number) => `${n} tình huống còn phải ôn`,
  again: 'Làm lại từ đầu',
  dealer: 'Nhà cái',
  yours: 'Bài của bạn',
  spot(spot: Spot): string {
    const up = `nhà cái lộ ${card(spot.up, 'con Xì')}`
    const total = spot.total ?? 0
    const hand =
      spot.kind === 'pair'
        ? `đôi ${card(total, 'Xì')}`
        : spot.kind === 'soft'
          ? `${total} mềm`
          : spot.kind === 'hard'
            ? `${total} cứng`
            : ''
    const cards = spot.later ? ' từ ba lá' : ''
    if (spot.offer === 'insurance') return 'Bảo hiểm khi nhà cái lộ con Xì'
    if (spot.offer === 'even-money') return 'Even Money khi nhà cái lộ con Xì'
    if (spot.offer === 'surrender') return `Bỏ cuộc sớm với ${hand}, ${up}`
    return capital(`${hand}${cards}, ${up}`)
  },
}

type Words = {
  [K in keyof typeof vi]: (typeof vi)[K] extends (...args: infer A) => string ? (...args: A) => string : string
}

const en: Words = {
  title: 'Training',
  intro: 'For learning only: there is no money here and no chips, and nothing of it counts at a table.',

  accuracy: 'Your decisions',
  session: 'This session',
  last: (rounds) => (one(rounds) ? 'The last round' : `The last ${count(rounds, 'round', 'rounds')}`),
  best: (best, all) => `${best} of ${all} decisions were the best`,
  cost: (part, chips) => `the others cost ${part} bets (about ${chips})`,
  noCost: 'nothing was lost',
  byClock: (n) => `${one(n) ? 'once' : count(n, 'time', 'times')} the time was up, not counted`,
  grading: (graded, rounds) => `Grading ${graded} of ${rounds} rounds…`,
  noRounds: 'You have not played a round yet. You can train all the same.',
  noDecisions: 'No decisions yet.',
  note: 'Once a round is over its decisions are graded at every table, also at those without hints. Values are by the cards that lay open when you decided.',

  habits: 'Your ten most expensive habits',
  noHabits: 'No habit to mend so far: every decision was the best.',
  youDid: (action, best) => `You chose ${action}; ${best} is best.`,
  times: (n) => (one(n) ? 'once' : count(n, 'time', 'times')),
  mine: 'Drill these habits',

  drill: 'Drill',
  rules: 'By the rules of',
  ask: 'What do you do?',
  fromFull: 'Values are from a full shoe, in parts of the bet.',
  right: 'Right, that is the best.',
  wrong: (best, cost) => `${best} is best. Your choice costs ${cost} of a bet more.`,
  chosen: 'your choice',
  isBest: 'best',
  next: 'Next',
  score: (right, done) => `${right} of ${done} right`,
  waiting: (n) => `${count(n, 'situation', 'situations')} to come back to`,
  again: 'Start over',
  dealer: 'Dealer',
  yours: 'Your hand',
  spot(spot: Spot): string {
    const against = spot.up === ACE ? 'an ace' : spot.up === 8 ? 'an 8' : `a ${spot.up}`
    const total = spot.total ?? 0
    const hand =
      spot.kind === 'pair'
        ? total === ACE
          ? 'a pair of aces'
          : `a pair of ${total}s`
        : spot.kind === 'soft'
          ? `soft ${total}`
          : spot.kind === 'hard'
            ? `hard ${total}`
            : ''
    const cards = spot.later ? ' of three cards or more' : ''
    if (spot.offer === 'insurance') return 'Insurance against an ace'
    if (spot.offer === 'even-money') return 'Even money against an ace'
    if (spot.offer === 'surrender') return `Early surrender with ${hand} against ${against}`
    return capital(`${hand}${cards} against ${against}`)
  },
}

export const words: Record<Lang, Words> = { vi, en }
