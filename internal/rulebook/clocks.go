package rulebook

// clocks is R13, and the part of R24 that follows from it.
func (p *page) clocks() {
	r := p.rules
	p.section("clock", "Thời gian", "The clock")
	p.item("R13", "", say(
		"Thời gian đặt cược: %[1]v. Mọi người đang ngồi đã xác nhận cược thì chia bài ngay, không chờ hết giờ.",
		"Betting time: %[1]v. The deal begins at once when every seated player has confirmed a bet.", r.BetTime))
	p.item("R13", "", say(
		"Không đặt cược trong thời gian đó thì ván ấy không được chia bài.",
		"A seat without a bet by then is not dealt into the round."))
	p.item("R24", "", say(
		"Ba ván liền không đặt cược thì mất ghế.",
		"A seat whose player has not bet for three rounds in a row is freed."))
	p.item("R13", "", say(
		"Thời gian cho mỗi quyết định: %[1]v. Hết giờ mà chưa chọn thì tay bài tự dừng.",
		"Time for each decision: %[1]v. A hand that has not acted by then stands.", r.ActTime))
	if offers := p.offers("hay", "or"); len(offers.vi) > 0 {
		p.item("R13", "", say(
			"Được mời %[1]v mà không trả lời kịp thì coi như từ chối.",
			"No answer in that time to an offer of %[1]v means no.", offers))
	}
	if r.ResultTime == 0 {
		p.item("R13", "", say(
			"Có kết quả là đến ngay lượt đặt cược tiếp theo.",
			"The next bets open as soon as the results are there."))
	} else {
		p.item("R13", "", say(
			"Kết quả được giữ trên bàn %[1]v rồi mới đến lượt đặt cược tiếp theo.",
			"Results stay on the table for %[1]v before the next bets.", r.ResultTime))
	}
	p.item("R13", "", say(
		"Đồng hồ do máy chủ giữ. Lịch sử ván ghi rõ quyết định nào do hết giờ.",
		"The clock is the server's. The history marks every decision that the clock made."))
}

// away is what happens to a hand whose player is gone, R13 and R24.
func (p *page) away() {
	p.section("away", "Mất kết nối và rời bàn", "Lost connections and leaving")
	p.item("R13", "", say(
		"Mất kết nối: trong ván đang chơi, ghế, tay bài và tiền cược giữ nguyên. Đồng hồ vẫn chạy, không dừng và không kéo dài; hết giờ thì xử lý như trên.",
		"Lost connection: in the round being played, seat, hands and bets stay as they are. The clock runs on, neither stopped nor extended; when it runs out, the rules above apply."))
	p.item("R13", "", say(
		"Kết nối lại thì thấy đúng bàn ấy, đúng những lá bài ấy. Tiền thắng vào tài khoản dù bạn có kết nối hay không.",
		"When you come back, you find the same table and the same cards. What you win goes to your account, whether you are connected or not."))
	p.item("R24", "", say(
		"Mất kết nối quá 30 giây: ván đang chơi vẫn được tính đến hết, rồi ghế được nhường cho người khác.",
		"Gone for more than 30 seconds: the round is still played and settled, and then the seat is given up."))
	p.item("R24", "", say(
		"Rời bàn trước khi chia bài thì cược được trả lại. Rời bàn giữa ván thì tay bài tự dừng khi đến lượt, mọi lời mời coi như bị từ chối, ván được tính đến hết, tiền thắng vào tài khoản, và ghế trống sau ván đó.",
		"If you leave before the deal, the bet comes back. If you leave in the middle of a round, your hand stands when its turn comes and offers count as declined; the round is settled, the winnings go to your account, and the seat is free after it."))
	p.item("R24", "", say(
		"Ngồi vào giữa ván thì chờ đến ván sau.",
		"If you sit down in the middle of a round, you wait for the next one."))
}

// inOneLine closes the page with all settings as the lobby and the history write them.
func (p *page) inOneLine() {
	p.section("line", "Toàn bộ thiết lập trong một dòng", "All settings in one line")
	p.item("", "", say("%[1]v", "%[1]v", p.rules.String()))
}
