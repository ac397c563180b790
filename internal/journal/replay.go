package journal

import (
	"context"
	"fmt"
	"time"
)

// Source is where entries are read from; a store is one.
type Source interface {
	// Entries walks a table's entries in order, from the one that follows after.
	Entries(ctx context.Context, table string, after uint64, fn func(seq uint64, at time.Time, entry []byte) error) error
	// Head returns the sequence of the last entry, 0 if there is none.
	Head(ctx context.Context, table string) (uint64, error)
}

// CheckpointEvery is how many entries may pass before betting opens with a
// checkpoint.
const CheckpointEvery = 256

// tailLength is how far back the last checkpoint is looked for first: a
// checkpoint waits for the round in progress to end, so somewhat more.
const tailLength = 2 * CheckpointEvery

// Replay folds a table's whole journal. The error names the entry that could
// not be read or does not fit.
func Replay(ctx context.Context, src Source, table string) (State, error) {
	s := New(table)
	err := src.Entries(ctx, table, 0, func(seq uint64, _ time.Time, entry []byte) error {
		if seq != s.Seq+1 {
			return fmt.Errorf("table %s: entry %d follows entry %d", table, seq, s.Seq)
		}
		records, err := Decode(entry)
		if err != nil {
			return fmt.Errorf("table %s: entry %d: %w", table, seq, err)
		}
		if err := s.Apply(records); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
		return nil
	})
	return s, err
}

// Tail folds a table's journal from its last checkpoint, and gives the same
// state as [Replay] without reading it all.
func Tail(ctx context.Context, src Source, table string) (State, error) {
	head, err := src.Head(ctx, table)
	if err != nil {
		return State{}, err
	}
	if head <= tailLength {
		return Replay(ctx, src, table)
	}
	s, found := State{Table: table, Seq: head - tailLength}, false
	err = src.Entries(ctx, table, head-tailLength, func(seq uint64, _ time.Time, entry []byte) error {
		records, err := Decode(entry)
		if err != nil {
			return fmt.Errorf("table %s: entry %d: %w", table, seq, err)
		}
		if i := checkpointIn(records); i >= 0 {
			s, found = State{Table: table, Link: records[i].Standing.Link, Seq: seq - 1}, true
			// The checkpoint tells what the records before it came to; the link is of all.
			d := s.Draft()
			err := d.Add(records[i:]...)
			d.Records = records
			s = d.After()
			return err
		}
		if !found {
			return nil
		}
		if seq != s.Seq+1 {
			return fmt.Errorf("table %s: entry %d follows entry %d", table, seq, s.Seq)
		}
		if err := s.Apply(records); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
		return nil
	})
	if err == nil && !found {
		return Replay(ctx, src, table)
	}
	return s, err
}

// checkpointIn returns the place of the checkpoint in an entry, or -1.
func checkpointIn(records []Record) int {
	for i := range records {
		if records[i].Kind == Checkpoint {
			return i
		}
	}
	return -1
}
