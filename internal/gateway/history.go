package gateway

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"
	_ "time/tzdata" // players' time zones, on machines that know none

	"club99/internal/wire"
)

// Limits of one player's questions about the own rounds. Turning pages is reading
// an index; counting is reading all of it; a file is reading everything.
const (
	pagesPerSecond = 5
	pageBurst      = 40
	looksPerSecond = 1
	lookBurst      = 20
	filesPerSecond = 0.1
	fileBurst      = 6

	filesAtOnce = 4                // of all players
	fileTime    = 10 * time.Minute // for a whole file
	flushTime   = 20 * time.Second // for whoever takes it to take the next part
)

// asked is who asks about the own rounds over HTTP, and which.
func (g *Gateway) asked(r *http.Request, limit *playerLimits) (player int64, request wire.RoundsRequest, err error) {
	s, err := g.signedIn(r)
	if err != nil {
		return 0, request, err
	}
	if request, err = wire.DecodeRounds(queryObject(r.URL.Query(), "before", "limit")); err != nil {
		return 0, request, err
	}
	if !limit.allow(s.Player.ID, g.Now()) {
		err = codeError(wire.RateLimited)
	}
	return s.Player.ID, request, err
}

// rounds is one page of the own history.
func (g *Gateway) rounds(w http.ResponseWriter, r *http.Request) error {
	player, request, err := g.asked(r, g.pages)
	if err != nil {
		return err
	}
	page, err := g.History.Page(r.Context(), player, &request)
	if err != nil {
		return err
	}
	return show(w, wire.Encode(page))
}

// roundsOf is the same, asked over a connection.
func (g *Gateway) roundsOf(ctx context.Context, v *visitor, data []byte) (wire.Rounds, error) {
	if v.player == 0 {
		return wire.Rounds{}, codeError(wire.SignInRequired)
	}
	request, err := wire.DecodeRounds(data)
	if err != nil {
		return wire.Rounds{}, err
	}
	if !g.pages.allow(v.player, g.Now()) {
		return wire.Rounds{}, codeError(wire.RateLimited)
	}
	return g.History.Page(ctx, v.player, &request)
}

// Who reads many rounds waits for the others, so that the store's readers are there
// for the tables.
const (
	readAtOnce = 2
	readWait   = 3 * time.Second
)

// inTurn waits until one more may read many rounds. The caller calls done.
func (g *Gateway) inTurn(ctx context.Context) (done func(), err error) {
	select {
	case g.reading <- struct{}{}:
		return func() { <-g.reading }, nil
	case <-ctx.Done():
	case <-time.After(readWait):
	}
	return nil, codeError(wire.Busy)
}

// statistics are the own rounds, counted.
func (g *Gateway) statistics(w http.ResponseWriter, r *http.Request) error {
	player, request, err := g.asked(r, g.looks)
	if err != nil {
		return err
	}
	done, err := g.inTurn(r.Context())
	if err != nil {
		return err
	}
	defer done()
	s, err := g.History.Statistics(r.Context(), player, &request)
	if err != nil {
		return err
	}
	return show(w, wire.Encode(s))
}

// replay tells an own round again.
func (g *Gateway) replay(w http.ResponseWriter, r *http.Request) error {
	s, err := g.signedIn(r)
	if err != nil {
		return err
	}
	round, err := strconv.ParseUint(r.PathValue("round"), 10, 63)
	if err != nil {
		return codeError(wire.NotFound)
	}
	if !g.looks.allow(s.Player.ID, g.Now()) {
		return codeError(wire.RateLimited)
	}
	done, err := g.inTurn(r.Context())
	if err != nil {
		return err
	}
	defer done()
	replay, err := g.History.Replay(r.Context(), r.PathValue("table"), round, s.Player.ID)
	if err != nil {
		return err
	}
	return show(w, wire.Encode(replay))
}

// export is the own history as a file, sent while it is read.
func (g *Gateway) export(format string) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		player, request, err := g.asked(r, g.files)
		if err != nil {
			return err
		}
		select {
		case g.taking <- struct{}{}:
			defer func() { <-g.taking }()
		default:
			return codeError(wire.Busy)
		}
		kind, write := "application/json; charset=utf-8", g.History.WriteJSON
		if format == "csv" {
			kind, write = "text/csv; charset=utf-8", g.History.WriteCSV
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=\"club99-rounds.%s\"", format))
		c := http.NewResponseController(w)
		inTime := func() { _ = c.SetWriteDeadline(time.Now().Add(flushTime)) } // else the server's own limits hold
		inTime()
		err = write(r.Context(), w, func() error {
			inTime()
			return c.Flush()
		}, player, request)
		if err != nil {
			g.Log.Warn("a player's history was not written to its end", "player", player, "error", err)
			panic(http.ErrAbortHandler) // a file that breaks off must not look whole
		}
		_ = c.SetWriteDeadline(time.Time{})
		return nil
	}
}
