package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
	"club99/money"
)

var update = flag.Bool("update", false, "write the examples in testdata anew")

func amount(a money.Amount) *money.Amount { return &a }

func cards(t testing.TB, words ...string) []card.Card {
	list := make([]card.Card, len(words))
	for i, w := range words {
		if err := list[i].UnmarshalText([]byte(w)); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// exampleStates are a table while people play, while offers are open, and when a round is over.
func exampleStates(t testing.TB) (playing, offers, over wire.State) {
	playing = wire.State{
		Phase: wire.PhasePlayers, Round: 12, Deadline: 1796000015000, Turn: &wire.Turn{N: 3, Seat: 2, Hand: 1},
		Dealer: wire.Dealer{Cards: cards(t, "6h", "??")},
		Seats: []wire.Seat{
			{Seat: 1, Hands: []wire.Hand{}},
			{Seat: 2, Player: &wire.Player{Name: "Lan"}, Confirmed: true, Bet: 100000, Hands: []wire.Hand{
				{Cards: cards(t, "8s", "3c"), Total: 11, Status: blackjack.StatusPlaying, Stake: 100000, Split: true},
				{Cards: cards(t, "8d", "Th"), Total: 18, Status: blackjack.StatusWaiting, Stake: 100000, Split: true},
			}},
			{Seat: 3, Player: &wire.Player{Name: "Bot 1", Bot: true}, Confirmed: true, Bet: 20000, Hands: []wire.Hand{
				{Cards: cards(t, "Ah", "6d"), Total: 17, Soft: true, Status: blackjack.StatusPlaying, Stake: 20000},
			}},
		},
		Shoe: wire.Shoe{Decks: 6, Left: 301, Cut: 78, Number: 5, Commitment: hexOf("c5", 32), Next: hexOf("c6", 32), Terms: hexOf("7e", 32), Root: hexOf("20", 24)}, Watching: 4,
	}
	offers = wire.State{
		Phase: wire.PhaseOffers, Round: 13, Deadline: 1796000015000, Turn: &wire.Turn{N: 1},
		Dealer: wire.Dealer{Cards: cards(t, "Ac", "??")},
		Seats: []wire.Seat{{Seat: 1, Player: &wire.Player{Name: "Lan"}, Away: true, Confirmed: true, Bet: 100000,
			Offers: []blackjack.Action{blackjack.Insure, blackjack.Surrender},
			Hands:  []wire.Hand{{Cards: cards(t, "Td", "9c"), Total: 19, Status: blackjack.StatusPlaying, Stake: 100000}}}},
		Shoe: wire.Shoe{Decks: 1, Left: 48},
	}
	over = wire.State{
		Phase: wire.PhaseOver, Round: 13, Deadline: 1796000020000,
		Dealer: wire.Dealer{Cards: cards(t, "Ac", "Kd"), Total: 21, Status: blackjack.StatusBlackjack},
		Seats: []wire.Seat{{Seat: 1, Player: &wire.Player{Name: "Lan"}, Leaving: true, Bet: 100000, Net: amount(0),
			Insurance: &wire.Insurance{Stake: 50000, Outcome: blackjack.OutcomeWin, Paid: 150000},
			Hands: []wire.Hand{{Cards: cards(t, "Td", "9c"), Total: 19, Status: blackjack.StatusStood,
				Stake: 100000, Outcome: blackjack.OutcomeLose}}}},
		Shoe: wire.Shoe{Decks: 1, Left: 48},
	}
	return playing, offers, over
}

// examples are one of each message, as they stand in testdata.
func examples(t testing.TB) map[string]any {
	playing, offers, over := exampleStates(t)
	seven := 7
	you := wire.You{Table: "club-1", Seq: 42, Balance: 780000, Seats: []wire.YourSeat{{Seat: 2, Legal: []wire.Legal{
		{Action: blackjack.Hit}, {Action: blackjack.Stand}, {Action: blackjack.Double, Cost: 100000}}},
		{Seat: 5, Ahead: []wire.Legal{{Action: blackjack.Hit}, {Action: blackjack.Stand}, {Action: blackjack.Split, Cost: 50000}}}}}
	frame := wire.Frame{Table: "club-1", Seq: 42, Now: 1796000000000, State: playing, Events: []wire.Event{
		{Kind: "decided", Seat: 2, Hand: 1, Action: blackjack.Split, Amount: 100000},
		{Kind: "card-dealt", Seat: 2, Hand: 1, Card: card.New(card.Three, card.Clubs), At: &seven, Proof: exampleProof},
		{Kind: "turn-came", Seat: 2, Hand: 1}}}
	table := wire.LobbyTable{ID: "club-1", Name: wire.Text{Vi: "Phòng Sen", En: "Lotus Room"}, Preset: "club99",
		Rules: "6D S17 DAS LS 3:2 peek-AT charlie-11", MinBet: 10000, MaxBet: 1000000, BetStep: 10000,
		Chips: []money.Amount{10000, 50000, 100000, 500000}, Seats: 7, Taken: 2, Bots: 1, Seated: []wire.Seated{{Seat: 2, Bot: true}, {Seat: 5}}, Watching: 4,
		Phase: wire.PhasePlayers, SeatsPerPlayer: 3, BetTime: 15, ActTime: 15, Hints: true,
		Odds: &wire.Odds{Edge: 0.0033, Return: 0.9967, Class: "cdz", Method: wire.MethodExact}}
	all := commandExamples()
	oddsExamples(all)
	historyExamples(all, over)
	emoteExamples(all)
	wellExamples(t, all)
	sealing, events := sealingExample()
	all["frame-sealing"] = wire.Frame{Table: "club-1", Seq: 44, Now: 1796000000000, State: sealing, Events: events}
	closed := wire.State{Phase: wire.PhaseClosed, Round: 13, Dealer: wire.Dealer{Cards: []card.Card{}}, Notice: wire.NoticeClosing,
		Seats: []wire.Seat{{Seat: 1, Hands: []wire.Hand{}}}, Shoe: wire.Shoe{Decks: 1, Left: 48}}
	void := wire.PastRound{ID: 92, Table: "club-1", Round: 14, At: 1796000025000, Void: true, Dealer: wire.Dealer{Cards: cards(t, "Ac", "??")},
		Seats: []wire.Seat{{Seat: 1, Player: &wire.Player{Name: "Lan"}, Bet: 100000, Hands: []wire.Hand{
			{Cards: cards(t, "Td", "9c"), Total: 19, Status: blackjack.StatusPlaying, Stake: 100000}}}}, Decisions: []wire.Event{}}
	for name, message := range map[string]any{
		"frame-closed": wire.Frame{Table: "club-1", Seq: 52, Now: 1796000025000, State: closed, Events: []wire.Event{
			{Kind: wire.StakeReturned, Seat: 1, Amount: 100000}, {Kind: wire.TableIsClosed}, {Kind: wire.SeatIsLeft, Seat: 1, Name: "Lan"},
			{Kind: wire.ShoeOver, Shoe: 5, Seed: hexOf("5e", 32)}}},
		"answer-done":    wire.Done("a4", 42),
		"answer-refused": wire.Refuse("a4", wire.CodeOf(blackjack.InsufficientFunds), blackjack.Hit, blackjack.Stand).In(wire.Vietnamese),
		"frame-players":  frame,
		"frame-offers": wire.Frame{Table: "club-1", Seq: 50, Now: 1796000000000, State: offers, Events: []wire.Event{
			{Kind: "offers-made", Seat: 1, Offers: []blackjack.Action{blackjack.Insure, blackjack.Surrender}}}},
		"frame-over": wire.Frame{Table: "club-1", Seq: 51, Now: 1796000015000, State: over, Events: []wire.Event{
			{Kind: "decided", Seat: 1, Action: blackjack.Insure, Amount: 50000},
			{Kind: "decided", Seat: 1, Action: blackjack.DeclineSurrender, By: blackjack.ByClock},
			{Kind: "checked", Status: blackjack.StatusBlackjack},
			{Kind: "hole-card-opened", Card: card.New(card.King, card.Diamonds)},
			{Kind: "insurance-settled", Seat: 1, Outcome: blackjack.OutcomeWin, Stake: 50000, Amount: 150000},
			{Kind: "hand-settled", Seat: 1, Hand: 1, Outcome: blackjack.OutcomeLose, Stake: 100000},
			{Kind: "round-over"}}},
		"you":      you,
		"snapshot": wire.Snapshot{Frame: frame, You: you, Cards: []wire.CardProof{{At: 7, Card: card.New(card.Three, card.Clubs), Proof: exampleProof}}},
		"lobby":    wire.Lobby{Tables: []wire.LobbyTable{table}},
		"me":       wire.Me{Player: wire.Person{ID: 7, Name: "Lan", Guest: true}, Balance: 1000000},
		"nobody":   wire.Nobody{},
		"error":    wire.Error{Code: wire.WrongLogin, Message: wire.WrongLogin.Sentence(wire.English)},
		"rounds": wire.Rounds{Next: 90, Rounds: []wire.PlayedRound{{PastRound: void, Kinds: []string{wire.RoundVoid}}, {PastRound: wire.PastRound{ID: 91, Table: "club-1", Round: 13, At: 1796000015000,
			Dealer: over.Dealer, Seats: over.Seats, Decisions: []wire.Event{
				{Kind: "decided", Seat: 1, Action: blackjack.Insure, Amount: 50000},
				{Kind: "decided", Seat: 1, Action: blackjack.DeclineSurrender, By: blackjack.ByClock}}},
			Kinds: []string{wire.RoundPush, wire.RoundInsured, wire.RoundByClock}, Before: amount(1000000), After: amount(1000000)}}},
	} {
		all[name] = message
	}
	return all
}

// exampleProof has the length that a proof in a shoe of six decks has.
var exampleProof = strings.Repeat("Zm9v", 77) + "Zg"

func hexOf(digits string, n int) string { return strings.Repeat(digits, n) }

// sealingExample is a table that awaits the players' seeds, and all that can be told of a shoe.
func sealingExample() (wire.State, []wire.Event) {
	s := wire.State{
		Phase: wire.PhaseSealing, Round: 14, Deadline: 1796000002000, Dealer: wire.Dealer{Cards: []card.Card{}},
		Seats: []wire.Seat{{Seat: 1, Player: &wire.Player{Name: "Lan"}, Confirmed: true, Bet: 100000, Hands: []wire.Hand{}}},
		Shoe: wire.Shoe{Decks: 6, Left: 312, Cut: 78, Number: 6, Commitment: hexOf("c6", 32), Next: hexOf("c7", 32), Terms: hexOf("7f", 32),
			Seeds: []wire.Seed{{Seat: 1, Commitment: hexOf("a1", 32)}, {Seat: 2, Commitment: hexOf("a2", 32), Seed: "00ff"},
				{Seat: 3, Commitment: hexOf("a3", 32), Out: "mismatch"}}},
	}
	return s, []wire.Event{
		{Kind: wire.ShoeOver, Shoe: 5, Seed: hexOf("5e", 32)},
		{Kind: wire.ShoeShuffled, Shoe: 6, Commitment: hexOf("c6", 32), Next: hexOf("c7", 32)},
		{Kind: wire.SeedCommitted, Seat: 1, Commitment: hexOf("a1", 32)},
		{Kind: wire.TermsFixed, Terms: hexOf("7f", 32)},
		{Kind: wire.SeedRevealed, Seat: 2, Seed: "00ff"},
		{Kind: wire.SeedLeftOut, Seat: 3, Out: "mismatch"},
		{Kind: wire.ShoeSealed, Root: hexOf("21", 24)},
	}
}

func commandExamples() map[string]any {
	return map[string]any{
		"command-sit":    wire.Command{Table: "club-1", ID: "a1", Name: wire.Sit, Seat: 2},
		"command-leave":  wire.Command{Table: "club-1", ID: "a2", Name: wire.Leave},
		"command-bet":    wire.Command{Table: "club-1", ID: "a3", Name: wire.Place, Round: 12, Bets: []wire.Bet{{Seat: 2, Amount: 100000}, {Seat: 4, Amount: 50000, Commitment: hexOf("a4", 32)}}},
		"command-reveal": wire.Command{Table: "club-1", ID: "a6", Name: wire.RevealSeeds, Round: 12, Seeds: []wire.Reveal{{Seat: 4, Seed: "00ff"}}},
		"command-act":    wire.Command{Table: "club-1", ID: "a4", Name: wire.Act, Round: 12, Seat: 2, Turn: 3, Action: blackjack.Hit},
		"command-insure": wire.Command{Table: "club-1", ID: "a5", Name: wire.Act, Round: 12, Seat: 2, Turn: 1, Action: blackjack.Insure, Amount: 30000},
	}
}

func TestExamplesAreWhatTestdataSays(t *testing.T) {
	known := map[string]bool{}
	for name, message := range examples(t) {
		path := filepath.Join("testdata", name+".json")
		known[path] = true
		var indented bytes.Buffer
		if err := json.Indent(&indented, wire.Encode(message), "", "  "); err != nil {
			t.Fatal(err)
		}
		indented.WriteByte('\n')
		if *update {
			if err := os.WriteFile(path, indented.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), indented.String()); diff != "" {
			t.Errorf("%s differs (go test -update writes it anew):\n%s", path, diff)
		}
		if bytes.Contains(want, []byte("null")) {
			t.Errorf("%s holds a null", path)
		}
		if strings.HasPrefix(name, "command-") {
			got, err := wire.DecodeCommand(want)
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if diff := cmp.Diff(message, got); diff != "" {
				t.Errorf("%s reads back otherwise:\n%s", path, diff)
			}
		}
	}
	files, _ := filepath.Glob("testdata/*.json")
	for _, f := range files {
		if !known[f] {
			t.Errorf("%s is the example of no message", f)
		}
	}
}

// BR-041, and what else a bet can look like.
func TestBadBetsAreRefusedByName(t *testing.T) {
	for text, want := range map[string]wire.Code{
		`0`: wire.BadAmount, `-1`: wire.BadAmount, `1.5`: wire.BadAmount, `"1e3"`: wire.BadMessage, `1e3`: wire.BadAmount,
		`NaN`: wire.BadMessage, `9223372036854775808`: wire.BadAmount, `9007199254740992`: wire.BadAmount, `-0`: wire.BadAmount,
		`""`: wire.BadMessage, ``: wire.BadMessage, `null`: wire.BadMessage, `[]`: wire.BadMessage, `{}`: wire.BadMessage,
		`Infinity`: wire.BadMessage, `0x10`: wire.BadMessage, `1_000`: wire.BadMessage, `true`: wire.BadMessage, `"100000"`: wire.BadMessage,
	} {
		c, err := wire.DecodeCommand([]byte(`{"table":"t","id":"x1","name":"bet","round":1,"bets":[{"seat":1,"amount":` + text + `}]}`))
		var f *wire.Fault
		if !errors.As(err, &f) || f.Code != want {
			t.Errorf("amount %s: %v, want %s", text, err, want)
			continue
		}
		if json.Valid([]byte(text)) && (c.ID != "x1" || !strings.Contains(err.Error(), "bets[0].amount")) {
			t.Errorf("amount %s: the answer names neither command nor place: %q %v", text, c.ID, err)
		}
	}
}

func TestBadCommandsAreRefusedByNameAndPlace(t *testing.T) {
	const long = "0123456789012345678901234567890123456789012345678901234567890123456789"
	for _, c := range []struct{ text, place string }{
		{``, "the message"},
		{`null`, "the message must be a JSON object"},
		{`[]`, "the message must be a JSON object"},
		{`{"table":"t","id":"x","name":"sit"} {}`, "not valid JSON"},
		{`{"id":"x","name":"sit"}`, "table is missing"},
		{`{"table":"t","name":"sit"}`, "id is missing"},
		{`{"table":"t","id":"x"}`, "name is missing"},
		{`{"table":"t","id":"x","name":"fold"}`, "name must be one of: sit leave bet act"},
		{`{"table":"t","id":"x","name":"sit","funds":1}`, "funds is an unknown field"},
		{`{"Table":"t","id":"x","name":"sit"}`, "Table is an unknown field"},
		{`{"table":"t","table":"u","id":"x","name":"sit"}`, "table stands there twice"},
		{`{"table":"t","id":"x","name":"sit","round":3}`, "round does not belong to sit"},
		{`{"table":"t","id":"x","name":"sit","seat":8}`, "seat must be in 0..7"},
		{`{"table":"t","id":"x","name":"sit","seat":"1"}`, "seat must be a whole number"},
		{`{"table":"../t","id":"x","name":"sit"}`, "table may only use"},
		{`{"table":"t","id":"` + long + `","name":"sit"}`, "id must be 1..64 characters long"},
		{`{"table":"t","id":"x","name":"bet","bets":[]}`, "round is missing"},
		{`{"table":"t","id":"x","name":"bet","round":1}`, "bets is missing"},
		{`{"table":"t","id":"x","name":"bet","round":1,"bets":{}}`, "bets must be a list"},
		{`{"table":"t","id":"x","name":"bet","round":1,"bets":[1]}`, "bets[0] must be a JSON object"},
		{`{"table":"t","id":"x","name":"bet","round":1,"bets":[{"seat":0,"amount":1}]}`, "bets[0].seat must be in 1..7"},
		{`{"table":"t","id":"x","name":"bet","round":1,"bets":[{"seat":1,"amount":1,"x":1}]}`, "bets[0].x is an unknown field"},
		{`{"table":"t","id":"x","name":"act","round":1,"seat":0,"turn":1,"action":"hit"}`, "seat must be in 1..7"},
		{`{"table":"t","id":"x","name":"act","round":1,"seat":1,"turn":65536,"action":"hit"}`, "turn must be in 1..65535"},
		{`{"table":"t","id":"x","name":"act","round":1,"seat":1,"turn":1,"action":"timeout"}`, "action must be one of: hit"},
		{`{"table":"t","id":"x","name":"act","round":1,"seat":1,"turn":1,"action":"deal"}`, "action must be one of: hit"},
		{`{"table":"t","id":"x","name":"act","round":1,"seat":1,"turn":1,"action":"hit","amount":5}`, "amount does not belong to hit"},
		{`{"table":"t","id":"x","name":"bet","round":1,"bets":[{"seat":1,"amount":1,"commitment":"ab"}]}`, "bets[0].commitment must be 64 characters long"},
		{`{"table":"t","id":"x","name":"bet","round":1,"bets":[{"seat":1,"amount":1,"commitment":"` + strings.Repeat("AB", 32) + `"}]}`, "bets[0].commitment may only use the characters 0-9 a-f"},
		{`{"table":"t","id":"x","name":"reveal","round":1}`, "seeds is missing"},
		{`{"table":"t","id":"x","name":"reveal","round":1,"seeds":[]}`, "seeds must be in 1..7"},
		{`{"table":"t","id":"x","name":"reveal","round":1,"seeds":[{"seat":1}]}`, "seeds[0].seed is missing"},
		{`{"table":"t","id":"x","name":"reveal","round":1,"seeds":[{"seed":"00"}]}`, "seeds[0].seat is missing"},
		{`{"table":"t","id":"x","name":"reveal","round":1,"seeds":[{"seat":1,"seed":"000"}]}`, "seeds[0].seed must be 2, 4, .. 128 characters long"},
		{`{"table":"t","id":"x","name":"reveal","round":1,"seeds":[{"seat":1,"seed":"` + strings.Repeat("00", 65) + `"}]}`, "seeds[0].seed must be 2, 4, .. 128"},
		{`{"table":"t","id":"x","name":"reveal","round":1,"seeds":[{"seat":1,"seed":"00"},{"seat":1,"seed":"00"}]}`, "named twice"},
		{`{"table":"t","id":"x","name":"sit","seeds":[{"seat":1,"seed":"00"}]}`, "seeds does not belong to sit"},
	} {
		_, err := wire.DecodeCommand([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.place) {
			t.Errorf("%s\n\tsays %v\n\twant %s", c.text, err, c.place)
		}
	}
	_, err := wire.DecodeCommand([]byte(`{"table":"t","id":"x","name":"bet","round":1,"bets":[{"seat":1,"amount":1},{"seat":1,"amount":1}]}`))
	if f := (*wire.Fault)(nil); !errors.As(err, &f) || f.Code != wire.DuplicateSeat {
		t.Errorf("a seat twice: %v", err)
	}
	_, err = wire.DecodeCommand(bytes.Repeat([]byte(" "), wire.MaxCommandBytes+1))
	if f := (*wire.Fault)(nil); !errors.As(err, &f) || f.Code != wire.TooLarge {
		t.Errorf("too large: %v", err)
	}
}

func TestEveryRefusalHasASentenceInBothLanguages(t *testing.T) {
	codes := []wire.Code{
		wire.Busy, wire.BadMessage, wire.RateLimited, wire.TooLarge, wire.NoSuchTable, wire.SeatTaken, wire.TooManySeats,
		wire.NotSeated, wire.WrongRound, wire.DuplicateSeat, wire.SignInRequired, wire.StoreUnavailable, wire.BadAmount,
		wire.BadName, wire.BadLogin, wire.BadPassword, wire.LoginTaken, wire.AlreadyRegistered, wire.WrongLogin,
		wire.WrongOrigin, wire.NotFound, wire.MethodNotAllowed, wire.SeedMismatch, wire.HintsOff, wire.LoginWait, wire.TooManyGuests,
		wire.OnBreak, wire.Excluded, wire.OverTime, wire.OverLossDay, wire.OverLossWeek, wire.CheckDue, wire.NotShorter,
	}
	for r := blackjack.Refusal(1); !strings.Contains(r.Error(), "("); r++ {
		codes = append(codes, wire.CodeOf(r))
	}
	for _, c := range codes {
		vi, en := c.Sentence(wire.Vietnamese), c.Sentence(wire.English)
		if vi == en || vi == wire.Internal.Sentence(wire.Vietnamese) || !strings.HasSuffix(vi, ".") || !strings.HasSuffix(en, ".") {
			t.Errorf("%s: %q, %q", c, vi, en)
		}
	}
}

func TestRoundsRequest(t *testing.T) {
	for text, ok := range map[string]bool{``: true, `{}`: true, `{"before":5,"limit":100}`: true, `{"limit":0}`: false, `{"limit":101}`: false, `{"after":1}`: false, `[]`: false,
		`{"table":"club-1","from":"2026-11-01","to":"2026-11-30","zone":"Asia/Ho_Chi_Minh","result":"split"}`: true,
		`{"table":"../x"}`: false, `{"from":"2026-02-30"}`: false, `{"from":"0001-01-01"}`: false, `{"to":"tomorrow"}`: false, `{"to":20261130}`: false,
		`{"zone":"Local"}`: false, `{"zone":""}`: false, `{"zone":"../UTC"}`: false, `{"zone":"/etc/localtime"}`: false, `{"zone":"Asia/Nowhere"}`: false,
		`{"result":"none"}`: false, `{"result":["won"]}`: false} {
		r, err := wire.DecodeRounds([]byte(text))
		if (err == nil) != ok || ok && r.Limit < 1 {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

func FuzzDecodeCommand(f *testing.F) {
	for _, m := range examples(f) {
		f.Add(wire.Encode(m))
	}
	f.Add([]byte(`{"table":"t","id":"x","name":"bet","round":1,"bets":[{"seat":1,"amount":1.5}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := wire.DecodeCommand(data)
		var fault *wire.Fault
		if err != nil {
			if !errors.As(err, &fault) || fault.Code == "" || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q: %v", data, err)
			}
			return
		}
		again, err := wire.DecodeCommand(wire.Encode(c))
		if err != nil || !cmp.Equal(c, again) {
			t.Fatalf("%q reads as %+v, which reads back as %+v, %v", data, c, again, err)
		}
	})
}
