package gateway

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// page is the web client, held in memory: a few hundred kilobytes, ready to send.
type page struct {
	files map[string]*file // by path, without the leading slash
}

type file struct {
	body      []byte
	zipped    []byte // with gzip; nil where it would save nothing
	packed    []byte // with Brotli, by the build of the client; nil where there is none
	kind, tag string
	forever   bool // the name carries a hash of the content
}

const indexFile = "index.html"

// tableFile is the same page, which names beforehand what a table needs.
const tableFile = "table.html"

// packedExt ends the name of a file that is another one, compressed with Brotli.
const packedExt = ".br"

func newPage(files fs.FS) (*page, error) {
	p := &page{files: map[string]*file{}}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		p.files[name] = newFile(name, body)
		return nil
	})
	for name, f := range p.files {
		if plain := p.files[strings.TrimSuffix(name, packedExt)]; plain != nil && plain != f {
			plain.packed = f.body
			delete(p.files, name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("web client: %w", err)
	}
	if p.files[indexFile] == nil {
		return nil, fmt.Errorf("web client: there is no %s: build it in web/ with: npm ci && npm run build", indexFile)
	}
	return p, nil
}

func newFile(name string, body []byte) *file {
	sum := sha256.Sum256(body)
	f := &file{body: body, kind: contentType(name), tag: `"` + hex.EncodeToString(sum[:16]) + `"`, forever: strings.HasPrefix(name, "assets/")}
	var zipped bytes.Buffer
	z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(body)
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil && zipped.Len() < len(body)*9/10 {
		f.zipped = zipped.Bytes()
	}
	return f
}

// contentType does not ask the machine, which may know other types or none.
func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	default:
		if kind := mime.TypeByExtension(ext); kind != "" {
			return kind
		}
		return "application/octet-stream"
	}
}

// ServeHTTP serves a file of the client, and the page itself for every other
// address: the client reads the rest of the address.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	f := p.files[name]
	if f == nil {
		if strings.HasPrefix(name, "assets/") || path.Ext(name) != "" {
			http.Error(w, "not found", http.StatusNotFound) // a file that is not there is not the page
			return
		}
		f = p.files[indexFile]
		if t := p.files[tableFile]; t != nil && isTable(r.URL.Path) {
			f = t
		}
	}
	f.serve(w, r)
}

// isTable tells the address of a table from those of the pages about it.
func isTable(address string) bool {
	id, found := strings.CutPrefix(path.Clean(address), "/table/")
	return found && !strings.Contains(id, "/")
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if f.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.body
	switch {
	case f.packed != nil && accepts(r, "br"):
		h.Set("Content-Encoding", "br")
		body = f.packed
	case f.zipped != nil && accepts(r, "gzip"):
		h.Set("Content-Encoding", "gzip")
		body = f.zipped
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	if r.Method == http.MethodGet {
		w.Write(body)
	}
}

// accepts tells whether the browser reads an encoding. One with quality 0 is
// refused; apart from that browsers have no preference that would matter.
func accepts(r *http.Request, encoding string) bool {
	for _, one := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(one, ";")
		if strings.TrimSpace(name) == encoding {
			q, _ := strings.CutPrefix(strings.TrimSpace(quality), "q=")
			return strings.Trim(q, "0.") != "" || q == ""
		}
	}
	return false
}

// policy is what the page may load and do: its own files and its own server,
// nothing else, and no script or style that stands in a page. Cards are moved by
// scripts that set properties, which is no inline style.
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; " +
	"img-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// headers adds what tells a browser to be strict.
func headers(next http.Handler, g *Gateway) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()")
		if g.secure(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
