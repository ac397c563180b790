package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"

	"club99/blackjack"
	"club99/internal/wire"
)

// player FILE COOKIES deal|show|stand|last|hint|grades is a person at table "truc" of the club
// whose address FILE holds. COOKIES keeps who it is. deal comes in, sits down and
// bets, and shows the hand; show looks at it again; stand plays it out. Each
// prints what lies on the table. last plays it out at a club that is about to
// close, and prints what the club says. hint prints what the actions are worth, grades
// what those of round 1 were.
func player() {
	if len(os.Args) != 4 {
		fail("usage: player FILE COOKIES deal|show|stand|last|hint|grades")
	}
	said, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail("%v", err)
	}
	url := regexp.MustCompile(`https?://\S+`).FindString(string(said))
	p := &seated{cookies: os.Args[2], url: url}
	if os.Args[3] == "deal" {
		p.signIn()
	}
	p.connect()
	defer p.client.Close()
	switch os.Args[3] {
	case "deal":
		p.command(wire.Command{Name: wire.Sit, Seat: 1})
		p.show(p.dealtIn())
	case "show":
		p.show(p.await(wire.PhasePlayers))
	case "stand":
		s := p.await(wire.PhasePlayers).Frame.State
		p.command(wire.Command{Name: wire.Act, Round: s.Round, Seat: 1, Turn: s.Turn.N, Action: blackjack.Stand})
		p.show(p.await(wire.PhaseOver))
	case "last":
		s := p.await(wire.PhasePlayers).Frame.State
		for s.Notice == "" {
			s = p.await(wire.PhasePlayers).Frame.State
		}
		p.command(wire.Command{Name: wire.Act, Round: s.Round, Seat: 1, Turn: s.Turn.N, Action: blackjack.Stand})
		fmt.Printf("notice %s\n", s.Notice)
	case "hint":
		p.hint()
	case "grades":
		p.grades()
	}
}

type seated struct {
	cookies, url string
	client       *centrifuge.Client
}

func (p *seated) signIn() {
	resp, err := http.Post(p.url+"/api/guest", "application/json", strings.NewReader(`{"name":"Lan"}`))
	if err != nil || resp.StatusCode != 200 {
		fail("no guest: %v %v", resp, err)
	}
	defer resp.Body.Close()
	c := resp.Cookies()[0]
	if err := os.WriteFile(p.cookies, []byte(c.Name+"="+c.Value), 0o600); err != nil {
		fail("%v", err)
	}
}

func (p *seated) connect() {
	cookie, err := os.ReadFile(p.cookies)
	if err != nil {
		fail("%v", err)
	}
	p.client = centrifuge.NewJsonClient(strings.Replace(p.url, "http", "ws", 1)+"/connection/websocket",
		centrifuge.Config{Header: http.Header{"Cookie": {string(cookie)}}})
	if err := p.client.Connect(); err != nil {
		fail("%v", err)
	}
}

func (p *seated) rpc(method string, request, answer any) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	result, err := p.client.RPC(ctx, method, wire.Encode(request))
	if err == nil {
		err = json.Unmarshal(result.Data, answer)
	}
	if err != nil {
		fail("%s: %v", method, err)
	}
}

func (p *seated) command(c wire.Command) {
	c.Table, c.ID = "truc", fmt.Sprint(time.Now().UnixNano())
	var a wire.Answer
	p.rpc("command", c, &a)
	if !a.OK {
		fail("%+v: %+v", c, a)
	}
}

func (p *seated) await(phases ...wire.Phase) wire.Snapshot {
	for range 200 {
		var s wire.Snapshot
		p.rpc("join", map[string]string{"table": "truc"}, &s)
		if slices.Contains(phases, s.Frame.State.Phase) {
			return s
		}
		time.Sleep(50 * time.Millisecond)
	}
	fail("the table never came to %s", phases)
	return wire.Snapshot{}
}

// dealtIn bets until there is a hand to play: some rounds end with the deal.
func (p *seated) dealtIn() wire.Snapshot {
	for {
		round := p.await(wire.PhaseBetting).Frame.State.Round
		p.command(wire.Command{Name: wire.Place, Round: round, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
		s := p.await(wire.PhasePlayers, wire.PhaseOffers, wire.PhaseOver)
		if s.Frame.State.Phase == wire.PhaseOffers {
			no := blackjack.DeclineInsurance
			if slices.Contains(s.Frame.State.Seats[0].Offers, blackjack.TakeEvenMoney) {
				no = blackjack.DeclineEvenMoney
			}
			p.command(wire.Command{Name: wire.Act, Round: round, Seat: 1, Turn: s.Frame.State.Turn.N, Action: no})
			s = p.await(wire.PhasePlayers, wire.PhaseOver)
		}
		if s.Frame.State.Phase == wire.PhasePlayers {
			return s
		}
	}
}

func (p *seated) show(s wire.Snapshot) {
	state := s.Frame.State
	fmt.Printf("round %d %s dealer %v\n", state.Round, state.Phase, state.Dealer.Cards)
	for _, h := range state.Seats[0].Hands {
		fmt.Printf("%s: %v %d %s %d %s\n", state.Seats[0].Player.Name, h.Cards, h.Total, h.Status, h.Stake, h.Outcome)
	}
	fmt.Printf("balance %d\n", s.You.Balance)
	if state.Turn != nil {
		fmt.Printf("turn %d, deadline %d, legal %v\n", state.Turn.N, state.Deadline, s.You.Seats[0].Legal)
	}
}

func (p *seated) hint() {
	result, err := p.client.RPC(context.Background(), "hint", []byte(`{"table":"truc","seat":1}`))
	if err != nil {
		fail("hint: %v", err)
	}
	fmt.Printf("%s\n", result.Data)
}

func (p *seated) grades() {
	cookie, err := os.ReadFile(p.cookies)
	if err != nil {
		fail("%v", err)
	}
	r, err := http.NewRequest(http.MethodGet, p.url+"/api/rounds/truc/1/grades", nil)
	if err != nil {
		fail("%v", err)
	}
	r.Header.Set("Cookie", string(cookie))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		fail("%v", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		fail("%v", err)
	}
	fmt.Printf("%s\n%s\n", resp.Status, body)
}
