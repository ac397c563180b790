package gateway_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	centrifuge "github.com/centrifugal/centrifuge-go"

	"club99/internal/wire"
)

// talk is what somebody who listens to a table's talk has heard.
type talk struct {
	mu   sync.Mutex
	said []wire.Said
}

func (p *person) talk() *talk {
	p.club.Helper()
	heard := &talk{}
	sub, err := p.client.NewSubscription("talk:sen")
	if err != nil {
		p.club.Fatal(err)
	}
	sub.OnPublication(func(e centrifuge.PublicationEvent) {
		var s wire.Said
		p.decode(e.Data, &s)
		heard.mu.Lock()
		defer heard.mu.Unlock()
		heard.said = append(heard.said, s)
	})
	subscribed := false
	sub.OnSubscribed(func(centrifuge.SubscribedEvent) {
		p.mu.Lock()
		defer p.mu.Unlock()
		subscribed = true
	})
	if err := sub.Subscribe(); err != nil {
		p.club.Fatal(err)
	}
	p.until("the talk is listened to", func() bool { return subscribed })
	return heard
}

// emote says something; a refusal is its code.
func (p *person) emote(table, emote string) (seat int, code wire.Code) {
	p.club.Helper()
	var heard wire.Heard
	err := p.rpc("emote", fmt.Sprintf(`{"table":%q,"emote":%q}`, table, emote), &heard)
	if e := (*centrifuge.Error)(nil); errors.As(err, &e) {
		return 0, wire.Code(e.Message)
	}
	if err != nil {
		p.club.Fatal(err)
	}
	return heard.Seat, ""
}

func (p *person) emoteRefused(table, emote string, want wire.Code) {
	p.club.Helper()
	if seat, code := p.emote(table, emote); code != want {
		p.club.Errorf("%s at %s: seat %d, code %q, want %q", emote, table, seat, code, want)
	}
}

// What a seated player says goes to everybody who listens to the table's talk, once,
// and to nobody else: no frame has it, and the table's sequence does not move.
func TestWhatASeatSaysGoesToTheTable(t *testing.T) {
	c := open(t)
	lan, minh, watcher := c.comeIn("Lan"), c.comeIn("Minh"), c.connect("")
	lan.must(wire.Command{Name: wire.Sit, Seat: 4})
	heard, watched := minh.talk(), watcher.talk()
	before := minh.join().Frame.Seq
	if seat, code := lan.emote("sen", "good-luck"); seat != 4 || code != "" {
		t.Fatalf("from seat %d, code %q", seat, code)
	}
	want := wire.Said{Table: "sen", Seat: 4, Emote: wire.GoodLuck}
	for _, ears := range []*talk{heard, watched} {
		minh.until("what Lan said", func() bool {
			ears.mu.Lock()
			defer ears.mu.Unlock()
			return len(ears.said) > 0
		})
		if ears.said[0] != want || len(ears.said) != 1 {
			t.Errorf("heard %+v", ears.said)
		}
	}
	if after := minh.join().Frame.Seq; after != before {
		t.Errorf("what was said is in the journal: %d entries, then %d", before, after)
	}
}

func TestWhoMaySayWhat(t *testing.T) {
	c := open(t)
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	lan.must(wire.Command{Name: wire.Sit, Seat: 4})
	minh.emoteRefused("sen", "hello", wire.NotSeated)
	c.connect("").emoteRefused("sen", "hello", wire.SignInRequired)
	lan.emoteRefused("nowhere", "hello", wire.NoSuchTable)
	lan.emoteRefused("sen", "buy chips at evil.test", wire.BadMessage)
	lan.must(wire.Command{Name: wire.Leave})
	lan.emoteRefused("sen", "hello", wire.NotSeated)
}

// Nobody floods a table with what they say; the others can still say something.
func TestEmotesHaveARate(t *testing.T) {
	c := open(t)
	lan, minh := c.comeIn("Lan"), c.comeIn("Minh")
	lan.must(wire.Command{Name: wire.Sit, Seat: 1})
	minh.must(wire.Command{Name: wire.Sit, Seat: 2})
	for i := range 3 {
		if _, code := lan.emote("sen", "laugh"); code != "" {
			t.Errorf("the emote %d of three: %s", i+1, code)
		}
	}
	lan.emoteRefused("sen", "laugh", wire.RateLimited)
	if _, code := minh.emote("sen", "hello"); code != "" {
		t.Errorf("somebody else: %s", code)
	}
}
