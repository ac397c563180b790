package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	centrifuge "github.com/centrifugal/centrifuge-go"

	"club99/internal/wire"
)

// itemsKept bounds what may wait for [Table.Next]. Whoever lets more than that
// gather has stopped reading: what waits is dropped and the table joined anew.
const itemsKept = 1024

// Table is one table as the client follows it. [Table.Next] belongs to one
// goroutine; commands may be sent from any.
type Table struct {
	client *Client
	id     string
	line   *centrifuge.Subscription

	mu      sync.Mutex
	waiting []item
	lost    bool          // something was dropped: the table must be joined anew
	more    chan struct{} // holds one: there is something to look at

	// Of whoever calls Next.
	taken []item // from waiting
	next  int    // of those
	frame *Frame
	you   *You
	cards []CardProof
}

// item is what came over the line, in order.
type item struct {
	frame []byte
	you   *You
	gap   bool  // what was missed cannot be delivered
	err   error // nothing comes any more
	at    time.Time
}

// Update is the table after something happened.
type Update struct {
	Frame  *Frame // the newest; shared, must not be changed
	You    *You   // the newest; never older than the frame in what it says
	Step   bool   // Frame is new; its events say what happened
	Told   bool   // You is new
	Missed bool   // the table was joined anew: frames are missing before this one
	At     time.Time
}

// Join begins to follow a table. The first update that [Table.Next] gives is the
// table as it was then.
func (c *Client) Join(ctx context.Context, table string) (*Table, error) {
	if err := c.Connect(ctx); err != nil {
		return nil, err
	}
	t := &Table{client: c, id: table, more: make(chan struct{}, 1)}
	c.mu.Lock()
	line, taken := c.line, c.tables[table] != nil
	if !taken {
		c.tables[table] = t
	}
	c.mu.Unlock()
	if taken {
		return nil, fmt.Errorf("table %s was joined already", table)
	}
	err := t.follow(ctx, line)
	if err == nil {
		err = t.look(ctx)
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	t.add(item{at: time.Now()})
	return t, nil
}

// follow subscribes to the table's frames, and waits for it.
func (t *Table) follow(ctx context.Context, line *centrifuge.Client) (err error) {
	t.line, err = line.NewSubscription("table:"+t.id, centrifuge.SubscriptionConfig{Recoverable: true, Positioned: true})
	if err != nil {
		return err
	}
	ready := make(chan error, 1)
	first := func(err error) {
		select {
		case ready <- err:
		default:
		}
	}
	t.line.OnSubscribed(func(e centrifuge.SubscribedEvent) {
		if e.WasRecovering && !e.Recovered {
			t.add(item{gap: true})
		}
		first(nil)
	})
	t.line.OnUnsubscribed(func(e centrifuge.UnsubscribedEvent) {
		err := fmt.Errorf("table %s: %s (%d)", t.id, e.Reason, e.Code)
		t.add(item{err: err})
		first(err)
	})
	t.line.OnPublication(func(e centrifuge.PublicationEvent) { t.add(item{frame: e.Data, at: time.Now()}) })
	if err := t.line.Subscribe(); err != nil {
		return err
	}
	select {
	case err := <-ready:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close stops following the table. A seat there is kept for a while; leave it before.
func (t *Table) Close() {
	c := t.client
	c.mu.Lock()
	line := c.line
	if c.tables[t.id] == t {
		delete(c.tables, t.id)
	}
	c.mu.Unlock()
	if t.line != nil && line != nil {
		_ = t.line.Unsubscribe() // fails where the connection has ended, which is as good
		_ = line.RemoveSubscription(t.line)
	}
}

// told passes on what the player alone is told.
func (c *Client) told(data []byte) {
	y, err := read[You](data)
	if err != nil {
		c.missed()
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if t := c.tables[y.Table]; t != nil {
		t.add(item{you: y, at: time.Now()})
	}
}

// missed has every table joined anew, for what the player was told is not known.
func (c *Client) missed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.tables {
		t.add(item{gap: true})
	}
}

func (t *Table) add(i item) {
	t.mu.Lock()
	if len(t.waiting) >= itemsKept {
		t.waiting, t.lost = t.waiting[:0], true
	}
	t.waiting = append(t.waiting, i)
	t.mu.Unlock()
	select {
	case t.more <- struct{}{}:
	default:
	}
}

// take is the next item, if one waits.
func (t *Table) take() (i item, ok bool) {
	if t.next < len(t.taken) {
		i, t.taken[t.next] = t.taken[t.next], item{}
		t.next++
		return i, true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lost {
		t.lost = false
		return item{gap: true}, true
	}
	if len(t.waiting) == 0 {
		return i, false
	}
	t.taken, t.waiting = t.waiting, t.taken[:0]
	i, t.taken[0], t.next = t.taken[0], item{}, 1
	return i, true
}

// Next waits for the next thing that happens at the table. An error means that
// nothing comes any more, or that ctx has ended.
func (t *Table) Next(ctx context.Context) (Update, error) {
	for {
		i, ok := t.take()
		if !ok {
			select {
			case <-t.more:
				continue
			case <-ctx.Done():
				return Update{}, ctx.Err()
			}
		}
		u, news, err := t.step(ctx, i)
		if err != nil || news {
			return u, err
		}
	}
}

// step makes an item the newest. It is no news if something newer is known.
func (t *Table) step(ctx context.Context, i item) (u Update, news bool, err error) {
	u = Update{At: i.at}
	switch {
	case i.err != nil:
		return u, false, i.err
	case i.gap:
		return t.anew(ctx)
	case i.you != nil:
		if i.you.Seq < t.you.Seq {
			return u, false, nil
		}
		t.you, u.Told = i.you, true
	case i.frame != nil:
		f, err := t.client.frames.of(t.id, i.frame)
		if err != nil {
			return u, false, fmt.Errorf("table %s: a frame cannot be read: %w", t.id, err)
		}
		switch {
		case f.Seq < t.frame.Seq:
			return u, false, nil // from before the table was joined
		case f.Seq > t.frame.Seq+1:
			return t.anew(ctx)
		}
		t.frame, u.Step = f, true
	default: // the table as it was joined
		u.Step, u.Told = true, true
	}
	u.Frame, u.You = t.frame, t.you
	return u, true, nil
}

// anew reads the table again, where frames are missing. What was followed still
// is when the club is busy or cannot read its books, so it asks until there is an answer.
func (t *Table) anew(ctx context.Context) (Update, bool, error) {
	for wait := againAfter; ; wait = min(2*wait, againAtMost) {
		err := t.look(ctx)
		refused := (*Refused)(nil)
		switch {
		case err == nil:
			return Update{Frame: t.frame, You: t.you, Step: true, Told: true, Missed: true, At: time.Now()}, true, nil
		case !errors.As(err, &refused) || !again(refused.Code) && refused.Code != wire.RateLimited:
			return Update{}, false, err
		}
		if err := pause(ctx, wait); err != nil {
			return Update{}, false, err
		}
	}
}

// look reads the table as it is.
func (t *Table) look(ctx context.Context) error {
	data, err := t.client.call(ctx, "join", wire.Encode(map[string]string{"table": t.id}))
	if err != nil {
		return err
	}
	var s wire.Snapshot
	if err := json.Unmarshal(data, &s); err != nil {
		return fmt.Errorf("table %s: it cannot be read: %w", t.id, err)
	}
	t.frame, t.you, t.cards = &s.Frame, &s.You, s.Cards
	return nil
}

// Cards are the proofs of the cards that lay open when the table was joined; those
// that are turned up later stand in the events of frames. It belongs to whoever
// calls [Table.Next].
func (t *Table) Cards() []CardProof { return t.cards }

// call makes a request over the line, again and again until there is an answer or
// ctx ends: all that the club understands may be asked twice.
func (c *Client) call(ctx context.Context, method string, data []byte) ([]byte, error) {
	c.mu.Lock()
	line := c.line
	c.mu.Unlock()
	for {
		answer, err := once(ctx, line, method, data)
		var refused *centrifuge.Error
		switch {
		case err == nil:
			return answer, nil
		case errors.As(err, &refused):
			return nil, &Refused{Code: Code(refused.Message)}
		} // everything else is about the line, whatever it is called
		c.mu.Lock()
		ended := c.ended
		c.mu.Unlock()
		if ended != nil {
			return nil, ended
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// askTime is longer than the library waits for an answer, and than the club takes
// to say that it is busy.
const askTime = 15 * time.Second

// once makes a request once. A line that breaks while centrifuge-go v0.12.1 writes
// to it is reported twice, and RPC waits for somebody to take the second report,
// whatever becomes of ctx: it is left behind, and the request is made again.
func once(ctx context.Context, line *centrifuge.Client, method string, data []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	type reply struct {
		data []byte
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		r, err := line.RPC(ctx, method, data)
		replies <- reply{r.Data, err}
	}()
	select {
	case r := <-replies:
		return r.data, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
