package rulebook

import "club99/blackjack"

// actions is what a player may do with a hand: R09 to R12, R14, R20.
func (p *page) actions() {
	p.section("actions", "Người chơi có thể làm gì", "What a player may do")
	p.item("R09", "Hit", p.hit()...)
	p.charlie()
	p.item("R10", "Stand", say(
		"Dừng: không làm gì thêm với tay bài này, lượt của nó kết thúc.",
		"Stand: do nothing more with this hand; its turn ends."))
	p.item("R11", "Double Down", p.double()...)
	p.split()
	p.surrender()
}

// hit is R09, with the card limit and what happens at it.
func (p *page) hit() []sentence {
	r := p.rules
	s := []sentence{say(
		"Rút bài: lấy thêm một lá, bao nhiêu lần cũng được khi tay bài còn dưới 21 điểm.",
		"Hit: take one more card, as often as you like while the hand is under 21.")}
	if r.Charlie > 0 {
		return append(s, say(
			"Đủ 21 điểm thì tay bài tự dừng. Một tay bài có nhiều nhất %[1]v lá: lá thứ %[1]v mà không quắc thì tay bài là Charlie, dù được bao nhiêu điểm.",
			"A hand that reaches 21 stands by itself. A hand holds at most %[1]v: if card number %[2]v does not bust it, the hand is a Charlie, whatever its total.",
			count{r.Charlie, "card"}, r.Charlie))
	}
	return append(s, say(
		"Đủ 21 điểm thì tay bài tự dừng. Một tay bài có nhiều nhất %[1]v lá: đủ %[1]v lá mà không quắc thì tay bài tự dừng và được so điểm với nhà cái như thường.",
		"A hand that reaches 21 stands by itself. A hand holds at most %[1]v: a hand of that many that is not bust stands by itself and is compared with the dealer's like any other.",
		count{r.MaxCards, "card"}))
}

// charlie is R20.
func (p *page) charlie() {
	r := p.rules
	if r.Charlie == 0 {
		p.item("R20", "Charlie", say(
			"Charlie: bàn này không có; nhiều lá không làm cho tay bài thắng.",
			"Charlie: not at this table; the number of its cards never makes a hand win."))
		return
	}
	wins := say(
		"Charlie: tay bài đủ %[1]v lá mà không quá 21 điểm thắng ngay và được trả %[2]v, dù sau đó bài nhà cái ra sao.",
		"Charlie: a hand of %[1]v that is not over 21 wins at once and pays %[2]v, whatever the dealer makes later.", count{r.Charlie, "card"}, r.CharliePays)
	if !p.checksAll() && r.CharlieBeatsBlackjack {
		wins = say(
			"Charlie: tay bài đủ %[1]v lá mà không quá 21 điểm thắng ngay và được trả %[2]v, dù sau đó bài nhà cái ra sao, kể cả Blackjack.",
			"Charlie: a hand of %[1]v that is not over 21 wins at once and pays %[2]v, whatever the dealer makes later, Blackjack included.", count{r.Charlie, "card"}, r.CharliePays)
	}
	if !p.checksAll() && !r.CharlieBeatsBlackjack {
		wins = say(
			"Charlie: tay bài đủ %[1]v lá mà không quá 21 điểm thắng và được trả %[2]v, dù nhà cái được bao nhiêu điểm; chỉ Blackjack của nhà cái thắng được nó.",
			"Charlie: a hand of %[1]v that is not over 21 wins and pays %[2]v, whatever the dealer's total; only a dealer's Blackjack beats it.", count{r.Charlie, "card"}, r.CharliePays)
	}
	p.item("R20", "Charlie", wins, when(r.Charlie == 3, say(
		"Lá thứ ba của tay bài gấp đôi cũng tính.",
		"The third card of a doubled hand counts as well.")), when(p.splits(), say(
		"Tay bài đã tách cũng tính.",
		"It counts on split hands as well.")), say(
		"Nhà cái không có Charlie.",
		"The dealer has no Charlie."))
}

// double is R11.
func (p *page) double() []sentence {
	r := p.rules
	s := []sentence{say(
		"Gấp đôi: đặt thêm đúng bằng tiền cược của tay bài, nhận đúng một lá nữa rồi hết lượt. Cược %[1]v thì đặt thêm %[1]v.",
		"Double down: stake as much again as is on the hand, take exactly one more card, and the hand's turn is over. On a bet of %[1]v it costs %[1]v.", p.bet)}
	switch r.DoubleOn {
	case blackjack.Double9To11:
		s = append(s, say("Chỉ khi tay bài có hai lá, tổng 9, 10 hoặc 11 điểm.", "Only with two cards that make 9, 10 or 11."))
	case blackjack.Double10To11:
		s = append(s, say("Chỉ khi tay bài có hai lá, tổng 10 hoặc 11 điểm.", "Only with two cards that make 10 or 11."))
	default:
		s = append(s, say("Chỉ khi tay bài có hai lá, bao nhiêu điểm cũng được.", "Only with two cards, whatever they make."))
	}
	switch {
	case !p.splits():
	case !r.DoubleAfterSplit:
		s = append(s, say("Không được gấp đôi tay bài đã tách.", "Not on split hands."))
	case r.HitSplitAces:
		s = append(s, say("Tay bài đã tách cũng được gấp đôi, kể cả tay tách từ con Xì.", "Split hands may be doubled too, split aces among them."))
	default:
		s = append(s, say("Tay bài đã tách cũng được gấp đôi, trừ tay tách từ con Xì.", "Split hands may be doubled too, but not split aces."))
	}
	return s
}

// split is R12.
func (p *page) split() {
	r := p.rules
	if !p.splits() {
		p.item("R12", "Split", say("Tách bài: bàn này không có.", "Split: not at this table."))
		return
	}
	same := say(
		"Tách bài: khi hai lá cùng số hoặc cùng hình, như 8-8 hay K-K (10-K thì không), bạn đặt thêm đúng bằng tiền cược của tay bài và tách thành hai tay.",
		"Split: with two cards of the same rank, as 8-8 or K-K (not 10-K), stake as much again as is on the hand and play the cards as two hands.")
	if r.SplitOn == blackjack.SplitSameValue {
		same = say(
			"Tách bài: khi hai lá cùng giá trị, như 8-8, K-K hay cả 10-K, bạn đặt thêm đúng bằng tiền cược của tay bài và tách thành hai tay.",
			"Split: with two cards of the same value, as 8-8, K-K or 10-K, stake as much again as is on the hand and play the cards as two hands.")
	}
	p.item("R12", "Split", same, say(
		"Mỗi tay được chia ngay lá thứ hai, rồi các tay được chơi lần lượt từ trái sang phải.",
		"Each hand is dealt a second card at once, and the hands are played in order from left to right."))
	limit := say(
		"Tách tiếp được khi lại có hai lá như vậy, nhiều nhất %[1]v tay bài mỗi ghế.",
		"Hands that pair again may be split again, up to %[1]v a seat.", count{r.MaxHands, "hand"})
	if r.MaxHands == 2 {
		limit = say(
			"Mỗi ghế chỉ được tách một lần, thành hai tay bài.",
			"Each seat may split once, into two hands.")
	}
	p.item("R12", "", limit)
	p.item("R12", "", p.splitAces()...)
}

// splitAces is the part of R12 about aces.
func (p *page) splitAces() []sentence {
	r := p.rules
	var s []sentence
	again := r.MaxHands > 2
	switch {
	case again && r.ResplitAces:
		s = append(s, say(
			"Con Xì đã tách mà gặp con Xì nữa thì được tách tiếp, trong giới hạn trên.",
			"Split aces that are dealt another ace may be split again, up to the same limit."))
	case again:
		s = append(s, say("Con Xì chỉ được tách một lần.", "Aces may be split once only."))
	}
	if r.HitSplitAces {
		return append(s, say(
			"Con Xì đã tách được rút thêm bài như mọi tay bài khác.",
			"Split aces may take more cards, like any other hand."))
	}
	return append(s, say(
		"Mỗi con Xì đã tách chỉ được thêm một lá.",
		"Each split ace is dealt one card and no more."))
}

// surrender is R14.
func (p *page) surrender() {
	if p.rules.Surrender == blackjack.SurrenderOff {
		p.item("R14", "Surrender", say("Bỏ cuộc: bàn này không có.", "Surrender: not at this table."))
		return
	}
	s := []sentence{say(
		"Bỏ cuộc: bỏ tay bài khi mới có hai lá đầu và lấy lại một nửa tiền cược: cược %[1]v thì lấy lại %[2]v.",
		"Surrender: give the hand up on its first two cards and take half the bet back: %[2]v of %[1]v.", p.bet, p.bet/2)}
	after := list{viLast: "hoặc", enLast: "or"}
	after.add(true, "rút bài", "a hit")
	after.add(p.splits(), "tách bài", "a split")
	after.add(true, "gấp đôi", "a double down")
	s = append(s, say("Đã %[1]v thì không được bỏ cuộc nữa.", "Not after %[1]v.", after))
	switch {
	case p.early():
		s = append(s, say(
			"Khi lá mở của nhà cái là con Xì hoặc lá 10 điểm, mọi ghế không có Blackjack được hỏi ngay sau khi chia bài, trước khi biết nhà cái có Blackjack hay không; bỏ cuộc lúc ấy thì dù nhà cái có Blackjack vẫn lấy lại một nửa, còn đã từ chối thì thôi. Với các lá mở khác, bạn bỏ cuộc khi đến lượt.",
			"When the dealer shows an ace or a ten-value card, every seat without a Blackjack is asked right after the deal, before anyone knows whether the dealer has Blackjack. A surrender then brings half back even against a Blackjack; a seat that declines cannot surrender later. Under any other card you surrender at your turn."))
	case p.checksAll():
		s = append(s, say(
			"Chỉ bỏ cuộc khi đến lượt, sau khi nhà cái đã kiểm tra: nếu nhà cái có Blackjack thì ván đã kết thúc và cả tiền cược đã mất.",
			"Only at your turn, after the dealer's check: if the dealer has Blackjack, the round is over before it and the whole bet is lost."))
	default:
		s = append(s, say(
			"Chỉ bỏ cuộc khi đến lượt. Nếu sau cùng nhà cái mở ra Blackjack thì tay bài đã bỏ cuộc vẫn mất cả tiền cược.",
			"Only at your turn. If the dealer turns out to have Blackjack in the end, the surrendered hand loses its whole bet all the same."))
	}
	p.item("R14", "Surrender", s...)
}
