package bus

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Config is how a node reaches the others.
type Config struct {
	Node   string   // the node's id
	Listen string   // HOST:PORT where other nodes connect to the server in this program
	Peers  []string // HOST:PORT of other nodes; those that they know are found by themselves
	Secret string   // that all nodes share
	TLS    *tls.Config

	URL   string // of a NATS server elsewhere: then none runs here, and Listen is not used
	Creds string // file with a user's credentials for it; may be empty

	Log *slog.Logger
}

// Bus is a node's place on the bus. Its methods may be called from any goroutine.
type Bus struct {
	conn   *nats.Conn
	server *server.Server // nil: it runs elsewhere
	own    *server.Options
	in     chan *nats.Msg // everything that comes, in the order in which it came
	end    chan struct{}
	work   sync.WaitGroup

	mu      sync.RWMutex
	hearing map[*nats.Subscription]func(data []byte, reply func([]byte))
}

// ErrNobody says that nobody answers there. Nothing was asked.
var ErrNobody = errors.New("nobody answers")

const (
	openTime = 10 * time.Second // how long it may take until the server answers
	// mostWaiting bounds what waits for the listeners on this node. What comes then is lost.
	mostWaiting = 64 << 10
	// maxMessage is the largest message that the server in this program carries.
	maxMessage = 8 << 20
	clusterID  = "club99"
	user       = "node"
)

// Open joins the bus.
func Open(c Config) (*Bus, error) {
	b := &Bus{in: make(chan *nats.Msg, mostWaiting), end: make(chan struct{}), hearing: map[*nats.Subscription]func([]byte, func([]byte)){}}
	options := []nats.Option{
		nats.Name("club99 " + c.Node), nats.NoEcho(), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.Timeout(openTime), nats.ReconnectBufSize(-1),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			subject := ""
			if s != nil {
				subject = s.Subject
			}
			c.Log.Warn("the bus between nodes lost something", "subject", subject, "error", err)
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.Log.Warn("the bus between nodes is gone and is looked for", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { c.Log.Warn("the bus between nodes is back") }),
	}
	if c.Creds != "" {
		options = append(options, nats.UserCredentials(c.Creds))
	}
	if c.URL == "" {
		var err error
		if b.server, b.own, err = serve(&c); err != nil {
			return nil, err
		}
		options = append(options, nats.InProcessServer(b.server), nats.UserInfo(b.own.Username, b.own.Password))
	} else if c.TLS != nil {
		options = append(options, nats.Secure(c.TLS))
	}
	conn, err := nats.Connect(c.URL, options...)
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("joining the bus between nodes at %q: %w", c.URL, err)
	}
	b.conn = conn
	b.work.Go(b.hear)
	return b, nil
}

// serve starts the server in this program.
func serve(c *Config) (*server.Server, *server.Options, error) {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return nil, nil, fmt.Errorf("where other nodes connect, %q: %w: write HOST:PORT", c.Listen, err)
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, nil, fmt.Errorf("where other nodes connect, %q: the port is no number", c.Listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	o := &server.Options{
		// It serves this program alone, and must listen for clients all the same: without,
		// nats-server v2.15.2 never listens for other nodes. Nobody knows the password.
		ServerName: c.Node, Host: "127.0.0.1", Port: server.RANDOM_PORT, Username: user, Password: rand.Text(), NoSigs: true, NoSystemAccount: true, MaxPayload: maxMessage, MaxPending: 8 * maxMessage,
		Cluster: server.ClusterOpts{Name: clusterID, Host: host, Port: number, Username: user, Password: c.Secret, PoolSize: 1, ConnectRetries: 1 << 30},
	}
	if c.Secret == "" {
		o.Cluster.Username = ""
	}
	if c.TLS != nil {
		o.Cluster.TLSConfig, o.Cluster.TLSTimeout = c.TLS, 5
	}
	for _, peer := range c.Peers {
		route := &url.URL{Scheme: "nats-route", Host: peer}
		if c.Secret != "" {
			route.User = url.UserPassword(user, c.Secret)
		}
		o.Routes = append(o.Routes, route)
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, nil, fmt.Errorf("the bus between nodes: %w", err)
	}
	s.SetLoggerV2(logger{c.Log}, false, false, false)
	go s.Start()
	if !s.ReadyForConnections(openTime) {
		s.Shutdown()
		return nil, nil, fmt.Errorf("the bus between nodes cannot listen at %s: choose another address with --cluster-listen", c.Listen)
	}
	return s, o, nil
}

// Address is where other nodes connect, for tests that have any port taken; "" if the
// server runs elsewhere.
func (b *Bus) Address() string {
	if b.server == nil || b.server.ClusterAddr() == nil {
		return ""
	}
	return b.server.ClusterAddr().String()
}

// Peers is how many other nodes the server in this program is joined to; -1 if it runs
// elsewhere.
func (b *Bus) Peers() int {
	if b.server == nil {
		return -1
	}
	return b.server.NumRemotes()
}

// Connected reports whether this node is on the bus now.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// Reconnects is how often the bus was gone and was found again.
func (b *Bus) Reconnects() uint64 { return b.conn.Stats().Reconnects }

// Tell says something to whoever listens on other nodes. It does not wait; what cannot
// be sent is lost.
func (b *Bus) Tell(subject string, data []byte) {
	_ = b.conn.Publish(subject, data) // a bus that is gone loses what is told, as it may
}

// Listen calls fn for each message that other nodes tell to the subject or ask there;
// reply answers one that was asked, and is nil for others. All that a node listens to
// comes one after another, in the order in which another node said it, whatever its
// subject: what takes long is for a goroutine of its own.
func (b *Bus) Listen(subject string, fn func(data []byte, reply func([]byte))) (stop func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s, err := b.conn.ChanSubscribe(subject, b.in)
	if err != nil {
		return nil, fmt.Errorf("listening to %s: %w", subject, err)
	}
	b.hearing[s] = fn
	return func() {
		_ = s.Unsubscribe() // fails where the bus is gone, which is as good
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.hearing, s)
	}, nil
}

func (b *Bus) hear() {
	for {
		select {
		case <-b.end:
			return
		case m := <-b.in:
			b.mu.RLock()
			fn := b.hearing[m.Sub]
			b.mu.RUnlock()
			switch {
			case fn == nil: // nobody listens any more
			case m.Reply == "":
				fn(m.Data, nil)
			default:
				fn(m.Data, func(answer []byte) { _ = m.Respond(answer) }) // whoever asked asks again
			}
		}
	}
}

// Ask asks another node, and waits for the first answer until ctx ends.
func (b *Bus) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	m, err := b.conn.RequestWithContext(ctx, subject, data)
	switch {
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrReconnectBufExceeded):
		return nil, ErrNobody
	case err != nil:
		return nil, err
	}
	return m.Data, nil
}

// Flush waits until what was told and listened to before is with the server.
func (b *Bus) Flush(ctx context.Context) error { return b.conn.FlushWithContext(ctx) }

// Close leaves the bus.
func (b *Bus) Close() {
	close(b.end)
	b.work.Wait()
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}

// logger is the log as the server wants it. That nodes come and go, the log of the
// cluster says; what is left is for whoever looks closely.
type logger struct{ log *slog.Logger }

func (l logger) say(level slog.Level, format string, args []any) {
	l.log.Log(context.Background(), level, "bus: "+fmt.Sprintf(format, args...))
}

// Noticef is server.Logger, as are all that follow.
func (l logger) Noticef(format string, args ...any) { l.say(slog.LevelDebug, format, args) }

// Warnf is for what may need a look.
func (l logger) Warnf(format string, args ...any) { l.say(slog.LevelDebug, format, args) }

// Fatalf is for what ends the server.
func (l logger) Fatalf(format string, args ...any) { l.say(slog.LevelError, format, args) }

// Errorf is for connections that failed, as those to nodes that are gone do.
func (l logger) Errorf(format string, args ...any) { l.say(slog.LevelDebug, format, args) }

// Debugf is off.
func (l logger) Debugf(format string, args ...any) { l.say(slog.LevelDebug, format, args) }

// Tracef is off.
func (l logger) Tracef(format string, args ...any) { l.say(slog.LevelDebug, format, args) }
