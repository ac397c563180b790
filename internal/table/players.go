package table

import (
	"slices"

	"club99/fair"
	"club99/shoe"
)

// setPlayer puts a seat's part in a shoe in its place among the others.
func setPlayer(s *fair.Shoe, p fair.Player) {
	i, known := slices.BinarySearchFunc(s.Players, p.Seat, func(q fair.Player, seat int) int { return q.Seat - seat })
	if known {
		s.Players[i] = p
		return
	}
	s.Players = slices.Insert(s.Players, i, p)
}

// dropPlayer takes a seat out of a shoe whose terms are not fixed yet.
func dropPlayer(s *fair.Shoe, seat uint8) {
	if s.Terms == (shoe.Hash{}) {
		s.Players = slices.DeleteFunc(s.Players, func(p fair.Player) bool { return p.Seat == int(seat) })
	}
}

// player is a seat's part in a shoe. The journal's own check says that it has one.
func player(s *fair.Shoe, seat uint8) *fair.Player {
	for i := range s.Players {
		if s.Players[i].Seat == int(seat) {
			return &s.Players[i]
		}
	}
	return &fair.Player{}
}
