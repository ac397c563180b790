package simulate

import (
	"math"

	"club99/blackjack"
)

// hands counts what became of hands, by their outcome.
type hands struct {
	outcomes  [blackjack.OutcomeBust + 1]uint64
	doubled   uint64
	split     uint64 // splits: each makes a hand more
	insured   uint64
	insurance uint64 // insurance bets that were won
	staked    uint64 // first bets, doubles, splits and half for each insurance, in half bets
}

func (h *hands) add(o *hands, times uint64) {
	for i, n := range o.outcomes {
		h.outcomes[i] += n * times
	}
	h.doubled += o.doubled * times
	h.split += o.split * times
	h.insured += o.insured * times
	h.insurance += o.insurance * times
	h.staked += o.staked * times
}

// settle gives every seat its net.
func (r *round) settle(dealerBlackjack bool) {
	for i := range r.seats {
		if s := &r.seats[i]; s.bet > 0 {
			s.net = r.settleSeat(s, dealerBlackjack, nil)
		}
	}
	r.dealerBlackjack = dealerBlackjack
}

// settleSeat returns the net of a seat, of a single bet; ended, if not nil, counts its hands.
func (r *round) settleSeat(s *seat, dealerBlackjack bool, ended *hands) int64 {
	net := int64(0)
	if s.insured {
		net = -r.pay.insurance
		if dealerBlackjack {
			net = r.pay.insured
		}
	}
	atRisk := int64(0)
	if dealerBlackjack {
		atRisk = r.atRisk(s)
	}
	for j := range s.hands[:s.n] {
		h := &s.hands[j]
		f := final{status: blackjack.StatusStood} // a hand that was never played, against a Blackjack
		if !r.live(h.node) {
			f = r.finals[h.node]
		}
		var o blackjack.Outcome
		var won int64
		switch {
		case s.evenMoney:
			o, won = blackjack.OutcomeEvenMoney, r.pay.evenMoney
		case s.surrendered:
			o, won = blackjack.OutcomeSurrender, -r.pay.surrender
		case dealerBlackjack:
			o, won = r.pay.againstBlackjack(&f, r.rules.CharlieBeatsBlackjack, atRisk)
			if o == blackjack.OutcomeLose {
				atRisk += won
			}
		default:
			o, won = r.pay.result(&f, r.dealer)
		}
		net += won
		if ended != nil {
			ended.outcomes[o]++
			ended.staked += 2
			if f.doubled {
				ended.doubled++
				ended.staked += 2
			}
		}
	}
	if ended != nil {
		ended.split += uint64(s.n - 1)
		if s.insured {
			ended.insured++
			ended.staked++
			if dealerBlackjack {
				ended.insurance++
			}
		}
	}
	return net
}

// atRisk is what a dealer's Blackjack can take from the hands of a seat that
// are not busted (R16).
func (r *round) atRisk(s *seat) int64 {
	if r.rules.NoPeekLoss != blackjack.LoseOriginal {
		return math.MaxInt64
	}
	most := r.pay.bet
	for j := range s.hands[:s.n] {
		if node := s.hands[j].node; !r.live(node) && r.finals[node].status == blackjack.StatusBust {
			most -= r.pay.bet * r.finals[node].stakes()
		}
	}
	return max(most, 0)
}

func (f *final) stakes() int64 {
	if f.doubled {
		return 2
	}
	return 1
}

// againstBlackjack is how a hand ends against a dealer's Blackjack, which can
// take at most atRisk (R04, R16, R20).
func (p *pay) againstBlackjack(f *final, charlieBeats bool, atRisk int64) (blackjack.Outcome, int64) {
	switch {
	case f.status == blackjack.StatusBust:
		return blackjack.OutcomeBust, -p.bet * f.stakes()
	case f.status == blackjack.StatusBlackjack:
		return blackjack.OutcomePush, 0
	case f.status == blackjack.StatusCharlie && charlieBeats:
		return blackjack.OutcomeCharlie, p.charlie * f.stakes()
	}
	loss := min(p.bet*f.stakes(), atRisk)
	if loss == 0 {
		return blackjack.OutcomePush, 0
	}
	return blackjack.OutcomeLose, -loss
}

// result is how a hand ends against a dealer without Blackjack (R06 to R08, R14, R20, R22).
func (p *pay) result(f *final, dealer int) (blackjack.Outcome, int64) {
	switch f.status {
	case blackjack.StatusBust:
		return blackjack.OutcomeBust, -p.bet * f.stakes()
	case blackjack.StatusCharlie:
		return blackjack.OutcomeCharlie, p.charlie * f.stakes()
	case blackjack.StatusBlackjack:
		return blackjack.OutcomeBlackjack, p.blackjack
	case blackjack.StatusSurrendered:
		return blackjack.OutcomeSurrender, -p.surrender
	}
	switch mine := int(f.total); {
	case dealer > 21 || mine > dealer:
		return blackjack.OutcomeWin, p.win * f.stakes()
	case mine == dealer:
		return blackjack.OutcomePush, 0
	}
	return blackjack.OutcomeLose, -p.bet * f.stakes()
}
