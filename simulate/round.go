package simulate

import "club99/blackjack"

// round plays rounds from a shoe by a compiled strategy. It is the engine's
// game with everything left out that nobody asks about: no events, no cards but
// their ranks, no order in which bets are settled.
type round struct {
	*machine
	*shoe
	pay   pay
	count counter
	seats []seat

	up, hole uint8
	mayBe    bool // for all anyone knows, the dealer may have a Blackjack
	dealer   int  // the dealer's total; 0 if none was needed

	dealerBlackjack bool
}

// seat is one seat in a round.
type seat struct {
	bet   int64 // in bets; 0 is not dealt in
	net   int64 // in units
	hands [blackjack.MaxHands]hand
	n     int
	first [2]uint8

	insured     bool
	evenMoney   bool
	surrendered bool // before the check
}

// hand is one hand of a seat.
type hand struct {
	node          int32
	first, second uint8
	split         bool
}

func (r *round) face(rank uint8) uint8 {
	r.count.see(rank)
	return rank
}

// play plays one round: every seat with a bet gets its net.
func (r *round) play() {
	r.deal()
	if r.offersEnd() {
		r.hidden[value(r.hole)]++
		return
	}
	if r.checks() && r.dealerHasBlackjack() {
		r.face(r.hole)
		r.settle(true)
		return
	}
	r.mayBe = (r.up == 1 || r.up >= 10) && !r.checks()
	for i := range r.seats {
		if s := &r.seats[i]; s.bet > 0 && !s.evenMoney && !s.surrendered {
			r.playSeat(s)
		}
	}
	open, compare := r.unsettled()
	if !open {
		r.hidden[value(r.hole)]++
		r.settle(false)
		return
	}
	r.face(r.hole)
	natural := r.mayBe && r.dealerHasBlackjack()
	if !natural && compare {
		r.draws()
	}
	r.settle(natural)
}

func (r *round) dealerHasBlackjack() bool {
	return r.up == 1 && r.hole >= 10 || r.up >= 10 && r.hole == 1
}

// checks reports whether the dealer looks under the up card (R16).
func (r *round) checks() bool {
	return r.rules.Peek.Checks(min(int(r.up), 10))
}

// deal is R02.
func (r *round) deal() {
	r.mayBe, r.dealer = false, 0
	for i := range r.seats {
		if s := &r.seats[i]; s.bet > 0 {
			s.first[0] = r.face(r.draw())
		}
	}
	r.up = r.face(r.draw())
	for i := range r.seats {
		s := &r.seats[i]
		if s.bet == 0 {
			continue
		}
		s.first[1] = r.face(r.draw())
		s.net, s.insured, s.evenMoney, s.surrendered = 0, false, false, false
		s.n = 1
		s.hands[0] = hand{first: s.first[0], second: s.first[1]}
	}
	r.hole = r.draw()
	for i := range r.seats {
		if s := &r.seats[i]; s.bet > 0 {
			s.hands[0].node = r.first[value(r.up)][s.at()]
		}
	}
}

// at is the place of the seat's first two cards in a table of both ranks.
func (s *seat) at() int { return int(s.first[0])*rowSize + int(s.first[1]) }

// offersEnd is R14 early, R15 and R21. It reports whether nothing is at stake any more.
func (r *round) offersEnd() bool {
	if r.up != 1 && r.up < 10 {
		return false
	}
	o := &r.offers[r.count.level(r.machine, r.left())]
	over := true
	for i := range r.seats {
		s := &r.seats[i]
		if s.bet == 0 {
			continue
		}
		r.answer(s, o)
		over = over && (s.surrendered || s.evenMoney)
	}
	if over {
		r.settle(false)
	}
	return over
}

// answer gives the seat's answers to all offers.
func (r *round) answer(s *seat, o *offers) {
	natural := s.hands[0].node == r.natural
	s.surrendered = r.rules.Surrender == blackjack.SurrenderEarly && !natural && o.surrender[value(r.up)][s.at()]
	switch {
	case r.up != 1 || s.surrendered:
	case natural && r.rules.EvenMoney:
		s.evenMoney = o.evenMoney
	case r.rules.Insurance && r.pay.insurance > 0:
		s.insured = o.insure[s.at()]
	}
}

// playSeat is the seat's turn, R09 to R14: its hands from left to right.
func (r *round) playSeat(s *seat) {
	up := value(r.up)
	for i := 0; i < s.n; i++ {
		h := &s.hands[i]
		for again := true; again; {
			again = false
			if h.split {
				h.node = r.afterSplit(s, h, up)
			}
			for r.live(h.node) {
				row := int(h.node) * 2 * rowSize
				action := r.acts[int(h.node)*len(r.offers)+r.count.level(r.machine, r.left())]
				if action == uint8(blackjack.Hit) {
					h.node = r.next[row+int(r.face(r.draw()))]
				} else if action == uint8(blackjack.Double) {
					h.node = r.next[row+rowSize+int(r.face(r.draw()))]
				} else if action == uint8(blackjack.Stand) {
					h.node = r.stands[h.node]
				} else if action == uint8(blackjack.Surrender) {
					h.node = r.surrendered
				} else {
					r.split(s, i)
					again = true
					break
				}
			}
		}
	}
}

func (r *round) afterSplit(s *seat, h *hand, up int) int32 {
	can := 0
	if s.n < r.rules.MaxHands {
		can = 1
	}
	return r.after[can][up][int(h.first)*rowSize+int(h.second)]
}

// split is R12: both hands get their second card at once.
func (r *round) split(s *seat, i int) {
	copy(s.hands[i+1:s.n+1], s.hands[i:s.n])
	s.n++
	left, right := &s.hands[i], &s.hands[i+1]
	right.first = left.second
	left.split, right.split = true, true
	left.second = r.face(r.draw())
	right.second = r.face(r.draw())
}

// unsettled reports whether a stake still depends on the hole card, and whether
// one depends on the dealer's total.
func (r *round) unsettled() (open, compare bool) {
	for i := range r.seats {
		s := &r.seats[i]
		if s.bet == 0 {
			continue
		}
		open = open || s.insured && r.mayBe
		for j := range s.hands[:s.n] {
			if s.evenMoney || s.surrendered {
				continue
			}
			switch f := &r.finals[s.hands[j].node]; f.status {
			case blackjack.StatusStood:
				return true, true
			case blackjack.StatusCharlie:
				open = open || r.mayBe && !r.rules.CharlieBeatsBlackjack
			case blackjack.StatusBlackjack, blackjack.StatusSurrendered:
				open = open || r.mayBe
			}
		}
	}
	return open, false
}

// draws is R18 and R19.
func (r *round) draws() {
	points, ace := value(r.up)+value(r.hole), r.up == 1 || r.hole == 1
	for {
		total := points
		if ace && points <= 11 {
			total += 10
		}
		if total > 17 || total == 17 && (points == 17 || r.rules.Soft17 == blackjack.Soft17Stand) {
			r.dealer = total
			return
		}
		c := r.face(r.draw())
		points += value(c)
		ace = ace || c == 1
	}
}

// end counts the hands of a seat as they ended.
func (r *round) end(i int, ended *hands) {
	r.settleSeat(&r.seats[i], r.dealerBlackjack, ended)
}
