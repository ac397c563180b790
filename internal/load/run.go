package load

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"club99/blackjack"
	"club99/client"
	"club99/internal/play"
)

// Config is what is to be played.
type Config struct {
	URL      string
	Players  int                                                 // dealt out to the tables in turn
	Tables   []string                                            // ids; none: all tables of the lobby
	First    int                                                 // only so many tables of the lobby; 0: all
	Rate     float64                                             // actions a second, of all players together; 0: as fast as they can
	For      time.Duration                                       // from when everybody sits
	Strategy func(rules *blackjack.Rules) (play.Strategy, error) // how to play under these rules
	Proxied  bool                                                // each player shows an address of its own, as a proxy would
	Progress func(Progress)

	End     <-chan struct{} // ends play before the time is over; nil: nothing does
	Reopens bool            // the club may be gone for a while: who comes in or goes home then tries again
	Nodes   bool            // the club has several: when one is gone, what it told last may be missed at the others
	// What players ask for and were answered, each frame that is new to the players of
	// its table, and what each was told of the own, for whoever compares it with the
	// books. Called from many goroutines; may be nil.
	Asked    func(player int64, c client.Command)
	Answered func(player int64, c client.Command, a client.Answer)
	Seen     func(f *client.Frame) // not to be changed
	Told     func(player int64, at time.Time, y *client.You)
}

// Progress is how it goes, once a second.
type Progress struct {
	Seated   int
	Left     time.Duration // of the time to be measured; before that, all of it
	Rate     float64       // actions in the last second
	Faults   int64
	Lost     int64 // connections
	Refusals int64
}

// Report is what came of it.
type Report struct {
	Players  int                   `json:"players"`
	Tables   int                   `json:"tables"`
	Seconds  float64               `json:"seconds"`
	Actions  int64                 `json:"actions"` // bets, seeds and decisions that were carried out
	Rate     float64               `json:"actions_per_second"`
	Frames   int64                 `json:"frames"` // received and checked
	Rounds   int64                 `json:"rounds"` // that ended
	ToAction Latency               `json:"action_to_frame_ms"`
	ToFrame  Latency               `json:"commit_to_frame_ms"` // by the server's clock, in whole milliseconds
	Lost     int64                 `json:"reconnects"`
	Replaced int64                 `json:"players_replaced"`
	Refusals map[client.Code]int64 `json:"refusals"`
	ErrorsN  int64                 `json:"errors"`
	FaultsN  int64                 `json:"failed_checks"`
	Errors   []string              `json:"first_errors"`
	Faults   []string              `json:"first_failed_checks"`
}

// run is what all players share.
type run struct {
	Config
	http    *http.Client
	frames  client.Frames
	pace    *rate.Limiter
	tally   *tally
	ready   chan struct{}
	sitting atomic.Int64
}

// arrived counts a player who sits.
func (r *run) arrived() {
	if r.sitting.Add(1) == int64(r.Players) {
		close(r.ready)
	}
}

// comingIn is how many players come in at once.
const comingIn = 64

// Run plays, and returns what came of it. The error says why nothing was played;
// what went wrong in play stands in the report.
func Run(ctx context.Context, c Config) (Report, error) {
	r := &run{Config: c, tally: newTally(), ready: make(chan struct{}), pace: rate.NewLimiter(rate.Inf, 0)}
	r.http = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: comingIn, IdleConnTimeout: 10 * time.Second}}
	defer r.http.CloseIdleConnections()
	if c.Rate > 0 {
		r.pace = rate.NewLimiter(rate.Limit(c.Rate), 1+int(c.Rate/100))
	}
	tables, err := r.chooseTables(ctx)
	if err != nil {
		return Report{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	door := make(chan struct{}, comingIn)
	for n := range c.Players {
		t := tables[n%len(tables)]
		all.Go(func() { r.seat(ctx, playing, n, &t, door) })
	}
	gone := make(chan struct{})
	go func() {
		all.Wait()
		close(gone)
	}()
	seconds := r.measure(ctx, gone)
	stop()
	<-gone
	return r.report(len(tables), seconds), ctx.Err()
}

// choice is a table that is played at.
type choice struct {
	row  client.LobbyTable
	felt *felt
	how  play.Strategy
}

func (r *run) chooseTables(ctx context.Context) ([]choice, error) {
	door, err := client.New(client.Options{URL: r.URL, HTTP: r.http})
	if err != nil {
		return nil, err
	}
	lobby, err := door.Lobby(ctx)
	if err != nil {
		return nil, fmt.Errorf("the lobby of %s: %w", r.URL, err)
	}
	rows := map[string]client.LobbyTable{}
	ids := r.Tables
	for _, row := range lobby {
		rows[row.ID] = row
		if len(r.Tables) == 0 {
			ids = append(ids, row.ID)
		}
	}
	if r.First > 0 && r.First < len(ids) {
		ids = ids[:r.First]
	}
	var list []choice
	how := map[string]play.Strategy{} // by rules
	free := 0
	for _, id := range ids {
		row, ok := rows[id]
		if !ok {
			return nil, fmt.Errorf("the club has no table %q", id)
		}
		free += row.Seats - row.Taken
		if how[row.Rules] == nil {
			rules, err := rulesOf(&row)
			if err == nil {
				how[row.Rules], err = r.Strategy(&rules)
			}
			if err != nil {
				return nil, fmt.Errorf("table %s, rules %s: %w", id, row.Rules, err)
			}
		}
		list = append(list, choice{row, &felt{id: id, tally: r.tally, told: r.Seen}, how[row.Rules]})
	}
	if len(list) == 0 {
		return nil, errors.New("the club has no tables")
	}
	if r.Players > free {
		return nil, fmt.Errorf("%d players do not fit on the %d free seats of %d tables", r.Players, free, len(list))
	}
	return list, nil
}

// rulesOf are the rules of a table as far as the lobby tells them. It does not say
// how often one may split: where the usual would take more cards than the shoe has, once.
func rulesOf(row *client.LobbyTable) (rules blackjack.Rules, err error) {
	for _, more := range []string{"", " max_hands=2"} {
		line := fmt.Sprintf("%s seats=%d seats_per_player=%d%s", row.Rules, row.Seats, row.SeatsPerPlayer, more)
		if rules, err = blackjack.ParseLine(line); err == nil {
			break
		}
	}
	return rules, err
}

// seat keeps one place filled: a player who is out of chips is replaced.
func (r *run) seat(ctx, playing context.Context, n int, t *choice, door chan struct{}) {
	arrived := sync.OnceFunc(r.arrived)
	defer arrived() // nobody waits for who cannot come
	for playing.Err() == nil {
		p := &player{run: r, n: n, felt: t.felt, arrived: arrived, plays: play.Player{Strategy: t.how, Stake: t.row.MinBet, Seats: 1}}
		if !p.live(ctx, playing, door) {
			return
		}
	}
}

// measure waits until everybody sits, and then for the time that is to be
// measured, whose seconds it returns.
func (r *run) measure(ctx context.Context, gone <-chan struct{}) float64 {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	var begun time.Time
	ready, before := r.ready, int64(0)
	end := make(<-chan time.Time)
	for {
		select {
		case <-ready:
			ready, begun = nil, time.Now()
			r.tally.measuring.Store(true)
			end = time.After(r.For)
		case <-tick.C:
			now, left := r.tally.actions.Load(), r.For
			if !begun.IsZero() {
				left -= time.Since(begun)
			}
			r.show(float64(now-before), left)
			before = now
		case <-end:
			r.tally.measuring.Store(false)
			return time.Since(begun).Seconds()
		case <-r.End:
			r.tally.measuring.Store(false)
			return max(time.Since(begun), 1).Seconds()
		case <-gone:
			return r.For.Seconds()
		case <-ctx.Done():
			return r.For.Seconds()
		}
	}
}

func (r *run) show(rate float64, left time.Duration) {
	if r.Progress == nil {
		return
	}
	p := Progress{
		Seated: int(r.sitting.Load()), Left: max(left, 0), Rate: rate, Faults: r.tally.faults.Load(), Lost: r.tally.lost.Load(),
	}
	for _, n := range r.tally.refusalsNow() {
		p.Refusals += n
	}
	r.Progress(p)
}

func (r *run) report(tables int, seconds float64) Report {
	t := r.tally
	t.mu.Lock()
	defer t.mu.Unlock()
	return Report{
		Players: r.Players, Tables: tables, Seconds: seconds, Actions: t.actions.Load(), Rate: float64(t.actions.Load()) / seconds,
		Frames: t.frames.Load(), Rounds: t.rounds.Load(), ToAction: t.toAction.report(), ToFrame: t.toFrame.report(),
		Lost: t.lost.Load(), Replaced: t.replaced.Load(), Refusals: t.refusals, ErrorsN: t.errorsN, FaultsN: t.faults.Load(),
		Errors: append([]string{}, t.errors...), Faults: append([]string{}, t.wrongs...),
	}
}
