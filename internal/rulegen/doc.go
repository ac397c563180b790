// Package rulegen draws random valid rules for property tests: every setting,
// and every value of the settings that have few, can come up together with
// every other that [blackjack.Rules.Validate] allows.
package rulegen
