package table

import (
	"club99/internal/store"
	"club99/internal/wire"
)

// recentSize is how many answers are remembered: some minutes of a full table.
// Older ones are in the store; what changed nothing - a refusal, or what was so
// already - is decided anew.
const recentSize = 256

// recent remembers the last answers, so that most repetitions of a command need
// no question to the store.
type recent struct {
	answers map[store.CommandKey]wire.Answer
	ring    []store.CommandKey // grows to recentSize
	next    int                // the oldest, once it has
}

func newRecent() recent { return recent{answers: map[store.CommandKey]wire.Answer{}} }

func (r *recent) put(key store.CommandKey, a wire.Answer) {
	if _, ok := r.answers[key]; !ok {
		if len(r.ring) < recentSize {
			r.ring = append(r.ring, key)
		} else {
			delete(r.answers, r.ring[r.next])
			r.ring[r.next] = key
			r.next = (r.next + 1) % recentSize
		}
	}
	r.answers[key] = a
}
