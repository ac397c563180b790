package warden

import (
	"testing"
	"time"

	"club99/internal/limits"
	"club99/internal/wire"
)

// A node's roll may be on its way while one of its tables asks for a bet: what it says is
// older than the bet, which counts. Only what is said twice after that is made up for.
func TestARollFromBeforeABetTakesNothingBack(t *testing.T) {
	for name, before := range map[string]map[int64]Standing{
		"a seat and no bet": {1: {Seats: 1}},
		"nobody there":      {},
	} {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			c.set(limits.LossDay, 1500)
			rolls := func() {
				c.now = c.now.Add(time.Second)
				said := map[int64]Standing{}
				if at, is := before[1]; is {
					said[c.player] = at
				}
				c.Roll("node", map[string]map[int64]Standing{"sen": said})
			}
			rolls()
			rolls()
			c.Stands("sen", c.player, 1, 0)
			c.now = c.now.Add(time.Millisecond)
			c.bets("sen", 1000, "")
			rolls() // on its way since before the bet
			c.bets("truc", 1000, wire.OverLossDay)
			rolls() // the bet was never made
			c.bets("truc", 1000, "")
		})
	}
}

// What was told at once and lost on its way is made up for by rolls.
func TestRollsMakeUpForWhatWasLost(t *testing.T) {
	c := open(t)
	c.set(limits.LossDay, 1500)
	roll := func(at map[int64]Standing) {
		c.now = c.now.Add(time.Second)
		c.Roll("node", map[string]map[int64]Standing{"sen": at})
	}
	roll(map[int64]Standing{c.player: {Seats: 1, Stake: 1000}})
	c.bets("truc", 1000, wire.OverLossDay)
	roll(map[int64]Standing{})
	c.bets("truc", 1000, wire.OverLossDay)
	roll(map[int64]Standing{})
	c.bets("truc", 1000, "")
}
