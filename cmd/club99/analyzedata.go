package main

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/study"
	"club99/strategy"
)

// analysisReport is what was found, as JSON. Amounts are in first bets.
type analysisReport struct {
	Rules       string             `json:"rules"`
	Shoe        map[string]int     `json:"shoe"`
	Class       string             `json:"class"`
	Strategy    string             `json:"strategy,omitempty"` // that was given
	Edge        float64            `json:"edge"`               // what the house earns of the first bet
	Return      float64            `json:"return"`
	PerStaked   float64            `json:"edge_per_staked"` // element of risk
	Staked      float64            `json:"staked"`
	Deviation   float64            `json:"deviation,omitempty"`
	ByUp        map[string]float64 `json:"value_by_up"`
	BestEdge    *float64           `json:"best_edge,omitempty"` // of the class, where a strategy was given
	Approximate []string           `json:"approximate"`
	Outcomes    []outcomeReport    `json:"outcomes,omitempty"`
	Chart       *chartReport       `json:"chart,omitempty"`
	Exceptions  []exceptionReport  `json:"exceptions,omitempty"`
	Costs       []costReport       `json:"costs,omitempty"`
	Variations  []variationReport  `json:"variations,omitempty"`
	Hands       []handReport       `json:"hands,omitempty"`
}

type outcomeReport struct {
	Net         float64 `json:"net"`
	Probability float64 `json:"probability"`
}

// chartReport has a cell for each up card 2 to 9, T, A, in the words of a strategy file.
type chartReport struct {
	Edge      float64             `json:"edge"` // of playing by the chart
	Hard      map[string][]string `json:"hard"`
	HardLater map[string][]string `json:"hard_later"`
	Soft      map[string][]string `json:"soft"`
	SoftLater map[string][]string `json:"soft_later"`
	Pairs     map[string][]string `json:"pairs"`
	Insurance bool                `json:"insurance"`
	EvenMoney bool                `json:"even_money"`
	File      string              `json:"strategy_file"` // the same as a strategy file
}

type exceptionReport struct {
	Hand  string  `json:"hand"`
	Up    string  `json:"up"`
	Table string  `json:"table"`
	Best  string  `json:"best"`
	Worth float64 `json:"worth"`
}

type costReport struct {
	Hand        string  `json:"hand"`
	Up          string  `json:"up"`
	Played      string  `json:"played"`
	Best        string  `json:"best"`
	Each        float64 `json:"each"`
	Probability float64 `json:"probability"`
}

type variationReport struct {
	Changes     map[string]string `json:"changes"`
	Edge        float64           `json:"edge"`
	Gain        float64           `json:"player_gain"`
	Approximate []string          `json:"approximate,omitempty"`
}

type handReport struct {
	Hand        string             `json:"hand"`
	Up          string             `json:"up"`
	Pair        bool               `json:"pair,omitempty"` // may be split
	Values      map[string]float64 `json:"values"`         // by action
	Best        string             `json:"best,omitempty"` // at the hand's turn
	Round       *float64           `json:"round,omitempty"`
	Probability *float64           `json:"probability,omitempty"`
}

// report puts everything that was asked for together.
func (q *question) report() *analysisReport {
	g := q.game
	r := &analysisReport{Rules: q.rules.String(), Shoe: map[string]int{}, Class: classes[q.Class].String(), Strategy: q.name, Edge: g.Edge(), Return: 1 - g.Edge(),
		PerStaked: -g.PerUnitStaked(), Staked: g.Staked, Deviation: g.StdDev, ByUp: map[string]float64{}, Approximate: append([]string{}, g.Approximate...)}
	for v := 1; v <= 10; v++ {
		r.Shoe[strategy.ValueName(v)] = q.shoe[v]
		r.ByUp[strategy.ValueName(v)] = g.ByUp[v]
	}
	for _, o := range g.Outcomes {
		r.Outcomes = append(r.Outcomes, outcomeReport(o))
	}
	if q.given != nil {
		edge := q.best.Edge()
		r.BestEdge = &edge
		for _, c := range study.Costs(g, q.best) {
			r.Costs = append(r.Costs, costReport{dealName(c.Hand, c.Paired, &q.rules), strategy.ValueName(c.Up), c.Yours.String(), c.Best.String(), c.Each, c.Probability})
		}
	}
	for _, e := range q.exceptions {
		r.Exceptions = append(r.Exceptions, exceptionReport{study.HandName(e.Hand), strategy.ValueName(e.Up), e.Table.String(), e.Best.String(), e.Worth})
	}
	for _, v := range q.variations {
		one := variationReport{map[string]string{}, v.Edge, v.Gain, v.Approximate}
		for _, c := range v.Changes {
			one.Changes[c.Setting] = c.Value
		}
		r.Variations = append(r.Variations, one)
	}
	r.Hands = q.handReports()
	r.Chart = q.chartReport()
	return r
}

func (q *question) chartReport() *chartReport {
	if q.chart == nil {
		return nil
	}
	rows := func(s strategy.Section) map[string][]string {
		list := map[string][]string{}
		first, last := s.Rows()
		for row := first; row <= last; row++ {
			name := strconv.Itoa(row)
			if s == strategy.Pairs {
				name = strategy.ValueName(row)
			}
			for _, up := range study.UpCards {
				list[name] = append(list[name], q.chart.Cells[s][row][up].String())
			}
		}
		return list
	}
	return &chartReport{q.total.Edge(), rows(strategy.HardFirst), rows(strategy.HardLater), rows(strategy.SoftFirst), rows(strategy.SoftLater), rows(strategy.Pairs),
		q.chart.Insurance, q.chart.EvenMoney, q.chart.String()}
}

// handReports are the hands that are asked about.
func (q *question) handReports() []handReport {
	var list []handReport
	for _, d := range q.choices {
		r := handReport{Hand: study.HandName(d.hand), Up: strategy.ValueName(d.up), Values: map[string]float64{}}
		if d.deal != nil {
			r = q.handReport(d.deal)
		} else {
			for _, c := range d.choices {
				r.Values[c.Action.String()] = c.EV
			}
			r.Best = d.choices[0].Action.String()
		}
		list = append(list, r)
	}
	if !q.Table || q.Hand != "" {
		return list
	}
	for i := range q.game.Hands {
		if h := &q.game.Hands[i]; q.up == 0 || q.up == h.Up {
			list = append(list, q.handReport(h))
		}
	}
	return list
}

func (q *question) handReport(h *analyze.Hand) handReport {
	value, chance := h.Value, h.Probability
	r := handReport{Hand: dealName(h.Hand, h.Paired, &q.rules), Up: strategy.ValueName(h.Up), Pair: h.Paired, Values: map[string]float64{}, Round: &value, Probability: &chance}
	for a := blackjack.Hit; a <= blackjack.DeclineSurrender; a++ {
		if v := h.EV[a]; !math.IsNaN(v) {
			r.Values[a.String()] = v
		}
	}
	if h.Play != 0 {
		r.Best = h.Play.String()
	}
	return r
}

// writeCSV writes one table: the variations, the hands, or the summary with outcomes and chart.
func (q *question) writeCSV(w io.Writer) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	r := q.report()
	var rows [][]string
	switch {
	case q.Vary:
		rows = [][]string{{"changes", "player_gain", "edge"}, {"", "0", number(r.Edge)}}
		for _, v := range q.variations {
			text := ""
			for _, c := range v.Changes {
				if text != "" {
					text += " "
				}
				text += c.Setting + "=" + c.Value
			}
			rows = append(rows, []string{text, number(v.Gain), number(v.Edge)})
		}
	case r.Hands != nil:
		rows = handRowsCSV(r.Hands, number)
	default:
		rows = q.summaryCSV(r, number)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func handRowsCSV(hands []handReport, number func(float64) string) [][]string {
	actions := []blackjack.Action{blackjack.Stand, blackjack.Hit, blackjack.Double, blackjack.Split, blackjack.Surrender, blackjack.Insure, blackjack.TakeEvenMoney}
	head := []string{"hand", "up"}
	for _, a := range actions {
		head = append(head, a.String())
	}
	rows := [][]string{append(head, "best", "round", "probability")}
	for _, h := range hands {
		row := []string{h.Hand, h.Up}
		for _, a := range actions {
			text := ""
			if v, ok := h.Values[a.String()]; ok {
				text = number(v)
			}
			row = append(row, text)
		}
		row = append(row, h.Best)
		for _, v := range []*float64{h.Round, h.Probability} {
			text := ""
			if v != nil {
				text = number(*v)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

func (q *question) summaryCSV(r *analysisReport, number func(float64) string) [][]string {
	rows := [][]string{{"part", "name", "up", "value"}, {"result", "edge", "", number(r.Edge)}, {"result", "return", "", number(r.Return)},
		{"result", "edge_per_staked", "", number(r.PerStaked)}, {"result", "staked", "", number(r.Staked)}, {"result", "deviation", "", number(r.Deviation)}}
	for _, o := range r.Outcomes {
		rows = append(rows, []string{"net", number(o.Net), "", number(o.Probability)})
	}
	for _, c := range r.Costs {
		rows = append(rows, []string{"cost", c.Hand, c.Up, number(c.Each * c.Probability)})
	}
	for _, p := range []struct {
		name    string
		section strategy.Section
	}{{"hard", strategy.HardFirst}, {"hard_later", strategy.HardLater}, {"soft", strategy.SoftFirst}, {"soft_later", strategy.SoftLater}, {"pair", strategy.Pairs}} {
		first, last := p.section.Rows()
		for row := first; row <= last; row++ {
			name := strconv.Itoa(row)
			if p.section == strategy.Pairs {
				name = strategy.ValueName(row)
			}
			for _, up := range study.UpCards {
				rows = append(rows, []string{p.name, name, strategy.ValueName(up), q.chart.Cells[p.section][row][up].String()})
			}
		}
	}
	return rows
}
