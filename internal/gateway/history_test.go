package gateway_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/internal/wire"
	"club99/money"
)

// read asks for JSON and decodes it.
func (c *club) read(path, cookie string, to any) {
	c.Helper()
	r := c.ask("GET", path, "", cookie)
	if err := json.Unmarshal([]byte(r.body), to); err != nil || r.StatusCode != 200 {
		c.Fatalf("%s: %s %s %v", path, r.Status, r.body, err)
	}
}

// playRound bets for everybody, each on a seat of their own from 1 on, acts, and
// waits for the results.
func (c *club) playRound(people []*person, acts func()) {
	c.Helper()
	for i, p := range people {
		p.phase(wire.PhaseBetting)
		p.must(wire.Command{Name: wire.Place, Round: p.last().State.Round, Bets: []wire.Bet{{Seat: i + 1, Amount: 100000}}})
	}
	acts()
	for _, p := range people {
		p.phase(wire.PhaseOver)
	}
}

func (p *person) act(seat int, a blackjack.Action) {
	p.club.Helper()
	p.until("the turn", func() bool {
		s := p.frames[len(p.frames)-1].State
		return s.Phase == wire.PhasePlayers && int(s.Turn.Seat) == seat
	})
	s := p.last().State
	seq := p.must(wire.Command{Name: wire.Act, Round: s.Round, Seat: seat, Turn: s.Turn.N, Action: a}).Seq
	p.until("the frame", func() bool { return p.frames[len(p.frames)-1].Seq >= seq })
}

// threeRounds plays three rounds: Lan splits and doubles, has a Blackjack, and busts;
// Minh stands every time, but in the last round, in which he busts as well.
func threeRounds(t *testing.T) (c *club, lan, minh *person) {
	c = open(t, "8s Td 6h 8d 9c Td 3c Th Kd 9h", "As Td 9d Kd 9c 8h", "Td Tc 9h 6c 6d 8h Kc Ks")
	lan, minh = c.comeIn("Lan"), c.comeIn("Minh")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	minh.must(wire.Command{Name: wire.Sit, Seat: 2})
	both := []*person{lan, minh}
	c.playRound(both, func() {
		lan.act(1, blackjack.Split)
		lan.act(1, blackjack.Double)
		lan.act(1, blackjack.Stand)
		minh.act(2, blackjack.Stand)
	})
	c.playRound(both, func() { minh.act(2, blackjack.Stand) })
	c.playRound(both, func() {
		lan.act(1, blackjack.Hit)
		minh.act(2, blackjack.Hit)
	})
	return c, lan, minh
}

func TestHistoryIsWhatWasPlayed(t *testing.T) {
	c, lan, _ := threeRounds(t)
	var all wire.Rounds
	c.read("/api/rounds", lan.cookie, &all)
	if len(all.Rounds) != 3 || all.Next != 0 {
		t.Fatalf("%+v", all)
	}
	slices.Reverse(all.Rounds)
	holds := lan.me.Balance
	for i, want := range []struct {
		net   money.Amount
		kinds string
	}{{300000, "won double split"}, {150000, "won blackjack"}, {-100000, "lost bust"}} {
		r := all.Rounds[i]
		if r.Net != want.net || strings.Join(r.Kinds, " ") != want.kinds {
			t.Errorf("round %d: %d %v, want %+v", i+1, r.Net, r.Kinds, want)
		}
		if r.Before == nil || *r.Before != holds || *r.After != holds+want.net {
			t.Errorf("round %d: %v to %v, want %d to %d", i+1, r.Before, r.After, holds, holds+want.net)
		}
		holds += want.net
	}
	var me wire.Me
	if c.read("/api/me", lan.cookie, &me); me.Balance != holds {
		t.Errorf("the history ends with %d, the account holds %d", holds, me.Balance)
	}

	day := time.Now().UTC().Format(time.DateOnly)
	for query, want := range map[string]string{
		"result=split": "1", "result=blackjack": "2", "result=lost": "3", "result=push": "", "result=won&limit=1": "2", "table=sen": "321", "table=no": "",
		"from=" + day + "&to=" + day: "321", "to=2020-01-01&zone=Asia/Ho_Chi_Minh": "", "from=" + day + "&result=won": "21",
	} {
		var page wire.Rounds
		c.read("/api/rounds?"+query, lan.cookie, &page)
		got := ""
		for _, r := range page.Rounds {
			got += fmt.Sprint(r.Round)
		}
		if got != want && day == time.Now().UTC().Format(time.DateOnly) {
			t.Errorf("%s: rounds %q, want %q", query, got, want)
		}
	}
	for _, query := range []string{"result=luck", "from=today", "zone=Local", "zone=Mars/Olympus", "to=2026-13-01", "table=a/b", "day=2026-11-30"} {
		for _, path := range []string{"/api/rounds?", "/api/rounds/statistics?", "/api/rounds/export.csv?"} {
			if r := c.ask("GET", path+query, "", lan.cookie); r.StatusCode != 400 || r.code(t) != wire.BadMessage {
				t.Errorf("%s%s: %s %s", path, query, r.Status, r.body)
			}
		}
	}
}

func TestExportIsWhatThePagesSay(t *testing.T) {
	c, lan, _ := threeRounds(t)
	var pages, file wire.Rounds
	for before := uint64(0); ; before = pages.Next {
		var page wire.Rounds
		c.read(fmt.Sprintf("/api/rounds?limit=2&before=%d", before), lan.cookie, &page)
		pages.Rounds, pages.Next = append(pages.Rounds, page.Rounds...), page.Next
		if page.Next == 0 {
			break
		}
	}
	c.read("/api/rounds/export.json", lan.cookie, &file)
	if diff := cmp.Diff(pages.Rounds, file.Rounds); diff != "" || len(file.Rounds) != 3 {
		t.Errorf("the file differs from the pages (-pages +file):\n%s", diff)
	}
	r := c.ask("GET", "/api/rounds/export.csv?zone=Asia/Ho_Chi_Minh", "", lan.cookie)
	if r.Header.Get("Content-Disposition") != `attachment; filename="club99-rounds.csv"` || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("%v", r.Header)
	}
	lines, err := csv.NewReader(strings.NewReader(r.body)).ReadAll()
	if err != nil || len(lines) != 4 {
		t.Fatalf("%s: %v", r.body, err)
	}
	column := func(line []string, name string) string { return line[slices.Index(lines[0], name)] }
	for i, p := range pages.Rounds {
		line := lines[i+1]
		want := []string{fmt.Sprint(p.ID), "sen", fmt.Sprint(p.Net), fmt.Sprint(*p.Before), fmt.Sprint(*p.After)}
		for j, name := range []string{"id", "table", "net", "balance_before", "balance_after"} {
			if got := column(line, name); got != want[j] {
				t.Errorf("line %d: %s is %q, want %q", i+1, name, got, want[j])
			}
		}
		if at, err := time.Parse(time.RFC3339, column(line, "time")); err != nil || !strings.HasSuffix(column(line, "time"), "+07:00") || at.Unix() != int64(p.At)/1000 {
			t.Errorf("line %d was over at %s, %v", i+1, column(line, "time"), err)
		}
	}
	if got := column(lines[3], "hands"); got != "seat 1 hand 1: 8s 3c Kd = 21 doubled staked 200000 win paid 400000; seat 1 hand 2: 8d Th = 18 stood staked 100000 win paid 200000" {
		t.Errorf("the hands of the first round: %s", got)
	}
	if got := column(lines[1], "dealer"); got != "9h ??" {
		t.Errorf("the dealer of a round in which all bust: %s", got)
	}
	for range 10 {
		r = c.ask("GET", "/api/rounds/export.csv", "", lan.cookie)
	}
	if r.StatusCode != http.StatusTooManyRequests || r.code(t) != wire.RateLimited {
		t.Errorf("many files at once: %s", r.Status)
	}
}

func TestStatisticsAddUp(t *testing.T) {
	c, lan, _ := threeRounds(t)
	var s wire.Statistics
	c.read("/api/rounds/statistics?zone=Asia/Ho_Chi_Minh", lan.cookie, &s)
	if s.Zone != "Asia/Ho_Chi_Minh" || s.Rounds != 3 || s.Net != 350000 || s.Staked != 500000 || s.Bets != 300000 || s.Won != 2 || s.Lost != 1 || s.Push+s.Void != 0 {
		t.Errorf("%+v", s)
	}
	if len(s.Tables) != 1 || s.Tables[0].Sums != s.Sums || s.Outside != 3 || s.Theory != nil {
		t.Errorf("%+v", s)
	}
	var days wire.Sums
	for _, d := range s.Days {
		days.Rounds, days.Staked, days.Net = days.Rounds+d.Rounds, days.Staked+d.Staked, days.Net+d.Net
	}
	if days != s.Sums || s.Days[0].Balance == nil || *s.Days[0].Balance != 1350000 {
		t.Errorf("the days: %+v", s.Days)
	}
	want := []wire.HandCount{{Hand: "blackjack", Count: 1, Won: 1}, {Hand: "pair", Count: 1, Won: 1}, {Hand: "hard-12-16", Count: 1, Lost: 1}}
	if diff := cmp.Diff(want, s.Dealt); diff != "" {
		t.Errorf("dealt (-want +got):\n%s", diff)
	}
	want = []wire.HandCount{{Hand: "blackjack", Count: 1, Won: 1}, {Hand: "21", Count: 1, Won: 1}, {Hand: "18", Count: 1, Won: 1}, {Hand: "bust", Count: 1, Lost: 1}}
	if diff := cmp.Diff(want, s.Ended); diff != "" {
		t.Errorf("ended (-want +got):\n%s", diff)
	}
}

// A replay shows what the table showed: every frame that was told while the round
// was played is in it, and it knows no card before the table did.
func TestReplayIsWhatTheTableShowed(t *testing.T) {
	c, lan, minh := threeRounds(t)
	felt := func(s *wire.State) string {
		seats := make([]string, 2)
		for i := range seats {
			seats[i] = string(wire.Encode(s.Seats[i].Hands))
		}
		return string(wire.Encode(s.Dealer)) + strings.Join(seats, "")
	}
	for round := uint64(1); round <= 3; round++ {
		var replay wire.Replay
		c.read(fmt.Sprintf("/api/rounds/sen/%d/replay", round), lan.cookie, &replay)
		if !slices.Equal(replay.Seats, []int{1}) || replay.Rules != c.rules.String() {
			t.Errorf("round %d: seats %v, rules %s", round, replay.Seats, replay.Rules)
		}
		shown := map[string]bool{}
		var heard, again []string
		opened := false
		for i := range replay.Frames {
			f := &replay.Frames[i]
			shown[felt(&f.State)] = true
			for _, e := range f.Events {
				opened = opened || e.Kind == "hole-card-opened"
				again = append(again, string(e.Kind)+e.Card.String())
			}
			if f.Seq != uint64(i+1) || f.State.Deadline != 0 || len(f.State.Dealer.Cards) > 1 && !opened && f.State.Dealer.Cards[1] != 0 {
				t.Errorf("round %d, frame %d: %+v", round, i, f)
			}
		}
		lan.mu.Lock()
		frames := slices.Clone(lan.frames)
		lan.mu.Unlock()
		for i := range frames {
			f := &frames[i]
			if f.State.Round != round || f.State.Phase != wire.PhasePlayers && f.State.Phase != wire.PhaseOver {
				continue
			}
			if !shown[felt(&f.State)] {
				t.Errorf("round %d: the table showed %s, the replay never does", round, felt(&f.State))
			}
			for _, e := range f.Events {
				if e.Kind != "bet-placed" && e.Kind != "bets-closed" && blackjackEvent(e.Kind) {
					heard = append(heard, string(e.Kind)+e.Card.String())
				}
			}
		}
		if diff := cmp.Diff(heard, again); diff != "" {
			t.Errorf("round %d: told at the table and again (-table +replay):\n%s", round, diff)
		}
		if (round == 3) == opened {
			t.Errorf("round %d: the hole card was opened: %v", round, opened)
		}
		var theirs wire.Replay
		c.read(fmt.Sprintf("/api/rounds/sen/%d/replay", round), minh.cookie, &theirs)
		if !slices.Equal(theirs.Seats, []int{2}) || cmp.Diff(theirs.Frames, replay.Frames) != "" {
			t.Errorf("round %d is another for who sat beside", round)
		}
	}
}

// blackjackEvent reports whether a kind is one of the rules, not of the table.
func blackjackEvent(k wire.Kind) bool {
	return slices.ContainsFunc([]string{"card-", "up-", "hole-", "offers-", "decided", "checked", "hand-", "turn-", "dealer-", "insurance-", "round-over"},
		func(prefix string) bool { return strings.HasPrefix(string(k), prefix) })
}

func TestHistoryIsNobodyElses(t *testing.T) {
	c, lan, _ := threeRounds(t)
	mai, _ := c.guest("Mai")
	for _, path := range []string{"/api/rounds", "/api/rounds/statistics", "/api/rounds/export.json", "/api/rounds/export.csv", "/api/rounds/sen/1/replay"} {
		if r := c.ask("GET", path, ""); r.StatusCode != 401 || r.code(t) != wire.SignInRequired {
			t.Errorf("%s for nobody: %s %s", path, r.Status, r.body)
		}
		if r := c.ask("GET", path, "", mai); strings.Contains(r.body, "Lan") || strings.Contains(r.body, "8s") {
			t.Errorf("%s gives Mai what Lan played: %s", path, r.body)
		}
		if r := c.ask("GET", path+"?player="+fmt.Sprint(lan.me.Player.ID), "", mai); strings.Contains(r.body, "Lan") || strings.Contains(r.body, "8s") {
			t.Errorf("%s can be asked about Lan: %s", path, r.body)
		}
	}
	for _, path := range []string{"/api/rounds/sen/1/replay", "/api/rounds/sen/99/replay", "/api/rounds/sen/x/replay", "/api/rounds/no/1/replay"} {
		if r := c.ask("GET", path, "", mai); r.StatusCode != 404 || r.code(t) != wire.NotFound {
			t.Errorf("%s: %s %s", path, r.Status, r.body)
		}
	}
	lan.phase(wire.PhaseBetting)
	if r := c.ask("GET", "/api/rounds/sen/4/replay", "", lan.cookie); r.StatusCode != 404 {
		t.Errorf("a round that is not over: %s %s", r.Status, r.body)
	}
}

// Who reads many rounds waits for others who do, and is told when that takes long.
func TestReadingManyRoundsIsInTurn(t *testing.T) {
	c, lan, _ := threeRounds(t)
	c.gate.ReadMany()
	for _, path := range []string{"/api/rounds/statistics?zone=UTC", "/api/train"} {
		if r := c.ask("GET", path, "", lan.cookie); r.code(t) != wire.Busy {
			t.Errorf("%s: %v", path, r.StatusCode)
		}
	}
	if r := c.ask("GET", "/api/rounds", "", lan.cookie); r.StatusCode != http.StatusOK {
		t.Errorf("a page is no count of all rounds: %v", r.StatusCode)
	}
}
