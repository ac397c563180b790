package memory

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"club99/internal/store"
)

// PutLimits keeps the contract of [store.Store].
func (s *Store) PutLimits(ctx context.Context, l store.PlayerLimits) error {
	if err := l.Check(); err != nil {
		return err
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if !s.known(l.Player) {
		return fmt.Errorf("player %d: %w", l.Player, store.ErrNotFound)
	}
	if l.Exclusion.Before(s.limits[l.Player].Exclusion) {
		return fmt.Errorf("%w: an exclusion is never shortened", store.ErrInvalid)
	}
	l.Body, l.Break, l.Exclusion = bytes.Clone(l.Body), utc(l.Break), utc(l.Exclusion)
	s.limits[l.Player] = l
	return nil
}

// Limits keeps the contract of [store.Store].
func (s *Store) Limits(ctx context.Context, player int64) (store.PlayerLimits, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return store.PlayerLimits{}, err
	}
	defer leave()
	l, ok := s.limits[player]
	if !ok {
		return store.PlayerLimits{}, fmt.Errorf("limits of player %d: %w", player, store.ErrNotFound)
	}
	l.Body = bytes.Clone(l.Body)
	return l, nil
}

// Away keeps the contract of [store.Store].
func (s *Store) Away(ctx context.Context, now time.Time) (breaks, exclusions int, err error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer leave()
	for _, l := range s.limits {
		switch {
		case l.Exclusion.After(now):
			exclusions++
		case l.Break.After(now):
			breaks++
		}
	}
	return breaks, exclusions, nil
}

// PutPlayTimes keeps the contract of [store.Store].
func (s *Store) PutPlayTimes(ctx context.Context, list []store.PlayTime) error {
	if err := store.CheckPlayTimes(list); err != nil {
		return err
	}
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	for _, p := range list {
		if !s.known(p.Player) {
			return fmt.Errorf("player %d: %w", p.Player, store.ErrNotFound)
		}
	}
	for _, p := range list {
		s.playTimes[p.Player] = bytes.Clone(p.Body)
	}
	return nil
}

// PlayTime keeps the contract of [store.Store].
func (s *Store) PlayTime(ctx context.Context, player int64) (store.PlayTime, error) {
	leave, err := s.enter(ctx)
	if err != nil {
		return store.PlayTime{}, err
	}
	defer leave()
	body, ok := s.playTimes[player]
	if !ok {
		return store.PlayTime{}, fmt.Errorf("time at the tables of player %d: %w", player, store.ErrNotFound)
	}
	return store.PlayTime{Player: player, Body: bytes.Clone(body)}, nil
}

// Nets keeps the contract of [store.Store].
func (s *Store) Nets(ctx context.Context, player int64, since time.Time, fn func(store.Net) error) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	var list []store.Net
	for _, r := range slices.Backward(s.results) {
		if r.Player == player && !r.At.Before(since) {
			list = append(list, store.Net{Table: r.Table, Round: r.Round, At: r.At, Net: r.Net})
		}
	}
	leave()
	for _, n := range list {
		if err := fn(n); err != nil {
			return err
		}
	}
	return nil
}
