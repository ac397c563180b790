// Command curve draws what scripts/bench-curve.sh measured, read from standard
// input: the processor time of an action and the memory of a club, by its tables.
//
//	scripts/bench-curve.sh >curve.csv
//	go run ./internal/load/curve docs <curve.csv
//
// It writes performance-cpu.svg and performance-memory.svg into the folder.
package main
