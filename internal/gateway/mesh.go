package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/tidwall/gjson"

	"club99/internal/table"
	"club99/internal/wire"
)

// Mesh is how a gateway reaches the tables that other nodes drive, and the gateways
// there; package mesh has one. Its methods may be called from any goroutine.
type Mesh interface {
	// Accepting reports whether this node may drive its tables.
	Accepting() bool
	// Ask has the node that drives a table answer a request, with [Gateway.Answer], and
	// returns the answer; or [ErrElsewhere].
	Ask(ctx context.Context, table string, request []byte) ([]byte, error)
	// Attend says that so many connections more of a player follow a table.
	Attend(table string, player int64, more int)
	// LookAround has the tables at which a player has a seat look whether the player may stay.
	LookAround(player int64)
	// SendAway has the other gateways end the connections of a player.
	SendAway(player int64)
}

// ErrElsewhere says that nobody answered a request just now: the table is on its way
// from one node to another. It may be made again, as all requests may.
var ErrElsewhere = errors.New("the table is on its way from one node to another")

// lookAgain is how long to wait before looking again for who drives a table. Until the
// time for the request is over the visitor waits: a table whose node died is back within
// seconds.
const lookAgain = 25 * time.Millisecond

// What the first byte of an answer between gateways says.
const (
	hopDone      = '0' // what follows is what the visitor gets
	hopRefused   = '1' // a code follows
	hopElsewhere = '2' // the table is not driven here
)

// BusyAnswer is what a node answers that has too much to answer.
var BusyAnswer = append([]byte{hopRefused}, wire.Busy...)

// hop is a request on its way to another node, before what the visitor sent.
type hop struct {
	Method string    `json:"m"`
	Player int64     `json:"p"`
	Name   string    `json:"n"`
	Lang   wire.Lang `json:"l"`
}

// here is the table, if it may be asked here.
func (g *Gateway) here(id string) (*table.Table, bool) {
	if g.Mesh != nil && !g.Mesh.Accepting() {
		return nil, false
	}
	return g.Pit.Driven(id)
}

// attend says that a connection of a player began to follow a table, or ended (-1).
func (g *Gateway) attend(t *table.Table, player int64, more int) {
	switch {
	case g.Mesh != nil:
		g.Mesh.Attend(t.ID(), player, more)
	case more > 0:
		t.Arrive(player)
	default:
		t.Depart(player)
	}
}

// lookAround has all tables look whether a player may stay.
func (g *Gateway) lookAround(player int64) {
	if g.Mesh != nil {
		g.Mesh.LookAround(player)
		return
	}
	g.Pit.LookAround(player)
}

// reach has a request answered where its table is driven: by do, if that is here, or by
// another node, whose reply it returns.
func (g *Gateway) reach(ctx context.Context, v *visitor, id, method string, data []byte, do func(*table.Table) error) (reply []byte, err error) {
	var request []byte
	for {
		if t, ok := g.here(id); ok {
			if err := do(t); !errors.Is(err, table.ErrMoved) {
				return nil, err
			}
		}
		if g.Mesh == nil {
			return nil, codeError(wire.Busy)
		}
		if request == nil {
			head, err := json.Marshal(hop{method, v.player, v.name, v.lang})
			if err != nil {
				return nil, err
			}
			request = append(append(head, '\n'), data...)
		}
		reply, err := unhopped(g.Mesh.Ask(ctx, id, request))
		if !errors.Is(err, ErrElsewhere) {
			return reply, err
		}
		select {
		case <-ctx.Done():
			return nil, codeError(wire.Busy)
		case <-time.After(lookAgain):
		}
	}
}

func unhopped(reply []byte, err error) ([]byte, error) {
	switch {
	case err != nil:
		return nil, err
	case len(reply) == 0:
		return nil, errors.New("another node answered nothing")
	case reply[0] == hopElsewhere:
		return nil, ErrElsewhere
	case reply[0] == hopRefused:
		return nil, codeError(reply[1:])
	}
	return reply[1:], nil
}

// carryOut has a command carried out where its table is driven.
func (g *Gateway) carryOut(ctx context.Context, v *visitor, c *wire.Command, data []byte) (a wire.Answer, err error) {
	reply, err := g.reach(ctx, v, c.Table, "command", data, func(t *table.Table) (err error) {
		a, err = t.Do(ctx, table.Command{Command: *c, Player: v.player, PlayerName: v.name})
		return err
	})
	if err == nil && reply != nil {
		if err = json.Unmarshal(reply, &a); err != nil {
			err = fmt.Errorf("the answer of another node: %w", err)
		}
	}
	return a, err
}

// ofTable answers what is asked about a table as it is now.
func (g *Gateway) ofTable(ctx context.Context, v *visitor, method string, data []byte) ([]byte, error) {
	id, err := tableAsked(method, data)
	switch {
	case err != nil:
	case v.player == 0 && method != "join":
		err = codeError(wire.SignInRequired)
	default:
		if _, ok := g.Pit.Table(id); !ok {
			err = codeError(wire.NoSuchTable)
		}
	}
	var reply, own []byte
	if err == nil {
		reply, err = g.reach(ctx, v, id, method, data, func(t *table.Table) (err error) {
			own, err = g.tell(ctx, v, t, method, data)
			return err
		})
	}
	if err != nil {
		return nil, g.rpcFailed(method, err)
	}
	if reply == nil {
		reply = own
	}
	if method == "join" {
		g.Hub.joined(id, v.player, gjson.GetBytes(reply, "frame.seq").Uint())
	}
	return reply, nil
}

// tableAsked reads which table a request is about. The error is a [*wire.Fault].
func tableAsked(method string, data []byte) (id string, err error) {
	switch method {
	case "hint":
		request, err := wire.DecodeHint(data)
		return request.Table, err
	case "emote":
		request, err := wire.DecodeEmote(data)
		return request.Table, err
	}
	return wire.DecodeJoin(data)
}

// tell answers it where the table is driven.
func (g *Gateway) tell(ctx context.Context, v *visitor, t *table.Table, method string, data []byte) ([]byte, error) {
	var answer any
	var err error
	switch method {
	case "join":
		answer, err = t.Snapshot(ctx, v.player)
	case "hint":
		var request wire.HintRequest
		if request, err = wire.DecodeHint(data); err == nil {
			answer, err = g.hint(ctx, v, t, request)
		}
	case "emote":
		var request wire.EmoteRequest
		if request, err = wire.DecodeEmote(data); err == nil {
			answer, err = g.emote(v, t, request.Emote)
		}
	default:
		err = codeError(wire.BadMessage)
	}
	if err != nil {
		return nil, err
	}
	return wire.Encode(answer), nil
}

// Answer answers a request that another node's visitor made about a table that is
// driven here. What the visitor may do how often, that node has seen to.
func (g *Gateway) Answer(ctx context.Context, id string, request []byte) (reply []byte) {
	defer func() {
		if why := recover(); why != nil {
			g.Log.Error("a request of another node ended in a panic", "table", id, "panic", why)
			reply = append([]byte{hopRefused}, wire.Internal...)
		}
	}()
	head, data, _ := bytes.Cut(request, []byte{'\n'})
	var h hop
	if err := json.Unmarshal(head, &h); err != nil {
		return append([]byte{hopRefused}, wire.BadMessage...)
	}
	t, ok := g.here(id)
	if !ok {
		return []byte{hopElsewhere}
	}
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	v := &visitor{player: h.Player, name: h.Name, lang: h.Lang}
	answer, err := g.answerHop(ctx, v, t, h.Method, data)
	if errors.Is(err, table.ErrMoved) || g.Mesh != nil && !g.Mesh.Accepting() {
		return []byte{hopElsewhere} // what was read here may be old
	}
	if err != nil {
		code := codeOf(err)
		if f := (*wire.Fault)(nil); errors.As(err, &f) {
			code = f.Code
		}
		if code == wire.Internal || code == wire.StoreUnavailable {
			g.Log.Error("a request of another node failed", "table", id, "method", h.Method, "code", code, "error", err)
		}
		return append([]byte{hopRefused}, code...)
	}
	return append([]byte{hopDone}, answer...)
}

func (g *Gateway) answerHop(ctx context.Context, v *visitor, t *table.Table, method string, data []byte) ([]byte, error) {
	if method != "command" {
		return g.tell(ctx, v, t, method, data)
	}
	c, err := wire.DecodeCommand(data)
	if err != nil {
		return nil, err
	}
	a, err := t.Do(ctx, table.Command{Command: c, Player: v.player, PlayerName: v.name})
	if err != nil {
		return nil, err
	}
	return wire.Encode(a.In(v.lang)), nil
}
