package pit

import (
	"fmt"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/audit"
	"club99/internal/seal"
	"club99/internal/store"
	"club99/internal/store/sqlite"
	"club99/internal/table"
	"club99/internal/wire"
)

// house is a whole club in a data folder, on the real clock, with one player.
type house struct {
	*testing.T
	dir    string
	store  store.Store
	pit    *Pit
	player int64
	sent   int
}

func (h *house) begin() {
	h.Helper()
	st, err := sqlite.Open(h.Context(), h.dir)
	if err != nil {
		h.Fatal(err)
	}
	s, err := seal.FromFolder(h.dir, false)
	if err != nil {
		h.Fatal(err)
	}
	r := rules(h, "club99")
	r.ResultTime, r.Insurance, r.EvenMoney = 1, false, false
	cfg := config(h, st, &ear{}, named("a1", r))
	cfg.Sealer = s
	if h.pit, err = Open(h.Context(), cfg); err != nil {
		h.Fatal(err)
	}
	h.store = st
}

func (h *house) end() {
	h.Helper()
	h.pit.Close()
	if err := h.store.Close(); err != nil {
		h.Fatal(err)
	}
}

func (h *house) look() wire.Snapshot {
	h.Helper()
	tb, _ := h.pit.Table("a1")
	s, err := tb.Snapshot(h.Context(), h.player)
	if err != nil {
		h.Fatal(err)
	}
	return s
}

func (h *house) send(w wire.Command) {
	h.Helper()
	h.sent++
	w.ID = fmt.Sprint("c", h.sent)
	tb, _ := h.pit.Table("a1")
	a, err := tb.Do(h.Context(), table.Command{Command: w, Player: h.player, PlayerName: "An"})
	if err != nil || !a.OK {
		h.Fatalf("%s was answered %+v, %v", w.Name, a, err)
	}
}

// until waits for one of the phases and returns it.
func (h *house) until(phases ...wire.Phase) wire.Phase {
	h.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		for _, phase := range phases {
			if h.look().Frame.State.Phase == phase {
				return phase
			}
		}
	}
	h.Fatalf("none of %v comes", phases)
	return ""
}

func (h *house) audit() {
	h.Helper()
	report, err := audit.Books(h.Context(), h.store)
	if err != nil || len(report.Faults) > 0 {
		h.Fatalf("books: %+v, %v", report, err)
	}
}

// A round is left in the middle, the process goes away, another one opens the
// folder with the key that was made in it, and the round goes on with the same
// cards; the books are right before and after.
func TestClubComesBackInMidHand(t *testing.T) {
	h := &house{T: t, dir: t.TempDir()}
	h.begin()
	var err error
	if h.player, err = h.store.CreatePlayer(t.Context(), store.NewPlayer{Name: "An", At: time.Now(), Grant: 1000000000}); err != nil {
		t.Fatal(err)
	}
	h.send(wire.Command{Name: wire.Sit, Seat: 3})
	for { // a Blackjack ends a round before it can be left
		h.until(wire.PhaseBetting)
		h.send(wire.Command{Name: wire.Place, Round: h.look().Frame.State.Round, Bets: []wire.Bet{{Seat: 3, Amount: 10000}}})
		if h.until(wire.PhasePlayers, wire.PhaseOver) == wire.PhasePlayers {
			break
		}
	}
	h.audit()
	before := h.look()
	h.end()

	h.begin()
	defer h.end()
	after := h.look()
	b, a := before.Frame.State, after.Frame.State
	if a.Deadline != b.Deadline || a.Round != b.Round || *a.Turn != *b.Turn || after.You.Balance != before.You.Balance {
		t.Errorf("the round came back as\n%+v\nit was\n%+v", after, before)
	}
	if was, is := fmt.Sprint(b.Seats[2].Hands, b.Dealer), fmt.Sprint(a.Seats[2].Hands, a.Dealer); was != is {
		t.Errorf("the cards came back as\n%s\nthey were\n%s", is, was)
	}
	h.audit()
	h.send(wire.Command{Name: wire.Act, Round: a.Round, Seat: 3, Turn: a.Turn.N, Action: blackjack.Stand})
	h.until(wire.PhaseOver)
	h.audit()
}
