//go:build unix

package soak

import (
	"fmt"
	"strings"
	"sync"

	"club99/card"
	"club99/client"
	"club99/internal/journal"
)

// notes are what the players were told: answers and frames. They are taken out for
// every comparison.
type notes struct {
	mu       sync.Mutex
	answers  []answered
	frames   map[string][]*client.Frame // by table
	refusals map[client.Code]int
}

// answered is one action that a player was told is done.
type answered struct {
	player int64
	table  string
	name   string
	id     string
	seq    uint64
}

func newNotes() *notes {
	return &notes{frames: map[string][]*client.Frame{}, refusals: map[client.Code]int{}}
}

func (n *notes) answer(player int64, c client.Command, a client.Answer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !a.OK {
		n.refusals[a.Code]++
		return
	}
	n.answers = append(n.answers, answered{player, c.Table, string(c.Name), c.ID, a.Seq})
}

func (n *notes) frame(f *client.Frame) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.frames[f.Table] = append(n.frames[f.Table], f)
}

func (n *notes) take() ([]answered, map[string][]*client.Frame) {
	n.mu.Lock()
	defer n.mu.Unlock()
	answers, frames := n.answers, n.frames
	n.answers, n.frames = nil, map[string][]*client.Frame{}
	return answers, frames
}

// refused is how many commands were refused so far, for that reason.
func (n *notes) refused(code client.Code) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.refusals[code]
}

// newest is the sequence of the newest frame of each table that is not taken yet.
func (n *notes) newest() map[string]uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	seqs := map[string]uint64{}
	for table, list := range n.frames {
		for _, f := range list {
			seqs[table] = max(seqs[table], f.Seq)
		}
	}
	return seqs
}

// told is what a frame says of the table, as far as the journal decides it: who sits
// where, bets, every card, the shoe and the clock.
func told(s *client.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "round %d, clock %d, shoe %d, %d left, root %s, dealer %v", s.Round, s.Deadline, s.Shoe.Number, s.Shoe.Left, s.Shoe.Root, s.Dealer.Cards)
	if s.Turn != nil {
		fmt.Fprintf(&b, ", turn %d of %d.%d", s.Turn.N, s.Turn.Seat, s.Turn.Hand)
	}
	for i := range s.Seats {
		p := &s.Seats[i]
		if p.Player != nil {
			fmt.Fprintf(&b, "; %d %s bets %d", p.Seat, p.Player.Name, p.Bet)
		}
		for j := range p.Hands {
			h := &p.Hands[j]
			fmt.Fprintf(&b, ", %v %s %d %s %d", h.Cards, h.Status, h.Stake, h.Outcome, h.Paid)
		}
	}
	return b.String()
}

// kept is what the journal says of the same.
func kept(s *journal.State) string {
	var b strings.Builder
	r, root := &s.Round, ""
	if s.Shoe.Sealed() {
		root = s.Shoe.Root.String()
	}
	dealer := append([]card.Card{}, r.Dealer.Cards()...)
	if r.HoleAt != 0 && r.Hole == card.None {
		dealer = append(dealer, card.None)
	}
	fmt.Fprintf(&b, "round %d, clock %d, shoe %d, %d left, root %s, dealer %v", s.Number, s.Deadline, s.Shoe.Number, s.Left(), root, dealer)
	if decides(r) {
		fmt.Fprintf(&b, ", turn %d of %d.%d", r.Turn, r.Seat, r.Hand)
	}
	for i := range s.Seats {
		box := r.Box(i + 1)
		if s.Seats[i].Player != 0 {
			fmt.Fprintf(&b, "; %d %s bets %d", i+1, s.Seats[i].Name, box.Bet)
		}
		for j := range box.Hands() {
			h := &box.Hands()[j]
			fmt.Fprintf(&b, ", %v %s %d %s %d", h.Cards(), h.Status, h.Stake, h.Outcome, h.Paid)
		}
	}
	return b.String()
}
