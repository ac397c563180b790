package table

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// refusal is why a command of the table was refused.
type refusal struct {
	code  wire.Code
	legal []blackjack.Action
	until time.Time // when it may be allowed again; zero: not known
	kept  bool      // the draft that comes with it is to be committed all the same
}

func (r refusal) Error() string { return string(r.code) }

func refuse(code wire.Code) error { return refusal{code: code} }

// short reports a refusal for want of money.
func short(err error) bool {
	var why refusal
	return errors.As(err, &why) && why.code == wire.CodeOf(blackjack.InsufficientFunds)
}

// answer answers a command. The error means that the table must be loaded again.
func (t *Table) answer(m *message) (wire.Answer, error) {
	switch {
	case m.Player <= 0:
		return wire.Refuse(m.ID, wire.SignInRequired), nil
	case m.ID == "" || len(m.ID) > wire.MaxIDBytes:
		return wire.Refuse(m.ID, wire.BadMessage), nil
	}
	key := store.CommandKey{Player: m.Player, ID: m.ID}
	if a, ok := t.recent.answers[key]; ok {
		return a, nil
	}
	// The clock first, up to the moment the command came.
	if err := t.advance(m.at); errors.Is(err, errUnavailable) {
		return wire.Refuse(m.ID, wire.StoreUnavailable), nil
	} else if err != nil {
		return t.afterStop(key), err
	}
	d, err := t.decide(m)
	if short(err) {
		// The balance may have grown elsewhere.
		if _, e := t.cfg.Purses.refresh(t.ctx, t.cfg.Store, m.Player); e == nil {
			d, err = t.decide(m)
		}
	}
	if err == nil && len(d.Records) > 0 {
		if err := t.follow(d); err != nil {
			return t.afterStop(key), err
		}
	}
	if err == nil && len(d.Records) == 0 {
		return t.unwritten(key, wire.Done(m.ID, t.state.Seq)) // it is so already
	}
	var why refusal
	if keep := errors.As(err, &why) && why.kept; err == nil || keep {
		a := wire.Done(m.ID, t.state.Seq+1)
		if keep {
			a = wire.Refuse(m.ID, why.code)
		}
		err = t.commit(d, key, &a)
		if err == nil {
			t.recent.put(key, a)
			return a, nil
		}
	}
	return t.refused(m, key, err)
}

// refused turns an error into an answer, unless the command was answered before.
func (t *Table) refused(m *message, key store.CommandKey, err error) (wire.Answer, error) {
	var why refusal
	var known store.DuplicateError
	switch {
	case errors.As(err, &known):
		return t.known(key, known.Answer), nil
	case errors.Is(err, errUnavailable):
		return wire.Refuse(m.ID, wire.StoreUnavailable), nil
	case errors.Is(err, store.ErrBusy):
		return wire.Refuse(m.ID, wire.Busy), nil
	case !errors.As(err, &why):
		return t.afterStop(key), err
	}
	a := wire.Refuse(m.ID, why.code, why.legal...)
	a.Until = wire.At(why.until)
	return t.unwritten(key, a)
}

// unwritten gives a command that changes nothing its answer, or the one that it had
// when it still changed something.
func (t *Table) unwritten(key store.CommandKey, a wire.Answer) (wire.Answer, error) {
	first, ok, err := t.cfg.Store.Answer(t.ctx, key)
	switch {
	case err != nil:
		t.cfg.Log.Error("a command's first answer could not be read", "table", t.cfg.ID, "error", err)
		return wire.Refuse(key.ID, wire.StoreUnavailable), nil
	case ok:
		return t.known(key, first), nil
	}
	t.recent.put(key, a)
	return a, nil
}

// known reads an answer that was stored with its command.
func (t *Table) known(key store.CommandKey, stored []byte) wire.Answer {
	var a wire.Answer
	if err := json.Unmarshal(stored, &a); err != nil {
		t.cfg.Log.Error("a stored answer could not be read", "table", t.cfg.ID, "error", err)
		return wire.Refuse(key.ID, wire.Internal)
	}
	t.recent.put(key, a)
	return a
}

// afterStop answers a command whose commit may or may not have been written:
// with what is known, and never with a guess.
func (t *Table) afterStop(key store.CommandKey) wire.Answer {
	if stored, ok, err := t.cfg.Store.Answer(t.ctx, key); err == nil && ok {
		return t.known(key, stored)
	}
	return wire.Refuse(key.ID, wire.StoreUnavailable)
}

func (t *Table) decide(m *message) (*journal.Draft, error) {
	t.startOver()
	if t.state.Stage == journal.Closed {
		return nil, refuse(wire.TableClosed)
	}
	if t.draining.Load() && (m.Name == wire.Sit || m.Name == wire.Place) {
		return nil, refuse(wire.Closing)
	}
	switch m.Name {
	case wire.Sit:
		return t.sit(m)
	case wire.Leave:
		return t.leave(m)
	case wire.Place:
		return t.bet(m)
	case wire.RevealSeeds:
		return t.reveal(m)
	case wire.Act:
		return t.act(m)
	}
	return nil, refuse(wire.BadMessage)
}

func (t *Table) sit(m *message) (*journal.Draft, error) {
	held, free := 0, 0
	for n := t.rules.Seats; n >= 1; n-- {
		switch t.state.Seat(n).Player {
		case 0:
			free = n
		case blackjack.PlayerID(m.Player):
			held++
		}
	}
	seat := cmp.Or(m.Seat, free)
	switch {
	case seat < 0 || seat > t.rules.Seats:
		return nil, refuse(wire.CodeOf(blackjack.NoSuchSeat))
	case held >= t.rules.SeatsPerPlayer:
		return nil, refuse(wire.TooManySeats)
	case seat == 0 || t.state.Seat(seat).Player != 0:
		return nil, refuse(wire.SeatTaken)
	}
	if err := t.maySit(m); err != nil {
		return nil, err
	}
	d := t.draft()
	err := d.Add(journal.Record{
		Kind: journal.SeatTaken, Seat: uint8(seat), Player: blackjack.PlayerID(m.Player), Name: m.PlayerName, Bot: m.Bot,
	})
	if !m.Bot {
		t.presence.seated(m.Player, m.at)
	}
	return d, err
}

// leave frees the seats at once where nothing of the round lies there, with the
// bet given back before the deal; otherwise when the round is over (BR-060).
func (t *Table) leave(m *message) (*journal.Draft, error) {
	d, held := t.draft(), false
	for n := 1; n <= blackjack.MaxSeats; n++ {
		p := t.state.Seat(n)
		if p.Player != blackjack.PlayerID(m.Player) || m.Seat != 0 && m.Seat != n {
			continue
		}
		held = true
		if t.state.InRound(n) {
			if !p.Leaving {
				if err := d.Add(journal.Record{Kind: journal.SeatLeaving, Seat: uint8(n)}); err != nil {
					return nil, err
				}
			}
			continue
		}
		if err := t.free(d, n, journal.ByPlayer); err != nil {
			return nil, err
		}
	}
	if !held {
		return nil, refuse(wire.NotSeated)
	}
	return d, nil
}

// free frees a seat. A bet that is not dealt yet goes back.
func (t *Table) free(d *journal.Draft, seat int, why journal.Why) error {
	if err := t.takeBack(d, seat); err != nil {
		return err
	}
	return d.Add(journal.Record{Kind: journal.SeatLeft, Seat: uint8(seat), Why: why})
}

// play lets the rules decide a command on the draft.
func (t *Table) play(d *journal.Draft, c blackjack.Command, shoe []card.Card) error {
	w := t.paper()
	events, err := blackjack.Decide(w.events[:0], t.rules, &d.Round, c, shoe)
	w.events = events
	var why blackjack.Refusal
	if errors.As(err, &why) {
		return refusal{code: wire.CodeOf(why)}
	}
	if err != nil {
		return err
	}
	return d.AddEvents(events)
}

// bet sets all bets of the player for the round, and confirms them: all of
// them or none.
func (t *Table) bet(m *message) (*journal.Draft, error) {
	s, player := &t.state, blackjack.PlayerID(m.Player)
	switch {
	case m.Round != s.Number:
		return nil, refuse(wire.WrongRound)
	case s.Stage != journal.Betting:
		return nil, refuse(wire.CodeOf(blackjack.WrongPhase))
	}
	var want [blackjack.MaxSeats]money.Amount
	for _, b := range m.Bets {
		switch {
		case b.Seat < 1 || b.Seat > t.rules.Seats || s.Seat(b.Seat).Player != player:
			return nil, refuse(wire.NotSeated)
		case want[b.Seat-1] != 0:
			return nil, refuse(wire.DuplicateSeat)
		case b.Amount <= 0:
			return nil, refuse(wire.BadAmount)
		}
		want[b.Seat-1] = b.Amount
	}
	var seats []int
	confirmed := true
	for n := 1; n <= blackjack.MaxSeats; n++ {
		if p := s.Seat(n); p.Player == player {
			seats = append(seats, n)
			confirmed = confirmed && p.Confirmed
		}
	}
	if len(seats) == 0 {
		return nil, refuse(wire.NotSeated)
	}
	if err := t.mayBet(m); err != nil {
		return nil, err
	}
	d := t.draft()
	if err := t.place(d, player, seats, want); err != nil {
		return nil, err
	}
	if err := t.commitSeeds(d, m.Bets); err != nil {
		return nil, err
	}
	if confirmed {
		return d, nil
	}
	return d, d.Add(journal.Record{Kind: journal.Confirmed, Player: player})
}

// place changes the bets on the seats to what is wanted: first those that give
// money back, so that a bet can be moved from one seat to another.
func (t *Table) place(d *journal.Draft, player blackjack.PlayerID, seats []int, want [blackjack.MaxSeats]money.Amount) error {
	funds, err := t.funds(int64(player))
	if err != nil {
		return err
	}
	more := func(n int) money.Amount { return want[n-1] - d.Round.Box(n).Bet }
	slices.SortStableFunc(seats, func(a, b int) int { return cmp.Compare(min(more(a), 0), min(more(b), 0)) })
	for _, n := range seats {
		change := more(n)
		if change == 0 {
			continue
		}
		c := blackjack.Command{Action: blackjack.PlaceBet, Seat: uint8(n), Player: player, Amount: want[n-1], Funds: funds}
		if err := t.play(d, c, nil); err != nil {
			return err
		}
		funds -= change
	}
	return nil
}

func (t *Table) funds(player int64) (money.Amount, error) {
	funds, err := t.cfg.Purses.of(t.ctx, t.cfg.Store, player)
	if err != nil {
		t.cfg.Log.Error("a balance could not be read", "table", t.cfg.ID, "player", player, "error", err)
		return 0, errUnavailable
	}
	return funds, nil
}

// act is a player's decision on a hand or an offer.
func (t *Table) act(m *message) (*journal.Draft, error) {
	s := &t.state
	switch {
	case m.Round != s.Number:
		return nil, refuse(wire.WrongRound)
	case m.Seat < 1 || m.Seat > blackjack.MaxSeats || s.Seat(m.Seat).Player != blackjack.PlayerID(m.Player) || s.Seat(m.Seat).Leaving:
		return nil, refuse(wire.NotSeated)
	case s.Stage != journal.Playing:
		return nil, refuse(wire.CodeOf(blackjack.WrongPhase))
	case !playerActions.Has(m.Action):
		return nil, refuse(wire.CodeOf(blackjack.NotACommand))
	}
	funds, err := t.funds(m.Player)
	if err != nil {
		return nil, err
	}
	d := t.draft()
	c := blackjack.Command{Action: m.Action, Seat: uint8(m.Seat), Amount: m.Amount, Funds: funds, Turn: m.Turn}
	if m.Action == blackjack.Insure && m.Amount == 0 {
		c.Amount = blackjack.Price(t.rules, &s.Round, m.Seat, m.Action)
	}
	err = t.play(d, c, t.shoeOf(d))
	var why refusal
	if errors.As(err, &why) {
		why.legal = blackjack.Legal(t.rules, &s.Round, m.Seat, funds).List()
		return nil, why
	}
	if err != nil {
		return nil, err
	}
	return d, t.setClock(d)
}

// playerActions are the actions that are the players' own.
var playerActions = func() (s blackjack.Actions) {
	for a := blackjack.Hit; a <= blackjack.DeclineSurrender; a++ {
		s |= blackjack.SetOf(a)
	}
	return s
}()
