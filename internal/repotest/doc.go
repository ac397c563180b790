// Package repotest holds what the repository says about itself to be true, as
// tests: every link, path, test name and command in the documents exists, every
// package explains itself, no file grows past its limit.
package repotest
