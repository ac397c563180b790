// Package gateway is the club's door: HTTP and real-time sessions, sign-in,
// limits, and the page itself.
//
// # Model
//
//	browser --POST /api/guest, login ...--> account     a cookie that says who it is
//	browser --GET /api/rounds ...---------> history     the own rounds: pages, statistics, files, replays
//	browser --GET / ----------------------> the page    strict headers, cached for good by hash
//	browser --GET, POST /api/well ... ----> warden      what players set to play well
//	browser --GET /api/train ... ---------> odds.Book   habits, drills
//	browser ==/connection/websocket=======> Hub         or http_stream, sse with /emulation
//	            rpc join, command, lobby, rounds,       one answer each
//	                hint, emote
//	            channel table:<id>                      frames, recoverable
//	            channel talk:<id>                       what players say, of a few fixed words
//	            channel lobby                           rows that changed
//	            channel player#<id>                     the player's own, subscribed by the server
//
// The [Hub] is what the tables publish to; the [Gateway] is what browsers talk to.
// Nobody needs to be signed in to watch; whoever wants a seat does.
//
// # Limits
//
// Everything a stranger can fill is bounded: a message by its size, a connection
// by its rate and by how much may wait for it to read, an address by how often it
// may sign in or connect and how many connections it has. Whoever says nothing after
// connecting, or answers no ping, is gone and is let go. Over a limit there is an
// answer with a code; only a flood, a message that is no message and a reader who
// does not read end the connection, with a reason in its closing frame.
//
// The channels of tables keep their last frames, so that a connection that was
// cut goes on where it stopped; if it was away for too long it joins again.
package gateway
