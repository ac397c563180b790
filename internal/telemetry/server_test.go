package telemetry_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"club99/internal/telemetry"
)

// Whoever asks beside the metrics is told why the club is not ready.
func TestReadinessIsServed(t *testing.T) {
	m := telemetry.NewMetrics()
	var broken error
	m.Ready(telemetry.NewReadiness(func(context.Context) error { return broken }, func() (int, int) { return 1, 1 }))
	if status, body := get(m, "/readyz"); status != 200 || body != "ready\n" {
		t.Errorf("%d %q", status, body)
	}
	shows(t, m, "club99_ready 1")
	if status, body := get(m, "/healthz"); status != 200 || body != "ok\n" {
		t.Errorf("%d %q", status, body)
	}
	m = telemetry.NewMetrics()
	broken = errors.New("the disk is full")
	m.Ready(telemetry.NewReadiness(func(context.Context) error { return broken }, func() (int, int) { return 1, 1 }))
	if status, body := get(m, "/readyz"); status != 503 || body != "not ready: the books: the disk is full\n" {
		t.Errorf("%d %q", status, body)
	}
	shows(t, m, "club99_ready 0")
	if status, _ := get(m, "/healthz"); status != 200 {
		t.Errorf("a club that cannot write lives all the same: %d", status)
	}
}

// Profiles are given to those alone who call this machine by its own name.
func TestProfilesAreForThisMachine(t *testing.T) {
	for host, want := range map[string]int{
		"127.0.0.1:9098": 200, "localhost:9098": 200, "localhost": 200, "[::1]:9098": 200, "127.0.0.1": 200,
		"evil.example:9098": 403, "evil.example": 403, "192.0.2.1:9098": 403, "localhost.evil.example:9098": 403, "": 403,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/debug/pprof/", nil)
		r.Host = host
		telemetry.Profiles().Handler.ServeHTTP(w, r)
		if w.Code != want || want == 200 && !strings.Contains(w.Body.String(), "goroutine") {
			t.Errorf("host %q gets %d, want %d", host, w.Code, want)
		}
	}
	w := httptest.NewRecorder()
	telemetry.Profiles().Handler.ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1/debug/pprof/cmdline", nil))
	if strings.Contains(w.Body.String(), "telemetry.test") {
		t.Error("the command line, in which there may be names of files, is shown")
	}
}
