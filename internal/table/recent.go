package table

import (
	"club99/internal/store"
	"club99/internal/wire"
)

// recentSize is how many answers are remembered; older ones are in the store,
// refusals are decided anew.
const recentSize = 1024

// recent remembers the last answers, so that most repetitions of a command need
// no question to the store.
type recent struct {
	answers map[store.CommandKey]wire.Answer
	ring    [recentSize]store.CommandKey
	next    int
}

func newRecent() recent { return recent{answers: map[store.CommandKey]wire.Answer{}} }

func (r *recent) put(key store.CommandKey, a wire.Answer) {
	if _, ok := r.answers[key]; !ok {
		delete(r.answers, r.ring[r.next])
		r.ring[r.next] = key
		r.next = (r.next + 1) % recentSize
	}
	r.answers[key] = a
}
