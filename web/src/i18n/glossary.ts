// The casino's words, one for each thing, as the house rules have them. Every text of the client and every sentence of
// the server is held against this list by glossary.test.ts: it uses these words, and not the others.

export interface Term {
  vi: string
  en: string
  /** What players say elsewhere, or a machine would translate. */
  notVi?: readonly string[]
  notEn?: readonly string[]
  /** Each table's rules page uses it too. */
  rules?: true
}

export const glossary: Record<string, Term> = {
  hit: {
    vi: 'rút bài',
    en: 'hit',
    notVi: ['kéo bài', 'bốc bài', 'xin bài', 'rút thêm lá'],
    notEn: ['take a card'],
    rules: true,
  },
  stand: { vi: 'dừng', en: 'stand', notVi: ['dằn', 'đứng bài', 'dừng bài'], notEn: ['stick'], rules: true },
  double: { vi: 'gấp đôi', en: 'double', notVi: ['tăng đôi', 'cược đôi', 'đặt đôi'], rules: true },
  split: { vi: 'tách bài', en: 'split', notVi: ['chia đôi', 'xẻ bài', 'chia bài ra'], rules: true },
  surrender: {
    vi: 'bỏ cuộc',
    en: 'surrender',
    notVi: ['đầu hàng', 'bỏ bài', 'xin thua'],
    notEn: ['fold', 'gives up half'],
    rules: true,
  },
  insurance: { vi: 'bảo hiểm', en: 'insurance', notVi: ['bảo kê'], rules: true },
  bust: { vi: 'quắc', en: 'bust', notVi: ['cháy', 'nổ bài', 'bị quá'], notEn: ['goes over', 'breaks'], rules: true },
  push: { vi: 'hòa', en: 'push', notVi: ['hoà', 'huề', 'ngang điểm'], notEn: ['tie', 'ties', 'standoff'], rules: true },
  dealer: {
    vi: 'nhà cái',
    en: 'dealer',
    notVi: ['dealer', 'người chia bài', 'nhà con'],
    notEn: ['croupier', 'banker'],
    rules: true,
  },
  blackjack: { vi: 'Blackjack', en: 'Blackjack', notVi: ['xì dách', 'xì lát'], rules: true },
  ace: { vi: 'Xì', en: 'ace', notVi: ['con át', 'lá át', 'con A', 'lá A'], rules: true },
  hole: {
    vi: 'lá úp',
    en: 'hole card',
    notVi: ['bài tẩy', 'lá tẩy', 'lá kín'],
    notEn: ['hidden card', 'closed card'],
    rules: true,
  },
  up: {
    vi: 'lá mở',
    en: 'up card',
    notVi: ['lá ngửa', 'bài ngửa'],
    notEn: ['upcard', 'face card', 'shown card'],
    rules: true,
  },
  shoe: { vi: 'hộp bài', en: 'shoe', notVi: ['cỗ bài', 'giày bài', 'guốc bài'], notEn: ['sabot'], rules: true },
  cut: { vi: 'lá cắt', en: 'cut card', notVi: ['thẻ cắt', 'bài cắt'], rules: true },
  soft: { vi: 'mềm', en: 'soft', rules: true },
  round: { vi: 'ván', en: 'round', notVi: ['vòng chơi', 'hiệp'], rules: true },
  seat: { vi: 'ghế', en: 'seat', notVi: ['vị trí ngồi', 'chỗ ngồi'], rules: true },
  bet: { vi: 'cược', en: 'bet', notVi: ['cá cược'], notEn: ['wager'], rules: true },
  chip: { vi: 'chip', en: 'chip', notVi: ['phỉnh', 'xèng', 'thẻ cược'], notEn: ['token', 'coin'] },
  shuffle: { vi: 'xáo', en: 'shuffle', notVi: ['trộn bài', 'tráo bài', 'xào bài'], rules: true },
  seed: { vi: 'hạt giống', en: 'seed', notVi: ['mã giống', 'số gieo'] },
  spades: { vi: 'bích', en: 'spades', notVi: ['pích'] },
  hearts: { vi: 'cơ', en: 'hearts', notVi: ['con tim'] },
  diamonds: { vi: 'rô', en: 'diamonds' },
  clubs: { vi: 'chuồn', en: 'clubs', notVi: ['chuồng', 'nhép', 'tép'] },
  /** Marks of tone stand where Vietnamese schools put them: hòa, hủy. */
  spelling: { vi: 'hủy', en: 'void', notVi: ['huỷ', 'thoả', 'khoẻ', 'hoả', 'toà'] },
}
