package main

import (
	"context"
	"fmt"

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

// Run audits the books.
func (v *verify) Run(ctx context.Context, out streams) error {
	books, err := sqlite.OpenToRead(ctx, v.Data)
	if err != nil {
		return err
	}
	defer books.Close()
	report, err := audit.Books(ctx, books)
	if err != nil {
		return err
	}
	if v.JSON {
		err = printJSON(out, report)
	} else {
		for _, f := range report.Faults {
			fmt.Fprintln(out.data, f)
		}
		_, err = fmt.Fprintf(out.data, "%d entries, %d rounds, %d transfers: %d faults\n", report.Entries, report.Rounds, report.Transfers, len(report.Faults))
	}
	if err == nil && len(report.Faults) > 0 {
		return errSaid
	}
	return err
}
