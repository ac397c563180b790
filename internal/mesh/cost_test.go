package mesh_test

import (
	"strings"
	"sync"
	"testing"
	"time"
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

// BenchmarkMessages is what comes over the bus for an action in a club of three nodes, six
// players at each table, two of them at each node. A frame that two other nodes hear
// counts twice, an answer as a message of its own.
func BenchmarkMessages(b *testing.B) {
	const tables = 10
	c := open(b, 3, tables, "bet_time", "60s", "act_time", "60s", "result_time", "0s", "seats", "6", "seats_per_player", "1", "shuffle", "cut-card", "cut_card", "78")
	c.spread()
	var crowds []*crowd
	for _, n := range c.nodes {
		crowds = append(crowds, n.crowd(2*tables))
	}
	time.Sleep(2 * time.Second)
	var h heard
	h.taken()
	for _, n := range c.nodes {
		n.lossy.heard.Store(&h)
	}
	before := c.actions()
	for b.Loop() {
		time.Sleep(2 * time.Second)
	}
	messages, bytes := h.taken()
	actions := float64(c.actions() - before)
	all := int64(0)
	for kind, n := range messages {
		b.ReportMetric(float64(n)/actions, kind+"/action")
		b.ReportMetric(float64(bytes[kind])/float64(n), kind+"-bytes")
		if kind != "roll" {
			all += n
		}
	}
	b.ReportMetric(float64(all)/actions, "messages/action")
	b.ReportMetric(0, "ns/op")
	for _, crowd := range crowds {
		close(crowd.end)
		crowd.done.Wait()
	}
}

// actions is how many commands of players were carried out.
func (c *club) actions() (count int64) {
	for _, n := range c.nodes {
		count += n.books.written.Load()
	}
	return count
}
