package study

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"club99/analyze"
	"club99/blackjack"
	"club99/internal/rulebook"
	"club99/money"
)

// Change is a setting with another value.
type Change struct{ Setting, Value string }

// Variation is one change of the rules, and what it does.
type Variation struct {
	Changes     []Change // one; more where a setting is nothing without another
	Edge        float64  // the house's, with the change
	Gain        float64  // what the change gives to the player, of the first bet; below zero it takes
	Approximate []string // what is not exact about it
}

// values are what settings are changed to, settings in the order of the rules.
// Settings that move money or time alone are not there: they change nothing.
var values = []struct {
	setting string
	values  []string
}{
	{"decks", []string{"1", "2", "4", "6", "8"}},
	{"win_pays", []string{"1:1", "21:20"}},
	{"blackjack_pays", []string{"2:1", "3:2", "7:5", "6:5", "1:1"}},
	{"insurance_pays", []string{"2:1", "5:2", "3:1"}},
	{"even_money_pays", []string{"1:1", "6:5"}},
	{"charlie_pays", []string{"1:1", "3:2", "2:1"}},
	{"soft17", []string{"stand", "hit"}},
	{"peek", []string{"ace-and-ten", "ace", "none"}},
	{"no_peek_loss", []string{"all", "original"}},
	{"insurance", []string{"true", "false"}},
	{"even_money", []string{"true", "false"}},
	{"surrender", []string{"off", "late", "early"}},
	{"double_on", []string{"any", "9-11", "10-11"}},
	{"double_after_split", []string{"true", "false"}},
	{"split_on", []string{"same-rank", "same-value"}},
	{"max_hands", []string{"1", "2", "3", "4"}},
	{"resplit_aces", []string{"true", "false"}},
	{"hit_split_aces", []string{"true", "false"}},
	{"max_cards", []string{"5", "6", "7", "11"}},
	{"charlie", []string{"0", "5", "6", "7"}},
	{"charlie_beats_blackjack", []string{"true", "false"}},
}

// changes lists the changes that make other valid rules.
func changes(rules *blackjack.Rules) [][]Change {
	var list [][]Change
	try := func(c ...Change) {
		r := freeOfMoney(*rules)
		for _, one := range c {
			if r.Set(one.Setting, one.Value) != nil {
				return
			}
		}
		if r.Validate() == nil {
			list = append(list, c)
		}
	}
	for _, s := range values {
		is, _ := rules.Get(s.setting)
		for _, v := range s.values {
			if v != is {
				try(Change{s.setting, v})
			}
		}
	}
	// Where the dealer always looks, what an unseen Blackjack takes is no rule.
	if rules.Peek == blackjack.PeekAceAndTen {
		other := map[blackjack.NoPeekLoss]string{blackjack.LoseAll: "original", blackjack.LoseOriginal: "all"}[rules.NoPeekLoss]
		try(Change{"peek", "none"}, Change{"no_peek_loss", other})
	}
	return list
}

// freeOfMoney returns rules for one seat with a bet that no payout makes fall
// between units: what they are worth is the same.
func freeOfMoney(r blackjack.Rules) blackjack.Rules {
	r.Shuffle, r.CutCard = blackjack.ShuffleEveryRound, 0
	r.Seats, r.SeatsPerPlayer = 1, 1
	bet := money.Amount(2 * 3 * 5 * 7 * 8)
	for _, pays := range []money.Ratio{r.WinPays, r.BlackjackPays, r.InsurancePays, r.EvenMoneyPays, r.CharliePays} {
		if bet%(2*money.Amount(pays.Den)) != 0 {
			bet *= money.Amount(pays.Den)
		}
	}
	r.MinBet, r.MaxBet, r.BetStep = bet, bet, bet
	return r
}

// Variations values every change of rules with a class of strategy, each in the
// full shoe of its rules: what helps the player most first. It tells how far it
// is, and stops where the answer is false.
func Variations(rules *blackjack.Rules, class analyze.Class, progress func(share float64) bool) ([]Variation, error) {
	base, err := edge(freeOfMoney(*rules), class, analyze.NewDealers())
	if err != nil {
		return nil, err
	}
	list := changes(rules)
	v := varying{rules: rules, class: class, list: make([]Variation, len(list)), progress: progress}
	for i, c := range list {
		v.list[i].Changes = c
	}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		workers.Go(v.work)
	}
	workers.Wait()
	for i := range v.list {
		v.list[i].Gain = base.Edge - v.list[i].Edge
	}
	slices.SortStableFunc(v.list, func(x, y Variation) int { return cmp.Compare(y.Gain, x.Gain) })
	return v.list, v.err
}

// varying is the work that is shared.
type varying struct {
	rules    *blackjack.Rules
	class    analyze.Class
	list     []Variation
	progress func(share float64) bool

	lock sync.Mutex
	next int
	err  error
}

// take returns the next variation to value, or nil.
func (v *varying) take() *Variation {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.err != nil || v.next == len(v.list) {
		return nil
	}
	if !v.progress(float64(v.next) / float64(len(v.list))) {
		v.err = ErrStopped
		return nil
	}
	v.next++
	return &v.list[v.next-1]
}

// ErrStopped says that the caller did not want to wait any longer.
var ErrStopped = errors.New("stopped before it was done")

// work values variations until there are no more.
func (v *varying) work() {
	dealers := analyze.NewDealers()
	for one := v.take(); one != nil; one = v.take() {
		found, err := edge(changed(v.rules, one.Changes), v.class, dealers)
		if err != nil {
			v.lock.Lock()
			v.err = err
			v.lock.Unlock()
			return
		}
		one.Edge, one.Approximate = found.Edge, found.Approximate
	}
}

// changed returns the rules with changes that are known to be valid.
func changed(rules *blackjack.Rules, changes []Change) blackjack.Rules {
	r := freeOfMoney(*rules)
	for _, c := range changes {
		if err := r.Set(c.Setting, c.Value); err != nil {
			panic(err) // it was tried
		}
	}
	return r
}

func edge(rules blackjack.Rules, class analyze.Class, dealers *analyze.Dealers) (Variation, error) {
	a, err := analyze.NewShared(&rules, dealers)
	if err != nil {
		return Variation{}, err
	}
	game, err := a.Table(a.Full(), class)
	if err != nil {
		return Variation{}, err
	}
	return Variation{Edge: game.Edge(), Approximate: game.Approximate}, nil
}

// said are changes in words, by setting and value; %s is the value.
var said = map[string]struct{ vi, en string }{
	"decks":                         {"%s bộ bài", "%s decks"},
	"decks=1":                       {"1 bộ bài", "1 deck"},
	"win_pays":                      {"thắng thường trả %s", "an ordinary win pays %s"},
	"blackjack_pays":                {"Blackjack trả %s", "Blackjack pays %s"},
	"insurance_pays":                {"bảo hiểm trả %s", "insurance pays %s"},
	"even_money_pays":               {"even money trả %s", "even money pays %s"},
	"charlie_pays":                  {"Charlie trả %s", "a Charlie pays %s"},
	"soft17=stand":                  {"nhà cái dừng ở soft 17", "dealer stands on soft 17"},
	"soft17=hit":                    {"nhà cái rút ở soft 17", "dealer hits soft 17"},
	"peek=ace-and-ten":              {"nhà cái kiểm tra khi có Xì hoặc lá 10", "dealer checks under ace and ten"},
	"peek=ace":                      {"nhà cái chỉ kiểm tra khi có Xì", "dealer checks under an ace only"},
	"peek=none":                     {"nhà cái không kiểm tra", "dealer does not check"},
	"no_peek_loss=all":              {"Blackjack chưa kiểm tra thu mọi khoản cược", "an unchecked Blackjack takes all bets"},
	"no_peek_loss=original":         {"Blackjack chưa kiểm tra chỉ thu cược ban đầu", "an unchecked Blackjack takes original bets only"},
	"insurance=true":                {"có bảo hiểm", "insurance"},
	"insurance=false":               {"không có bảo hiểm", "no insurance"},
	"even_money=true":               {"có even money", "even money"},
	"even_money=false":              {"không có even money", "no even money"},
	"surrender=off":                 {"không được bỏ cuộc", "no surrender"},
	"surrender=late":                {"bỏ cuộc sau khi nhà cái kiểm tra", "late surrender"},
	"surrender=early":               {"bỏ cuộc trước khi nhà cái kiểm tra", "early surrender"},
	"double_on=any":                 {"gấp đôi mọi hai lá", "double any two cards"},
	"double_on":                     {"chỉ gấp đôi %s", "double on %s only"},
	"double_after_split=true":       {"gấp đôi sau khi tách", "double after split"},
	"double_after_split=false":      {"không gấp đôi sau khi tách", "no double after split"},
	"split_on=same-rank":            {"chỉ tách hai lá cùng số", "split on same rank only"},
	"split_on=same-value":           {"tách hai lá cùng điểm (10-K)", "split on same value (10-K)"},
	"max_hands=1":                   {"không được tách", "no splitting"},
	"max_hands":                     {"tách đến %s tay bài", "split to %s hands"},
	"resplit_aces=true":             {"tách Xì nhiều lần", "re-split aces"},
	"resplit_aces=false":            {"chỉ tách Xì một lần", "split aces once only"},
	"hit_split_aces=true":           {"rút thêm sau khi tách Xì", "hit split aces"},
	"hit_split_aces=false":          {"tách Xì chỉ được một lá", "one card on split aces"},
	"max_cards":                     {"nhiều nhất %s lá một tay", "at most %s cards a hand"},
	"charlie=0":                     {"không có Charlie", "no Charlie"},
	"charlie":                       {"Charlie %s lá", "%s-card Charlie"},
	"charlie_beats_blackjack=true":  {"Charlie thắng cả Blackjack", "a Charlie beats a Blackjack too"},
	"charlie_beats_blackjack=false": {"Blackjack thắng Charlie", "a Blackjack beats a Charlie"},
}

// Text says the change in a language.
func (v *Variation) Text(lang rulebook.Lang) string {
	text := ""
	for _, c := range v.Changes {
		if text != "" {
			text += ", "
		}
		words, ok := said[c.Setting+"="+c.Value]
		if !ok {
			words = said[c.Setting]
			words.vi, words.en = fmt.Sprintf(words.vi, c.Value), fmt.Sprintf(words.en, c.Value)
		}
		text += in(lang, words.vi, words.en)
	}
	return text
}
