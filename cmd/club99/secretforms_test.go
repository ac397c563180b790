package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"index/suffixarray"
	"strings"
	"testing"

	"club99/card"
)

// A secret is looked for in every form in which a Go program writes it without
// meaning to: as it is, in hexadecimal, in base64 wherever it may begin in a longer
// text, and as the list of numbers that %v makes of bytes.

// hay is one thing that was written, ready to be searched.
type hay struct {
	name  string
	data  []byte
	index *suffixarray.Index
}

func newHay(name string, data []byte) hay { return hay{name, data, suffixarray.New(data)} }

func (h *hay) has(form []byte) bool { return len(h.index.Lookup(form, 1)) > 0 }

// byteForms are the forms of secret bytes, of 12 at least.
func byteForms(secret []byte) [][]byte {
	lower := hex.EncodeToString(secret)
	forms := append(quoted(secret), secret, []byte(lower), []byte(strings.ToUpper(lower)))
	inner := secret[:min(len(secret), 12)]
	for _, separator := range []string{" ", ",", ", "} {
		forms = append(forms, list(inner, separator, "%d"))
	}
	forms = append(forms, list(inner, ", ", "0x%x"), list(inner, ", ", "%#02x"), list(inner, " ", "%02x"))
	for skip := range 3 { // base64 writes three bytes at a time: where the secret begins, nobody knows
		whole := secret[skip : skip+(len(secret)-skip)/3*3]
		forms = append(forms, []byte(base64.StdEncoding.EncodeToString(whole)), []byte(base64.URLEncoding.EncodeToString(whole)))
	}
	return forms
}

// quoted are the forms of bytes between the quotes of Go, of a log and of JSON.
func quoted(secret []byte) [][]byte {
	var forms [][]byte
	for _, text := range []string{fmt.Sprintf("%q", secret), fmt.Sprintf("%+q", secret), marshalled(string(secret))} {
		forms = append(forms, []byte(text[1:len(text)-1]))
	}
	return forms
}

func marshalled(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and cards can be written
	}
	return string(text)
}

func list(secret []byte, separator, format string) []byte {
	var words []string
	for _, b := range secret {
		words = append(words, fmt.Sprintf(format, b))
	}
	return []byte(strings.Join(words, separator))
}

// textForms are the forms of a secret text: a token, a password.
func textForms(secret string) [][]byte {
	forms := append(byteForms([]byte(secret)), []byte(strings.ReplaceAll(secret, " ", "+")))
	var percent strings.Builder
	for _, b := range []byte(secret) {
		fmt.Fprintf(&percent, "%%%02X", b)
	}
	forms = append(forms, []byte(percent.String()))
	if raw, err := base64.RawURLEncoding.DecodeString(secret); err == nil && len(raw) >= 16 {
		forms = append(forms, byteForms(raw)...) // what the token stands for
	}
	return forms
}

// run is how many cards in a row are looked for. One that is written by chance
// would have to be guessed among 52 to the power of it.
const cardRun = 8

// cardForms are the forms of a run of cards, as texts and as bytes.
func cardForms(cards []card.Card) [][]byte {
	var raw []byte
	var words []string
	for _, c := range cards {
		raw = append(raw, byte(c))
		words = append(words, c.String())
	}
	forms := [][]byte{}
	for _, separator := range []string{"", " ", ",", ", ", `","`, `", "`, `" "`, "\n", "|"} {
		forms = append(forms, []byte(strings.Join(words, separator)))
	}
	lower := hex.EncodeToString(raw)
	forms = append(append(forms, quoted(raw)...), raw, []byte(lower), []byte(strings.ToUpper(lower)))
	for _, separator := range []string{" ", ",", ", "} {
		forms = append(forms, list(raw, separator, "%d"))
	}
	forms = append(forms, list(raw, ", ", "0x%x"), list(raw, " ", "%02x"))
	for skip := range 3 {
		forms = append(forms, []byte(base64.StdEncoding.EncodeToString(raw[skip:skip+6])))
	}
	return forms
}

// runs cuts cards into runs, one after the other: of any 15 in a row that somebody
// writes, one run is whole.
func runs(cards []card.Card) [][]card.Card {
	var list [][]card.Card
	for ; len(cards) >= cardRun; cards = cards[cardRun:] {
		list = append(list, cards[:cardRun])
	}
	return list
}

// The search finds what is there, in every form and wherever it begins.
func TestSecretsAreFoundWhereTheyStand(t *testing.T) {
	seed := []byte("\x00\x17seed of thirty-two bytes \xff\xfe\x80")
	var order []card.Card
	for n := range 52 {
		order = append(order, card.New(card.Rank(1+n*5%13), card.Suit(n%4)))
	}
	raw := []byte{}
	for _, c := range order {
		raw = append(raw, byte(c))
	}
	for before := range 4 {
		pad := bytes.Repeat([]byte{'x'}, before)
		long := append(bytes.Clone(pad), seed...)
		for name, text := range map[string]string{
			"raw": string(long), "%x": fmt.Sprintf("%x", long), "%X": fmt.Sprintf("%X", long), "%v": fmt.Sprint(long), "%#v": fmt.Sprintf("%#v", long), "% x": fmt.Sprintf("% x", long), "%q": fmt.Sprintf("%q", long),
			"base64": base64.StdEncoding.EncodeToString(long), "base64url": base64.RawURLEncoding.EncodeToString(long),
		} {
			if !anyIn(newHay(name, []byte(text)), byteForms(seed)) {
				t.Errorf("a seed after %d bytes is not found as %s: %s", before, name, text)
			}
		}
		for from := range 20 {
			cards, bytes := order[from:from+2*cardRun-1], raw[from:from+2*cardRun-1]
			for name, text := range map[string]string{
				"%v": fmt.Sprint(cards), "raw": string(append(pad, bytes...)), "%x": fmt.Sprintf("%x", bytes), "%d": fmt.Sprintf("%d", cards), "%#v": fmt.Sprintf("%#v", cards),
				"%q": fmt.Sprintf("%q", cards), "JSON": marshalled(cards), "JSON text": marshalled(string(bytes)), "base64": base64.StdEncoding.EncodeToString(append(pad, bytes...)),
			} {
				found := false
				for _, run := range runs(order) {
					found = found || anyIn(newHay(name, []byte(text)), cardForms(run))
				}
				if !found {
					t.Errorf("15 cards from %d are not found as %s: %s", from, name, text)
				}
			}
		}
	}
	if password := "mật khẩu của tôi 99"; !anyIn(newHay("%q", fmt.Appendf(nil, "%+q", password)), textForms(password)) ||
		!anyIn(newHay("form", []byte("password=m%E1%BA%ADt+x "+password)), textForms(password)) {
		t.Error("a password is not found")
	}
	if anyIn(newHay("nothing", bytes.Repeat([]byte("Ah Kd 5c [1 2 3] 00ff "), 100)), byteForms(seed)) {
		t.Error("what is not there is found")
	}
}

func anyIn(h hay, forms [][]byte) bool {
	for _, form := range forms {
		if h.has(form) {
			return true
		}
	}
	return false
}
