package mesh_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkHop is what it takes longer to have a command carried out through another node
// than by the node that drives the table, over real sockets: in turn one and the other, in
// each of which a player sits down and gets up again. The figures are medians. bus is what a
// question takes that is answered with itself at once.
func BenchmarkHop(b *testing.B) {
	c := open(b, 2, 8, "bet_time", "60s")
	c.spread()
	owner, other := c.nodes[0], c.nodes[1]
	id := owner.at()
	me, err := owner.comeIn(id).client.Me(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	commands := 0
	took := func(name string, carryOut func(request []byte) ([]byte, error)) time.Duration {
		commands++
		request := fmt.Appendf(nil, `{"m":"command","p":%d,"n":%q,"l":"en"}`+"\n"+`{"table":%q,"id":"hop%d","name":%q}`, me.Player.ID, me.Player.Name, id, commands, name)
		begun := time.Now()
		reply, err := carryOut(request)
		took := time.Since(begun)
		if err != nil || !strings.Contains(string(reply), `"ok":true`) {
			b.Fatalf("%s: %s, %v", name, reply, err)
		}
		return took
	}
	direct := func(request []byte) ([]byte, error) { return owner.gate.Answer(b.Context(), id, request), nil }
	hop := func(request []byte) ([]byte, error) { return other.mesh.Ask(b.Context(), id, request) }
	stop, err := owner.bus.Listen("club99.echo", func(data []byte, reply func([]byte)) { reply(data) })
	if err != nil {
		b.Fatal(err)
	}
	defer stop()
	until(b, "the other node can ask for an echo", func() bool {
		_, err := other.bus.Ask(b.Context(), "club99.echo", []byte("?"))
		return err == nil
	})
	echo := func(request []byte) ([]byte, error) {
		return other.bus.Ask(b.Context(), "club99.echo", append(request, `"ok":true`...))
	}
	var here, there, bare []time.Duration
	for b.Loop() {
		here = append(here, took("sit", direct), took("leave", direct))
		there = append(there, took("sit", hop), took("leave", hop))
		bare = append(bare, took("echo", echo))
	}
	micros := func(list []time.Duration, part float64) float64 {
		slices.Sort(list)
		return float64(list[int(part*float64(len(list)-1))].Nanoseconds()) / 1000
	}
	b.ReportMetric(micros(here, 0.5), "direct-us")
	b.ReportMetric(micros(there, 0.5), "hop-us")
	b.ReportMetric(micros(bare, 0.5), "bus-us")
	b.ReportMetric(micros(there, 0.5)-micros(here, 0.5), "overhead-us")
	b.ReportMetric(micros(there, 0.99)-micros(here, 0.99), "overhead-p99-us")
	b.ReportMetric(0, "ns/op")
}
