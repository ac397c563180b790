package rulebook

// bets is R23.
func (p *page) bets() {
	r := p.rules
	p.section("bets", "Đặt cược", "Bets")
	limits := say(
		"Cược ban đầu của mỗi ghế từ %[1]v đến %[2]v, là bội số của %[3]v.",
		"The first bet on a seat is %[1]v to %[2]v, in steps of %[3]v.", r.MinBet, r.MaxBet, r.BetStep)
	if r.MinBet == r.MaxBet {
		limits = say(
			"Cược ban đầu của mỗi ghế là đúng %[1]v (bước cược %[2]v).",
			"The first bet on a seat is exactly %[1]v (the step is %[2]v).", r.MinBet, r.BetStep)
	}
	p.item("R23", "", limits)
	over := list{viLast: "và", enLast: "and"}
	over.add(true, "gấp đôi", "doubling")
	over.add(p.splits(), "tách bài", "splitting")
	over.add(p.insures(), "bảo hiểm", "insurance")
	p.item("R23", "", say(
		"Mức tối đa chỉ áp dụng cho cược ban đầu; %[1]v có thể đưa tổng tiền cược của ghế lên cao hơn.",
		"The maximum binds the first bet only; %[1]v may take what is staked on a seat above it.", over))
	p.item("R23", "", say(
		"Xác nhận lại trước khi chia bài thì cược mới thay cho cược cũ, không cộng thêm. Trước khi chia bài cũng có thể rút cược về.",
		"A new confirmation before the deal replaces the bet and never adds to it. Before the deal a bet may also be taken back."))
	p.item("R23", "", say(
		"Tiền luôn là số nguyên. Mức cược được đặt sao cho mọi khoản trả đều chẵn đơn vị, nên không bao giờ phải làm tròn tiền trả.",
		"Money is always whole numbers. The bets are such that everything paid comes out in whole units, so no payment is ever rounded."))
	more := list{viLast: "hoặc", enLast: "or"}
	more.add(true, "gấp đôi", "double")
	more.add(p.splits(), "tách bài", "split")
	p.item("R23", "", say(
		"Không đủ số dư để %[1]v thì yêu cầu bị từ chối, tay bài vẫn giữ lượt và thời gian còn lại.",
		"A %[1]v that the balance does not cover is refused; the hand keeps its turn and the time it has left.", more))
}
