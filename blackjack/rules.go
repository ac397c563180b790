package blackjack

import "club99/money"

// Bounds that the memory of a [Round] is laid out for. Rules are validated against them.
const (
	MaxDecks = 8  // decks in a shoe (R01)
	MaxSeats = 7  // seats at a table (R02)
	MaxHands = 4  // hands of one seat after splits (R12)
	MaxCards = 21 // cards of one hand: more than any hand can hold without a bust (R09)
)

// Rules are the rules of one table, every setting of them. The zero value is
// invalid; start from a preset. The names in TOML and JSON, in scenario files
// and in the documents are those of the field tags.
type Rules struct {
	Decks   int         `toml:"decks" json:"decks"`       // decks in the shoe, 1 to 8 (R01)
	Shuffle ShuffleRule `toml:"shuffle" json:"shuffle"`   // when the shoe is shuffled (R01)
	CutCard int         `toml:"cut_card" json:"cut_card"` // cards behind the cut card; 0 when shuffled every round (R01)

	Seats          int `toml:"seats" json:"seats"`                       // seats at the table (R02)
	SeatsPerPlayer int `toml:"seats_per_player" json:"seats_per_player"` // seats that one player may hold (R24)

	MinBet  money.Amount `toml:"min_bet" json:"min_bet"`   // smallest first bet (R23)
	MaxBet  money.Amount `toml:"max_bet" json:"max_bet"`   // largest first bet (R23)
	BetStep money.Amount `toml:"bet_step" json:"bet_step"` // first bets are multiples of it (R23)

	WinPays       money.Ratio `toml:"win_pays" json:"win_pays"`               // R22
	BlackjackPays money.Ratio `toml:"blackjack_pays" json:"blackjack_pays"`   // R08
	InsurancePays money.Ratio `toml:"insurance_pays" json:"insurance_pays"`   // R08
	EvenMoneyPays money.Ratio `toml:"even_money_pays" json:"even_money_pays"` // R21
	CharliePays   money.Ratio `toml:"charlie_pays" json:"charlie_pays"`       // R20

	Soft17     Soft17Rule `toml:"soft17" json:"soft17"`             // the dealer's soft 17 (R19)
	Peek       PeekRule   `toml:"peek" json:"peek"`                 // under which up cards the dealer checks (R16)
	NoPeekLoss NoPeekLoss `toml:"no_peek_loss" json:"no_peek_loss"` // what an unchecked dealer Blackjack takes (R16)

	Insurance bool          `toml:"insurance" json:"insurance"`   // R15
	EvenMoney bool          `toml:"even_money" json:"even_money"` // R21
	Surrender SurrenderRule `toml:"surrender" json:"surrender"`   // R14

	DoubleOn         DoubleRule `toml:"double_on" json:"double_on"`                   // totals that may be doubled (R11)
	DoubleAfterSplit bool       `toml:"double_after_split" json:"double_after_split"` // R11

	SplitOn      SplitRule `toml:"split_on" json:"split_on"`             // which two cards are the same (R12)
	MaxHands     int       `toml:"max_hands" json:"max_hands"`           // hands of one seat; 1 is no splitting (R12)
	ResplitAces  bool      `toml:"resplit_aces" json:"resplit_aces"`     // R12
	HitSplitAces bool      `toml:"hit_split_aces" json:"hit_split_aces"` // R12

	MaxCards              int  `toml:"max_cards" json:"max_cards"`                             // cards of one hand (R09)
	Charlie               int  `toml:"charlie" json:"charlie"`                                 // cards that win at once; 0 is off (R20)
	CharlieBeatsBlackjack bool `toml:"charlie_beats_blackjack" json:"charlie_beats_blackjack"` // R20

	BetTime    Seconds `toml:"bet_time" json:"bet_time"`       // betting time (R13)
	ActTime    Seconds `toml:"act_time" json:"act_time"`       // time for each decision (R13)
	ResultTime Seconds `toml:"result_time" json:"result_time"` // how long results stay before the next betting (R13)
}

// Seconds is a length of time at the table, written "15s". The rules state
// times; they never read a clock.
type Seconds int

// ShuffleRule says when the shoe is shuffled (R01).
type ShuffleRule uint8

// The ways to shuffle.
const (
	ShuffleEveryRound ShuffleRule = 1 + iota // before every round
	ShuffleAtCutCard                         // before the first round after the cut card came out
)

// Soft17Rule says what the dealer does with a soft 17 (R19).
type Soft17Rule uint8

// Stand and hit on soft 17, S17 and H17.
const (
	Soft17Stand Soft17Rule = 1 + iota
	Soft17Hit
)

// PeekRule says under which up cards the dealer checks for Blackjack before the players act (R16).
type PeekRule uint8

// The kinds of check.
const (
	PeekAceAndTen PeekRule = 1 + iota
	PeekAce
	PeekNone
)

// Checks reports whether the dealer looks for a Blackjack under an up card of
// that value, 1 for an ace (R16).
func (p PeekRule) Checks(up int) bool {
	return up == 1 && p != PeekNone || up == 10 && p == PeekAceAndTen
}

// NoPeekLoss says what a dealer's Blackjack takes when it was not checked for (R16).
type NoPeekLoss uint8

// All bets, or the seat's original bet only.
const (
	LoseAll NoPeekLoss = 1 + iota
	LoseOriginal
)

// SurrenderRule says whether and when a hand may be given up for half its bet (R14).
type SurrenderRule uint8

// The kinds of surrender.
const (
	SurrenderOff SurrenderRule = 1 + iota
	SurrenderLate
	SurrenderEarly
)

// DoubleRule says which totals may be doubled (R11). The ranges are hard totals:
// no soft hand counts 9 to 11.
type DoubleRule uint8

// The totals.
const (
	DoubleAny DoubleRule = 1 + iota
	Double9To11
	Double10To11
)

// SplitRule says which two cards are the same (R12).
type SplitRule uint8

// Same rank (K and K), or same value (10 and K too).
const (
	SplitSameRank SplitRule = 1 + iota
	SplitSameValue
)
