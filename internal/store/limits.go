package store

import (
	"context"
	"fmt"
	"time"

	"club99/money"
)

// PlayerLimits is what a player has set to play well. Body is JSON of those who
// decide by it; until when the player is away stands beside it, so that it can be
// counted, and so that an exclusion cannot be shortened by whoever writes here.
type PlayerLimits struct {
	Player    int64
	Body      []byte
	Break     time.Time // zero: never had one
	Exclusion time.Time // zero: never had one
}

// PlayTime is a player's time at the tables, as JSON of those who count it.
type PlayTime struct {
	Player int64
	Body   []byte
}

// Net is what a round that is over brought to a player.
type Net struct {
	Table string
	Round uint64
	At    time.Time
	Net   money.Amount
}

// Wellbeing is the part of the store that keeps what players set for themselves,
// and what that is held against.
type Wellbeing interface {
	// PutLimits keeps a player's limits in place of those before. An unknown player
	// is [ErrNotFound]; an exclusion that ends earlier than the one kept is
	// [ErrInvalid].
	PutLimits(ctx context.Context, l PlayerLimits) error
	// Limits returns a player's limits, or [ErrNotFound].
	Limits(ctx context.Context, player int64) (PlayerLimits, error)
	// Away counts the players who are away after a moment: on a break, and excluded.
	// Who is both is excluded.
	Away(ctx context.Context, now time.Time) (breaks, exclusions int, err error)

	// PutPlayTimes keeps times at the tables in place of those before, all or none.
	PutPlayTimes(ctx context.Context, list []PlayTime) error
	// PlayTime returns a player's time at the tables, or [ErrNotFound].
	PlayTime(ctx context.Context, player int64) (PlayTime, error)

	// Nets walks what a player's rounds brought that were over at a moment or
	// later, newest first; an error of fn ends the walk and is returned.
	Nets(ctx context.Context, player int64, since time.Time, fn func(Net) error) error
}

// Unordered is how far the times of results may differ from their order: those of
// two tables are written in any order.
const Unordered = time.Minute

// Check reports what is wrong with the limits by themselves, wrapped in [ErrInvalid].
func (l *PlayerLimits) Check() error {
	if l.Player <= 0 || len(l.Body) == 0 || !l.Break.IsZero() && !storable(l.Break) || !l.Exclusion.IsZero() && !storable(l.Exclusion) {
		return fmt.Errorf("%w: limits need a player, a body and times that can be kept", ErrInvalid)
	}
	return nil
}

// CheckPlayTimes reports what is wrong with times at the tables by themselves,
// wrapped in [ErrInvalid].
func CheckPlayTimes(list []PlayTime) error {
	for i := range list {
		if list[i].Player <= 0 || len(list[i].Body) == 0 {
			return fmt.Errorf("%w: time at the tables needs a player and a body", ErrInvalid)
		}
	}
	return nil
}
