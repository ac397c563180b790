package gateway

import (
	"bufio"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// connectionsPerAddress is how many real-time connections one address may have at
// a time, if nothing else is set: more than a school behind one address needs.
const connectionsPerAddress = 1000

// opened counts the real-time connections that are open, by address. It is as large
// as they are many.
type opened struct {
	most int

	mu   sync.Mutex
	each map[netip.Prefix]int
}

func newOpened(most int) *opened { return &opened{most: most, each: map[netip.Prefix]int{}} }

// begin counts one more, if the address may have it. It must be ended once.
func (o *opened) begin(address netip.Addr) (end func(), ok bool) {
	at := network(address)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.each[at] >= o.most {
		return nil, false
	}
	o.each[at]++
	return sync.OnceFunc(func() { o.end(at) }), true
}

func (o *opened) end(at netip.Prefix) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.each[at]--; o.each[at] <= 0 {
		delete(o.each, at)
	}
}

// counted serves one connection. It is over when its handler returns or, if it was
// taken over, as a WebSocket is, when that is closed.
func counted(next http.Handler, w http.ResponseWriter, r *http.Request, end func()) {
	c := &takenOver{ResponseWriter: w, end: end}
	defer func() {
		if !c.taken {
			end()
		}
	}()
	next.ServeHTTP(c, r)
}

type takenOver struct {
	http.ResponseWriter
	end   func()
	taken bool
}

// Unwrap is for http.ResponseController.
func (c *takenOver) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// Flush is http.Flusher.
func (c *takenOver) Flush() { _ = http.NewResponseController(c.ResponseWriter).Flush() } // who cannot be told has gone

// Hijack is http.Hijacker.
func (c *takenOver) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(c.ResponseWriter).Hijack()
	if err != nil {
		return conn, rw, err
	}
	c.taken = true
	return &endingConn{conn, c.end}, rw, nil
}

// endingConn says when it is closed.
type endingConn struct {
	net.Conn
	end func()
}

// Close is net.Conn.
func (c *endingConn) Close() error {
	c.end()
	return c.Conn.Close()
}
