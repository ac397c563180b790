// Package seal keeps a shoe's seed secret until it is opened.
//
// A sealed box is a random nonce and the seed under XChaCha20-Poly1305. The
// table and the shoe's number are authenticated with it, so a box moved to
// another shoe does not open. The key is not in the database: it is a file of
// its own in the data folder, made at the first start, or given by the
// operator. Whoever has only the database, or a copy of it, learns no card.
//
// There may be several keys. The newest seals, and each opens what it sealed: a key is
// changed by putting another before it, and taken away when no shoe in use needs it.
//
// Without the key the open shoes cannot be read again: back it up apart from
// the database.
package seal
