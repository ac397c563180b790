package gateway

import (
	"club99/internal/table"
	"club99/internal/wire"
)

// A player may say something every few seconds, and a little more at once. Nobody
// else's table gets louder than that.
const (
	emotesPerSecond = 0.25
	emoteBurst      = 3
)

// emote says one of the fixed words to a table, from the player's first seat there.
// It is told to those who listen and forgotten: no game and no book depends on it.
func (g *Gateway) emote(v *visitor, t *table.Table, emote wire.Emote) (wire.Heard, error) {
	seat := t.SeatOf(v.player)
	if seat == 0 {
		return wire.Heard{}, codeError(wire.NotSeated)
	}
	if !g.emotes.allow(v.player, g.Now()) {
		return wire.Heard{}, codeError(wire.RateLimited)
	}
	g.Hub.PublishSaid(wire.Said{Table: t.ID(), Seat: seat, Emote: emote})
	return wire.Heard{Seat: seat}, nil
}
