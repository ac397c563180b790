package rulebook

import (
	"club99/blackjack"
	"club99/card"
)

// table is R01, R02 and R24: what stands on the table, and how a round goes.
func (p *page) table() {
	r := p.rules
	p.section("table", "Bàn chơi", "The table")
	p.item("R02", "", say(
		"Bàn có %[1]v ghế. Người chơi không đấu với nhau: mỗi ghế chỉ so bài với nhà cái.",
		"The table has %[1]v. Players do not play against each other: each seat plays against the dealer alone.", count{r.Seats, "seat"}))
	p.item("R24", "", say(
		"Một người giữ được tối đa %[1]v ghế. Mỗi ghế có tiền cược riêng và được chơi riêng.",
		"One player may hold at most %[1]v. Each seat has a bet of its own and is played on its own.", count{r.SeatsPerPlayer, "seat"}))
	p.item("R01", "", say(
		"Hộp bài gồm %[1]v bộ 52 lá, không có Joker: tất cả %[2]v lá.",
		"The shoe holds %[1]v of 52 cards without jokers: %[2]v cards in all.", count{r.Decks, "deck"}, r.Decks*card.PerDeck))
	if r.Shuffle == blackjack.ShuffleEveryRound {
		p.item("R01", "", say(
			"Bài được xáo lại trước mỗi ván, nên không bao giờ hết giữa chừng.",
			"The cards are shuffled before every round, so they never run out in the middle of one."))
	} else {
		p.item("R01", "", say(
			"Lá cắt (cut card) nằm trước %[1]v lá cuối của hộp bài. Khi lá cắt ra, ván đang chơi vẫn đi đến hết với hộp bài ấy; bài được xáo lại trước ván sau.",
			"The cut card lies in front of the last %[1]v of the shoe. When it comes out, the round goes on to its end from the same shoe; the cards are shuffled before the next round.", count{r.CutCard, "card"}), say(
			"Nếu số lá còn lại có thể không đủ cho một ván thì bài được xáo lại ngay trước ván đó, nên không bao giờ hết giữa chừng.",
			"If the cards that are left might not be enough for a round, they are shuffled before it, so they never run out in the middle of one."))
	}
	p.item("R01", "Provable shuffle", say(
		"Mỗi lần xáo bài đều kiểm chứng được: nhà cái cam kết hạt giống của mình trước khi nhận cược, người chơi có thể góp hạt giống riêng, và mỗi lá mở ra đều kèm bằng chứng rằng nó đã nằm sẵn ở chỗ đó từ trước khi chia.",
		"Every shuffle can be proved: the house commits to its seed before bets are taken, players may add seeds of their own, and each card that is turned up comes with the proof that it lay in its place before the deal."))
	p.item("R02", "", say(
		"Bài được chia theo chiều kim đồng hồ: mỗi ghế có cược một lá, nhà cái một lá mở, mỗi ghế thêm một lá, nhà cái thêm một lá úp.",
		"Cards are dealt clockwise: one to each seat with a bet, one face up to the dealer, a second to each seat, and one face down to the dealer."))
	p.item("R02", "", p.orderOfRound())
}

// orderOfRound names the parts of a round that this table has.
func (p *page) orderOfRound() sentence {
	l := list{viLast: "rồi", enLast: "and"}
	l.add(true, "đặt cược", "bets")
	l.add(true, "chia bài", "the deal")
	offers := p.offers("và", "and")
	l.add(len(offers.vi) > 0, "mời "+join(offers.vi, offers.viLast)+" (nếu có)", "the offers of "+join(offers.en, offers.enLast)+", if any")
	l.add(p.rules.Peek != blackjack.PeekNone, "nhà cái kiểm tra Blackjack", "the dealer's check for Blackjack")
	l.add(true, "lượt của từng ghế theo chiều kim đồng hồ", "the seats' turns clockwise")
	l.add(true, "lượt của nhà cái", "the dealer's turn")
	l.add(true, "trả tiền", "the payment")
	return say("Thứ tự một ván: %[1]v.", "The order of a round: %[1]v.", l)
}

// offers lists what this table asks seats before their turns.
func (p *page) offers(viLast, enLast string) list {
	l := list{viLast: viLast, enLast: enLast}
	l.add(p.insures(), "bảo hiểm", "insurance")
	l.add(p.rules.EvenMoney, "Even Money", "even money")
	l.add(p.early(), "bỏ cuộc sớm", "early surrender")
	return l
}

// cards is R03 to R07: what cards are worth and which hand is better.
func (p *page) cards() {
	p.section("cards", "Giá trị lá bài và thắng thua", "What cards are worth, and who wins")
	p.item("R03", "", say(
		"Lá 2 đến 10 tính theo số ghi trên lá; J, Q, K tính 10; con Xì (A) tính 11 hoặc 1, sao cho có lợi nhất. Điểm các lá được cộng lại.",
		"Cards from 2 to 10 count their number; J, Q and K count 10; an ace counts 11 or 1, whichever is better. The points are added up."))
	p.item("R03", "Soft", say(
		"Điểm mềm: tay bài còn con Xì tính 11, như A-6 là 17 mềm. Rút thêm một lá thì tay bài như vậy không thể quắc.",
		"Soft total: a hand in which an ace still counts 11, as A-6 is a soft 17. Such a hand cannot bust with one more card."))
	p.item("R04", "Blackjack", say(
		"Blackjack: con Xì và một lá 10 điểm, chỉ tính với đúng hai lá đầu được chia. Blackjack thắng mọi tay 21 điểm khác; gặp Blackjack của nhà cái thì hòa.",
		"Blackjack: an ace and a ten-value card, counted only on the first two cards dealt to a seat. It beats every other 21; against a dealer's Blackjack it is a push."))
	p.item("R05", "", say(
		"Từ ba lá trở lên mà được 21 thì là 21 thường, không phải Blackjack.",
		"A 21 of three cards or more is an ordinary 21, not a Blackjack."), when(p.splits(), say(
		"Hai lá được 21 sau khi tách bài cũng vậy, kể cả tách con Xì hay tách lá 10 điểm: thắng thì trả %[1]v.",
		"So is a 21 of two cards after a split, of aces or of tens: if it wins, it pays %[1]v.", p.rules.WinPays)))
	p.item("R06", "Push", say(
		"Hòa: bằng điểm nhà cái thì tiền cược được trả lại. Hơn điểm nhà cái mà không quá 21 là thắng; kém điểm là thua. Blackjack của nhà cái cũng hơn mọi tay 21 thường.",
		"Push: with the same total as the dealer the bet comes back. A higher total that is not over 21 wins, a lower one loses. The dealer's Blackjack, too, beats every ordinary 21."))
	p.item("R07", "Bust", say(
		"Quắc: quá 21 điểm là mất ngay tiền cược của tay bài đó, dù sau đó nhà cái có quắc hay không. Nhà cái quắc thì mọi tay bài còn chờ so điểm đều thắng.",
		"Bust: over 21 the bet on that hand is lost at once, whether the dealer goes bust later or not. If the dealer busts, every hand still waiting to be compared wins."))
}

// payouts is the odds table, R08 and R22, with what an example bet brings back.
func (p *page) payouts() {
	r := p.rules
	p.section("payouts", "Bảng trả thưởng", "The odds")
	p.item("R22", "Win", say(
		"Thắng thường: trả %[1]v. Cược %[2]v nhận về %[3]v, gồm cả tiền cược.",
		"Win: pays %[1]v. A bet of %[2]v brings back %[3]v, the bet included.", r.WinPays, p.bet, pays(r.WinPays, p.bet)))
	p.item("R08", "Blackjack", say(
		"Thắng Blackjack: trả %[1]v. Cược %[2]v nhận về %[3]v.",
		"Blackjack: pays %[1]v. A bet of %[2]v brings back %[3]v.", r.BlackjackPays, p.bet, pays(r.BlackjackPays, p.bet)))
	if r.Charlie > 0 {
		p.item("R20", "Charlie", say(
			"Thắng Charlie: trả %[1]v. Cược %[2]v nhận về %[3]v.",
			"Charlie: pays %[1]v. A bet of %[2]v brings back %[3]v.", r.CharliePays, p.bet, pays(r.CharliePays, p.bet)))
	}
	if stake := p.mostInsurance(p.bet); stake > 0 {
		p.item("R15", "Insurance", say(
			"Thắng bảo hiểm: trả %[1]v. Mua %[2]v nhận về %[3]v.",
			"Insurance: pays %[1]v. An insurance of %[2]v brings back %[3]v.", r.InsurancePays, stake, pays(r.InsurancePays, stake)))
	}
	if r.EvenMoney {
		p.item("R21", "Even Money", say(
			"Lấy tiền ngay: trả %[1]v. Cược %[2]v nhận về %[3]v.",
			"Even money: pays %[1]v. A bet of %[2]v brings back %[3]v.", r.EvenMoneyPays, p.bet, pays(r.EvenMoneyPays, p.bet)))
	}
	if r.Surrender != blackjack.SurrenderOff {
		p.item("R14", "Surrender", say(
			"Bỏ cuộc: lấy lại một nửa. Cược %[1]v nhận về %[2]v.",
			"Surrender: half comes back. A bet of %[1]v brings back %[2]v.", p.bet, p.bet/2))
	}
	p.item("R06", "Push", say(
		"Hòa: cược %[1]v nhận về %[1]v.",
		"Push: a bet of %[1]v brings back %[1]v.", p.bet))
}
