// Package storetest is the contract of [store.Store] as tests. Every
// implementation runs [Run], one that nodes share [RunLeases] too; what only
// one of them promises (that a killed process loses nothing, that triggers
// refuse) is tested beside it.
package storetest
