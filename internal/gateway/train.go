package gateway

import (
	"context"
	"errors"
	"net/http"
	"time"

	"club99/internal/odds"
	"club99/internal/store"
	"club99/internal/wire"
)

// How much of a player's past is looked at, and how much of it one request grades:
// about a millisecond for each decision. What is left, the next request does.
const (
	trainedRounds  = 200
	gradedAtOnce   = 25
	gradingTime    = 2 * time.Second
	trainPerSecond = 2
	trainBurst     = 20
)

// training says what the player's last rounds say about how they play. It grades
// rounds of any table, also of those without hints: a round that is over can be
// looked at by everybody.
func (g *Gateway) training(w http.ResponseWriter, r *http.Request) error {
	s, err := g.signedIn(r)
	if err != nil {
		return err
	}
	if !g.trains.allow(s.Player.ID, g.Now()) {
		return codeError(wire.RateLimited)
	}
	done, err := g.inTurn(r.Context())
	if err != nil {
		return err
	}
	defer done()
	results, err := g.History.Store.Find(r.Context(), s.Player.ID, store.Search{Limit: trainedRounds})
	if err != nil {
		return err
	}
	began, err := g.sessionBegan(r.Context(), s.Player.ID)
	if err != nil {
		return err
	}
	var all, session odds.Habits
	t := wire.Training{Rounds: len(results)}
	fresh, until := 0, g.Now().Add(gradingTime)
	for i := range results {
		round := &results[i]
		if !g.Odds.Marked(round.Table, round.Round, s.Player.ID) {
			if fresh == gradedAtOnce || fresh > 0 && g.Now().After(until) {
				break
			}
			fresh++
		}
		marks, err := g.Odds.Marks(r.Context(), round.Table, round.Round, s.Player.ID)
		if errors.Is(err, odds.ErrBusy) && t.Graded > 0 {
			break
		}
		if err != nil {
			return err
		}
		t.Graded++
		all.Add(round.Table, marks)
		if !began.IsZero() && !round.At.Before(began) {
			session.Add(round.Table, marks)
		}
	}
	t.All, t.Habits = all.Accuracy(), all.Worst()
	if !began.IsZero() {
		a := session.Accuracy()
		t.Session = &a
	}
	return show(w, wire.Encode(t))
}

// sessionBegan is when the player's session began; zero if there is none.
func (g *Gateway) sessionBegan(ctx context.Context, player int64) (time.Time, error) {
	if g.Warden == nil {
		return time.Time{}, nil
	}
	well, err := g.Warden.Well(ctx, player)
	if err != nil || well.Session.Began == 0 {
		return time.Time{}, err
	}
	return time.UnixMilli(int64(well.Session.Began)), nil
}

// drill deals something to decide by the rules of a table. No chip moves.
func (g *Gateway) drill(w http.ResponseWriter, r *http.Request) error {
	s, err := g.signedIn(r)
	if err != nil {
		return err
	}
	request, err := wire.DecodeDrill(queryObject(r.URL.Query(), "n", "total", "up", "later"))
	if err != nil {
		return err
	}
	t, ok := g.Pit.Table(request.Table)
	if !ok {
		return codeError(wire.NoSuchTable)
	}
	if !g.trains.allow(s.Player.ID, g.Now()) {
		return codeError(wire.RateLimited)
	}
	d, err := g.Odds.Drill(r.Context(), t.Rules(), request.Spot, request.N)
	if err != nil {
		return err
	}
	return show(w, wire.Encode(d))
}
