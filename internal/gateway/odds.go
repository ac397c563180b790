package gateway

import (
	"context"
	"net/http"
	"strconv"

	"club99/internal/rulebook"
	"club99/internal/table"
	"club99/internal/wire"
)

// A hint takes a moment of a processor: as many as a quick player has decisions
// are enough, with some in hand for a look through the last rounds.
const (
	hintsPerSecond = 2
	hintBurst      = 10
)

// hint says what each action of an own seat is worth now. The computing is done
// from what the player can see, and not by the table.
func (g *Gateway) hint(ctx context.Context, v *visitor, t *table.Table, request wire.HintRequest) (wire.Hint, error) {
	sight, why, err := t.Sight(ctx, v.player, request.Seat)
	if err != nil {
		return wire.Hint{}, err
	}
	if why != "" {
		return wire.Hint{}, codeError(why)
	}
	if !g.hints.allow(v.player, g.Now()) {
		return wire.Hint{}, codeError(wire.RateLimited)
	}
	return g.Odds.Hint(ctx, sight)
}

// grades says what the own decisions of a round cost.
func (g *Gateway) grades(w http.ResponseWriter, r *http.Request) error {
	s, err := g.signedIn(r)
	if err != nil {
		return err
	}
	t, ok := g.Pit.Table(r.PathValue("table"))
	if !ok {
		return codeError(wire.NoSuchTable)
	}
	round, err := strconv.ParseUint(r.PathValue("round"), 10, 63)
	if err != nil {
		return codeError(wire.NotFound)
	}
	if !g.hints.allow(s.Player.ID, g.Now()) {
		return codeError(wire.RateLimited)
	}
	grades, err := g.Odds.Grades(r.Context(), t.ID(), round, s.Player.ID)
	if err != nil {
		return err
	}
	return show(w, wire.Encode(grades))
}

// chart is how the table's rules are best played by total. Until it has been
// computed the answer is "busy".
func (g *Gateway) chart(w http.ResponseWriter, r *http.Request) error {
	t, ok := g.Pit.Table(r.PathValue("id"))
	if !ok {
		return codeError(wire.NoSuchTable)
	}
	if class := r.URL.Query().Get("class"); class != "" && class != "td" {
		return codeError(wire.NotFound)
	}
	chart, ok := g.Odds.Chart(t.Rules())
	if !ok {
		return codeError(wire.Busy)
	}
	return show(w, wire.Encode(chart))
}

// rulesPage is the table's help page, with its odds if they are known.
func (g *Gateway) rulesPage(t *table.Table, lang rulebook.Lang) rulebook.Document {
	rules, hints := t.Rules(), t.MayHint()
	facts := rulebook.Facts{Hints: &hints}
	if s, ok := g.Odds.Summary(rules); ok {
		facts.Odds = s.Page()
	}
	return rulebook.PageWith(rules, lang, facts)
}
