package scenario_test

import (
	"fmt"
	"strings"

	"club99/scenario"
)

func ExampleParse() {
	s, err := scenario.Parse("surrender.round", strings.NewReader(`
# R14: late surrender costs half the bet
rules club99 surrender=late
bet   1 100000
shoe  Ts Kd 6h 9c
1 surrender
= result 1.1 surrender -50000
= hole shown
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Run())
	// Output: surrender.round:8: expected hole shown, got hole hidden
}
