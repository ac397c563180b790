package simulate

import (
	"fmt"

	"club99/blackjack"
	"club99/card"
	"club99/money"
	"club99/strategy"
)

// engine plays rounds through the rules engine itself: the slow path, for rules
// that the compiled one cannot play, and the one that it is compared with.
type engine struct {
	*shoe
	rules blackjack.Rules
	plain []strategy.Strategy // by level
	m     *machine            // for the levels alone
	count counter
	seats []seat

	round  blackjack.Round
	cards  []card.Card
	events []blackjack.Event
}

// newEngine makes an engine at which every bet is the same.
func newEngine(rules *blackjack.Rules, plain []strategy.Strategy, m *machine, s *shoe, seats []seat, bet money.Amount) *engine {
	e := &engine{shoe: s, rules: *rules, plain: plain, m: m, seats: seats}
	e.rules.MinBet, e.rules.MaxBet, e.rules.BetStep = bet, bet, bet
	e.rules.Seats, e.rules.SeatsPerPlayer = len(seats), 1
	return e
}

// play plays one round and gives every seat with a bet its net.
func (e *engine) play() {
	start := e.at
	e.prepare()
	e.round = blackjack.Round{}
	for i := range e.seats {
		if e.seats[i].bet > 0 {
			e.do(blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(i + 1), Player: blackjack.PlayerID(i + 1), Amount: e.rules.MinBet})
		}
	}
	e.do(blackjack.Command{Action: blackjack.Deal})
	for e.round.Phase != blackjack.PhaseOver {
		if e.round.Phase == blackjack.PhaseOffers {
			e.answer(e.level(start))
		} else {
			e.do(blackjack.Command{Action: e.decide(e.level(start)), Seat: e.round.Seat})
		}
	}
	if e.at = start + int(e.round.Drawn); e.round.Hole == card.None {
		e.hidden[e.cards[e.round.HoleAt-1].Value()]++
	}
	for i := range e.seats {
		if s := &e.seats[i]; s.bet > 0 {
			s.net = int64(e.round.Box(i + 1).Net())
		}
	}
}

// prepare draws as many cards as the round can take.
func (e *engine) prepare() {
	start := e.at
	most := min(e.left(), 2+len(e.seats)*blackjack.MaxHands*blackjack.MaxCards)
	e.cards = e.cards[:0]
	for range most {
		e.cards = append(e.cards, card.New(card.Rank(e.draw()), card.Spades))
	}
	e.at = start
}

// level is the strategy at the count of the cards seen and the shoe as it stands.
func (e *engine) level(start int) int {
	return e.count.level(e.m, e.n-start-int(e.round.Drawn))
}

func (e *engine) do(c blackjack.Command) {
	c.Turn, c.Funds = e.round.Turn, money.Max
	events, err := blackjack.Decide(e.events[:0], &e.rules, &e.round, c, e.cards)
	if err != nil {
		panic(fmt.Sprintf("simulate: %v by seat %d is refused: %v", c.Action, c.Seat, err))
	}
	for _, event := range events {
		e.round.Apply(event)
		if event.Card != card.None {
			e.count.see(uint8(event.Card.Rank()))
		}
	}
	e.events = events
}

// answer answers all offers, at one level: they are made to all seats at once.
func (e *engine) answer(level int) {
	s := e.plain[level]
	up := e.round.UpCard().Value()
	for i := range e.seats {
		box, seat := e.round.Box(i+1), uint8(i+1)
		if box.Open == 0 {
			continue
		}
		hand := handOf(&box.Hands()[0])
		if box.Open.Has(blackjack.Surrender) && s.SurrenderEarly(hand, up) {
			e.do(blackjack.Command{Action: blackjack.Surrender, Seat: seat})
			continue
		}
		if box.Open.Has(blackjack.Insure) && s.Insure(hand) {
			e.do(blackjack.Command{Action: blackjack.Insure, Seat: seat, Amount: blackjack.Price(&e.rules, &e.round, i+1, blackjack.Insure)})
		}
		if box.Open.Has(blackjack.TakeEvenMoney) && s.TakeEvenMoney() {
			e.do(blackjack.Command{Action: blackjack.TakeEvenMoney, Seat: seat})
		}
		if box.Open != 0 {
			e.do(blackjack.Command{Action: blackjack.Timeout, Seat: seat})
		}
	}
}

func handOf(h *blackjack.Hand) strategy.Hand {
	var hand strategy.Hand
	for _, c := range h.Cards() {
		hand = hand.Add(c.Value())
	}
	return hand
}

// decide is the strategy's answer for the hand whose turn it is.
func (e *engine) decide(level int) blackjack.Action {
	box := e.round.Box(int(e.round.Seat))
	h := &box.Hands()[e.round.Hand-1]
	situation := strategy.Situation{
		Hand:  handOf(h),
		Up:    e.round.UpCard().Value(),
		Legal: blackjack.Legal(&e.rules, &e.round, int(e.round.Seat), money.Max),
	}
	if h.Split {
		situation.Pair = h.Cards()[0].Value()
	}
	return e.plain[level].Play(situation)
}

// end counts the hands of a seat as they ended.
func (e *engine) end(i int, ended *hands) {
	box := e.round.Box(i + 1)
	for j := range box.Hands() {
		h := &box.Hands()[j]
		ended.outcomes[h.Outcome]++
		ended.staked += 2
		if h.Stake > box.Bet {
			ended.doubled++
			ended.staked += 2
		}
	}
	ended.split += uint64(box.HandCount - 1)
	if box.Insurance > 0 {
		ended.insured++
		ended.staked++
		if box.InsuranceOutcome == blackjack.OutcomeWin {
			ended.insurance++
		}
	}
}
