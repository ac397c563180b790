package gateway

import (
	"context"
	"crypto/tls"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// What tells everybody at a table what one of them did may wait for a moment, so
// that several frames go to a connection in one write: a write costs the machine more
// than making what is written. What is for the one who reads it - an answer, the own
// part of a table - goes at once and takes along what waits. How long the others wait
// grows with how much happens: a quiet club waits for nothing.
const (
	longestHold = 20 * time.Millisecond
	holdPer     = 2 * time.Microsecond // for each publication a second
	heldBytes   = 64 << 10             // more than that never waits
)

// flushTime bounds how long a write of what was held may take.
const flushTime = 5 * time.Second

// Hold returns a listener whose connections can hold back what may wait. Without
// it, and without [ConnContext], everything is written at once.
func Hold(l net.Listener) net.Listener { return holding{l} }

type holding struct{ net.Listener }

// Accept is net.Listener.
func (l holding) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &heldConn{Conn: c}, nil
}

type heldKey struct{}

// ConnContext is for http.Server: it lets the gateway know the connections of [Hold].
func ConnContext(ctx context.Context, c net.Conn) context.Context {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	if h, ok := c.(*heldConn); ok {
		return context.WithValue(ctx, heldKey{}, h)
	}
	return ctx
}

// heldConn is a connection that can hold back what it is to write.
type heldConn struct {
	net.Conn
	urgent atomic.Bool // what comes next must not wait

	mu      sync.Mutex
	hold    func() time.Duration // how long now; nil: nothing waits yet
	written time.Time            // when something was written last
	waiting *[]byte              // nil: nothing
	timer   *time.Timer
	failed  error
}

// held is room for what waits. A connection has some only while something does.
var held = sync.Pool{New: func() any { return new([]byte) }}

// begin lets what is written from now on wait.
func (c *heldConn) begin(hold func() time.Duration) {
	if c == nil {
		return
	}
	c.urgent.Store(true)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hold = hold
}

// hurry has the next write go at once.
func (c *heldConn) hurry() {
	if c != nil {
		c.urgent.Store(true)
	}
}

// Write is net.Conn. An error of something that was held comes with the next write.
func (c *heldConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return 0, c.failed
	}
	if c.hold == nil {
		return c.Conn.Write(p)
	}
	wait := c.hold() - time.Since(c.written)
	urgent := c.urgent.Swap(false) || wait <= 0
	if urgent && c.waiting == nil {
		c.written = time.Now()
		return c.Conn.Write(p)
	}
	if c.waiting == nil {
		c.waiting = held.Get().(*[]byte)
		c.wake(wait)
	}
	*c.waiting = append(*c.waiting, p...)
	if urgent || len(*c.waiting) > heldBytes {
		return len(p), c.flush()
	}
	return len(p), nil
}

func (c *heldConn) wake(after time.Duration) {
	if c.timer == nil {
		c.timer = time.AfterFunc(after, c.wakened)
		return
	}
	c.timer.Reset(after)
}

func (c *heldConn) wakened() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil || c.failed != nil {
		return
	}
	_ = c.Conn.SetWriteDeadline(time.Now().Add(flushTime)) // where it cannot be set, the next write finds out
	_ = c.flush()                                          // remembered
	_ = c.Conn.SetWriteDeadline(time.Time{})
}

// flush writes what waits.
func (c *heldConn) flush() error {
	b := c.waiting
	c.waiting = nil
	c.written = time.Now()
	_, c.failed = c.Conn.Write(*b)
	*b = (*b)[:0]
	held.Put(b)
	return c.failed
}

// Close is net.Conn; what waits is written before.
func (c *heldConn) Close() error {
	c.mu.Lock()
	if c.waiting != nil && c.failed == nil && c.Conn.SetWriteDeadline(time.Now().Add(time.Second)) == nil {
		_ = c.flush() // whoever closes does not mind whether it arrived
	}
	if c.failed == nil {
		c.failed = net.ErrClosed
	}
	if c.timer != nil {
		c.timer.Stop()
	}
	c.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite says that nothing more will be written, where the connection can.
func (c *heldConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// pulse is how much happens: a moving average of publications a second.
type pulse struct {
	count atomic.Uint64
	since atomic.Int64 // Unix nanoseconds of the last look
	hold  atomic.Int64 // nanoseconds
}

// pulseEvery is how many publications there are between two looks at the clock.
const pulseEvery = 64

func (p *pulse) beat() {
	if p.count.Add(1)%pulseEvery != 0 {
		return
	}
	now := time.Now().UnixNano()
	before := p.since.Swap(now)
	rate := float64(pulseEvery) / max(time.Duration(now-before).Seconds(), 1e-6)
	hold := min(time.Duration(rate*float64(holdPer)), longestHold)
	p.hold.Add((int64(hold) - p.hold.Load()) / 8)
}

func (p *pulse) now() time.Duration { return time.Duration(p.hold.Load()) }

// registry knows the connections of each player.
type registry struct {
	mu   sync.Mutex
	each map[int64][]*heldConn
}

func (r *registry) add(player int64, c *heldConn) {
	if player == 0 || c == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.each[player] = append(r.each[player], c)
}

func (r *registry) remove(player int64, c *heldConn) {
	if player == 0 || c == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.each[player]
	for i := range list {
		if list[i] == c {
			list[i] = list[len(list)-1]
			list[len(list)-1] = nil
			r.each[player] = list[:len(list)-1]
			break
		}
	}
	if len(r.each[player]) == 0 {
		delete(r.each, player)
	}
}

// hurry has what the player is told next go at once.
func (r *registry) hurry(player int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.each[player] {
		c.hurry()
	}
}
