package scenario

import (
	"errors"
	"fmt"

	"club99/blackjack"
	"club99/money"
)

// plenty is what a player has left whose balance the scenario does not say.
const plenty = money.Amount(1_000_000_000_000_000)

// Failure is a line of a scenario that did not come out.
type Failure struct {
	Name string // the file
	Line int    // from 1
	Want string
	Got  string
}

// Error returns the failure as "FILE:LINE: expected WANT, got GOT".
func (f *Failure) Error() string {
	return fmt.Sprintf("%s:%d: expected %s, got %s", f.Name, f.Line, f.Want, f.Got)
}

// Run plays the scenario. It returns nil, or every [Failure], joined. A check
// that fails does not end the round; a bet, the deal or a decision that fails
// does, for nothing that follows would mean anything.
func (s *Scenario) Run() error {
	t, err := s.open()
	if err != nil {
		return err
	}
	var failures []error
	for _, st := range s.steps {
		if err := st.run(t); err != nil {
			failures = append(failures, err)
			if _, played := st.(*play); played {
				break
			}
		}
	}
	return errors.Join(failures...)
}

// table is a round being played, with the players' money.
type table struct {
	s         *Scenario
	rules     *blackjack.Rules
	round     blackjack.Round
	owners    [blackjack.MaxSeats + 1]blackjack.PlayerID // by seat
	funds     map[blackjack.PlayerID]money.Amount
	holeShown bool
}

// open places the bets and deals.
func (s *Scenario) open() (*table, error) {
	t := &table{s: s, rules: &s.setup.rules, funds: map[blackjack.PlayerID]money.Amount{}}
	if err := t.seatPlayers(); err != nil {
		return nil, err
	}
	for _, b := range s.bets {
		c := blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(b.seat), Player: t.owners[b.seat], Amount: b.amount, Funds: t.fundsOf(b.seat)}
		if err := t.do(c); err != nil {
			return nil, t.failure(b.line, b.String(), "refused: "+err.Error())
		}
	}
	if err := t.do(blackjack.Command{Action: blackjack.Deal}); err != nil {
		return nil, t.failure(s.dealt, "the deal", refusedWords(err))
	}
	return t, nil
}

// seatPlayers gives every player what they have before the bets: the balance
// that the scenario says is left after them, and the bets.
func (t *table) seatPlayers() error {
	ids := map[string]blackjack.PlayerID{}
	left := map[blackjack.PlayerID]money.Amount{}
	for i, b := range t.s.bets {
		id := blackjack.PlayerID(i + 1)
		if b.player != "" {
			if known, ok := ids[b.player]; ok {
				id = known
			}
			ids[b.player] = id
		}
		t.owners[b.seat] = id
		if b.balance != nil {
			left[id] = *b.balance
		} else if _, said := left[id]; !said {
			left[id] = plenty
		}
	}
	// A balance may stand on any of a player's lines, so it is settled before the bets are added.
	for id, balance := range left {
		t.funds[id] = balance
	}
	for _, b := range t.s.bets {
		sum, err := money.Add(t.funds[t.owners[b.seat]], b.amount)
		if err != nil {
			return t.failure(b.line, "a balance and bets that fit 64 bits", b.String())
		}
		t.funds[t.owners[b.seat]] = sum
	}
	return nil
}

func (t *table) fundsOf(seat int) money.Amount { return t.funds[t.owners[seat]] }

func (t *table) failure(line int, want, got string) error {
	return &Failure{Name: t.s.name, Line: line, Want: want, Got: got}
}

// do asks the engine and applies its answer. Whatever the answer, asking must
// have changed nothing, and Check must have said the same as Decide.
func (t *table) do(c blackjack.Command) error {
	before := t.round
	checked := blackjack.Check(t.rules, &t.round, c)
	events, decided := blackjack.Decide(nil, t.rules, &t.round, c, t.s.shoe)
	if t.round != before {
		return errors.New("a decision that changed the round before it was applied")
	}
	if decided != nil && len(events) != 0 {
		return fmt.Errorf("%d events of a refused command", len(events))
	}
	if !errors.Is(decided, blackjack.ErrShoeShort) && !errors.Is(decided, checked) {
		return fmt.Errorf("two answers: Check says `%s`, Decide says `%s`", answer(checked), answer(decided))
	}
	if decided != nil {
		return decided
	}
	for _, e := range events {
		t.round.Apply(e)
		t.book(e)
	}
	return nil
}

// book moves the money of an event, and notes whether the hole card was shown.
func (t *table) book(e blackjack.Event) {
	switch e.Kind {
	case blackjack.BetPlaced, blackjack.Decided:
		t.funds[t.owners[e.Seat]] -= e.Amount
	case blackjack.HandSettled, blackjack.InsuranceSettled:
		t.funds[t.owners[e.Seat]] += e.Amount
	case blackjack.HoleCardOpened:
		t.holeShown = true
	}
}

func (p *play) run(t *table) error {
	c := blackjack.Command{Action: p.action, Seat: uint8(p.seat), Funds: t.fundsOf(p.seat), Turn: t.round.Turn}
	switch {
	case p.amount != nil:
		c.Amount = *p.amount
	case p.action == blackjack.Insure:
		c.Amount = blackjack.Price(t.rules, &t.round, p.seat, p.action)
	}
	err := t.do(c)
	want := "`" + p.decision() + "` to be accepted"
	if p.refusal != 0 {
		want = "`" + p.decision() + "` to be refused: " + p.refusal.String()
	}
	var reason blackjack.Refusal
	switch {
	case err == nil && p.refusal == 0:
		return nil
	case err == nil:
		return t.failure(p.line, want, "accepted")
	case p.refusal != 0 && errors.As(err, &reason) && reason == p.refusal:
		return nil
	}
	return t.failure(p.line, want, refusedWords(err))
}

// answer names what Check or Decide said.
func answer(err error) string {
	if err == nil {
		return "accepted"
	}
	return err.Error()
}

func refusedWords(err error) string {
	var reason blackjack.Refusal
	switch {
	case errors.As(err, &reason):
		return "refused: " + reason.Error()
	case errors.Is(err, blackjack.ErrShoeShort):
		return "a shoe with too few cards listed"
	}
	return err.Error()
}

func (c *check) run(t *table) error {
	if got := c.words(t); got != c.want {
		return t.failure(c.line, c.want, got)
	}
	return nil
}
