package rulebook

import (
	"math"
	"strconv"
	"strings"

	"club99/blackjack"
)

// Facts is what a page says besides the rules, as far as it is known.
type Facts struct {
	Odds  *Odds // nil: not known
	Hints *bool // whether the table gives hints; nil: it is not about one table
}

// Odds is what the rules are worth to who plays best, in parts of the first bet.
type Odds struct {
	Edge          float64 // what the house earns; below zero: what the player earns
	PerUnitStaked float64 // the same of everything staked
	SD            float64 // standard deviation of a round with one seat
	ByTotal       bool    // the strategy looks at totals only, not at every card of the hand
	Cards         int     // in the full shoe
	Unsure        float64 // an estimate of how far the edge can be off; 0: it is exact
}

// PageWith is [Page] with more facts.
func PageWith(rules *blackjack.Rules, lang Lang, facts Facts) Document {
	p := newPage(rules, lang)
	p.write(facts)
	return p.doc
}

// percent is a part of the whole, shown to two decimals of a percent.
type percent float64

// decimal is a number shown to two decimals.
type decimal float64

func (p *page) fixed(v float64) string {
	text := strconv.FormatFloat(v, 'f', 2, 64)
	if text == "-0.00" {
		text = "0.00"
	}
	return strings.Replace(text, ".", p.in(",", "."), 1)
}

// odds says what the table's rules are worth, and how that was found.
func (p *page) odds(facts Facts) {
	if facts.Odds == nil && facts.Hints == nil {
		return
	}
	p.section("odds", "Tỉ lệ của bàn này", "The odds of this table")
	if facts.Odds != nil {
		p.worth(facts.Odds)
		p.howFound(facts.Odds)
	}
	if facts.Hints != nil {
		yes := *facts.Hints
		p.item("", "", when(yes, say(
			"Bàn này có gợi ý: khi đến lượt, người chơi có thể hỏi mỗi lựa chọn đáng giá bao nhiêu, tính từ những lá bài ai cũng thấy.",
			"This table gives hints: at their turn players may ask what each choice is worth, computed from the cards that everybody can see.")), when(!yes, say(
			"Bàn này không có gợi ý trong lúc chơi.",
			"This table gives no hints during play.")))
	}
}

func (p *page) worth(o *Odds) {
	back := decimal(100 * (1 - o.Edge))
	if o.Edge >= 0 {
		p.item("", "House edge", say(
			"Lợi thế của nhà cái: chơi tốt nhất thì nhà cái được %[1]v tiền cược ban đầu. Cứ 100 đơn vị cược ban đầu, trung bình nhận về %[2]v.",
			"House edge: against the best play the house earns %[1]v of the first bet. Of every 100 bet at first, %[2]v come back on average.", percent(o.Edge), back))
	} else {
		p.item("", "Player's edge", say(
			"Lợi thế của người chơi: chơi tốt nhất thì người chơi được %[1]v tiền cược ban đầu. Cứ 100 đơn vị cược ban đầu, trung bình nhận về %[2]v.",
			"Player's edge: the best play earns %[1]v of the first bet. Of every 100 bet at first, %[2]v come back on average.", percent(-o.Edge), back))
	}
	p.item("", "", say(
		"Tính trên mọi khoản đã đặt, kể cả khi gấp đôi, tách bài và mua bảo hiểm, tỉ lệ đó là %[1]v.",
		"Of everything staked, with doubles, splits and insurance, that is %[1]v.", percent(math.Abs(o.PerUnitStaked))), when(o.SD > 0, say(
		"Kết quả một ván của một ghế lệch khỏi trung bình khoảng %[1]v lần tiền cược (độ lệch chuẩn).",
		"The result of one seat in one round strays from the average by %[1]v bets (standard deviation).", decimal(o.SD))))
}

func (p *page) howFound(o *Odds) {
	p.item("", "", when(!o.ByTotal, say(
		"Cách chơi tốt nhất ở đây xét từng lá trên tay và lá mở của nhà cái (chiến lược theo thành phần, CDZ-); tay bài sau khi tách được chơi như chính những lá ấy khi không tách.",
		"The best play looks at every card in the hand and at the dealer's up card (composition-dependent, CDZ-); the hands of a split are played as the same cards without one.")), when(o.ByTotal, say(
		"Cách chơi tốt nhất ở đây chỉ xét tổng điểm và lá mở của nhà cái (chiến lược cơ bản).",
		"The best play looks at the total and at the dealer's up card (basic strategy).")), say(
		"Các số này do chính câu lạc bộ tính từ những thiết lập trên trang này, cho hộp bài đủ %[1]v lá, bằng cách xét mọi khả năng chia bài chứ không chơi thử.",
		"The club computes these figures from the settings on this page, for a full shoe of %[1]v cards, by counting every way the cards can come and not by trial.", o.Cards), when(p.rules.Shuffle == blackjack.ShuffleAtCutCard, say(
		"Giữa hộp bài chia đến lá cắt, lợi thế thay đổi theo những lá đã ra.",
		"Within a shoe that is dealt to a cut card, the edge moves with the cards that have come.")), when(o.Unsure > 0, say(
		"Riêng phần mà Blackjack của nhà cái, khi không kiểm tra trước, lấy của ba hay bốn tay bài tách chỉ là ước tính: lợi thế có thể lệch khoảng %[1]v phần triệu.",
		"Only what a Blackjack that was not checked for takes from three or four hands of a split is an estimate: the edge may be off by about %[1]v parts in a million.",
		int(math.Ceil(1e6*o.Unsure)))))
}
