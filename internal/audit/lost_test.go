package audit

import (
	"strings"
	"testing"
	"testing/synctest"

	"club99/fair"
	"club99/internal/journal"
	"club99/internal/seal"
	"club99/internal/table"
	"club99/internal/wire"
)

// A round whose key is lost gives everything back, once, and the books stay right; the
// list of shoes says that two are lost, and no more than that.
func TestLostKey(t *testing.T) {
	st := evening(t, wire.PhasePlayers) // with stakes on the table
	synctest.Test(t, func(t *testing.T) {
		s, err := journal.Tail(t.Context(), st, "a1")
		if err != nil {
			t.Fatal(err)
		}
		want := atRisk(&s)
		other, err := seal.FromHex(strings.Repeat("77", 32))
		if err != nil {
			t.Fatal(err)
		}
		cfg := table.Config{ID: "a1", Store: st, Sealer: other}
		v, err := table.GiveUp(t.Context(), cfg)
		if err != nil || want == 0 || v.Returned != want || v.Round != s.Number || v.Shoe != s.Shoe.Number {
			t.Fatalf("gave up %+v with %d at stake in round %d: %v", v, want, s.Number, err)
		}
		if again, err := table.GiveUp(t.Context(), cfg); err == nil {
			t.Errorf("a second time: %+v", again)
		}
		r, err := Books(t.Context(), st)
		if err != nil || len(r.Faults) > 0 {
			t.Errorf("the books: %v %v", r.Faults, err)
		}
		after, err := journal.Tail(t.Context(), st, "a1")
		if err != nil || after.Stage != journal.Resting || atRisk(&after) != 0 || after.Shoe.Number != s.Shoe.Number+1 || after.Shoe.Proved() {
			t.Errorf("the table is %s with %d at stake and shoe %+v: %v", after.Stage, atRisk(&after), after.Shoe, err)
		}
		tb := table.New(cfg)
		if err := tb.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		for limit, number := range map[int]uint64{1: v.Shoe + 1, 2: v.Shoe, 20: v.Shoe - 18} {
			data, err := tb.Shoes(t.Context(), 0, limit)
			if err != nil {
				t.Fatal(limit, err)
			}
			list, err := fair.DecodeShoes(data)
			if err != nil || list.Shoes[0].Number != number || list.Shoes[len(list.Shoes)-1].Abandoned != fair.Lost {
				t.Fatalf("%d of the list: %s %v", limit, data, err)
			}
			report := fair.VerifyShoes(list)
			if bad := report.FirstFailed(); bad == nil || bad.Name != "house" || !strings.Contains(bad.Text, "is lost") {
				t.Errorf("%d of the list: %+v", limit, report)
			}
		}
		if _, err := tb.Record(t.Context(), s.Number); err == nil {
			t.Error("there is a record of the round, which nobody can prove")
		}
	})
}
