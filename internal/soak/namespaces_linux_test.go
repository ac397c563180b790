package soak

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func init() {
	newNetwork = func(t *testing.T) network {
		if os.Getuid() != 0 {
			t.Log("without root there are no network namespaces: the nodes are on one address and are not cut from each other, only from database and NATS")
			return newLoopback(t)
		}
		return newNamespaces(t)
	}
}

// namespaces has each node in a network namespace of its own, joined by a bridge. The
// database and NATS have addresses of their own on it.
type namespaces struct {
	t    *testing.T
	name string
	undo [][]string
}

const subnet = "10.199.0."

func newNamespaces(t *testing.T) *namespaces {
	t.Helper()
	n := &namespaces{t: t, name: fmt.Sprintf("c99-%d", os.Getpid()%100000)}
	n.ip("link add %s type bridge", n.name)
	t.Cleanup(func() { n.ip("link del %s", n.name) })
	n.ip("addr add %s1/24 dev %s", subnet, n.name) // the players', for the first is whom connections come from
	for _, p := range []place{theDatabase, theNATS} {
		n.ip("addr add %s/24 dev %s", n.host(p), n.name)
	}
	n.ip("link set %s up", n.name)
	for i := place(1); i <= nodesHere; i++ {
		space, here, there := n.space(i), fmt.Sprintf("%s-%d", n.name, i), "eth0"
		n.ip("netns add %s", space)
		t.Cleanup(func() { n.ip("netns del %s", space) })
		n.ip("link add %s type veth peer name %s netns %s", here, there, space)
		t.Cleanup(func() { n.ip("link del %s", here) }) // a namespace takes its links with it, but later
		n.ip("link set %s master %s up", here, n.name)
		n.ip("-n %s addr add %s/24 dev %s", space, n.host(i), there)
		n.ip("-n %s link set lo up", space)
		n.ip("-n %s link set %s up", space, there)
	}
	t.Cleanup(n.heal)
	return n
}

func (n *namespaces) ip(format string, args ...any) {
	n.t.Helper()
	if out, err := exec.Command("ip", strings.Fields(fmt.Sprintf(format, args...))...).CombinedOutput(); err != nil {
		n.t.Errorf("ip "+format+": %v: %s", append(args, err, out)...)
	}
}

func (n *namespaces) space(p place) string { return fmt.Sprintf("%s-n%d", n.name, p) }

func (*namespaces) host(p place) string { return fmt.Sprint(subnet, 10+int(p)) }

func (*namespaces) way(_, _ place, address string) string { return address }

func (n *namespaces) within(p place, cmd ...string) *exec.Cmd {
	return exec.Command("ip", append([]string{"netns", "exec", n.space(p)}, cmd...)...)
}

// cut has the sender's side throw away what it sends there. Database and NATS are in
// the namespace of the tests, where a rule of their own address does so.
func (n *namespaces) cut(from, to place) {
	n.t.Helper()
	rule := fmt.Sprintf("rule %%s from %s to %s blackhole", n.host(from), n.host(to))
	if from > 0 {
		rule = fmt.Sprintf("-n %s route %%s blackhole %s", n.space(from), n.host(to))
	}
	n.ip(rule, "add")
	n.undo = append(n.undo, strings.Fields(fmt.Sprintf(rule, "del")))
}

func (n *namespaces) heal() {
	n.t.Helper()
	for _, args := range n.undo {
		n.ip("%s", strings.Join(args, " "))
	}
	n.undo = nil
}

func (*namespaces) betweenNodes() bool { return true }

func (n *namespaces) settings() []string {
	n.t.Helper()
	dir, err := os.MkdirTemp("", "club99-hba-") // whoever runs PostgreSQL may read there
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(func() { os.RemoveAll(dir) })
	file := filepath.Join(dir, "pg_hba.conf")
	text := fmt.Sprintf("host all all 127.0.0.1/32 trust\nhost all all %s0/24 trust\n", subnet)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		n.t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		n.t.Fatal(err)
	}
	return []string{"listen_addresses = '*'", fmt.Sprintf("hba_file = '%s'", file)}
}
