//go:build !race

package analyze

const race = false
