package telemetry

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestTheLogIsTextOrJSONOfALevel(t *testing.T) {
	var out bytes.Buffer
	log, err := Logger(&out, "json", "warn")
	if err != nil {
		t.Fatal(err)
	}
	log.Info("quiet")
	log.Warn("loud", "table", "sen", "pause", 1500*time.Millisecond, "error", errors.New("no luck"))
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line["msg"] != "loud" || line["table"] != "sen" || line["pause"] != "1.5s" || line["error"] != "no luck" {
		t.Errorf("the log is %s (%v)", &out, err)
	}
	for _, bad := range [][2]string{{"xml", "info"}, {"text", "loud"}} {
		if _, err := Logger(&out, bad[0], bad[1]); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

// A line that repeats itself is written some times, then counted, then summed up;
// other lines are written meanwhile, and after a minute it is written again.
func TestALineThatRepeatsItselfIsCutShort(t *testing.T) {
	var out bytes.Buffer
	log, err := Logger(&out, "text", "info")
	if err != nil {
		t.Fatal(err)
	}
	var minutes []func()
	log.Handler().(*handler).lines.wait = func(d time.Duration, over func()) *time.Timer {
		if d != sameTime {
			t.Errorf("a minute takes %v", d)
		}
		minutes = append(minutes, over)
		return nil
	}
	count := func(what string, want int) {
		t.Helper()
		if got := strings.Count(out.String(), what); got != want {
			t.Errorf("%q stands there %d times, want %d:\n%s", what, got, want, &out)
		}
	}
	for range 1000 {
		log.With("table", "sen").Error("the disk is full")
		log.Info("somebody came")
	}
	log.Error("something else")
	count("the disk is full", sameLines)
	count("somebody came", 1000)
	count("something else", 1)
	for _, over := range minutes {
		over()
	}
	count(`msg="lines were left out" message="the disk is full" lines=980 within=1m0s`, 1)
	count("lines were left out", 1)
	log.Error("the disk is full")
	count(`msg="the disk is full"`, sameLines+1)
	if len(minutes) != 3 {
		t.Errorf("%d minutes began, want 3", len(minutes))
	}
}

// Whoever looks closely sees every line.
func TestTheDebugLogLeavesOutNothing(t *testing.T) {
	var out bytes.Buffer
	log, err := Logger(&out, "text", "debug")
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		log.Warn("again")
	}
	if n := strings.Count(out.String(), "again"); n != 100 {
		t.Errorf("%d lines of 100", n)
	}
}
