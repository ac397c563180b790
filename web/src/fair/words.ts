import type { Lang } from '../i18n/lang.svelte'
import { count, one } from '../i18n/plural'
import type { Step, StepName } from './check'
import type { Fault } from './fairness.svelte'

// The words of the fairness panel and of the rounds' pages, beside the client's own: they are loaded when they are needed.

const vi = {
  title: 'Xáo bài minh bạch',
  intro:
    'Nhà cái cam kết hạt giống xáo bài trước khi mở cược, người chơi góp hạt giống của mình, và mỗi lá lật lên đều kèm chứng minh. Trình duyệt của bạn tự kiểm tra, không cần tin nhà cái.',
  now: 'Kết quả kiểm tra',
  shoeN: (n: number) => `Hộp bài ${n}`,
  commitment: 'Cam kết của nhà cái',
  next: 'Cam kết cho hộp bài kế tiếp',
  terms: 'Mã chốt lúc đóng cược',
  root: 'Mã niêm phong',
  houseSeed: 'Hạt giống của nhà cái',
  notYetTerms: 'có khi đóng cược',
  notYetRoot: 'có khi niêm phong bài',
  notYetSeed: 'được mở khi dùng xong hộp bài',
  seedsOfSeats: 'Hạt giống của các ghế',
  noSeeds: 'Chưa ghế nào góp hạt giống cho hộp bài này.',
  seatCommitment: 'cam kết',
  seatSeed: 'hạt giống',
  seatCommitted: 'đã cam kết, chưa mở',
  seatIn: 'đã góp vào cách xáo',
  seatSilent: 'không dùng: không mở kịp',
  seatMismatch: 'không dùng: mở sai cam kết',
  ownSeed: 'Hạt giống của bạn',
  ownSeat: (seat: number) => `Ghế ${seat}`,
  ownDrawn: 'rút ngẫu nhiên trong trình duyệt',
  ownTyped: 'do bạn nhập',
  ownIn: 'Đã nằm trong cách xáo hộp bài này.',
  ownCommitted: 'Đã cam kết; tự mở khi đóng cược.',
  ownOut: 'Không được dùng cho hộp bài này.',
  ownReady: 'Sẽ gửi cam kết cùng tiền cược.',
  ownNone: 'Hộp bài này đã niêm phong mà không có hạt giống của bạn. Hộp sau sẽ có khi bạn đặt cược.',
  ownWatch: 'Ngồi vào bàn và đặt cược để góp hạt giống.',
  typeLabel: 'Tự nhập hạt giống cho lần cược kế tiếp',
  typeHelp: 'Chữ gì cũng được, tối đa 64 byte, dùng một lần. Để trống: trình duyệt rút ngẫu nhiên.',
  typeUse: 'Dùng',
  typeTaken: 'Đã ghi nhận cho lần cược kế tiếp.',
  typeCleared: 'Sẽ rút ngẫu nhiên.',
  typeLong: 'Dài quá 64 byte.',
  withoutUs: 'Tự kiểm tra, không cần chúng tôi',
  withoutUsPanel:
    'Xong ván, mở trang của ván đó trong “Ván đã chơi”, tải bản ghi về rồi kiểm tra bằng một trong hai chương trình rời, không cần mạng:',
  withoutUsPage: 'Tải bản ghi về rồi kiểm tra bằng một trong hai chương trình rời. Cả hai chạy không cần mạng:',
  withClub: 'Chương trình của câu lạc bộ: chơi lại cả ván theo luật',
  withScript: 'Chương trình thứ hai, viết độc lập theo tài liệu',
  withDocs: 'Toàn bộ cách tính nằm trong docs/fairness.md: đủ để bạn tự viết một chương trình kiểm tra khác.',
  listOfShoes: 'Danh sách mọi hộp bài của bàn này',

  pageTitle: (round: number) => `Kiểm tra ván ${round}`,
  checking: 'Đang kiểm tra trong trình duyệt…',
  noRecord: 'Không có bản ghi của ván này. Ván có thể chưa xong, hoặc bài ở bàn này được xếp sẵn để thử.',
  verdict: {
    right: 'Mọi thứ trình duyệt kiểm tra được đều khớp.',
    open: 'Những gì kiểm tra được lúc này đều khớp.',
    wrong: 'Bản ghi này không đúng.',
  },
  rulesNote:
    'Trình duyệt không chơi lại ván theo luật. Muốn kiểm tra cả quyết định và tiền trả, hãy dùng club99 verify.',
  steps: 'Từng bước',
  cards: 'Các lá đã lật',
  place: (at: number) => `vị trí ${at + 1}`,
  proved: 'khớp',
  notProved: 'không khớp',
  toDealer: 'nhà cái',
  toSeat: (seat: number, hand: number) => (hand > 1 ? `ghế ${seat} tay ${hand}` : `ghế ${seat}`),
  results: 'Kết quả',
  seedsAndCommitments: 'Hạt giống và cam kết',
  abandoned: (why: string) => `Hộp bài này bị bỏ giữa chừng: ${why}.`,
  why: { shutdown: 'máy chủ ngừng', void: 'ván bị hủy', rules: 'bàn đổi số bộ bài' },
  download: 'Tải bản ghi của ván',
  step: {
    format: 'Bản ghi',
    house: 'Hạt giống nhà cái',
    seeds: 'Hạt giống người chơi',
    terms: 'Điều đã chốt',
    cards: 'Từng lá bài',
    order: 'Cả thứ tự',
    rules: 'Luật của bàn',
    results: 'Kết quả',
    log: 'Sổ của bàn',
  },
  right: {
    format: () => 'Đúng dạng.',
    house: () => 'Đúng là hạt giống đã cam kết trước khi mở cược.',
    seeds: (n: number) =>
      n === 0 ? 'Không ghế nào góp hạt giống; thứ tự chỉ do hạt giống nhà cái.' : `${n} hạt giống đúng với cam kết.`,
    terms: () => 'Bàn, hộp bài và mọi cam kết đúng như đã công bố khi đóng cược.',
    cards: (n: number) => `Cả ${n} lá nằm đúng chỗ trong hộp bài đã niêm phong.`,
    order: (n: number) => `Các hạt giống cho ra đúng thứ tự ${n} lá và đúng mã niêm phong.`,
    rules: () => 'Đúng bộ luật có mã này; số bộ bài và lúc xáo theo đúng luật.',
    results: (n: number) => `Tiền của ${n} ghế không thiếu đồng nào: cược vào bao nhiêu thì tính bấy nhiêu.`,
    log: (n: number) => `${n} mục nối liền nhau, kể đúng hộp bài và ván này theo đúng trình tự.`,
  },
  open: {
    house: 'Chưa mở: hộp bài còn đang dùng.',
    order: 'Tính lại được khi nhà cái mở hạt giống.',
    results: 'Ván chưa xong.',
  },
  wrong: {
    format: (detail: string) => `Không đúng dạng: ${detail}.`,
    house: () => 'Không phải hạt giống đã cam kết.',
    seeds: (seat: string) => `Hạt giống của ghế ${seat} không khớp cam kết.`,
    terms: () => 'Không phải những gì đã công bố khi đóng cược.',
    cards: (card: string) => `${card} không có chứng minh đúng.`,
    order: (card: string) =>
      card ? `${card} không phải lá mà các hạt giống cho ra.` : 'Các hạt giống cho ra mã niêm phong khác.',
    rules: (detail: string) => `Luật không khớp: ${detail}.`,
    results: () => 'Tiền không khớp: cược, tiền trả và kết quả không bằng nhau.',
    log: (detail: string) => `Sổ không khớp: ${detail}.`,
  },
  leftOut: (seats: string) => ` Không dùng: ghế ${seats}.`,
  cardAt: (card: string, at: number) => `${card} ở vị trí ${at + 1}`,
  seen: 'Bạn đã thấy',
  seenRight: 'Cam kết và mã niêm phong đúng như trình duyệt này đã thấy tại bàn.',
  seenWrong: 'Cam kết hoặc mã niêm phong khác với những gì trình duyệt này đã thấy tại bàn.',
  fault: {
    proof: 'Chứng minh của một lá không đúng.',
    place: 'Một lá không đến từ vị trí kế tiếp trong hộp bài.',
    missing: 'Một lá lật lên mà không có chứng minh.',
    changed: 'Nhà cái đổi điều đã công bố về hộp bài.',
    next: 'Hộp bài mới không theo cam kết đã công bố trước.',
    terms: 'Mã chốt lúc đóng cược không khớp với các cam kết.',
    withheld: 'Hộp bài cũ không được mở.',
    shoe: 'Hộp bài đã mở không khớp với niêm phong hay với các lá đã chia.',
  },
  inRound: (round: number, shoe: number) => `Ván ${round}, hộp bài ${shoe}.`,

  listTitle: 'Mọi hộp bài của bàn',
  listIntro:
    'Mỗi hộp bài được cam kết cùng lúc với hộp trước nó, và dùng xong thì mở hạt giống. Trình duyệt của bạn kiểm tra rằng không thiếu hộp nào và hạt giống nào cũng cho ra đúng mã niêm phong.',
  listRight: 'Không hộp bài nào bị giấu hay bị đổi.',
  listWrong: 'Danh sách hộp bài này không đúng.',
  listEmpty: 'Bàn này chưa xáo hộp bài nào có cam kết.',
  listRange: (from: number, to: number) =>
    from === to ? `Đã kiểm tra hộp bài ${to}` : `Đã kiểm tra hộp bài ${from}–${to}`,
  listCount: {
    proved: (n: number) => `${n} đã chứng minh`,
    open: (n: number) => `${n} đang dùng`,
    abandoned: (n: number) => `${n} bỏ giữa chừng`,
    withheld: (n: number) => `${n} bị giấu hạt giống`,
    wrong: (n: number) => `${n} không đúng`,
  },
  listFormat: (detail: string) => `Danh sách không đúng dạng: ${detail}.`,
  listEnd: (n: number) => `Trình duyệt này đã thấy hộp bài ${n} tại bàn, nhưng danh sách không có.`,
  listOther: 'Đây là danh sách của bàn khác.',
  listOlder: 'Kiểm tra các hộp cũ hơn',
  listRest: (n: number) => (n > 1 ? `Còn hộp bài 1–${n} chưa kiểm tra.` : 'Còn hộp bài 1 chưa kiểm tra.'),
  listWhole: 'Danh sách đầy đủ, từ hộp bài đầu tiên của bàn.',
  listSave: 'Lưu danh sách (JSON)',
  listSaveWhy: 'Lưu đúng những gì vừa kiểm tra ở đây, để kiểm tra lại không cần mạng:',
  shoeState: {
    waiting: 'Chưa niêm phong: chờ cược.',
    using: 'Đang dùng: nhà cái mở hạt giống khi dùng xong.',
    proved: 'Đã chứng minh: hạt giống đúng cam kết và cho ra đúng mã niêm phong.',
    abandoned: (why: string) => `Bỏ giữa chừng: ${why}. Hạt giống đã mở và đúng cam kết.`,
    withheld: 'Bị giấu: nhà cái không mở hạt giống của hộp bài này.',
  },
  shoeWrong: {
    gap: () => 'Sau hộp bài này thiếu mất hộp bài.',
    next: () => 'Hộp bài sau không theo cam kết đã công bố cùng hộp này.',
    twice: () => 'Hộp bài sau dùng lại hạt giống của hộp này.',
    house: () => 'Hạt giống của nhà cái không đúng cam kết.',
    seeds: (seat: number) => `Hạt giống của ghế ${seat} không đúng cam kết.`,
    terms: () => 'Không đúng những gì đã chốt khi đóng cược.',
    order: () => 'Các hạt giống cho ra mã niêm phong khác.',
    seen: () => 'Khác với những gì trình duyệt này đã thấy tại bàn.',
  },
  seedsFrom: (who: string) => `Hạt giống: ${who}`,
  seedsHouse: 'nhà cái',
  seedOf: (seat: number) => `ghế ${seat}`,
  seedNotIn: (seat: number) => `ghế ${seat} (không dùng)`,
  details: 'Cam kết và hạt giống',
}

type Widen<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { [K in keyof T]: Widen<T[K]> }

export type FairWords = Widen<typeof vi>

const en: FairWords = {
  title: 'Fair shuffle',
  intro:
    'The house commits to its shuffling seed before bets open, players add seeds of their own, and every card that is turned up comes with a proof. Your browser checks it all by itself: nobody has to trust the house.',
  now: 'What the checks found',
  shoeN: (n) => `Shoe ${n}`,
  commitment: 'The house’s commitment',
  next: 'Commitment to the next shoe',
  terms: 'Terms when betting closed',
  root: 'Seal',
  houseSeed: 'The house’s seed',
  notYetTerms: 'told when betting closes',
  notYetRoot: 'told when the shoe is sealed',
  notYetSeed: 'revealed when the shoe is over',
  seedsOfSeats: 'The seats’ seeds',
  noSeeds: 'No seat has given a seed for this shoe yet.',
  seatCommitment: 'commitment',
  seatSeed: 'seed',
  seatCommitted: 'committed, not revealed',
  seatIn: 'part of the shuffle',
  seatSilent: 'left out: not revealed in time',
  seatMismatch: 'left out: not what was committed to',
  ownSeed: 'Your seed',
  ownSeat: (seat) => `Seat ${seat}`,
  ownDrawn: 'drawn in your browser',
  ownTyped: 'typed by you',
  ownIn: 'Part of this shoe’s shuffle.',
  ownCommitted: 'Committed to; revealed by itself when betting closes.',
  ownOut: 'Left out of this shoe.',
  ownReady: 'Its commitment goes with your bet.',
  ownNone: 'This shoe was sealed without a seed of yours. The next one takes it with your bet.',
  ownWatch: 'Take a seat and bet to add a seed of your own.',
  typeLabel: 'Type a seed for your next bet',
  typeHelp: 'Any text up to 64 bytes, used once. Leave it empty and the browser draws one.',
  typeUse: 'Use',
  typeTaken: 'Noted for your next bet.',
  typeCleared: 'The browser will draw one.',
  typeLong: 'Longer than 64 bytes.',
  withoutUs: 'Check it without us',
  withoutUsPanel:
    'When a round is over, open its page from “Past rounds”, download its record, and check it with either of two programs. Neither needs a network:',
  withoutUsPage: 'Download the record and check it with either of two programs. Neither needs a network:',
  withClub: 'The club’s own program: plays the round again by the rules',
  withScript: 'A second program, written from the document alone',
  withDocs: 'docs/fairness.md has every step of it: enough to write a checker of your own.',
  listOfShoes: 'Every shoe of this table',

  pageTitle: (round) => `Check of round ${round}`,
  checking: 'Checking in your browser…',
  noRecord:
    'There is no record of this round. It may not be over, or the cards of this table were laid out for a test.',
  verdict: {
    right: 'Everything that a browser can check is right.',
    open: 'Everything that can be checked by now is right.',
    wrong: 'This record is not right.',
  },
  rulesNote:
    'The browser does not play the round again by the rules. To check decisions and payouts as well, use club99 verify.',
  steps: 'Step by step',
  cards: 'The cards turned up',
  place: (at) => `place ${at + 1}`,
  proved: 'right',
  notProved: 'wrong',
  toDealer: 'dealer',
  toSeat: (seat, hand) => (hand > 1 ? `seat ${seat} hand ${hand}` : `seat ${seat}`),
  results: 'Results',
  seedsAndCommitments: 'Seeds and commitments',
  abandoned: (why) => `This shoe was given up before its end: ${why}.`,
  why: {
    shutdown: 'the server stopped',
    void: 'the round was called off',
    rules: 'the table changed its number of decks',
  },
  download: 'Download the record',
  step: {
    format: 'Record',
    house: 'The house’s seed',
    seeds: 'Players’ seeds',
    terms: 'Terms',
    cards: 'Each card',
    order: 'The whole order',
    rules: 'The table’s rules',
    results: 'Results',
    log: 'The table’s log',
  },
  right: {
    format: () => 'As the format says.',
    house: () => 'It is the seed committed to before bets opened.',
    seeds: (n) =>
      n === 0
        ? 'No seat gave a seed; the order is the house’s seed’s alone.'
        : `${count(n, 'seed is', 'seeds are')} as committed to.`,
    terms: () => 'Table, shoe and all commitments are those published when betting closed.',
    cards: (n) => `All ${n} cards lay in their places in the sealed shoe.`,
    order: (n) => `The seeds give this order of ${n} cards and this seal.`,
    rules: () => 'They are the rules with this hash; decks and shuffle are as they say.',
    results: (n) => `Every chip of ${count(n, 'seat', 'seats')} is accounted for: what was staked was settled.`,
    log: (n) => `${count(n, 'entry', 'entries')}, linked, telling this shoe and round in their order.`,
  },
  open: {
    house: 'Not revealed: the shoe is still in use.',
    order: 'It can be made again once the house reveals its seed.',
    results: 'The round is not over.',
  },
  wrong: {
    format: (detail) => `Not as the format says: ${detail}.`,
    house: () => 'It is not the seed that was committed to.',
    seeds: (seat) => `The seed of seat ${seat} is not as committed to.`,
    terms: () => 'These are not the terms published when betting closed.',
    cards: (card) => `${card} has no right proof.`,
    order: (card) => (card ? `${card} is not what the seeds give.` : 'The seeds give another seal.'),
    rules: (detail) => `The rules do not fit: ${detail}.`,
    results: () => 'The money does not add up: stakes, payouts and results differ.',
    log: (detail) => `The log does not fit: ${detail}.`,
  },
  leftOut: (seats) => ` Left out: seat ${seats}.`,
  cardAt: (card, at) => `${card} in place ${at + 1}`,
  seen: 'What you saw',
  seenRight: 'Commitments and seal are those that this browser saw at the table.',
  seenWrong: 'Commitments or seal are not those that this browser saw at the table.',
  fault: {
    proof: 'The proof of a card is wrong.',
    place: 'A card did not come from the next place in the shoe.',
    missing: 'A card was turned up without a proof.',
    changed: 'The house changed what it had published about the shoe.',
    next: 'The new shoe does not follow the commitment published before.',
    terms: 'The terms do not fit the commitments.',
    withheld: 'The old shoe was never revealed.',
    shoe: 'The revealed shoe does not fit its seal, or the cards that were dealt.',
  },
  inRound: (round, shoe) => `Round ${round}, shoe ${shoe}.`,

  listTitle: 'Every shoe of the table',
  listIntro:
    'Each shoe is committed to together with the one before it, and its seed is revealed when it is over. Your browser checks that none is missing and that all seeds give the seals that were published.',
  listRight: 'No shoe was hidden or changed.',
  listWrong: 'This list of shoes is not right.',
  listEmpty: 'No shoe with a commitment has been shuffled at this table.',
  listRange: (from, to) => (from === to ? `Checked shoe ${to}` : `Checked shoes ${from}–${to}`),
  listCount: {
    proved: (n) => `${n} proved`,
    open: (n) => `${n} in use`,
    abandoned: (n) => `${n} given up`,
    withheld: (n) => `${n} withheld`,
    wrong: (n) => `${n} wrong`,
  },
  listFormat: (detail) => `The list is not as the format says: ${detail}.`,
  listEnd: (n) => `This browser saw shoe ${n} at the table, and the list does not have it.`,
  listOther: 'This is the list of another table.',
  listOlder: 'Check older shoes',
  listRest: (n) => (one(n) ? 'Shoe 1 is not checked yet.' : `Shoes 1–${n} are not checked yet.`),
  listWhole: 'The list is whole, from the table’s first shoe on.',
  listSave: 'Save the list (JSON)',
  listSaveWhy: 'Saves just what was checked here. To check it again without a network:',
  shoeState: {
    waiting: 'Not sealed yet: waiting for bets.',
    using: 'In use: the house reveals its seed when the shoe is over.',
    proved: 'Proved: the seeds are as committed to and give the seal.',
    abandoned: (why) => `Given up: ${why}. The seed is revealed, and as committed to.`,
    withheld: 'Withheld: the house never revealed this shoe’s seed.',
  },
  shoeWrong: {
    gap: () => 'Shoes are missing after this one.',
    next: () => 'The next shoe does not follow the commitment published with this one.',
    twice: () => 'The next shoe has the same seed again.',
    house: () => 'The house’s seed is not the one it committed to.',
    seeds: (seat) => `The seed of seat ${seat} is not as committed to.`,
    terms: () => 'These are not the terms of when betting closed.',
    order: () => 'The seeds give another seal.',
    seen: () => 'Not what this browser saw at the table.',
  },
  seedsFrom: (who) => `Seeds: ${who}`,
  seedsHouse: 'house',
  seedOf: (seat) => `seat ${seat}`,
  seedNotIn: (seat) => `seat ${seat} (left out)`,
  details: 'Commitments and seeds',
}

export const words: Record<Lang, FairWords> = { vi, en }

/** The sentence of a step that was checked. */
export function stepText(w: FairWords, step: Step, cardName: (card: string) => string): string {
  const { name, result, n = 0, seats = [], card, at = 0, detail = '' } = step
  if (result === 'open') return name === 'house' || name === 'order' || name === 'results' ? w.open[name] : ''
  if (result === 'right') return w.right[name](n) + (seats.length > 0 ? w.leftOut(seats.join(', ')) : '')
  const what: Record<StepName, string> = {
    format: detail,
    log: detail,
    rules: detail,
    house: '',
    terms: '',
    results: '',
    seeds: seats.join(', '),
    cards: card ? w.cardAt(cardName(card), at) : '',
    order: card ? w.cardAt(cardName(card), at) : '',
  }
  return w.wrong[name](what[name])
}

/** The sentences of a fault. */
export function faultText(w: FairWords, fault: Fault, cardName: (card: string) => string): string {
  const card = fault.card
    ? ` ${fault.at === undefined ? cardName(fault.card) : w.cardAt(cardName(fault.card), fault.at)}.`
    : ''
  return `${w.fault[fault.kind]}${card} ${w.inRound(fault.round, fault.shoe)}`
}
