package wire

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Lang is a language of the club.
type Lang string

// The languages.
const (
	Vietnamese Lang = "vi"
	English    Lang = "en"
)

// ParseLang reads "vi" or "en"; ok is false for anything else.
func ParseLang(s string) (lang Lang, ok bool) {
	l := Lang(s)
	return l, l == Vietnamese || l == English
}

// Sentence is what a code says to a player, in the given language.
func (c Code) Sentence(lang Lang) string {
	t, known := sentences[c]
	if !known {
		t = sentences[Internal]
	}
	return t.In(lang)
}

// Codes are all codes that there are a sentence for, in order.
func Codes() []Code { return slices.Sorted(maps.Keys(sentences)) }

var sentences = map[Code]Text{
	"not-your-turn":          {"Chưa đến lượt của bạn.", "It is not your turn."},
	"wrong-phase":            {"Lúc này chưa làm việc đó được.", "That cannot be done at this point of the round."},
	"cards-do-not-pair":      {"Chỉ được tách bài khi hai lá giống nhau.", "Only two cards that are the same can be split."},
	"split-limit":            {"Ghế này đã tách đủ số tay bài mà bàn cho phép.", "This seat has split into as many hands as the table allows."},
	"aces-split-once":        {"Con Xì chỉ được tách một lần.", "Aces can be split once only."},
	"not-first-two-cards":    {"Chỉ được chọn khi tay bài mới có hai lá đầu.", "That is allowed on a hand's first two cards only."},
	"total-not-allowed":      {"Bàn này không cho gấp đôi ở số điểm đó.", "This table does not allow doubling on that total."},
	"not-after-split":        {"Đã tách bài thì không được chọn cách này nữa.", "That is not allowed after a split."},
	"one-card-on-split-aces": {"Mỗi con Xì đã tách chỉ được nhận thêm một lá.", "Split aces get one card each."},
	"not-offered":            {"Lúc này không có lựa chọn đó.", "The dealer is not offering that now."},
	"already-answered":       {"Bạn đã trả lời rồi.", "You have answered that already."},
	"hand-is-over":           {"Tay bài này đã xong.", "This hand is over."},
	"insufficient-funds":     {"Bạn không đủ chip.", "You do not have enough chips."},
	"bad-amount":             {"Số tiền không hợp lệ: cược là số nguyên, trong mức tối thiểu và tối đa của bàn, theo đúng bước cược; bảo hiểm nhiều nhất là một nửa tiền cược.", "That is not an amount this table takes: a bet is a whole amount between its minimum and maximum, in its steps; insurance is at most half the bet."},
	"stale-turn":             {"Lượt đó đã qua.", "That turn is past."},
	"no-such-seat":           {"Bàn không có ghế đó, hoặc ghế đã có người khác.", "The table has no such seat, or somebody else has it."},
	"no-bets":                {"Chưa ai đặt cược.", "Nobody has placed a bet."},
	"not-a-command":          {"Không có hành động nào tên như vậy.", "There is no action of that name."},

	Busy:             {"Bàn đang bận, vui lòng thử lại.", "The table is busy: please try again."},
	BadMessage:       {"Không đọc được yêu cầu.", "The request could not be read."},
	RateLimited:      {"Bạn gửi nhanh quá, vui lòng chờ một chút.", "Too many requests: please wait a moment."},
	TooLarge:         {"Yêu cầu quá dài.", "The request is too long."},
	NoSuchTable:      {"Không có bàn này.", "There is no such table."},
	SeatTaken:        {"Ghế này đã có người ngồi.", "That seat is taken."},
	TooManySeats:     {"Bạn đã giữ đủ số ghế mà bàn cho phép.", "You hold as many seats as this table allows."},
	NotSeated:        {"Bạn không ngồi ở ghế đó.", "You do not hold that seat."},
	HintsOff:         {"Bàn này không có gợi ý.", "This table gives no hints."},
	WrongRound:       {"Ván đó không phải ván đang chơi.", "That is not the round being played."},
	DuplicateSeat:    {"Một ghế được nêu hai lần.", "A seat is named twice."},
	SignInRequired:   {"Hãy chọn một cái tên để vào chơi.", "Please choose a name to come in."},
	SeedMismatch:     {"Hạt giống không khớp với cam kết của ghế, nên không được dùng.", "That is not the seed the seat committed to, so it is left out."},
	StoreUnavailable: {"Câu lạc bộ tạm thời không ghi sổ được. Chip của bạn vẫn nguyên; vui lòng thử lại.", "The club cannot write its books just now. Your chips are untouched; please try again."},
	TableClosed:      {"Bàn này đã đóng vì có lỗi. Tiền cược chưa phân thắng thua đã được trả lại; mời bạn sang bàn khác.", "This table is closed because of a fault. Stakes that were not settled have been returned; please choose another table."},
	Closing:          {"Câu lạc bộ sắp tạm đóng: không mở ván mới. Bạn sẽ ngồi lại đúng ghế này khi câu lạc bộ mở lại.", "The club is about to close for a moment: no new round begins. You will be in this seat again when it opens."},

	OnBreak:      {"Bạn đang nghỉ chơi theo lựa chọn của chính mình.", "You are on a break that you chose yourself."},
	Excluded:     {"Bạn đã tự khóa mình khỏi các bàn chơi.", "You have excluded yourself from the tables."},
	OverTime:     {"Bạn đã chơi hết thời gian tự đặt cho một ngày.", "You have used up the time that you set for a day."},
	OverLossDay:  {"Tiền cược này có thể vượt mức thua trong ngày mà bạn tự đặt.", "That bet could take you over the loss limit that you set for a day."},
	OverLossWeek: {"Tiền cược này có thể vượt mức thua trong tuần mà bạn tự đặt.", "That bet could take you over the loss limit that you set for a week."},
	CheckDue:     {"Đã đến lúc nhìn lại: hãy trả lời có chơi tiếp không rồi mới đặt cược.", "It is time to look up: say whether you want to go on before you bet."},
	NotShorter:   {"Đã nghỉ chơi hoặc tự khóa thì không rút ngắn được, chỉ kéo dài được.", "A break or an exclusion cannot be shortened, only made longer."},

	BadName:           {"Tên cần từ 1 đến 24 ký tự, không có ký tự ẩn.", "A name has 1 to 24 characters, none of them invisible."},
	BadLogin:          {"Tên đăng nhập cần từ 3 đến 32 ký tự: chữ cái không dấu, chữ số, dấu chấm, gạch ngang hoặc gạch dưới.", "A login has 3 to 32 characters: plain letters, digits, dots, hyphens or underscores."},
	BadPassword:       {"Mật khẩu cần từ 8 đến 128 ký tự.", "A password has 8 to 128 characters."},
	LoginTaken:        {"Tên đăng nhập này đã có người dùng.", "That login is taken."},
	AlreadyRegistered: {"Tài khoản của bạn đã có mật khẩu.", "Your account already has a password."},
	WrongLogin:        {"Sai tên đăng nhập hoặc mật khẩu.", "The login or the password is wrong."},
	LoginWait:         {"Tên đăng nhập này đã bị thử sai nhiều lần. Hãy đợi ít phút rồi thử lại.", "That login was tried too often. Please wait a few minutes and try again."},
	TooManyGuests:     {"Trong giờ qua đã có quá nhiều khách mới từ mạng của bạn. Hãy quay lại sau, hoặc đăng nhập nếu bạn đã có mật khẩu.", "Too many new guests came from your network in the last hour. Please come back later, or log in if you have a password."},
	WrongOrigin:       {"Yêu cầu đến từ một trang khác. Hãy mở trang của câu lạc bộ.", "The request comes from another site. Please open the club's own page."},
	NotFound:          {"Không có trang này.", "There is nothing at this address."},
	MethodNotAllowed:  {"Địa chỉ này không nhận phương thức đó.", "This address does not take that method."},
	Internal:          {"Câu lạc bộ gặp lỗi, vui lòng thử lại.", "Something went wrong on our side: please try again."},
}

// Problem says what is wrong with a part of a message.
type Problem string

// The problems.
const (
	NotJSON    Problem = "not-json"
	NotObject  Problem = "not-an-object"
	NotArray   Problem = "not-an-array"
	NotText    Problem = "not-text"
	NotWhole   Problem = "not-a-whole-number"
	OutOfRange Problem = "out-of-range" // Detail: the range
	BadLength  Problem = "bad-length"   // Detail: the range
	BadLetters Problem = "bad-letters"  // Detail: the letters allowed
	NotOneOf   Problem = "not-one-of"   // Detail: the words
	NotADay    Problem = "not-a-day"
	NotAZone   Problem = "not-a-zone"
	Unknown    Problem = "unknown-field"
	Missing    Problem = "missing-field"
	Twice      Problem = "field-twice"
	NotHere    Problem = "field-not-here" // Detail: the command or action
)

// problems hold what is said after the place; % stands for the detail.
var problems = map[Problem]Text{
	NotJSON:    {"không phải JSON hợp lệ", "is not valid JSON"},
	NotObject:  {"phải là một đối tượng JSON", "must be a JSON object"},
	NotArray:   {"phải là một danh sách", "must be a list"},
	NotText:    {"phải là một chuỗi", "must be a text"},
	NotWhole:   {"phải là số nguyên, chỉ viết bằng chữ số", "must be a whole number in plain digits"},
	OutOfRange: {"phải nằm trong khoảng %", "must be in %"},
	BadLength:  {"phải dài % ký tự", "must be % characters long"},
	BadLetters: {"chỉ được dùng các ký tự %", "may only use the characters %"},
	NotOneOf:   {"phải là một trong: %", "must be one of: %"},
	NotADay:    {"phải là một ngày, viết như 2026-11-30", "must be a day, written as 2026-11-30"},
	NotAZone:   {"phải là tên một múi giờ, như Asia/Ho_Chi_Minh", "must be the name of a time zone, as in Asia/Ho_Chi_Minh"},
	Unknown:    {"là trường lạ, hãy bỏ đi", "is an unknown field: leave it out"},
	Missing:    {"còn thiếu", "is missing"},
	Twice:      {"xuất hiện hai lần", "stands there twice"},
	NotHere:    {"không dùng cho %, hãy bỏ đi", "does not belong to %: leave it out"},
}

// Sentence says what is wrong, where, and what would be right.
func (f *Fault) Sentence(lang Lang) string {
	if f.Problem == "" {
		return f.Code.Sentence(lang)
	}
	place := f.Place
	if place == "" {
		place = Text{"nội dung", "the message"}.In(lang)
	}
	what := strings.Replace(problems[f.Problem].In(lang), "%", f.Detail, 1)
	if f.Code == BadMessage {
		return strings.TrimSuffix(f.Code.Sentence(lang), ".") + ": " + place + " " + what + "."
	}
	return f.Code.Sentence(lang) + " (" + place + " " + what + ")"
}

// SentenceUntil is [Code.Sentence], followed by until when, if that is known: by the
// server's own zone, whose name is said.
func (c Code) SentenceUntil(lang Lang, until Millis) string {
	s := c.Sentence(lang)
	if until == 0 {
		return s
	}
	at := time.UnixMilli(int64(until))
	return s + " " + Text{at.Format("Đến 15:04 ngày 2/1/2006 (UTC-07:00)."), at.Format("Until 15:04 on 2 January 2006 (UTC-07:00).")}.In(lang)
}
