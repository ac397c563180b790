package mesh

import (
	"encoding/json"
	"fmt"
	"testing"

	"club99/internal/table"
)

// BenchmarkRoll is what it costs a node to say a roll, and another to read it: 1,000
// players, five at a table.
func BenchmarkRoll(b *testing.B) {
	const players = 1000
	r := &roll{Node: "0123456789abcdef", Here: map[string]map[int64]int{}}
	for n := range players / 5 {
		at := atTable{ID: fmt.Sprint("t", n), Seq: uint64(1000 + n)}
		here := map[int64]int{}
		for k := range int64(5) {
			id := int64(100000+5*n) + k
			at.People = append(at.People, table.Standing{Player: id, Seats: 1, Stake: 10000, Told: at.Seq})
			here[id] = 1
		}
		r.Tables, r.Here[at.ID] = append(r.Tables, at), here
	}
	size := 0
	b.Run("say", func(b *testing.B) {
		for b.Loop() {
			data, err := json.Marshal(r)
			if err != nil {
				b.Fatal(err)
			}
			size = len(data)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/1000/float64(b.N*players), "us/player")
		b.ReportMetric(float64(size)/players, "bytes/player")
	})
	data, err := json.Marshal(r)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if !(&Mesh{}).read(data, &roll{}) {
				b.Fatal("it cannot be read")
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/1000/float64(b.N*players), "us/player")
	})
}
