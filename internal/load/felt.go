package load

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	"club99/blackjack"
	"club99/card"
	"club99/client"
)

// framesKept is how far the players of one table may be apart, in frames.
const framesKept = 64

// felt is one table as seen by all players of this process who sit there. What
// one of them has checked the others need not.
type felt struct {
	id    string
	tally *tally
	told  func(*client.Frame) // of each new frame; may be nil

	mu    sync.Mutex
	seen  [framesKept]*client.Frame
	terms string // the last that were checked
	shoe  uint64 // whose root and places these are
	root  string
	dealt map[int]card.Card // by place
}

// see checks a frame that a player got, and says everything that is wrong with it.
func (f *felt) see(frame *client.Frame) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	slot := &f.seen[frame.Seq%framesKept]
	if *slot == frame {
		return nil
	}
	var bad []string
	switch other := *slot; {
	case other == nil || other.Seq < frame.Seq:
	case other.Seq > frame.Seq:
		return nil // this player is far behind: the others have checked it
	case len(frame.Events) == 0:
		f.tell(frame)
		return f.name(frame, stateProblems(&frame.State)) // the same again, with others who watch
	case len(other.Events) > 0:
		// The same frame, read twice.
		if !reflect.DeepEqual(other, frame) {
			bad = append(bad, "two players were told different things under this sequence")
		}
		return f.name(frame, bad)
	}
	*slot = frame
	f.tell(frame)
	if f.tally.measuring.Load() && slices.ContainsFunc(frame.Events, func(e client.Event) bool { return e.Kind == "round-over" }) {
		f.tally.rounds.Add(1)
	}
	bad = append(bad, stateProblems(&frame.State)...)
	if err := client.CheckCards(&frame.State.Shoe, frame.Events); err != nil {
		bad = append(bad, err.Error())
	}
	bad = append(bad, f.places(frame)...)
	if s := &frame.State.Shoe; s.Terms != "" && s.Terms != f.terms {
		f.terms = s.Terms
		if err := client.CheckTerms(f.id, s); err != nil {
			bad = append(bad, err.Error())
		}
	}
	return f.name(frame, bad)
}

func (f *felt) tell(frame *client.Frame) {
	if f.told != nil {
		f.told(frame)
	}
}

// places checks that a shoe stays the one it is, and no place of it shows two cards.
func (f *felt) places(frame *client.Frame) (bad []string) {
	if n := frame.State.Shoe.Number; n != f.shoe || f.dealt == nil {
		f.shoe, f.root, f.dealt = n, "", map[int]card.Card{}
	}
	if root := frame.State.Shoe.Root; root != "" && root != f.root {
		if f.root != "" {
			bad = append(bad, fmt.Sprintf("the root of shoe %d was %s, now it is %s", f.shoe, f.root, root))
		}
		f.root = root
	}
	for i := range frame.Events {
		e := &frame.Events[i]
		if e.Card == card.None || e.At == nil {
			continue
		}
		if before, twice := f.dealt[*e.At]; twice {
			bad = append(bad, fmt.Sprintf("place %d of the shoe was turned up twice, as %v and %v", *e.At, before, e.Card))
		}
		f.dealt[*e.At] = e.Card
	}
	return bad
}

func (f *felt) name(frame *client.Frame, bad []string) []string {
	for i := range bad {
		bad[i] = fmt.Sprintf("table %s: frame %d: %s", f.id, frame.Seq, bad[i])
	}
	return bad
}

// stateProblems says what cannot be in a state.
func stateProblems(s *client.State) (bad []string) {
	say := func(format string, args ...any) { bad = append(bad, fmt.Sprintf(format, args...)) }
	switch s.Phase {
	case client.Waiting, client.Betting, client.Sealing, client.Offers, client.Players, client.Over, client.Closed:
	default:
		say("phase %q", s.Phase)
	}
	if (s.Turn != nil) != (s.Phase == client.Offers || s.Phase == client.Players) {
		say("a turn in the phase %s: %v", s.Phase, s.Turn != nil)
	}
	if s.Shoe.Left < 0 || s.Shoe.Left > s.Shoe.Decks*card.PerDeck {
		say("%d cards left of %d decks", s.Shoe.Left, s.Shoe.Decks)
	}
	if d := &s.Dealer; !hidden(d.Cards) && len(d.Cards) > 0 {
		if total, soft := totalOf(d.Cards); total != d.Total || soft != d.Soft {
			say("the dealer's %v is called %d", d.Cards, d.Total)
		}
	} else if d.Total != 0 {
		say("a total of %d is told of a dealer's hand that lies face down", d.Total)
	}
	for i := range s.Seats {
		seat := &s.Seats[i]
		if seat.Seat != i+1 {
			say("seat %d stands in place %d", seat.Seat, i+1)
		}
		for j := range seat.Hands {
			if what := handProblem(&seat.Hands[j]); what != "" {
				say("seat %d, hand %d: %s", i+1, j+1, what)
			}
		}
	}
	if t := s.Turn; t != nil && s.Phase == client.Players {
		if int(t.Seat) < 1 || int(t.Seat) > len(s.Seats) || int(t.Hand) < 1 || int(t.Hand) > len(s.Seats[t.Seat-1].Hands) {
			say("the turn is seat %d's, hand %d, which is not there", t.Seat, t.Hand)
		} else if h := &s.Seats[t.Seat-1].Hands[t.Hand-1]; h.Status != blackjack.StatusPlaying {
			say("the turn is a hand's that is %s", h.Status)
		}
	}
	return bad
}

func hidden(cards []card.Card) bool {
	for _, c := range cards {
		if c == card.None {
			return true
		}
	}
	return false
}

func handProblem(h *client.Hand) string {
	if hidden(h.Cards) {
		return "a card of a player lies face down"
	}
	total, soft := totalOf(h.Cards)
	switch {
	case total != h.Total || soft != h.Soft:
		return fmt.Sprintf("%v is called %d, it is %d", h.Cards, h.Total, total)
	case (h.Status == blackjack.StatusBust) != (total > 21):
		return fmt.Sprintf("%v is called %s", h.Cards, h.Status)
	case h.Status == blackjack.StatusBlackjack && (total != 21 || len(h.Cards) != 2 || h.Split):
		return fmt.Sprintf("%v is called a Blackjack", h.Cards)
	case h.Stake < 0 || h.Paid < 0:
		return fmt.Sprintf("stake %d, paid %d", h.Stake, h.Paid)
	case h.Outcome == blackjack.OutcomeLose && h.Paid != 0:
		return fmt.Sprintf("a lost hand was paid %d", h.Paid)
	case h.Outcome == blackjack.OutcomePush && h.Paid != h.Stake:
		return fmt.Sprintf("a push of %d was paid %d", h.Stake, h.Paid)
	case h.Outcome == blackjack.OutcomeWin && h.Paid <= h.Stake:
		return fmt.Sprintf("a win of %d was paid %d", h.Stake, h.Paid)
	}
	return ""
}

// totalOf adds up a hand: one ace counts 11 where that is no bust (R03). 21 is
// called neither soft nor hard.
func totalOf(cards []card.Card) (total int, soft bool) {
	ace := false
	for _, c := range cards {
		total += c.Value()
		ace = ace || c.IsAce()
	}
	if ace && total <= 11 {
		return total + 10, total+10 < 21
	}
	return total, false
}
