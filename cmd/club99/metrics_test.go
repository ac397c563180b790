package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"club99/blackjack"
	"club99/internal/clubtest"
	"club99/internal/load"
	"club99/internal/play"
	"club99/internal/store/postgres/pgtest"
)

// watched is a club that runs in this process, with its metrics.
type watched struct {
	url, metrics string
}

// openWatched opens a club of one fast table with a bot.
func openWatched(t *testing.T) watched {
	t.Helper()
	settings := filepath.Join(t.TempDir(), "club99.toml")
	if err := os.WriteFile(settings, []byte(`proxied = true
[[tables]]
id = "sen"
name = { vi = "Phòng Sen", en = "Lotus Room" }
rules = "club99"
bots = ["An"]
[tables.settings]
bet_time = "2s"
act_time = "2s"
result_time = "0s"
`), 0o600); err != nil {
		t.Fatal(err)
	}
	return openWith(t, "--config", settings)
}

// openWith opens a club with these flags.
func openWith(t *testing.T, flags ...string) watched {
	t.Helper()
	var log lockedBuffer
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- run(ctx, append([]string{"serve", "--data", filepath.Join(t.TempDir(), "data"), "--address", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--log-format", "json"}, flags...), io.Discard, &log)
	}()
	t.Cleanup(func() {
		cancel()
		if status := <-ended; status != done {
			t.Errorf("the club ended with %d: %s", status, &log)
		}
	})
	var c watched
	eventually(t, "the club is open", func() bool {
		for line := range strings.Lines(log.String()) {
			var said struct{ Msg, URL, Metrics string }
			if json.Unmarshal([]byte(line), &said) == nil && said.Msg == "open" {
				c = watched{said.URL, "http://" + said.Metrics}
			}
		}
		return c.url != ""
	})
	return c
}

// eventually waits for a condition, for as long as a busy machine may need.
func eventually(t *testing.T, what string, ok func() bool, left ...*[]string) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			for _, list := range left {
				t.Errorf("waiting for %v", *list)
			}
			t.Fatalf("never came: %s", what)
		}
	}
}

func (c *watched) get(t *testing.T, address string) string {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v", address, resp.Status, err)
	}
	return string(body)
}

var family = regexp.MustCompile(`^# TYPE (\S+) (\w+)`)

// scrape reads the metrics: the sum over the lines of each that the club counts, a
// histogram's observations, and the names of all, the process's too.
func (c *watched) scrape(t *testing.T) (sums map[string]float64, names []string) {
	t.Helper()
	sums = map[string]float64{}
	name, counted := "", ""
	for line := range strings.Lines(c.get(t, c.metrics+"/metrics")) {
		if found := family.FindStringSubmatch(line); found != nil {
			name, counted = found[1], found[1]
			if found[2] == "histogram" {
				counted += "_count"
			}
			names = append(names, name)
			continue
		}
		key, value, ok := strings.Cut(strings.TrimSpace(line), " ")
		if key, _, _ = strings.Cut(key, "{"); !ok || key != counted {
			continue
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		sums[name] += n
	}
	return sums, names
}

// documented are the metrics that docs/operating.md has a row for.
func documented(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, found := range regexp.MustCompile("(?m)^\\| `(club99_[a-z0-9_]+)`").FindAllStringSubmatch(string(text), -1) {
		list = append(list, found[1])
	}
	return list
}

// stayAway has a guest come in and keep away from the tables.
func (c *watched) stayAway(t *testing.T, how, body string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	guest := http.Client{Jar: jar}
	for _, ask := range [][2]string{{"/api/guest", `{"name":"Mai"}`}, {"/api/well/" + how, body}} {
		r, err := guest.Post(c.url+ask[0], "application/json", strings.NewReader(ask[1]))
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode/100 != 2 {
			t.Fatalf("%s: %s", ask[0], r.Status)
		}
	}
}

// Every metric that an operator is told of is there in a busy club, and those that
// should move do.
func TestMetricsOfABusyClub(t *testing.T) {
	c := openWatched(t)
	before, _ := c.scrape(t)
	refused, err := http.Post(c.url+"/api/guest", "application/json", strings.NewReader(`{"name":""}`))
	if err != nil {
		t.Fatal(err)
	}
	refused.Body.Close()
	c.stayAway(t, "break", `{"hours":24}`)
	c.stayAway(t, "exclude", `{"months":6}`)
	playing, stop := context.WithCancel(t.Context())
	over := make(chan load.Report)
	go func() {
		report, _ := load.Run(playing, load.Config{
			URL: c.url, Players: 5, For: time.Hour, Proxied: true,
			Strategy: func(*blackjack.Rules) (play.Strategy, error) { return play.Wild(), nil },
		})
		over <- report
	}()
	defer func() {
		stop() // it is to play for an hour, so that it ends with an error
		if report := <-over; report.FaultsN > 0 {
			t.Errorf("the players found faults: %v", report.Faults)
		}
	}()
	// These move only where something is wrong, or stay what they are. What moves
	// them is tested where it happens: in gateway, table and telemetry, and for what is
	// of several nodes in TestMetricsOfNodes.
	still := strings.Fields(`club99_resumes_total club99_sent_away_total club99_log_lines_total club99_ledger_imbalance club99_ledger_checked_timestamp_seconds
		club99_ready club99_tables club99_tables_open club99_table_watching club99_table_closed club99_data_free_bytes
		club99_nodes club99_club_tables club99_leases club99_lease_held club99_lease_renewals_total club99_takeover_seconds club99_hops_out_seconds club99_hops_in_seconds club99_hops_lost_total
		club99_frame_gaps_total club99_peers club99_bus_connected club99_bus_reconnects_total`)
	names := documented(t)
	var now map[string]float64
	eventually(t, "all that should move does", func() bool {
		now, _ = c.scrape(t)
		names = slices.DeleteFunc(names, func(name string) bool {
			value, there := now[name]
			return there && (slices.Contains(still, name) || value != before[name])
		})
		return len(names) == 0 && now["club99_connections"] == 5 && now["club99_table_seats_taken"] == 6
	}, &names)
	for name, want := range map[string]float64{
		"club99_ledger_imbalance": 0, "club99_tables": 1, "club99_tables_open": 1, "club99_ready": 1,
		"club99_players_connected": 5, "club99_table_seats_taken": 6,
	} {
		if now[name] != want {
			t.Errorf("%s is %v, want %v", name, now[name], want)
		}
	}
	if age := time.Since(time.Unix(int64(now["club99_ledger_checked_timestamp_seconds"]), 0)); age < 0 || age > 5*time.Minute {
		t.Errorf("the ledger was added up %v ago", age)
	}
}

// What is of several nodes is there where there are several.
func TestMetricsOfNodes(t *testing.T) {
	t.Setenv("CLUB99_KEY", strings.Repeat("9", 64))
	t.Setenv("CLUB99_CLUSTER_SECRET", "whatever it is")
	books, first := pgtest.Database(t), clubtest.UnusedAddress(t)
	a := openWith(t, "--postgres", books, "--cluster-listen", first)
	openWith(t, "--postgres", books, "--cluster-listen", "127.0.0.1:0", "--cluster-peers", first)
	var now map[string]float64
	eventually(t, "two nodes share the tables and know each other", func() bool {
		now, _ = a.scrape(t)
		return now["club99_nodes"] == 2 && now["club99_peers"] == 1 && now["club99_leases"] > 0 && now["club99_leases"] < now["club99_club_tables"] && now["club99_leases"] == now["club99_tables"]
	})
	for name, least := range map[string]float64{"club99_lease_held": 1, "club99_bus_connected": 1, "club99_lease_renewals_total": 3, "club99_takeover_seconds": 1, "club99_ready": 1} {
		if now[name] < least {
			t.Errorf("%s is %v, want %v", name, now[name], least)
		}
	}
}

// used are the metrics that a text asks Prometheus for.
func used(text string) []string {
	return regexp.MustCompile(`\b(?:club99|go|process)_[a-z0-9_]+\b`).FindAllString(text, -1)
}

// The program, docs/operating.md, the dashboard and the alert rules name the same
// metrics: nothing is asked for that is not there, nothing is there that no operator
// is told of.
func TestMetricsAreTheDocumentedOnes(t *testing.T) {
	c := openWatched(t)
	_, names := c.scrape(t)
	docs := documented(t)
	if len(docs) < 20 {
		t.Fatalf("docs/operating.md has rows for %v alone", docs)
	}
	// These come with the first round that is over.
	house := strings.Fields("club99_house_first_bets club99_house_result club99_house_expected club99_house_score")
	for _, name := range names {
		if strings.HasPrefix(name, "club99_") && !slices.Contains(docs, name) {
			t.Errorf("docs/operating.md has no row for %s", name)
		}
	}
	for _, name := range docs {
		if !slices.Contains(names, name) && !slices.Contains(house, name) {
			t.Errorf("docs/operating.md has a row for %s, which the club does not have", name)
		}
	}
	known := func(where, name string) {
		base := name
		for _, end := range []string{"_bucket", "_sum", "_count"} {
			base = strings.TrimSuffix(base, end)
		}
		if !slices.Contains(names, name) && !slices.Contains(names, base) && !slices.Contains(house, name) {
			t.Errorf("%s asks for %s, which the club does not have", where, name)
		}
	}
	for _, expr := range dashboardQueries(t) {
		for _, name := range used(expr) {
			known("deploy/dashboard.json", name)
		}
	}
	rules, err := os.ReadFile("../../deploy/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`(?m)^ +expr: (.+)$`).FindAllStringSubmatch(string(rules), -1) {
		for _, name := range used(found[1]) {
			known("deploy/alerts.yml", name)
		}
	}
	alerts := regexp.MustCompile(`(?m)^ +- alert: (\w+)$`).FindAllStringSubmatch(string(rules), -1)
	for _, found := range alerts {
		if !strings.Contains(string(text), "| `"+found[1]+"` |") {
			t.Errorf("docs/operating.md does not say what to do about the alert %s", found[1])
		}
	}
	if rows := strings.Count(string(text), "\n| `Club99"); len(alerts) == 0 || rows != len(alerts) {
		t.Errorf("docs/operating.md has %d alerts, deploy/alerts.yml %d", rows, len(alerts))
	}
}

// dashboardQueries are what the dashboard asks for. Every panel has a title, a data
// source and something to ask.
func dashboardQueries(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("../../deploy/dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		UID    string
		Panels []struct {
			ID          int
			Type, Title string
			GridPos     struct{ H, W, X, Y int }
			Targets     []struct{ Expr, RefID string }
		}
	}
	if err := json.Unmarshal(data, &board); err != nil {
		t.Fatal(err)
	}
	var list []string
	seen := map[string]bool{}
	for _, p := range board.Panels {
		place := fmt.Sprint(p.GridPos)
		if p.Title == "" || p.Type != "row" && len(p.Targets) == 0 || seen[place] || seen[fmt.Sprint(p.ID)] || p.GridPos.X+p.GridPos.W > 24 {
			t.Errorf("panel %+v: no title, nothing to ask, or in the place of another", p)
		}
		seen[place], seen[fmt.Sprint(p.ID)] = true, true
		for _, target := range p.Targets {
			list = append(list, target.Expr)
		}
	}
	if board.UID == "" || len(list) < 20 {
		t.Errorf("%d queries", len(list))
	}
	return list
}
