package audit

import (
	"context"
	"testing"

	"club99/internal/store"
)

// Books that are older than the sums over rounds are right without them, and
// with sums that begin later.
func TestBooksOlderThanTheirSums(t *testing.T) {
	st := anEvening(t)
	without := forgedTallies{Store: st}
	if r, err := Books(t.Context(), without); err != nil || len(r.Faults) > 0 {
		t.Errorf("without sums: %+v, %v", r.Faults, err)
	}
	tallies, err := st.Tallies(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range tallies {
		tallies[i].First = 1 << 40
		tallies[i].Tally = store.Tally{}.Tally
	}
	later := forgedTallies{st, tallies}
	if r, err := Books(t.Context(), later); err != nil || len(r.Faults) > 0 {
		t.Errorf("with sums that begin later: %+v, %v", r.Faults, err)
	}
}

// forgedTallies is a store with other sums.
type forgedTallies struct {
	store.Store
	tallies []store.Tally
}

func (f forgedTallies) Audit(ctx context.Context, fn func(store.Books) error) error {
	return f.Store.Audit(ctx, func(b store.Books) error { return fn(booksWith{b, f.tallies}) })
}

type booksWith struct {
	store.Books
	tallies []store.Tally
}

func (b booksWith) Tallies(_ context.Context, fn func(store.Tally) error) error {
	for _, t := range b.tallies {
		if err := fn(t); err != nil {
			return err
		}
	}
	return nil
}
