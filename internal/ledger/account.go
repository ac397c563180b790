package ledger

import (
	"fmt"
	"strconv"
	"strings"
)

// Account names whose money it is: "player/12", "house/a1", "round/a1" or "grant".
type Account string

// Grant is the account that play chips come from. Its balance is minus all
// the chips ever given out.
const Grant Account = "grant"

// GrantTable is the Table of the ids of grants, which belong to no table's journal.
const GrantTable = "grant"

const (
	playerPrefix = "player/"
	housePrefix  = "house/"
	roundPrefix  = "round/"
)

// Player is the account of the player with that id.
func Player(id int64) Account { return Account(playerPrefix + strconv.FormatInt(id, 10)) }

// House is the house's account at a table. Each table has its own, so that
// tables do not wait for one row.
func House(table string) Account { return Account(housePrefix + table) }

// Round is the account that holds a table's stakes while a round is open. It
// is zero whenever none is.
func Round(table string) Account { return Account(roundPrefix + table) }

// PlayerID returns the player whose account it is; ok is false for any other account.
func (a Account) PlayerID() (id int64, ok bool) {
	digits, found := strings.CutPrefix(string(a), playerPrefix)
	if !found {
		return 0, false
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || id <= 0 || Player(id) != a {
		return 0, false
	}
	return id, true
}

// Table returns the table whose house or round account it is; ok is false for
// any other account.
func (a Account) Table() (table string, ok bool) {
	for _, prefix := range [2]string{housePrefix, roundPrefix} {
		if table, ok = strings.CutPrefix(string(a), prefix); ok {
			return table, true
		}
	}
	return "", false
}

// MayOwe reports whether the account may stand below zero: the house's and
// the grant account may, a player's and a round's never.
func (a Account) MayOwe() bool {
	return a == Grant || strings.HasPrefix(string(a), housePrefix)
}

// Validate reports whether the account is one of the four kinds.
func (a Account) Validate() error {
	if _, ok := a.PlayerID(); ok || a == Grant {
		return nil
	}
	if table, ok := a.Table(); ok && CheckTable(table) == nil {
		return nil
	}
	return fmt.Errorf("%q is not an account: write player/<id>, house/<table>, round/<table> or grant", string(a))
}

// maxTableName is the longest name of a table, in bytes.
const maxTableName = 64

// CheckTable reports whether a table may be called that: 1 to 64 letters,
// digits, dots, dashes and underscores, and not "grant", which numbers grants.
func CheckTable(name string) error {
	odd := strings.IndexFunc(name, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune(".-_", r))
	})
	if name == "" || len(name) > maxTableName || name == GrantTable || odd >= 0 {
		return fmt.Errorf("%q is not a table's name: use 1 to %d letters, digits, dots, dashes or underscores, and not %q",
			name, maxTableName, GrantTable)
	}
	return nil
}
