package simulate

// random is a fast generator that is good enough for statistics and for nothing
// else: whoever sees a few outputs knows all others. No card for people ever
// comes from it (internal/archtest).
//
// It is SplitMix64: a counter in steps of an odd constant, and a mixing that is
// one to one, so that each of the 2^64 words comes once in a period.
type random struct{ state uint64 }

const golden = 0x9e3779b97f4a7c15

// stream returns the generator of one block of rounds. Streams are far apart on
// the counter's circle: their starts are mixed from seed and number.
func stream(seed, number uint64) random {
	return random{mix(mix(seed+golden) ^ (number+1)*0xd1342543de82ef95)}
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) next() uint64 {
	r.state += golden
	return mix(r.state)
}
