package gateway_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"club99/blackjack"
	"club99/internal/wire"
	"club99/money"
)

// well asks about playing well, and wants an answer.
func (p *person) well(method, path, body string) wire.Well {
	p.club.Helper()
	r := p.club.ask(method, path, body, p.cookie)
	var w wire.Well
	if r.StatusCode != http.StatusOK || json.Unmarshal([]byte(r.body), &w) != nil {
		p.club.Fatalf("%s %s: %s %s", method, path, r.Status, r.body)
	}
	return w
}

func (p *person) sit(seat int) {
	p.club.Helper()
	p.must(wire.Command{Name: wire.Sit, Seat: seat})
	p.phase(wire.PhaseBetting)
}

func bet(round uint64, seat int, amount money.Amount) wire.Command {
	return wire.Command{Name: wire.Place, Round: round, Bets: []wire.Bet{{Seat: seat, Amount: amount}}}
}

// A loss limit is of the player, not of a line or a session: another connection of
// the same account meets it, and the round in play is played to its end.
func TestALossLimitHoldsOnEveryLine(t *testing.T) {
	c := open(t, "Td Th 6h 9h Kc", "Td Th 6h 9h Kc")
	lan := c.comeIn("Lan")
	w := lan.well("POST", "/api/well/limits", `{"loss-day":150000}`)
	if len(w.Limits) != 4 || w.Limits[0].Value != 150000 || w.Limits[0].Next != nil {
		t.Errorf("%+v", w.Limits)
	}
	lan.sit(1)
	refused := lan.send(bet(1, 1, 160000))
	if refused.OK || refused.Code != wire.OverLossDay || refused.Until <= w.Now || !strings.Contains(refused.Message, "Until ") {
		t.Errorf("%+v", refused)
	}
	lan.must(bet(1, 1, 100000))
	lan.phase(wire.PhasePlayers)
	lan.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: lan.last().State.Turn.N, Action: blackjack.Hit}) // busts
	lan.until("round 2", func() bool { return len(lan.frames) > 0 && lan.frames[len(lan.frames)-1].State.Round == 2 })
	second := c.connect(lan.cookie)
	if a := second.send(bet(2, 1, 60000)); a.Code != wire.OverLossDay {
		t.Errorf("another line: %+v", a)
	}
	if w := lan.well("GET", "/api/well", ""); w.Today.Net != -100000 || w.Session.Net != -100000 || !w.Session.Running || w.Session.AtRisk != 0 {
		t.Errorf("%+v", w)
	}
	loose := lan.well("POST", "/api/well/limits", `{"loss-day":0}`)
	if loose.Limits[0].Value != 150000 || loose.Limits[0].Next == nil || loose.Limits[0].Next.Value != 0 {
		t.Errorf("%+v", loose.Limits[0])
	}
	if a := second.send(bet(2, 1, 60000)); a.Code != wire.OverLossDay {
		t.Errorf("a looser limit held at once: %+v", a)
	}
	second.must(bet(2, 1, 50000))
	if kept := lan.well("POST", "/api/well/limits", `{"loss-day":150000}`); kept.Limits[0].Next != nil {
		t.Errorf("what waited was not taken back: %+v", kept.Limits[0])
	}
}

// A bet as large as the limit is allowed, and nobody who sets something at the table
// takes it away; a limit that its owner makes stricter gives it back.
func TestABetThatWasAllowedStays(t *testing.T) {
	c := open(t)
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	lan.well("POST", "/api/well/limits", `{"loss-day":100000}`)
	lan.sit(1)
	minh.sit(2)
	lan.must(bet(1, 1, 100000)) // Minh is still thinking
	lies := func(after string, want money.Amount) {
		t.Helper()
		minh.send(wire.Command{Name: wire.Leave, Seat: 5}) // refused, once the table has looked around
		if s := lan.join().Frame.State.Seats[0]; s.Player == nil || s.Bet != want {
			t.Errorf("after %s: %+v, want a bet of %d", after, s, want)
		}
	}
	minh.well("POST", "/api/well/limits", `{"check":30}`)
	lies("a neighbour's limit", 100000)
	lan.well("POST", "/api/well/check", ``)
	lan.well("POST", "/api/well/limits", `{"loss-day":100000,"check":30}`)
	lies("another limit of the player", 100000)
	lan.well("POST", "/api/well/limits", `{"loss-day":99999}`)
	lies("a stricter limit", 0)
	lan.must(bet(1, 1, 50000))
}

// Doubling is allowed where the first bet was, though it can lose more than is left.
func TestARoundThatHasBegunIsNotHeldBack(t *testing.T) {
	c := open(t, "6d 6h 5h 9h Kc Td")
	lan := c.comeIn("Lan")
	lan.well("POST", "/api/well/limits", `{"loss-day":100000}`)
	lan.sit(1)
	lan.must(bet(1, 1, 100000))
	lan.phase(wire.PhasePlayers)
	lan.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: lan.last().State.Turn.N, Action: blackjack.Double})
}

// A break in the middle of a hand: the hand is played by its player, then the seat
// is given up, and no other is taken.
func TestABreakFinishesTheRound(t *testing.T) {
	c := open(t, "Td Th 6h 9h Kc")
	lan := c.comeIn("Lan")
	lan.sit(1)
	lan.must(bet(1, 1, 100000))
	lan.phase(wire.PhasePlayers)
	w := lan.well("POST", "/api/well/break", `{"hours":1}`)
	if w.Away == nil || w.Away.Kind != wire.OnBreak {
		t.Fatalf("%+v", w.Away)
	}
	lan.must(wire.Command{Name: wire.Act, Round: 1, Seat: 1, Turn: lan.last().State.Turn.N, Action: blackjack.Stand})
	lan.until("the seat is free", func() bool {
		return len(lan.frames) > 0 && lan.frames[len(lan.frames)-1].State.Seats[0].Player == nil
	})
	again := c.connect(lan.cookie)
	if a := again.send(wire.Command{Name: wire.Sit, Seat: 2}); a.Code != wire.OnBreak || a.Until != w.Away.Until {
		t.Errorf("%+v", a)
	}
}

// A bet that no card was dealt for goes back, and the seat with it.
func TestABreakBeforeTheDealGivesTheBetBack(t *testing.T) {
	c := open(t)
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	lan.sit(1)
	minh.sit(2)
	lan.must(bet(1, 1, 100000)) // Minh is still thinking
	lan.well("POST", "/api/well/exclude", `{"months":6}`)
	lan.until("the seat is free", func() bool {
		return len(lan.frames) > 0 && lan.frames[len(lan.frames)-1].State.Seats[0].Player == nil
	})
	var me wire.Me
	if err := json.Unmarshal([]byte(c.ask("GET", "/api/me", "", lan.cookie).body), &me); err != nil || me.Balance != 1000000 {
		t.Errorf("%+v, %v", me, err)
	}
	if r := c.ask("POST", "/api/well/break", `{"hours":24}`, lan.cookie); r.StatusCode != http.StatusConflict || r.code(t) != wire.NotShorter {
		t.Errorf("a break shorter than the exclusion: %s %s", r.Status, r.body)
	}
	if minh.last().State.Seats[1].Player == nil {
		t.Error("somebody else was sent off")
	}
}

// Who is away does not come in as somebody else in the same browser.
func TestWhoIsAwayIsNoNewGuest(t *testing.T) {
	c := open(t)
	cookie, _ := c.guest("Lan")
	if r := c.ask("POST", "/api/well/break", `{"hours":4}`, cookie); r.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", r.Status, r.body)
	}
	r := c.ask("POST", "/api/guest", `{"name":"Mai"}`, cookie, "Accept-Language: en")
	if r.StatusCode != http.StatusForbidden || r.code(t) != wire.OnBreak || !strings.Contains(r.body, `"until":`) || !strings.Contains(r.body, "Until ") {
		t.Errorf("%s %s", r.Status, r.body)
	}
	if r := c.ask("POST", "/api/guest", `{"name":"Mai"}`); r.StatusCode != http.StatusOK {
		t.Errorf("a browser that shows no session: %s %s", r.Status, r.body)
	}
}

func TestWhatMayBeAskedAboutPlayingWell(t *testing.T) {
	c := open(t)
	cookie, _ := c.guest("Lan")
	for _, path := range []string{"limits", "break", "exclude", "check"} {
		if r := c.ask("POST", "/api/well/"+path, `{"hours":1}`); r.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s by nobody: %s", path, r.Status)
		}
		if r := c.ask("POST", "/api/well/"+path, `{"hours":1}`, cookie, "Origin: https://evil.example"); r.StatusCode != http.StatusForbidden {
			t.Errorf("%s from another site: %s", path, r.Status)
		}
	}
	for path, bodies := range map[string][]string{
		"limits":  {``, `[]`, `{}`, `{"loss-day":-1}`, `{"loss-day":1.5}`, `{"loss-day":9007199254740992}`, `{"time-day":1441}`, `{"check":481}`, `{"loss-month":1}`, `{"check":"5"}`},
		"break":   {``, `{}`, `{"hours":0}`, `{"hours":1441}`, `{"hours":1,"months":1}`, `{"hours":null}`},
		"exclude": {``, `{}`, `{"months":0}`, `{"months":61}`, `{"hours":1}`},
	} {
		for _, body := range bodies {
			other, _ := c.guest("Minh") // of its own, so that no rate is in the way
			if r := c.ask("POST", "/api/well/"+path, body, other); r.StatusCode != http.StatusBadRequest || r.code(t) != wire.BadMessage {
				t.Errorf("%s %s: %s %s", path, body, r.Status, r.body)
			}
		}
	}
	if r := c.ask("POST", "/api/well/limits", strings.Repeat(" ", 5000), cookie); r.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: %s", r.Status)
	}
	limited := false
	for range 60 {
		limited = limited || c.ask("GET", "/api/well", "", cookie).StatusCode == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("nobody is held back from asking without an end")
	}
}

// Limits are where the player's account is: the store is all that a new server needs.
func TestLimitsOutliveTheServer(t *testing.T) {
	c := open(t)
	lan := c.comeIn("Lan")
	lan.well("POST", "/api/well/limits", `{"check":15,"time-day":60}`)
	lan.well("POST", "/api/well/exclude", `{"months":1}`)
	l, err := c.store.Limits(t.Context(), lan.me.Player.ID)
	if err != nil || l.Exclusion.IsZero() || !strings.Contains(string(l.Body), `"check":{"value":15}`) {
		t.Errorf("%+v %s, %v", l, l.Body, err)
	}
}

// What the last rounds say, and something to decide: for who is signed in.
func TestTraining(t *testing.T) {
	c := open(t, "Td Th 6h 9h Kc", "Td Th 6h 9h Kc")
	lan := c.comeIn("Lan")
	lan.sit(1)
	for round := uint64(1); round <= 2; round++ {
		lan.until("betting", func() bool {
			s := &lan.frames[len(lan.frames)-1].State
			return s.Round == round && s.Phase == wire.PhaseBetting
		})
		lan.must(bet(round, 1, 100000))
		lan.phase(wire.PhasePlayers)
		lan.must(wire.Command{Name: wire.Act, Round: round, Seat: 1, Turn: lan.last().State.Turn.N, Action: blackjack.Stand})
		lan.until("over", func() bool {
			s := &lan.frames[len(lan.frames)-1].State
			return s.Round > round || s.Phase == wire.PhaseOver
		})
	}
	var got wire.Training
	r := c.ask("GET", "/api/train", "", lan.cookie)
	if err := json.Unmarshal([]byte(r.body), &got); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", r.Status, r.body)
	}
	if got.Rounds != 2 || got.Graded != 2 || got.All.Decisions != 2 || got.All.Best != 0 || got.Session == nil || got.Session.Decisions != 2 || len(got.Habits) != 1 {
		t.Fatalf("%s", r.body)
	}
	h := got.Habits[0]
	if h.Kind != wire.KindHard || h.Total != 16 || h.Up != 10 || h.Action != blackjack.Stand || h.Best != blackjack.Surrender || h.Times != 2 || h.Table != "sen" || h.Chips <= 0 {
		t.Errorf("%+v", h)
	}
	var drill wire.Drill
	r = c.ask("GET", "/api/train/drill?table=sen&kind=hard&total=16&up=10&n=7", "", lan.cookie)
	if err := json.Unmarshal([]byte(r.body), &drill); err != nil || len(drill.Choices) < 4 || drill.Choices[0].Action != blackjack.Surrender {
		t.Errorf("%s %s %v", r.Status, r.body, err)
	}
	for path, want := range map[string]wire.Code{
		"?table=sen&kind=hard&total=16": wire.BadMessage, "?table=sen&up=10": wire.BadMessage, "?table=sen&kind=hard&total=21&up=10": wire.BadMessage,
		"?table=nowhere": wire.NoSuchTable, "?kind=hard": wire.BadMessage, "?table=sen&kind=hard&total=3&up=10": wire.NotFound, "?table=sen&x=1": wire.BadMessage,
	} {
		if r := c.ask("GET", "/api/train/drill"+path, "", lan.cookie); r.code(t) != want {
			t.Errorf("%s: %s, want %s", path, r.body, want)
		}
	}
	for _, path := range []string{"/api/train", "/api/train/drill?table=sen"} {
		if r := c.ask("GET", path, ""); r.code(t) != wire.SignInRequired {
			t.Errorf("%s by nobody: %s", path, r.body)
		}
	}
}
