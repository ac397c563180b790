package gateway_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"
	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/internal/gateway"
	"club99/internal/wire"
)

// hint asks for a hint; a refusal is its code.
func (p *person) hint(seat int) (h wire.Hint, code wire.Code) {
	p.club.Helper()
	err := p.rpc("hint", fmt.Sprintf(`{"table":"sen","seat":%d}`, seat), &h)
	if e := (*centrifuge.Error)(nil); errors.As(err, &e) {
		return h, wire.Code(e.Message)
	}
	if err != nil {
		p.club.Fatal(err)
	}
	return h, ""
}

func (p *person) hintRefused(seat int, want wire.Code) {
	p.club.Helper()
	if h, code := p.hint(seat); code != want {
		p.club.Errorf("a hint for seat %d: %+v, code %q, want %q", seat, h, code, want)
	}
}

// advise plays a round at two seats up to its end, and returns every hint that
// was given on the way, and the grades after it, as text.
func (c *club) advise() []string {
	c.Helper()
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	minh.must(wire.Command{Name: wire.Sit, Seat: 2})
	lan.hintRefused(1, wire.NotYourTurn)
	lan.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
	minh.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 2, Amount: 50000}}})
	var said []string
	hints := map[string]wire.Hint{}
	ask := func(p *person, seat int) wire.Hint {
		h, code := p.hint(seat)
		if code != "" {
			c.Fatalf("seat %d: %s", seat, code)
		}
		said = append(said, string(wire.Encode(h)))
		return h
	}
	act := func(p *person, seat int, a blackjack.Action) {
		turn := p.join().Frame.State.Turn
		hints[fmt.Sprint(seat, turn.N)] = ask(p, seat)
		p.must(wire.Command{Name: wire.Act, Round: 1, Seat: seat, Turn: turn.N, Action: a})
	}

	// The dealer shows an ace: everybody is asked about insurance.
	lan.phase(wire.PhaseOffers)
	lan.hintRefused(2, wire.NotSeated)
	lan.hintRefused(7, wire.NotSeated)
	act(lan, 1, blackjack.DeclineInsurance)
	lan.hintRefused(1, wire.NotYourTurn)
	act(minh, 2, blackjack.Insure)

	// No Blackjack. Lan splits eights, and hits; Minh waits for the turn.
	lan.phase(wire.PhasePlayers)
	minh.hintRefused(2, wire.NotYourTurn)
	act(lan, 1, blackjack.Split)
	act(lan, 1, blackjack.Hit)
	act(lan, 1, blackjack.Stand)
	act(lan, 1, blackjack.Stand)
	act(minh, 2, blackjack.Stand)
	lan.phase(wire.PhaseOver)

	for _, who := range []struct {
		*person
		seat, decisions int
	}{{lan, 1, 5}, {minh, 2, 2}} {
		r := c.ask("GET", "/api/rounds/sen/1/grades", "", who.cookie)
		var g wire.Grades
		if err := json.Unmarshal([]byte(r.body), &g); err != nil || r.StatusCode != http.StatusOK || len(g.Decisions) != who.decisions {
			c.Fatalf("grades: %s %s %v", r.Status, r.body, err)
		}
		said = append(said, r.body)
		for _, d := range g.Decisions {
			h := hints[fmt.Sprint(who.seat, d.Turn)]
			if diff := cmp.Diff(h.Choices, d.Choices); diff != "" || int(d.Seat) != who.seat || d.By != wire.ByPlayer {
				c.Errorf("turn %d: the grade is not of what the hint said: %s", d.Turn, diff)
			}
			best, chosen := d.Choices[0], wire.Choice{}
			for _, choice := range d.Choices {
				if choice.Action == d.Action {
					chosen = choice
				}
			}
			if chosen.Action == 0 || d.Best != best.Action || math.Abs(d.Cost-(best.EV-chosen.EV)) > 1e-9 || d.Cost < 0 {
				c.Errorf("decision %+v", d)
			}
		}
	}
	return said
}

// A whole round with hints, at two tables whose cards differ where nobody can
// see them: every hint is the same, and the grades afterwards say the same again.
func TestHintsAndGradesAreMadeFromWhatIsSeen(t *testing.T) {
	const open1 = "8s Ts Ah 8d 6s"
	first := open(t, open1+" 9h 3c 2d 5c Td").advise()
	other := open(t, open1+" 2c 3c 2d 5c 4d 9c 9d").advise()
	if diff := cmp.Diff(first, other); diff != "" {
		t.Errorf("hints or grades tell of a hidden card: %s", diff)
	}
	if len(first) != 9 {
		t.Errorf("%d hints and grades", len(first))
	}
}

func TestWhoGetsNoHint(t *testing.T) {
	c := open(t, "Th 9s 6d 5c")
	nobody := c.connect("")
	nobody.hintRefused(1, wire.SignInRequired)
	lan := c.comeIn("Lan")
	lan.hintRefused(1, wire.NotSeated)
	var h wire.Hint
	for data, want := range map[string]wire.Code{
		`{"table":"no","seat":1}`: wire.NoSuchTable, `{"table":"sen"}`: wire.BadMessage, `{"table":"sen","seat":9}`: wire.BadMessage,
	} {
		err := lan.rpc("hint", data, &h)
		if e := (*centrifuge.Error)(nil); !errors.As(err, &e) || wire.Code(e.Message) != want {
			t.Errorf("%s: %v, want %s", data, err, want)
		}
	}
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	lan.must(wire.Command{Name: wire.Place, Round: 1, Bets: []wire.Bet{{Seat: 1, Amount: 100000}}})
	lan.phase(wire.PhasePlayers)
	limited := false
	for range 30 {
		if _, code := lan.hint(1); code == wire.RateLimited {
			limited = true
		} else if code != "" {
			t.Fatal(code)
		}
	}
	if !limited {
		t.Error("a player may ask for hints without an end")
	}
	// The round is not over: it has no grades, and nobody else's ever.
	for path, want := range map[string]wire.Code{"/api/rounds/sen/1/grades": wire.NotFound, "/api/rounds/sen/99/grades": wire.NotFound,
		"/api/rounds/sen/x/grades": wire.NotFound, "/api/rounds/no/1/grades": wire.NoSuchTable} {
		time.Sleep(600 * time.Millisecond) // the same limit holds
		if r := c.ask("GET", path, "", lan.cookie); r.code(t) != want {
			t.Errorf("%s: %s %s", path, r.Status, r.body)
		}
	}
	if r := c.ask("GET", "/api/rounds/sen/1/grades", ""); r.code(t) != wire.SignInRequired {
		t.Errorf("without a session: %s %s", r.Status, r.body)
	}
	lan.playOut()
	cookie, _ := c.guest("Minh")
	if r := c.ask("GET", "/api/rounds/sen/1/grades", "", cookie); r.code(t) != wire.NotFound {
		t.Errorf("somebody else's round: %s %s", r.Status, r.body)
	}
}

func TestTableWithoutHints(t *testing.T) {
	c := openClub(t, gateway.Config{}, true, "Th 9s 6d 5c")
	lan := c.comeIn("Lan")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	lan.hintRefused(1, wire.HintsOff)
	if r := c.ask("GET", "/api/lobby", ""); !strings.Contains(r.body, `"hints":false`) {
		t.Errorf("the lobby: %s", r.body)
	}
	if r := c.ask("GET", "/api/tables/sen/rules?lang=en", ""); !strings.Contains(r.body, "gives no hints") {
		t.Error("the rules page does not say that there are no hints")
	}
}

// Once the odds are found, everybody in the lobby is told; until then the chart is not there.
func TestOddsReachTheLobby(t *testing.T) {
	c := open(t)
	watcher := c.connect("")
	var rows []wire.LobbyTable
	sub, err := watcher.client.NewSubscription("lobby")
	if err != nil {
		t.Fatal(err)
	}
	sub.OnPublication(func(e centrifuge.PublicationEvent) {
		var l wire.Lobby
		watcher.decode(e.Data, &l)
		watcher.mu.Lock()
		defer watcher.mu.Unlock()
		rows = append(rows, l.Tables...)
	})
	subscribed := make(chan bool)
	sub.OnSubscribed(func(centrifuge.SubscribedEvent) { close(subscribed) })
	if err := sub.Subscribe(); err != nil {
		t.Fatal(err)
	}
	<-subscribed
	if r := c.ask("GET", "/api/lobby", ""); strings.Contains(r.body, `"odds"`) || !strings.Contains(r.body, `"hints":true`) {
		t.Errorf("the lobby before the odds are known: %s", r.body)
	}
	if r := c.ask("GET", "/api/tables/sen/chart", ""); r.code(t) != wire.Busy || r.Header.Get("Retry-After") == "" {
		t.Errorf("the chart before it is known: %s %s", r.Status, r.body)
	}
	c.book.Begin([]blackjack.Rules{c.rules}, c.floor.OddsKnown)
	watcher.until("the odds", func() bool { return len(rows) > 0 && rows[len(rows)-1].Odds != nil })
	watcher.mu.Lock()
	o := rows[len(rows)-1].Odds
	watcher.mu.Unlock()
	if o.Edge < 0.002 || o.Edge > 0.006 || o.Return != 1-o.Edge || o.Class != "cdz" || o.Method == "" {
		t.Errorf("%+v", o)
	}
	var chart wire.Chart
	r := c.ask("GET", "/api/tables/sen/chart?class=td", "")
	if err := json.Unmarshal([]byte(r.body), &chart); err != nil || len(chart.Hard) == 0 || len(chart.Hard[0].Cells) != 10 {
		t.Errorf("chart: %s %s %v", r.Status, r.body, err)
	}
	for _, path := range []string{"/api/tables/sen/chart?class=cdp", "/api/tables/no/chart"} {
		if r := c.ask("GET", path, ""); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
	if r := c.ask("GET", "/api/tables/sen/rules?lang=en", ""); !strings.Contains(r.body, "House edge: ") || !strings.Contains(r.body, "gives hints") {
		t.Errorf("the rules page has no odds: %s", r.body)
	}
}
