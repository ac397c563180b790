package table

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"club99/blackjack"
	"club99/fair"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/shoe"
)

// MaxShoes is how many shoes one list has at most.
const MaxShoes = 20

// errEnough ends a walk through the journal before its end.
var errEnough = errors.New("enough")

// Record is the record of a round that is over, or was given up with its shoe, as
// anybody may check it; see package fair. [store.ErrNotFound] if there is none: the
// round is not over, was never dealt, or came from a scripted shoe.
func (t *Table) Record(ctx context.Context, round uint64) ([]byte, error) {
	for {
		r, err := t.record(ctx, round)
		if !errors.Is(err, errMoved) {
			if err != nil {
				return nil, err
			}
			return r.Encode()
		}
	}
}

// errMoved says that the shoe ended while its record was being put together.
var errMoved = errors.New("the shoe has ended since")

func (t *Table) record(ctx context.Context, number uint64) (*fair.Record, error) {
	seq, _, err := t.cfg.Store.Mark(ctx, t.cfg.ID, store.MarkRound, number)
	if err != nil {
		return nil, err
	}
	p := past{round: number}
	err = t.cfg.Store.Entries(ctx, t.cfg.ID, seq-1, p.entry)
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	if p.state.Phase != blackjack.PhaseOver && !p.void {
		return nil, fmt.Errorf("round %d of table %s is not over: %w", number, t.cfg.ID, store.ErrNotFound)
	}
	shoes, err := t.shoes(ctx, p.shoe, p.shoe)
	if err != nil {
		return nil, err
	}
	log, err := t.log(ctx, p.shoe, p.last)
	if err != nil {
		return nil, err
	}
	if p.void && shoes[0].Root == (shoe.Node{}) {
		return nil, fmt.Errorf("round %d of table %s was given up before the deal: %w", number, t.cfg.ID, store.ErrNotFound)
	}
	if shoes[0].Abandoned == fair.Lost {
		return nil, fmt.Errorf("the seed of shoe %d of table %s is lost, nothing of it can be proved: %w", p.shoe, t.cfg.ID, store.ErrNotFound)
	}
	sealed, err := t.sealedAgain(&shoes[0])
	if err != nil {
		return nil, err
	}
	line, err := t.cfg.Store.Rules(ctx, p.rules)
	if err != nil {
		return nil, err
	}
	r := &fair.Record{
		Format: fair.RoundFormat, Version: shoe.Version, Table: t.cfg.ID, Round: number, Shoe: shoes[0], Offset: p.offset,
		Cards: fair.Cards(p.events, p.offset, sealed), Rules: fair.Rules{Line: line}, Events: fair.Events(p.events),
		Results: fair.Results(&p.state), Log: log,
	}
	return r, r.Rules.Hash.UnmarshalText([]byte(p.rules))
}

// sealedAgain is the shoe of a record: made from its seeds if it is over, or
// else the one in use.
func (t *Table) sealedAgain(s *fair.Shoe) (*shoe.Sealed, error) {
	if s.Commitment == (shoe.Hash{}) {
		return nil, fmt.Errorf("shoe %d of table %s was scripted: %w", s.Number, t.cfg.ID, store.ErrNotFound)
	}
	if len(s.Seed) > 0 {
		return s.Sealed(t.cfg.ID), nil
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.state.Shoe.Number != s.Number || t.sealed == nil {
		return nil, errMoved
	}
	return t.sealed, nil
}

// past is a round as it is read from the journal.
type past struct {
	round  uint64
	opened bool
	shoe   uint64
	offset int
	rules  string
	events []blackjack.Event // a seat stands for its player
	state  blackjack.Round
	last   uint64 // the entry that was read last
	void   bool   // the table was closed in the middle of it
}

// entry adds an entry, as far as it is of the round.
func (p *past) entry(seq uint64, _ time.Time, entry []byte) error {
	records, err := journal.Decode(entry)
	if err != nil {
		return fmt.Errorf("entry %d: %w", seq, err)
	}
	p.last = seq
	for i := range records {
		switch r := &records[i]; {
		case r.Kind == journal.BettingOpened:
			if r.Round != p.round {
				return errEnough // all bets were taken back
			}
			p.opened, p.shoe, p.offset, p.rules = true, r.Shoe, r.Offset, r.Rules
		case r.Kind == journal.TableClosed:
			p.void = true
		case r.Kind == journal.Event && p.opened:
			e := r.Event
			if e.Player != 0 {
				e.Player = blackjack.PlayerID(e.Seat)
			}
			p.state.Apply(e)
			p.events = append(p.events, e)
		}
	}
	if p.void || p.state.Phase == blackjack.PhaseOver {
		return errEnough
	}
	return nil
}

// log reads the journal from where the shoe was shuffled to the entry last, as
// far as it is public.
func (t *Table) log(ctx context.Context, number, last uint64) (fair.Log, error) {
	seq, m, err := t.cfg.Store.Mark(ctx, t.cfg.ID, store.MarkShoe, number)
	if err != nil {
		return fair.Log{}, err
	}
	log := fair.Log{Seq: seq, Before: m.Link, After: m.Link}
	err = t.cfg.Store.Entries(ctx, t.cfg.ID, seq-1, func(seq uint64, _ time.Time, entry []byte) error {
		if seq > last {
			return errEnough
		}
		records, err := journal.Decode(entry)
		if err != nil {
			return fmt.Errorf("entry %d: %w", seq, err)
		}
		text := journal.Public(records)
		log.Entries = append(log.Entries, string(text))
		log.After = shoe.Link(log.After, seq, text)
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return log, err
}

// Shoes is the list of the table's shoes below a number, from the oldest, at
// most limit of them ([MaxShoes] at most); before 0 is the newest. Scripted
// shoes are not in it.
func (t *Table) Shoes(ctx context.Context, before uint64, limit int) ([]byte, error) {
	t.mu.RLock()
	newest := t.state.Shoe.Number
	t.mu.RUnlock()
	if before == 0 || before > newest {
		before = newest + 1
	}
	list := fair.ShoeList{Format: fair.ShoesFormat, Version: shoe.Version, Table: t.cfg.ID, Shoes: []fair.Shoe{}}
	if before > 1 {
		first := max(before, uint64(min(limit, MaxShoes))+1) - uint64(min(limit, MaxShoes))
		shoes, err := t.shoes(ctx, first, before-1)
		if errors.Is(err, store.ErrNotFound) && first > 1 {
			shoes, err = t.shoes(ctx, first-1, before-1) // it was lost before it began: the one before it tells
		}
		if err != nil {
			return nil, err
		}
		for _, s := range shoes {
			if s.Number >= first && s.Commitment != (shoe.Hash{}) {
				list.Shoes = append(list.Shoes, s)
			}
		}
	}
	return list.Encode()
}

// shoes reads the shoes with these numbers from the journal.
func (t *Table) shoes(ctx context.Context, first, last uint64) ([]fair.Shoe, error) {
	seq, _, err := t.cfg.Store.Mark(ctx, t.cfg.ID, store.MarkShoe, first)
	if err != nil {
		return nil, err
	}
	var list []fair.Shoe
	err = t.cfg.Store.Entries(ctx, t.cfg.ID, seq-1, func(seq uint64, _ time.Time, entry []byte) error {
		records, err := journal.Decode(entry)
		if err != nil {
			return fmt.Errorf("entry %d: %w", seq, err)
		}
		for i := range records {
			switch r := &records[i]; {
			case r.Kind == journal.Shuffled && r.Shoe > last:
				return errEnough
			case r.Kind == journal.Shuffled:
				list = append(list, fair.Shoe{Number: r.Shoe, Decks: r.Decks, Commitment: r.Commitment, Next: r.Next, Players: []fair.Player{}})
			case r.Kind == journal.ShoeOver && r.Why == journal.ByLost && len(list) > 0:
				list = append(list, lost(&list[len(list)-1]))
			case len(list) > 0:
				if err := follow(&list[len(list)-1], r); err != nil {
					return fmt.Errorf("entry %d: %w", seq, err)
				}
			}
		}
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errEnough):
		return nil, err
	case len(list) > 0 && list[len(list)-1].Number > last:
		list = list[:len(list)-1]
	}
	switch {
	case len(list) == 0:
		return nil, fmt.Errorf("shoe %d of table %s: %w", first, t.cfg.ID, store.ErrNotFound)
	}
	return list, nil
}

// lost gives up a shoe, unless it was over, and returns the next, which is given up
// with it.
func lost(s *fair.Shoe) fair.Shoe {
	if len(s.Seed) == 0 {
		s.Abandoned = fair.Lost
	}
	return fair.Shoe{Number: s.Number + 1, Decks: s.Decks, Commitment: s.Next, Players: []fair.Player{}, Abandoned: fair.Lost}
}

// follow adds a record to what is known of a shoe.
func follow(s *fair.Shoe, r *journal.Record) error {
	switch r.Kind {
	case journal.BettingOpened, journal.Rested:
		if s.Root == (shoe.Node{}) {
			s.Players = []fair.Player{}
		}
	case journal.TableClosed:
		if s.Terms == (shoe.Hash{}) {
			s.Players = []fair.Player{}
		}
	case journal.SeedCommitted:
		setPlayer(s, fair.Player{Seat: int(r.Seat), Commitment: r.Commitment})
	case journal.SeatLeft:
		dropPlayer(s, r.Seat)
	case journal.Event:
		if r.Event.Kind == blackjack.BetPlaced && r.Event.Stake == 0 {
			dropPlayer(s, r.Event.Seat)
		}
	case journal.TermsFixed:
		s.Terms = r.Terms
	case journal.SeedRevealed:
		seed, err := hex.DecodeString(r.Secret)
		if err != nil {
			return err
		}
		player(s, r.Seat).Seed = seed
	case journal.SeedLeftOut:
		player(s, r.Seat).Out = fair.Out(r.Out)
	case journal.ShoeSealed:
		s.Root = r.Root
	case journal.ShoeOver:
		seed, err := hex.DecodeString(r.Secret)
		s.Seed, s.Abandoned = seed, fair.Why(r.Why)
		return err
	}
	return nil
}
