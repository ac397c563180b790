package table

import (
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/wire"
)

// A person sits down alone, bets, is dealt at once, plays, sees the results for
// five seconds and is asked to bet again (R13).
func TestOneRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t, rulesOf(t), "Th 6d 8c Ts  5h", "9c 7d 9h Th")
		an := c.person("An", 1000000)
		c.at(wire.PhaseWaiting, 0)
		an.must(sit(0))
		c.at(wire.PhaseBetting, 15*time.Second)
		an.must(c.bet(1, 100000))
		an.has(900000)
		c.at(wire.PhasePlayers, 15*time.Second)
		c.handIs(1, 1, "Th 8c 18 playing")
		an.must(c.act(1, blackjack.Stand))
		c.handIs(1, 1, "Th 8c 18 stood lose")
		c.at(wire.PhaseOver, 5*time.Second)
		an.has(900000)
		c.audit()
		c.pass(5 * time.Second)
		c.at(wire.PhaseBetting, 15*time.Second)
		an.must(c.bet(1, 100000))
		an.must(c.act(1, blackjack.Stand))
		c.handIs(1, 1, "9c 9h 18 stood win")
		an.has(1000000)
		c.audit()
	})
}
