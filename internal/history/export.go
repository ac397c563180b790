package history

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"club99/card"
	"club99/internal/wire"
	"club99/money"
)

// flushEvery is after how many rounds a file is sent on.
const flushEvery = wire.MaxRoundsLimit

// WriteJSON writes the rounds that are looked for as one JSON object, as the pages
// have them, while they are read. flush is called now and then; its error ends
// the writing.
func (h *History) WriteJSON(ctx context.Context, w io.Writer, flush func() error, player int64, request wire.RoundsRequest) error {
	if _, err := io.WriteString(w, `{"rounds":[`); err != nil {
		return err
	}
	n := 0
	err := h.Each(ctx, player, request, func(p *wire.PlayedRound) error {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		before := ",\n"
		if n == 0 {
			before = "\n"
		}
		if _, err := io.WriteString(w, before+string(line)); err != nil {
			return err
		}
		return every(&n, flush)
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n]}\n")
	return err
}

// every calls flush from time to time.
func every(n *int, flush func() error) error {
	if *n++; *n%flushEvery == 0 {
		return flush()
	}
	return nil
}

var columns = []string{"id", "table", "round", "time", "result", "void", "bet", "staked", "net", "balance_before", "balance_after", "dealer", "hands", "decisions"}

// WriteCSV writes the rounds that are looked for as lines of values, one round in
// each, times in the zone of the request.
func (h *History) WriteCSV(ctx context.Context, w io.Writer, flush func() error, player int64, request wire.RoundsRequest) error {
	_, _, zone := request.Span()
	lines := csv.NewWriter(w)
	if err := lines.Write(columns); err != nil {
		return err
	}
	n := 0
	err := h.Each(ctx, player, request, func(p *wire.PlayedRound) error {
		if err := lines.Write(row(p, zone)); err != nil {
			return err
		}
		return every(&n, func() error {
			lines.Flush()
			return flush()
		})
	})
	lines.Flush()
	if err == nil {
		err = lines.Error()
	}
	return err
}

// row is a round in the order of the columns. No value can begin with what a
// spreadsheet would take for a formula but a number below zero.
func row(p *wire.PlayedRound, zone *time.Location) []string {
	var bet, staked money.Amount
	var hands, decisions []string
	for i := range p.Seats {
		s := &p.Seats[i]
		bet += s.Bet
		for j := range s.Hands {
			staked += s.Hands[j].Stake
			hands = append(hands, handText(s, j))
		}
		if in := s.Insurance; in != nil {
			staked += in.Stake
			hands = append(hands, fmt.Sprintf("seat %d insurance %d %v paid %d", s.Seat, in.Stake, in.Outcome, in.Paid))
		}
	}
	for i := range p.Decisions {
		e := &p.Decisions[i]
		place := "seat " + strconv.Itoa(int(e.Seat))
		if e.Hand > 0 {
			place += " hand " + strconv.Itoa(int(e.Hand))
		}
		text := fmt.Sprintf("%s %v by %v", place, e.Action, by(e))
		decisions = append(decisions, text)
	}
	dealer := cardsText(p.Dealer.Cards)
	if p.Dealer.Total > 0 {
		dealer += " = " + strconv.Itoa(p.Dealer.Total)
	}
	return []string{
		strconv.FormatUint(p.ID, 10), p.Table, strconv.FormatUint(p.Round, 10), time.UnixMilli(int64(p.At)).In(zone).Format(time.RFC3339),
		strings.Join(p.Kinds, " "), strconv.FormatBool(p.Void), number(bet), number(staked), number(p.Net), optional(p.Before), optional(p.After),
		dealer, strings.Join(hands, "; "), strings.Join(decisions, "; "),
	}
}

func handText(s *wire.Seat, i int) string {
	h := &s.Hands[i]
	text := fmt.Sprintf("seat %d hand %d: %s = %d %v staked %d", s.Seat, i+1, cardsText(h.Cards), h.Total, h.Status, h.Stake)
	if h.Outcome != 0 {
		text += fmt.Sprintf(" %v paid %d", h.Outcome, h.Paid)
	}
	return text
}

func by(e *wire.Event) string {
	if e.By != 0 {
		return wire.ByClock
	}
	return wire.ByPlayer
}

func cardsText(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

func number(a money.Amount) string { return strconv.FormatInt(int64(a), 10) }

func optional(a *money.Amount) string {
	if a == nil {
		return ""
	}
	return number(*a)
}
