// Package shoe puts decks of cards into the order of a shoe, and lets everybody
// check that nobody chose it. The scheme is version 1 of docs/fairness.md, which
// has every byte of it, and what it does not show; this is the outline.
// testdata/fairness-vectors.json has golden values of every step, for any language.
//
// # The life of a shoe
//
//	house   draws a seed, publishes its commitment      CommitHouse
//	        together with the commitment of the next shoe
//	players each draw a seed, send its commitment       CommitPlayer
//	house   closes the betting, publishes the terms:    Terms
//	        all commitments, in a list that is now fixed
//	players reveal their seeds                          Opens
//	house   makes the key, the order and the tree,      DeriveKey, Seal
//	        publishes the tree's root
//	house   deals, each open card with its proof        Sealed.Proof, VerifyCard
//	house   reveals its seed when the shoe is over      Opens; DeriveKey, Seal
//
// The house is bound before it knows a player's seed, each player before
// knowing anybody's. A seed that is not revealed in time, or is not the one that
// was committed to, is left out. What the key is made from beside the revealed
// seeds was fixed before the first of them was revealed, the number of decks and
// the commitment to the next shoe included: nothing that anybody sends later
// changes an order, apart from keeping silent.
//
// # From a key to an order
//
// [Order] is a pure function: the same [Key] and number of decks give the same
// order, on every machine and in every language that follows these steps.
//
//  1. The cards start as whole decks one after the other, each in the order of
//     [card.Deck]: spades, hearts, diamonds, clubs, ace to king in each.
//  2. A stream of bytes is the ChaCha20 key stream (RFC 8439): the key is the
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
// # One card without the others
//
// A sealed shoe is a tree of hashes over all its cards. A leaf is the hash of a
// card, its place and a salt that nobody can guess, so that one card can be
// shown to have lain in its place while all others stay unknown. Hashes in the
// tree are cut to [NodeSize] bytes: finding two cards for one leaf then takes
// some 2^96 hashes, and would still be found out when the seed is revealed and
// the whole order made again. In return a proof is at most 310 characters. On how
// many decks the tree stands is in the terms, and not in the tree.
//
// # The log
//
// The entries of a table's log are linked by [Link], from [LogStart]. The newest
// link stands for every byte of all entries. What is in them is not this package's
// business, nor is where seeds come from: it has no randomness of its own. The house takes its seeds from the operating system's secure
// generator; players take theirs from their own, or type them.
package shoe
