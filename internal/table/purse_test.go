package table

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/wire"
	"club99/money"
)

// lateStore tells the table "late" of its commits only when let go.
type lateStore struct {
	store.Store
	free chan struct{}
}

func (s *lateStore) Commit(ctx context.Context, c store.Commit) (store.Receipt, error) {
	r, err := s.Store.Commit(ctx, c)
	if c.Table == "late" && strings.Contains(string(c.Entry), "bet-placed") {
		<-s.free
	}
	return r, err
}

// Someone bets at two tables at the same moment, and the table whose bet was
// written first hears of it last: what the player is told last is the newest
// balance all the same, and both tables know it.
func TestReceiptsOutOfOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &lateStore{Store: memory.New(), free: make(chan struct{})}
		late, quick := newClub(t, st), newClub(t, st)
		quick.ids = 100 // a command's id is the player's own, at whatever table
		quick.heard = late.heard
		purses := NewPurses()
		late.run(Config{ID: "late", Rules: rulesOf(t, "bet_time=600s"), Purses: purses})
		quick.run(Config{ID: "quick", Rules: rulesOf(t, "bet_time=600s"), Purses: purses})
		an := late.person("An", 1000000)
		an2 := &person{quick, an.id, "An"}
		for _, c := range []*club{late, quick} { // who has not confirmed keeps betting open
			c.person("Binh", 1000000).must(sit(2))
		}
		an.must(sit(1))
		an2.must(sit(1))

		answers := make(chan wire.Answer, 1)
		bet := late.bet(1, 100000)
		bet.ID, bet.Table = "late-bet", "late"
		go func() {
			a, err := late.table.Do(context.Background(), Command{Command: bet, Player: an.id, PlayerName: "An"})
			if err != nil {
				t.Error(err)
			}
			answers <- a
		}()
		synctest.Wait()
		an2.must(quick.bet(1, 200000))
		st.free <- struct{}{}
		if a := <-answers; !a.OK {
			t.Fatalf("the late bet was refused: %s", a.Code)
		}
		synctest.Wait()

		const want = 700000
		an.has(want)
		if told := late.heard.yours[an.id]; told[len(told)-1].Balance != want {
			t.Errorf("the player was told last of %d, has %d", told[len(told)-1].Balance, want)
		}
		if known, err := purses.of(t.Context(), st, an.id); known != want || err != nil {
			t.Errorf("the tables believe in %d (%v), the player has %d", known, err, want)
		}
	})
}

// A balance that was read while a commit changed it is not remembered.
func TestReadingWhileItChanges(t *testing.T) {
	const id = 7
	one := []int64{id}
	at := func(a money.Amount) []store.Balance { return []store.Balance{{Player: id, Amount: a}} }
	p := NewPurses()
	p.begin(one) // reads 900
	p.begin(one) // moves it to 800
	p.end(one, at(800))
	p.end(one, at(900))
	if len(p.known) != 0 {
		t.Errorf("remembered: %+v", *p.known[id])
	}
	p.begin(one)
	p.end(one, at(800))
	if a := p.known[id]; a == nil || !a.known || a.amount != 800 {
		t.Errorf("not remembered: %+v", a)
	}
	p.begin(one)
	p.forget(id)
	p.end(one, nil) // refused
	if len(p.known) != 0 {
		t.Errorf("remembered: %+v", *p.known[id])
	}
}
