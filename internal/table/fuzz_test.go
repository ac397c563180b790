package table

import (
	"fmt"
	"maps"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"club99/blackjack"
	"club99/internal/audit"
	"club99/internal/journal"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
)

// fuzzed is a table to which the bytes of a fuzzer's input happen: each step takes
// a byte for what it is and a few more for how. When there are none left, it is over.
type fuzzed struct {
	*club
	people  []*person
	bytes   []byte
	told    map[string]wire.Answer // the answer to each command, by player and id
	written map[string]bool        // of those, the ones that are written: they hold beyond a restart
	last    []sent
}

type sent struct {
	p *person
	w wire.Command
}

func (f *fuzzed) next() int {
	if len(f.bytes) == 0 {
		return 0
	}
	b := f.bytes[0]
	f.bytes = f.bytes[1:]
	return int(b)
}

// near is mostly n, and now and then something that it should not be.
func (f *fuzzed) near(n uint64) uint64 {
	switch b := f.next(); {
	case b < 224:
		return n
	case b == 255:
		return 1 << 63
	default:
		return n + uint64(b) - 240
	}
}

// amount is one that the table takes, or any other.
func (f *fuzzed) amount() money.Amount {
	switch b := f.next(); {
	case b < 200:
		return money.Amount(1000 * (b + 1))
	case b == 255:
		return money.Max
	case b == 254:
		return -money.Max
	default:
		return money.Amount(b - 230)
	}
}

// command makes a command of what comes next.
func (f *fuzzed) command(s *wire.State) wire.Command {
	seat := int(f.near(uint64(1 + f.next()%3)))
	w := wire.Command{Round: f.near(s.Round), Seat: seat}
	switch f.next() % 8 {
	case 0:
		return sit(f.next() % 9)
	case 1:
		return leave(f.next() % 9)
	case 2, 3:
		w.Name = wire.Place
		for range 1 + f.next()%3 {
			b := wire.Bet{Seat: 1 + f.next()%4, Amount: f.amount()}
			if f.next()%2 == 0 {
				b.Commitment = f.committed(b.Seat).Bets[0].Commitment
			}
			w.Bets = append(w.Bets, b)
		}
	case 4:
		w.Name = wire.RevealSeeds
		w.Seeds = []wire.Reveal{{Seat: seat, Seed: []string{seedOf(seat), "00", ""}[f.next()%3]}}
	default:
		w.Name, w.Action = wire.Act, blackjack.Action(f.next()%16)
		if s.Turn != nil {
			w.Turn = uint16(f.near(uint64(s.Turn.N)))
		}
		if f.next()%4 == 0 {
			w.Amount = f.amount()
		}
	}
	return w
}

// say sends a command and checks the answer: a refusal moves nothing, and the
// same id has the same answer for ever.
func (f *fuzzed) say(p *person, w wire.Command) {
	f.Helper()
	if w.ID == "" {
		f.ids++
		w.ID = fmt.Sprintf("f%d", f.ids)
		f.last = append(f.last, sent{p, w})
	}
	before, funds := f.kept(), p.balance()
	a := p.send(w)
	if !a.OK && a.Code == "" || a.Code == wire.Internal {
		f.Fatalf("%s: %+v is answered %+v", p.name, w, a)
	}
	// But for a seed that is another than was committed to: that it is left out is written, and the deal may follow.
	if after := f.kept(); !a.OK && a.Code != wire.SeedMismatch && (p.balance() != funds || after.Seq != before.Seq) {
		f.Fatalf("%s: %+v was refused as %s, and the journal went from %d to %d, the purse from %d to %d",
			p.name, w, a.Code, before.Seq, after.Seq, funds, p.balance())
	}
	key := fmt.Sprint(p.id, " ", w.ID)
	if first, again := f.told[key]; again && (first.OK != a.OK || first.Code != a.Code || first.Seq != a.Seq) {
		f.Fatalf("%s: %+v was answered %+v, and again %+v", p.name, w, first, a)
	}
	f.told[key] = a
	_, written, err := f.store.Answer(f.Context(), store.CommandKey{Player: p.id, ID: w.ID})
	if err != nil {
		f.Fatal(err)
	}
	f.written[key] = written
}

// race has several commands arrive at once, when the clock is due or nearly so.
func (f *fuzzed) race(s *wire.State) {
	f.Helper()
	if s.Deadline == 0 {
		return
	}
	wait := time.Until(time.UnixMilli(int64(s.Deadline))) + time.Duration(f.next()%7-3)*time.Millisecond
	var list []sent
	for range 1 + f.next()%3 {
		f.ids++
		w := f.command(s)
		w.Table, w.ID = f.table.ID(), fmt.Sprintf("r%d", f.ids)
		list = append(list, sent{f.people[f.next()%len(f.people)], w})
	}
	answers := make(chan wire.Answer, len(list))
	time.Sleep(max(wait, 0))
	for _, one := range list {
		go func() {
			a, err := f.table.Do(f.Context(), Command{Command: one.w, Player: one.p.id, PlayerName: one.p.name})
			if err != nil {
				f.Error(err)
			}
			answers <- a
		}()
	}
	synctest.Wait()
	for range list {
		<-answers
	}
	f.last = append(f.last, list...)
	f.pass(5 * time.Millisecond)
}

func (f *fuzzed) step() {
	f.Helper()
	s := f.state()
	p := f.people[f.next()%len(f.people)]
	switch n := f.next() % 32; {
	case n < 2:
		f.pass(time.Duration(f.next()) * 50 * time.Millisecond)
	case n == 3:
		f.table.Depart(p.id)
	case n == 4:
		f.table.Arrive(p.id)
	case n == 5:
		if err := f.stop(); err != nil {
			f.Fatal(err)
		}
		f.pass(time.Duration(f.next()) * time.Second)
		f.again()
		maps.DeleteFunc(f.told, func(key string, _ wire.Answer) bool { return !f.written[key] }) // what changed nothing is not kept
	case n < 8:
		f.race(&s)
	case n < 10 && len(f.last) > 0:
		one := f.last[len(f.last)-1-f.next()%min(len(f.last), recentSize/4)]
		f.say(one.p, one.w)
	case n < 26:
		f.sensible(p, &s)
	default:
		f.say(p, f.command(&s))
	}
	f.audit()
}

// sensible does what a person would do now.
func (f *fuzzed) sensible(p *person, s *wire.State) {
	f.Helper()
	var own []int
	for i := range s.Seats {
		if q := s.Seats[i].Player; q != nil && q.Name == p.name {
			own = append(own, i+1)
		}
	}
	switch {
	case len(own) == 0:
		f.say(p, sit(0))
	case s.Phase == wire.PhaseBetting:
		w := f.committed(own...)
		for i := range w.Bets {
			how := f.next()
			w.Bets[i].Amount *= money.Amount(1 + how%50)
			if how >= 200 {
				w.Bets[i].Commitment = ""
			}
		}
		f.say(p, w)
	case s.Phase == wire.PhaseSealing:
		f.say(p, f.reveals(own...))
	default:
		f.legal(p)
	}
}

// legal does something that the player was told is legal: it must be taken.
func (f *fuzzed) legal(p *person) {
	f.Helper()
	snap, err := f.table.Snapshot(f.Context(), p.id)
	if err != nil {
		f.Fatal(err)
	}
	for _, y := range snap.You.Seats {
		if len(y.Legal) == 0 {
			continue
		}
		l := y.Legal[f.next()%len(y.Legal)]
		w := f.act(y.Seat, l.Action)
		w.Amount = l.Max
		p.must(w)
		return
	}
}

// over checks what must hold of every table in the end: the journal makes it
// again, each frame followed the one before, each turn had one outcome, and an
// audit finds the books right.
func (f *fuzzed) over() {
	f.Helper()
	if err := f.stop(); err != nil {
		f.Fatal(err)
	}
	whole, err := journal.Replay(f.Context(), f.store, "a1")
	if err != nil || !reflect.DeepEqual(whole, f.table.state) {
		f.Fatalf("the journal says %v\n%+v\nthe table was\n%+v", err, whole, f.table.state)
	}
	var seq uint64
	for _, frame := range f.heard.all() {
		if frame.Seq != seq && frame.Seq != seq+1 {
			f.Fatalf("frame %d came after frame %d", frame.Seq, seq)
		}
		seq = frame.Seq
	}
	f.outcomes()
	report, err := audit.Books(f.Context(), f.store)
	if err != nil || len(report.Faults) > 0 {
		f.Fatalf("the audit: %v, %v", err, report.Faults)
	}
}

// outcomes checks that no hand was awaited, decided on and decided on again.
func (f *fuzzed) outcomes() {
	f.Helper()
	type hand struct{ seat, hand uint8 }
	var awaited hand
	err := f.store.Entries(f.Context(), "a1", 0, func(seq uint64, _ time.Time, entry []byte) error {
		records, err := journal.Decode(entry)
		for _, r := range records {
			switch e := r.Event; {
			case r.Kind != journal.Event:
			case e.Kind == blackjack.TurnCame:
				awaited = hand{e.Seat, e.Hand}
			case e.Kind == blackjack.Decided && e.Hand != 0:
				if awaited != (hand{e.Seat, e.Hand}) {
					f.Fatalf("entry %d: a decision on hand %d.%d, which nobody awaited", seq, e.Seat, e.Hand)
				}
				awaited = hand{}
			}
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// FuzzTable has any commands and clocks happen to a table of three people, by
// different rules.
func FuzzTable(f *testing.F) {
	for n := range 4 {
		long := []byte{byte(n)}
		for i := range 400 {
			long = append(long, byte(i*(37+2*n)), byte(i*i>>n))
		}
		f.Add(long)
	}
	f.Add([]byte("\x00\x00\x14\x00\x00\x00\x01\x01\x14\x00\x00\x00\x02"))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = data[:min(len(data), 2000)] // longer is not worth the time
		synctest.Test(t, func(t *testing.T) {
			z := &fuzzed{bytes: data, told: map[string]wire.Answer{}, written: map[string]bool{}}
			kinds := [][]string{nil, {"shuffle=cut-card", "decks=1", "cut_card=20", "seats=2", "seats_per_player=2"}, {"surrender=early", "seats=3"}, {"peek=none", "result_time=1s", "bet_time=5s"}}
			z.club = open(t, rulesOf(t, kinds[z.next()%len(kinds)]...))
			for _, name := range []string{"An", "Bình", "Chi"} {
				z.people = append(z.people, z.person(name, 300000))
			}
			for len(z.bytes) > 0 {
				z.step()
			}
			z.over()
		})
	})
}
