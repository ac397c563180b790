//go:build race

package analyze

const race = true // everything takes many times as long
