import type { Shape } from '../i18n/shape'
import { count } from '../i18n/plural'
import type { Lang } from '../i18n/lang.svelte'

// The words of the page about playing well and of the question whether to go on, beside the client's own: they are
// loaded when they are needed.

const vi = {
  title: 'Chơi có chừng mực',
  intro: 'Bạn tự đặt giới hạn, câu lạc bộ giữ giúp bạn: ở mọi bàn, mọi thiết bị, kể cả khi máy chủ khởi động lại.',
  now: 'Hiện tại',
  session: 'Phiên này',
  today: 'Hôm nay',
  week: 'Tuần này',
  atTables: (time: string) => `${time} ngồi bàn`,
  noSession: 'Bạn chưa ngồi bàn nào.',
  atRisk: 'Đang cược',
  dayEnds: (when: string) => `Ngày mới bắt đầu lúc ${when}.`,
  weekEnds: (when: string) => `Tuần mới bắt đầu lúc ${when}.`,

  limits: 'Giới hạn của bạn',
  rule: 'Đặt chặt hơn thì có hiệu lực ngay. Nới ra hoặc bỏ hẳn thì phải chờ 24 giờ, và trong lúc chờ bạn đổi ý được.',
  limit: {
    'loss-day': 'Thua nhiều nhất trong một ngày',
    'loss-week': 'Thua nhiều nhất trong một tuần',
    'time-day': 'Ngồi bàn lâu nhất trong một ngày',
    check: 'Nhắc tôi nhìn lại sau mỗi',
  },
  help: {
    'loss-day':
      'Cược mới phải còn nằm trong mức này, tính cả tiền đang cược ở mọi bàn. Ván đã chia thì luôn được gấp đôi, tách bài, mua bảo hiểm, nên có thể thua quá mức một chút.',
    'loss-week': 'Tuần bắt đầu từ thứ hai. Tiền thắng được trừ vào tiền thua.',
    'time-day': 'Hết giờ thì chơi xong ván đang chơi rồi rời ghế.',
    check: 'Khi được nhắc, bạn trả lời rồi mới đặt cược tiếp được.',
  },
  none: 'Không giới hạn',
  noCheck: 'Không nhắc',
  amount: 'Số tiền, ₫',
  choose: 'Chọn…',
  set: 'Đặt',
  remove: 'Bỏ giới hạn',
  later: (value: string, when: string) => `Từ ${when}: ${value}.`,
  keep: 'Giữ mức hiện tại',
  heldAtOnce: 'Đã có hiệu lực.',
  holdsLater: 'Đã ghi: mức mới có hiệu lực sau 24 giờ.',
  kept: 'Giữ nguyên mức hiện tại.',

  break: 'Nghỉ một lúc',
  breakHow:
    'Trong lúc nghỉ bạn không ngồi bàn và không đặt cược được. Ván đang chơi vẫn được chơi cho xong. Đã nghỉ thì không rút ngắn được.',
  breakFor: (time: string) => `Nghỉ ${time}`,
  sure: (until: string) => `Nghỉ đến ${until}. Không rút ngắn được.`,
  begin: 'Bắt đầu nghỉ',
  cancel: 'Thôi',

  exclude: 'Tự khóa',
  excludeHow: 'Khóa hẳn mình khỏi các bàn chơi trong nhiều tháng. Không ai rút ngắn được, kể cả câu lạc bộ.',
  months: (n: number) => (n % 12 === 0 ? `${n / 12} năm` : `${n} tháng`),
  howLong: 'Trong bao lâu',
  understand: (until: string) => `Tôi hiểu rằng đến ${until} tôi không chơi được, và không ai mở khóa sớm hơn.`,
  excludeNow: 'Tự khóa từ bây giờ',
  away: { 'on-break': 'Bạn đang nghỉ chơi đến', 'self-excluded': 'Bạn đã tự khóa đến' },

  honest: 'Những gì giới hạn không ngăn được',
  honestText:
    'Giới hạn đi theo tài khoản. Người vào với tên khách khác là một tài khoản khác, câu lạc bộ không biết đó là cùng một người. Nếu bạn muốn giới hạn đi theo mình, hãy đặt mật khẩu và chơi bằng một tài khoản.',

  checkTitle: 'Nhìn lại một chút',
  checkText: 'Bạn đã nhờ câu lạc bộ nhắc.',
  checkTime: 'Đã ngồi bàn',
  checkNet: 'Kết quả phiên',
  goOn: 'Chơi tiếp',
  takeBreak: 'Nghỉ 1 giờ',
  moreBreaks: 'Nghỉ lâu hơn hoặc đặt giới hạn',
}

type Words = Shape<typeof vi>

const en: Words = {
  title: 'Playing well',
  intro:
    'You set the limits, the club holds you to them: at every table, on every device, even after the server restarts.',
  now: 'As it stands',
  session: 'This session',
  today: 'Today',
  week: 'This week',
  atTables: (time) => `${time} at the tables`,
  noSession: 'You have not been at a table yet.',
  atRisk: 'At stake',
  dayEnds: (when) => `A new day begins at ${when}.`,
  weekEnds: (when) => `A new week begins at ${when}.`,

  limits: 'Your limits',
  rule: 'A stricter limit holds at once. A looser one, or none, waits for 24 hours, and you can change your mind meanwhile.',
  limit: {
    'loss-day': 'The most to lose in a day',
    'loss-week': 'The most to lose in a week',
    'time-day': 'The longest at the tables in a day',
    check: 'Remind me every',
  },
  help: {
    'loss-day':
      'A new bet must fit into what is left, with everything at stake at any table. In a round that has been dealt you may always double, split and insure, so a loss can be a little more.',
    'loss-week': 'A week begins on Monday. Winnings count against losses.',
    'time-day': 'When the time is up you finish the round and give up the seat.',
    check: 'You answer the reminder before you bet again.',
  },
  none: 'No limit',
  noCheck: 'No reminder',
  amount: 'Amount, ₫',
  choose: 'Choose…',
  set: 'Set',
  remove: 'Remove the limit',
  later: (value, when) => `From ${when}: ${value}.`,
  keep: 'Keep what holds now',
  heldAtOnce: 'It holds now.',
  holdsLater: 'Noted: it will hold in 24 hours.',
  kept: 'What holds now stays.',

  break: 'Take a break',
  breakHow:
    'On a break you can take no seat and place no bet. A round in play is finished. A break that has begun cannot be shortened.',
  breakFor: (time) => `${time} off`,
  sure: (until) => `A break until ${until}. It cannot be shortened.`,
  begin: 'Begin the break',
  cancel: 'Never mind',

  exclude: 'Exclude yourself',
  excludeHow: 'Keep yourself away from the tables for months. Nobody can shorten it, not even the club.',
  months: (n) => (n % 12 === 0 ? count(n / 12, 'year', 'years') : count(n, 'month', 'months')),
  howLong: 'For how long',
  understand: (until) => `I understand that I cannot play until ${until}, and that nobody can let me in earlier.`,
  excludeNow: 'Exclude me from now on',
  away: { 'on-break': 'You are on a break until', 'self-excluded': 'You have excluded yourself until' },

  honest: 'What this cannot stop',
  honestText:
    'Limits belong to an account. Whoever comes in as another guest has another account, and the club does not know that it is the same person. If you want your limits to stay with you, choose a password and play with one account.',

  checkTitle: 'Time for a look at the clock',
  checkText: 'You asked the club to remind you.',
  checkTime: 'At the tables for',
  checkNet: 'Session result',
  goOn: 'Go on',
  takeBreak: 'An hour off',
  moreBreaks: 'A longer break, or limits',
}

export const words: Record<Lang, Words> = { vi, en }
