package gateway

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// deadlines is a response that remembers the read deadlines it was given.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.set = append(d.set, t)
	return nil
}

// A body has a deadline until its last byte came; a request without one has none.
func TestABodyMustComeInTime(t *testing.T) {
	serve := func(r *http.Request, read bool) []time.Time {
		w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		bodiesInTime(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if read {
				if _, err := io.ReadAll(r.Body); err != nil {
					t.Error(err)
				}
			}
		})).ServeHTTP(w, r)
		return w.set
	}
	post := func() *http.Request { return httptest.NewRequest("POST", "/connection/sse", strings.NewReader("{}")) }

	if set := serve(httptest.NewRequest("GET", "/", nil), false); len(set) != 0 {
		t.Errorf("without a body: deadlines %v", set)
	}
	if set := serve(post(), false); len(set) != 1 || time.Until(set[0]) > bodyTime || time.Until(set[0]) < bodyTime-time.Minute/10 {
		t.Errorf("a body that does not come: deadlines %v, want one in %v", set, bodyTime)
	}
	if set := serve(post(), true); len(set) != 2 || !set[1].IsZero() {
		t.Errorf("a body that came: deadlines %v, want the last lifted", set)
	}
}

// However many come, memory is bounded, and whoever goes on asking stays known:
// nobody gets rid of a limit by bringing strangers.
func TestStrangersDoNotLiftALimit(t *testing.T) {
	l, now := newPlayerLimits(1, 5), time.Now()
	allowed := 0
	for n := range int64(10 * remembered) {
		l.allow(1000+n, now)
		if l.allow(1, now) {
			allowed++
		}
		if len(l.young)+len(l.old) > remembered {
			t.Fatalf("%d are remembered", len(l.young)+len(l.old))
		}
	}
	if allowed != 5 {
		t.Errorf("asked %d times at one moment, allowed %d times", 10*remembered, allowed)
	}
}
