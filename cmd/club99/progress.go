package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// progress is a bar on a terminal that says what is left. It shows only where
// somebody can see it move, and once something takes longer than two seconds.
type progress struct {
	to      io.Writer // nil: nobody looks
	started time.Time // of what is being shown
	shown   time.Time
	share   float64
}

const (
	barDelay = 2 * time.Second
	barEvery = 200 * time.Millisecond
	barWidth = 24
)

func newProgress(notes io.Writer) *progress {
	if !onTerminal(notes) {
		return &progress{}
	}
	return &progress{to: notes, started: time.Now()}
}

// onTerminal reports whether somebody reads along what is written there.
func onTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colored reports whether text may have colors there: on a terminal that has
// some, unless NO_COLOR says that nobody wants them.
func colored(w io.Writer) bool {
	return onTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// show draws the bar for a share of the work that is done, 0 to 1.
func (p *progress) show(share float64, words string) {
	now := time.Now()
	if p.to == nil || now.Sub(p.shown) < barEvery {
		return
	}
	if share < p.share { // another part of the work has begun
		p.started = now
	}
	p.share = share
	took := now.Sub(p.started)
	if p.shown.IsZero() && took < barDelay {
		return
	}
	p.shown = now
	left := ""
	if share > 0 {
		left = ", " + (time.Duration(float64(took) * (1/share - 1))).Round(time.Second).String() + " left"
	}
	done := int(share * barWidth)
	fmt.Fprintf(p.to, "\r\x1b[K[%s%s] %3.0f%% %s%s", strings.Repeat("#", done), strings.Repeat("-", barWidth-done), 100*share, words, left)
}

// end removes the bar.
func (p *progress) end() {
	if p.to != nil && !p.shown.IsZero() {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}
