package wire

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"club99/blackjack"
	"club99/money"
)

// Limits of what a client may send.
const (
	MaxCommandBytes = 4096      // one command
	MaxIDBytes      = 64        // a command's id
	MaxTableBytes   = 32        // a table's id
	MaxAmount       = 1<<53 - 1 // units; the largest whole number that every JSON reader holds exactly
	MaxRoundsLimit  = 100       // past rounds in one answer
)

// Name says what a command asks for.
type Name string

// The commands.
const (
	Sit   Name = "sit"   // take a seat
	Leave Name = "leave" // leave a seat, or all of the player's
	Place Name = "bet"   // set all bets of the player's seats for a round, and confirm them
	Act   Name = "act"   // decide: hit, stand, answer an offer

	RevealSeeds Name = "reveal" // show the seeds that the player's seats committed to
)

// Command is one request of a player to a table. Which fields it may and must
// have depends on Name; [DecodeCommand] enforces it.
type Command struct {
	Table  string           `json:"table"`
	ID     string           `json:"id"`              // made by the client, unique among the player's commands
	Name   Name             `json:"name"`            //
	Seat   int              `json:"seat,omitzero"`   // sit: 0 is any free seat; leave: 0 is all; act: 1 to 7
	Round  uint64           `json:"round,omitzero"`  // bet, act, reveal: the round it is for
	Bets   []Bet            `json:"bets,omitzero"`   // bet: seats left out are not dealt in
	Turn   uint16           `json:"turn,omitzero"`   // act: State.Turn.N that it answers, from 1
	Action blackjack.Action `json:"action,omitzero"` // act: a player's action
	Amount money.Amount     `json:"amount,omitzero"` // act insure: less than the full insurance; 0 is full
	Seeds  []Reveal         `json:"seeds,omitzero"`  // reveal: at least one
}

// Bet is the bet on one seat.
type Bet struct {
	Seat   int          `json:"seat"`
	Amount money.Amount `json:"amount"` // 1 to MaxAmount; the table's limits are checked later
	// Commitment is to the player's seed for this seat, 64 hexadecimal digits;
	// "" is none. It counts as long as the shoe is not sealed.
	Commitment string `json:"commitment,omitzero"`
}

// Reveal is a player's seed for one seat.
type Reveal struct {
	Seat int    `json:"seat"`
	Seed string `json:"seed"` // 1 to MaxSeedBytes bytes in small hexadecimal digits
}

// MaxSeedBytes is the length of the longest seed that a player may have.
const MaxSeedBytes = 64

// playerActions are the actions that a client may name.
var playerActions = blackjack.SetOf(
	blackjack.Hit, blackjack.Stand, blackjack.Double, blackjack.Split, blackjack.Surrender,
	blackjack.Insure, blackjack.DeclineInsurance, blackjack.TakeEvenMoney, blackjack.DeclineEvenMoney,
	blackjack.DeclineSurrender,
)

// DecodeCommand reads a command. The error is a [*Fault]; the command's id is
// returned even then if it could be read, so that the answer can name it.
func DecodeCommand(data []byte) (Command, error) {
	var c Command
	if len(data) > MaxCommandBytes {
		return c, &Fault{Code: TooLarge}
	}
	has, err := readObject(data, "", reader{
		"table":  func(v gjson.Result, at string) error { return readToken(v, at, MaxTableBytes, &c.Table) },
		"id":     func(v gjson.Result, at string) error { return readToken(v, at, MaxIDBytes, &c.ID) },
		"name":   func(v gjson.Result, at string) error { return readName(v, at, &c.Name) },
		"seat":   func(v gjson.Result, at string) error { return readInt(v, at, 0, blackjack.MaxSeats, &c.Seat) },
		"round":  func(v gjson.Result, at string) error { return readInt(v, at, 1, MaxAmount, &c.Round) },
		"bets":   func(v gjson.Result, at string) error { return readBets(v, at, &c.Bets) },
		"turn":   func(v gjson.Result, at string) error { return readInt(v, at, 1, 1<<16-1, &c.Turn) },
		"action": func(v gjson.Result, at string) error { return readAction(v, at, &c.Action) },
		"amount": func(v gjson.Result, at string) error { return readAmount(v, at, &c.Amount) },
		"seeds":  func(v gjson.Result, at string) error { return readSeeds(v, at, &c.Seeds) },
	})
	if err != nil {
		return Command{ID: c.ID}, err
	}
	if err := checkFields(c, has); err != nil {
		return Command{ID: c.ID}, err
	}
	return c, nil
}

// fieldsOf says which fields each command must (true) and may (false) have.
var fieldsOf = map[Name]map[string]bool{
	Sit:   {"table": true, "id": true, "name": true, "seat": false},
	Leave: {"table": true, "id": true, "name": true, "seat": false},
	Place: {"table": true, "id": true, "name": true, "round": true, "bets": true},
	Act:   {"table": true, "id": true, "name": true, "round": true, "seat": true, "turn": true, "action": true, "amount": false},

	RevealSeeds: {"table": true, "id": true, "name": true, "round": true, "seeds": true},
}

func checkFields(c Command, has map[string]bool) error {
	for _, always := range []string{"name", "id", "table"} {
		if !has[always] {
			return fault(always, Missing, "")
		}
	}
	fields := fieldsOf[c.Name]
	if f, found := firstOf(has, func(f string) bool { _, known := fields[f]; return !known }); found {
		return fault(f, NotHere, string(c.Name))
	}
	if f, found := firstOf(fields, func(f string) bool { return fields[f] && !has[f] }); found {
		return fault(f, Missing, "")
	}
	if c.Name == Act && c.Seat == 0 {
		return fault("seat", OutOfRange, fmt.Sprintf("1..%d", blackjack.MaxSeats))
	}
	if has["amount"] && c.Action != blackjack.Insure {
		return fault("amount", NotHere, c.Action.String())
	}
	return nil
}

func readName(v gjson.Result, at string, to *Name) error {
	var s string
	if err := readString(v, at, &s); err != nil {
		return err
	}
	if _, known := fieldsOf[Name(s)]; !known {
		return fault(at, NotOneOf, "sit leave bet act reveal")
	}
	*to = Name(s)
	return nil
}

func readAction(v gjson.Result, at string, to *blackjack.Action) error {
	var s string
	if err := readString(v, at, &s); err != nil {
		return err
	}
	var a blackjack.Action
	if err := a.UnmarshalText([]byte(s)); err != nil || !playerActions.Has(a) {
		var words []string
		for _, a := range playerActions.List() {
			words = append(words, a.String())
		}
		return &Fault{Code: CodeOf(blackjack.NotACommand), Place: at, Problem: NotOneOf, Detail: strings.Join(words, " ")}
	}
	*to = a
	return nil
}

func readBets(v gjson.Result, at string, to *[]Bet) error {
	items, err := readArray(v, at, blackjack.MaxSeats)
	if err != nil {
		return err
	}
	bets := make([]Bet, len(items))
	var seen [blackjack.MaxSeats + 1]bool
	for i, item := range items {
		b, place := &bets[i], fmt.Sprintf("%s[%d]", at, i)
		has, err := readFields(item, place, reader{
			"seat":   func(v gjson.Result, at string) error { return readInt(v, at, 1, blackjack.MaxSeats, &b.Seat) },
			"amount": func(v gjson.Result, at string) error { return readAmount(v, at, &b.Amount) },
			"commitment": func(v gjson.Result, at string) error {
				return readHex(v, at, commitmentBytes, commitmentBytes, &b.Commitment)
			},
		})
		switch {
		case err != nil:
			return err
		case !has["seat"]:
			return fault(place+".seat", Missing, "")
		case !has["amount"]:
			return &Fault{Code: BadAmount, Place: place + ".amount", Problem: Missing}
		case seen[b.Seat]:
			return &Fault{Code: DuplicateSeat, Place: place + ".seat"}
		}
		seen[b.Seat] = true
	}
	*to = bets
	return nil
}

// readAmount reads a whole number of units above zero. A number that is not one
// is a bad amount; what is no number at all is a bad message (BR-041).
func readAmount(v gjson.Result, at string, to *money.Amount) error {
	text := v.Raw
	if text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return fault(at, NotWhole, "")
	}
	a, err := money.Parse(text)
	if err != nil {
		return &Fault{Code: BadAmount, Place: at, Problem: NotWhole}
	}
	if a < 1 || a > MaxAmount {
		return &Fault{Code: BadAmount, Place: at, Problem: OutOfRange, Detail: fmt.Sprintf("1..%d", int64(MaxAmount))}
	}
	*to = a
	return nil
}

const commitmentBytes = 32

func readSeeds(v gjson.Result, at string, to *[]Reveal) error {
	items, err := readArray(v, at, blackjack.MaxSeats)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return fault(at, OutOfRange, fmt.Sprintf("1..%d", blackjack.MaxSeats))
	}
	seeds := make([]Reveal, len(items))
	var seen [blackjack.MaxSeats + 1]bool
	for i, item := range items {
		r, place := &seeds[i], fmt.Sprintf("%s[%d]", at, i)
		has, err := readFields(item, place, reader{
			"seat": func(v gjson.Result, at string) error { return readInt(v, at, 1, blackjack.MaxSeats, &r.Seat) },
			"seed": func(v gjson.Result, at string) error { return readHex(v, at, 1, MaxSeedBytes, &r.Seed) },
		})
		switch {
		case err != nil:
			return err
		case !has["seat"]:
			return fault(place+".seat", Missing, "")
		case !has["seed"]:
			return fault(place+".seed", Missing, "")
		case seen[r.Seat]:
			return &Fault{Code: DuplicateSeat, Place: place + ".seat"}
		}
		seen[r.Seat] = true
	}
	*to = seeds
	return nil
}
