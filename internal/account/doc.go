// Package account is the people: guests, sessions, and passwords for those who
// want to come back from elsewhere.
//
// # Model
//
//	a name ----Guest----> player + grant + session    one transaction
//	token  ----Resume---> the player                  until the session expires
//	player ---Register--> login and password          optional; a new session
//	login, password --Login--> a new session          the one shown before ends
//	token  ----Logout---> nothing
//
// A session is a random token of 256 bits that only the browser keeps; the
// store knows its SHA-256 alone, so that a stolen database opens no session. It
// ends when it was not used for some time; while it is used it gets a new token
// every day. Signing in in any way makes a new token and ends the one shown;
// choosing a password ends all that the player had.
//
// Passwords are hashed with argon2id. A wrong name and a wrong password get the
// same answer after the same work. Who tries too often waits: each network, and
// each login's own browsers together, for their own tries alone, so that nobody
// can keep a player out by guessing at the password.
package account
