package wire_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"club99/blackjack"
	"club99/card"
	"club99/internal/wire"
)

// What is written by hand is what the standard encoder would write.
func TestEncodeIsTheStandardEncoding(t *testing.T) {
	check := func(t interface{ Errorf(string, ...any) }, message any) {
		want, err := json.Marshal(message)
		if err != nil {
			t.Errorf("%v", err)
		}
		if got := wire.Encode(message); string(got) != string(want) {
			t.Errorf("%T is written\n%s\nwant\n%s", message, got, want)
		}
	}
	for _, m := range examples(t) {
		check(t, m)
		switch m := m.(type) {
		case wire.Frame:
			check(t, &m)
		case wire.You:
			check(t, &m)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		var f wire.Frame
		var y wire.You
		var a wire.Answer
		var p wire.PastRound
		fill(r, reflect.ValueOf(&f).Elem())
		fill(r, reflect.ValueOf(&y).Elem())
		fill(r, reflect.ValueOf(&a).Elem())
		check(r, &f)
		check(r, &y)
		fill(r, reflect.ValueOf(&p).Elem())
		check(r, a)
		check(r, p)
	})
}

// fill puts something into every field, often nothing.
func fill(t *rapid.T, v reflect.Value) {
	switch v.Interface().(type) {
	case card.Card:
		v.SetUint(uint64(card.New(card.Rank(rapid.IntRange(1, 13).Draw(t, "rank")), card.Suit(rapid.IntRange(0, 3).Draw(t, "suit")))))
		return
	case blackjack.Action:
		v.SetUint(uint64(rapid.IntRange(0, int(blackjack.Deal)).Draw(t, "action")))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem())
		}
	case reflect.Slice:
		if n := rapid.IntRange(-1, 2).Draw(t, "items"); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[a-z]{1,5}`), rapid.String()).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	case reflect.Uint8:
		v.SetUint(uint64(rapid.IntRange(0, 6).Draw(t, "small")))
	case reflect.Uint16, reflect.Uint64:
		v.SetUint(uint64(rapid.Uint16().Draw(t, "number")))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "number"))
	default:
		t.Fatalf("a field of kind %v", v.Kind())
	}
}

func BenchmarkEncodeFrame(b *testing.B) {
	f := examples(b)["frame-players"].(wire.Frame)
	b.ReportAllocs()
	for b.Loop() {
		wire.Encode(&f)
	}
}

// BenchmarkDecodeCommand reads a bet with a seed, which is most of what comes in.
func BenchmarkDecodeCommand(b *testing.B) {
	data := []byte(`{"table":"t12","id":"a1b2c3d4e5f6-123","name":"bet","round":12,"bets":[{"seat":1,"amount":1000,"commitment":"` + strings.Repeat("5a", 32) + `"}]}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wire.DecodeCommand(data); err != nil {
			b.Fatal(err)
		}
	}
}
