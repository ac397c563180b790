package gateway

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func pageOf(t *testing.T) *page {
	t.Helper()
	script := strings.Repeat("let bet = 1;\n", 200)
	p, err := newPage(fstest.MapFS{
		"index.html":         {Data: []byte("<p>the page</p>")},
		"table.html":         {Data: []byte("<p>the page of a table</p>")},
		"sw.js":              {Data: []byte("let a = 1\n")},
		"assets/a-1.js":      {Data: []byte(script)},
		"assets/a-1.js.br":   {Data: []byte("packed")},
		"assets/b-1.css":     {Data: []byte(script)},
		"assets/font.woff2":  {Data: []byte("f")},
		"icon-maskable.png":  {Data: []byte("png")},
		"assets/alone.js.br": {Data: []byte("no file of its own")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ask(p *page, path, encodings string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", encodings)
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

func TestPageIsSentInTheBestEncodingThatTheBrowserReads(t *testing.T) {
	p := pageOf(t)
	for _, c := range []struct{ path, accepts, want string }{
		{"/assets/a-1.js", "gzip, deflate, br, zstd", "br"},
		{"/assets/a-1.js", "br;q=1.0, gzip;q=0.5", "br"},
		{"/assets/a-1.js", "gzip, br;q=0", "gzip"},
		{"/assets/a-1.js", "gzip, br;q=0.0", "gzip"},
		{"/assets/a-1.js", "gzip", "gzip"},
		{"/assets/a-1.js", "brotli, x-gzip", ""},
		{"/assets/a-1.js", "", ""},
		{"/assets/b-1.css", "gzip, br", "gzip"},
		{"/assets/font.woff2", "gzip, br", ""},
	} {
		res := ask(p, c.path, c.accepts)
		if got := res.Header().Get("Content-Encoding"); res.Code != http.StatusOK || got != c.want {
			t.Errorf("%s for %q: status %d, encoding %q; want %q", c.path, c.accepts, res.Code, got, c.want)
		}
		if res.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: no Vary: a cache on the way could give it to the wrong browser", c.path)
		}
		body := res.Body.Bytes()
		if c.want == "br" && string(body) != "packed" {
			t.Errorf("%s: %q is not the file that the build compressed", c.path, body)
		}
		if c.want == "gzip" {
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if plain, err := io.ReadAll(z); err != nil || !bytes.HasPrefix(plain, []byte("let bet")) {
				t.Errorf("%s: %v, %.20q", c.path, err, plain)
			}
		}
	}
	if res := ask(p, "/assets/a-1.js.br", "br"); res.Code != http.StatusNotFound {
		t.Errorf("a compressed file has an address of its own: status %d", res.Code)
	}
}

func TestPageOfATable(t *testing.T) {
	p := pageOf(t)
	for path, want := range map[string]string{
		"/":                   "<p>the page</p>",
		"/table/sen":          "<p>the page of a table</p>",
		"/table/sen/":         "<p>the page of a table</p>",
		"/table/sen/round/12": "<p>the page</p>",
		"/table/sen/shoes":    "<p>the page</p>",
		"/history":            "<p>the page</p>",
	} {
		if body := ask(p, path, "").Body.String(); body != want {
			t.Errorf("%s: %q, want %q", path, body, want)
		}
	}
}

func TestWhatMayBeKeptByABrowser(t *testing.T) {
	p := pageOf(t)
	for path, want := range map[string]string{
		"/":              "no-cache",
		"/table/sen":     "no-cache",
		"/sw.js":         "no-cache", // a browser must see a new one at once
		"/assets/a-1.js": "public, max-age=31536000, immutable",
	} {
		if got := ask(p, path, "br").Header().Get("Cache-Control"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := ask(p, "/sw.js", "").Header().Get("Content-Type"); !strings.HasPrefix(got, "text/javascript") {
		t.Errorf("/sw.js: %q: a browser takes no service worker of that type", got)
	}
}
