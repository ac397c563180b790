package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"club99/internal/clubtest"
)

// silent is how many connections say nothing at once; make soak takes ten thousand.
var silent = flag.Int("silent", 240, "how many connections say nothing to the club at once")

// aClub is a club in a process of its own.
type aClub struct {
	*testing.T
	host, metrics string
}

// startClub starts the real program.
func startClub(t *testing.T, args ...string) *aClub {
	t.Helper()
	c := &aClub{T: t, metrics: clubtest.UnusedAddress(t)}
	cmd := program(t, append([]string{"serve", "--address", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "data"), "--metrics", c.metrics}, args...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var notes bytes.Buffer
	cmd.Stderr = &notes
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("the club ended with %v: %s", err, &notes)
		}
		if strings.Contains(notes.String(), "level=ERROR") {
			t.Errorf("the club says %s", &notes)
		}
	})
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the club does not open: %v", err)
	}
	c.host = regexp.MustCompile(`http://(\S+)`).FindStringSubmatch(said)[1]
	return c
}

// memory is what the club's heap and stacks take, in bytes.
func (c *aClub) memory() (sum float64) {
	c.Helper()
	resp, err := http.Get("http://" + c.metrics + "/metrics")
	if err != nil {
		c.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`(?m)^go_memstats_(?:heap|stack)_inuse_bytes (\S+)$`).FindAllSubmatch(text, -1) {
		n, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			c.Fatal(err)
		}
		sum += n
	}
	return sum
}

// fallSilent opens a connection in one of four ways, and says no more: not a
// byte, half a request, a WebSocket without a word in it, and with half a one.
func (c *aClub) fallSilent(n int) (net.Conn, error) {
	conn, err := net.Dial("tcp", c.host)
	if err != nil || n%4 == 0 {
		return conn, err
	}
	ask := "GET /connection/websocket HTTP/1.1\r\nHost: " + c.host + "\r\n"
	if n%4 == 1 {
		_, err = io.WriteString(conn, ask)
		return conn, err
	}
	ask += fmt.Sprintf("X-Forwarded-For: 10.%d.%d.%d\r\n", n>>16&255, n>>8&255, n&255)
	ask += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
	if _, err := io.WriteString(conn, ask); err != nil {
		return conn, err
	}
	resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 16), nil)
	if err != nil {
		return conn, err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusSwitchingProtocols {
		return conn, fmt.Errorf("the answer is %s", resp.Status)
	}
	if n%4 == 3 {
		_, err = conn.Write([]byte{0x81, 0xfe, 0x10})
	}
	return conn, err
}

// Very many connections at once that say nothing: people come in all the same, each
// connection takes little and is ended by the club in its time.
func TestConnectionsThatSayNothing(t *testing.T) {
	t.Parallel()
	c := startClub(t, "--proxied")
	before, began := c.memory(), time.Now()
	conns := make([]net.Conn, *silent)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := worker; i < len(conns); i += 8 {
				var err error
				if conns[i], err = c.fallSilent(i); err != nil {
					t.Errorf("connection %d: %v", i, err)
				}
			}
		})
	}
	all.Wait()
	during := c.memory()
	resp, err := http.Post("http://"+c.host+"/api/guest", "application/json", strings.NewReader(`{"name":"Lan"}`))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("Lan is answered %s", resp.Status)
	}
	t.Logf("%d connections opened in %v take %.1f KiB each", len(conns), time.Since(began).Round(time.Millisecond), (during-before)/1024/float64(len(conns)))
	if most := before + 32<<20 + 48<<10*float64(len(conns)); during > most {
		t.Errorf("the club takes %.0f bytes, at most %.0f are right", during, most)
	}
	for i, conn := range conns {
		all.Go(func() {
			if conn == nil {
				return
			}
			defer conn.Close()
			_ = conn.SetReadDeadline(time.Now().Add(3 * time.Minute)) // then the copy fails
			if _, err := io.Copy(io.Discard, conn); os.IsTimeout(err) {
				t.Errorf("connection %d is still open", i)
			}
		})
	}
	all.Wait()
	t.Logf("all were ended by the club within %v", time.Since(began).Round(time.Second))
}
