package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/centrifugal/centrifuge"
	"golang.org/x/time/rate"

	"club99/internal/account"
	"club99/internal/table"
	"club99/internal/wire"
)

// commandTime bounds how long a connection waits for a table. After that the
// answer is "busy"; the same command again is answered by what became of it.
const commandTime = 8 * time.Second

// What goes to one connection within writeDelay goes in one write: the answer to a
// command, the player's own part and the frame. A write costs more than putting any
// of them together. Writing by a timer spares each connection a goroutine.
const (
	writeDelay  = time.Millisecond
	queueShrink = 5 * time.Second // how long the room that they took is kept for the next
)

// readBuffer is what each connection keeps for what comes in: more than most
// commands are long.
const readBuffer = 512

// pings are how the server finds out that nobody is there any more, as when a
// machine was switched off without a word: who does not answer in time is gone.
var pings = centrifuge.PingPongConfig{PingInterval: 25 * time.Second, PongTimeout: 10 * time.Second}

// visitor is who is at the other end of a connection. It lives as long as the
// connection.
type visitor struct {
	player   int64 // 0: nobody signed in, watching only
	name     string
	lang     wire.Lang
	requests *rate.Limiter
	messages *rate.Limiter
}

type visitorKey struct{}

func visitorOf(ctx context.Context) *visitor {
	v, _ := ctx.Value(visitorKey{}).(*visitor)
	return v
}

// routeRealtime adds the transports. Each finds out who it is before the
// connection begins.
func (g *Gateway) routeRealtime(mux *http.ServeMux) {
	node := g.Hub.node
	mux.Handle("/connection/websocket", g.admitted(centrifuge.NewWebsocketHandler(node, centrifuge.WebsocketConfig{
		CheckOrigin:        g.origins.may,
		MessageSizeLimit:   messageBytes,
		ReadBufferSize:     readBuffer,
		WriteBufferSize:    messageBytes, // one write for a message; shared by all connections
		WriteTimeout:       5 * time.Second,
		UseWriteBufferPool: true,
		PingPongConfig:     pings,
	})))
	mux.Handle("/connection/http_stream", g.admitted(centrifuge.NewHTTPStreamHandler(node, centrifuge.HTTPStreamConfig{MaxRequestBodySize: messageBytes, PingPongConfig: pings})))
	mux.Handle("/connection/sse", g.admitted(centrifuge.NewSSEHandler(node, centrifuge.SSEConfig{MaxRequestBodySize: messageBytes, PingPongConfig: pings})))
	emulation := centrifuge.NewEmulationHandler(node, centrifuge.EmulationConfig{MaxRequestBodySize: messageBytes})
	mux.HandleFunc("/emulation", func(w http.ResponseWriter, r *http.Request) {
		if !g.posts.allow(g.address(r), g.Now()) {
			g.failed(w, r, codeError(wire.RateLimited))
			return
		}
		emulation.ServeHTTP(w, r)
	})
}

// admitted lets a connection begin, with who it is in its context.
func (g *Gateway) admitted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.dials.allow(g.address(r), g.Now()) {
			g.failed(w, r, codeError(wire.RateLimited))
			return
		}
		s, signedIn, err := g.session(r)
		if err != nil {
			g.failed(w, r, err)
			return
		}
		v := &visitor{
			lang:     language(r),
			requests: rate.NewLimiter(rate.Limit(g.Requests), 2*g.Requests),
			messages: rate.NewLimiter(rate.Limit(floodFactor*g.Requests), 2*floodFactor*g.Requests),
		}
		user := ""
		if signedIn {
			v.player, v.name, user = s.Player.ID, s.Player.Name, strconv.FormatInt(s.Player.ID, 10)
		}
		ctx := context.WithValue(r.Context(), visitorKey{}, v)
		ctx = centrifuge.SetCredentials(ctx, &centrifuge.Credentials{UserID: user, ExpireAt: expiry(s, signedIn)})
		end, ok := g.opened.begin(g.address(r))
		if !ok {
			g.failed(w, r, codeError(wire.RateLimited))
			return
		}
		counted(next, w, r.WithContext(ctx), end)
	})
}

// expiry is when a connection must show a session again, in Unix seconds; 0: never.
func expiry(s account.Session, signedIn bool) int64 {
	if !signedIn {
		return 0
	}
	return s.Expires.Unix()
}

// listen says what is done with everything that comes in over connections.
func (g *Gateway) listen() {
	node := g.Hub.node
	node.OnConnecting(func(ctx context.Context, _ centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
		v := visitorOf(ctx)
		if v == nil {
			return centrifuge.ConnectReply{}, centrifuge.DisconnectServerError
		}
		reply := centrifuge.ConnectReply{
			Context: ctx, WriteDelay: writeDelay, WriteWithTimer: true, MaxMessagesInFrame: -1, QueueShrinkDelay: queueShrink,
		}
		if v.player != 0 {
			reply.Subscriptions = map[string]centrifuge.SubscribeOptions{
				playerChannel(v.player): {EnableRecovery: true, EnablePositioning: true},
			}
		}
		return reply, nil
	})
	node.OnCommandRead(func(c *centrifuge.Client, _ centrifuge.CommandReadEvent) error {
		if v := visitorOf(c.Context()); v != nil && !v.messages.Allow() {
			return centrifuge.DisconnectTooManyRequests
		}
		return nil
	})
	node.OnCommandProcessed(func(_ *centrifuge.Client, e centrifuge.CommandProcessedEvent) {
		if s := e.Reply.GetSubscribe(); s.GetWasRecovering() {
			g.Watch.Resumed(s.GetRecovered())
		}
	})
	node.OnConnect(func(c *centrifuge.Client) {
		v := visitorOf(c.Context())
		g.Watch.CameIn()
		c.OnDisconnect(func(e centrifuge.DisconnectEvent) {
			if e.Code != centrifuge.DisconnectConnectionClosed.Code {
				g.Watch.SentAway(e.Reason)
			}
		})
		c.OnSubscribe(func(e centrifuge.SubscribeEvent, reply centrifuge.SubscribeCallback) {
			options, err := g.subscribe(v, e.Channel)
			reply(centrifuge.SubscribeReply{Options: options}, err)
		})
		c.OnUnsubscribe(func(e centrifuge.UnsubscribeEvent) {
			if t, ok := g.tableOf(e.Channel); ok {
				g.attend(t, v.player, -1)
			}
		})
		c.OnRPC(func(e centrifuge.RPCEvent, reply centrifuge.RPCCallback) {
			ctx, cancel := context.WithTimeout(c.Context(), commandTime)
			defer cancel()
			data, err := g.request(ctx, v, e.Method, e.Data)
			reply(centrifuge.RPCReply{Data: data}, err)
		})
	})
}

func (g *Gateway) tableOf(channel string) (*table.Table, bool) {
	id, ok := strings.CutPrefix(channel, tablePrefix)
	if !ok {
		return nil, false
	}
	return g.Pit.Table(id)
}

// subscribe lets a visitor listen to the lobby, a table or a table's talk. Being at a table is
// listening to it: that is how the others see who is away.
func (g *Gateway) subscribe(v *visitor, channel string) (centrifuge.SubscribeOptions, error) {
	if !v.requests.Allow() {
		g.Watch.Refused(wire.RateLimited)
		return centrifuge.SubscribeOptions{}, centrifuge.ErrorTooManyRequests
	}
	if channel == lobbyChannel {
		return centrifuge.SubscribeOptions{}, nil
	}
	if id, talk := strings.CutPrefix(channel, talkPrefix); talk {
		if _, ok := g.Pit.Table(id); !ok {
			return centrifuge.SubscribeOptions{}, g.refuse(wire.NoSuchTable)
		}
		return centrifuge.SubscribeOptions{}, nil
	}
	t, ok := g.tableOf(channel)
	if !ok {
		return centrifuge.SubscribeOptions{}, g.refuse(wire.NoSuchTable)
	}
	g.attend(t, v.player, 1)
	return centrifuge.SubscribeOptions{EnableRecovery: true, EnablePositioning: true}, nil
}

// request answers one request. Refusals of commands are answers; refusals of
// everything else are errors whose message is the code.
func (g *Gateway) request(ctx context.Context, v *visitor, method string, data []byte) (reply []byte, err error) {
	defer func() {
		if why := recover(); why != nil {
			g.Log.Error("a request ended in a panic", "method", method, "player", v.player, "panic", why, "stack", string(debug.Stack()))
			reply, err = nil, g.refuse(wire.Internal)
		}
	}()
	if method == "command" {
		a := g.command(ctx, v, data)
		if !a.OK {
			g.Watch.Refused(a.Code)
		}
		return wire.Encode(a), nil
	}
	if !v.requests.Allow() {
		return nil, g.refuse(wire.RateLimited)
	}
	var answer any
	switch method {
	case "join", "hint", "emote":
		return g.ofTable(ctx, v, method, data)
	case "lobby":
		answer = wire.Lobby{Tables: g.Pit.Rows()}
	case "rounds":
		answer, err = g.roundsOf(ctx, v, data)
	default:
		return nil, centrifuge.ErrorMethodNotFound
	}
	if err != nil {
		return nil, g.rpcFailed(method, err)
	}
	return wire.Encode(answer), nil
}

func (g *Gateway) command(ctx context.Context, v *visitor, data []byte) wire.Answer {
	c, err := wire.DecodeCommand(data)
	if !v.requests.Allow() {
		return wire.Refuse(c.ID, wire.RateLimited).In(v.lang)
	}
	if f := (*wire.Fault)(nil); errors.As(err, &f) {
		return f.Answer(c.ID, v.lang)
	}
	if v.player == 0 {
		return wire.Refuse(c.ID, wire.SignInRequired).In(v.lang)
	}
	if _, ok := g.Pit.Table(c.Table); !ok {
		return wire.Refuse(c.ID, wire.NoSuchTable).In(v.lang)
	}
	g.acquaint(ctx, v, &c)
	answer, err := g.carryOut(ctx, v, &c, data)
	if err != nil {
		code, level := codeOf(err), slog.LevelWarn
		if errors.Is(err, context.Canceled) {
			level = slog.LevelDebug // the player went away before the answer
		}
		g.Log.Log(ctx, level, "a command was not answered in time", "table", c.Table, "player", v.player, "command", c.Name, "code", code, "error", err)
		return wire.Refuse(c.ID, code).In(v.lang)
	}
	return answer.In(v.lang)
}

// rpcCodes number the codes for the transport, which wants a number: 400 and up
// are the application's. The name goes along as the message.
var rpcCodes = map[wire.Code]uint32{
	wire.BadMessage: 400, wire.SignInRequired: 401, wire.HintsOff: 403, wire.NoSuchTable: 404, wire.NotYourTurn: 409,
	wire.NotSeated: 410, wire.TooLarge: 413, wire.RateLimited: 429, wire.Internal: 500, wire.Busy: 503, wire.StoreUnavailable: 504,
}

func rpcError(code wire.Code) error {
	return &centrifuge.Error{Code: rpcCodes[code], Message: string(code), Temporary: code == wire.Busy || code == wire.StoreUnavailable || code == wire.RateLimited}
}

// refuse is the error of a request that is refused.
func (g *Gateway) refuse(code wire.Code) error {
	g.Watch.Refused(code)
	return rpcError(code)
}

func (g *Gateway) rpcFailed(method string, err error) error {
	if f := (*wire.Fault)(nil); errors.As(err, &f) {
		return g.refuse(f.Code)
	}
	code := codeOf(err)
	if code == wire.Internal || code == wire.StoreUnavailable {
		g.Log.Error("a request failed", "method", method, "code", code, "error", err)
	}
	if rpcCodes[code] == 0 {
		code = wire.Internal
	}
	return g.refuse(code)
}
