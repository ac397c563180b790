package memory_test

import (
	"testing"

	"club99/internal/store"
	"club99/internal/store/memory"
	"club99/internal/store/storetest"
)

func TestContract(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return memory.New() })
}
