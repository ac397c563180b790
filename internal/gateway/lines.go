package gateway

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/centrifugal/centrifuge"

	"club99/internal/wire"
)

// Bus is what nodes say things over to each other; package bus has one. What is said
// may be lost; what one node says comes to another in order.
type Bus interface {
	Tell(subject string, data []byte)
	Listen(subject string, fn func(data []byte, reply func([]byte))) (stop func(), err error)
}

// The subjects, by what they carry.
const lobbySubject = "club99.lobby"

// TableSubject is what carries something of a table. Tables may have dots in their
// names, which divide subjects.
func TableSubject(table, what string) string {
	return "club99.table." + strings.ReplaceAll(table, ".", "~") + "." + what
}
func frameSubject(table string) string  { return TableSubject(table, "frame") }
func talkSubject(table string) string   { return TableSubject(table, "said") }
func playerSubject(player int64) string { return "club99.player." + strconv.FormatInt(player, 10) }

// lines are the channels that come from other nodes. A channel is kept by each node for
// itself, under a name (the epoch) that no other node has: a browser that comes back to
// the same node goes on from where it was, and at another node joins anew.
//
// Every frame says which one it follows. A node that has not told that one has missed
// something: it forgets what it kept, and all its listeners join anew. If the very last
// was lost, the rolls of the owner show it, within two seconds.
type lines struct {
	bus   Bus           // nil: there is no other node
	names sync.Map      // by channel, what its name ends in: another each time it is forgotten
	next  atomic.Uint64 // that no channel has had yet

	mu    sync.Mutex
	all   map[string]*line
	heard func(*wire.LobbyTable) bool // takes in a row of another node
}

// line is one channel of a table or a player.
type line struct {
	stop func()    // listening to other nodes; nil: this one does not
	idle time.Time // since when nobody listens here; zero: somebody does

	mu    sync.Mutex
	here  bool              // the table is driven here: everything that is told is told here
	known bool              // what follows is known
	said  uint64            // the last entry that this node said to others
	told  []int64           // who was told something of their own since
	seq   uint64            // the last entry that was told here
	head  uint64            // the last entry that there is, as the owner said in its roll before
	yours map[string]uint64 // of a player's channel: by table, the entry that what they were told last follows
	heads map[string]uint64 // and the same as its owner said in its roll before
}

// lineRest is how long a node goes on to listen when its last listener has left: whoever
// comes back by then has missed nothing.
const lineRest = time.Minute

// Share has the hub tell its listeners what other nodes say, and the other nodes what is
// said here. heard takes in the rows of their tables, and reports what is new. It is
// called before anybody listens.
func (h *Hub) Share(bus Bus, heard func(*wire.LobbyTable) bool) error {
	h.lines.bus, h.lines.heard = bus, heard
	_, err := bus.Listen(lobbySubject, func(data []byte, _ func([]byte)) {
		var row wire.LobbyTable
		if err := json.Unmarshal(data, &row); err != nil {
			h.log.Warn("a row of another node cannot be read: do all run the same version?", "error", err)
			return
		}
		h.Row(&row)
	})
	return err
}

// Row takes in the row of a table that another node drives.
func (h *Hub) Row(row *wire.LobbyTable) {
	if h.lines.heard(row) {
		h.publish(lobbyChannel, wire.Encode(wire.Lobby{Tables: []wire.LobbyTable{*row}}))
	}
}

func (l *lines) of(channel string) *line {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.at(channel)
}

func (l *lines) at(channel string) *line {
	at := l.all[channel]
	if at == nil {
		at = &line{yours: map[string]uint64{}, heads: map[string]uint64{}}
		l.all[channel] = at
	}
	return at
}

// open listens to a channel at the other nodes.
func (h *Hub) open(channel string) error {
	subject, fn := h.route(channel)
	if h.lines.bus == nil || fn == nil {
		return nil
	}
	l := &h.lines
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.at(channel)
	at.idle = time.Time{}
	if at.stop != nil {
		return nil
	}
	at.mu.Lock()
	if !at.here { // what came meanwhile was missed
		at.known, at.yours, at.heads = false, map[string]uint64{}, map[string]uint64{}
		l.rename(channel)
	}
	at.mu.Unlock()
	stop, err := l.bus.Listen(subject, fn)
	at.stop = stop
	return err
}

// route is where a channel comes from, and what is done with what comes.
func (h *Hub) route(channel string) (subject string, fn func([]byte, func([]byte))) {
	if table, ok := strings.CutPrefix(channel, tablePrefix); ok {
		return frameSubject(table), func(data []byte, _ func([]byte)) {
			var s stamp
			if body, ok := s.off(data); ok {
				for _, player := range s.told {
					h.wasTold(player, table, s.seq)
				}
				h.frame(table, s.follows, s.seq, body)
			}
		}
	}
	if table, ok := strings.CutPrefix(channel, talkPrefix); ok {
		return talkSubject(table), func(data []byte, _ func([]byte)) { h.publish(channel, data) }
	}
	if number, ok := strings.CutPrefix(channel, playerPrefix); ok {
		player, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return "", nil
		}
		return playerSubject(player), func(data []byte, _ func([]byte)) {
			var s stamp
			if body, ok := s.off(data); ok {
				h.you(player, s.table, s.seq, body)
			}
		}
	}
	return "", nil
}

// say says a frame to the other nodes, and returns the entry that it follows.
func (h *Hub) say(table string, seq uint64, data []byte) (follows uint64) {
	if h.lines.bus == nil {
		return 0
	}
	at := h.lines.of(tableChannel(table))
	at.mu.Lock()
	s := stamp{follows: min(at.said, seq), seq: seq, told: at.told} // a frame in which nobody did anything follows its own entry
	at.said, at.told = seq, nil
	at.mu.Unlock()
	h.tell(frameSubject(table), s.on(data))
	return s.follows
}

// sayTo says to the other nodes what one player alone is told.
func (h *Hub) sayTo(player int64, y *wire.You, data []byte) {
	if h.lines.bus == nil {
		return
	}
	at := h.lines.of(tableChannel(y.Table))
	at.mu.Lock()
	at.told = append(at.told, player)
	at.mu.Unlock()
	s := stamp{seq: y.Seq, table: y.Table}
	h.tell(playerSubject(player), s.on(data))
}

// wasTold says that a player was told something before a frame: if that did not come, it
// was lost, and the player's connections here begin anew.
func (h *Hub) wasTold(player int64, table string, seq uint64) {
	at := h.lines.open(playerChannel(player))
	if at == nil {
		return
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	if at.yours[table] < seq {
		at.yours[table] = seq
		h.anew(playerChannel(player))
	}
}

func (h *Hub) tell(subject string, data []byte) {
	if h.lines.bus != nil {
		h.lines.bus.Tell(subject, data)
	}
}

// frame tells everybody who listens here to a table.
func (h *Hub) frame(table string, follows, seq uint64, data []byte) {
	channel := tableChannel(table)
	if h.lines.bus != nil {
		at := h.lines.of(channel)
		at.mu.Lock()
		defer at.mu.Unlock()
		if at.known && seq < at.seq {
			return // from a node that does not know yet that it has the table no more
		}
		if at.known && follows > at.seq {
			h.anew(channel)
		}
		at.known, at.seq = true, seq
	}
	h.publish(channel, data, centrifuge.WithHistory(tableHistory, historyTime))
}

// you tells one player who is connected here.
func (h *Hub) you(player int64, table string, seq uint64, data []byte) {
	channel := playerChannel(player)
	if h.lines.bus != nil {
		at := h.lines.open(channel)
		if at == nil {
			return // the player is connected elsewhere
		}
		at.mu.Lock()
		defer at.mu.Unlock()
		if seq < at.yours[table] {
			return
		}
		at.yours[table] = seq
	}
	h.publish(channel, data, centrifuge.WithHistory(playerHistory, historyTime))
}

// anew has everybody who listens to a channel here join anew.
func (h *Hub) anew(channel string) {
	h.gaps.Add(1)
	h.lines.rename(channel)
	// A place that nobody can be at: the library tells each listener that it missed something.
	err := h.node.HandlePublication(channel, &centrifuge.Publication{Offset: math.MaxUint64, Data: []byte("{}")},
		centrifuge.StreamPosition{Offset: math.MaxUint64, Epoch: "missed"}, false, nil)
	if err != nil {
		h.log.Error("could not have a channel joined anew", "channel", channel, "error", err)
	}
}

// Begin says that a table is driven here from now on, and which is its last entry.
func (h *Hub) Begin(table string, seq uint64) {
	at := h.lines.of(tableChannel(table))
	at.mu.Lock()
	defer at.mu.Unlock()
	at.here, at.said = true, seq
}

// End says that a table is not driven here any more.
func (h *Hub) End(table string) {
	at := h.lines.of(tableChannel(table))
	at.mu.Lock()
	defer at.mu.Unlock()
	at.here = false
}

// joined says that somebody got a table as it is after an entry: what they missed before
// does not matter.
func (h *Hub) joined(table string, player int64, seq uint64) {
	if h.lines.bus == nil {
		return
	}
	at := h.lines.of(tableChannel(table))
	at.mu.Lock()
	if !at.known {
		at.known, at.seq = true, seq
	}
	at.mu.Unlock()
	if player == 0 {
		return
	}
	own := h.lines.open(playerChannel(player))
	if own == nil {
		return
	}
	own.mu.Lock()
	defer own.mu.Unlock()
	if own.yours[table] == 0 {
		own.yours[table] = seq
	}
}

// Head says what a node that drives a table has told last, as it says in each roll: if
// this node has not heard by the next one what the last said, it was lost.
func (h *Hub) Head(table string, seq uint64) {
	at := h.lines.open(tableChannel(table))
	if at == nil {
		return
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	if at.here || !at.known {
		return
	}
	if at.head > at.seq {
		at.seq = at.head
		h.anew(tableChannel(table))
	}
	at.head = seq
}

// HeadOf says the same of what a player was told of a table.
func (h *Hub) HeadOf(player int64, table string, seq uint64) {
	at := h.lines.open(playerChannel(player))
	if at == nil {
		return
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	last, known := at.yours[table]
	if known && at.heads[table] > last {
		at.yours[table] = at.heads[table]
		h.anew(playerChannel(player))
	}
	at.heads[table] = seq
}

// open is a channel that is listened to at other nodes; nil if it is not.
func (l *lines) open(channel string) *line {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := l.all[channel]
	if at == nil || at.stop == nil {
		return nil
	}
	return at
}

// Tidy lets go of channels that nobody has listened to for a while. It is called now and then.
func (h *Hub) Tidy() {
	l := &h.lines
	l.mu.Lock()
	defer l.mu.Unlock()
	for channel, at := range l.all {
		if at.idle.IsZero() || time.Since(at.idle) < lineRest {
			continue
		}
		if at.stop != nil {
			at.stop()
			at.stop = nil
		}
		if strings.HasPrefix(channel, playerPrefix) || strings.HasPrefix(channel, talkPrefix) {
			delete(l.all, channel) // of tables there are few
			l.names.Delete(channel)
		}
	}
}

// stamp is what stands before what is told, on its way between nodes.
type stamp struct {
	follows, seq uint64  // the entry that it follows, and the one that it shows
	table        string  // where the subject does not say it
	told         []int64 // of a frame: who was told something of their own just before
}

// on puts the stamp before what is told.
func (s *stamp) on(body []byte) []byte {
	data := make([]byte, 0, (4+len(s.told))*binary.MaxVarintLen64+len(s.table)+len(body))
	data = binary.AppendUvarint(data, s.follows)
	data = binary.AppendUvarint(data, s.seq)
	data = binary.AppendUvarint(data, uint64(len(s.told)))
	for _, player := range s.told {
		data = binary.AppendUvarint(data, uint64(player))
	}
	data = binary.AppendUvarint(data, uint64(len(s.table)))
	data = append(data, s.table...)
	return append(data, body...)
}

// off takes it off again.
func (s *stamp) off(data []byte) (body []byte, ok bool) {
	next := func() (n uint64) {
		size := 0
		if n, size = binary.Uvarint(data); size <= 0 {
			data = nil
			return 0
		}
		data = data[size:]
		return n
	}
	s.follows, s.seq = next(), next()
	for count := next(); count > 0 && len(data) > 0; count-- {
		s.told = append(s.told, int64(next()))
	}
	length := next()
	if length >= uint64(len(data)) {
		return nil, false
	}
	s.table = string(data[:length])
	return data[length:], true
}
