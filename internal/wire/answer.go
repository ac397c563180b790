package wire

import (
	"club99/blackjack"
)

// Code is the stable name of a refusal, for programs. Its sentence for people is
// [Code.Sentence].
type Code string

// The codes that are not the rules' own ([CodeOf] gives those).
const (
	Busy             Code = "busy"              // a queue is full: try again
	BadMessage       Code = "bad-message"       // not what this protocol says
	RateLimited      Code = "rate-limited"      // too many messages
	TooLarge         Code = "too-large"         // over a size limit
	NoSuchTable      Code = "no-such-table"     //
	SeatTaken        Code = "seat-taken"        //
	TooManySeats     Code = "too-many-seats"    // R24
	NotSeated        Code = "not-seated"        // the player does not hold that seat
	WrongRound       Code = "wrong-round"       // the command is for another round
	DuplicateSeat    Code = "duplicate-seat"    // a seat stands twice in one command
	SignInRequired   Code = "sign-in-required"  //
	HintsOff         Code = "hints-off"         // the table gives no hints
	NotYourTurn      Code = "not-your-turn"     // the rules' own code, also of a hint that nobody has to decide on
	SeedMismatch     Code = "seed-mismatch"     // a seed is not the one that the seat committed to
	StoreUnavailable Code = "store-unavailable" // nothing was written, nothing moved
	TableClosed      Code = "table-closed"      // nothing is played there until the operator opens it again
	Closing          Code = "closing"           // the server is about to stop: no new round begins
	OnBreak          Code = "on-break"          // the player's own break
	Excluded         Code = "self-excluded"     // the player's own exclusion
	OverTime         Code = "time-limit"        // the player's own limit, of a day
	OverLossDay      Code = "loss-limit-day"    // the player's own limit: the bet could be more than is left of it
	OverLossWeek     Code = "loss-limit-week"   //
	CheckDue         Code = "reality-check"     // the player is to say first that they want to go on
	NotShorter       Code = "not-shorter"       // a break and an exclusion cannot be shortened
	BadAmount        Code = "bad-amount"        // the rules' own code, also used for what is no amount

	BadName           Code = "bad-name"           // not a name a guest may have
	BadLogin          Code = "bad-login"          // not a login one may register
	BadPassword       Code = "bad-password"       // too short or too long
	LoginTaken        Code = "login-taken"        //
	AlreadyRegistered Code = "already-registered" //
	WrongLogin        Code = "wrong-login"        // name or password; never says which
	LoginWait         Code = "login-wait"         // the login was tried too often from there
	TooManyGuests     Code = "too-many-guests"    // from one address, in an hour
	WrongOrigin       Code = "wrong-origin"       // the request comes from another site's page
	NotFound          Code = "not-found"          //
	MethodNotAllowed  Code = "method-not-allowed" //
	Internal          Code = "internal"           // our fault; the log knows
)

// CodeOf is the code of a refusal by the rules.
func CodeOf(r blackjack.Refusal) Code { return Code(r.Error()) }

// Answer is what every command gets, exactly once per id: done, or refused and why.
type Answer struct {
	ID      string             `json:"id"`
	OK      bool               `json:"ok"`
	Seq     uint64             `json:"seq,omitzero"`     // done: the frame that shows it
	Code    Code               `json:"code,omitzero"`    // refused
	Message string             `json:"message,omitzero"` // refused: the sentence for the player
	Legal   []blackjack.Action `json:"legal,omitempty"`  // refused: what would be allowed now
	Until   Millis             `json:"until,omitzero"`   // refused by the player's own limits: until then
}

// Done is the answer to a command that was carried out.
func Done(id string, seq uint64) Answer { return Answer{ID: id, OK: true, Seq: seq} }

// Refuse is the answer to a command that was refused. The sentence is added by
// [Answer.In], where the player's language is known.
func Refuse(id string, code Code, legal ...blackjack.Action) Answer {
	return Answer{ID: id, Code: code, Legal: legal}
}

// In returns the answer with the sentence of its code in the given language. A
// sentence that is there already stays.
func (a Answer) In(lang Lang) Answer {
	if !a.OK && a.Message == "" {
		a.Message = a.Code.SentenceUntil(lang, a.Until)
	}
	return a
}

// Error is the body of a failed HTTP request.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Until   Millis `json:"until,omitzero"` // as in Answer
}

// Fault is a message that could not be read: what is wrong, and where.
type Fault struct {
	Code    Code
	Place   string  // as in "bets[0].amount"; empty: the message as a whole
	Problem Problem // empty: the code says it all
	Detail  string  // what would be right
}

func fault(place string, p Problem, detail string) error {
	return &Fault{Code: BadMessage, Place: place, Problem: p, Detail: detail}
}

// Error gives the English sentence.
func (f *Fault) Error() string { return f.Sentence(English) }

// Answer is the answer to the command with the given id ("" if unreadable).
func (f *Fault) Answer(id string, lang Lang) Answer {
	return Answer{ID: id, Code: f.Code, Message: f.Sentence(lang)}
}
