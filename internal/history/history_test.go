package history_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/history"
	"club99/internal/ledger"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
	"club99/money"
)

var begin = time.Date(2026, 11, 30, 16, 30, 0, 0, time.UTC)

// past is a round with one hand, as the table writes it down.
func past(net money.Amount, status, outcome string) string {
	return fmt.Sprintf(`{"table":"a1","round":1,"at":1,"net":%d,"dealer":{"cards":["9h","Td"],"total":19},"seats":[{"seat":1,"bet":100,"hands":[{"cards":["Th","6c"],"total":16,`+
		`"status":"%s","stake":100,"outcome":"%s"}],"net":%d}],"decisions":[{"kind":"decided","seat":1,"hand":1,"action":"stand","by":"clock"}]}`, net, status, outcome, net)
}

// books are a store with a player who has the given results, one an hour from
// half past four on, UTC.
func books(t *testing.T, results ...store.Result) *history.History {
	t.Helper()
	st := memory.New()
	t.Cleanup(func() { st.Close() })
	for i, r := range results {
		r.Player, r.Round, r.At = 1, uint64(i+1), begin.Add(time.Duration(i)*time.Hour)
		c := store.Commit{Table: "a1", Expect: uint64(i), At: r.At, Entry: []byte("entry"), Results: []store.Result{r}}
		if _, err := st.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	return &history.History{Store: st}
}

func old(net money.Amount, status, outcome string) store.Result {
	return store.Result{Net: net, Body: []byte(past(net, status, outcome))}
}

func kept(net money.Amount, f store.Facts) store.Result {
	return store.Result{Net: net, Body: []byte(past(net, "stood", "lose")), Facts: f}
}

// Results from before facts were kept are searched and counted by their bodies.
func TestOldResultsAreFoundByTheirBodies(t *testing.T) {
	h := books(t, old(-100, "bust", "bust"), old(100, "stood", "win"), old(-50, "surrendered", "surrender"))
	for result, want := range map[string]string{"bust": "1", "won": "2", "surrender": "3", "lost": "31", "clock": "321", "split": "", "": "321"} {
		page, err := h.Page(t.Context(), 1, &wire.RoundsRequest{Limit: 20, Result: result})
		got := ""
		for _, r := range page.Rounds {
			got += fmt.Sprint(r.ID)
		}
		if got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", result, got, err, want)
		}
	}
	s, err := h.Statistics(t.Context(), 1, &wire.RoundsRequest{})
	if err != nil || s.Rounds != 3 || s.Net != -50 || s.Staked != 300 || s.Won != 1 || s.Lost != 2 || s.Outside != 3 || len(s.Ended) != 3 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Looking for something rare among many old results ends, and goes on where it ended.
func TestLongSearchComesInParts(t *testing.T) {
	list := make([]store.Result, 4500)
	for i := range list {
		list[i] = old(-100, "stood", "lose")
	}
	list[7] = old(100, "stood", "win")
	h := books(t, list...)
	request, asked := wire.RoundsRequest{Limit: 20, Result: wire.RoundWon}, 0
	for {
		page, err := h.Page(t.Context(), 1, &request)
		if err != nil {
			t.Fatal(err)
		}
		asked++
		if len(page.Rounds) == 1 && page.Rounds[0].ID == 8 && page.Next == 0 {
			break
		}
		if len(page.Rounds) != 0 || page.Next == 0 || asked > 5 {
			t.Fatalf("question %d: %+v", asked, page)
		}
		request.Before = page.Next
	}
	if asked != 3 {
		t.Errorf("4500 results were read in %d parts", asked)
	}
	n := 0
	err := h.Each(t.Context(), 1, wire.RoundsRequest{Result: wire.RoundWon}, func(*wire.PlayedRound) error { n++; return nil })
	if n != 1 || err != nil {
		t.Errorf("Each finds %d, %v", n, err)
	}
}

// A round belongs to the day on which it was over where the player is.
func TestDaysOfThePlayer(t *testing.T) {
	f := store.Facts{Kinds: store.Won, Bets: 100, Staked: 100, Squares: 10000}
	h := books(t, kept(10, f), kept(20, f), kept(30, f)) // at half past 16, 17 and 18, UTC
	for zone, want := range map[string]string{
		"UTC": "2026-11-30:60", "Asia/Ho_Chi_Minh": "2026-12-01:50 2026-11-30:10", "Asia/Kathmandu": "2026-12-01:30 2026-11-30:30", // 5 h 45 min ahead
		"America/New_York": "2026-11-30:60",
	} {
		s, err := h.Statistics(t.Context(), 1, &wire.RoundsRequest{Zone: zone})
		got := ""
		for i, d := range s.Days {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("%s:%d", d.Day, d.Net)
		}
		if got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", zone, got, err, want)
		}
	}
}

// The band is as wide as chance makes it: two stretches by different rules add up as
// squares, and two seats of a round go together.
func TestTheoryBesideTheResult(t *testing.T) {
	f := func(rules string, bets money.Amount, squares float64) store.Facts {
		return store.Facts{Kinds: store.Lost, Rules: rules, Bets: bets, Staked: bets, Squares: squares}
	}
	void := f("aa", 0, 0)
	void.Kinds = store.Void
	h := books(t, kept(-100, f("aa", 100, 10000)), kept(-200, f("aa", 200, 20000)), kept(50, f("bb", 100, 10000)), kept(-7, f("cc", 100, 10000)), kept(0, void))
	asked := map[string]ledger.Tally{}
	h.Theory = func(_ context.Context, rules string, tally *ledger.Tally) (float64, float64, bool, error) {
		asked[rules] = *tally
		return float64(tally.Bets) / 100, map[string]float64{"aa": 300, "bb": 400}[rules], rules != "cc", nil
	}
	s, err := h.Statistics(t.Context(), 1, &wire.RoundsRequest{})
	if err != nil || s.Theory == nil {
		t.Fatalf("%+v, %v", s, err)
	}
	if got, want := asked["aa"], (ledger.Tally{Rounds: 2, Bets: 300, Staked: 300, Net: 300, Squares: 30000, Crossed: 20000}); got != want {
		t.Errorf("of the first rules %+v is asked, want %+v", got, want)
	}
	th := s.Theory
	if th.Rounds != 3 || th.Bets != 400 || th.Net != -250 || th.Expected != -4 || s.Outside != 2 || s.Void != 1 {
		t.Errorf("%+v, %d outside", th, s.Outside)
	}
	if math.Abs(th.High-(-4+1.96*500)) > 1e-9 || math.Abs(th.Low-(-4-1.96*500)) > 1e-9 {
		t.Errorf("the band is %g to %g", th.Low, th.High)
	}
}

// However many rounds there are, the curve has some hundred points, and never loses
// where it begins and ends, nor its highest and lowest.
func TestCurveIsThinnedOut(t *testing.T) {
	st := memory.New()
	defer st.Close()
	id, err := st.CreatePlayer(t.Context(), store.NewPlayer{Name: "Lan", At: begin, Grant: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	const rounds = 5000
	for i := range uint64(rounds) {
		c := store.Commit{Table: "a1", Expect: i, At: begin, Entry: []byte("entry"), Results: []store.Result{{Player: id, Round: i + 1, At: begin, Facts: store.Facts{Kinds: store.Push}}}}
		move := func(from, to ledger.Account, amount money.Amount) {
			c.Transfers = append(c.Transfers, ledger.Transfer{ID: ledger.TransferID{Table: "a1", Seq: i + 1}, From: from, To: to, Amount: amount, Reason: ledger.ReasonBet})
		}
		switch i {
		case 3333:
			move(ledger.Player(id), ledger.Round("a1"), 900_000)
		case 3334:
			move(ledger.Round("a1"), ledger.Player(id), 900_000)
		}
		if _, err := st.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	h := history.History{Store: st}
	s, err := h.Statistics(t.Context(), id, &wire.RoundsRequest{})
	if err != nil || len(s.Balance) < 200 || len(s.Balance) > 405 {
		t.Fatalf("%d points, %v", len(s.Balance), err)
	}
	low := false
	for i, p := range s.Balance {
		low = low || p.Balance == 100_000 && p.Round == 3334
		if i > 0 && p.Round <= s.Balance[i-1].Round {
			t.Errorf("point %d of round %d follows round %d", i, p.Round, s.Balance[i-1].Round)
		}
	}
	if first, last := s.Balance[0], s.Balance[len(s.Balance)-1]; first.Round != 0 || last.Round != rounds || !low {
		t.Errorf("from %+v to %+v, lowest there: %v", first, last, low)
	}
}

func TestFactsOfARound(t *testing.T) {
	hand := func(status blackjack.Status, stake money.Amount, outcome blackjack.Outcome) wire.Hand {
		return wire.Hand{Status: status, Stake: stake, Outcome: outcome, Total: 18}
	}
	round := func(net money.Amount, hands ...wire.Hand) *wire.PastRound {
		p := wire.PastRound{Net: net}
		p.Seats = make([]wire.Seat, 1)
		s := &p.Seats[0]
		s.Bet, s.Hands, s.Net = 100, hands, &net
		return &p
	}
	for name, c := range map[string]struct {
		past   *wire.PastRound
		kinds  store.Kinds
		staked money.Amount
	}{
		"doubled and lost": {round(-200, hand(blackjack.StatusBust, 200, blackjack.OutcomeBust)), store.Lost | store.Bust | store.Doubled, 200},
		"split, even":      {round(0, hand(blackjack.StatusStood, 100, blackjack.OutcomeWin), hand(blackjack.StatusStood, 100, blackjack.OutcomeLose)), store.Push | store.SplitPair, 200},
		"even money":       {round(100, hand(blackjack.StatusEvenMoney, 100, blackjack.OutcomeEvenMoney)), store.Won | store.EvenMoney | store.Blackjack, 100},
		"charlie":          {round(100, hand(blackjack.StatusCharlie, 100, blackjack.OutcomeCharlie)), store.Won | store.Charlie, 100},
	} {
		f := history.FactsOf(c.past, "aa")
		if f.Kinds != c.kinds || f.Staked != c.staked || f.Bets != 100 || f.Squares != 10000 || f.Rules != "aa" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	void := round(0, hand(blackjack.StatusPlaying, 100, 0))
	void.Void = true
	if f := history.FactsOf(void, "aa"); f.Kinds != store.Void || f.Bets != 0 || f.Staked != 0 || f.Hands != nil {
		t.Errorf("a void round: %+v", f)
	}
}
