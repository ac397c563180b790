package odds

import (
	"cmp"
	"math"
	"slices"

	"club99/blackjack"
	"club99/internal/wire"
	"club99/money"
)

// Habits adds up what graded decisions say about a player. The zero Habits is empty.
type Habits struct {
	all    tally
	wrongs map[wrong]*wire.Habit
	chips  map[wrong]float64
}

// tally is an accuracy being added up.
type tally struct {
	wire.Accuracy
	chips float64
}

// wrong is one way of deciding badly in one situation.
type wrong struct {
	spot         wire.Spot
	action, best blackjack.Action
}

// Add adds the decisions of a round at a table; the newest round comes first.
func (h *Habits) Add(table string, marks []Mark) {
	for i := range marks {
		m := &marks[i]
		h.all.add(m)
		if m.Clock || m.Cost == 0 {
			continue
		}
		key := wrong{m.Spot, m.Action, m.Best}
		if h.wrongs == nil {
			h.wrongs, h.chips = map[wrong]*wire.Habit{}, map[wrong]float64{}
		}
		habit := h.wrongs[key]
		if habit == nil {
			habit = &wire.Habit{Spot: m.Spot, Action: m.Action, Best: m.Best, Table: table}
			h.wrongs[key] = habit
		}
		habit.Times++
		habit.Cost += m.Cost
		h.chips[key] += m.Cost * float64(m.Bet)
	}
}

func (t *tally) add(m *Mark) {
	if m.Clock {
		t.Clock++
		return
	}
	t.Decisions++
	if m.Cost == 0 {
		t.Best++
	}
	t.Cost += m.Cost
	t.chips += m.Cost * float64(m.Bet)
}

// Accuracy is how well the player decided.
func (h *Habits) Accuracy() wire.Accuracy {
	a := h.all.Accuracy
	a.Cost, a.Chips = rounded(a.Cost), whole(h.all.chips)
	return a
}

// Worst are the most expensive habits, in parts of a bet.
func (h *Habits) Worst() []wire.Habit {
	list := make([]wire.Habit, 0, len(h.wrongs))
	for key, habit := range h.wrongs {
		told := *habit
		told.Cost, told.Chips = rounded(told.Cost), whole(h.chips[key])
		list = append(list, told)
	}
	slices.SortFunc(list, func(a, b wire.Habit) int {
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(b.Times, a.Times), cmp.Compare(a.Offer, b.Offer), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Total, b.Total), cmp.Compare(a.Up, b.Up), cmp.Compare(a.Action, b.Action), cmp.Compare(a.Best, b.Best))
	})
	return list[:min(len(list), wire.MostHabits)]
}

func whole(chips float64) money.Amount { return money.Amount(math.Round(chips)) }
