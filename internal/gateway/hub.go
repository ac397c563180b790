package gateway

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/centrifugal/centrifuge"
	"github.com/prometheus/client_golang/prometheus"

	"club99/internal/wire"
)

// The channels.
const (
	tablePrefix  = "table:"
	talkPrefix   = "talk:"
	lobbyChannel = "lobby"
	playerPrefix = "player#"
)

func tableChannel(id string) string     { return tablePrefix + id }
func talkChannel(id string) string      { return talkPrefix + id }
func playerChannel(player int64) string { return playerPrefix + strconv.FormatInt(player, 10) }

// How much of a channel is kept for those whose connection was cut. A frame every
// second is a busy table; who missed more gets the table as it is.
const (
	tableHistory, playerHistory = 32, 16
	historyTime                 = 10 * time.Minute
)

// waitingBytes bounds what may wait for one connection to read it. A connection
// that falls further behind is closed as too slow and comes back by snapshot.
const waitingBytes = 512 << 10

// silence is how long a connection may be open before it says who it is.
var silence = 15 * time.Second

// Hub tells everyone who listens what happens at the tables. Its methods do not
// wait for listeners.
type Hub struct {
	node  *centrifuge.Node
	log   *slog.Logger
	lines lines // to the hubs of other nodes
	gaps  atomic.Uint64
}

// NewHub returns a hub that nobody listens to yet. The numbers of the library that
// it is made with go to metrics; their names begin with centrifuge_.
func NewHub(log *slog.Logger, metrics *prometheus.Registry) (*Hub, error) {
	node, err := centrifuge.New(centrifuge.Config{
		Name:                  "club99",
		LogLevel:              centrifuge.LogLevelInfo,
		LogHandler:            logHandler(log),
		ClientQueueMaxSize:    waitingBytes,
		ClientStaleCloseDelay: silence,
		ClientChannelLimit:    16,
		UserConnectionLimit:   12, // tabs and devices of one player
		ChannelMaxLength:      len(tablePrefix) + wire.MaxTableBytes,
		HistoryMetaTTL:        24 * time.Hour,
		Metrics:               centrifuge.MetricsConfig{RegistererGatherer: metrics},
	})
	if err != nil {
		return nil, fmt.Errorf("real-time hub: %w", err)
	}
	h := &Hub{node: node, log: log}
	h.lines.all = map[string]*line{}
	kept, err := centrifuge.NewMemoryBroker(node, centrifuge.MemoryBrokerConfig{})
	if err != nil {
		return nil, fmt.Errorf("real-time hub: %w", err)
	}
	node.SetBroker(broker{kept, h})
	if err := node.Run(); err != nil {
		return nil, fmt.Errorf("real-time hub: %w", err)
	}
	return h, nil
}

// Publish tells everyone at a table.
func (h *Hub) Publish(table string, f *wire.Frame) {
	data := wire.Encode(f)
	h.frame(table, h.say(table, f.Seq, data), f.Seq, data)
}

// PublishPrivate tells one player alone.
func (h *Hub) PublishPrivate(player int64, y *wire.You) {
	data := wire.Encode(y)
	h.sayTo(player, y, data)
	h.you(player, y.Table, y.Seq, data)
}

// PublishLobby tells the lobby that a table's row changed.
func (h *Hub) PublishLobby(row *wire.LobbyTable) {
	h.publish(lobbyChannel, wire.Encode(wire.Lobby{Tables: []wire.LobbyTable{*row}}))
	h.tell(lobbySubject, wire.Encode(row))
}

// PublishSaid tells those who listen to a table's talk. It is kept for nobody.
func (h *Hub) PublishSaid(said wire.Said) {
	data := wire.Encode(said)
	h.publish(talkChannel(said.Table), data)
	h.tell(talkSubject(said.Table), data)
}

func (h *Hub) publish(channel string, data []byte, options ...centrifuge.PublishOption) {
	if _, err := h.node.Publish(channel, data, options...); err != nil {
		// Listeners notice the gap and join again.
		h.log.Error("could not publish", "channel", channel, "error", err)
	}
}

// Connected is how many connections there are, and how many players they are of.
func (h *Hub) Connected() (connections, players int) {
	hub := h.node.Hub()
	players = hub.NumUsers()
	if len(hub.UserConnections("")) > 0 {
		players-- // those who only watch are one user to the library
	}
	return hub.NumClients(), players
}

// Gaps is how often something that another node told had not come, so that whoever
// listens here joined anew.
func (h *Hub) Gaps() uint64 { return h.gaps.Load() }

// Shutdown sends everybody away with the word that the server is closing.
func (h *Hub) Shutdown(ctx context.Context) error { return h.node.Shutdown(ctx) }

// strayEmulation is what the library calls an error when anybody at all sends to
// /emulation for a session that there is none of.
const strayEmulation = "error processing emulation request"

// ourNames are the names that things have in the log, where the library calls them
// otherwise.
var ourNames = map[string]string{"user": "player"}

// loggedFields are what the log takes of what the library has to say. The rest is
// what clients sent, as they sent it: commands with their seeds, bodies with their
// passwords, whatever they call a channel.
var loggedFields = []string{"client", "user", "error", "code", "reason", "transport", "duration", "timeout", "limit", "max"}

func logHandler(log *slog.Logger) centrifuge.LogHandler {
	return func(e centrifuge.LogEntry) {
		level := slog.LevelDebug // what clients do wrong is told to them; here it is for whoever looks closely
		switch e.Level {
		case centrifuge.LogLevelWarn:
			level = slog.LevelWarn
		case centrifuge.LogLevelError:
			level = slog.LevelError
		}
		if e.Message == strayEmulation {
			level = slog.LevelDebug
		}
		attrs := make([]slog.Attr, 0, len(loggedFields)+1)
		for _, name := range loggedFields {
			if value, ok := e.Fields[name]; ok {
				attrs = append(attrs, slog.Any(cmp.Or(ourNames[name], name), value))
			}
		}
		attrs = append(attrs, slog.String("from", "centrifuge"))
		log.LogAttrs(context.Background(), level, e.Message, attrs...)
	}
}
