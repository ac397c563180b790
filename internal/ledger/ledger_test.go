package ledger_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"club99/internal/ledger"
	"club99/money"
)

func TestAccounts(t *testing.T) {
	for _, c := range []struct {
		account ledger.Account
		valid   bool
		mayOwe  bool
		player  int64
		table   string
	}{
		{ledger.Player(12), true, false, 12, ""},
		{ledger.House("a1"), true, true, 0, "a1"},
		{ledger.Round("high-roller_2.b"), true, false, 0, "high-roller_2.b"},
		{ledger.Grant, true, true, 0, ""},
		{"", false, false, 0, ""},
		{"player/", false, false, 0, ""},
		{"player/0", false, false, 0, ""},
		{"player/-1", false, false, 0, ""},
		{"player/012", false, false, 0, ""},
		{"player/+1", false, false, 0, ""},
		{"player/99999999999999999999", false, false, 0, ""},
		{"grants", false, false, 0, ""},
		{"round/", false, false, 0, ""},
		{"round/grant", false, false, 0, "grant"},
		{"round/a/b", false, false, 0, "a/b"},
		{"bank", false, false, 0, ""},
	} {
		if err := c.account.Validate(); (err == nil) != c.valid {
			t.Errorf("%q: Validate = %v", c.account, err)
		}
		if got := c.account.MayOwe(); got != c.mayOwe {
			t.Errorf("%q: MayOwe = %v", c.account, got)
		}
		if got, ok := c.account.PlayerID(); got != c.player || ok != (c.player != 0) {
			t.Errorf("%q: PlayerID = %d, %v", c.account, got, ok)
		}
		if got, _ := c.account.Table(); got != c.table {
			t.Errorf("%q: Table = %q", c.account, got)
		}
	}
}

func TestCheckTable(t *testing.T) {
	for name, ok := range map[string]bool{
		"a1": true, "VIP.table-2_x": true, strings.Repeat("a", 64): true,
		"": false, "grant": false, strings.Repeat("a", 65): false, "a b": false, "a/b": false, "bàn": false, "a\n": false,
	} {
		if err := ledger.CheckTable(name); (err == nil) != ok {
			t.Errorf("CheckTable(%q) = %v", name, err)
		}
	}
}

// transfer is number place of entry a1/1.
func transfer(place int, from, to ledger.Account, amount money.Amount) ledger.Transfer {
	return ledger.Transfer{ID: ledger.TransferID{Table: "a1", Seq: 1, Index: place}, From: from, To: to, Amount: amount, Reason: ledger.ReasonBet}
}

func TestMovements(t *testing.T) {
	mai, an, round, house := ledger.Player(1), ledger.Player(2), ledger.Round("a1"), ledger.House("a1")
	got, err := ledger.Movements(nil, []ledger.Transfer{
		transfer(0, mai, round, 100),
		transfer(1, an, round, 50),
		transfer(2, round, mai, 100),
		transfer(3, house, mai, 150),
		transfer(4, mai, round, 200),
	})
	want := []ledger.Movement{
		{Account: mai, Net: -50, Low: -100},
		{Account: round, Net: 250, Low: 0},
		{Account: an, Net: -50, Low: -50},
		{Account: house, Net: -150, Low: -150},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("Movements: %v (-want +got):\n%s", err, diff)
	}
	_, err = ledger.Movements(nil, []ledger.Transfer{transfer(0, house, mai, money.Max), transfer(1, house, mai, 2)})
	if !errors.Is(err, money.ErrOverflow) {
		t.Errorf("a sum that does not fit: %v", err)
	}
}

func TestBookIsAllOrNothing(t *testing.T) {
	var b ledger.Book
	apply := func(want error, transfers ...ledger.Transfer) {
		t.Helper()
		before := b.Transfers()
		err := b.Apply(transfers)
		if !errors.Is(err, want) {
			t.Fatalf("Apply: %v, want %v", err, want)
		}
		if want != nil && !slices.Equal(before, b.Transfers()) {
			t.Fatalf("a refused list left something: %v", b.Transfers())
		}
	}
	mai, round := ledger.Player(1), ledger.Round("a1")
	apply(nil, ledger.NewGrant(1, 100))
	apply(nil, ledger.NewGrant(1, 100)) // the same again
	apply(ledger.ErrDifferent, ledger.NewGrant(1, 101))
	apply(ledger.InsufficientError{Account: mai}, transfer(0, mai, round, 60), transfer(1, mai, round, 60))
	apply(ledger.ErrDifferent, transfer(0, mai, round, 60), transfer(0, mai, round, 10))
	apply(nil, transfer(0, mai, round, 60), transfer(0, mai, round, 60)) // one id: one transfer
	apply(nil, transfer(0, mai, round, 60), transfer(1, mai, round, 40))
	if got := b.Balance(mai); got != 0 {
		t.Errorf("balance %d, want 0", got)
	}
	if wrong := b.Wrong(); len(wrong) != 0 {
		t.Errorf("Wrong = %v", wrong)
	}
}

// TestBookProperties books random lists and checks what must hold whatever
// they are: double entry, no debts of players and rounds, no effect of retries.
func TestBookProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b ledger.Book
		accounts := []ledger.Account{ledger.Player(1), ledger.Player(2), ledger.Round("a1"), ledger.House("a1")}
		for seq := uint64(1); seq <= 12; seq++ {
			list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) ledger.Transfer {
				return ledger.Transfer{
					From:   rapid.SampledFrom(accounts).Draw(t, "from"),
					To:     rapid.SampledFrom(accounts).Draw(t, "to"),
					Amount: money.Amount(rapid.Int64Range(-1, 1<<62).Draw(t, "amount")),
					Reason: ledger.ReasonBet,
				}
			}), 0, 4).Draw(t, "list")
			for i := range list {
				list[i].ID = ledger.TransferID{Table: "a1", Seq: seq, Index: i}
			}
			before := b.Transfers()
			if err := b.Apply(list); err != nil {
				if !slices.Equal(before, b.Transfers()) {
					t.Fatal("a refused list left something behind")
				}
				continue
			}
			balances := func() (sum money.Amount, all []money.Amount) {
				for _, a := range b.Accounts() {
					if b.Balance(a) < 0 && !a.MayOwe() {
						t.Fatalf("%s stands at %d", a, b.Balance(a))
					}
					sum += b.Balance(a)
					all = append(all, b.Balance(a))
				}
				return sum, all
			}
			sum, once := balances()
			if sum != 0 {
				t.Fatalf("the balances add up to %d", sum)
			}
			if err := b.Apply(list); err != nil {
				t.Fatalf("a retry was refused: %v", err)
			}
			if _, twice := balances(); !slices.Equal(once, twice) {
				t.Fatal("a retry moved money")
			}
		}
		if wrong := b.Wrong(); len(wrong) != 0 {
			t.Fatalf("Wrong = %v", wrong)
		}
	})
}

func TestTrialFindsFaults(t *testing.T) {
	mai, round, house := ledger.Player(1), ledger.Round("a1"), ledger.House("a1")
	posted := []ledger.Transfer{ledger.NewGrant(1, 100), transfer(0, mai, round, 60), transfer(1, round, house, 60)}
	kept := map[ledger.Account]money.Amount{ledger.Grant: -100, mai: 40, round: 0, house: 60}
	for _, c := range []struct {
		name  string
		spoil func(*ledger.Trial)
		want  []string
	}{
		{"nothing", func(*ledger.Trial) {}, nil},
		{"a transfer more", func(tr *ledger.Trial) { tr.Post(transfer(2, mai, round, 5)) }, []string{
			"player/1: the balance kept is 40, but its transfers add up to 35",
			"round/a1: the balance kept is 0, but its transfers add up to 5",
		}},
		{"money from nowhere", func(tr *ledger.Trial) { tr.Kept(ledger.Player(2), 7) }, []string{
			"player/2: the balance kept is 7, but its transfers add up to 0",
			"all balances: they add up to 7 instead of 0",
		}},
		{"a debt", func(tr *ledger.Trial) {
			tr.Post(transfer(2, ledger.Player(3), round, 5))
			tr.Kept(ledger.Player(3), -5)
			tr.Post(transfer(3, round, house, 5))
			tr.Post(transfer(4, house, ledger.Player(4), 5))
			tr.Kept(ledger.Player(4), 5)
		}, []string{"player/3: the balance is -5, below zero"}},
		{"an account that is none", func(tr *ledger.Trial) { tr.Kept("bank", 0) }, []string{
			`"bank" is not an account: write player/<id>, house/<table>, round/<table> or grant`,
		}},
		{"an account twice", func(tr *ledger.Trial) { tr.Kept(mai, 40) }, []string{"player/1: the account is kept twice"}},
		{"an amount below zero", func(tr *ledger.Trial) {
			tr.Post(transfer(2, mai, round, -5))
			tr.Post(transfer(3, mai, round, 5))
		}, []string{"transfer a1/1/2: the amount is -5, it must be above zero"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var tr ledger.Trial
			for _, p := range posted {
				tr.Post(p)
			}
			for a, amount := range kept {
				tr.Kept(a, amount)
			}
			c.spoil(&tr)
			if diff := cmp.Diff(c.want, tr.Findings()); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
