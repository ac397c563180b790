package scenario

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"club99/blackjack"
	"club99/card"
	"club99/money"
)

// hidden is how a card that lies face down is written.
const hidden = "??"

// parseCheck reads what follows "=".
func parseCheck(words []string) (*check, error) {
	if len(words) == 0 {
		return nil, errors.New("expected a check after `=`, got nothing")
	}
	rest := words[1:]
	switch words[0] {
	case "dealer":
		return parseDealer(rest)
	case "legal":
		return parseLegal(rest)
	case "turn":
		return parseTurn(rest)
	case "phase":
		return parsePhase(rest)
	case "result":
		return parseResult(rest)
	case "insurance", "net":
		return parseSeatAmount(words[0], rest)
	case "hole":
		if len(rest) != 1 || rest[0] != "hidden" && rest[0] != "shown" {
			return nil, fmt.Errorf("expected `hole hidden` or `hole shown`, got `%s`", strings.Join(words, " "))
		}
		return &check{kind: checkHole, want: "hole " + rest[0]}, nil
	case "drawn":
		if len(rest) != 1 {
			return nil, fmt.Errorf("expected `drawn N`, got `%s`", strings.Join(words, " "))
		}
		n, err := parseNumber(rest[0], 0, math.MaxUint16)
		if err != nil {
			return nil, err
		}
		return &check{kind: checkDrawn, want: "drawn " + strconv.Itoa(n)}, nil
	}
	seat, hand, err := parsePlace(words[0])
	if err != nil {
		return nil, fmt.Errorf("expected SEAT.HAND, dealer, legal, turn, phase, result, insurance, net, hole or drawn after `=`, got %q", words[0])
	}
	return parseHand(seat, hand, rest)
}

// parseHand reads `CARD ... TOTAL STATUS`.
func parseHand(seat, hand int, words []string) (*check, error) {
	cards, total, rest, err := parseCards(words)
	if err != nil {
		return nil, err
	}
	var status blackjack.Status
	if len(rest) != 1 || status.UnmarshalText([]byte(rest[0])) != nil {
		return nil, fmt.Errorf("expected one status (%s) after the total, got %q",
			wordsFrom(blackjack.StatusPlaying, blackjack.StatusEvenMoney), strings.Join(rest, " "))
	}
	want := fmt.Sprintf("%d.%d %s %s %s", seat, hand, cards, total, status)
	return &check{kind: checkHand, seat: seat, hand: hand, want: want}, nil
}

// parseDealer reads `CARD ?? ` or `CARD ... TOTAL [STATUS]`.
func parseDealer(words []string) (*check, error) {
	if len(words) > 1 && words[1] == hidden {
		up, err := card.Parse(words[0])
		if err != nil {
			return nil, err
		}
		if len(words) > 2 {
			return nil, fmt.Errorf("expected nothing after the hidden card, got %q", strings.Join(words[2:], " "))
		}
		return &check{kind: checkDealer, want: "dealer " + up.String() + " " + hidden}, nil
	}
	cards, total, rest, err := parseCards(words)
	if err != nil {
		return nil, err
	}
	want := "dealer " + cards + " " + total
	switch {
	case len(rest) == 0:
	case len(rest) == 1 && (rest[0] == "stood" || rest[0] == "bust" || rest[0] == "blackjack"):
		want += " " + rest[0]
	default:
		return nil, fmt.Errorf("expected stood, bust, blackjack or nothing after the dealer's total, got %q", strings.Join(rest, " "))
	}
	return &check{kind: checkDealer, want: want}, nil
}

// parseCards reads `CARD ... TOTAL`, TOTAL being a number or `soft` and one, and
// returns the words after it.
func parseCards(words []string) (cards, total string, rest []string, err error) {
	n := 0
	for n < len(words) {
		if _, err := card.Parse(words[n]); err != nil {
			break
		}
		n++
	}
	if n == 0 {
		return "", "", nil, fmt.Errorf("expected cards, got %q", strings.Join(words, " "))
	}
	cards, rest = strings.Join(words[:n], " "), words[n:]
	highest := blackjack.MaxCards * 10
	if len(rest) > 0 && rest[0] == "soft" {
		total, rest, highest = "soft ", rest[1:], 20 // 21 is never called soft
	}
	if len(rest) == 0 {
		return "", "", nil, fmt.Errorf("expected a card or a total after `%s`, got the end of the line", cards)
	}
	points, err := parseNumber(rest[0], 1, highest)
	if err != nil {
		return "", "", nil, fmt.Errorf("expected a card or a total (17, `soft 17`, always 21) after `%s`, got %q", cards, rest[0])
	}
	return cards, total + strconv.Itoa(points), rest[1:], nil
}

// parseLegal reads `SEAT ACTION ...` or `SEAT none`.
func parseLegal(words []string) (*check, error) {
	if len(words) < 2 {
		return nil, errors.New("expected `legal SEAT ACTION ...` or `legal SEAT none`, got too few words")
	}
	seat, err := parseSeat(words[0])
	if err != nil {
		return nil, err
	}
	var set blackjack.Actions
	if len(words) != 2 || words[1] != "none" {
		for _, w := range words[1:] {
			var a blackjack.Action
			if a.UnmarshalText([]byte(w)) != nil || a > blackjack.DeclineSurrender {
				return nil, fmt.Errorf("expected an action (%s), got %q", wordsFrom(blackjack.Hit, blackjack.DeclineSurrender), w)
			}
			if set.Has(a) {
				return nil, fmt.Errorf("expected each action once, got %s twice", w)
			}
			set |= blackjack.SetOf(a)
		}
	}
	return &check{kind: checkLegal, seat: seat, want: legalWords(seat, set)}, nil
}

func parseTurn(words []string) (*check, error) {
	if len(words) != 1 {
		return nil, fmt.Errorf("expected `turn SEAT.HAND`, got %d words after turn", len(words))
	}
	seat, hand, err := parsePlace(words[0])
	if err != nil {
		return nil, err
	}
	return &check{kind: checkTurn, seat: seat, hand: hand, want: turnWords(seat, hand)}, nil
}

func parsePhase(words []string) (*check, error) {
	var p blackjack.Phase
	if len(words) != 1 || p.UnmarshalText([]byte(words[0])) != nil || p < blackjack.PhaseOffers {
		return nil, fmt.Errorf("expected a phase (%s), got %q",
			wordsFrom(blackjack.PhaseOffers, blackjack.PhaseOver), strings.Join(words, " "))
	}
	return &check{kind: checkPhase, want: "phase " + p.String()}, nil
}

// parseResult reads `SEAT.HAND OUTCOME AMOUNT`.
func parseResult(words []string) (*check, error) {
	if len(words) != 3 {
		return nil, fmt.Errorf("expected `result SEAT.HAND OUTCOME AMOUNT`, got %d words after result", len(words))
	}
	seat, hand, err := parsePlace(words[0])
	if err != nil {
		return nil, err
	}
	var o blackjack.Outcome
	if o.UnmarshalText([]byte(words[1])) != nil {
		return nil, fmt.Errorf("expected an outcome (%s), got %q", wordsFrom(blackjack.OutcomeWin, blackjack.OutcomeBust), words[1])
	}
	amount, err := money.Parse(words[2])
	if err != nil {
		return nil, err
	}
	return &check{kind: checkResult, seat: seat, hand: hand, want: resultWords(seat, hand, o, amount)}, nil
}

// parseSeatAmount reads `SEAT AMOUNT` after insurance and net.
func parseSeatAmount(word string, words []string) (*check, error) {
	if len(words) != 2 {
		return nil, fmt.Errorf("expected `%s SEAT AMOUNT`, got %d words after %s", word, len(words), word)
	}
	seat, err := parseSeat(words[0])
	if err != nil {
		return nil, err
	}
	amount, err := money.Parse(words[1])
	if err != nil {
		return nil, err
	}
	kind := checkNet
	if word == "insurance" {
		kind = checkInsurance
	}
	return &check{kind: kind, seat: seat, want: seatAmountWords(word, seat, amount)}, nil
}
