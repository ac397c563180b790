package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"club99/internal/wire"
)

// What a player may ask and set about playing well: a page asks after every round.
const (
	wellPerSecond = 2
	wellBurst     = 30
)

// holdError is a refusal by what a player set for themselves, and until when.
type holdError struct {
	code  wire.Code
	until wire.Millis
}

func (h *holdError) Error() string { return string(h.code) }

// routeWell adds what players set to play well.
func (g *Gateway) routeWell(add func(method, path string, do func(http.ResponseWriter, *http.Request) error)) {
	if g.Warden == nil {
		return
	}
	add(http.MethodGet, "/api/well", g.well(func(ctx context.Context, player int64, _ []byte) (wire.Well, error) {
		return g.Warden.Well(ctx, player)
	}))
	change := func(path string, do func(context.Context, int64, []byte) (wire.Well, error)) {
		add(http.MethodPost, path, g.well(func(ctx context.Context, player int64, body []byte) (wire.Well, error) {
			answer, err := do(ctx, player, body)
			if err == nil {
				g.lookAround(player)
			}
			return answer, err
		}))
	}
	change("/api/well/limits", func(ctx context.Context, player int64, body []byte) (wire.Well, error) {
		asked, err := wire.DecodeLimits(body)
		if err != nil {
			return wire.Well{}, err
		}
		return g.Warden.SetLimits(ctx, player, asked)
	})
	change("/api/well/break", func(ctx context.Context, player int64, body []byte) (wire.Well, error) {
		hours, err := wire.DecodeBreak(body)
		if err != nil {
			return wire.Well{}, err
		}
		return g.Warden.TakeBreak(ctx, player, hours)
	})
	change("/api/well/exclude", func(ctx context.Context, player int64, body []byte) (wire.Well, error) {
		months, err := wire.DecodeExclusion(body)
		if err != nil {
			return wire.Well{}, err
		}
		return g.Warden.Exclude(ctx, player, months)
	})
	add(http.MethodPost, "/api/well/check", g.well(func(ctx context.Context, player int64, _ []byte) (wire.Well, error) {
		return g.Warden.Answer(ctx, player) // which holds nobody back
	}))
}

// well answers a request of who is signed in, about what is the own.
func (g *Gateway) well(do func(context.Context, int64, []byte) (wire.Well, error)) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		s, err := g.signedIn(r)
		if err != nil {
			return err
		}
		if !g.wells.allow(s.Player.ID, g.Now()) {
			return codeError(wire.RateLimited)
		}
		body, err := smallBody(w, r)
		if err != nil {
			return err
		}
		answer, err := do(r.Context(), s.Player.ID, body)
		if err != nil {
			return err
		}
		return show(w, wire.Encode(answer))
	}
}

// smallBody reads the body of a request.
func smallBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyBytes))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, codeError(wire.TooLarge)
	}
	if err != nil {
		return nil, codeError(wire.BadMessage)
	}
	return data, nil
}

// notAway refuses who is on a break or excluded: in this browser nobody else begins
// to play instead.
func (g *Gateway) notAway(ctx context.Context, player int64) error {
	if g.Warden == nil {
		return nil
	}
	well, err := g.Warden.Well(ctx, player)
	if err != nil || well.Away == nil {
		return err
	}
	return &holdError{well.Away.Kind, well.Away.Until}
}

// acquaint reads what a player has set before a table asks for it. What cannot be
// read now, the table says.
func (g *Gateway) acquaint(ctx context.Context, v *visitor, c *wire.Command) {
	if g.Warden == nil || c.Name != wire.Sit && c.Name != wire.Place {
		return
	}
	if err := g.Warden.Ready(ctx, v.player); err != nil {
		g.Log.Warn("what a player has set could not be read", "player", strconv.FormatInt(v.player, 10), "error", err)
	}
}
