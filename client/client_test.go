package client_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"club99/blackjack"
	"club99/client"
	"club99/internal/clubtest"
	"club99/internal/wire"
	"club99/money"
	"club99/preset"
)

// open opens a club of two tables whose decisions have a minute.
func open(t *testing.T) *clubtest.Club {
	t.Helper()
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	rules.ActTime, rules.BetTime, rules.ResultTime = 60, 60, 0
	club, err := clubtest.Open(clubtest.Tables(2, rules)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := club.Close(); err != nil {
			t.Error(err)
		}
	})
	return club
}

// cable is a network that can be cut.
type cable struct {
	mu    sync.Mutex
	conns []net.Conn
	down  bool
}

func (c *cable) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.down {
		return nil, errors.New("the cable is cut")
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err == nil {
		c.conns = append(c.conns, conn)
	}
	return conn, err
}

// cut ends all connections; while it is down there are no new ones.
func (c *cable) cut(down bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.down = down
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
}

func guest(t *testing.T, club *clubtest.Club, o client.Options) *client.Client {
	t.Helper()
	o.URL, o.Header = club.URL, http.Header{"Accept-Language": {"en"}}
	c, err := client.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if _, err := c.Guest(t.Context(), "Lan"); err != nil {
		t.Fatal(err)
	}
	return c
}

func join(t *testing.T, c *client.Client, table string) *client.Table {
	t.Helper()
	tb, err := c.Join(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// await follows a table until what is awaited is there, and checks that no frame
// is left out.
func await(t *testing.T, tb *client.Table, what string, is func(u *client.Update) bool) client.Update {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	last := uint64(0)
	for {
		u, err := tb.Next(ctx)
		if err != nil {
			t.Fatalf("waiting for %s: %v", what, err)
		}
		if seq := u.Frame.Seq; last != 0 && u.Step && !u.Missed && seq != last && seq != last+1 {
			t.Errorf("frame %d follows %d", seq, last)
		}
		last = u.Frame.Seq
		if u.You.Seq <= u.Frame.Seq && is(&u) {
			return u
		}
	}
}

func TestSignedIn(t *testing.T) {
	club := open(t)
	lan := guest(t, club, client.Options{})
	if _, err := lan.Register(t.Context(), "lan", "a long password"); err != nil {
		t.Fatal(err)
	}
	other, err := client.New(client.Options{URL: club.URL + "/"})
	if err != nil {
		t.Fatal(err)
	}
	var refused *client.Refused
	if _, err := other.Me(t.Context()); !errors.As(err, &refused) || refused.Code != wire.SignInRequired {
		t.Errorf("a stranger: %v", err)
	}
	if _, err := other.Login(t.Context(), "lan", "another password"); !errors.As(err, &refused) || refused.Code != wire.WrongLogin {
		t.Errorf("a wrong password: %v", err)
	}
	a, err := other.Login(t.Context(), "lan", "a long password")
	if err != nil || a.Player.Name != "Lan" {
		t.Errorf("signed in: %+v, %v", a, err)
	}
	third, err := client.New(client.Options{URL: club.URL})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := third.Resume(t.Context(), other.Token()); err != nil || b != a {
		t.Errorf("resumed: %+v, %v", b, err)
	}
	if tables, err := third.Lobby(t.Context()); err != nil || len(tables) != 2 {
		t.Errorf("the lobby: %v, %v", tables, err)
	}
	for _, bad := range []string{"", "club.example", "ftp://club.example", "http://"} {
		if _, err := client.New(client.Options{URL: bad}); err == nil {
			t.Errorf("%q is taken for an address", bad)
		}
	}
}

func TestNoSuchTable(t *testing.T) {
	c := guest(t, open(t), client.Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if _, err := c.Join(ctx, "nowhere"); err == nil || ctx.Err() != nil {
		t.Errorf("joined nowhere: %v", err)
	}
	join(t, c, "table-1")
	if _, err := c.Join(ctx, "table-1"); err == nil {
		t.Error("joined twice")
	}
}

// A lost connection: what was missed comes, in order, and a command that was sent
// meanwhile is carried out once.
func TestLostConnection(t *testing.T) {
	club, wires := open(t), &cable{}
	lan := guest(t, club, client.Options{Dial: wires.dial})
	minh := guest(t, club, client.Options{})
	a, b := join(t, lan, "table-1"), join(t, minh, "table-1")
	for _, tb := range []*client.Table{a, b} {
		if _, err := tb.Sit(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
	}
	u := await(t, a, "betting with Minh", func(u *client.Update) bool {
		return u.Frame.State.Phase == client.Betting && u.Frame.State.Seats[1].Player != nil && len(u.You.Seats) == 1
	})
	balance, round := u.You.Balance, u.Frame.State.Round
	wires.cut(true)
	answers := make(chan error, 1)
	go func() {
		_, err := a.Bet(t.Context(), round, client.Bet{Seat: 1, Amount: 5000})
		answers <- err
	}()
	// Meanwhile Minh bets, and changes the bet again and again.
	for amount := range 5 {
		if _, err := b.Bet(t.Context(), round, client.Bet{Seat: 2, Amount: money.Amount(1000 * (amount + 1))}); err != nil {
			t.Fatal(err)
		}
	}
	wires.cut(false)
	if err := <-answers; err != nil {
		t.Errorf("a bet that was sent over a cut cable: %v", err)
	}
	u = await(t, a, "the deal", func(u *client.Update) bool { return u.Frame.State.Phase != client.Betting })
	if u.Missed {
		t.Error("frames were missed")
	}
	if lan.Connections() != 2 {
		t.Errorf("%d connections were made", lan.Connections())
	}
	s := u.Frame.State.Seats
	if s[0].Bet != 5000 || s[1].Bet != 5000 {
		t.Errorf("bets of %d and %d", s[0].Bet, s[1].Bet)
	}
	if h := s[0].Hands; len(h) == 1 && h[0].Outcome == blackjack.OutcomeNone && u.You.Balance != balance-5000 { // a Blackjack is paid at once
		t.Errorf("%d left of %d", u.You.Balance, balance)
	}
}

// Whoever was away for too long gets the table as it is.
func TestAwayForTooLong(t *testing.T) {
	club, wires := open(t), &cable{}
	lan := guest(t, club, client.Options{Dial: wires.dial})
	minh := guest(t, club, client.Options{})
	a, b := join(t, lan, "table-2"), join(t, minh, "table-2")
	await(t, a, "the table", func(*client.Update) bool { return true })
	wires.cut(true)
	for range 40 {
		seq, err := b.Sit(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Leave(t.Context(), 0); err != nil || seq == 0 {
			t.Fatal(err)
		}
	}
	wires.cut(false)
	u := await(t, a, "news", func(u *client.Update) bool { return u.Frame.Seq > 40 })
	if !u.Missed || !u.Step {
		t.Errorf("%+v", u)
	}
}

func TestRefusalsSayWhatIsLegal(t *testing.T) {
	tb := join(t, guest(t, open(t), client.Options{}), "table-1")
	var refused *client.Refused
	if _, err := tb.Bet(t.Context(), 7, client.Bet{Seat: 1, Amount: 1000}); !errors.As(err, &refused) || refused.Code != wire.WrongRound || refused.Message == "" {
		t.Errorf("a bet on another round: %v", err)
	}
	if _, err := tb.Act(t.Context(), &client.State{Round: 0}, 1, blackjack.Hit, 0); !errors.As(err, &refused) {
		t.Errorf("a decision without a round: %v", err)
	}
}

// What the club cannot say the end of is asked again under the same id, and done once.
func TestCommandIsRepeatedUntilItsEndIsKnown(t *testing.T) {
	club := open(t)
	var answers []client.Answer
	an := guest(t, club, client.Options{Answered: func(_ client.Command, a client.Answer) { answers = append(answers, a) }})
	table, err := an.Join(t.Context(), "table-1")
	if err != nil {
		t.Fatal(err)
	}
	club.FillDisk(2)
	if _, err := table.Sit(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if len(answers) != 3 || answers[0].Code != wire.StoreUnavailable || answers[1].ID != answers[0].ID || answers[2].ID != answers[0].ID || !answers[2].OK {
		t.Errorf("the answers were %+v", answers)
	}
	if _, err := table.Sit(t.Context(), 3); !errors.As(err, new(*client.Refused)) {
		t.Errorf("a seat that is taken: %v", err)
	}
}
