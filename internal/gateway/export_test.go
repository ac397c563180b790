package gateway

import "time"

// Patience has the clubs that are opened from now on wait less: for the first word
// of a connection, between pings, and for the answer to one.
func Patience(first, ping, pong time.Duration) (restore func()) {
	s, p := silence, pings
	silence, pings.PingInterval, pings.PongTimeout = first, ping, pong
	return func() { silence, pings = s, p }
}

// Open is how many real-time connections are open, and of how many addresses.
func (g *Gateway) OpenConnections() (connections, addresses int) {
	g.opened.mu.Lock()
	defer g.opened.mu.Unlock()
	for _, n := range g.opened.each {
		connections += n
	}
	return connections, len(g.opened.each)
}

// ReadMany takes all places of those who read many rounds.
func (g *Gateway) ReadMany() {
	for range readAtOnce {
		g.reading <- struct{}{}
	}
}
