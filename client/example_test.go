package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/client"
	"club99/internal/clubtest"
	"club99/preset"
)

// A guest sits down, bets, and stands on what is dealt.
func Example() {
	club := openExampleClub("Th 6d 9s Td 5c") // the player's ten, the dealer's six, the player's nine ...
	defer club.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	player, err := client.New(client.Options{URL: club.URL})
	if err != nil {
		log.Fatal(err)
	}
	defer player.Close()
	me, err := player.Guest(ctx, "Lan")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s has %d\n", me.Player.Name, me.Balance)
	table, err := player.Join(ctx, "table-1")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := table.Sit(ctx, 1); err != nil {
		log.Fatal(err)
	}
	for {
		u, err := table.Next(ctx)
		if err != nil {
			log.Fatal(err)
		}
		s := &u.Frame.State
		switch {
		case !u.Step || len(u.You.Seats) == 0:
		case s.Phase == client.Betting && !s.Seats[0].Confirmed:
			_, err = table.Bet(ctx, s.Round, client.Bet{Seat: 1, Amount: 100000})
		case s.Phase == client.Players:
			fmt.Printf("%v is %d, the dealer shows %v\n", s.Seats[0].Hands[0].Cards, s.Seats[0].Hands[0].Total, s.Dealer.Cards[0])
			_, err = table.Act(ctx, s, 1, blackjack.Stand, 0)
		case s.Phase == client.Over:
			fmt.Printf("the dealer has %d: %s, %d left\n", s.Dealer.Total, s.Seats[0].Hands[0].Outcome, u.You.Balance)
			return
		}
		if refused := (*client.Refused)(nil); err != nil && !errors.As(err, &refused) {
			log.Fatal(err)
		}
	}
	// Output:
	// Lan has 1000000
	// [Th 9s] is 19, the dealer shows 6d
	// the dealer has 21: lose, 900000 left
}

// openExampleClub opens a club in this process whose only table deals these cards.
func openExampleClub(cards string) *clubtest.Club {
	rules, err := preset.Load("club99")
	if err != nil {
		log.Fatal(err)
	}
	tables := clubtest.Tables(1, rules)
	for i := 0; i < len(cards); i += 3 {
		c, err := card.Parse(cards[i : i+2])
		if err != nil {
			log.Fatal(err)
		}
		if i == 0 {
			tables[0].Script = [][]card.Card{nil}
		}
		tables[0].Script[0] = append(tables[0].Script[0], c)
	}
	club, err := clubtest.Open(tables...)
	if err != nil {
		log.Fatal(err)
	}
	return club
}
