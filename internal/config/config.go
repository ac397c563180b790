package config

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"club99/blackjack"
	"club99/internal/account"
	"club99/internal/wire"
	"club99/money"
	"club99/preset"
)

// Config is all settings of a server.
type Config struct {
	Address    string       `toml:"address" comment:"where browsers connect: host:port; an empty host is every network of this machine"`
	Data       string       `toml:"data" comment:"folder of the club's books; made if it is not there"`
	Postgres   string       `toml:"postgres" comment:"PostgreSQL database that holds the books, as in \"postgres://club99@db.example/club99\"; empty: SQLite in the data folder. Its password belongs into a password file (PGPASSFILE)"`
	KeyFile    string       `toml:"key_file" comment:"file with the key that seals the shoes' seeds; empty: seal.key in the data folder, made at first start"`
	TLSCert    string       `toml:"tls_cert" comment:"certificate (PEM) to serve HTTPS with; empty: plain HTTP, for this machine or behind a proxy"`
	TLSKey     string       `toml:"tls_key" comment:"private key (PEM) of the certificate"`
	Origins    []string     `toml:"origins" comment:"other sites whose pages may use this server, such as \"https://club.example\"; its own is always allowed"`
	Proxied    bool         `toml:"proxied" comment:"true if a proxy stands before this server and sets X-Forwarded-For and X-Forwarded-Proto"`
	Grant      money.Amount `toml:"grant" comment:"play chips that a new guest gets, once, in units"`
	Guests     int          `toml:"guests_per_hour" comment:"how many new guests one network (an IPv4 address, 64 bits of an IPv6 one) may bring in an hour"`
	Requests   int          `toml:"requests_per_second" comment:"how many requests one connection may make a second; people make two or three"`
	PerAddress int          `toml:"connections_per_address" comment:"how many connections one address may have at a time; many people may share one"`
	Metrics    string       `toml:"metrics" comment:"address for Prometheus metrics at /metrics, such as \"127.0.0.1:9099\"; empty: none"`
	Profile    string       `toml:"profile" comment:"address of this machine for Go profiles at /debug/pprof/, such as \"127.0.0.1:9098\"; empty: none"`
	DrainTime  Span         `toml:"drain_time" comment:"how long a server that is told to stop waits for the rounds in play; longer ones go on when it starts again"`
	LogFormat  string       `toml:"log_format" comment:"text or json; logs go to stderr"`
	LogLevel   string       `toml:"log_level" comment:"debug, info, warn or error"`
	Cluster    Cluster      `toml:"cluster" comment:"other nodes of the same club, over one database"`
	Tables     []Table      `toml:"tables" comment:"the tables, in the order of the lobby"`
}

// Span is a span of time, written as in "60s". It is no number, so that a 5 in a
// file is not taken for nanoseconds.
type Span struct{ time.Duration }

// MarshalText writes the span.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a span.
func (s *Span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a span of time: write it as 60s or 2m", text)
	}
	s.Duration = d
	return nil
}

// Table is one table of the club.
type Table struct {
	ID       string         `toml:"id" comment:"short name for addresses and books; never change it while the table has books"`
	Name     wire.Text      `toml:"name" comment:"what players read"`
	Rules    string         `toml:"rules" comment:"a preset, or the path of a rules file (*.toml)"`
	Settings map[string]any `toml:"settings,omitempty" comment:"settings in which the table differs from these rules"`
	Hints    *bool          `toml:"hints,omitempty" comment:"whether players may ask what each action is worth, from the cards that were seen; true if it is not said"`
	Bots     []string       `toml:"bots" comment:"names of the house's bots that keep people company here"`
}

// MayHint reports whether the table gives hints.
func (t *Table) MayHint() bool { return t.Hints == nil || *t.Hints }

// Default is what a fresh machine gets: six tables of different rules, one of
// them with company. Tables that are shuffled before every round give hints; at
// one that is dealt to a cut card they would count the cards for the player.
func Default() Config {
	yes, no := true, false
	return Config{
		Address: "127.0.0.1:8099", Data: "club99-data", Origins: []string{}, Grant: account.Grant, Guests: 60, Requests: 20, PerAddress: 1000, DrainTime: Span{time.Minute}, LogFormat: "text", LogLevel: "info",
		Cluster: Cluster{Peers: []string{}},
		Tables: []Table{
			{ID: "sen", Name: wire.Text{Vi: "Phòng Sen", En: "Lotus Room"}, Rules: "club99", Hints: &yes, Bots: []string{"An", "Bình"}},
			{ID: "truc", Name: wire.Text{Vi: "Phòng Trúc", En: "Bamboo Room"}, Rules: "charlie-6", Hints: &yes, Bots: []string{}},
			{ID: "mai", Name: wire.Text{Vi: "Phòng Mai", En: "Apricot Room"}, Rules: "vegas-strip", Hints: &no, Bots: []string{}},
			{ID: "lan", Name: wire.Text{Vi: "Phòng Lan", En: "Orchid Room"}, Rules: "european", Hints: &no, Bots: []string{}},
			{ID: "cuc", Name: wire.Text{Vi: "Phòng Cúc", En: "Chrysanthemum Room"}, Rules: "atlantic-city", Hints: &no, Bots: []string{}},
			{ID: "dao", Name: wire.Text{Vi: "Phòng Đào", En: "Peach Room"}, Rules: "single-deck", Hints: &yes, Bots: []string{}},
		},
	}
}

// Read changes what the TOML file of that name says.
func (c *Config) Read(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("config file: %w", err)
	}
	if err := c.parse(data); err != nil {
		return fmt.Errorf("config file %s: %w", path, err)
	}
	return nil
}

func (c *Config) parse(data []byte) error {
	before := *c
	c.Tables = nil
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		*c = before
		return sayWhere(err)
	}
	if c.Tables == nil {
		c.Tables = before.Tables
	}
	return nil
}

// wrongType is what the decoder says of a value that does not fit its setting: the
// type that it has, and ours in the words of the program.
var wrongType = regexp.MustCompile(`cannot decode TOML (\S+) into`)

// sayWhere puts a decoding error into one line that begins with its place.
func sayWhere(err error) error {
	if strict := (*toml.StrictMissingError)(nil); errors.As(err, &strict) && len(strict.Errors) > 0 {
		e := strict.Errors[0]
		line, _ := e.Position()
		return fmt.Errorf("line %d: there is no setting %q", line, strings.Join(e.Key(), "."))
	}
	if e := (*toml.DecodeError)(nil); errors.As(err, &e) {
		line, column := e.Position()
		if kind := wrongType.FindStringSubmatch(e.Error()); kind != nil && len(e.Key()) > 0 {
			return fmt.Errorf("line %d: %s: a TOML %s does not belong there: write it as club99 config does", line, strings.Join(e.Key(), "."), kind[1])
		}
		return fmt.Errorf("line %d, column %d: %s", line, column, strings.TrimPrefix(e.Error(), "toml: "))
	}
	return errors.New(strings.ReplaceAll(err.Error(), "\n", " "))
}

// withoutPassword is the URL of a database as it may be shown: a password, which
// belongs elsewhere, is not in it.
func withoutPassword(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "" // it is refused, and may hold anything
	}
	q := u.Query()
	if _, set := u.User.Password(); !set && !q.Has("password") && !q.Has("sslpassword") {
		return text
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	q.Del("password")
	q.Del("sslpassword")
	u.RawQuery = q.Encode()
	return u.String()
}

// String is the config as a TOML file with comments. A password is not in it.
func (c Config) String() string {
	c.Postgres = withoutPassword(c.Postgres)
	data, err := toml.Marshal(c)
	if err != nil {
		panic("config: " + err.Error()) // a struct of texts and numbers can always be written
	}
	return string(data)
}

// Problems are everything wrong with a config, one line each.
type Problems []string

// Error joins the lines.
func (p Problems) Error() string { return strings.Join(p, "\n") }

// Validate returns nil or [Problems].
func (c *Config) Validate() error {
	var p Problems
	add := func(place, format string, args ...any) { p = append(p, place+": "+fmt.Sprintf(format, args...)) }
	if _, _, err := net.SplitHostPort(c.Address); err != nil {
		add("address", "%q is not host:port: write 127.0.0.1:8099, or :8099 for every network", c.Address)
	}
	if c.Data == "" {
		add("data", "is empty: name the folder of the club's books")
	}
	if u, err := url.Parse(c.Postgres); c.Postgres != "" && (err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql") {
		add("postgres", "it is not the URL of a database: write it as postgres://club99@db.example/club99") // without repeating it: a password may be in it
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		add("tls_cert, tls_key", "only one of the two is given: give both, or neither")
	}
	for i, o := range c.Origins {
		if u, err := url.Parse(o); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != o {
			add(fmt.Sprintf("origins[%d]", i), "%q is not an origin: write scheme and host alone, as in https://club.example", o)
		}
	}
	if c.Grant < 1 {
		add("grant", "%d chips let nobody play: write %d, or what the tables' bets ask for", c.Grant, account.Grant)
	}
	if c.Guests < 1 {
		add("guests_per_hour", "%d lets nobody in: write 60, or more where many share an address", c.Guests)
	}
	if c.Requests < 1 {
		add("requests_per_second", "%d lets nobody play: write 20, or more where programs play", c.Requests)
	}
	if c.PerAddress < 1 {
		add("connections_per_address", "%d lets nobody in: write 1000, or what people behind one address need", c.PerAddress)
	}
	if _, _, err := net.SplitHostPort(c.Metrics); c.Metrics != "" && err != nil {
		add("metrics", "%q is not host:port: write 127.0.0.1:9099, or leave it empty", c.Metrics)
	}
	if host, _, err := net.SplitHostPort(c.Profile); c.Profile != "" && (err != nil || !loopback(host)) {
		add("profile", "%q is not an address of this machine alone: write 127.0.0.1:9098, or leave it empty", c.Profile)
	}
	if c.DrainTime.Duration < 0 || c.DrainTime.Duration > time.Hour {
		add("drain_time", "%s is not a time to wait: write 0s to 1h", c.DrainTime)
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		add("log_format", "%q is neither text nor json", c.LogFormat)
	}
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, c.LogLevel) {
		add("log_level", "%q is none of debug, info, warn, error", c.LogLevel)
	}
	c.Cluster.problems(add)
	if len(c.Tables) == 0 {
		add("tables", "there are none: list at least one")
	}
	seen := map[string]bool{}
	for i := range c.Tables {
		t := &c.Tables[i]
		for _, what := range t.problems() {
			add(fmt.Sprintf("tables[%d] %q", i, t.ID), "%s", what)
		}
		if seen[t.ID] {
			add(fmt.Sprintf("tables[%d] %q", i, t.ID), "another table has this id: choose another")
		}
		seen[t.ID] = true
	}
	if len(p) > 0 {
		return p
	}
	return nil
}

// loopback reports whether only this machine can reach the host.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (t *Table) problems() []string {
	var p []string
	add := func(format string, args ...any) { p = append(p, fmt.Sprintf(format, args...)) }
	if t.ID == "" || len(t.ID) > wire.MaxTableBytes || strings.Trim(t.ID, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		add("id: write 1 to %d small letters, digits and hyphens", wire.MaxTableBytes)
	}
	if t.Name.Vi == "" || t.Name.En == "" {
		add("name: give it in both languages, as in name = { vi = \"Phòng Sen\", en = \"Lotus Room\" }")
	}
	rules, err := t.RulesOf()
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			add("%s", line)
		}
		return p
	}
	if len(t.Bots) >= rules.Seats {
		add("bots: %d of them leave no seat for people at a table of %d: name %d at most", len(t.Bots), rules.Seats, rules.Seats-1)
	}
	for _, name := range t.Bots {
		if clean, err := account.CleanName(name); err != nil || clean != name {
			add("bots: %q is not a name: write 1 to 24 visible characters", name)
		}
	}
	return p
}

// RulesOf are the rules the table plays, valid. The error may have several lines.
func (t *Table) RulesOf() (blackjack.Rules, error) {
	rules, err := LoadRules(t.Rules)
	if err != nil {
		return rules, fmt.Errorf("rules: %w", err)
	}
	names := make([]string, 0, len(t.Settings))
	for name := range t.Settings {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := rules.Set(name, fmt.Sprint(t.Settings[name])); err != nil {
			return rules, fmt.Errorf("settings: %w", err)
		}
	}
	return rules, rules.Validate()
}

// LoadRules reads rules by the name of a preset, from a rules file, whose name
// ends in .toml, or from one line of them, which has a space. The rules are valid.
func LoadRules(name string) (blackjack.Rules, error) {
	switch {
	case filepath.Ext(name) == ".toml":
	case strings.Contains(name, " "):
		return blackjack.ParseLine(name)
	default:
		return preset.Load(name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return blackjack.Rules{}, err
	}
	rules, err := preset.ParseTOML(data)
	if err == nil {
		err = rules.Validate()
	}
	if err != nil {
		return rules, fmt.Errorf("%s: %w", name, err)
	}
	return rules, nil
}
