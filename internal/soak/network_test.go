//go:build unix

package soak

import (
	"fmt"
	"net"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"club99/internal/clubtest"
)

// place is where a part of a cluster is: a node from 1 on, or one of these.
type place int

const (
	theDatabase place = 0
	theNATS     place = -1
)

// network is what a cluster's parts reach each other over.
type network interface {
	// host is where a part listens.
	host(p place) string
	// way is the address by which a node reaches a server that listens at one.
	way(from, to place, address string) string
	// within has a program run where a node is.
	within(p place, cmd ...string) *exec.Cmd
	// cut loses what one part sends to another, until heal.
	cut(from, to place)
	heal()
	// betweenNodes reports whether nodes can be cut from each other.
	betweenNodes() bool
	// settings are the database's.
	settings() []string
}

// newNetwork makes network namespaces where the system lets it, else loopback.
var newNetwork = func(t *testing.T) network { return newLoopback(t) }

// loopback has everything on one address, and proxies between the nodes and what
// they are clients of.
type loopback struct {
	t       *testing.T
	proxies map[[2]place]*proxy
	cuts    [][2]place
}

func newLoopback(t *testing.T) *loopback {
	return &loopback{t: t, proxies: map[[2]place]*proxy{}}
}

func (*loopback) host(place) string { return "127.0.0.1" }

func (l *loopback) way(from, to place, address string) string {
	key := [2]place{from, to}
	if l.proxies[key] == nil {
		l.proxies[key] = newProxy(l.t, address)
	}
	return l.proxies[key].Addr().String()
}

func (*loopback) within(_ place, cmd ...string) *exec.Cmd { return exec.Command(cmd[0], cmd[1:]...) }
func (*loopback) betweenNodes() bool                      { return false }
func (*loopback) settings() []string                      { return nil }

func (l *loopback) cut(from, to place) {
	l.cuts = append(l.cuts, [2]place{from, to})
	l.apply()
}

func (l *loopback) heal() {
	l.cuts = nil
	l.apply()
}

func (l *loopback) apply() {
	for way, p := range l.proxies {
		p.set(slices.Contains(l.cuts, way), slices.Contains(l.cuts, [2]place{way[1], way[0]}))
	}
}

// freePort is a port of a host that nobody has.
func freePort(t *testing.T) int {
	t.Helper()
	_, text, err := net.SplitHostPort(clubtest.UnusedAddress(t))
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func at(host string, port int) string { return net.JoinHostPort(host, fmt.Sprint(port)) }
