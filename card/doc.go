// Package card is a playing card in one byte.
//
// A [Card] is a [Rank] and a [Suit]; the zero Card is no card at all, which is
// how a card that lies face down is written everywhere in this program. A card
// prints and parses as two letters, rank then suit: "Ah", "Td", "7s".
package card
