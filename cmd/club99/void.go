package main

import (
	"context"
	"errors"
	"fmt"

	"club99/internal/config"
	"club99/internal/pit"
	"club99/internal/store"
)

// void is club99 void.
type void struct {
	settings `embed:""`
	Tables   []string `arg:"" name:"table" help:"Ids of the tables."`
}

// Help is shown below the flags.
func (void) Help() string {
	return `For when the key is lost that sealed the seeds of the shoes in use: their order
cannot be made again, and their rounds cannot go on. This gives all open stakes of a
table back to their owners, once, and gives up its shoe and the next one, which is
recorded in its books. The server must be stopped meanwhile, and the key that will be
used from now on must be given as the server gets it. A table whose shoe opens with it
is left as it is. Nobody can undo this: look for the key first.

Example:
  club99 void sen truc --data /var/lib/club99
  club99 void sen --postgres postgres://club99@db.example/club99`
}

// Run writes what closes the open round of each table.
func (v *void) Run(ctx context.Context, out streams) error {
	c, err := v.read()
	if err != nil {
		return err
	}
	if err := validate(&c); err != nil {
		return err
	}
	which := whichBooks{dataFolder{c.Data}, c.Postgres}
	books, err := which.write(ctx)
	if err != nil {
		return err
	}
	return errors.Join(v.tables(ctx, out, &c, books), books.Close())
}

func (v *void) tables(ctx context.Context, out streams, c *config.Config, books store.Store) error {
	key, err := sealer(ctx, c, books)
	if err != nil {
		return err
	}
	for _, id := range v.Tables {
		var what pit.Void
		err := aloneWith(ctx, books, id, func(l store.Lease) (err error) {
			what, err = pit.GiveUp(ctx, books, key, id, l)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(out.notes, "table %s: %d units of round %d went back, shoes %d and %d are given up\n", id, what.Returned, what.Round, what.Shoe, what.Shoe+1)
	}
	return nil
}
