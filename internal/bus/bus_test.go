package bus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"
)

func join(t *testing.T, name, secret string, peers ...string) *Bus {
	t.Helper()
	b, err := Open(Config{Node: name, Listen: "127.0.0.1:0", Peers: peers, Secret: secret, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never came: %s", what)
		}
	}
}

// ask asks until somebody answers.
func ask(t *testing.T, b *Bus, subject, text string) string {
	t.Helper()
	var answer []byte
	until(t, "an answer from "+subject, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var err error
		answer, err = b.Ask(ctx, subject, []byte(text))
		return err == nil
	})
	return string(answer)
}

// Three nodes of which each knows one: everybody reaches everybody.
func TestNodesFindEachOther(t *testing.T) {
	a := join(t, "a", "s")
	b := join(t, "b", "s", a.Address())
	c := join(t, "c", "s", a.Address())
	if _, err := c.Listen("club99.x", func(data []byte, reply func([]byte)) { reply(append([]byte("c heard "), data...)) }); err != nil {
		t.Fatal(err)
	}
	for _, from := range []*Bus{a, b} {
		if got := ask(t, from, "club99.x", "hello"); got != "c heard hello" {
			t.Errorf("got %q", got)
		}
	}
}

// What one node says comes in order at another, whatever the subject; and not to itself.
func TestInOrder(t *testing.T) {
	a := join(t, "a", "s")
	b := join(t, "b", "s", a.Address())
	const many = 2000
	heard, own := make(chan string, 2*many), make(chan string, 1)
	for i := range 10 {
		if _, err := b.Listen(fmt.Sprintf("club99.%d", i), func(data []byte, _ func([]byte)) { heard <- string(data) }); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Listen("club99.ready", func(_ []byte, reply func([]byte)) { reply(nil) }); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Listen("club99.>", func(data []byte, _ func([]byte)) { own <- string(data) }); err != nil {
		t.Fatal(err)
	}
	ask(t, a, "club99.ready", "")
	for i := range many {
		a.Tell(fmt.Sprintf("club99.%d", i%10), fmt.Append(nil, i))
	}
	for i := range many {
		select {
		case got := <-heard:
			if got != fmt.Sprint(i) {
				t.Fatalf("message %d came as %s", i, got)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("message %d did not come", i)
		}
	}
	select {
	case got := <-own:
		t.Errorf("the node heard itself say %q", got)
	default:
	}
}

func TestNobodyAnswers(t *testing.T) {
	a := join(t, "a", "s")
	stop, err := a.Listen("club99.x", func(_ []byte, reply func([]byte)) { reply([]byte("yes")) })
	if err != nil {
		t.Fatal(err)
	}
	b := join(t, "b", "s", a.Address())
	ask(t, b, "club99.x", "")
	stop()
	until(t, "nobody", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := b.Ask(ctx, "club99.x", nil)
		return errors.Is(err, ErrNobody)
	})
}

// Without the secret nobody comes in.
func TestAStrangerIsNotLetIn(t *testing.T) {
	a := join(t, "a", "s")
	if _, err := a.Listen("club99.x", func(_ []byte, reply func([]byte)) { reply([]byte("yes")) }); err != nil {
		t.Fatal(err)
	}
	stranger := join(t, "stranger", "another", a.Address())
	time.Sleep(500 * time.Millisecond)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if answer, err := stranger.Ask(ctx, "club99.x", nil); err == nil {
		t.Errorf("the stranger got %q", answer)
	}
	if stranger.Peers() != 0 || a.Peers() != 0 {
		t.Error("the stranger was let in")
	}
}
