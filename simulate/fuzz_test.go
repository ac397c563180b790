package simulate_test

import (
	"testing"

	"club99/simulate"
)

// A count that can be read has tags from -10 to 10.
func FuzzParseCount(f *testing.F) {
	f.Add("name hi-lo\n2 1\n3 1\n4 1\n5 1\n6 1\n7 0\n8 0\n9 0\nT -1\nA -1 # the ace\n")
	f.Add("2 0.5\n2 1e309\nT NaN\nA +Inf\n? 1\n\n#")
	f.Fuzz(func(t *testing.T, text string) {
		count, err := simulate.ParseCount(text)
		if err != nil {
			return
		}
		for value, tag := range count.Tags {
			if tag < -1000 || tag > 1000 || value == 0 && tag != 0 {
				t.Fatalf("%q: the tag of value %d is %d hundredths", text, value, tag)
			}
		}
	})
}

// A ramp that can be read ascends, and its bets are bets.
func FuzzParseRamp(f *testing.F) {
	f.Add("1,2:4,3:8")
	f.Add("0,-2:1000,9223372036854775807:1")
	f.Add("1,,:,1:")
	f.Fuzz(func(t *testing.T, text string) {
		ramp, err := simulate.ParseRamp(text)
		if err != nil {
			return
		}
		for i, step := range ramp {
			if step.Bet < 0 || step.Bet > 1000 || i > 0 && step.From <= ramp[i-1].From || step.From < simulate.LowestCount || step.From > simulate.HighestCount {
				t.Fatalf("%q is read as %v", text, ramp)
			}
		}
	})
}
