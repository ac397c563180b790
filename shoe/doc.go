// Package shoe puts decks of cards into the order of a shoe.
//
// # From a seed to an order
//
// [Order] is a pure function: the same [Seed] and number of decks give the same
// order, on every machine and in every language that follows these steps.
//
//  1. The cards start as whole decks one after the other, each in the order of
//     [card.Deck]: spades, hearts, diamonds, clubs, ace to king in each.
//  2. A stream of bytes is the ChaCha20 key stream (RFC 8439): the seed is the
//     key, the nonce is twelve zero bytes, the block counter starts at 0. It is
//     read as 32-bit words, the least significant byte first.
//  3. A number below n is drawn by taking as many low bits of the next word as
//     n-1 has, and taking the next word again while the result is n or more.
//     Nothing is divided, so no number is likelier than another.
//  4. Fisher and Yates: for i from the last place down to the second, draw j
//     below i+1 and swap the cards in places i and j, both counted from 0.
//
// The first card of the result is the first to leave the shoe (R01).
//
// Where seeds come from is not this package's business: it has no randomness of
// its own. Live tables take them from the operating system's secure generator.
package shoe
