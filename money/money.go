package money

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Amount is a number of the smallest units of a currency. It may be negative
// where it is a difference or a debt.
type Amount int64

// Max is the largest amount.
const Max = Amount(math.MaxInt64)

// ErrOverflow says that a sum or product does not fit an Amount.
var ErrOverflow = errors.New("amount out of range")

// Add returns a+b, or ErrOverflow.
func Add(a, b Amount) (Amount, error) {
	s := a + b
	if (s > a) != (b > 0) && b != 0 {
		return 0, ErrOverflow
	}
	return s, nil
}

// Parse reads an amount: an optional minus sign and digits, nothing else. No
// separators, exponents or decimals, so that "1e3", "1.5" and "NaN" are refused.
func Parse(s string) (Amount, error) {
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not an amount: write a whole number of units, as in 100000", s)
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not an amount: it does not fit 64 bits", s)
	}
	return Amount(n), nil
}

// Ratio is what a winning bet pays: Num units for every Den units staked, the
// stake itself aside. The zero value is no ratio.
type Ratio struct {
	Num, Den int32
}

// maxTerm bounds both terms of a ratio, far above any payout of the game.
const maxTerm = 1000

// ParseRatio reads "3:2". Both terms are 1 to 1000; the ratio is kept in lowest terms.
func ParseRatio(s string) (Ratio, error) {
	n, d, found := strings.Cut(s, ":")
	num, errN := strconv.ParseUint(n, 10, 31)
	den, errD := strconv.ParseUint(d, 10, 31)
	r := Ratio{int32(num), int32(den)}
	if !found || errN != nil || errD != nil || !r.Valid() {
		return Ratio{}, fmt.Errorf("%q is not a payout: write two whole numbers from 1 to %d, as in 3:2", s, maxTerm)
	}
	return r.lowest(), nil
}

// Valid reports whether both terms are in range.
func (r Ratio) Valid() bool {
	return r.Num >= 1 && r.Num <= maxTerm && r.Den >= 1 && r.Den <= maxTerm
}

func (r Ratio) lowest() Ratio {
	a, b := r.Num, r.Den
	for b != 0 {
		a, b = b, a%b
	}
	return Ratio{r.Num / a, r.Den / a}
}

// Of returns what the ratio pays on a stake. ok is false if the exact payout
// falls between units, does not fit, or the stake is negative.
func (r Ratio) Of(stake Amount) (pay Amount, ok bool) {
	if !r.Valid() || stake < 0 {
		return 0, false
	}
	if r.Num == r.Den {
		return stake, true
	}
	hi, lo := bits.Mul64(uint64(stake), uint64(r.Num))
	if hi != 0 || lo%uint64(r.Den) != 0 {
		return 0, false
	}
	q := lo / uint64(r.Den)
	if q > math.MaxInt64 {
		return 0, false
	}
	return Amount(q), true
}

// String writes the ratio as "3:2".
func (r Ratio) String() string { return fmt.Sprintf("%d:%d", r.Num, r.Den) }

// MarshalText writes the ratio as [Ratio.String] does.
func (r Ratio) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what [ParseRatio] reads.
func (r *Ratio) UnmarshalText(text []byte) error {
	v, err := ParseRatio(string(text))
	if err != nil {
		return err
	}
	*r = v
	return nil
}
