package pit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"club99/blackjack"
	"club99/internal/play"
	"club99/internal/store"
	"club99/internal/table"
	"club99/internal/wire"
	"club99/money"
	"club99/strategy"
)

// A bot acts with a person's pace: between thinkLeast and thinkMost after it is asked.
const (
	thinkLeast = 700 * time.Millisecond
	thinkMost  = 1500 * time.Millisecond
)

// botGrant is what a bot gets to play with: more than it can lose.
const botGrant money.Amount = 1_000_000_000_000

// bot is a player of the house. It sees what the table shows to any player and
// asks with commands like any player.
type bot struct {
	id     int64
	name   string
	table  *table.Table
	player play.Player
	bell   chan struct{}
	log    *slog.Logger
	sent   uint64
	birth  int64 // makes the ids of its commands different from those before a restart
}

// errFault says that looking at the table ended in a panic.
var errFault = errors.New("a fault in the program")

// hire finds the bots that still sit where they sat, and enters the others as players.
func (p *Pit) hire(ctx context.Context, t *table.Table, c *Table, bells []chan struct{}) ([]*bot, error) {
	var crew []*bot
	seated := t.Bots()
	for j, name := range c.Bots {
		id, err := find(seated, name), error(nil)
		if id == 0 {
			id, err = p.cfg.Store.CreatePlayer(ctx, store.NewPlayer{Name: name, Bot: true, At: time.Now(), Grant: botGrant})
		}
		if err != nil {
			return nil, fmt.Errorf("table %s: bot %s: %w", t.ID(), name, err)
		}
		delete(seated, id)
		crew = append(crew, &bot{
			id: id, name: name, table: t,
			player: play.Player{Strategy: play.By(strategy.Basic(&c.Rules)), Stake: stakeOf(&c.Rules, j), Seats: 1},
			bell:   bells[j], log: p.cfg.Log, birth: time.Now().UnixNano(),
		})
	}
	return crew, nil
}

func find(seated map[int64]string, name string) int64 {
	for id, n := range seated {
		if n == name {
			return id
		}
	}
	return 0
}

// stakeOf is what the n-th bot of a table bets: a few times the smallest bet.
func stakeOf(rules *blackjack.Rules, n int) money.Amount {
	stake := rules.MinBet * money.Amount(5*(n+1))
	if stake > rules.MaxBet || stake%rules.BetStep != 0 {
		return (rules.MinBet + rules.BetStep - 1) / rules.BetStep * rules.BetStep
	}
	return stake
}

// run plays until ctx ends. The bell tells it to look; if there is something to
// do it thinks for a moment, looks again and does it.
func (b *bot) run(ctx context.Context) {
	look := time.NewTimer(0)
	defer look.Stop()
	thinking := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.bell:
			if thinking {
				continue
			}
		case <-look.C:
		}
		w, ok, err := b.move(ctx)
		switch {
		case err != nil:
			thinking = false
			look.Reset(thinkMost)
		case !ok:
			thinking = false
		case !thinking:
			thinking = true
			look.Reset(thinkLeast + rand.N(thinkMost-thinkLeast))
		default:
			thinking = false
			if !b.ask(ctx, w) {
				// Refused or busy: look again later even if no bell rings.
				look.Reset(thinkMost)
			}
		}
	}
}

// move is what the bot would do now.
func (b *bot) move(ctx context.Context) (w wire.Command, ok bool, err error) {
	defer func() { // a fault of its table's must not take the club along
		if why := recover(); why != nil {
			b.log.Error("a bot stopped at a fault and goes on", "table", b.table.ID(), "bot", b.name, "panic", why)
			w, ok, err = wire.Command{}, false, errFault
		}
	}()
	s, err := b.table.Snapshot(ctx, b.id)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			b.log.Error("a bot could not look at its table", "table", b.table.ID(), "bot", b.name, "error", err)
		}
		return wire.Command{}, false, err
	}
	w, ok = b.next(&s)
	return w, ok, nil
}

func (b *bot) ask(ctx context.Context, w wire.Command) bool {
	b.sent++
	w.Table, w.ID = b.table.ID(), fmt.Sprintf("bot-%x-%d", b.birth, b.sent)
	a, err := b.table.Do(ctx, table.Command{Command: w, Player: b.id, PlayerName: b.name, Bot: true})
	if err == nil && !a.OK {
		b.log.Debug("a bot was refused", "table", b.table.ID(), "bot", b.name, "command", w.Name, "code", a.Code)
	}
	return err == nil && a.OK
}

// next is what a bot that sees this would do; false if nothing is to be done. It
// sees what the table shows to any player, and bets for company only.
func (b *bot) next(s *wire.Snapshot) (wire.Command, bool) {
	w, ok := b.player.Next(&s.Frame.State, &s.You)
	if w.Name == wire.Place && !play.Company(&s.Frame.State) {
		return wire.Command{}, false
	}
	return w, ok
}
