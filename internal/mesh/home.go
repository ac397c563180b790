package mesh

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"club99/internal/bus"
	"club99/internal/cluster"
	"club99/internal/store"
	"club99/internal/table"
	"club99/internal/warden"
	"club99/internal/wire"
	"club99/money"
)

// homeTime is how long a player's home is waited for, and homeTries how often it is
// looked for again while nodes come and go. A table waits as long.
const (
	homeTime  = 400 * time.Millisecond
	homeTries = 3
	homePause = 50 * time.Millisecond
)

// asking is a question for a player's home, or something that it is told.
type asking struct {
	What   string
	Player int64
	Table  string             `json:",omitzero"`
	Seats  int                `json:",omitzero"`
	Stake  money.Amount       `json:",omitzero"`
	Net    *store.Net         `json:",omitempty"`
	Limits wire.LimitsRequest `json:",omitempty"`
	Span   int                `json:",omitzero"` // hours of a break, months of an exclusion
}

// answered is its answer.
type answered struct {
	Hold table.Hold
	OK   bool       `json:",omitzero"`
	Well *wire.Well `json:",omitempty"`
	Code wire.Code  `json:",omitzero"` // why not
}

// notHome is the code of a node that is not the player's home, as far as it knows.
const notHome wire.Code = "not-home"

// errHome says that a player's home does not answer.
var errHome = fmt.Errorf("the node that holds the player's limits does not answer: %w", store.ErrUnavailable)

// home is the node that holds a player's limits.
func (m *Mesh) home(player int64) string {
	m.mu.Lock()
	nodes := m.nodes
	m.mu.Unlock()
	if node := cluster.Owner("player/"+strconv.FormatInt(player, 10), nodes); node != "" {
		return node
	}
	return m.Node
}

func (m *Mesh) isHome(player int64) bool { return m.home(player) == m.Node }

// ask asks the player's home.
func (m *Mesh) ask(ctx context.Context, q *asking) (answered, error) {
	for range homeTries {
		node := m.home(q.Player)
		if node == m.Node {
			return m.asHome(ctx, q), nil
		}
		data, err := json.Marshal(q)
		if err != nil {
			return answered{}, err
		}
		try, cancel := context.WithTimeout(ctx, homeTime)
		reply, err := m.Bus.Ask(try, homeSubject(node), data)
		cancel()
		switch {
		case err == nil:
			var a answered
			if err := json.Unmarshal(reply, &a); err != nil {
				return a, err
			}
			if a.Code != notHome {
				return a, nil
			}
		case ctx.Err() != nil:
			return answered{}, ctx.Err()
		case !errors.Is(err, bus.ErrNobody):
			return answered{}, errHome // it was waited for already
		}
		time.Sleep(homePause)
	}
	return answered{}, errHome
}

// hearHome answers what other nodes ask of the players whose home this is.
func (m *Mesh) hearHome(data []byte, reply func([]byte)) {
	var q asking
	if !m.read(data, &q) {
		return
	}
	if reply == nil {
		m.toldHome(&q)
		return
	}
	m.work.Go(func() {
		a := answered{Code: notHome}
		if m.isHome(q.Player) {
			a = m.asHome(m.ending, &q)
		}
		if data, err := json.Marshal(a); err == nil {
			reply(data)
		}
	})
}

// asHome answers for a player whose home this is.
func (m *Mesh) asHome(ctx context.Context, q *asking) (a answered) {
	var err error
	var well wire.Well
	w := m.Warden
	switch q.What {
	case "sit":
		a.Hold, err = w.MaySit(ctx, q.Player)
	case "bet":
		a.Hold, err = m.mayBet(ctx, q)
	case "stay":
		a.OK = w.MayStay(ctx, q.Player)
	case "keep":
		a.OK = w.MayKeep(ctx, q.Player)
	case "well":
		well, err = w.Well(ctx, q.Player)
	case "limits":
		well, err = w.SetLimits(ctx, q.Player, q.Limits)
	case "break":
		well, err = w.TakeBreak(ctx, q.Player, q.Span)
	case "exclude":
		well, err = w.Exclude(ctx, q.Player, q.Span)
	case "answer":
		well, err = w.Answer(ctx, q.Player)
	}
	if err != nil {
		m.Log.Debug("what a player has set could not be asked for", "player", q.Player, "what", q.What, "error", err)
		return answered{Code: codeOf(err)}
	}
	if len(well.Limits) > 0 {
		a.Well = &well
	}
	return a
}

// mayBet allows a bet. A limit on losses is held against what is lost by the books, and
// against what is at stake at all tables, so that they must all be known.
func (m *Mesh) mayBet(ctx context.Context, q *asking) (table.Hold, error) {
	limited, err := m.Warden.Limited(ctx, q.Player)
	if err != nil {
		return table.Hold{}, err
	}
	if limited {
		if !m.complete() {
			return table.Hold{}, fmt.Errorf("not every table has said what is at stake there: %w", store.ErrUnavailable)
		}
		m.Warden.Anew(q.Player)
	}
	return m.Warden.MayBet(ctx, q.Table, q.Player, q.Stake)
}

// complete reports whether every table has said, since nodes last came or went, what is
// at stake there.
func (m *Mesh) complete() bool {
	tables := map[string]bool{}
	for _, t := range m.pit.Tables() {
		tables[t.ID()] = true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.nodes {
		r := m.rolls[m.nodes[i].ID]
		if r == nil || r.at.Before(m.changed.Add(rollEvery)) || time.Since(r.at) > rollFor {
			continue
		}
		for j := range r.Tables {
			tables[r.Tables[j].ID] = true
		}
	}
	return len(tables) == m.pit.Size()
}

// tell tells the player's home something, without waiting.
func (m *Mesh) tell(q *asking) {
	node := m.home(q.Player)
	if node == m.Node {
		m.toldHome(q)
		return
	}
	if data, err := json.Marshal(q); err == nil {
		m.Bus.Tell(homeSubject(node), data)
	}
}

func (m *Mesh) toldHome(q *asking) {
	if !m.isHome(q.Player) {
		return // the home learns it from the next roll, and from the books
	}
	switch {
	case q.What == "stands":
		m.Warden.Stands(q.Table, q.Player, q.Seats, q.Stake)
	case q.What == "settled" && q.Net != nil:
		m.Warden.Settled(q.Player, *q.Net)
	case q.What == "anew":
		m.Warden.Anew(q.Player)
	}
}

// stand takes in what people have at the tables of a node, from its roll, if their home
// is here.
func (m *Mesh) stand(node string, tables []atTable) {
	said := make(map[string]map[int64]warden.Standing, len(tables))
	for i := range tables {
		people := map[int64]warden.Standing{}
		for _, p := range tables[i].People {
			if m.isHome(p.Player) {
				people[p.Player] = warden.Standing{Seats: p.Seats, Stake: p.Stake}
			}
		}
		said[tables[i].ID] = people
	}
	m.Warden.Roll(node, said)
}

// MaySit is [table.Guard].
func (m *Mesh) MaySit(ctx context.Context, player int64) (table.Hold, error) {
	return m.hold(ctx, &asking{What: "sit", Player: player})
}

// MayBet is [table.Guard].
func (m *Mesh) MayBet(ctx context.Context, at string, player int64, stake money.Amount) (table.Hold, error) {
	return m.hold(ctx, &asking{What: "bet", Player: player, Table: at, Stake: stake})
}

func (m *Mesh) hold(ctx context.Context, q *asking) (table.Hold, error) {
	a, err := m.ask(ctx, q)
	if err == nil {
		err = errorOf(a.Code)
	}
	return a.Hold, err
}

// MayStay is [table.Guard]. What cannot be asked takes nothing away.
func (m *Mesh) MayStay(ctx context.Context, player int64) bool {
	a, err := m.ask(ctx, &asking{What: "stay", Player: player})
	return err != nil || a.OK || a.Code != ""
}

// MayKeep is [table.Guard].
func (m *Mesh) MayKeep(ctx context.Context, player int64) bool {
	a, err := m.ask(ctx, &asking{What: "keep", Player: player})
	return err != nil || a.OK || a.Code != ""
}

// Stands is [table.Guard].
func (m *Mesh) Stands(at string, player int64, seats int, stake money.Amount) {
	m.tell(&asking{What: "stands", Player: player, Table: at, Seats: seats, Stake: stake})
}

// Settled is [table.Guard].
func (m *Mesh) Settled(player int64, n store.Net) {
	m.tell(&asking{What: "settled", Player: player, Net: &n})
}

// Anew is [table.Guard].
func (m *Mesh) Anew(player int64) { m.tell(&asking{What: "anew", Player: player}) }

// Ready is [gateway.Warden], as are all that follow. A home elsewhere reads what is kept
// when a table asks it.
func (m *Mesh) Ready(ctx context.Context, player int64) error {
	if !m.isHome(player) {
		return nil
	}
	return m.Warden.Ready(ctx, player)
}

func (m *Mesh) well(ctx context.Context, q *asking) (wire.Well, error) {
	a, err := m.ask(ctx, q)
	switch {
	case err != nil:
		return wire.Well{}, err
	case a.Well == nil:
		return wire.Well{}, errorOf(a.Code)
	}
	return *a.Well, nil
}

// Well says how a player stands.
func (m *Mesh) Well(ctx context.Context, player int64) (wire.Well, error) {
	return m.well(ctx, &asking{What: "well", Player: player})
}

// SetLimits sets limits.
func (m *Mesh) SetLimits(ctx context.Context, player int64, asked wire.LimitsRequest) (wire.Well, error) {
	return m.well(ctx, &asking{What: "limits", Player: player, Limits: asked})
}

// TakeBreak begins a break.
func (m *Mesh) TakeBreak(ctx context.Context, player int64, hours int) (wire.Well, error) {
	return m.well(ctx, &asking{What: "break", Player: player, Span: hours})
}

// Exclude begins an exclusion.
func (m *Mesh) Exclude(ctx context.Context, player int64, months int) (wire.Well, error) {
	return m.well(ctx, &asking{What: "exclude", Player: player, Span: months})
}

// Answer says that a player was asked and wants to go on.
func (m *Mesh) Answer(ctx context.Context, player int64) (wire.Well, error) {
	return m.well(ctx, &asking{What: "answer", Player: player})
}

// codeOf is what an error of the warden is called on the way to another node.
func codeOf(err error) wire.Code {
	switch {
	case errors.Is(err, warden.ErrShorter):
		return wire.NotShorter
	case errors.Is(err, store.ErrBusy):
		return wire.Busy
	case errors.Is(err, store.ErrNotFound):
		return wire.NotFound
	}
	return wire.StoreUnavailable
}

// errorOf is the same on arrival.
func errorOf(code wire.Code) error {
	switch code {
	case "":
		return nil
	case wire.NotShorter:
		return warden.ErrShorter
	case wire.Busy:
		return store.ErrBusy
	case wire.NotFound:
		return store.ErrNotFound
	}
	return errHome
}
