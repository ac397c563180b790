package analyze

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What analyzers share changes nothing, to the last bit: random rules one after
// the other, each with what is kept of those before and with nothing.
func TestKeptValuesAreTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	dealers := NewDealers()
	sets := 60
	if race {
		sets = 15
	}
	for range sets {
		rules := randomRules(r)
		if r.IntN(3) > 0 { // more often what is much the same
			rules.WinPays, rules.Charlie, rules.MaxCards = ratio(1), 0, 21
		}
		shoe := pick(r, Shoe{0, 4, 0, 0, 0, 4, 2, 0, 3, 0, 6}, Shoe{0, 2, 3, 0, 0, 0, 0, 1, 3, 0, 7})
		class := pick(r, CDZ, CDZ, CDZ, TotalDependent, CDP)
		got, err := newAnalyzer(&rules, dealers).Table(shoe, class)
		if err != nil {
			t.Fatal(err)
		}
		want, err := newAnalyzer(&rules, NewDealers()).Table(shoe, class)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("%v %v from %v, kept against fresh:\n%s", rules.String(), class, shoe, diff)
		}
	}
	if len(dealers.kept) < 30 {
		t.Errorf("%d up cards are kept, too few for a test", len(dealers.kept))
	}
}
