//go:build unix

package soak

import (
	"strings"
	"testing"

	"club99/client"
	"club99/internal/wire"
	"club99/money"
)

// right is a short history of one player at one table: sits, bets 1000, wins, leaves.
func right() (*history, *wholeBooks) {
	h := newHistory()
	do := func(id string, name wire.Name, asked, answered int64, seq uint64, bets ...client.Bet) {
		h.deeds[id] = &deed{7, client.Command{Table: "t1", ID: id, Name: name, Bets: bets}, asked, answered, client.Answer{ID: id, OK: true, Seq: seq}}
	}
	do("a", wire.Sit, 10, 20, 1)
	do("b", wire.Place, 30, 40, 2, client.Bet{Seat: 1, Amount: 1000})
	do("c", wire.Leave, 70, 80, 4)
	h.seen["t1"] = map[uint64]int64{1: 21, 2: 41, 3: 60, 4: 81}
	h.told[7] = []reading{{"t1", 1, 22, granted}, {"t1", 2, 42, granted - 1000}, {"t1", 3, 61, granted + 1000}}
	entry := func(seq uint64, id string, bet, other money.Amount) written {
		e := written{"t1", seq, id, map[int64]money.Amount{}, map[int64]money.Amount{}}
		if bet != 0 {
			e.bets[7] = bet
		}
		if other != 0 {
			e.moves[7] = other
		}
		return e
	}
	return h, &wholeBooks{
		entries:  []written{entry(1, "a", 0, 0), entry(2, "b", -1000, 0), entry(3, "", 0, 2000), entry(4, "c", 0, 0)},
		balances: map[int64]money.Amount{7: granted + 1000},
	}
}

func TestForgedHistoriesHaveNoOrder(t *testing.T) {
	h, w := right()
	if bad, n := h.disorder(w); len(bad) > 0 || n != 4+2+3+1 {
		t.Fatalf("the right history: %q, %d operations", bad, n)
	}
	again := func(w *wholeBooks, from int) { // what follows is counted anew
		for i := from; i < len(w.entries); i++ {
			w.entries[i].seq = uint64(i + 1)
		}
	}
	for name, forge := range map[string]struct {
		want string // where it shows
		do   func(h *history, w *wholeBooks)
	}{
		"an answered bet is lost": {"table t1, player 7", func(h *history, w *wholeBooks) {
			w.entries = append(w.entries[:1], w.entries[2:]...)
			again(w, 1)
		}},
		"an answered bet and all after it are lost": {"table t1", func(h *history, w *wholeBooks) {
			w.entries = w.entries[:1]
			w.balances[7] = granted
		}},
		"an answered bet took nothing": {"player 7", func(h *history, w *wholeBooks) {
			w.entries[1].bets[7] = 0
			w.balances[7] = granted + 2000
		}},
		"a bet is written twice": {"player 7", func(h *history, w *wholeBooks) {
			twice := w.entries[1]
			twice.id = ""
			w.entries = append(w.entries[:2], append([]written{twice}, w.entries[2:]...)...)
			again(w, 2)
			h.deeds["c"].answer.Seq = 5
			w.balances[7] = granted
		}},
		"two commands are given one entry": {"table t1", func(h *history, w *wholeBooks) { h.deeds["c"].answer.Seq = 2 }},
		"an answer is older than one before it": {"table t1", func(h *history, w *wholeBooks) {
			w.entries[0].id, w.entries[1].id = "b", "a"
			h.deeds["a"].answer.Seq, h.deeds["b"].answer.Seq = 2, 1
		}},
		"what is so already is told of an old state": {"table t1", func(h *history, w *wholeBooks) {
			h.deeds["d"] = &deed{7, client.Command{Table: "t1", ID: "d", Name: wire.Leave}, 90, 95, client.Answer{ID: "d", OK: true, Seq: 3}}
		}},
		"a frame is seen before it was asked for": {"table t1", func(h *history, w *wholeBooks) { h.seen["t1"][4] = 65 }},
		"a refused command was carried out": {"table t1", func(h *history, w *wholeBooks) {
			h.deeds["b"].answer = client.Answer{ID: "b", Code: wire.Busy}
		}},
		"a balance is told that never was":          {"player 7", func(h *history, w *wholeBooks) { h.told[7][1].balance++ }},
		"an old balance is told":                    {"player 7", func(h *history, w *wholeBooks) { h.told[7][2].balance = granted - 1000 }},
		"the books have another balance in the end": {"player 7", func(h *history, w *wholeBooks) { w.balances[7]-- }},
	} {
		h, w := right()
		forge.do(h, w)
		bad, _ := h.disorder(w)
		text := strings.Join(bad, "\n")
		for part := range strings.SplitSeq(forge.want, ", ") {
			if !strings.Contains(text, part) {
				t.Errorf("%s: found %q, want something of %s", name, bad, part)
			}
		}
	}
}

// What was never answered may have happened or not.
func TestUnansweredCommandsHaveAnOrder(t *testing.T) {
	h, w := right()
	h.deeds["b"].answered, h.deeds["b"].answer = never, client.Answer{}
	h.deeds["lost"] = &deed{7, client.Command{Table: "t1", ID: "lost", Name: wire.Place, Bets: []client.Bet{{Seat: 1, Amount: 5}}}, 50, never, client.Answer{}}
	if bad, _ := h.disorder(w); len(bad) > 0 {
		t.Errorf("found %q", bad)
	}
}
