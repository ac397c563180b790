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
// store knows its SHA-256 alone, so that a stolen database opens no session.
// Passwords are hashed with argon2id. A wrong name and a wrong password get the
// same answer in the same time.
package account
