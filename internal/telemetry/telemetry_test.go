package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"club99/internal/odds"
	"club99/internal/telemetry"
	"club99/internal/wire"
)

func TestTheLogIsTextOrJSONOfALevel(t *testing.T) {
	var out bytes.Buffer
	log, err := telemetry.Logger(&out, "json", "warn")
	if err != nil {
		t.Fatal(err)
	}
	log.Info("quiet")
	log.Warn("loud", "table", "sen")
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil || line["msg"] != "loud" || line["table"] != "sen" {
		t.Errorf("the log is %s (%v)", &out, err)
	}
	for _, bad := range [][2]string{{"xml", "info"}, {"text", "loud"}} {
		if _, err := telemetry.Logger(&out, bad[0], bad[1]); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

func TestMetricsTellWhatTheHouseWon(t *testing.T) {
	r := telemetry.NewMetrics()
	fail := false
	telemetry.House(r, func(context.Context) ([]odds.House, error) {
		if fail {
			return nil, errors.New("the disk is gone")
		}
		return []odds.House{{Table: "sen", Bets: 5000, Result: -40, Expected: 16.5, Score: -0.25}}, nil
	})
	scrape := func() string {
		w := httptest.NewRecorder()
		telemetry.Server(r).Handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		return w.Body.String()
	}
	text := scrape()
	for _, want := range []string{`club99_house_first_bets{table="sen"} 5000`, `club99_house_result{table="sen"} -40`, `club99_house_expected{table="sen"} 16.5`, `club99_house_score{table="sen"} -0.25`} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	fail = true
	if text := scrape(); strings.Contains(text, "club99_house") || !strings.Contains(text, "go_goroutines") {
		t.Error("without the house's results the others must stand alone")
	}
}

func TestMetricsTellOfEachTable(t *testing.T) {
	r := telemetry.NewMetrics()
	telemetry.Tables(r, func() []wire.LobbyTable {
		return []wire.LobbyTable{{ID: "sen", Taken: 3, Watching: 2}, {ID: "mai", Phase: wire.PhaseClosed}}
	})
	w := httptest.NewRecorder()
	telemetry.Server(r).Handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{`club99_table_seats_taken{table="sen"} 3`, `club99_table_watching{table="sen"} 2`, `club99_table_closed{table="sen"} 0`, `club99_table_closed{table="mai"} 1`, "go_goroutines"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}
