package client

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"club99/blackjack"
	"club99/internal/wire"
	"club99/money"
)

// Sit takes a seat; 0 is any free one. It returns the sequence of the frame that
// shows it, as all commands do. The error is a [*Refused] if the club refused.
func (t *Table) Sit(ctx context.Context, seat int) (seq uint64, err error) {
	return t.command(ctx, wire.Command{Name: wire.Sit, Seat: seat})
}

// Leave leaves a seat; 0 is all of the player's. In mid-round it is freed when the
// round is over.
func (t *Table) Leave(ctx context.Context, seat int) (seq uint64, err error) {
	return t.command(ctx, wire.Command{Name: wire.Leave, Seat: seat})
}

// Bet sets all bets of the player's seats for a round, and confirms them; a seat
// left out is not dealt in.
func (t *Table) Bet(ctx context.Context, round uint64, bets ...Bet) (seq uint64, err error) {
	if bets == nil {
		bets = []Bet{}
	}
	return t.command(ctx, wire.Command{Name: wire.Place, Round: round, Bets: bets})
}

// Reveal shows the seeds that bets committed to. It is asked for in the phase
// [Sealing]; check the terms with [CheckTerms] before.
func (t *Table) Reveal(ctx context.Context, round uint64, seeds ...Reveal) (seq uint64, err error) {
	return t.command(ctx, wire.Command{Name: wire.RevealSeeds, Round: round, Seeds: seeds})
}

// Act decides for a seat, in answer to the decision that the state awaits. The
// amount is for insurance of less than half the bet; 0 is all of it.
func (t *Table) Act(ctx context.Context, s *State, seat int, action blackjack.Action, amount money.Amount) (seq uint64, err error) {
	c := wire.Command{Name: wire.Act, Round: s.Round, Seat: seat, Action: action, Amount: amount}
	if s.Turn != nil {
		c.Turn = s.Turn.N
	}
	return t.command(ctx, c)
}

// A command waits to be sent again when the club does not say what became of it:
// twice as long each time, and never as long as the others at the table.
const againAfter, againAtMost = 100 * time.Millisecond, 2 * time.Second

// command sends a command until the club says what became of it. The id stays the
// same, so that it is carried out once: by the answers "busy" and
// "store-unavailable" it may have been already.
func (t *Table) command(ctx context.Context, c wire.Command) (seq uint64, err error) {
	c.Table, c.ID = t.id, t.client.ids+strconv.FormatUint(t.client.sent.Add(1), 36)
	if t.client.asked != nil {
		t.client.asked(c)
	}
	for wait := againAfter; ; wait = min(2*wait, againAtMost) {
		a, err := t.send(ctx, c)
		switch {
		case err != nil:
			return 0, err
		case a.OK:
			return a.Seq, nil
		case !again(a.Code):
			return 0, &Refused{Code: a.Code, Message: a.Message, Legal: a.Legal}
		}
		if err := pause(ctx, wait); err != nil {
			return 0, err
		}
	}
}

// again reports whether the same may be asked again, and granted.
func again(c Code) bool { return c == wire.Busy || c == wire.StoreUnavailable }

// pause waits for half of that time and up to all of it.
func pause(ctx context.Context, wait time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(wait/2 + rand.N(wait/2)):
		return nil
	}
}

func (t *Table) send(ctx context.Context, c wire.Command) (a wire.Answer, err error) {
	data, err := t.client.call(ctx, "command", wire.Encode(c))
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, fmt.Errorf("table %s: the answer to %s cannot be read: %w", t.id, c.Name, err)
	}
	if t.client.logged != nil {
		t.client.logged(c, a)
	}
	return a, nil
}
