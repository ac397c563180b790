package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// Logger returns a log that writes lines of the given format ("text" or "json")
// and level ("debug", "info", "warn" or "error") to w. Unless it is to show
// everything, a warning or an error that repeats itself is written [sameLines]
// times a minute at most; how many were left out is written after that minute.
func Logger(w io.Writer, format, level string) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		return nil, fmt.Errorf("log level %q is none of debug, info, warn, error", level)
	}
	options := &slog.HandlerOptions{Level: l, ReplaceAttr: inWords}
	var to slog.Handler
	switch format {
	case "text":
		to = slog.NewTextHandler(w, options)
	case "json":
		to = slog.NewJSONHandler(w, options)
	default:
		return nil, fmt.Errorf("log format %q is neither text nor json", format)
	}
	return slog.New(&handler{Handler: to, lines: &lines{to: to, all: l <= slog.LevelDebug, now: time.Now, wait: time.AfterFunc, each: map[string]*repeated{}}}), nil
}

// inWords writes durations as people do, in both formats.
func inWords(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

const (
	sameLines = 20          // written before the others are counted only
	sameTime  = time.Minute // in which they are counted
	// manyMessages bounds how many different messages are counted at once. Those
	// beyond it are all written: there are fewer messages in the program.
	manyMessages = 500
)

// handler counts lines, and leaves out those that repeat themselves: a full disk
// has every table say the same several times a second.
type handler struct {
	slog.Handler
	lines *lines
}

// lines is what the handlers of one log share.
type lines struct {
	warnings, errors atomic.Uint64
	to               slog.Handler // of the log itself
	all              bool         // leave out nothing

	now  func() time.Time
	wait func(time.Duration, func()) *time.Timer
	mu   sync.Mutex
	each map[string]*repeated // by message
}

// repeated is a message in its minute.
type repeated struct{ written, left int }

// Handle is slog.Handler.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	switch {
	case r.Level >= slog.LevelError:
		h.lines.errors.Add(1)
	case r.Level >= slog.LevelWarn:
		h.lines.warnings.Add(1)
	}
	if r.Level >= slog.LevelWarn && !h.lines.all && !h.due(r.Message) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs is slog.Handler.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &handler{h.Handler.WithAttrs(attrs), h.lines}
}

// WithGroup is slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler {
	return &handler{h.Handler.WithGroup(name), h.lines}
}

// due reports whether a line with the message is to be written.
func (h *handler) due(message string) bool {
	l := h.lines
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.each[message]
	if m == nil {
		if len(l.each) >= manyMessages {
			return true
		}
		m = &repeated{}
		l.each[message] = m
		l.wait(sameTime, func() { l.sumUp(message) })
	}
	if m.written < sameLines {
		m.written++
		return true
	}
	m.left++
	return false
}

// sumUp ends the minute of a message.
func (l *lines) sumUp(message string) {
	l.mu.Lock()
	m := l.each[message]
	delete(l.each, message)
	l.mu.Unlock()
	if m.left == 0 {
		return
	}
	r := slog.NewRecord(l.now(), slog.LevelWarn, "lines were left out", 0)
	r.Add("message", message, "lines", m.left, "within", sameTime)
	_ = l.to.Handle(context.Background(), r) // as any line: nobody could be told that it is lost
}
