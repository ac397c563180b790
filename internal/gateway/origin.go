package gateway

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"club99/internal/wire"
)

// origins are the sites whose pages may talk to this server: its own, and those
// the operator named.
type origins struct {
	allowed map[string]bool
	secure  func(*http.Request) bool // whether the browser's connection is encrypted
}

func newOrigins(list []string, secure func(*http.Request) bool) (*origins, error) {
	o := &origins{allowed: map[string]bool{}, secure: secure}
	for _, text := range list {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
			return nil, fmt.Errorf("origins: %q is not an origin: write scheme and host alone, as in https://club.example", text)
		}
		o.allowed[strings.ToLower(text)] = true
	}
	return o, nil
}

// may reports whether the page that sent the request may. Programs that are no
// browsers send no origin and are held to nothing here: they have no other
// people's cookies.
func (o *origins) may(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		site := r.Header.Get("Sec-Fetch-Site")
		return site == "" || site == "same-origin" || site == "none"
	}
	if o.allowed[strings.ToLower(origin)] {
		return true
	}
	u, err := url.Parse(origin)
	// A page that came without encryption is anybody's who sits on the line, though
	// it bears this host's name.
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, r.Host) && (!o.secure(r) || u.Scheme == "https")
}

// sameOrigin refuses whatever could change something when another site's page
// asks for it, and every real-time connection of such a page.
func (g *Gateway) sameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		safe := (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/connection/")
		if !safe && !g.origins.may(r) {
			g.fail(w, r, http.StatusForbidden, wire.WrongOrigin)
			return
		}
		next.ServeHTTP(w, r)
	})
}
