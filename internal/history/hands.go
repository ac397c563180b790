package history

import (
	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
)

// What became of a hand is kept in two bytes: in the first what its seat was dealt,
// in the high half, with the seat's first hand only, and how the hand ended, in the
// low half; in the second how the seat came out, times four, and how the hand did.
// All count from 1 in the lists below; 0 is nothing. The numbers are kept: new
// words go to the end.
const handBytes = 2

var (
	dealtWords = []string{"blackjack", "pair", "soft", "hard-17-20", "hard-12-16", "hard-11"}
	endedWords = []string{"blackjack", "21", "20", "19", "18", "17", "16", "bust", "surrender", "even-money", "charlie"}
)

// The order of dealtWords and endedWords.
const (
	dealtBlackjack = 1 + iota
	dealtPair
	dealtSoft
	dealtHigh // hard 17 to 20
	dealtStiff
	dealtLow // hard 11 and less
)

const (
	endedBlackjack = 1 + iota
	ended21
	ended20
	ended19
	ended18
	ended17
	ended16 // and less
	endedBust
	endedSurrender
	endedEvenMoney
	endedCharlie
)

// How a stake came out.
const (
	won = 1 + iota
	push
	lost
)

func handCode(s *wire.Seat, i int) []byte {
	h := &s.Hands[i]
	code := []byte{byte(ended(h)), byte(cameOut(h.Outcome))}
	if i == 0 {
		code[0] |= byte(dealt(s)) << 4
		switch {
		case s.Net == nil:
		case *s.Net > 0:
			code[1] |= won << 2
		case *s.Net < 0:
			code[1] |= lost << 2
		default:
			code[1] |= push << 2
		}
	}
	return code
}

// dealt is what the first two cards of a seat were. Hands of a split were a pair.
func dealt(s *wire.Seat) int {
	cards := s.Hands[0].Cards
	if len(s.Hands) > 1 {
		return dealtPair
	}
	if len(cards) < 2 || cards[0] == card.None || cards[1] == card.None {
		return 0
	}
	a, b := cards[0], cards[1]
	ace := a.Value() == 1 || b.Value() == 1
	total := int(a.Value() + b.Value())
	switch {
	case ace && total == 11:
		return dealtBlackjack
	case a.Rank() == b.Rank():
		return dealtPair
	case ace:
		return dealtSoft
	case total >= 17:
		return dealtHigh
	case total >= 12:
		return dealtStiff
	}
	return dealtLow
}

var endedByStatus = map[blackjack.Status]int{
	blackjack.StatusBust: endedBust, blackjack.StatusBlackjack: endedBlackjack, blackjack.StatusCharlie: endedCharlie,
	blackjack.StatusSurrendered: endedSurrender, blackjack.StatusEvenMoney: endedEvenMoney,
}

func ended(h *wire.Hand) int {
	if how := endedByStatus[h.Status]; how != 0 {
		return how
	}
	switch h.Total {
	case 21:
		return ended21
	case 20:
		return ended20
	case 19:
		return ended19
	case 18:
		return ended18
	case 17:
		return ended17
	}
	return ended16
}

func cameOut(o blackjack.Outcome) int {
	switch o {
	case blackjack.OutcomeNone:
		return 0
	case blackjack.OutcomePush:
		return push
	case blackjack.OutcomeLose, blackjack.OutcomeBust, blackjack.OutcomeSurrender:
		return lost
	}
	return won
}

// handCounts counts hands as they are kept.
type handCounts struct {
	dealt, ended [16][4]int64 // by word, by how it came out; all in 0
}

func (c *handCounts) add(hands []byte) {
	for ; len(hands) >= handBytes; hands = hands[handBytes:] {
		what, how := hands[0], hands[1]
		if d := what >> 4; d != 0 {
			c.dealt[d][0]++
			c.dealt[d][how>>2&3] += min(1, int64(how>>2&3))
		}
		c.ended[what&15][0]++
		c.ended[what&15][how&3] += min(1, int64(how&3))
	}
}

func counted(counts *[16][4]int64, words []string) []wire.HandCount {
	list := []wire.HandCount{}
	for i, word := range words {
		if n := counts[i+1]; n[0] > 0 {
			list = append(list, wire.HandCount{Hand: word, Count: n[0], Won: n[won], Push: n[push], Lost: n[lost]})
		}
	}
	return list
}
