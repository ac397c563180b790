package client

import (
	"testing"

	"club99/internal/clubtest"
	"club99/preset"
)

// Who has missed something reads the table again until that can be read.
func TestWhatWasMissedIsAskedForUntilItComes(t *testing.T) {
	rules, err := preset.Load("club99")
	if err != nil {
		t.Fatal(err)
	}
	club, err := clubtest.Open(clubtest.Tables(1, rules)...)
	if err != nil {
		t.Fatal(err)
	}
	defer club.Close()
	c, err := New(Options{URL: club.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Guest(t.Context(), "Lan"); err != nil {
		t.Fatal(err)
	}
	tb, err := c.Join(t.Context(), "table-1")
	if err == nil {
		_, err = tb.Next(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	club.TearPages(3)
	c.missed()
	if u, err := tb.Next(t.Context()); err != nil || !u.Missed {
		t.Errorf("%+v, %v", u, err)
	}
}
