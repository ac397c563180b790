package strategy_test

import (
	"reflect"
	"strings"
	"testing"

	"club99/strategy"
)

// What can be read is written so that it reads back as the same; everything else
// is refused with a line number or the name of what is missing.
func FuzzParse(f *testing.F) {
	good := strategy.Mimic(true).String()
	f.Add(good)
	f.Add(good + "early T A\nhard 16 R R\npair 8 - R\nindex\ninsurance >= 3 yes\nhard first 16 T >= 0 S\npairs T 5 < -2 P\n")
	f.Add(strings.Replace(good, "S", "Rp", 3))
	f.Add("index\nhard first 99 T >= 0 S\n")
	f.Add("index\n insurance >=\npairs\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := strategy.Parse(text)
		if err != nil {
			if err.Error() == "" || table != nil {
				t.Fatalf("refused as %q with a table %v", err, table)
			}
			return
		}
		again, err := strategy.Parse(table.String())
		if err != nil || !reflect.DeepEqual(again, table) {
			t.Fatalf("%q is written as\n%s\nwhich reads as %+v, %v", text, table, again, err)
		}
	})
}
