package rulegen

import (
	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/money"
)

// Rules returns a generator of valid rules.
func Rules() *rapid.Generator[blackjack.Rules] {
	return rapid.Custom(func(t *rapid.T) blackjack.Rules {
		r := blackjack.Rules{
			Decks:   rapid.IntRange(1, blackjack.MaxDecks).Draw(t, "decks"),
			Shuffle: pick(t, "shuffle", blackjack.ShuffleEveryRound, blackjack.ShuffleAtCutCard),

			Soft17:     pick(t, "soft17", blackjack.Soft17Stand, blackjack.Soft17Hit),
			Peek:       pick(t, "peek", blackjack.PeekAceAndTen, blackjack.PeekAce, blackjack.PeekNone),
			NoPeekLoss: pick(t, "no_peek_loss", blackjack.LoseAll, blackjack.LoseOriginal),

			Insurance: rapid.Bool().Draw(t, "insurance"),
			EvenMoney: rapid.Bool().Draw(t, "even_money"),
			Surrender: pick(t, "surrender", blackjack.SurrenderOff, blackjack.SurrenderLate, blackjack.SurrenderEarly),

			DoubleOn:         pick(t, "double_on", blackjack.DoubleAny, blackjack.Double9To11, blackjack.Double10To11),
			DoubleAfterSplit: rapid.Bool().Draw(t, "double_after_split"),

			SplitOn:      pick(t, "split_on", blackjack.SplitSameRank, blackjack.SplitSameValue),
			ResplitAces:  rapid.Bool().Draw(t, "resplit_aces"),
			HitSplitAces: rapid.Bool().Draw(t, "hit_split_aces"),

			MaxCards:              rapid.IntRange(3, blackjack.MaxCards).Draw(t, "max_cards"),
			CharlieBeatsBlackjack: rapid.Bool().Draw(t, "charlie_beats_blackjack"),

			BetTime:    seconds(t, "bet_time"),
			ActTime:    seconds(t, "act_time"),
			ResultTime: blackjack.Seconds(rapid.IntRange(0, 600).Draw(t, "result_time")),
		}
		if r.Shuffle == blackjack.ShuffleAtCutCard {
			r.CutCard = rapid.IntRange(1, r.Decks*52-1).Draw(t, "cut_card")
		}
		if rapid.Bool().Draw(t, "charlie on") {
			r.Charlie = rapid.IntRange(3, r.MaxCards).Draw(t, "charlie")
		}
		drawMoney(t, &r)
		drawSeats(t, &r)
		return r
	})
}

func pick[T any](t *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, label)
}

func seconds(t *rapid.T, label string) blackjack.Seconds {
	return blackjack.Seconds(rapid.IntRange(1, 600).Draw(t, label))
}

// drawMoney draws payouts, and bets of which all of them pay whole units.
func drawMoney(t *rapid.T, r *blackjack.Rules) {
	payout := func(label string) money.Ratio {
		return pick(t, label, money.Ratio{Num: 1, Den: 1}, money.Ratio{Num: 3, Den: 2}, money.Ratio{Num: 2, Den: 1},
			money.Ratio{Num: 6, Den: 5}, money.Ratio{Num: 7, Den: 5}, money.Ratio{Num: 11, Den: 10}, money.Ratio{Num: 5, Den: 1}, money.Ratio{Num: 11, Den: 1})
	}
	r.WinPays, r.BlackjackPays, r.InsurancePays = payout("win_pays"), payout("blackjack_pays"), payout("insurance_pays")
	r.EvenMoneyPays, r.CharliePays = payout("even_money_pays"), payout("charlie_pays")
	step := pick[money.Amount](t, "bet_step", 20, 100, 1000, 1500, 50000)
	if r.Surrender == blackjack.SurrenderOff {
		step = pick[money.Amount](t, "odd bet_step", 1, 5, step)
	}
	for r.BetStep = step; bad(r); r.BetStep += step {
	}
	r.MinBet = r.BetStep * money.Amount(rapid.IntRange(1, 50).Draw(t, "min_bet in steps"))
	r.MaxBet = r.MinBet + r.BetStep*money.Amount(rapid.IntRange(0, 5000).Draw(t, "max_bet over min_bet in steps"))
}

// bad reports a step that a payout or a half would break.
func bad(r *blackjack.Rules) bool {
	odd := r.BetStep%2 != 0
	if odd && (r.Surrender != blackjack.SurrenderOff || r.Insurance && r.InsurancePays.Den > 1) {
		return true
	}
	if _, whole := r.InsurancePays.Of(r.BetStep / 2); r.Insurance && !whole {
		return true
	}
	for _, pays := range []money.Ratio{r.WinPays, r.BlackjackPays, r.EvenMoneyPays, r.CharliePays} {
		if _, whole := pays.Of(r.BetStep); !whole {
			return true
		}
	}
	return false
}

// drawSeats draws seats and hands for which the shoe is large enough.
func drawSeats(t *rapid.T, r *blackjack.Rules) {
	r.Seats = rapid.IntRange(1, blackjack.MaxSeats).Draw(t, "seats")
	r.MaxHands = rapid.IntRange(1, blackjack.MaxHands).Draw(t, "max_hands")
	r.SeatsPerPlayer = 1
	for r.Validate() != nil && r.MaxHands > 1 {
		r.MaxHands--
	}
	for r.Validate() != nil && r.Seats > 1 {
		r.Seats--
	}
	r.SeatsPerPlayer = rapid.IntRange(1, r.Seats).Draw(t, "seats_per_player")
	if err := r.Validate(); err != nil {
		t.Fatalf("random rules are not valid: %v", err)
	}
}
