package mesh_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"club99/internal/load/model"
)

// heard counts what came to nodes over the bus, by what it is.
type heard struct {
	mu       sync.Mutex
	messages map[string]int64
	bytes    map[string]int64
}

func (h *heard) count(subject string, data []byte) {
	kind := subject[strings.LastIndexByte(subject, '.')+1:]
	for _, general := range []string{"player", "home"} {
		if strings.HasPrefix(subject, "club99."+general+".") {
			kind = general
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.messages[kind]++
	h.bytes[kind] += int64(len(data))
}

// taken is what was counted until now.
func (h *heard) taken() (messages, bytes map[string]int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	messages, bytes = h.messages, h.bytes
	h.messages, h.bytes = map[string]int64{}, map[string]int64{}
	return messages, bytes
}

// Listen counts what comes, and what it is answered.
func (l *lossy) Listen(subject string, fn func([]byte, func([]byte))) (func(), error) {
	return l.Bus.Listen(subject, func(data []byte, reply func([]byte)) {
		h := l.heard.Load()
		if h == nil {
			fn(data, reply)
			return
		}
		h.count(subject, data)
		if asked := reply; asked != nil {
			reply = func(answer []byte) {
				h.count(subject, answer)
				asked(answer)
			}
		}
		fn(data, reply)
	})
}

// carried is what comes over the bus for an action, by what it is, and how large it is, in a
// club of three nodes, six players at each table, two of them at each node. A frame that two
// other nodes hear counts twice, an answer as a message of its own.
func carried(t testing.TB, play func()) (messages, bytes map[string]float64) {
	const tables = 10
	c := open(t, 3, tables, "bet_time", "60s", "act_time", "60s", "result_time", "0s", "seats", "6", "seats_per_player", "1", "shuffle", "cut-card", "cut_card", "78")
	c.spread()
	var crowds []*crowd
	for _, n := range c.nodes {
		crowds = append(crowds, n.crowd(2*tables))
	}
	until(t, "everybody sits and has bet", func() bool { return c.actions() > 2*6*tables })
	var h heard
	h.taken()
	for _, n := range c.nodes {
		n.lossy.heard.Store(&h)
	}
	before := c.actions()
	play()
	counted, sizes := h.taken()
	actions := float64(c.actions() - before)
	for _, crowd := range crowds {
		close(crowd.end)
		crowd.done.Wait()
	}
	messages, bytes = map[string]float64{}, map[string]float64{}
	for kind, n := range counted {
		messages[kind], bytes[kind] = float64(n)/actions, float64(sizes[kind])/float64(n)
	}
	return messages, bytes
}

func BenchmarkMessages(b *testing.B) {
	messages, bytes := carried(b, func() {
		for b.Loop() {
			time.Sleep(2 * time.Second)
		}
	})
	all := -messages["roll"] // as many whatever is played
	for kind, n := range messages {
		b.ReportMetric(n, kind+"/action")
		b.ReportMetric(bytes[kind], kind+"-bytes")
		all += n
	}
	b.ReportMetric(all, "messages/action")
	b.ReportMetric(0, "ns/op")
}

// What the model takes for granted of messages, at a club of three nodes: two of three
// players are elsewhere, and two nodes hear each frame. Homes are asked at bets, of which a
// short time has few or many.
func TestMessagesAreAsTheModelHasThem(t *testing.T) {
	messages, bytes := carried(t, func() { time.Sleep(2 * time.Second) })
	c := model.Measured
	for what, v := range map[string][2]float64{
		"commands and answers": {messages["ask"], c.Asks * 2 / 3},
		"frames":               {messages["frame"], c.Commits * 2},
		"bytes of a frame":     {bytes["frame"], c.FrameSize},
	} {
		if got, want := v[0], v[1]; got < 0.6*want || got > 1.5*want {
			t.Errorf("%s: %.2f for an action, in the model %.2f: measure again (make bench-hop), and say so in internal/load/model/costs.go", what, got, want)
		}
	}
}

// actions is how many commands of players were carried out.
func (c *club) actions() (count int64) {
	for _, n := range c.nodes {
		count += n.books.written.Load()
	}
	return count
}
