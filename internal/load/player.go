package load

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"club99/client"
	"club99/internal/play"
	"club99/internal/wire"
)

// player is one player of the load, for as long as the chips last.
type player struct {
	*run
	n       int
	felt    *felt
	arrived func() // says once that the player sits
	plays   play.Player

	id    int64
	line  *client.Client
	table *client.Table
	purse purse
	last  uint64 // sequence of the newest frame
	asked uint64 // sequence of the frame that shows what was asked for last
	since time.Time
	seeds map[int]seed // by seat, of the shoe in use
	lines int          // connections that were counted
	gaps  int          // times that frames were missing
}

// seed is the player's own part in a shoe.
type seed struct {
	shoe   uint64
	commit string
	client.Seed
	shown bool
}

// errBroke says that the player has too few chips to go on.
var errBroke = errors.New("out of chips")

// live comes in, plays until play ends, and goes. It reports whether somebody
// else should take the place: the player is out of chips. What goes wrong is counted.
func (p *player) live(ctx, playing context.Context, door chan struct{}) (broke bool) {
	defer func() {
		if p.line != nil {
			p.tally.connections(p.line.Connections(), p.lines)
			p.line.Close()
		}
	}()
	select {
	case door <- struct{}{}:
	case <-playing.Done():
		return false
	}
	err := p.comeIn(ctx)
	<-door
	if err == nil {
		err = p.round(ctx, playing)
		broke = errors.Is(err, errBroke)
		if err == nil || broke {
			err = p.goHome(ctx)
		}
	}
	if err != nil && ctx.Err() == nil {
		p.tally.failed(fmt.Errorf("player %d: %w", p.n, err))
		return false
	}
	if broke {
		p.tally.replaced.Add(1)
	}
	return broke
}

// comeIn signs in as a guest and joins the table. Where the club lets in so many
// at a time, the player waits.
func (p *player) comeIn(ctx context.Context) error {
	o := client.Options{URL: p.URL, HTTP: p.http, Frames: &p.frames, Header: http.Header{"Accept-Language": {"en"}}}
	o.Answered = func(c client.Command, a client.Answer) {
		if a.Code == wire.Busy || a.Code == wire.StoreUnavailable {
			p.tally.refused(a.Code) // the client asks again by itself
		}
		if p.Answered != nil {
			p.Answered(p.id, c, a)
		}
	}
	if p.Asked != nil {
		o.Asked = func(c client.Command) { p.Asked(p.id, c) }
	}
	if p.Proxied {
		o.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", p.n>>16&255, p.n>>8&255, p.n&255))
	}
	var err error
	if p.line, err = client.New(o); err != nil {
		return err
	}
	err = p.patiently(ctx, func() error {
		me, err := p.line.Guest(ctx, fmt.Sprintf("Load %d", p.n))
		p.id = me.Player.ID
		return err
	})
	if err != nil {
		return err
	}
	err = p.patiently(ctx, func() error {
		var err error
		p.table, err = p.line.Join(ctx, p.felt.id)
		return err
	})
	if err != nil {
		return err
	}
	u, err := p.table.Next(ctx)
	if err != nil {
		return err
	}
	p.purse.begin(u.You.Balance, u.Frame.State.Round)
	p.last, p.seeds = u.Frame.Seq, map[int]seed{}
	return p.patiently(ctx, func() error {
		var err error
		p.asked, err = p.table.Sit(ctx, 0)
		return err
	})
}

// patiently tries again for as long as the club is only busy, or will be back.
func (p *player) patiently(ctx context.Context, try func() error) error {
	for {
		err := try()
		refused := (*client.Refused)(nil)
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case !errors.As(err, &refused):
			if !p.Reopens {
				return err
			}
		case !again(refused.Code):
			return err
		default:
			p.tally.refused(refused.Code)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// again reports whether the same request may be granted later.
func again(c client.Code) bool {
	return c == wire.Busy || c == wire.RateLimited || c == wire.StoreUnavailable
}

// round plays one round after the other until play ends.
func (p *player) round(ctx, playing context.Context) error {
	seated := false
	for {
		u, err := p.table.Next(playing)
		if err != nil && playing.Err() != nil && ctx.Err() == nil {
			return nil
		}
		if err != nil {
			return err
		}
		p.check(&u)
		if !seated && len(u.You.Seats) > 0 {
			seated = true
			p.arrived()
		}
		if u.Frame.Seq < p.asked || u.You.Seq > u.Frame.Seq {
			continue // what is asked for is on its way
		}
		if err := p.move(ctx, playing, &u); err != nil && playing.Err() == nil {
			return err
		}
	}
}

// check checks an update, and measures how long it took.
func (p *player) check(u *client.Update) {
	s := &u.Frame.State
	if p.Told != nil && u.Told {
		p.Told(p.id, u.At, u.You)
	}
	if lines := p.line.Connections(); lines != p.lines {
		p.tally.connections(lines, p.lines)
		p.lines = lines
	}
	if u.Missed {
		p.gaps++
	}
	// With a connection, what everybody is told may be lost, and what the player is.
	if u.Missed && p.gaps > 2*(p.lines-1) && !p.Nodes {
		p.tally.wrong(fmt.Sprintf("table %s: frames after %d are missing for player %d", p.felt.id, p.last, p.n))
	}
	if u.Told && !u.Missed {
		p.purse.told = true
	}
	if u.Missed {
		p.purse.unsure, p.purse.told = true, false
		if u.Frame.Seq < p.last {
			p.tally.wrong(fmt.Sprintf("table %s: frame %d was seen, and now player %d is told that frame %d is the newest", p.felt.id, p.last, p.n, u.Frame.Seq))
		}
	} else if u.Step {
		if u.Frame.Seq != p.last && u.Frame.Seq != p.last+1 {
			p.tally.wrong(fmt.Sprintf("table %s: frame %d follows %d for player %d", p.felt.id, u.Frame.Seq, p.last, p.n))
		}
		p.tally.frame(u.At, u.Frame, p.since, p.asked)
		if !p.since.IsZero() && u.Frame.Seq >= p.asked {
			p.since = time.Time{}
		}
	}
	p.last = u.Frame.Seq
	for _, what := range p.felt.see(u.Frame) {
		p.tally.wrong(what)
	}
	if u.Step && u.You.Seq <= u.Frame.Seq {
		if what := p.purse.check(s, u.You); what != "" {
			p.tally.wrong(fmt.Sprintf("table %s: frame %d: player %d: %s", p.felt.id, u.Frame.Seq, p.n, what))
		}
		p.ownSeeds(s, u.You)
	}
}

// ownSeeds checks that the terms hold what the player committed to.
func (p *player) ownSeeds(s *client.State, you *client.You) {
	if s.Shoe.Terms == "" {
		return
	}
	for _, y := range you.Seats {
		own, ok := p.seeds[y.Seat]
		if !ok || own.shoe != s.Shoe.Number {
			continue
		}
		if listed(&s.Shoe, y.Seat) != own.commit {
			p.tally.wrong(fmt.Sprintf("table %s: shoe %d: the terms do not hold the commitment of player %d", p.felt.id, own.shoe, p.n))
			delete(p.seeds, y.Seat)
		}
	}
}

// listed is the commitment of a seat that is published with a shoe.
func listed(s *client.Shoe, seat int) string {
	for _, l := range s.Seeds {
		if l.Seat == seat {
			return l.Commitment
		}
	}
	return ""
}

// move does what is to be done now, if anything is.
func (p *player) move(ctx, playing context.Context, u *client.Update) error {
	s := &u.Frame.State
	if s.Phase == client.Sealing {
		return p.reveal(ctx, playing, s, u.You)
	}
	c, ok := p.plays.Next(s, u.You)
	if !ok {
		return nil
	}
	if c.Name == wire.Place && len(c.Bets) == 0 {
		return errBroke
	}
	return p.ask(ctx, playing, func(ctx context.Context) (uint64, error) {
		switch c.Name {
		case wire.Sit:
			return p.table.Sit(ctx, 0)
		case wire.Place:
			own := p.commit(s, c.Bets)
			seq, err := p.table.Bet(ctx, c.Round, c.Bets...)
			if err == nil { // a bet that came too late is in no terms
				maps.Copy(p.seeds, own)
			}
			return seq, err
		}
		return p.table.Act(ctx, s, c.Seat, c.Action, 0)
	}, c.Name != wire.Sit)
}

// ask asks for something when its time has come, and counts it. What was asked for
// when play ends has its answer waited for, as what it did is done.
func (p *player) ask(ctx, playing context.Context, do func(context.Context) (uint64, error), counts bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(playing, func() { time.AfterFunc(homeTime, cancel) })()
	for {
		if err := p.pace.Wait(playing); err != nil {
			return nil // play is over
		}
		sent := time.Now()
		seq, err := do(ctx)
		refused := (*client.Refused)(nil)
		switch {
		case err == nil && counts:
			p.asked, p.since = seq, sent
			p.tally.done()
			return nil
		case err == nil:
			p.asked = seq
			return nil
		case !errors.As(err, &refused):
			return err
		}
		p.tally.refused(refused.Code)
		if !again(refused.Code) {
			return nil // too late: the newest frame says why
		}
		select {
		case <-playing.Done():
			return nil
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// commit gives bets the player's own seeds, as long as the shoe takes them, and
// returns the seeds by seat.
func (p *player) commit(s *client.State, bets []client.Bet) map[int]seed {
	if s.Shoe.Commitment == "" || s.Shoe.Root != "" {
		return nil
	}
	own := map[int]seed{}
	for i := range bets {
		one := seed{shoe: s.Shoe.Number, Seed: make([]byte, 16)}
		rand.Read(one.Seed) // never fails: it ends the program if the system has no randomness
		one.commit = client.Commit(p.felt.id, &s.Shoe, bets[i].Seat, one.Seed)
		own[bets[i].Seat], bets[i].Commitment = one, one.commit
	}
	return own
}

// reveal shows the seeds that the terms hold.
func (p *player) reveal(ctx, playing context.Context, s *client.State, you *client.You) error {
	var show []client.Reveal
	for _, y := range you.Seats {
		own, ok := p.seeds[y.Seat]
		if !ok || own.shown || own.shoe != s.Shoe.Number || listed(&s.Shoe, y.Seat) != own.commit {
			continue
		}
		own.shown = true
		p.seeds[y.Seat] = own
		show = append(show, client.Reveal{Seat: y.Seat, Seed: own.String()})
	}
	if len(show) == 0 {
		return nil
	}
	return p.ask(ctx, playing, func(ctx context.Context) (uint64, error) { return p.table.Reveal(ctx, s.Round, show...) }, true)
}

// homeTime is how long a player who leaves waits for the round to be over.
const homeTime = 15 * time.Second

// goHome leaves the table, and checks what the player has in the end.
func (p *player) goHome(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, homeTime)
	defer cancel()
	if err := p.patiently(ctx, func() error {
		_, err := p.table.Leave(ctx, 0)
		return err
	}); err != nil {
		refused := (*client.Refused)(nil)
		if errors.As(err, &refused) && refused.Code == wire.NotSeated {
			return nil // the table freed the seat before
		}
		return err
	}
	for {
		u, err := p.table.Next(ctx)
		if err != nil {
			return fmt.Errorf("waiting for the round to be over: %w", err)
		}
		p.check(&u)
		if u.You.Seq <= u.Frame.Seq && len(u.You.Seats) == 0 {
			break
		}
	}
	var me client.Me
	err := p.patiently(ctx, func() (err error) {
		me, err = p.line.Me(ctx)
		return err
	})
	if err != nil {
		return err
	}
	// Who was joined anew and told nothing since then cannot say what to expect.
	if want := p.purse.now(); !p.purse.unsure && me.Balance != want {
		p.tally.wrong(fmt.Sprintf("table %s: player %d leaves with %d, by what lay on the table it is %d", p.felt.id, p.n, me.Balance, want))
	}
	return nil
}
