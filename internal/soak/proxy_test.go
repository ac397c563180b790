//go:build unix

package soak

import (
	"io"
	"net"
	"sync"
	"testing"
)

// proxy is a way from a node to a server that can be cut in each direction: what is sent
// then is held, and arrives when the way is whole again.
type proxy struct {
	net.Listener
	to string

	mu   sync.Mutex
	open *sync.Cond
	cut  [2]bool // what the node sends, what is sent to it
	gone bool
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: l, to: to}
	p.open = sync.NewCond(&p.mu)
	t.Cleanup(func() {
		l.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.gone = true
		p.open.Broadcast()
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.carry(c)
		}
	}()
	return p
}

func (p *proxy) carry(c net.Conn) {
	defer c.Close()
	s, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer s.Close()
	ended := make(chan struct{}, 2)
	for i, way := range [2]struct{ from, to net.Conn }{{c, s}, {s, c}} {
		go func() {
			_, _ = io.Copy(held{way.to, p, i}, way.from) // it ends when either side does
			ended <- struct{}{}
		}()
	}
	<-ended
}

// held is one direction of one connection.
type held struct {
	net.Conn
	p   *proxy
	way int
}

func (h held) Write(data []byte) (int, error) {
	h.p.mu.Lock()
	for h.p.cut[h.way] && !h.p.gone {
		h.p.open.Wait()
	}
	h.p.mu.Unlock()
	return h.Conn.Write(data)
}

func (p *proxy) set(out, in bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = [2]bool{out, in}
	p.open.Broadcast()
}
