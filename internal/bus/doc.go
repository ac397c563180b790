// Package bus carries messages between the nodes of a club, over NATS: its server is
// in this program, joined to those of the other nodes, or runs elsewhere.
//
//	Tell ------> whoever listens to the subject, on other nodes; or is lost
//	Ask  ------> whoever answers there; the first answer comes back, or none in time
//
// Nothing depends on a message to arrive. A command has an id, so that it may be asked
// again; what is told has numbers, so that whoever missed some of it finds out. What
// must not be lost is in the store before it is said here.
//
// Whoever is on the bus is believed. Nodes let each other in by a secret, and may have
// certificates; package main refuses to leave both out but on this machine alone.
package bus
