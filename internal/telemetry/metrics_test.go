package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/ledger"
	"club99/internal/odds"
	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/telemetry"
	"club99/internal/wire"
	"club99/money"
)

// get is what the server of metrics answers.
func get(m *telemetry.Metrics, path string) (status int, body string) {
	w := httptest.NewRecorder()
	m.Server().Handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Code, w.Body.String()
}

// shows checks that the metrics have these lines.
func shows(t *testing.T, m *telemetry.Metrics, lines ...string) {
	t.Helper()
	_, text := get(m, "/metrics")
	for _, line := range lines {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("%q is missing", line)
		}
	}
}

func TestMetricsTellWhatTheHouseWon(t *testing.T) {
	m := telemetry.NewMetrics()
	fail := false
	m.House(func(context.Context) ([]odds.House, error) {
		if fail {
			return nil, errors.New("the disk is gone")
		}
		return []odds.House{{Table: "sen", Bets: 5000, Result: -40, Expected: 16.5, Score: -0.25}}, nil
	})
	shows(t, m, `club99_house_first_bets{table="sen"} 5000`, `club99_house_result{table="sen"} -40`, `club99_house_expected{table="sen"} 16.5`, `club99_house_score{table="sen"} -0.25`)
	fail = true
	if _, text := get(m, "/metrics"); strings.Contains(text, "club99_house") || !strings.Contains(text, "go_goroutines") {
		t.Error("without the house's results the others must stand alone")
	}
}

func TestMetricsTellOfEachTable(t *testing.T) {
	m := telemetry.NewMetrics()
	m.Tables(func() []wire.LobbyTable {
		return []wire.LobbyTable{{ID: "sen", Taken: 3, Watching: 2}, {ID: "truc", Phase: "closed"}}
	})
	shows(t, m, `club99_table_seats_taken{table="sen"} 3`, `club99_table_watching{table="sen"} 2`, `club99_tables 2`, `club99_tables_open 1`, `club99_table_closed{table="sen"} 0`, `club99_table_closed{table="truc"} 1`)
}

// answering is a store that answers every commit in the same way.
type answering struct {
	store.Store
	err error
}

func (a answering) Commit(context.Context, store.Commit) (store.Receipt, error) {
	return store.Receipt{}, a.err
}

// hushed is a publisher to nobody.
type hushed struct{ frames int }

func (h *hushed) Publish(string, *wire.Frame)   { h.frames++ }
func (*hushed) PublishPrivate(int64, *wire.You) {}
func (*hushed) PublishLobby(*wire.LobbyTable)   {}

func TestCommitsAreCountedByWhatBecameOfThem(t *testing.T) {
	m := telemetry.NewMetrics()
	for _, err := range []error{
		nil, nil, store.ErrBusy, store.ErrConflict, store.ErrUncertain, store.ErrUnavailable, errors.New("of some other kind"),
		store.InsufficientError{Account: ledger.Player(1)}, store.DuplicateError{},
	} {
		wrapped := err
		if err != nil {
			wrapped = errors.Join(errors.New("table sen"), err)
		}
		if _, got := m.Store(answering{err: wrapped}, slog.New(slog.DiscardHandler)).Commit(t.Context(), store.Commit{Table: "sen"}); got != wrapped {
			t.Errorf("the commit answers %v, the store %v", got, wrapped)
		}
	}
	shows(t, m, `club99_commits_total{result="written"} 2`, `club99_commits_total{result="busy"} 1`, `club99_commits_total{result="conflict"} 1`,
		`club99_commits_total{result="uncertain"} 1`, `club99_commits_total{result="unavailable"} 2`, `club99_commits_total{result="refused"} 2`,
		`club99_commit_seconds_count 2`)
	m.Transaction(3, time.Millisecond)
	shows(t, m, `club99_transaction_commits_sum 3`, `club99_transaction_commits_bucket{le="2"} 0`, `club99_transaction_seconds_bucket{le="0.001"} 1`)
}

// When nothing could be written, it is said once that it is over.
func TestBooksThatCanBeWrittenAgain(t *testing.T) {
	var log bytes.Buffer
	inner := &answering{}
	st := telemetry.NewMetrics().Store(inner, slog.New(slog.NewTextHandler(&log, nil)))
	for _, err := range []error{nil, store.ErrUnavailable, store.ErrUncertain, store.DuplicateError{}, nil, nil, store.ErrBusy, nil} {
		inner.err = err
		_, _ = st.Commit(t.Context(), store.Commit{Table: "sen"}) // what it answers is another test's
	}
	if n := strings.Count(log.String(), "can be written again"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, &log)
	}
}

// Only the frame that tells a commit says how long that took.
func TestPublishingIsTimedFromTheCommit(t *testing.T) {
	m := telemetry.NewMetrics()
	inner := &hushed{}
	tell, st := m.Publisher(inner), m.Store(memory.New(), slog.New(slog.DiscardHandler))
	tell.Publish("sen", &wire.Frame{})
	shows(t, m, `club99_publish_seconds_count 0`)
	if _, err := st.Commit(t.Context(), store.Commit{Table: "sen", At: time.Now(), Entry: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	tell.Publish("truc", &wire.Frame{})
	shows(t, m, `club99_publish_seconds_count 0`)
	tell.Publish("sen", &wire.Frame{})
	tell.Publish("sen", &wire.Frame{})
	shows(t, m, `club99_publish_seconds_count 1`)
	if inner.frames != 4 {
		t.Errorf("%d frames of 4 were passed on", inner.frames)
	}
}

func TestWhatIsPlayedIsCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	m.Publisher(&hushed{}).Publish("sen", &wire.Frame{Events: []wire.Event{
		{Kind: wire.SeatIsTaken}, {Kind: "bet-placed"}, {Kind: "bet-placed"}, {Kind: "card-dealt"},
		{Kind: "decided", Action: blackjack.Hit}, {Kind: "decided", Action: blackjack.Stand, By: blackjack.ByClock},
		{Kind: "decided", Action: blackjack.DeclineSurrender}, {Kind: "round-over"}, {Kind: wire.SeatIsLeft},
	}})
	shows(t, m, `club99_actions_total{action="sit",by="player"} 1`, `club99_actions_total{action="bet",by="player"} 2`,
		`club99_actions_total{action="hit",by="player"} 1`, `club99_actions_total{action="hit",by="clock"} 0`,
		`club99_actions_total{action="stand",by="clock"} 1`, `club99_actions_total{action="no-surrender",by="player"} 1`,
		`club99_actions_total{action="leave",by="player"} 1`, `club99_rounds_total 1`)
}

func TestTheDoorIsCounted(t *testing.T) {
	m := telemetry.NewMetrics()
	m.Refused(wire.Busy)
	m.Refused("made up by somebody")
	m.CameIn()
	m.Resumed(true)
	m.SentAway("slow")
	m.SentAway("something new")
	m.Connected(func() (int, int) { return 7, 5 })
	shows(t, m, `club99_refusals_total{code="busy"} 1`, `club99_refusals_total{code="other"} 1`, `club99_refusals_total{code="not-your-turn"} 0`,
		`club99_connections_opened_total 1`, `club99_resumes_total{by="frames"} 1`, `club99_resumes_total{by="snapshot"} 0`,
		`club99_sent_away_total{reason="slow"} 1`, `club99_sent_away_total{reason="something-new"} 1`, `club99_sent_away_total{reason="no-pong"} 0`,
		`club99_connections 7`, `club99_players_connected 5`)
}

// The sum over all accounts is read once a minute, however often it is asked for.
func TestTheLedgerIsAddedUpOnceAMinute(t *testing.T) {
	m := telemetry.NewMetrics()
	var log bytes.Buffer
	reads, sum, err := 0, money.Amount(0), error(nil)
	now := time.Unix(1_800_000_000, 0)
	m.LedgerAt(slog.New(slog.NewTextHandler(&log, nil)), func(context.Context) (money.Amount, error) {
		reads++
		return sum, err
	}, func() time.Time { return now })
	for range 5 {
		shows(t, m, `club99_ledger_imbalance 0`, `club99_ledger_checked_timestamp_seconds 1.8e+09`)
	}
	if reads != 1 {
		t.Errorf("five looks read %d times", reads)
	}
	now, sum = now.Add(time.Minute), -250
	shows(t, m, `club99_ledger_imbalance -250`)
	if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "units=-250") {
		t.Errorf("the log does not say it: %s", &log)
	}
	now, err = now.Add(time.Minute), errors.New("the disk is gone")
	if _, text := get(m, "/metrics"); strings.Contains(text, "\nclub99_ledger") || !strings.Contains(log.String(), "the disk is gone") {
		t.Error("what could not be read is shown all the same, or the log does not say so")
	}
	now, err, sum = now.Add(-time.Hour), nil, 0 // a clock that was set back
	shows(t, m, `club99_ledger_imbalance 0`)
}

func TestTheDataFolderIsMeasured(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "club99.db"), make([]byte, 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	m := telemetry.NewMetrics()
	m.Data(dir)
	shows(t, m, `club99_data_bytes 5000`)
	if _, text := get(m, "/metrics"); !strings.Contains(text, "\nclub99_data_free_bytes ") || strings.Contains(text, "\nclub99_data_free_bytes 0\n") {
		t.Error("it is not said how much room there is")
	}
}

func TestMetricsCountTheLog(t *testing.T) {
	log, err := telemetry.Logger(io.Discard, "text", "error")
	if err != nil {
		t.Fatal(err)
	}
	m := telemetry.NewMetrics()
	m.Log(log)
	for range 100 {
		log.With("table", "sen").Error("the store refused a commit")
	}
	log.Info("open")
	shows(t, m, `club99_log_lines_total{level="error"} 100`, `club99_log_lines_total{level="warn"} 0`)
}

func TestMetricsOfTheLibraryStandApart(t *testing.T) {
	m := telemetry.NewMetrics()
	if status, text := get(m, "/metrics/realtime"); status != 200 || strings.Contains(text, "club99_") {
		t.Errorf("%d %s", status, text)
	}
	if m.Realtime() == nil {
		t.Error("the library has nowhere to put its numbers")
	}
}
