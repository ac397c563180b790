package wire_test

import (
	"testing"
	"time"

	"club99/internal/wire"
)

// historyExamples adds the messages about what a player played.
func historyExamples(all map[string]any, over wire.State) {
	sums := wire.Sums{Rounds: 2, Staked: 250000, Net: -50000}
	all["rounds-request"] = wire.RoundsRequest{Before: 91, Limit: 20, Table: "club-1", From: "2026-11-01", To: "2026-11-30", Zone: "Asia/Ho_Chi_Minh", Result: wire.RoundSplit}
	all["statistics"] = wire.Statistics{
		Zone: "Asia/Ho_Chi_Minh", Sums: sums, Bets: 200000, Push: 1, Lost: 1, First: 1796000015000, Last: 1796000045000,
		Tables:  []wire.TableSums{{Table: "club-1", Sums: sums}},
		Days:    []wire.DaySums{{Day: "2026-11-30", Sums: sums, Balance: amount(950000)}},
		Balance: []wire.BalancePoint{{Round: 1, At: 1796000015000, Balance: 1000000}, {Round: 2, At: 1796000045000, Balance: 950000}},
		Dealt:   []wire.HandCount{{Hand: "pair", Count: 1, Lost: 1}, {Hand: "hard-17-20", Count: 1, Push: 1}},
		Ended:   []wire.HandCount{{Hand: "19", Count: 1, Lost: 1}, {Hand: "bust", Count: 1, Lost: 1}},
		Theory:  &wire.Theory{Rounds: 1, Bets: 100000, Expected: -330, Low: -225330, High: 224670, Net: -50000}, Outside: 1,
	}
	over.Deadline = 0
	all["replay"] = wire.Replay{Table: "club-1", Round: 13, Rules: "6D S17 DAS LS 3:2 peek-AT charlie-11", Seats: []int{1}, Frames: []wire.Frame{
		{Table: "club-1", Seq: 1, Now: 1796000015000, State: over, Events: []wire.Event{{Kind: "round-over"}}}}}
}

// A day is the player's: it may have 23 hours, and another zone has another.
func TestDaysAreThoseOfTheZone(t *testing.T) {
	for _, c := range []struct {
		request     wire.RoundsRequest
		from, until string
	}{
		{wire.RoundsRequest{From: "2026-11-30", To: "2026-11-30", Zone: "Asia/Ho_Chi_Minh"}, "2026-11-29T17:00:00Z", "2026-11-30T17:00:00Z"},
		{wire.RoundsRequest{From: "2026-11-30", To: "2026-11-30"}, "2026-11-30T00:00:00Z", "2026-12-01T00:00:00Z"},
		{wire.RoundsRequest{From: "2026-03-29", To: "2026-03-29", Zone: "Europe/Berlin"}, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},
		{wire.RoundsRequest{To: "2026-11-30", Zone: "America/New_York"}, "0001-01-01T00:00:00Z", "2026-12-01T05:00:00Z"},
	} {
		from, until, _ := c.request.Span()
		if got := from.UTC().Format(time.RFC3339); got != c.from {
			t.Errorf("%+v begins at %s, want %s", c.request, got, c.from)
		}
		if got := until.UTC().Format(time.RFC3339); got != c.until {
			t.Errorf("%+v ends at %s, want %s", c.request, got, c.until)
		}
	}
}
