package journal

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// errThere ends a walk that has reached what it was for.
var errThere = errors.New("there")

// until is the part of a journal up to an entry, as if the journal ended there.
type until struct {
	Source
	last uint64
}

func (u until) Head(context.Context, string) (uint64, error) { return u.last, nil }

func (u until) Entries(ctx context.Context, table string, after uint64, fn func(uint64, time.Time, []byte) error) error {
	err := u.Source.Entries(ctx, table, after, func(seq uint64, at time.Time, entry []byte) error {
		if seq > u.last {
			return errThere
		}
		return fn(seq, at, entry)
	})
	if errors.Is(err, errThere) {
		return nil
	}
	return err
}

// At folds a table's journal as it stood after an entry, 0 for before the first,
// reading no further back than [Tail] does.
func At(ctx context.Context, src Source, table string, seq uint64) (State, error) {
	s, err := Tail(ctx, until{src, seq}, table)
	if err == nil && s.Seq != seq {
		return s, fmt.Errorf("table %s: the journal ends with entry %d, before entry %d", table, s.Seq, seq)
	}
	return s, err
}

// Opening is the record with which a round began, among those of the entry that the
// round's mark names.
func Opening(records []Record, round uint64) (*Record, error) {
	for i := range records {
		if r := &records[i]; r.Kind == BettingOpened && r.Round == round {
			return r, nil
		}
	}
	return nil, errors.New("it does not begin where the mark says")
}
