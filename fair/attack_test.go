package fair

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"club99/blackjack"
	"club99/card"
	"club99/shoe"
)

// attack is something that a dishonest house may try with the record of a
// round, and the step of the check that finds it.
type attack struct {
	name  string
	plays func(h *house)                // how it plays; nil: as it should
	forge func(t *testing.T, r *Record) // what it does to the record afterwards
	step  string
}

// record is the round that the attacks are tried on: the second from a shoe
// with two players' seeds, which is over. Its one hand wins.
func (a *attack) record(t *testing.T) *Record {
	h := newHouse(t, cutCard, 4)
	if a.plays != nil {
		a.plays(h)
	}
	h.play(cautious, seat{number: 1, bet: 1000, seed: []byte{1, 0xab}}, seat{number: 2, bet: 1000, seed: []byte{2, 0xab}})
	r := h.play(cautious, seat{number: 2, bet: 2000})
	h.over("")
	r.Shoe = h.shoe
	r = clone(t, r)
	if a.forge != nil {
		a.forge(t, r)
	}
	return r
}

// inLog changes the first place in the log that says old, and makes the links again.
func inLog(t *testing.T, r *Record, old, by string) {
	t.Helper()
	for i, e := range r.Log.Entries {
		if strings.Contains(e, old) {
			r.Log.Entries[i] = strings.Replace(e, old, by, 1)
			rechain(&r.Log)
			return
		}
	}
	t.Fatalf("the log does not say %s: %q", old, r.Log.Entries)
}

// moved takes the first record of the log that begins so to just before or after another.
func moved(t *testing.T, r *Record, what, before string) {
	t.Helper()
	for i, e := range r.Log.Entries {
		from := strings.Index(e, what)
		if from < 0 {
			continue
		}
		record := e[from : from+strings.Index(e[from:], "}")+1]
		rest := strings.NewReplacer(record+",", "", ","+record, "", record, "").Replace(e)
		r.Log.Entries[i] = rest
		inLog(t, r, before, record+","+before)
		return
	}
	t.Fatalf("the log does not say %s", what)
}

func firstOf(r *Record, kind string) *Event {
	return &r.Events[slices.IndexFunc(r.Events, func(e Event) bool { return e.Is == kind })]
}

func anotherCard(k card.Card) card.Card {
	if k.Suit() == card.Spades {
		return card.New(k.Rank(), card.Hearts)
	}
	return card.New(k.Rank(), card.Spades)
}

// everywhere changes a card in the proofs, the events and the log.
func everywhere(t *testing.T, r *Record, kind string) {
	e := firstOf(r, kind)
	was, is := e.Card, anotherCard(e.Card)
	e.Card = is
	i := slices.IndexFunc(r.Cards, func(c Card) bool { return c.Card == was })
	r.Cards[i].Card = is
	last := len(r.Log.Entries) - 1
	for ; !strings.Contains(r.Log.Entries[last], `"card":"`+was.String()+`"`); last-- {
	}
	r.Log.Entries[last] = strings.Replace(r.Log.Entries[last], `"card":"`+was.String()+`"`, `"card":"`+is.String()+`"`, 1)
	rechain(&r.Log)
}

// otherShoe is a sealed shoe that nobody committed to.
func otherShoe() *shoe.Sealed { return shoe.Seal(shoe.Key{0xe1}, 2) }

// The house: what it may try with cards, seeds and terms, and what finds it in
// the record alone.
var houseAttacks = []attack{
	{"changes a card", nil, func(_ *testing.T, r *Record) { r.Cards[0].Card = anotherCard(r.Cards[0].Card) }, "cards"},
	{"changes a card in the events alone", nil, func(_ *testing.T, r *Record) {
		e := firstOf(r, "up-card-dealt")
		e.Card = anotherCard(e.Card)
	}, "cards"},
	{"changes a card wherever it stands", nil, func(t *testing.T, r *Record) { everywhere(t, r, "up-card-dealt") }, "cards"},
	{"opens another hole card", nil, func(t *testing.T, r *Record) { everywhere(t, r, "hole-card-opened") }, "cards"},
	{"takes the hole card from another place", nil, func(_ *testing.T, r *Record) {
		r.Cards[3].At, r.Cards[2].At = r.Cards[2].At, r.Cards[3].At
	}, "cards"},
	{"turns up a card without a proof", nil, func(_ *testing.T, r *Record) { r.Cards = r.Cards[:len(r.Cards)-1] }, "cards"},
	{"gives a proof for a card that no event turned up", nil, func(_ *testing.T, r *Record) { r.Cards = append(r.Cards, r.Cards[0]) }, "cards"},
	{"swaps two cards with their proofs", nil, func(_ *testing.T, r *Record) { r.Cards[0], r.Cards[1] = r.Cards[1], r.Cards[0] }, "cards"},
	{"deals from another shoe than the sealed one", func(h *house) {
		h.deal = func(h *house, _ *shoe.Sealed) { h.sealed = otherShoe() }
	}, nil, "cards"},
	{"seals another shoe than the seeds make", func(h *house) {
		h.deal = func(h *house, _ *shoe.Sealed) { h.sealed, h.shoe.Root = otherShoe(), otherShoe().Root() }
	}, nil, "order"},
	{"seals another root at the end of the same order", nil, func(_ *testing.T, r *Record) { r.Shoe.Root[23] ^= 1 }, "cards"},
	{"takes a card away between the rounds", func(h *house) { h.skip = 1 }, nil, "log"},
	{"says that the round began elsewhere", nil, func(t *testing.T, r *Record) { r.Offset++ }, "cards"},
	{"changes its seed after the commitment", nil, func(_ *testing.T, r *Record) { r.Shoe.Seed[0] ^= 1 }, "house"},
	{"changes its seed and the commitment", nil, func(_ *testing.T, r *Record) {
		r.Shoe.Seed[0] ^= 1
		r.Shoe.Commitment = shoe.CommitHouse(r.Table, r.Shoe.Number, shoe.Seed(r.Shoe.Seed))
	}, "terms"},
	{"changes its seed, the commitment and the terms", nil, func(_ *testing.T, r *Record) {
		r.Shoe.Seed[0] ^= 1
		r.Shoe.Commitment = shoe.CommitHouse(r.Table, r.Shoe.Number, shoe.Seed(r.Shoe.Seed))
		terms := r.Shoe.terms(r.Table)
		r.Shoe.Terms = terms.Hash()
	}, "order"},
	{"changes the commitment to the next shoe", nil, func(_ *testing.T, r *Record) { r.Shoe.Next[0] ^= 1 }, "terms"},
	{"changes the decks", nil, func(_ *testing.T, r *Record) { r.Shoe.Decks = 8 }, "terms"},
	{"changes the rules", nil, func(_ *testing.T, r *Record) { r.Rules.Line = strings.Replace(r.Rules.Line, "3:2", "6:5", 1) }, "rules"},
	{"changes the rules and their hash", nil, func(_ *testing.T, r *Record) { otherRules(r, "3:2", "6:5") }, "log"},
	{"claims another number of decks in the rules", nil, func(_ *testing.T, r *Record) { otherRules(r, "2D", "4D") }, "rules"},
	{"claims that every round is shuffled", nil, func(_ *testing.T, r *Record) { otherRules(r, "cut-52 ", "") }, "rules"},
	{"deals on when the cut card is out", nil, func(_ *testing.T, r *Record) { otherRules(r, "cut-52", "cut-98") }, "rules"},
	{"calls the table otherwise", nil, func(_ *testing.T, r *Record) { r.Table = "a2" }, "house"},
	{"calls the shoe otherwise", nil, func(_ *testing.T, r *Record) { r.Shoe.Number++ }, "house"},
	{"calls the round otherwise", nil, func(_ *testing.T, r *Record) { r.Round++ }, "log"},
}

// otherRules changes the rules, with their hash.
func otherRules(r *Record, old, by string) {
	rules, err := blackjack.ParseLine(strings.Replace(r.Rules.Line, old, by, 1))
	if err != nil {
		panic(err)
	}
	r.Rules = Rules{rules.String(), rules.Hash()}
}

// What it may try with the players' seeds.
var seedAttacks = []attack{
	{"swaps a player's seed", nil, func(t *testing.T, r *Record) {
		r.Shoe.Players[0].Seed[0] ^= 0xff
		inLog(t, r, `"seed":"01ab"`, `"seed":"feab"`)
	}, "seeds"},
	{"forges a player's seed with its commitment", nil, func(_ *testing.T, r *Record) {
		p := &r.Shoe.Players[0]
		p.Seed[0] ^= 0xff
		p.Commitment = shoe.CommitPlayer(r.Table, r.Shoe.Number, p.Seat, p.Seed)
	}, "terms"},
	{"drops a player's seed", nil, func(_ *testing.T, r *Record) { r.Shoe.Players = r.Shoe.Players[1:] }, "terms"},
	{"says that a player kept silent", nil, func(_ *testing.T, r *Record) { r.Shoe.Players[0].Seed, r.Shoe.Players[0].Out = nil, Silent }, "order"},
	{"says that a player revealed another seed", nil, func(_ *testing.T, r *Record) { r.Shoe.Players[0].Seed, r.Shoe.Players[0].Out = nil, Mismatch }, "order"},
	{"gives one player's seed to another seat", nil, func(_ *testing.T, r *Record) {
		r.Shoe.Players[0].Seed, r.Shoe.Players[1].Seed = r.Shoe.Players[1].Seed, r.Shoe.Players[0].Seed
	}, "seeds"},
	{"lists the seats the other way round", nil, func(_ *testing.T, r *Record) { slices.Reverse(r.Shoe.Players) }, "format"},
	{"lists a seat twice", nil, func(_ *testing.T, r *Record) { r.Shoe.Players = append(r.Shoe.Players, r.Shoe.Players[1]) }, "format"},
	{"asks for seeds before the terms are fixed", nil, func(t *testing.T, r *Record) { moved(t, r, `{"is":"seed-revealed","seat":1`, `{"is":"terms-fixed"`) }, "log"},
	{"takes a commitment when a seed is known", nil, func(t *testing.T, r *Record) {
		moved(t, r, `{"is":"seed-committed","seat":2`, `{"is":"seed-revealed","seat":2`)
	}, "log"},
	{"leaves a commitment out of the log", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"seed-committed","seat":2`, `{"is":"somebody-committed","seat":2`)
	}, "log"},
	{"commits for a seat without a bet", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"bet-placed","seat":2,"player":2,"stake":1000,"amount":1000},`, "")
	}, "log"},
	{"reveals one seed twice and another never", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"seed-revealed","seat":2,"seed":"02ab"}`, `{"is":"seed-revealed","seat":1,"seed":"01ab"}`)
	}, "log"},
	{"never publishes the terms", nil, func(t *testing.T, r *Record) { inLog(t, r, `{"is":"terms-fixed"`, `{"is":"terms-kept"`) }, "log"},
	{"publishes other terms", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `"terms":"`+r.Shoe.Terms.String()[:4], `"terms":"0000`)
	}, "log"},
	{"publishes another root", nil, func(t *testing.T, r *Record) { inLog(t, r, `"root":"`+r.Shoe.Root.String()[:4], `"root":"0000`) }, "log"},
	{"seals when the first card is dealt", nil, func(t *testing.T, r *Record) { moved(t, r, `{"is":"bets-closed"`, `{"is":"shoe-sealed"`) }, "log"},
	{"seals a second time", nil, func(t *testing.T, r *Record) {
		seal := `{"is":"shoe-sealed","root":"` + r.Shoe.Root.String() + `"}`
		inLog(t, r, seal, seal+","+seal)
	}, "log"},
	{"bets on another seat when it knows the order", nil, func(t *testing.T, r *Record) {
		moved(t, r, `{"is":"bet-placed","seat":1`, `{"is":"seed-revealed","seat":2`)
	}, "log"},
	{"takes the next shoe when the bets are down", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"terms-fixed"`, `{"is":"shoe-shuffled","shoe":2,"decks":2,"commitment":"`+r.Shoe.Next.String()+`","next":"`+r.Shoe.Terms.String()+`"},{"is":"terms-fixed"`)
	}, "log"},
	{"reveals its own seed to some while bets are taken", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"bets-closed"}`, `{"is":"shoe-over","shoe":1,"seed":"`+hex.EncodeToString(r.Shoe.Seed)+`"},{"is":"bets-closed"}`)
	}, "log"},
	{"commits when betting is open already", nil, func(t *testing.T, r *Record) {
		moved(t, r, `{"is":"betting-opened","round":1`, `{"is":"shoe-shuffled"`)
	}, "log"},
}

// What it may try with the game and its log.
var gameAttacks = []attack{
	{"pays less", nil, func(t *testing.T, r *Record) {
		e := firstOf(r, "hand-settled")
		e.Outcome, e.Amount = "lose", 0
		r.Results = []Result{{Seat: 2, Net: -2000}}
		last := len(r.Log.Entries) - 1
		line, _ := encode(e)
		at := strings.Index(r.Log.Entries[last], `{"is":"hand-settled"`)
		end := at + strings.Index(r.Log.Entries[last][at:], "}") + 1
		r.Log.Entries[last] = r.Log.Entries[last][:at] + string(line) + r.Log.Entries[last][end:]
		rechain(&r.Log)
	}, "game"},
	{"writes down another result", nil, func(_ *testing.T, r *Record) { r.Results[0].Net -= 1000 }, "results"},
	{"leaves a result out", nil, func(_ *testing.T, r *Record) { r.Results = []Result{} }, "results"},
	{"adds a result", nil, func(_ *testing.T, r *Record) { r.Results = append(r.Results, Result{7, -5000}) }, "results"},
	{"has the dealer stop", nil, func(t *testing.T, r *Record) {
		e := firstOf(r, "hole-card-opened")
		e.Is = "dealer-drew"
	}, "cards"},
	{"breaks off a round", nil, func(_ *testing.T, r *Record) { r.Events, r.Results = r.Events[:len(r.Events)-1], []Result{} }, "game"},
	{"goes on after the end", nil, func(_ *testing.T, r *Record) { r.Events = append(r.Events, r.Events[0]) }, "game"},
	{"decides without being asked", nil, func(_ *testing.T, r *Record) { r.Events = slices.Insert(r.Events, 1, *firstOf(r, "turn-came")) }, "game"},
	{"changes an entry", nil, func(_ *testing.T, r *Record) { r.Log.Entries[1] = strings.Replace(r.Log.Entries[1], "1000", "2000", 1) }, "log"},
	{"drops an entry", nil, func(_ *testing.T, r *Record) { r.Log.Entries = r.Log.Entries[1:] }, "log"},
	{"leaves the rounds before out of the log", nil, func(t *testing.T, r *Record) {
		at := slices.IndexFunc(r.Log.Entries, func(e string) bool { return strings.Contains(e, `"betting-opened","round":2`) })
		for _, e := range r.Log.Entries[:at] {
			r.Log.Before = shoe.Link(r.Log.Before, r.Log.Seq, []byte(e))
			r.Log.Seq++
		}
		r.Log.Entries = r.Log.Entries[at:]
	}, "log"},
	{"counts the entries otherwise", nil, func(_ *testing.T, r *Record) { r.Log.Seq++ }, "log"},
	{"begins the log elsewhere", nil, func(_ *testing.T, r *Record) {
		r.Log.Seq = 1
		rechain(&r.Log)
	}, "log"},
	{"adds an event to the log", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"bet-placed","seat":2,"player":2,"stake":2000,`, `{"is":"checked"},{"is":"bet-placed","seat":2,"player":2,"stake":2000,`)
	}, "log"},
	{"closes the bets of a round before twice", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"bets-closed"}`, `{"is":"bets-closed"},{"is":"bets-closed"}`)
	}, "log"},
	{"has the round in no entry", nil, func(t *testing.T, r *Record) { inLog(t, r, `"betting-opened","round":2`, `"betting-opened","round":3`) }, "log"},
	{"opens the round twice", nil, func(t *testing.T, r *Record) {
		r.Log.Entries = append(r.Log.Entries[:1:1], r.Log.Entries...)
		rechain(&r.Log)
	}, "log"},
	{"names a field twice", nil, func(t *testing.T, r *Record) {
		inLog(t, r, `{"is":"bets-closed"}`, `{"is":"bets-closed","is":"nothing"}`)
	}, "log"},
	{"names a field in capitals", nil, func(t *testing.T, r *Record) { inLog(t, r, `{"is":"bets-confirmed"`, `{"IS":"bets-confirmed"`) }, "log"},
	{"writes what is no list of records", nil, func(_ *testing.T, r *Record) {
		r.Log.Entries[1] = `{"is":"rested"}`
		rechain(&r.Log)
	}, "log"},
	{"writes what is no record", nil, func(_ *testing.T, r *Record) {
		r.Log.Entries[1] = "[1]"
		rechain(&r.Log)
	}, "log"},
}

// The house is found out by the record alone, in the step that is named and not before.
func TestAttackByHouse(t *testing.T) {
	mustBe(t, new(attack).record(t), Verified)
	for _, a := range slices.Concat(houseAttacks, seedAttacks, gameAttacks) {
		t.Run(a.name, func(t *testing.T) {
			r := a.record(t)
			report := Verify(r)
			if first := report.FirstFailed(); report.Verdict != Failed || first == nil || first.Name != a.step {
				t.Errorf("found by %+v, want %s: %+v", first, a.step, report)
			}
		})
	}
}

// The order in which seeds reach the house, and the log, is of no consequence:
// the key takes them by seat.
func TestAttackOrderOfRevealsIsHarmless(t *testing.T) {
	r := new(attack).record(t)
	first, second := `{"is":"seed-revealed","seat":1,"seed":"01ab"}`, `{"is":"seed-revealed","seat":2,"seed":"02ab"}`
	inLog(t, r, first, "FIRST")
	inLog(t, r, second, first)
	inLog(t, r, "FIRST", second)
	mustBe(t, r, Verified)
}
