// Package mesh makes one club of the nodes that share a store: what a node does not
// know or drive itself it asks the others for, over the bus.
//
//	a request for a table    to whoever drives it, and the answer back as it is
//	frames, own parts        from whoever drives a table to whoever listens (package gateway)
//	who is connected where   to whoever drives the table: at once, and in every roll
//	what a player has set    asked of one node, the player's home, by all tables and gateways
//
// Once a second each node says its roll: the tables that it drives, with their last
// entries and who has what there, and who is connected to it. From the rolls of all
// the others it makes up for everything that was lost on the way: a frame, somebody's
// coming or going, a stake; and a node that took a table over learns who is at it.
//
// # Homes
//
// The limits of a player at tables of several nodes are held by one warden, that of the
// player's home: a node that is found by hashing, as a table's is. A node that becomes a
// home reads what is kept, and learns from the rolls what is at stake. Until it has heard
// of every table it allows no bet to who has set a limit on losses.
package mesh
