// Package memory is a [store.Store] that forgets everything when it is closed.
// It keeps the whole contract but durability, for tests of everything above.
package memory
