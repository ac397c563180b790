package gateway

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits of one real-time connection.
const (
	messageBytes = 16 << 10 // one message of the transport; a command in it is bounded by wire.MaxCommandBytes

	// Requests over this many a second, and twice as many at once, are answered
	// "rate-limited"; five times as many are a flood, and the connection ends.
	requestsPerSecond = 20
	floodFactor       = 5
)

// guestsPerHour is how many new guests one network may bring in an hour, each with
// the grant: more than a school class, fewer than it takes to fill the books.
const guestsPerHour = 60

// bodyBytes bounds the body of an HTTP request.
const bodyBytes = 4 << 10

// bodyTime bounds how long the body of any HTTP request may take to come.
const bodyTime = 10 * time.Second

// bodiesInTime cuts off whoever announces a body and does not send it. Once the
// body is there the connection may stay open as long as its stream lasts.
func bodiesInTime(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			c := http.NewResponseController(w)
			if c.SetReadDeadline(time.Now().Add(bodyTime)) == nil { // else the server's own limits hold
				r.Body = &timedBody{ReadCloser: r.Body, conn: c}
			}
		}
		next.ServeHTTP(w, r)
	})
}

// timedBody is a body with a deadline, which falls with its last byte.
type timedBody struct {
	io.ReadCloser
	conn *http.ResponseController
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.conn.SetReadDeadline(time.Time{}) // it was set, so it can be lifted
	}
	return n, err
}

// remembered bounds how many addresses, or players, are remembered. When there
// are more, those who have not asked for longest are forgotten: for them limits are
// then looser, never stricter.
const remembered = 10000

// limits is how often each of many may do something.
type limits[K comparable] struct {
	perSecond rate.Limit
	burst     int

	mu         sync.Mutex
	young, old map[K]*rate.Limiter // who asked lately, and before; each at most half of what is remembered
}

func (l *limits[K]) allow(key K, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	limiter := l.young[key]
	if limiter == nil {
		if limiter = l.old[key]; limiter == nil {
			limiter = rate.NewLimiter(l.perSecond, l.burst)
		}
		if len(l.young) >= remembered/2 {
			l.old, l.young = l.young, map[K]*rate.Limiter{}
		}
		l.young[key] = limiter
	}
	return limiter.AllowN(now, 1)
}

// addressLimits is how often each address may do something.
type addressLimits struct{ limits[netip.Prefix] }

func newAddressLimits(perSecond rate.Limit, burst int) *addressLimits {
	return &addressLimits{limits[netip.Prefix]{perSecond: perSecond, burst: burst, young: map[netip.Prefix]*rate.Limiter{}}}
}

func (l *addressLimits) allow(address netip.Addr, now time.Time) bool {
	return l.limits.allow(network(address), now)
}

// playerLimits is how often each player may do something.
type playerLimits = limits[int64]

func newPlayerLimits(perSecond rate.Limit, burst int) *playerLimits {
	return &playerLimits{perSecond: perSecond, burst: burst, young: map[int64]*rate.Limiter{}}
}

// network is what one household shares: an IPv4 address, the first 64 bits of an IPv6 one.
func network(a netip.Addr) netip.Prefix {
	bits := 32
	if a = a.Unmap(); a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // fails for the zero address alone, which then is one network
	return p
}

// address is who asks: the other end of the connection or, behind a proxy, the
// last address that the proxy wrote down.
func (g *Gateway) address(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if g.Proxied {
		list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if last := strings.TrimSpace(list[len(list)-1]); last != "" {
			host = last
		}
	}
	a, _ := netip.ParseAddr(host)
	return a.WithZone("")
}

// secure reports whether the browser's connection is encrypted. Some proxies call
// the connection of a WebSocket wss.
func (g *Gateway) secure(r *http.Request) bool {
	proto := r.Header.Get("X-Forwarded-Proto")
	return r.TLS != nil || g.Proxied && (proto == "https" || proto == "wss")
}
