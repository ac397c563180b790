package rulebook

import "club99/blackjack"

// underAnAce is R15 and R21: insurance and even money, what they cost and what they bring.
func (p *page) underAnAce() {
	p.section("ace", "Khi nhà cái mở con Xì", "When the dealer shows an ace")
	p.insurance()
	p.evenMoney()
	if p.insures() {
		p.item("R15", "", say(
			"Bảo hiểm là khoản cược riêng: thắng hay thua bảo hiểm không làm thay đổi tiền cược của tay bài.",
			"Insurance is a bet of its own: whether it wins or loses changes nothing about the bet on the hand."))
	}
}

func (p *page) insurance() {
	r := p.rules
	if !p.insures() {
		p.item("R15", "Insurance", say("Bảo hiểm: bàn này không có.", "Insurance: not at this table."))
		return
	}
	most := p.mostInsurance(p.bet)
	s := []sentence{
		when(!r.EvenMoney, say(
			"Bảo hiểm: mọi ghế được hỏi cùng lúc, ngay sau khi chia bài, có mua bảo hiểm phòng khi nhà cái có Blackjack hay không.",
			"Insurance: every seat is asked at the same time, right after the deal, whether it insures against a dealer's Blackjack.")),
		when(r.EvenMoney, say(
			"Bảo hiểm: mọi ghế không có Blackjack được hỏi cùng lúc, ngay sau khi chia bài, có mua bảo hiểm phòng khi nhà cái có Blackjack hay không.",
			"Insurance: every seat without a Blackjack is asked at the same time, right after the deal, whether it insures against a dealer's Blackjack.")),
		say(
			"Giá tối đa một nửa tiền cược, mua ít hơn cũng được. Cược %[1]v thì mua nhiều nhất %[2]v.",
			"It costs up to half the bet, and may be less: at most %[2]v on a bet of %[1]v.", p.bet, most),
	}
	if unit := r.InsurancePays.Den; unit > 1 {
		s = append(s, say("Số tiền mua là bội số của %[1]v.", "It is a multiple of %[1]v.", unit))
	}
	if r.BetStep%2 != 0 {
		s = append(s, say("Cược lẻ thì một nửa được làm tròn xuống số nguyên.", "Half of an odd bet counts down to the whole number."))
	}
	if p.mostInsurance(r.MinBet) == 0 {
		s = append(s, say("Cược quá nhỏ, không chia được như vậy, thì không được mời mua bảo hiểm.", "A bet too small for that is not asked."))
	}
	p.item("R15", "Insurance", s...)
	settled := say(
		"Bảo hiểm được giải quyết ngay sau khi nhà cái kiểm tra Blackjack.",
		"Insurance is settled as soon as the dealer has checked for Blackjack.")
	if r.Peek == blackjack.PeekNone {
		settled = say(
			"Bảo hiểm được giải quyết khi nhà cái mở lá úp, sau lượt của mọi người chơi.",
			"Insurance is settled when the hole card is opened, after all players' turns.")
	}
	p.item("R15", "", settled, say(
		"Nhà cái có Blackjack: mua %[1]v nhận về %[2]v (trả %[3]v). Nhà cái không có: mất %[1]v.",
		"With a dealer's Blackjack an insurance of %[1]v brings back %[2]v (it pays %[3]v). Without one, the %[1]v are lost.",
		most, pays(r.InsurancePays, most), r.InsurancePays))
}

func (p *page) evenMoney() {
	r := p.rules
	if !r.EvenMoney {
		p.item("R21", "Even Money", say("Lấy tiền ngay: bàn này không có.", "Even money: not at this table."), when(p.insures(), say(
			"Ghế có Blackjack được hỏi về bảo hiểm như mọi ghế khác.",
			"A seat with a Blackjack is asked about insurance like every other.")))
		return
	}
	p.item("R21", "Even Money", say(
		"Lấy tiền ngay: ghế có Blackjack được hỏi, ngay sau khi chia bài, có muốn được trả %[1]v ngay lúc đó hay không, dù nhà cái có Blackjack hay không.",
		"Even money: a seat with a Blackjack is asked, right after the deal, whether it wants to be paid %[1]v at once, whether the dealer has Blackjack or not.", r.EvenMoneyPays), when(p.insures(), say(
		"Ghế đó không được hỏi về bảo hiểm nữa.",
		"Such a seat is not asked about insurance.")))
	p.item("R21", "", say(
		"Cược %[1]v: đồng ý thì nhận về %[2]v. Từ chối thì nhận về %[3]v nếu nhà cái không có Blackjack, và chỉ lấy lại %[1]v (hòa) nếu nhà cái có.",
		"On a bet of %[1]v: accepted, it brings back %[2]v. Declined, the hand brings back %[3]v if the dealer has no Blackjack, and only the %[1]v (a push) if the dealer has.",
		p.bet, pays(r.EvenMoneyPays, p.bet), pays(r.BlackjackPays, p.bet)))
}

// dealer is R16 to R19.
func (p *page) dealer() {
	r := p.rules
	p.section("dealer", "Luật cho nhà cái", "The dealer's rules")
	p.peek()
	p.holeCard()
	p.item("R18", "", say(
		"Sau khi mở lá úp, nhà cái rút bài khi có 16 điểm trở xuống và dừng khi có 17 điểm cứng trở lên. Nếu không còn tay bài nào chờ so điểm thì nhà cái không rút.",
		"With the hole card open, the dealer draws on 16 or less and stands on hard 17 or more. If no hand is waiting to be compared, the dealer does not draw."))
	if r.Soft17 == blackjack.Soft17Stand {
		p.item("R19", "Soft 17", say(
			"17 mềm: nhà cái có con Xì tính 11 và tổng 17 thì dừng.",
			"Soft 17: with an ace counted 11 in a 17 the dealer stands."))
	} else {
		p.item("R19", "Soft 17", say(
			"17 mềm: nhà cái có con Xì tính 11 và tổng 17 thì rút thêm; từ 18 mềm trở lên thì dừng.",
			"Soft 17: with an ace counted 11 in a 17 the dealer draws; on a soft 18 or more the dealer stands."))
	}
	p.item("R18", "", say(
		"Nhà cái không bao giờ xét đến điểm của người chơi, và không bị giới hạn số lá.",
		"The dealer never looks at the players' totals and has no limit on cards."))
}

// peek is R16: the check, and what a Blackjack takes that was not checked for.
func (p *page) peek() {
	switch p.rules.Peek {
	case blackjack.PeekAceAndTen:
		p.item("R16", "Peek", say(
			"Kiểm tra: khi lá mở là con Xì hoặc lá 10 điểm, nhà cái xem lá úp trước lượt của người chơi.",
			"Check: with an ace or a ten-value card face up, the dealer looks at the hole card before the players' turns."), ends())
	case blackjack.PeekAce:
		p.item("R16", "Peek", say(
			"Kiểm tra: khi lá mở là con Xì, nhà cái xem lá úp trước lượt của người chơi. Khi lá mở là lá 10 điểm, nhà cái không xem.",
			"Check: with an ace face up, the dealer looks at the hole card before the players' turns. With a ten-value card face up, the dealer does not look."), ends())
	default:
		p.item("R16", "Peek", say(
			"Kiểm tra: ở bàn này nhà cái không xem lá úp trước; có Blackjack hay không chỉ biết khi lá úp được mở.",
			"Check: at this table the dealer never looks at the hole card beforehand; a Blackjack shows only when the hole card is opened."))
	}
	if p.checksAll() {
		return
	}
	if p.rules.NoPeekLoss == blackjack.LoseAll {
		p.item("R16", "", say(
			"Blackjack của nhà cái không được xem trước như vậy thì ăn hết tiền cược của mọi tay bài còn trên bàn, %[1]v; chỉ Blackjack của người chơi là hòa.",
			"A Blackjack that was not looked for takes the bets of all hands still on the table, %[1]v; only a player's Blackjack is a push.", p.addedStakes()))
		return
	}
	p.item("R16", "", say(
		"Blackjack của nhà cái không được xem trước như vậy thì chỉ ăn của mỗi ghế số tiền bằng cược ban đầu, tính cả phần đã mất vì quắc; phần còn lại, %[1]v, được trả về. Blackjack của người chơi là hòa.",
		"A Blackjack that was not looked for takes from each seat no more than its first bet, what busted hands have lost included; the rest, %[1]v, comes back. A player's Blackjack is a push.", p.addedStakes()))
}

// ends is what a dealer's Blackjack does that was checked for.
func ends() sentence {
	return say(
		"Nếu là Blackjack, lá úp được mở và ván kết thúc ngay: mọi tay bài còn lại đều thua, trừ Blackjack là hòa.",
		"If it makes a Blackjack, it is opened and the round ends at once: every hand still in play loses but a Blackjack, which is a push.")
}

// addedStakes lists the stakes that a hand can gain after the first bet.
func (p *page) addedStakes() list {
	l := list{viLast: "và", enLast: "and"}
	l.add(true, "kể cả phần gấp đôi", "doubled stakes included")
	if p.splits() {
		l = list{viLast: "và", enLast: "and"}
		l.add(true, "kể cả phần gấp đôi và phần tách bài", "doubled and split stakes included")
	}
	return l
}

// holeCard is R17.
func (p *page) holeCard() {
	opens := say(
		"Lá bài úp: nếu ván chưa kết thúc ở bước kiểm tra, nhà cái mở lá úp sau khi mọi người chơi xong lượt.",
		"Hole card: if the check has not ended the round, the dealer opens it after all players' turns.")
	if p.rules.Peek == blackjack.PeekNone {
		opens = say(
			"Lá bài úp: nhà cái mở lá úp sau khi mọi người chơi xong lượt.",
			"Hole card: the dealer opens it after all players' turns.")
	}
	p.item("R17", "Hole card", opens, say(
		"Nếu khi ấy không còn khoản cược nào chờ kết quả, vì mọi tay bài đã quắc hoặc đã được thanh toán, thì ván kết thúc mà không mở lá úp: không ai được xem lá đó, kể cả trong lịch sử ván hay trang quản trị. Khi hộp bài đã dùng xong, hạt giống của hộp bài được công bố; từ đó ai cũng có thể tự tính ra lá ấy.",
		"If no bet is waiting for a result by then, because every hand is bust or already settled, the round ends without it: nobody is ever shown that card, not in the history and not on any page of the house. Once the shoe is over its seed is published, and from it anybody can compute that card."))
	if p.checksAll() {
		return
	}
	waiting := list{viLast: "và", enLast: "and"}
	waiting.add(true, "Blackjack", "a Blackjack")
	waiting.add(p.insures() && p.rules.Peek == blackjack.PeekNone, "tiền bảo hiểm", "an insurance")
	waiting.add(p.late(), "tay bài đã bỏ cuộc", "a surrendered hand")
	waiting.add(p.rules.Charlie > 0 && !p.rules.CharlieBeatsBlackjack, "Charlie", "a Charlie")
	p.item("R17", "", say(
		"Khi lá mở có thể thành Blackjack mà nhà cái không xem trước, những thứ sau còn chờ lá úp: %[1]v.",
		"Where the face-up card may make a Blackjack and the dealer has not looked, these still wait for the hole card: %[1]v.", waiting))
}
