package main

import (
	"context"
	"errors"
	"fmt"

	"club99/internal/pit"
	"club99/internal/store"
)

// reopen is club99 reopen.
type reopen struct {
	whichBooks `embed:""`
	Table      string `arg:"" help:"Id of the table."`
}

// Help is shown below the flags.
func (reopen) Help() string {
	return `A table that panics twice at the same event is closed, and stays closed over
restarts. This opens it again, which is recorded in its books; the server must be
stopped meanwhile. Find out first why it was closed: the log has it.

Example:
  club99 reopen sen --data /var/lib/club99`
}

// Run writes the one entry that opens the table.
func (r *reopen) Run(ctx context.Context, out streams) error {
	books, err := r.write(ctx)
	if err != nil {
		return err
	}
	var closed bool
	err = aloneWith(ctx, books, r.Table, func(l store.Lease) (err error) {
		closed, err = pit.Reopen(ctx, books, r.Table, l)
		return err
	})
	if err := errors.Join(err, books.Close()); err != nil {
		return err
	}
	if !closed {
		return usageError{fmt.Errorf("table %q is not closed: nothing was done", r.Table)}
	}
	_, err = fmt.Fprintf(out.notes, "table %s opens with the next start of the server\n", r.Table)
	return err
}
