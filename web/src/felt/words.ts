import type { Shape } from '../i18n/shape'
import type { Lang } from '../i18n/lang.svelte'

// The words of choosing ahead, of what players say to each other, and of the table while its line is cut.

const vi = {
  ahead: 'Chọn trước',
  aheadSeat: (seat: number) => `Chọn trước · ghế ${seat}`,
  aheadHow: 'Tới lượt thì gửi ngay; bấm lại để bỏ.',
  aheadHit: 'Rút một lá',
  aheadSet: (action: string) => `Đã chọn trước: ${action}. Bấm lại để bỏ.`,
  aheadOff: 'Đã bỏ lựa chọn trước.',
  aheadDropped: (action: string) => `Đã bỏ lựa chọn trước (${action}): tới lượt thì không làm được nữa.`,
  aheadMissed: (action: string) => `Lựa chọn trước (${action}) không được gửi.`,

  say: 'Nói với cả bàn',
  sayWho: 'Ngồi vào bàn rồi mới nói được.',
  sayHush: 'Ẩn lời mọi người nói',
  sayHushed: 'Đang ẩn lời mọi người nói.',
  saySlow: 'Bạn vừa nói rồi, chờ vài giây nhé.',
  sayFailed: 'Chưa gửi được, hãy thử lại.',
  said: (who: string, seat: number, what: string) => `${who}, ghế ${seat}: ${what}`,
  emote: {
    hello: 'Xin chào!',
    'good-luck': 'Chúc may!',
    'well-played': 'Hay quá!',
    unlucky: 'Tiếc quá!',
    thanks: 'Cảm ơn!',
    laugh: 'Ha ha!',
  },

  takeChip: 'giữ hoặc bấm chuột phải để lấy lại',
  takeHow: 'Giữ chip để lấy lại.',

  whenBlackjack: 'Nhà cái có Blackjack',
  whenNot: 'Không có Blackjack',
  playOn: 'chơi tiếp',
  thenPlays: (amount: string) => `${amount}, chơi tiếp`,

  ghost: 'Bàn như lần cuối nhìn thấy; đồng hồ vẫn chạy.',
}

export type FeltWords = Shape<typeof vi>

const en: FeltWords = {
  ahead: 'Choose ahead',
  aheadSeat: (seat) => `Choose ahead · seat ${seat}`,
  aheadHow: 'Sent when your turn comes; press again to take it back.',
  aheadHit: 'Hit once',
  aheadSet: (action) => `Chosen ahead: ${action}. Press again to take it back.`,
  aheadOff: 'Taken back.',
  aheadDropped: (action) => `Your choice (${action}) was dropped: it is not possible any more.`,
  aheadMissed: (action) => `Your choice (${action}) was not sent.`,

  say: 'Say something',
  sayWho: 'Take a seat to say something.',
  sayHush: 'Hide what people say',
  sayHushed: 'What people say is hidden.',
  saySlow: 'You have just said something: wait a few seconds.',
  sayFailed: 'That was not sent: please try again.',
  said: (who, seat, what) => `${who}, seat ${seat}: ${what}`,
  emote: {
    hello: 'Hello!',
    'good-luck': 'Good luck!',
    'well-played': 'Well played!',
    unlucky: 'Unlucky!',
    thanks: 'Thanks!',
    laugh: 'Ha ha!',
  },

  takeChip: 'hold or right-click to take it back',
  takeHow: 'Hold a chip to take it back.',

  whenBlackjack: 'Dealer has Blackjack',
  whenNot: 'No Blackjack',
  playOn: 'play on',
  thenPlays: (amount) => `${amount}, play on`,

  ghost: 'The table as it was last seen; the clock goes on.',
}

export const words: Record<Lang, FeltWords> = { vi, en }
