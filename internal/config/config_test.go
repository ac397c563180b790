package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"club99/blackjack"
	"club99/internal/config"
)

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheDefaultIsSixTablesOfDifferentRules(t *testing.T) {
	c := config.Default()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	rules, bots := map[string]bool{}, 0
	for _, table := range c.Tables {
		rules[table.Rules] = true
		bots += len(table.Bots)
	}
	if len(c.Tables) != 6 || len(rules) != 6 || bots != 2 {
		t.Errorf("%d tables of %d rules with %d bots", len(c.Tables), len(rules), bots)
	}
}

func TestWhatIsPrintedReadsBackAsTheSame(t *testing.T) {
	c := config.Default()
	c.Origins, c.Metrics = []string{"https://club.example"}, "127.0.0.1:9099"
	c.Tables[0].Settings = map[string]any{"act_time": "20s", "seats": int64(5), "insurance": false}
	text := c.String()
	again := config.Config{}
	if err := again.Read(file(t, "club.toml", text)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, again); diff != "" {
		t.Errorf("read back otherwise:\n%s\nfrom:\n%s", diff, text)
	}
	for _, word := range []string{"# where browsers connect", "# the tables, in the order of the lobby"} {
		if !strings.Contains(text, word) {
			t.Errorf("the comment %q is missing:\n%s", word, text)
		}
	}
}

func TestAFileChangesWhatItNames(t *testing.T) {
	c := config.Default()
	if err := c.Read(file(t, "club.toml", "address = \":80\"\n")); err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.Address = ":80"
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
	err := c.Read(file(t, "club.toml", "[[tables]]\nid = \"x\"\nrules = \"club99\"\nname = { vi = \"Một\", en = \"One\" }\nsettings = { act_time = \"20s\", insurance = false, even_money = false }\n"))
	if err != nil || len(c.Tables) != 1 {
		t.Fatalf("%d tables, %v", len(c.Tables), err)
	}
	rules, err := c.Tables[0].RulesOf()
	if err != nil || rules.ActTime != 20 || rules.Insurance {
		t.Errorf("%+v, %v", rules, err)
	}
}

// A table gives hints unless it is told not to.
func TestHints(t *testing.T) {
	c := config.Default()
	table := "[[tables]]\nid = \"%s\"\nrules = \"club99\"\nname = { vi = \"Một\", en = \"One\" }\n"
	text := fmt.Sprintf(table, "a") + "hints = false\n" + fmt.Sprintf(table, "b") + "hints = true\n" + fmt.Sprintf(table, "c")
	if err := c.Read(file(t, "club.toml", text)); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true, true} {
		if got := c.Tables[i].MayHint(); got != want {
			t.Errorf("table %s: hints %v, want %v", c.Tables[i].ID, got, want)
		}
	}
	fresh := config.Default()
	for _, table := range fresh.Tables {
		rules, err := table.RulesOf()
		if every := rules.Shuffle == blackjack.ShuffleEveryRound; err != nil || table.MayHint() != every {
			t.Errorf("table %s: hints %v, shuffled every round %v, %v", table.ID, table.MayHint(), every, err)
		}
	}
}

func TestBadFilesAreRefusedWithTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"adress = \":80\"\n":       `line 1: there is no setting "adress"`,
		"\naddress = 80\n":         "line 2: address: a TOML integer does not belong there",
		"drain_time = 60\n":        `"60" is not a span of time`,
		"address = \"x\n":          "line 1",
		"[[tables]]\nseats = 3\n":  `line 2: there is no setting "tables.seats"`,
		"proxied = true\nproxied=": "line 2",
		"drain_time = \"soon\"\n":  `"soon" is not a span of time`,
	} {
		c := config.Default()
		err := c.Read(file(t, "club.toml", text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
		if diff := cmp.Diff(config.Default(), c); diff != "" {
			t.Errorf("%q was refused but changed something:\n%s", text, diff)
		}
	}
	c := config.Default()
	if err := c.Read("no-such-file.toml"); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestEveryProblemIsNamed(t *testing.T) {
	c := config.Default()
	c.Address, c.Data, c.TLSCert, c.Origins = "8099", "", "x.pem", []string{"club.example", "https://club.example/x"}
	c.Metrics, c.LogFormat, c.LogLevel = "9099", "xml", "loud"
	c.Grant, c.Guests = 0, 0
	c.DrainTime, c.PerAddress = config.Span{Duration: 2 * time.Hour}, 0
	c.Tables[0].ID, c.Tables[1].ID = "mai", "Trúc"
	c.Tables[2].Bots = []string{"a", "b", "c", "d", "e", "f", " g"}
	c.Tables[3].Rules = "roman"
	c.Tables[4].Settings = map[string]any{"decks": 9}
	err := c.Validate()
	for _, want := range []string{
		"address: ", "data: ", "tls_cert, tls_key: ", "origins[0]: ", "origins[1]: ", "grant: ", "guests_per_hour: ", "metrics: ", "drain_time: ", "connections_per_address: ", "log_format: ", "log_level: ",
		`tables[2] "mai": another table`, `tables[1] "Trúc": id: `, `tables[2] "mai": bots: `, "tables[3] \"lan\": rules: ",
		"tables[4] \"cuc\": settings: decks", `bots: " g" is not a name`,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in:\n%v", want, err)
		}
	}
	empty := config.Default()
	empty.Tables = nil
	if err := empty.Validate(); err == nil {
		t.Error("a club without tables is valid")
	}
}

func TestScripts(t *testing.T) {
	c := config.Default()
	s, err := c.ReadScript(file(t, "shoe", "# cards\nsen As Kd # one round\nsen 2c\n\n* act_time=2s\n"))
	if err != nil || len(s["sen"]) != 2 || len(s["sen"][0]) != 2 || len(s) != 1 {
		t.Fatalf("%v, %v", s, err)
	}
	if rules, err := c.Tables[5].RulesOf(); err != nil || rules.ActTime != 2 {
		t.Errorf("the clock is %v, %v", rules.ActTime, err)
	}
	for text, want := range map[string]string{"x As\n": "shoe:1: there is no table", "sen\nsen 1s\n": "shoe:2: "} {
		if _, err := c.ReadScript(file(t, "shoe", text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(config.Default().String())
	f.Add("[[tables]]\nsettings = { decks = [1] }\nbots = [1.5]\n")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "club.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := config.Default()
		if err := c.Read(path); err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: the error has several lines: %v", text, err)
			}
			return
		}
		_ = c.Validate()
	})
}

// A script can be read, or says in which line it cannot.
func FuzzReadScript(f *testing.F) {
	f.Add("# cards\nsen As Kd # one round\nsen 2c\n\n* act_time=2s\n")
	f.Add("sen =\n*\n* =x As\nsen 1s")
	f.Add(strings.Repeat("sen As ", 20000))
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(folder, "shoe")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := config.Default()
		script, err := c.ReadScript(path)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "scripted shoe ") || script != nil {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for table, rounds := range script {
			if len(rounds) == 0 || len(rounds[0]) == 0 || !slices.ContainsFunc(c.Tables, func(t config.Table) bool { return t.ID == table }) {
				t.Fatalf("%q is read as %v", text, script)
			}
		}
		_ = c.Validate() // whatever the settings are: a list of problems, and no panic
	})
}

// What is printed of the settings holds no password of the database.
func TestPasswordIsNotPrinted(t *testing.T) {
	for url, want := range map[string]string{
		"postgres://club99:hush@db/club99?sslmode=require":          "postgres://club99@db/club99?sslmode=require",
		"postgres://db/club99?password=hush&sslmode=require":        "postgres://db/club99?sslmode=require",
		"postgres://club99@db/club99?sslkey=k&sslpassword=hush":     "postgres://club99@db/club99?sslkey=k",
		"postgres://club99@a,b/club99?target_session_attrs=primary": "postgres://club99@a,b/club99?target_session_attrs=primary",
		"postgres://club99:hush@db:port/club99":                     "",
		"":                                                          "",
	} {
		c := config.Default()
		c.Postgres = url
		text := c.String()
		if strings.Contains(text, "hush") || !strings.Contains(text, "\npostgres = '"+want+"'\n") {
			t.Errorf("%q is printed as %s", url, regexp.MustCompile(`(?m)^postgres =.*$`).FindString(text))
		}
		if c.Postgres != url {
			t.Errorf("%q was changed", url)
		}
	}
}
