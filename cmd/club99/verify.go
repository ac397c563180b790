package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"club99/internal/audit"
	"club99/internal/store/sqlite"
)

// verify is club99 ledger verify.
type verify struct {
	dataFolder `embed:""`
	JSON       bool `name:"json" help:"Print the report as JSON."`
}

// Help is shown below the flags.
func (verify) Help() string {
	return `Reads the books only; the server may be running. Prints one line for each fault.

Example:
  club99 ledger verify --data /var/lib/club99`
}

// patience is how long something may take before it is shown how far it has come.
const patience = 2 * time.Second

// Run audits the books.
func (v *verify) Run(ctx context.Context, out streams) error {
	books, err := sqlite.OpenToRead(ctx, v.Data)
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
	_, err := fmt.Fprintf(out.data, "%d tables, %d entries, %d shoes, %d rounds, %d transfers, %d accounts: %s\n",
		report.Tables, report.Entries, report.Shoes, report.Rounds, report.Transfers, report.Accounts, faults(len(report.Faults)))
	return err
}

func faults(n int) string {
	switch n {
	case 0:
		return "no faults"
	case 1:
		return "1 fault"
	}
	return fmt.Sprintf("%d faults", n)
}

// meter shows how many entries were read, on one line that changes, once
// somebody has waited long enough to wonder.
type meter struct {
	notes io.Writer
	next  time.Time
	shown bool
}

func (m *meter) read(entries int) {
	if now := time.Now(); now.After(m.next) {
		m.next, m.shown = now.Add(patience/10), true
		fmt.Fprintf(m.notes, "\r%d entries read", entries)
	}
}

func (m *meter) end() {
	if m.shown {
		fmt.Fprintln(m.notes)
	}
}
