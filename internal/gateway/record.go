package gateway

import (
	"fmt"
	"net/http"
	"strconv"

	"club99/internal/table"
	"club99/internal/wire"
)

// Records are read from the journal: few at a time are enough for a person, and
// for a page that checks one round after another.
const (
	recordsPerSecond = 2
	recordBurst      = 20
)

// record is the record of a round that is over, as a file to keep. It names
// nobody: whoever has the address may have it.
func (g *Gateway) record(w http.ResponseWriter, r *http.Request) error {
	t, ok := g.Pit.Table(r.PathValue("id"))
	if !ok {
		return codeError(wire.NoSuchTable)
	}
	round, err := strconv.ParseUint(r.PathValue("round"), 10, 63)
	if err != nil {
		return codeError(wire.NotFound)
	}
	if !g.records.allow(g.address(r), g.Now()) {
		return codeError(wire.RateLimited)
	}
	body, err := t.Record(r.Context(), round)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=\"club99-%s-%d.json\"", t.ID(), round))
	return show(w, body)
}

// shoes is a list of the table's shoes, for everybody.
func (g *Gateway) shoes(w http.ResponseWriter, r *http.Request) error {
	t, ok := g.Pit.Table(r.PathValue("id"))
	if !ok {
		return codeError(wire.NoSuchTable)
	}
	request, err := wire.DecodeRounds(queryObject(r.URL.Query(), "before", "limit"))
	if err != nil {
		return err
	}
	if !g.records.allow(g.address(r), g.Now()) {
		return codeError(wire.RateLimited)
	}
	body, err := t.Shoes(r.Context(), request.Before, min(request.Limit, table.MaxShoes))
	if err != nil {
		return err
	}
	return show(w, body)
}
