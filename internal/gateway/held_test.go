package gateway

import (
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sink remembers each write.
type sink struct {
	net.Conn
	mu     sync.Mutex
	writes []string
	fail   error
	closed bool
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return 0, s.fail
	}
	s.writes = append(s.writes, string(p))
	return len(p), nil
}

// breakOff has every later write fail.
func (s *sink) breakOff(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

func (s *sink) SetWriteDeadline(time.Time) error { return nil }

func (s *sink) Close() error {
	s.closed = true
	return nil
}

func (s *sink) want(t *testing.T, writes ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !slices.Equal(s.writes, writes) {
		t.Errorf("written %q, want %q", s.writes, writes)
	}
}

// wait is a connection that holds for ten milliseconds, and wrote something just now.
func wait(t *testing.T) (*heldConn, *sink) {
	t.Helper()
	s := &sink{}
	c := &heldConn{Conn: s}
	say(t, c, "hello ")
	c.begin(func() time.Duration { return 10 * time.Millisecond })
	say(t, c, "0 ")
	return c, s
}

func say(t *testing.T, c net.Conn, text string) {
	t.Helper()
	if n, err := c.Write([]byte(text)); n != len(text) || err != nil {
		t.Errorf("%q: %d, %v", text, n, err)
	}
}

func TestWhatMayWaitSharesAWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := wait(t)
		say(t, c, "1 ")
		say(t, c, "2 ")
		s.want(t, "hello ", "0 ")
		time.Sleep(9 * time.Millisecond)
		s.want(t, "hello ", "0 ")
		time.Sleep(2 * time.Millisecond)
		s.want(t, "hello ", "0 ", "1 2 ")
		time.Sleep(time.Second)
		say(t, c, "3 ") // nothing for long: it does not wait
		s.want(t, "hello ", "0 ", "1 2 ", "3 ")
	})
}

func TestWhatIsForTheReaderGoesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := wait(t)
		say(t, c, "1 ")
		c.hurry()
		say(t, c, "answer ")
		s.want(t, "hello ", "0 ", "1 answer ")
		say(t, c, "2 ")
		time.Sleep(time.Second)
		s.want(t, "hello ", "0 ", "1 answer ", "2 ")
		say(t, c, "3 ")
		big := strings.Repeat("x", heldBytes)
		say(t, c, big)
		say(t, c, big)
		time.Sleep(time.Second)
		if got := strings.Join(s.writes, ""); got != "hello 0 1 answer 2 3 "+big+big {
			t.Errorf("%d bytes arrived in another order", len(got))
		}
	})
}

func TestClosingWritesWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := wait(t)
		say(t, c, "1 ")
		if err := c.Close(); err != nil || !s.closed {
			t.Error(err)
		}
		s.want(t, "hello ", "0 ", "1 ")
		if _, err := c.Write([]byte("2 ")); !errors.Is(err, net.ErrClosed) {
			t.Errorf("after closing: %v", err)
		}
		time.Sleep(time.Second)
		s.want(t, "hello ", "0 ", "1 ")
	})
}

func TestWhatCouldNotBeWrittenIsToldNextTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := wait(t)
		say(t, c, "1 ")
		gone := errors.New("gone")
		s.breakOff(gone)
		time.Sleep(time.Second)
		if _, err := c.Write([]byte("2 ")); !errors.Is(err, gone) {
			t.Errorf("after a failure: %v", err)
		}
	})
}

// A connection that nobody made for holding is left alone.
func TestNoHolding(t *testing.T) {
	var c *heldConn
	c.hurry()
	c.begin(nil)
	r := registry{each: map[int64][]*heldConn{}}
	r.add(1, nil)
	a, b := &heldConn{}, &heldConn{}
	r.add(1, a)
	r.add(1, b)
	r.remove(1, a)
	r.hurry(1)
	if a.urgent.Load() || !b.urgent.Load() {
		t.Error("the wrong connection is hurried")
	}
	r.remove(1, b)
	r.remove(1, b)
	if len(r.each) != 0 {
		t.Errorf("%d players are remembered who have gone", len(r.each))
	}
}

func TestTheHoldGrowsWithWhatHappens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p pulse
		run := func(perSecond int) time.Duration {
			for range 40 * pulseEvery {
				time.Sleep(time.Second / time.Duration(perSecond))
				p.beat()
			}
			return p.now()
		}
		if h := run(10); h > 100*time.Microsecond {
			t.Errorf("a quiet club waits %v", h)
		}
		if h := run(2000); h < 3*time.Millisecond || h > 5*time.Millisecond {
			t.Errorf("2,000 a second: %v", h)
		}
		if h := run(50000); h < longestHold*9/10 || h > longestHold {
			t.Errorf("50,000 a second: %v", h)
		}
	})
}
