package journal

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
)

// What is written by hand is what the standard encoder writes of the lines that
// Decode reads.
func TestRecordsAreWrittenAsTheirLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Record
		fillRecord(t, reflect.ValueOf(&r).Elem())
		if r.Kind %= kindEnd; r.Kind == Event {
			r = Record{Event: r.Event}
			r.Event.Kind = blackjack.EventKind(1 + uint8(r.Event.Kind)%uint8(blackjack.RoundOver))
		} else {
			r.Event = blackjack.Event{}
		}
		if r.Kind != Checkpoint {
			r.Standing = nil
		} else if r.Standing == nil {
			r.Standing = &Standing{}
		}
		for _, public := range []bool{false, true} {
			l := toLine(&r)
			if public {
				l.Name, l.Standing, l.Player = "", nil, 0
				if r.Event.Player != 0 {
					l.Player = int64(r.Event.Seat)
				}
			}
			want, err := json.Marshal([]line{l})
			if err != nil {
				t.Fatal(err)
			}
			if got := appendRecords(nil, []Record{r}, public); string(got) != string(want) {
				t.Fatalf("public %v: %+v is written\n%s\nwant\n%s", public, r, got, want)
			}
		}
	})
}

func fillRecord(t *rapid.T, v reflect.Value) {
	switch v.Interface().(type) {
	case card.Card:
		v.SetUint(uint64(rapid.SampledFrom([]card.Card{card.None, card.New(card.Ace, card.Hearts), card.New(card.Ten, card.Clubs)}).Draw(t, "card")))
		return
	case blackjack.Actions:
		v.SetUint(uint64(rapid.SampledFrom([]blackjack.Actions{0, blackjack.SetOf(blackjack.Insure), offered}).Draw(t, "offers")))
		return
	case blackjack.Action:
		v.SetUint(uint64(rapid.IntRange(0, int(blackjack.DeclineSurrender)).Draw(t, "action")))
		return
	case blackjack.By:
		v.SetUint(uint64(rapid.IntRange(0, 1).Draw(t, "by")))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillRecord(t, v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fillRecord(t, v.Index(i))
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			fillRecord(t, v.Elem())
		}
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[0-9a-f]{2}`), rapid.String()).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	case reflect.Uint8:
		v.SetUint(uint64(rapid.IntRange(0, 7).Draw(t, "small")))
	case reflect.Uint16, reflect.Uint64:
		v.SetUint(uint64(rapid.Uint16().Draw(t, "number")))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(rapid.IntRange(0, 1<<40).Draw(t, "number")))
	default:
		t.Fatalf("a field of kind %v", v.Kind())
	}
}
