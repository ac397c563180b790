package gateway_test

import (
	"encoding/hex"
	"net/http"
	"strings"
	"testing"

	"club99/blackjack"
	"club99/fair"
	"club99/internal/wire"
	"club99/shoe"
)

// A round with a player's seed, played over a real connection: its record is a
// file that anybody may have, and passes the whole check.
func TestRecordOfARound(t *testing.T) {
	c := open(t)
	p := c.comeIn("Lan")
	if r := c.ask("GET", "/api/tables/sen/rounds/1", ""); r.StatusCode != http.StatusNotFound || r.code(t) != wire.NotFound {
		t.Errorf("before the round: %s %s", r.Status, r.body)
	}
	p.must(wire.Command{Name: wire.Sit, Seat: 1})
	p.phase(wire.PhaseBetting)
	s, seed := p.last().State, []byte("a seed of my own")
	p.must(wire.Command{Name: wire.Place, Round: s.Round, Bets: []wire.Bet{{Seat: 1, Amount: 10000,
		Commitment: shoe.CommitPlayer("sen", s.Shoe.Number, 1, seed).String()}}})
	p.phase(wire.PhaseSealing)
	p.must(wire.Command{Name: wire.RevealSeeds, Round: s.Round, Seeds: []wire.Reveal{{Seat: 1, Seed: hex.EncodeToString(seed)}}})
	p.playOut()
	r := c.ask("GET", "/api/tables/sen/rounds/1", "")
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Disposition") != `attachment; filename="club99-sen-1.json"` || strings.Contains(r.body, "Lan") {
		t.Fatalf("%s %v %s", r.Status, r.Header, r.body)
	}
	record, err := fair.Decode([]byte(r.body))
	if err != nil {
		t.Fatal(err)
	}
	if report := fair.Verify(record); report.Verdict != fair.Verified || len(record.Shoe.Players) != 1 {
		t.Errorf("%+v", report)
	}
	for path, want := range map[string]int{
		"/api/tables/sen/rounds/99": http.StatusNotFound, "/api/tables/sen/rounds/x": http.StatusNotFound, "/api/tables/sen/rounds/-1": http.StatusNotFound,
		"/api/tables/no/rounds/1": http.StatusNotFound, "/api/tables/no/shoes": http.StatusNotFound, "/api/tables/sen/shoes?limit=x": http.StatusBadRequest,
	} {
		if r := c.ask("GET", path, ""); r.StatusCode != want || r.code(t) == "" {
			t.Errorf("%s: %s %s", path, r.Status, r.body)
		}
	}
	list, err := fair.DecodeShoes([]byte(c.ask("GET", "/api/tables/sen/shoes?limit=5", "").body))
	if err != nil || len(list.Shoes) < 1 {
		t.Fatalf("%v: %+v", err, list)
	}
	if report := fair.VerifyShoes(list); report.Verdict == fair.Failed {
		t.Errorf("%+v", report)
	}
}

// playOut plays seat 1 to the results: no offer is taken, every hand stands.
func (p *person) playOut() {
	p.club.Helper()
	for range 20 {
		p.until("something to decide, or the end", func() bool {
			phase := p.frames[len(p.frames)-1].State.Phase
			return phase == wire.PhaseOffers || phase == wire.PhasePlayers || phase == wire.PhaseOver
		})
		s := p.last().State
		w := wire.Command{Name: wire.Act, Round: s.Round, Seat: 1, Action: blackjack.Stand}
		switch s.Phase {
		case wire.PhaseOver:
			return
		case wire.PhaseOffers:
			no := map[blackjack.Action]blackjack.Action{
				blackjack.Insure: blackjack.DeclineInsurance, blackjack.TakeEvenMoney: blackjack.DeclineEvenMoney, blackjack.Surrender: blackjack.DeclineSurrender,
			}
			w.Action = no[s.Seats[0].Offers[0]]
		}
		w.Turn = s.Turn.N
		seq := p.must(w).Seq
		p.until("the frame", func() bool { return p.frames[len(p.frames)-1].Seq >= seq })
	}
	p.club.Fatal("the round does not end")
}
