// Package telemetry is how an operator sees the club from outside: the log and
// the metrics.
//
// The log goes to stderr, as text for people or as JSON for programs. Metrics are
// served for Prometheus at an address of their own, which is meant for this
// machine or a private network, never for the public; profiles of the running
// program at another, which only this machine can have.
package telemetry
