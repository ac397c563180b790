// Command million plays through clubs of up to a million players, by what an action was
// measured to cost (package model), and prints what docs/scaling.md shows. With a folder it
// also draws the pictures there.
//
//	go run ./internal/load/million
//	go run ./internal/load/million docs
//
// It takes some minutes and gives the same figures each time.
package main
