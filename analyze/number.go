package analyze

import "math/big"

// number is what the analyzer calculates with: floating point for answers,
// fractions for proofs. Every formula is written once, over this.
type number[T any] interface {
	Add(T) T
	Sub(T) T
	Mul(T) T
	Times(n int) T
	Over(n int) T
	Less(T) bool
	Of(numerator, denominator int64) T // a fraction; the receiver does not matter
	Float() float64

	// Sums in one call, since a call of any number's method costs more than a
	// multiplication. The receiver of Sum does not matter.
	Sum(values [11]T, ways [11]int) T // every value so many times
	AddTimes(to, values []T)          // adds the values times the receiver
}

// float calculates in IEEE double precision.
type float float64

func (a float) Add(b float) float     { return a + b }
func (a float) Sub(b float) float     { return a - b }
func (a float) Mul(b float) float     { return a * b }
func (a float) Times(n int) float     { return a * float(n) }
func (a float) Over(n int) float      { return a / float(n) }
func (a float) Less(b float) bool     { return a < b }
func (a float) Float() float64        { return float64(a) }
func (float) Of(num, den int64) float { return float(num) / float(den) }

func (float) Sum(values [11]float, ways [11]int) float {
	sum := float(0)
	for i, v := range values {
		sum += v * float(ways[i])
	}
	return sum
}

func (a float) AddTimes(to, values []float) {
	to = to[:len(values)]
	for i, v := range values {
		to[i] += a * v
	}
}

// fraction calculates without any error. The zero value is 0.
type fraction struct{ r *big.Rat }

var zeroRat = new(big.Rat)

func (a fraction) rat() *big.Rat {
	if a.r == nil {
		return zeroRat
	}
	return a.r
}

func (a fraction) Add(b fraction) fraction  { return fraction{new(big.Rat).Add(a.rat(), b.rat())} }
func (a fraction) Sub(b fraction) fraction  { return fraction{new(big.Rat).Sub(a.rat(), b.rat())} }
func (a fraction) Mul(b fraction) fraction  { return fraction{new(big.Rat).Mul(a.rat(), b.rat())} }
func (a fraction) Times(n int) fraction     { return a.Mul(a.Of(int64(n), 1)) }
func (a fraction) Over(n int) fraction      { return a.Mul(a.Of(1, int64(n))) }
func (a fraction) Less(b fraction) bool     { return a.rat().Cmp(b.rat()) < 0 }
func (a fraction) Float() float64           { f, _ := a.rat().Float64(); return f }
func (fraction) Of(num, den int64) fraction { return fraction{big.NewRat(num, den)} }

func (fraction) Sum(values [11]fraction, ways [11]int) fraction {
	var sum fraction
	for i, v := range values {
		sum = sum.Add(v.Times(ways[i]))
	}
	return sum
}

func (a fraction) AddTimes(to, values []fraction) {
	for i, v := range values {
		to[i] = to[i].Add(a.Mul(v))
	}
}
