package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// text collects what is written.
type text string

func (t *text) Write(p []byte) (int, error) { *t += text(p); return len(p), nil }

func (t text) has(tb testing.TB, words ...string) {
	tb.Helper()
	for _, w := range words {
		if !strings.Contains(string(t), w) {
			tb.Errorf("%q is missing in:\n%s", w, t)
		}
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// waitFor FILE PATTERN waits until a line of the file matches, for scripts that
// have something running in the background.
func waitFor() {
	if len(os.Args) != 3 {
		fail("usage: waitfor FILE PATTERN")
	}
	pattern := regexp.MustCompile(os.Args[2])
	for range 4000 { // a limit for what never comes, not a speed that is asked for
		data, _ := os.ReadFile(os.Args[1])
		for line := bufio.NewScanner(bytes.NewReader(data)); line.Scan(); {
			if pattern.MatchString(line.Text()) {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	data, _ := os.ReadFile(os.Args[1])
	fail("no line of %s matches %s:\n%s", os.Args[1], os.Args[2], data)
}

// door FILE METHOD PATH [BODY] asks the club whose address FILE holds, and prints
// status and body.
func door() {
	if len(os.Args) < 4 {
		fail("usage: door FILE METHOD PATH [BODY]")
	}
	said, err := os.ReadFile(os.Args[1])
	if err != nil {
		fail("%v", err)
	}
	url := regexp.MustCompile(`https?://\S+`).FindString(string(said))
	r, err := http.NewRequest(os.Args[2], url+os.Args[3], strings.NewReader(strings.Join(os.Args[4:], " ")))
	if err != nil {
		fail("%v", err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		fail("%v", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		fail("%v", err)
	}
	fmt.Printf("%s\n%s\n", resp.Status, body)
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	os.Exit(1)
}
