package mesh_test

import (
	"time"

	"club99/card"
	"club99/internal/store"
)

type wireCard = card.Card

// commitOf is something that a table might write.
func commitOf(table string, head uint64, l store.Lease) store.Commit {
	return store.Commit{Table: table, Expect: head, At: time.Now(), Entry: []byte("{}"), Lease: l}
}
