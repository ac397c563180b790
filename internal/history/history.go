package history

import (
	"context"
	"encoding/json"
	"fmt"

	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/wire"
)

// Theory says what rounds by the rules with that hash come to for the house on
// average, by best play, and their standard deviation; false as long as it is not
// known. tally needs Bets, Squares and Crossed.
type Theory func(ctx context.Context, rules string, tally *ledger.Tally) (expected, deviation float64, ok bool, err error)

// History answers what players played.
type History struct {
	Store  store.Store
	Theory Theory // nil: it is never known
}

// scanned bounds how many results without facts are read for one page, and searched
// is how many at a time where those of a kind are looked for.
const scanned, searched = 2000, 100

// search is what the request looks for.
func search(r *wire.RoundsRequest) store.Search {
	from, until, _ := r.Span()
	return store.Search{Before: r.Before, Table: r.Table, From: from, Until: until, Kinds: kindOf(r.Result), Limit: r.Limit}
}

// Page is one page of a player's rounds that are looked for. Among results that
// are older than their facts few may be found: then the page is short, and the
// next one goes on.
func (h *History) Page(ctx context.Context, player int64, request *wire.RoundsRequest) (wire.Rounds, error) {
	page := wire.Rounds{Rounds: []wire.PlayedRound{}}
	s, read := search(request), 0
	if s.Kinds != 0 {
		s.Limit = max(s.Limit, searched) // most are of other kinds, perhaps
	}
	for {
		results, err := h.Store.Find(ctx, player, s)
		if err != nil {
			return page, err
		}
		for i := range results {
			round, facts, err := played(&results[i])
			if err != nil {
				return page, err
			}
			s.Before = results[i].ID
			if !facts.Kinds.Has(s.Kinds) {
				continue
			}
			page.Rounds = append(page.Rounds, round)
			if len(page.Rounds) == request.Limit {
				page.Next = round.ID
				return page, nil
			}
		}
		if len(results) < s.Limit {
			return page, nil
		}
		if read += len(results); read >= scanned {
			page.Next = s.Before
			return page, nil
		}
	}
}

// Each walks all rounds that the request looks for, newest first, whatever its
// limit says.
func (h *History) Each(ctx context.Context, player int64, request wire.RoundsRequest, fn func(*wire.PlayedRound) error) error {
	request.Limit = wire.MaxRoundsLimit
	for {
		page, err := h.Page(ctx, player, &request)
		if err != nil {
			return err
		}
		for i := range page.Rounds {
			if err := fn(&page.Rounds[i]); err != nil {
				return err
			}
		}
		if page.Next == 0 {
			return nil
		}
		request.Before = page.Next
	}
}

// played is a result as the player sees it.
func played(r *store.Result) (wire.PlayedRound, store.Facts, error) {
	var p wire.PlayedRound
	if err := json.Unmarshal(r.Body, &p.PastRound); err != nil {
		return p, r.Facts, fmt.Errorf("past round %d of player %d: %w", r.ID, r.Player, err)
	}
	facts := r.Facts
	if facts.Kinds == 0 {
		facts = FactsOf(&p.PastRound, "")
	}
	p.ID, p.Kinds, p.After = r.ID, namesOf(facts.Kinds), r.Balance
	if r.Balance != nil {
		before := *r.Balance - r.Net
		p.Before = &before
	}
	return p, facts, nil
}
