package scenario

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"club99/blackjack"
	"club99/card"
	"club99/money"
	"club99/preset"
)

// maxLine bounds one line of a scenario file, in bytes: eight decks fit on it.
const maxLine = 64 << 10

// Parse reads a scenario. name stands for the file in messages. An error is one
// line: file and line, what was expected there and what came.
func Parse(name string, r io.Reader) (*Scenario, error) {
	p := parser{s: &Scenario{name: name}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		p.line++
		text, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(text)
		if len(words) == 0 {
			continue
		}
		if err := p.parseLine(words); err != nil {
			return nil, p.failed(err)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		p.line++
		return nil, p.failed(fmt.Errorf("expected lines of at most %d bytes, got a longer one", maxLine))
	} else if err != nil {
		return nil, p.failed(err)
	}
	if err := p.complete(); err != nil {
		return nil, p.failed(err)
	}
	return p.s, nil
}

type parser struct {
	s    *Scenario
	line int
}

func (p *parser) failed(err error) error {
	return fmt.Errorf("%s:%d: %w", p.s.name, max(p.line, 1), err)
}

// complete reports what a scenario cannot do without.
func (p *parser) complete() error {
	switch s := p.s; {
	case s.setup.preset == "":
		return errors.New("expected a line `rules PRESET`, got none in the whole file")
	case len(s.bets) == 0:
		return errors.New("expected a line `bet SEAT AMOUNT`, got none in the whole file")
	case len(s.shoe) == 0:
		return errors.New("expected a line `shoe CARD ...`, got none in the whole file")
	}
	return nil
}

func (p *parser) parseLine(words []string) error {
	var setup func(words []string) error
	switch words[0] {
	case "rules":
		setup = p.parseRules
	case "bet":
		setup = p.parseBet
	case "shoe":
		setup = p.parseShoe
	case "=":
		c, err := parseCheck(words[1:])
		if err != nil {
			return err
		}
		c.line = p.line
		return p.addStep(c)
	default:
		d, err := parsePlay(words)
		if err != nil {
			return err
		}
		d.line = p.line
		return p.addStep(d)
	}
	if len(p.s.steps) > 0 {
		return fmt.Errorf("expected all set-up before the first step, got `%s` after it", words[0])
	}
	return setup(words[1:])
}

// addStep takes a step once the set-up is whole: a step in the middle of it
// would otherwise be found out only by a missing line.
func (p *parser) addStep(st step) error {
	if err := p.complete(); err != nil {
		return fmt.Errorf("expected the set-up before the first step: %w", err)
	}
	p.s.steps = append(p.s.steps, st)
	return nil
}

func (p *parser) parseRules(words []string) error {
	if p.s.setup.preset != "" {
		return fmt.Errorf("expected one rules line, got a second (the first is line %d)", p.s.setup.line)
	}
	if len(words) == 0 {
		return fmt.Errorf("expected `rules PRESET`, got no preset; the presets are: %s", strings.Join(preset.Names(), " "))
	}
	rules, err := preset.Load(words[0])
	if err != nil {
		return fmt.Errorf("expected a preset (%s), got %q", strings.Join(preset.Names(), " "), words[0])
	}
	v := rulesLine{line: p.line, preset: words[0]}
	for _, w := range words[1:] {
		name, value, found := strings.Cut(w, "=")
		if !found || name == "" || value == "" {
			return fmt.Errorf("expected SETTING=VALUE, got %q", w)
		}
		for _, earlier := range v.settings {
			if earlier.name == name {
				return fmt.Errorf("expected %s once, got it twice", name)
			}
		}
		if err := rules.Set(name, value); err != nil {
			return fmt.Errorf("expected a setting of the rules, got %q: %s", w, oneLine(err))
		}
		v.settings = append(v.settings, setting{name, value})
	}
	if err := rules.Validate(); err != nil {
		return fmt.Errorf("expected rules that agree with themselves: %s", oneLine(err))
	}
	v.rules = rules
	p.s.setup = v
	return nil
}

// oneLine writes joined errors on one line.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

func (p *parser) parseBet(words []string) error {
	if len(words) < 2 {
		return fmt.Errorf("expected `bet SEAT AMOUNT`, got %d of the two", len(words))
	}
	v := bet{line: p.line}
	var err error
	if v.seat, err = parseSeat(words[0]); err != nil {
		return err
	}
	if v.amount, err = money.Parse(words[1]); err != nil {
		return err
	}
	if v.amount <= 0 {
		return fmt.Errorf("expected a bet above 0, got %d", v.amount)
	}
	for _, w := range words[2:] {
		if err := v.option(w); err != nil {
			return err
		}
	}
	for _, other := range p.s.bets {
		if other.seat == v.seat {
			return fmt.Errorf("expected one bet for seat %d, got a second (the first is line %d)", v.seat, other.line)
		}
		if v.player != "" && other.player == v.player && v.balance != nil && other.balance != nil && *v.balance != *other.balance {
			return fmt.Errorf("expected one balance for player %s, got %d and, in line %d, %d", v.player, *v.balance, other.line, *other.balance)
		}
	}
	p.s.bets = append(p.s.bets, v)
	return nil
}

func (v *bet) option(w string) error {
	name, value, _ := strings.Cut(w, "=")
	switch {
	case name == "balance" && v.balance == nil:
		a, err := money.Parse(value)
		if err != nil {
			return err
		}
		if a < 0 {
			return fmt.Errorf("expected a balance of 0 or more, got %d", a)
		}
		v.balance = &a
	case name == "player" && value != "" && v.player == "":
		v.player = value
	default:
		return fmt.Errorf("expected balance=AMOUNT or player=NAME, each once, got %q", w)
	}
	return nil
}

func (p *parser) parseShoe(words []string) error {
	if len(words) == 0 {
		return errors.New("expected `shoe CARD ...`, got no card")
	}
	for _, w := range words {
		c, err := card.Parse(w)
		if err != nil {
			return err
		}
		p.s.shoe = append(p.s.shoe, c)
	}
	p.s.dealt = p.line
	return nil
}

// parsePlay reads `SEAT ACTION [AMOUNT] [! REASON]`.
func parsePlay(words []string) (*play, error) {
	seat, err := parseSeat(words[0])
	if err != nil {
		return nil, fmt.Errorf("expected rules, bet, shoe, `SEAT ACTION` or `=`, got %q", words[0])
	}
	p := &play{seat: seat}
	rest := words[1:]
	if n := len(rest); n >= 2 && rest[n-2] == "!" {
		if err := p.refusal.UnmarshalText([]byte(rest[n-1])); err != nil || p.refusal > blackjack.BadAmount {
			return nil, fmt.Errorf("expected a reason (%s), got %q", wordsFrom(blackjack.NotYourTurn, blackjack.BadAmount), rest[n-1])
		}
		rest = rest[:n-2]
	}
	if len(rest) == 0 || p.action.UnmarshalText([]byte(rest[0])) != nil || p.action > blackjack.Timeout {
		return nil, fmt.Errorf("expected `SEAT ACTION` or `SEAT ACTION ! REASON` with an action of %s, got `%s`",
			wordsFrom(blackjack.Hit, blackjack.Timeout), strings.Join(words, " "))
	}
	if len(rest) == 2 && p.action == blackjack.Insure {
		a, err := money.Parse(rest[1])
		if err != nil {
			return nil, err
		}
		p.amount = &a
		return p, nil
	}
	if len(rest) > 1 {
		return nil, fmt.Errorf("expected nothing or `! REASON` after `%s %s`, got %q", words[0], rest[0], strings.Join(rest[1:], " "))
	}
	return p, nil
}

// wordsFrom lists the words from first to last of an enumeration.
func wordsFrom[T interface {
	~uint8
	fmt.Stringer
}](first, last T) string {
	var list []string
	for v := first; v <= last; v++ {
		list = append(list, v.String())
	}
	return strings.Join(list, " ")
}

func parseSeat(w string) (int, error) {
	n, err := parseNumber(w, 1, blackjack.MaxSeats)
	if err != nil {
		return 0, fmt.Errorf("expected a seat from 1 to %d, got %q", blackjack.MaxSeats, w)
	}
	return n, nil
}

// parsePlace reads "SEAT.HAND".
func parsePlace(w string) (seat, hand int, err error) {
	s, h, found := strings.Cut(w, ".")
	seat, errS := parseNumber(s, 1, blackjack.MaxSeats)
	hand, errH := parseNumber(h, 1, blackjack.MaxHands)
	if !found || errS != nil || errH != nil {
		return 0, 0, fmt.Errorf("expected SEAT.HAND, as in 1.2, got %q", w)
	}
	return seat, hand, nil
}

// parseNumber reads digits only, so that a number has one spelling: no sign, no leading zero.
func parseNumber(w string, low, high int) (int, error) {
	n, err := strconv.Atoi(w)
	if err != nil || strconv.Itoa(n) != w || n < low || n > high {
		return 0, fmt.Errorf("expected a number from %d to %d, got %q", low, high, w)
	}
	return n, nil
}
