//go:build unix

package soak

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"club99/blackjack"
	"club99/client"
	"club99/internal/fault"
	"club99/internal/load"
	"club99/internal/play"
	"club99/internal/store/sqlite"
	"club99/strategy"
)

// soakFor asks for the long form: kills at random for that long; make soak.
var soakFor = flag.Duration("soak", 0, "kill the club at random for that long, in TestSoak")

// evening is a club with players, and what is known of both.
type evening struct {
	*club
	notes  *notes
	books  *books
	end    chan struct{}
	gone   chan struct{}
	report load.Report
	failed error
	heads  map[string]uint64 // at the kill before the last
	last   map[string]uint64 // at the last kill
	kills  int
	copies int
	// What the log may call an error; being killed is none.
	expected []string
}

const players = 4 * tables

func begin(t *testing.T, binary string) *evening {
	t.Helper()
	e := &evening{club: newClub(t, binary), notes: newNotes(), books: newBooks(), end: make(chan struct{}), gone: make(chan struct{})}
	e.open()
	ctx, cancel := context.WithCancel(t.Context())
	awoken := make(chan struct{})
	go func() {
		defer close(awoken)
		e.sleep(ctx)
	}()
	var ids []string
	for n := range tables {
		ids = append(ids, fmt.Sprintf("t%d", n+1))
	}
	go func() {
		defer close(e.gone)
		e.report, e.failed = load.Run(ctx, load.Config{
			URL: "http://" + e.address, Players: players, Tables: ids, Rate: 400, For: 24 * time.Hour, Proxied: true,
			Strategy: func(r *blackjack.Rules) (play.Strategy, error) { return play.By(strategy.Basic(r)), nil },
			End:      e.end, Reopens: true, Answered: e.notes.answer, Seen: e.notes.frame,
		})
	}()
	t.Cleanup(func() {
		cancel()
		<-e.gone
		<-awoken
	})
	e.goesOn()
	return e
}

// sleep is a player who bets and never decides.
func (e *evening) sleep(ctx context.Context) {
	var id int64
	c, err := client.New(client.Options{
		URL: "http://" + e.address, Header: http.Header{"X-Forwarded-For": {"10.99.0.1"}},
		Answered: func(c client.Command, a client.Answer) { e.notes.answer(id, c, a) },
	})
	if err != nil {
		e.t.Error(err)
		return
	}
	defer c.Close()
	me, err := c.Guest(ctx, "Sleepy")
	if err != nil {
		e.t.Error(err)
		return
	}
	id = me.Player.ID
	tb, err := c.Join(ctx, sleepy)
	if err == nil {
		_, err = tb.Sit(ctx, 1)
	}
	for err == nil {
		var u client.Update
		if u, err = tb.Next(ctx); err != nil {
			break
		}
		if u.Step {
			e.notes.frame(u.Frame)
		}
		if s := &u.Frame.State; s.Phase == client.Betting && s.Seats[0].Player != nil && !s.Seats[0].Confirmed {
			_, refused := tb.Bet(ctx, s.Round, client.Bet{Seat: 1, Amount: 1000})
			_ = refused // the table has gone on meanwhile
		}
	}
	if ctx.Err() == nil {
		e.t.Errorf("the sleepy player: %v", err)
	}
}

// goesOn waits until every table has got further than it was at the last kill.
func (e *evening) goesOn() {
	e.t.Helper()
	for from := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		newest, waiting := e.notes.newest(), ""
		for n := range tables {
			if id := fmt.Sprintf("t%d", n+1); newest[id] <= e.last[id]+1 {
				waiting = id
			}
		}
		if newest[sleepy] <= e.last[sleepy] {
			waiting = sleepy
		}
		if waiting == "" {
			return
		}
		select {
		case <-e.gone:
			e.t.Fatalf("the players are gone: %v, %+v", e.failed, e.report)
		default:
		}
		if time.Since(from) > limit {
			e.t.Fatalf("table %s does not go on: it is at %d, it was at %d\n%s", waiting, newest[waiting], e.last[waiting], e.log())
		}
	}
}

// killAt opens a club that ends at a point, and compares. The club must have been killed.
func (e *evening) killAt(p fault.Point, passes int) {
	e.t.Helper()
	e.open("CLUB99_FAULT=" + fmt.Sprintf("%s:%d", p, passes))
	e.killed()
	e.kills++
	e.compare()
}

// killAfter opens a club and kills it after a time.
func (e *evening) killAfter(d time.Duration) {
	e.t.Helper()
	e.open()
	time.Sleep(d)
	e.kill()
	e.compare()
}

// kill kills the club from outside.
func (e *evening) kill() {
	e.t.Helper()
	e.club.kill()
	e.kills++
}

// read verifies the books, and holds them against what the players were told.
func (e *evening) read() {
	e.t.Helper()
	e.verify()
	s, err := sqlite.OpenToRead(e.t.Context(), e.data())
	if err != nil {
		e.t.Fatal(err)
	}
	defer s.Close()
	e.books.compare(e.t, s, e.notes)
}

func (e *evening) compare() {
	e.t.Helper()
	e.read()
	e.heads, e.last = e.last, e.books.heads()
	if e.t.Failed() {
		e.t.FailNow()
	}
}

// finish opens the club a last time, lets everybody go home, and closes it.
func (e *evening) finish() {
	e.t.Helper()
	e.open()
	e.goesOn()
	close(e.end)
	select {
	case <-e.gone:
	case <-time.After(limit):
		e.t.Fatalf("the players do not go home\n%s", e.log())
	}
	e.close(e.t)
	e.read()
	if err := e.books.nobodys(e.heads); err != nil {
		e.t.Error(err)
	}
	if r := &e.report; e.failed != nil || r.FaultsN > 0 || r.ErrorsN > 0 {
		e.t.Errorf("the players: %v, %d failed checks, %d errors\n%q\n%q", e.failed, r.FaultsN, r.ErrorsN, r.Faults, r.Errors)
	}
	if lines := e.errors(e.expected); len(lines) > 0 {
		e.t.Errorf("the log has errors:\n%s", lines)
	}
}

func (e *evening) figures() string {
	s := &e.books.sums
	return fmt.Sprintf("%d kills, %d answers (%d of them wrote nothing), %d entries, %d rounds, %d frames compared, %d decisions by the clock, %d connections made again: nothing lost, nothing doubled",
		e.kills, s.answers, s.again, s.entries, s.rounds, s.frames, s.clock, e.report.Lost)
}

// TestKilledAtEveryCommitPoint kills the club once at each point of a commit and a
// few times at random, while it is played at.
func TestKilledAtEveryCommitPoint(t *testing.T) {
	e := begin(t, build(t))
	e.kill()
	e.compare()
	for i, p := range fault.Points() {
		e.killAt(p, passes(p, 20+7*i))
	}
	for range 3 {
		e.killAfter(rand.N(time.Second))
	}
	e.finish()
	if e.books.clock == 0 {
		t.Error("the clock never decided for the sleepy player")
	}
	t.Log(e.figures())
}

// starve takes the club's room away for a while, where the system lets a test do so.
var starve = func(*evening) {}

// backup copies the books while the club is played at; the program checks the copy.
func (e *evening) backup() {
	e.t.Helper()
	e.copies++
	file := filepath.Join(e.folder, fmt.Sprintf("copy-%d.db", e.copies))
	out, err := exec.CommandContext(e.t.Context(), e.binary, "backup", "--data", e.data(), file).CombinedOutput()
	if err != nil {
		e.t.Fatalf("club99 backup: %v\n%s", err, out)
	}
	if err := os.Remove(file); err != nil {
		e.t.Fatal(err)
	}
}

// TestKilledWhileOpening kills a club that is opened for the first time, earlier and
// later: it opens the next time.
func TestKilledWhileOpening(t *testing.T) {
	c := newClub(t, build(t))
	for n := range 6 {
		if err := os.RemoveAll(c.data()); err != nil {
			t.Fatal(err)
		}
		c.start()
		time.Sleep(time.Duration(n) * 20 * time.Millisecond)
		c.kill()
		c.open()
		c.close(c.t)
		c.verify()
	}
}

// passes is how often a point is passed: the log is copied far more seldom than
// anything is committed.
func passes(p fault.Point, n int) int {
	if p == fault.Checkpoint || p == fault.Checkpointed {
		return 1 + n/100
	}
	return n
}

// killsEach is how many kills a data folder lives through in the long form. Its
// journal is read again after each, and would slow the others down.
const killsEach = 40

// On a slow machine half an hour goes on until there were that many kills.
const (
	longForm   = 30 * time.Minute
	leastKills = 200
)

// TestSoak is the long form.
func TestSoak(t *testing.T) {
	if *soakFor == 0 {
		t.Log("the short form is TestKilledAtEveryCommitPoint; make soak runs the long one")
		return
	}
	binary, until := build(t), time.Now().Add(*soakFor)
	var all sums
	kills, lost := 0, int64(0)
	for time.Now().Before(until) || *soakFor >= longForm && kills < leastKills {
		e := begin(t, binary)
		e.kill()
		e.compare()
		for e.kills < killsEach && (time.Now().Before(until) || *soakFor >= longForm && kills+e.kills < leastKills) {
			switch points := fault.Points(); rand.N(8) {
			case 0:
				e.open()
				e.backup()
				starve(e)
				e.kill()
				e.compare()
			case 1, 2:
				e.killAfter(rand.N(4 * time.Second))
			default:
				p := points[rand.N(len(points))]
				e.killAt(p, passes(p, 1+rand.N(200)))
			}
		}
		e.finish()
		if t.Failed() {
			return
		}
		t.Log(e.figures())
		s := &e.books.sums
		all = sums{all.answers + s.answers, all.again + s.again, all.frames + s.frames, all.entries + s.entries, all.rounds + s.rounds, all.clock + s.clock}
		kills, lost = kills+e.kills, lost+e.report.Lost
	}
	t.Logf("soak: %v, %d kills, %d answers, %d entries, %d rounds, %d frames compared, %d decisions by the clock, %d connections made again: nothing lost, nothing doubled",
		*soakFor, kills, all.answers, all.entries, all.rounds, all.frames, all.clock, lost)
}
