package model

// Costs are what a club costs. Times are microseconds of one processor.
type Costs struct {
	// At the nodes. An action at a table that the player's own node drives costs Action; a
	// message over the bus costs Message, at whoever sends it and at whoever gets it half each.
	Action          float64 // all of it but what follows, with all at a table told
	Message         float64
	NodeTransaction float64 // having a group of commits written, however many they are
	RollPlayer      float64 // what one node says of a player at its tables or connected to it, once a second, to each that hears it

	// At PostgreSQL.
	Commit      float64 // its part of a group
	Transaction float64 // of a group
	Sync        float64 // microseconds until the disk has what was written; many share one
	LogCommit   float64 // bytes written to the log
	LogGroup    float64

	// Over the bus, of one action at a table of another node.
	Asks      float64 // messages: the request and its answer
	Homes     float64 // questions for limits and their answers, if the player's home is elsewhere too
	Own       float64 // what players are told alone, if they are connected elsewhere
	Rows      float64 // rows of the lobby, to every node
	FrameSize float64 // bytes, as are all that follow
	OtherSize float64 // of any other message
	RollSize  float64 // of what is said of a player in a roll

	// What people do.
	Commits   float64 // entries for an action: the clock makes some
	Decisions float64 // of a player in a round, bet and all
}

// Measured are the costs that docs/scaling.md says how to measure, on one virtual processor
// of the kind it names.
var Measured = Costs{
	Action: 430, Message: 115, NodeTransaction: 470, RollPlayer: 2.8,
	Commit: 140, Transaction: 1380, Sync: 410, LogCommit: 1180, LogGroup: 60,
	Asks: 2, Homes: 3.1, Own: 1.8, Rows: 0.015, FrameSize: 2500, OtherSize: 240, RollSize: 74,
	Commits: 1.08, Decisions: 2.5,
}
