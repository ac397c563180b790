package clubtest

import (
	"fmt"
	"net"
	"os"
	"sync/atomic"
	"testing"
)

const firstPort, ports = 10000, 22000

var nextPort atomic.Int64

// Tests of several packages run at the same time: each begins elsewhere.
func init() { nextPort.Store(int64(os.Getpid()) * 101) }

// UnusedAddress is an address of this machine at which nobody listens, for a program that
// must be told one. The port is not of those that the system gives to connections, which
// could have it before the program does, and is given once.
func UnusedAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", firstPort+nextPort.Add(1)%ports))
		if err != nil {
			continue
		}
		defer l.Close()
		return l.Addr().String()
	}
	t.Fatal("no port is free")
	return ""
}
