package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"club99/internal/audit"
)

// verify is club99 ledger verify.
type verify struct {
	whichBooks `embed:""`
	JSON       bool `name:"json" help:"Print the report as JSON."`
}

// Help is shown below the flags.
func (verify) Help() string {
	return `Reads the books only; the server may be running. Prints one line for each fault.

Example:
  club99 ledger verify --data /var/lib/club99
  club99 ledger verify --postgres postgres://club99@db.example/club99`
}

// patience is how long something may take before it is shown how far it has come.
const patience = 2 * time.Second

// Run audits the books.
func (v *verify) Run(ctx context.Context, out streams) error {
	books, err := v.read(ctx)
	if err != nil {
		return err
	}
	defer books.Close()
	m := meter{notes: out.notes, next: time.Now().Add(patience)}
	report, err := audit.Watched(ctx, books, m.read)
	m.end()
	if err != nil {
		return err
	}
	if err := v.print(out, report); err != nil {
		return err
	}
	if len(report.Faults) > 0 {
		return errSaid
	}
	return nil
}

func (v *verify) print(out streams, report audit.Report) error {
	if v.JSON {
		report.Faults = append([]string{}, report.Faults...) // a list also where there is none
		return printJSON(out, report)
	}
	for _, f := range report.Faults {
		if _, err := fmt.Fprintln(out.data, f); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out.data, "%s, %s, %s, %s, %s, %s: %s\n",
		count(report.Tables, "table", "tables"), count(report.Entries, "entry", "entries"), count(report.Shoes, "shoe", "shoes"), count(report.Rounds, "round", "rounds"),
		count(report.Transfers, "transfer", "transfers"), count(report.Accounts, "account", "accounts"), faults(len(report.Faults)))
	return err
}

func faults(n int) string {
	if n == 0 {
		return "no faults"
	}
	return count(n, "fault", "faults")
}

// count is a number of things with their name: one of them, or more.
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// meter shows how many entries were read, or what it counts, on one line that changes, once
// somebody has waited long enough to wonder.
type meter struct {
	notes io.Writer
	next  time.Time
	shown bool
	what  string // "": entries
}

func (m *meter) read(entries int) {
	if now := time.Now(); now.After(m.next) {
		m.next, m.shown = now.Add(patience/10), true
		fmt.Fprintf(m.notes, "\r%d %s", entries, cmp.Or(m.what, "entries read"))
	}
}

func (m *meter) end() {
	if m.shown {
		fmt.Fprintln(m.notes)
	}
}
