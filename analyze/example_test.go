package analyze_test

import (
	"fmt"

	"club99/analyze"
	"club99/blackjack"
	"club99/money"
	"club99/strategy"
)

func rules() *blackjack.Rules {
	even := money.Ratio{Num: 1, Den: 1}
	return &blackjack.Rules{
		Decks: 6, Shuffle: blackjack.ShuffleEveryRound, Seats: 1, SeatsPerPlayer: 1, MinBet: 2, MaxBet: 1000, BetStep: 2,
		WinPays: even, BlackjackPays: money.Ratio{Num: 3, Den: 2}, InsurancePays: money.Ratio{Num: 2, Den: 1}, EvenMoneyPays: even, CharliePays: even,
		Soft17: blackjack.Soft17Hit, Peek: blackjack.PeekAceAndTen, NoPeekLoss: blackjack.LoseAll, Insurance: true, Surrender: blackjack.SurrenderLate,
		DoubleOn: blackjack.DoubleAny, DoubleAfterSplit: true, SplitOn: blackjack.SplitSameValue, MaxHands: 4,
		MaxCards: 21, BetTime: 15, ActTime: 15, ResultTime: 5,
	}
}

func ExampleAnalyzer_Table() {
	a, err := analyze.New(rules())
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := a.Table(a.Full(), analyze.CDZ)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("the house earns %.4f%%\n", 100*game.Edge())
	for _, h := range game.Hands {
		if h.Hand == strategy.Of(8, 8) && h.Up == 1 {
			fmt.Printf("8,8 against an ace: %v\n", h.Play)
			for _, action := range h.Legal.List() {
				fmt.Printf("  %-9v %+.6f\n", action, h.EV[action])
			}
		}
	}
	// Output:
	// the house earns 0.5272%
	// 8,8 against an ace: surrender
	//   hit       -0.538561
	//   stand     -0.594827
	//   double    -1.077122
	//   split     -0.514035
	//   surrender -0.500000
}

func ExampleAnalyzer_Decide() {
	a, err := analyze.New(rules())
	if err != nil {
		fmt.Println(err)
		return
	}
	shoe := a.Full()
	if err := shoe.Remove(10, 6, 10); err != nil { // one's own cards and the up card
		fmt.Println(err)
		return
	}
	choices, err := a.Decide(shoe, analyze.Situation{
		Hand: strategy.Of(10, 6), Up: 10, Hands: 1, Checked: true,
		Legal: blackjack.SetOf(blackjack.Hit, blackjack.Stand, blackjack.Double),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range choices {
		fmt.Printf("%-6v %+.4f\n", c.Action, c.EV)
	}
	// Output:
	// hit    -0.5347
	// stand  -0.5410
	// double -1.0694
}
