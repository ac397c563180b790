package simulate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"club99/blackjack"
	"club99/strategy"
)

// Config says what is to be played.
type Config struct {
	Rules    *blackjack.Rules
	Strategy strategy.Strategy // of every seat; index plays of a [*strategy.Table] need a Count
	Seed     uint64            // the same seed gives the same result, whatever the number of threads

	Rounds uint64  // how many rounds; a shoe that is dealt to the cut card is played to its end
	Until  float64 // stop when the 99% interval of the expectation is no wider than this to either side; 0 is never

	Seats int    // seats with a bet, 1 to the seats of the table
	Seat  int    // which of them is looked at, from 1; the others bet one unit
	Count *Count // how cards are counted; nil is not at all
	Ramp  Ramp   // what the seat bets at each true count; nil is one unit always

	Trips Trips // the fate of a bankroll; none if zero

	Engine  bool // play through the rules engine itself, which is slow
	Threads int  // goroutines that play, at least 1
}

// The true counts that are told apart in results and may stand in a [Ramp];
// what is beyond counts as the last.
const (
	LowestCount  = -10
	HighestCount = 10
)

// Count is a system of counting cards: a number for each value.
type Count struct {
	Name string
	Tags [11]int64 // by value, 1 for aces to 10, in hundredths
}

// HiLo is the usual count: one for 2 to 6, minus one for tens and aces.
func HiLo() *Count {
	return &Count{Name: "Hi-Lo", Tags: [11]int64{0, -100, 100, 100, 100, 100, 100, 0, 0, 0, -100}}
}

// ParseCount reads the tags of a count: a line for each value, as in
//
//	name Halves   # may be left out
//	A -1
//	2 0.5
//
// Every value from 2 to 9, T and A must be there once. What follows a # is a comment.
func ParseCount(text string) (*Count, error) {
	c := &Count{Name: "count"}
	said := map[string]bool{}
	var wrong []error
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) > 1 && fields[0] == "name" {
			c.Name = strings.Join(fields[1:], " ")
			continue
		}
		if len(fields) == 0 {
			continue
		}
		value := strings.Index("?A23456789T", fields[0])
		if len(fields) != 2 || len(fields[0]) != 1 || value < 1 {
			wrong = append(wrong, fmt.Errorf("line %d: %q is no tag: write a card and a number, as in T -1", i+1, line))
			continue
		}
		if said[fields[0]] {
			wrong = append(wrong, fmt.Errorf("line %d: %s has a tag already", i+1, fields[0]))
		}
		said[fields[0]] = true
		tag, err := strconv.ParseFloat(fields[1], 64)
		hundredths := int64(tag*100+1000.5) - 1000
		if err != nil || !(tag >= -10 && tag <= 10) || float64(hundredths)/100 != tag {
			wrong = append(wrong, fmt.Errorf("line %d: %q is no tag: write a number from -10 to 10 with at most two decimals", i+1, fields[1]))
			continue
		}
		c.Tags[value] = hundredths
	}
	for _, card := range strings.Split("A23456789T", "") {
		if !said[card] {
			wrong = append(wrong, fmt.Errorf("%s has no tag", card))
		}
	}
	return c, errors.Join(wrong...)
}

func (c *Count) counter() counter {
	k := counter{step: 100}
	if c != nil {
		for rank := uint8(1); rank <= 13; rank++ {
			k.tags[rank] = c.Tags[value(rank)]
		}
	}
	return k
}

// Ramp is what is bet at each true count: the steps ascend.
type Ramp []RampStep

// RampStep is the bet, in units, from a true count on. The first step's count
// is not used: its bet holds below the second.
type RampStep struct {
	From int
	Bet  int64 // 0 is to sit out
}

// ParseRamp reads a ramp as in "1,2:4,3:8": one unit, from true count 2 on four, from 3 on eight.
func ParseRamp(text string) (Ramp, error) {
	var ramp Ramp
	for i, word := range strings.Split(text, ",") {
		from, bet, found := strings.Cut(word, ":")
		step := RampStep{From: LowestCount}
		var err error
		if !found {
			bet = from
		} else if step.From, err = strconv.Atoi(from); err != nil {
			return nil, fmt.Errorf("%q in the ramp is no count: write a ramp as in 1,2:4,3:8", from)
		}
		if found != (i > 0) {
			return nil, fmt.Errorf("%q in the ramp: only the first bet stands without a count, as in 1,2:4,3:8", word)
		}
		if step.Bet, err = strconv.ParseInt(bet, 10, 64); err != nil || step.Bet < 0 || step.Bet > 1000 {
			return nil, fmt.Errorf("%q in the ramp is no bet: write 0 to 1000 units", bet)
		}
		if i > 0 && (step.From <= ramp[i-1].From || step.From > HighestCount) {
			return nil, fmt.Errorf("count %d in the ramp: counts ascend from %d to %d", step.From, LowestCount+1, HighestCount)
		}
		ramp = append(ramp, step)
	}
	return ramp, nil
}

// bet is what is bet at a true count.
func (r Ramp) bet(trueCount int) int64 {
	bet := int64(1)
	for i, step := range r {
		if i == 0 || trueCount >= step.From {
			bet = step.Bet
		}
	}
	return bet
}

// Validate joins everything that is wrong with the config, rules aside.
func (c *Config) Validate() error {
	var wrong []error
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	if c.Seats < 1 || c.Seats > c.Rules.Seats {
		add("%d seats: the table has 1 to %d", c.Seats, c.Rules.Seats)
	}
	if c.Seat < 1 || c.Seat > c.Seats {
		add("seat %d is not among the %d seats that play", c.Seat, c.Seats)
	}
	if c.Rounds < 1 {
		add("no rounds: play at least 1")
	}
	if !(c.Until >= 0) {
		add("precision %v: write a number above 0, as in 0.0001", c.Until)
	}
	if c.Ramp != nil && c.Count == nil {
		add("a bet ramp needs a count")
	}
	if t, ok := c.Strategy.(*strategy.Table); ok && len(t.Index) > 0 && c.Count == nil {
		add("the index plays of %s need a count", t.Name)
	}
	if c.Seats == 1 {
		for _, step := range c.Ramp {
			if step.Bet == 0 {
				add("a ramp that sits out needs another seat to go on playing")
			}
		}
	}
	if c.Count != nil && c.Rules.Shuffle == blackjack.ShuffleEveryRound && c.Ramp != nil {
		add("a bet ramp needs a shoe that is not shuffled every round: there is nothing to count before a bet")
	}
	return errors.Join(append(wrong, c.Trips.validate()...)...)
}
