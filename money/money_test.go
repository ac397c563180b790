package money_test

import (
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"club99/money"
)

func TestRatioIsExactOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := money.Ratio{Num: rapid.Int32Range(1, 1000).Draw(t, "num"), Den: rapid.Int32Range(1, 1000).Draw(t, "den")}
		stake := rapid.Int64Range(0, int64(money.Max)).Draw(t, "stake")
		exact := new(big.Rat).Mul(big.NewRat(int64(r.Num), int64(r.Den)), new(big.Rat).SetInt64(stake))
		fits := exact.IsInt() && exact.Num().IsInt64()
		pay, ok := r.Of(money.Amount(stake))
		if ok != fits && r.Num == r.Den {
			t.Fatalf("even payout of %d refused", stake)
		}
		if ok && (!fits || exact.Num().Int64() != int64(pay)) {
			t.Fatalf("%v of %d = %d, exact %v", r, stake, pay, exact)
		}
		if !ok && fits && stake < 1<<53 {
			t.Fatalf("%v of %d refused, exact %v", r, stake, exact)
		}
	})
}

func TestAddReportsOverflow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		exact := new(big.Int).Add(big.NewInt(a), big.NewInt(b))
		got, err := money.Add(money.Amount(a), money.Amount(b))
		if exact.IsInt64() != (err == nil) || err == nil && int64(got) != exact.Int64() {
			t.Fatalf("%d + %d = %d, %v", a, b, got, err)
		}
	})
}

// BR-041: what is not a whole number is not an amount.
func TestParseRefuses(t *testing.T) {
	for _, s := range []string{"", "-", "1.5", "1e3", "NaN", "+1", " 1", "1_000", "9223372036854775808", "٣"} {
		if a, err := money.Parse(s); err == nil {
			t.Errorf("Parse(%q) = %d", s, a)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("100000")
	f.Add("-0")
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := money.Parse(s); err == nil {
			if b, err := money.Parse(fmt.Sprint(int64(a))); err != nil || a != b {
				t.Errorf("%q reads as %d, which reads back as %d, %v", s, a, b, err)
			}
		}
	})
}

func FuzzParseRatio(f *testing.F) {
	f.Add("3:2")
	f.Add("2:")
	f.Fuzz(func(t *testing.T, s string) {
		if r, err := money.ParseRatio(s); err == nil {
			if b, err := money.ParseRatio(r.String()); err != nil || r != b {
				t.Errorf("%q reads as %v, which reads back as %v, %v", s, r, b, err)
			}
		}
	})
}

func ExampleRatio_Of() {
	pay, ok := money.Ratio{Num: 3, Den: 2}.Of(5000)
	fmt.Println(pay, ok)
	_, ok = money.Ratio{Num: 3, Den: 2}.Of(15001)
	fmt.Println(ok)
	// Output:
	// 7500 true
	// false
}
