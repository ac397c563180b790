package main

import (
	"context"
	"log/slog"
	"time"

	"club99/internal/store"
	"club99/internal/store/postgres"
	"club99/internal/store/sqlite"
	"club99/money"
)

// keeper is a store that a server can be run with.
type keeper interface {
	store.Store
	Watch(fn func(jobs int, took time.Duration))
	Try(ctx context.Context) error
	Imbalance(ctx context.Context) (money.Amount, error)
}

// openBooks opens the books to write them: those in a database of PostgreSQL, if one is
// named, or in a data folder. What is not there is made.
func openBooks(ctx context.Context, url, folder string, log *slog.Logger) (keeper, error) {
	if url != "" {
		return postgres.Open(ctx, url, log)
	}
	return sqlite.Open(ctx, folder)
}

// dataFolder names the data folder for commands that need nothing else.
type dataFolder struct {
	Data string `default:"club99-data" placeholder:"FOLDER" env:"CLUB99_DATA" help:"Folder of the club's books (club99-data)."`
}

// whichBooks names the books for commands that need nothing else.
type whichBooks struct {
	dataFolder `embed:""`
	Postgres   string `placeholder:"URL" env:"CLUB99_POSTGRES" help:"PostgreSQL database that holds the books, if the data folder does not."`
}

// read opens the books for reading; a server may be running.
func (b *whichBooks) read(ctx context.Context) (store.Store, error) {
	if b.Postgres != "" {
		return postgres.OpenToRead(ctx, b.Postgres)
	}
	return sqlite.OpenToRead(ctx, b.Data)
}

// write opens the books that are there for writing.
func (b *whichBooks) write(ctx context.Context) (store.Store, error) {
	look, err := b.read(ctx) // what is not there is not made
	if err != nil {
		return nil, err
	}
	if err := look.Close(); err != nil {
		return nil, err
	}
	return openBooks(ctx, b.Postgres, b.Data, slog.New(slog.DiscardHandler))
}
