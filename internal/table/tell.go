package table

import (
	"slices"
	"time"

	"club99/blackjack"
	"club99/internal/journal"
	"club99/internal/view"
	"club99/internal/wire"
	"club99/money"
	"club99/shoe"
)

// view is the table for package view.
func (t *Table) view(s *journal.State, rules *blackjack.Rules, shuffle view.Shuffle, now time.Time) view.Table {
	who := t.presence.at(s)
	v := view.Table{
		ID: t.cfg.ID, Rules: rules, Seq: s.Seq, Now: now, Closed: s.Stage == journal.Closed, Waiting: s.Stage == journal.Resting, Sealing: s.Stage == journal.Sealing,
		Round: s.Number, Seats: make([]view.Seat, rules.Seats), Left: s.Left(), Watching: who.watching,
		Shuffle: shuffle, Notice: t.notice(),
	}
	if s.Deadline != 0 {
		v.Deadline = time.UnixMilli(s.Deadline)
	}
	for i := range v.Seats {
		p := &s.Seats[i]
		v.Seats[i] = view.Seat{
			Player: p.Player, Name: p.Name, Bot: p.Bot, Away: !who.away[i].IsZero(),
			Leaving: p.Leaving, Confirmed: p.Confirmed,
		}
	}
	return v
}

// tell publishes what was just committed: first to each player alone what is new
// to them, then to everybody. Whoever gets the frame has the own part already, so
// that what was last told is what holds now.
func (t *Table) tell(before *journal.State, records []journal.Record) {
	now := t.wall.now()
	v := t.view(&t.state, t.rules, t.shuffleOf(&t.state.Shoe), now)
	var told [2 * blackjack.MaxSeats]blackjack.PlayerID
	n := 0
	for i := range t.state.Seats {
		for _, p := range [2]*journal.Seat{&before.Seats[i], &t.state.Seats[i]} {
			if p.Player == 0 || p.Bot || slices.Contains(told[:n], p.Player) {
				continue
			}
			told[n] = p.Player
			n++
			t.tellPlayer(&v, p.Player)
			if !holdsSeat(&t.state, p.Player) {
				t.cfg.Purses.forget(int64(p.Player))
				t.retell(p.Player)
			}
		}
	}
	f := view.Frame(&v, &t.state.Round, heard(before, records, t.shoe.sealed))
	t.cfg.Publisher.Publish(t.cfg.ID, &f)
	t.toldTo = t.state.Seq
	t.presence.tidy(&t.state)
	if t.rowMoved(v.Watching) {
		t.tellSoon()
	}
}

func holdsSeat(s *journal.State, player blackjack.PlayerID) bool {
	for i := range s.Seats {
		if s.Seats[i].Player == player {
			return true
		}
	}
	return false
}

// tellPlayer tells a player what is new since they were told last.
func (t *Table) tellPlayer(v *view.Table, player blackjack.PlayerID) {
	err := t.cfg.Purses.tell(t.ctx, t.cfg.Store, int64(player), func(balance money.Amount) {
		y := view.You(v, &t.state.Round, player, balance)
		if t.news(player, &y) {
			t.cfg.Publisher.PublishPrivate(int64(player), &y)
		}
	})
	if err != nil {
		t.cfg.Log.Error("a balance could not be read", "table", t.cfg.ID, "player", player, "error", err)
	}
}

// news reports whether the player was not told the same last, but for the
// sequence, and remembers it.
func (t *Table) news(player blackjack.PlayerID, y *wire.You) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	last, ok := t.told[player]
	if ok && last.Balance == y.Balance && slices.EqualFunc(last.Seats, y.Seats, func(a, b wire.YourSeat) bool {
		return a.Seat == b.Seat && slices.Equal(a.Legal, b.Legal) && slices.Equal(a.Ahead, b.Ahead)
	}) {
		return false
	}
	t.told[player] = *y
	return true
}

// retell forgets what a player was told: the next time they are told everything.
func (t *Table) retell(player blackjack.PlayerID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.told, player)
}

// heard is the records as everyone may hear them.
func heard(before *journal.State, records []journal.Record, sealed *shoe.Sealed) []wire.Event {
	events := make([]wire.Event, 0, len(records))
	seats := before.Seats
	p := prover{sealed: sealed, next: before.Shoe.Offset + int(before.Round.Drawn), hole: before.Shoe.Offset + int(before.Round.HoleAt) - 1}
	for i := range records {
		r := &records[i]
		switch r.Kind {
		case journal.Event:
			events = view.Events(events, r.Event)
			p.prove(&events[len(events)-1], r.Event.Kind)
		case journal.SeatTaken:
			seats[r.Seat-1].Name = r.Name
			events = append(events, wire.Event{Kind: wire.SeatIsTaken, Seat: r.Seat, Name: r.Name})
		case journal.SeatLeft:
			events = append(events, wire.Event{Kind: wire.SeatIsLeft, Seat: r.Seat, Name: seats[r.Seat-1].Name})
		case journal.BettingOpened:
			events = append(events, wire.Event{Kind: wire.BettingOpened})
			p = prover{sealed: sealed, next: r.Offset}
		case journal.StakeReturned:
			events = append(events, wire.Event{Kind: wire.StakeReturned, Seat: r.Seat, Amount: r.Amount})
		case journal.TableClosed:
			events = append(events, wire.Event{Kind: wire.TableIsClosed})
		case journal.RoundMissed:
			events = append(events, wire.Event{Kind: wire.RoundMissed, Seat: r.Seat})
		default:
			events = heardOfShoe(events, r)
		}
	}
	return events
}

// tellSoon has presence and the lobby told within [tellAfter], however many
// come and go until then.
func (t *Table) tellSoon() {
	if t.tellAt.IsZero() {
		t.tellAt = time.Now().Add(tellAfter)
	}
}

// tellLate publishes who is here, in a frame in which nothing else happened, and
// the lobby's row if it changed.
func (t *Table) tellLate() {
	t.tellAt = time.Time{}
	if t.moved {
		t.moved = false
		t.presence.tidy(&t.state)
		v := t.view(&t.state, t.rules, t.shuffleOf(&t.state.Shoe), t.wall.now())
		f := view.Frame(&v, &t.state.Round, nil)
		t.cfg.Publisher.Publish(t.cfg.ID, &f)
	}
	if row := t.Row(); Changed(&row, &t.row) {
		t.row = row
		t.cfg.Publisher.PublishLobby(&row)
	}
}

// Row is the table as seen from the door.
func (t *Table) Row() wire.LobbyTable {
	t.mu.RLock()
	s := t.state
	t.mu.RUnlock()
	rules := &t.cfg.Rules
	row := wire.LobbyTable{
		ID: t.cfg.ID, Name: t.cfg.Name, Preset: t.cfg.Preset, Rules: t.brief,
		MinBet: rules.MinBet, MaxBet: rules.MaxBet, BetStep: rules.BetStep, Chips: t.cfg.Chips,
		Seats: rules.Seats, SeatsPerPlayer: rules.SeatsPerPlayer, Phase: phase(&s),
		BetTime: int(rules.BetTime), ActTime: int(rules.ActTime), Watching: t.presence.at(&s).watching, Hints: t.cfg.Hints,
		Seated: []wire.Seated{},
	}
	if t.cfg.Odds != nil {
		row.Odds = t.cfg.Odds(t.hash)
	}
	for i := range s.Seats {
		if s.Seats[i].Player == 0 {
			continue
		}
		row.Seated = append(row.Seated, wire.Seated{Seat: i + 1, Bot: s.Seats[i].Bot})
		row.Taken++
		if s.Seats[i].Bot {
			row.Bots++
		}
	}
	return row
}

// rowMoved reports whether a commit changed the row; odds are told on their own.
func (t *Table) rowMoved(watching int) bool {
	s, listed := &t.state, t.row.Seated
	for i := range s.Seats {
		if s.Seats[i].Player == 0 {
			continue
		}
		if len(listed) == 0 || listed[0] != (wire.Seated{Seat: i + 1, Bot: s.Seats[i].Bot}) {
			return true
		}
		listed = listed[1:]
	}
	return len(listed) > 0 || t.row.Watching != watching || t.row.Phase != phase(s)
}

func phase(s *journal.State) wire.Phase {
	return view.Phase(s.Stage == journal.Closed, s.Stage == journal.Resting, s.Stage == journal.Sealing, &s.Round)
}

// Changed compares what can change in a row.
func Changed(a, b *wire.LobbyTable) bool {
	return !slices.Equal(a.Seated, b.Seated) || a.Watching != b.Watching || a.Phase != b.Phase || (a.Odds == nil) != (b.Odds == nil)
}
