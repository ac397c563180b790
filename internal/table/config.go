package table

import (
	"log/slog"
	"time"

	"club99/blackjack"
	"club99/card"
	"club99/internal/store"
	"club99/internal/wire"
	"club99/money"
	"club99/shoe"
)

// Fixed times of the house.
const (
	// Grace is what a decision gets whose time ran out while the table was down.
	Grace = 5 * time.Second
	// SeatHold is how long a player may be without a connection before the seat
	// is freed, once the round is over.
	SeatHold = 30 * time.Second
	// MissedRounds is how many rounds without a bet free a seat (R24).
	MissedRounds = 3

	retryAfter = 500 * time.Millisecond // until the clock tries again what the store could not take
	tellAfter  = time.Second            // at most this late are presence and the lobby told
)

// mailboxSize bounds the commands that wait for one table. A full mailbox
// answers "busy" at once: whoever waits behind that many would be late anyway.
const mailboxSize = 128

// Config is what a table is made of.
type Config struct {
	ID     string
	Name   wire.Text
	Preset string // what the rules started from, for the lobby
	Rules  blackjack.Rules
	Chips  []money.Amount // to compose a bet of, for the lobby
	Hints  bool           // whether players may ask what their actions are worth

	// Odds returns what is known of the rules with that hash, nil while nothing
	// is. It is called often and must not wait; it may be nil itself.
	Odds func(hash string) *wire.Odds

	Store     store.Store
	Sealer    Sealer
	Publisher Publisher
	Purses    *Purses
	Guard     Guard // of people who set themselves limits; nil: nobody is held
	Log       *slog.Logger

	// Lease is what the table is driven by where nodes share the store; zero: this
	// process has the store to itself.
	Lease store.Lease

	// Presence is who is connected, for a table that is made anew while they are; nil:
	// nobody yet.
	Presence *Presence

	// Script lists, for tests only, the cards of each shoe in dealing order; it
	// is shuffled every round, and after the last list the first comes again.
	Script [][]card.Card

	wall func() time.Time // of the machine; nil: time.Now, tests set it
}

// Sealer closes and opens the seeds of shoes; package seal has one. A box opens
// for the table and the shoe it was sealed for only.
type Sealer interface {
	Seal(table string, number uint64, seed [shoe.SeedSize]byte) []byte
	Open(table string, number uint64, box []byte) (seed [shoe.SeedSize]byte, err error)
}

// Publisher tells what happened. Its methods must not wait for anybody who
// listens; they are called by the table's own goroutine, in order.
type Publisher interface {
	// Publish tells everyone at the table.
	Publish(table string, f *wire.Frame)
	// PublishPrivate tells one player what is new, before everyone is told.
	PublishPrivate(player int64, y *wire.You)
	// PublishLobby tells the lobby that the table's row changed.
	PublishLobby(row *wire.LobbyTable)
}

// Command is a player's request to the table.
type Command struct {
	wire.Command
	Player     int64
	PlayerName string // to be shown at the seat
	Bot        bool   // of the house
}
