package view_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/view"
	"club99/internal/wire"
	"club99/money"
)

// rounds is how many random rounds are shown to every kind of viewer.
const rounds = 2000

// viewers is how many kinds of viewer there are: player 0 watches, the last has no seat.
const viewers = blackjack.PlayerID(5)

// randomRules are valid rules of every kind that decides what is hidden, when
// it is looked at and when it is shown.
func randomRules(rnd *rand.Rand) *blackjack.Rules {
	even := money.Ratio{Num: 1, Den: 1}
	r := &blackjack.Rules{
		Decks: 1 + rnd.IntN(2)*5, Shuffle: blackjack.ShuffleEveryRound, Seats: 5, SeatsPerPlayer: 2,
		MinBet: 1000, MaxBet: 5000000, BetStep: 1000,
		WinPays: even, BlackjackPays: money.Ratio{Num: 3, Den: 2}, InsurancePays: money.Ratio{Num: 2, Den: 1}, EvenMoneyPays: even, CharliePays: even,
		Soft17: blackjack.Soft17Rule(1 + rnd.IntN(2)), Peek: blackjack.PeekRule(1 + rnd.IntN(3)), NoPeekLoss: blackjack.NoPeekLoss(1 + rnd.IntN(2)),
		Insurance: rnd.IntN(4) > 0, EvenMoney: rnd.IntN(4) > 0, Surrender: blackjack.SurrenderRule(1 + rnd.IntN(3)),
		DoubleOn: blackjack.DoubleAny, DoubleAfterSplit: true, SplitOn: blackjack.SplitSameValue, MaxHands: 4,
		ResplitAces: true, HitSplitAces: true, MaxCards: 11, Charlie: []int{0, 5, 11}[rnd.IntN(3)],
		CharlieBeatsBlackjack: rnd.IntN(2) == 0, BetTime: 15, ActTime: 15, ResultTime: 5,
	}
	if r.Decks == 1 {
		r.Seats, r.MaxHands = 3, 2
	}
	if err := r.Validate(); err != nil {
		panic(err)
	}
	return r
}

func shuffled(rnd *rand.Rand, decks int) []card.Card {
	var shoe []card.Card
	for range decks {
		d := card.Deck()
		shoe = append(shoe, d[:]...)
	}
	rnd.Shuffle(len(shoe), func(i, j int) { shoe[i], shoe[j] = shoe[j], shoe[i] })
	return shoe
}

// showing is a round as it is told, step by step, to everyone: the seated, the
// watching, those who arrive late, and those who are refused something.
type showing struct {
	rules   *blackjack.Rules
	shoe    []card.Card
	round   blackjack.Round
	table   view.Table
	said    []byte // everything told so far
	told    []blackjack.Event
	visible []bool // places of the shoe that have been shown, in shoe order
	funds   money.Amount
}

func newShowing(rules *blackjack.Rules, shoe []card.Card) *showing {
	s := &showing{rules: rules, shoe: shoe, visible: make([]bool, len(shoe)), funds: 400000}
	s.table = view.Table{ID: "t", Rules: rules, Round: 7, Seats: make([]view.Seat, rules.Seats), Now: time.UnixMilli(1796000000000)}
	for i := range rules.Seats {
		s.table.Seats[i] = view.Seat{Player: blackjack.PlayerID(1 + i/2), Name: fmt.Sprint("player ", 1+i/2)}
	}
	return s
}

func (s *showing) do(c blackjack.Command) {
	events, err := blackjack.Decide(nil, s.rules, &s.round, c, s.shoe)
	if err == blackjack.ErrShoeShort {
		panic("the test's shoe is too short")
	}
	if err != nil {
		answer := wire.Refuse("x", wire.CodeOf(err.(blackjack.Refusal)), blackjack.Legal(s.rules, &s.round, int(max(c.Seat, 1)), s.funds).List()...)
		s.say(answer.In(wire.Vietnamese))
		return
	}
	drawn := s.round.Drawn
	for _, e := range events {
		switch e.Kind {
		case blackjack.CardDealt, blackjack.UpCardDealt, blackjack.DealerDrew:
			s.visible[drawn] = true
			drawn++
		case blackjack.HoleCardDealt:
			drawn++
		case blackjack.HoleCardOpened:
			s.visible[s.round.HoleAt-1] = true
		}
		s.round.Apply(e)
	}
	if s.round.Hole != card.None {
		s.visible[s.round.HoleAt-1] = true
	}
	s.told = append(s.told, events...)
	s.table.Seq++
	s.table.Left = len(s.shoe) - int(s.round.Drawn)
	s.say(wire.Done("x", s.table.Seq))
	s.say(view.Frame(&s.table, &s.round, view.Events(nil, events...)))
	for player := range viewers {
		s.say(view.You(&s.table, &s.round, player, s.funds))
		if player == blackjack.PlayerID(s.table.Seq)%viewers { // somebody arrives late: each in turn, for the frame in it is everyone's
			s.say(view.Snapshot(&s.table, &s.round, player, s.funds))
		}
		if s.round.Phase == blackjack.PhaseOver {
			s.say(view.Past(&s.table, &s.round, player, s.told))
		}
	}
}

func (s *showing) say(message any) { s.said = append(append(s.said, wire.Encode(message)...), '\n') }

// randomCommand is something a client or the clock could ask for now, allowed or not.
func (s *showing) randomCommand(rnd *rand.Rand) blackjack.Command {
	r := &s.round
	c := blackjack.Command{Seat: uint8(1 + rnd.IntN(s.rules.Seats)), Turn: r.Turn, Funds: s.funds}
	if r.Phase == blackjack.PhasePlayers && rnd.IntN(8) > 0 {
		c.Seat = r.Seat
	}
	if legal := blackjack.Legal(s.rules, r, int(c.Seat), s.funds).List(); len(legal) > 0 && rnd.IntN(10) > 0 {
		c.Action = legal[rnd.IntN(len(legal))]
		if c.Action == blackjack.Insure {
			c.Amount = blackjack.Price(s.rules, r, int(c.Seat), c.Action)
		}
		return c
	}
	c.Action = blackjack.Action(1 + rnd.IntN(int(blackjack.Timeout)))
	return c
}

// another is a shoe that nobody who watched so far could tell from this one: it
// has other cards wherever no face was shown. Where the dealer has looked under
// the up card and found no Blackjack, the hole card still makes none.
func (s *showing) another(rnd *rand.Rand) []card.Card {
	shoe := append([]card.Card(nil), s.shoe...)
	deck := card.Deck()
	hole := int(s.round.HoleAt) - 1
	for i := range shoe {
		if s.visible[i] {
			continue
		}
		for {
			shoe[i] = deck[rnd.IntN(len(deck))]
			up := s.round.UpCard().Value()
			blackjack := up == 1 && shoe[i].Value() == 10 || up == 10 && shoe[i].Value() == 1
			if i != hole || !s.round.Checked || !blackjack {
				break
			}
		}
	}
	return shoe
}

func play(s *showing, commands []blackjack.Command) {
	for _, c := range commands {
		s.do(c)
	}
}

// Property (BR-049, R17): two shoes that differ only in cards nobody has seen
// give every viewer the same stream, byte for byte, at every step of the round.
func TestUnseenCardsChangeNothingThatAnyoneIsTold(t *testing.T) {
	rnd := rand.New(rand.NewPCG(99, 2026))
	var steps, covered, open int
	for range rounds {
		rules := randomRules(rnd)
		s := newShowing(rules, shuffled(rnd, rules.Decks))
		var commands []blackjack.Command
		step := func(c blackjack.Command) {
			commands = append(commands, c)
			s.do(c)
			steps++
			if rnd.IntN(4) > 0 && s.round.Phase != blackjack.PhaseOver {
				return // comparing takes time: a quarter of the steps, and every end
			}
			twin := newShowing(rules, s.another(rnd))
			play(twin, commands)
			if !bytes.Equal(s.said, twin.said) {
				t.Fatalf("after %d steps the stream tells an unseen card:\n%s", len(commands), firstDifference(s.said, twin.said))
			}
		}
		for seat := range 1 + rnd.IntN(rules.Seats) {
			step(blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(seat + 1), Player: blackjack.PlayerID(1 + seat/2), Amount: 10000, Funds: s.funds})
		}
		step(blackjack.Command{Action: blackjack.Deal})
		for s.round.Phase != blackjack.PhaseOver {
			step(s.randomCommand(rnd))
		}
		if s.round.Hole == card.None {
			covered++
		} else {
			open++
		}
		if rules.Decks == 1 {
			checkCardsShown(t, s)
		}
	}
	t.Logf("%d rounds, %d steps: the hole card stayed hidden in %d and was opened in %d", rounds, steps, covered, open)
	if covered < rounds/100 || open < rounds/100 {
		t.Error("the rounds do not cover both endings")
	}
}

var cardText = regexp.MustCompile(`"([A23456789TJQK][shdc])"`)

// checkCardsShown reads the whole stream as text: of a single deck, every card
// in it must be one that was turned face up.
func checkCardsShown(t *testing.T, s *showing) {
	t.Helper()
	shown := map[string]bool{}
	for i, c := range s.shoe {
		if s.visible[i] {
			shown[c.String()] = true
		}
	}
	for _, m := range cardText.FindAllSubmatch(s.said, -1) {
		if !shown[string(m[1])] {
			t.Fatalf("the stream holds %s, which was never shown", m[1])
		}
	}
}

func firstDifference(a, b []byte) string {
	la, lb := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(la), len(lb)) {
		if !bytes.Equal(la[i], lb[i]) {
			return string(la[i]) + "\n" + string(lb[i])
		}
	}
	return "one stream is longer"
}
