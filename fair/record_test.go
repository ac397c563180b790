package fair

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/card"
	"club99/money"
	"club99/shoe"
)

func text(t testing.TB, r *Record) string {
	t.Helper()
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A record has one spelling, and comes back from it as it was. Spaces between
// its parts say nothing.
func TestRecordRoundTrip(t *testing.T) {
	for name, r := range kinds(t) {
		data := text(t, r)
		again, err := Decode([]byte(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if text(t, again) != data || !reflect.DeepEqual(r, again) {
			t.Errorf("%s came back as another", name)
		}
		var spaced bytes.Buffer
		if err := json.Indent(&spaced, []byte(data), " ", "\t"); err != nil {
			t.Fatal(err)
		}
		if again, err = Decode(append(spaced.Bytes(), "\r\n "...)); err != nil || text(t, again) != data {
			t.Errorf("%s with spaces: %v", name, err)
		}
	}
}

// What is not the one spelling of a record is refused, however little it matters.
func TestDecodeIsStrict(t *testing.T) {
	good := text(t, newHouse(t, usual, 5).play(cautious, two...))
	swap := func(old, by string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("the record lacks %s", old)
		}
		return strings.Replace(good, old, by, 1)
	}
	for name, data := range map[string]string{
		"nothing":                 "",
		"null":                    "null",
		"a list":                  "[]",
		"an empty record":         "{}",
		"after its end":           good + "{}",
		"a byte order mark":       "\ufeff" + good,
		"cut off":                 good[:len(good)-1],
		"a field twice":           swap(`"table":"a1"`, `"table":"a1","table":"a1"`),
		"a field twice, the last": strings.TrimSuffix(good, "}") + `,"round":1}`,
		"a field too many":        swap(`"table":"a1"`, `"table":"a1","note":1`),
		"a field in capitals":     swap(`"table":`, `"Table":`),
		"fields in another order": swap(`"table":"a1","round":1`, `"round":1,"table":"a1"`),
		"a field missing":         swap(`"offset":0,`, ``),
		"an escape":               swap(`"table":"a1"`, `"table":"\u00611"`),
		"an escape in a card":     swap(`"is":"bets-closed"`, `"is":"bets\u002dclosed"`),
		"a number with a point":   swap(`"round":1,`, `"round":1.0,`),
		"a number with a power":   swap(`"round":1,`, `"round":1e0,`),
		"a number with a zero":    swap(`"round":1,`, `"round":01,`),
		"a number as a text":      swap(`"round":1,`, `"round":"1",`),
		"minus nothing":           swap(`"offset":0`, `"offset":-0`),
		"an empty field":          swap(`{"is":"bets-closed"}`, `{"is":"bets-closed","seat":0}`),
		"a null":                  swap(`{"is":"bets-closed"}`, `{"is":"bets-closed","card":null}`),
		"no card at all":          swap(`{"is":"bets-closed"}`, `{"is":"bets-closed","card":"??"}`),
		"null for a list":         swap(`"players":[`, `"players":null,"x":[`),
		"a hash in capitals":      strings.ToUpper(good[:200]) + good[200:],
		"a short hash":            swap(`"terms":"`, `"terms":"" ,"x":"`),
		"a seed in capitals":      swap(`"seed":"01ab"`, `"seed":"01AB"`),
		"half a byte":             swap(`"seed":"01ab"`, `"seed":"01a"`),
		"an empty seed":           swap(`"seed":"01ab"`, `"seed":""`),
		"a broken letter":         swap(`"table":"a1"`, "\"table\":\"a\xff\""),
		"a table with a space":    swap(`"table":"a1"`, `"table":"a 1"`),
		"a table with a quote":    swap(`"table":"a1"`, `"table":"a\"1"`),
		"a table out of ASCII":    swap(`"table":"a1"`, `"table":"bàn"`),
		"another format":          swap(`"format":"club99 round"`, `"format":"club99 shoes"`),
		"another version":         swap(`"version":1`, `"version":2`),
		"a proof with padding":    swap(`"},{"at":1`, `="},{"at":1`),
		"a proof with slashes":    strings.NewReplacer("_", "/", "-", "+").Replace(good),
		"too long":                good + strings.Repeat(" ", MaxBytes),
	} {
		if _, err := Decode([]byte(data)); err == nil {
			t.Errorf("%s is read", name)
		} else if strings.Contains(err.Error(), "\n") || len(err.Error()) > 600 {
			t.Errorf("%s: the error is no line: %q", name, err)
		}
	}
	if _, err := Decode([]byte(good)); err != nil {
		t.Error(err)
	}
}

// Values that no record can have are refused when it is read, and when it is
// written or verified without being read.
func TestOutOfRange(t *testing.T) {
	for name, change := range map[string]func(r *Record){
		"no table":               func(r *Record) { r.Table = "" },
		"a long table":           func(r *Record) { r.Table = strings.Repeat("a", 65) },
		"round 0":                func(r *Record) { r.Round = 0 },
		"a round too great":      func(r *Record) { r.Round = 1 << 53 },
		"an offset below 0":      func(r *Record) { r.Offset = -1 },
		"an offset at the end":   func(r *Record) { r.Offset = 312 },
		"no decks":               func(r *Record) { r.Shoe.Decks = 0 },
		"decks below 0":          func(r *Record) { r.Shoe.Decks = -6 },
		"nine decks":             func(r *Record) { r.Shoe.Decks = 9 },
		"shoe 0":                 func(r *Record) { r.Shoe.Number = 0 },
		"a short seed":           func(r *Record) { r.Shoe.Seed = r.Shoe.Seed[1:] },
		"a long player's seed":   func(r *Record) { r.Shoe.Players[0].Seed = make([]byte, 65) },
		"no root":                func(r *Record) { r.Shoe.Root = shoe.Node{} },
		"no terms":               func(r *Record) { r.Shoe.Terms = shoe.Hash{} },
		"a reason of its own":    func(r *Record) { r.Shoe.Abandoned = "rain" },
		"abandoned in secret":    func(r *Record) { r.Shoe.Abandoned, r.Shoe.Seed = Void, nil },
		"seat 0":                 func(r *Record) { r.Shoe.Players[0].Seat = 0 },
		"seat 8":                 func(r *Record) { r.Shoe.Players[1].Seat = 8 },
		"a seat twice":           func(r *Record) { r.Shoe.Players[1].Seat = r.Shoe.Players[0].Seat },
		"seats from the highest": func(r *Record) { r.Shoe.Players[0].Seat = 5 },
		"neither seed nor why":   func(r *Record) { r.Shoe.Players[0].Seed = nil },
		"both seed and why":      func(r *Record) { r.Shoe.Players[0].Out = Silent },
		"out for no reason":      func(r *Record) { r.Shoe.Players[0].Out, r.Shoe.Players[0].Seed = "late", nil },
		"no face":                func(r *Record) { r.Cards[0].Card = card.None },
		"a card of another game": func(r *Record) { r.Cards[0].Card = card.New(14, card.Hearts) },
		"a place below 0":        func(r *Record) { r.Cards[0].At = -1 },
		"a place past the end":   func(r *Record) { r.Cards[0].At = 312 },
		"an event of its own":    func(r *Record) { r.Events[0].Is = "bet-doubled" },
		"an event without kind":  func(r *Record) { r.Events[0].Is = "" },
		"a card without a face":  func(r *Record) { r.Events[3].Card = card.None },
		"a card where none is":   func(r *Record) { r.Events[2].Card = card.New(card.Ace, card.Spades) },
		"another's player":       func(r *Record) { r.Events[0].Player = 4 },
		"a player by name":       func(r *Record) { r.Events[0].Player = 1 << 40 },
		"a stake too great":      func(r *Record) { r.Events[0].Stake = 1 << 60 },
		"by the player":          func(r *Record) { r.Events[0].By = "player" },
		"an action of its own":   func(r *Record) { r.Events[0].Action = "peek" },
		"an outcome of its own":  func(r *Record) { r.Events[0].Outcome = "stolen" },
		"a status of its own":    func(r *Record) { r.Events[0].Status = "asleep" },
		"offers out of order":    func(r *Record) { r.Events[0].Offers = []string{"surrender", "hit"} },
		"an offer twice":         func(r *Record) { r.Events[0].Offers = []string{"insure", "insure"} },
		"a result too great":     func(r *Record) { r.Results[0].Net = 1 << 60 },
		"entry 0":                func(r *Record) { r.Log.Seq = 0 },
		"no entries":             func(r *Record) { r.Log.Entries = nil },
		"null for cards":         func(r *Record) { r.Cards = nil },
		"null for events":        func(r *Record) { r.Events = nil },
		"null for results":       func(r *Record) { r.Results = nil },
		"null for players":       func(r *Record) { r.Shoe.Players = nil },
	} {
		r := newHouse(t, usual, 5).play(cautious, two...)
		change(r)
		if _, err := r.Encode(); err == nil {
			t.Errorf("%s is written", name)
		}
		if report := mustBe(t, r, Failed); report.Steps[0].Name != "format" {
			t.Errorf("%s: %+v", name, report)
		}
		if data, err := encode(r); err != nil {
			t.Error(err)
		} else if _, err := Decode(data); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// others are bytes that may stand in the place of b: like it, and unlike it.
func others(b byte, at int) []byte {
	if b == ' ' {
		return []byte("\t\"x")
	}
	return []byte{b ^ 1, b + 1, []byte{'0', b ^ 0x20, '"', 'a'}[at%4]}
}

// Each byte of a record, changed to some others: the record is refused or
// fails, or it is the same record, as where a space becomes another.
func TestEveryByteMatters(t *testing.T) {
	t.Parallel()
	r := newHouse(t, small, 0).play(cautious, seat{number: 2, bet: 1000, seed: []byte{0xfe}})
	mustBe(t, r, Verified)
	good := []byte(strings.Replace(text(t, r), ",", ", ", 1))
	const parts = 4
	for part := range parts {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			tried, refused, failed, same := 0, 0, 0, 0
			for at := part; at < len(good); at += parts {
				for _, b := range others(good[at], at/parts) {
					if b == good[at] {
						continue
					}
					tried++
					changed := bytes.Clone(good)
					changed[at] = b
					other, err := Decode(changed)
					switch {
					case err != nil:
						refused++
					case Verify(other).Verdict == Failed:
						failed++
					case reflect.DeepEqual(other, r):
						same++
					default:
						t.Fatalf("byte %d, %q changed to %q, passes: %.60s", at, good[at], b, good[max(at-30, 0):])
					}
				}
			}
			t.Logf("%d changes: %d refused, %d failed, %d the same record", tried, refused, failed, same)
			if failed < len(good)/parts || same > 1 {
				t.Errorf("%d changes: %d refused, %d failed, %d the same record", tried, refused, failed, same)
			}
		})
	}
}

// Whatever is read is a record in its one spelling, and verifying it ends.
func FuzzDecode(f *testing.F) {
	for _, seats := range [][]seat{{{number: 2, bet: 1000, seed: []byte{0xfe}}}, {{number: 1, bet: 1000, seed: []byte{1}, out: Silent}, {number: 2, bet: 5000}}} {
		r := newHouse(f, small, 1).play(cautious, seats...)
		f.Add([]byte(text(f, r)))
		r.Cards, r.Log.Entries = r.Cards[:1], r.Log.Entries[:1]
		f.Add([]byte(text(f, r)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Decode(data)
		if err != nil {
			return
		}
		var plain bytes.Buffer
		if err := json.Compact(&plain, data); err != nil || text(t, r) != plain.String() {
			t.Fatalf("%v: read as %s", err, text(t, r))
		}
		report := Verify(r)
		if report.Verdict == Failed != (report.FirstFailed() != nil) {
			t.Fatalf("%+v", report)
		}
	})
}

// Records made by a house that means harm, not by accident: parts are taken from
// elsewhere, doubled, dropped or turned. The check ends, and never in a panic.
func TestVerifySurvivesAnything(t *testing.T) {
	var all []*Record
	for _, r := range kinds(t) {
		all = append(all, r)
	}
	h := newHouse(t, cutCard, 3)
	h.play(cautious, seat{number: 1, bet: 1000, seed: []byte{1}})
	all = append(all, h.play(cautious, seat{number: 1, bet: 1000}))
	words := []string{"", "hit", "stand", "double", "split", "surrender", "insure", "timeout", "deal", "place-bet", "clock", "stood", "bust", "win"}
	rapid.Check(t, func(rt *rapid.T) {
		r := clone(t, rapid.SampledFrom(all).Draw(rt, "record"))
		from := rapid.SampledFrom(all).Draw(rt, "other")
		for range rapid.IntRange(1, 6).Draw(rt, "changes") {
			at := rapid.IntRange(0, len(r.Events)-1).Draw(rt, "event")
			e := rapid.SampledFrom(from.Events).Draw(rt, "from")
			switch rapid.IntRange(0, 9).Draw(rt, "change") {
			case 0:
				r.Events[at] = e
			case 1:
				r.Events = slices.Insert(r.Events, at, e)
			case 2:
				r.Events = append(slices.Delete(r.Events, at, at+1), e)
			case 3:
				r.Events[at].Seat, r.Events[at].Player = uint8(rapid.IntRange(0, 255).Draw(rt, "seat")), 0
			case 4:
				r.Events[at].Hand = uint8(rapid.IntRange(0, 255).Draw(rt, "hand"))
			case 5:
				r.Events[at].Stake = money.Amount(rapid.Int64Range(-maxNumber, maxNumber).Draw(rt, "stake"))
				r.Events[at].Amount = r.Events[at].Stake
			case 6:
				r.Events[at].Action, r.Events[at].By = rapid.SampledFrom(words).Draw(rt, "action"), rapid.SampledFrom([]string{"", "clock"}).Draw(rt, "by")
			case 7:
				r.Cards, r.Offset = from.Cards, rapid.IntRange(0, 311).Draw(rt, "offset")
			case 8:
				r.Shoe.Seed = nil
			case 9:
				r.Rules = from.Rules
				r.Log.Entries = append(r.Log.Entries, rapid.SampledFrom(from.Log.Entries).Draw(rt, "entry"))
				rechain(&r.Log)
			}
		}
		Verify(r)
	})
}

// Nor does a log that says anything at all end it in a panic.
func FuzzLog(f *testing.F) {
	good := newHouse(f, usual, 5).play(cautious, two...)
	f.Add(strings.Join(good.Log.Entries, "\n"))
	f.Add(`[{"is":"bet-placed"},{"is":"shoe-over","shoe":1}]`)
	f.Add(`[{"is":"shoe-shuffled","shoe":1,"decks":6},null,{"is":"seed-revealed","seat":-1}]`)
	f.Fuzz(func(t *testing.T, entries string) {
		r := *good
		r.Log.Entries = strings.Split(entries, "\n")
		rechain(&r.Log)
		Verify(&r)
	})
}
