package gateway

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"club99/internal/account"
	"club99/internal/wire"
)

// The cookies. Over HTTPS their names begin with hostPrefix, so that browsers take
// them from this very host over HTTPS alone: neither a neighbour's subdomain nor
// somebody on the line of a page without encryption can plant one.
const (
	sessionCookie = "club99"       // holds a session's token
	knownCookie   = "club99-known" // holds account.Session.Known
	hostPrefix    = "__Host-"
)

// knownTime is how long a browser remembers that it was signed in with a password.
const knownTime = 365 * 24 * time.Hour

func (g *Gateway) cookieName(r *http.Request, name string) string {
	if g.secure(r) {
		return hostPrefix + name
	}
	return name
}

// session is who sends the request; ok is false for nobody.
func (g *Gateway) session(r *http.Request) (s account.Session, ok bool, err error) {
	token := g.shownToken(r)
	if token == "" {
		return s, false, nil
	}
	s, err = g.Accounts.Resume(r.Context(), token)
	if errors.Is(err, account.ErrNoSession) {
		return s, false, nil
	}
	return s, err == nil, err
}

// keep gives the browser the session's token. Scripts cannot read it, and no
// other site's page can have it sent.
func (g *Gateway) keep(w http.ResponseWriter, r *http.Request, s account.Session) {
	g.setCookie(w, r, sessionCookie, string(s.Token), s.Expires.Sub(g.Now()))
	if s.Known != "" {
		g.setCookie(w, r, knownCookie, s.Known, knownTime)
	}
}

// forget ends the session in the browser; that it was signed in before, it may know.
func (g *Gateway) forget(w http.ResponseWriter, r *http.Request) {
	g.setCookie(w, r, sessionCookie, "", -time.Second)
}

func (g *Gateway) setCookie(w http.ResponseWriter, r *http.Request, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: g.cookieName(r, name), Value: value, Path: "/", MaxAge: int(life.Seconds()), Expires: g.Now().Add(life),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: g.secure(r),
	})
}

// shownToken is the token that the browser shows, valid or not.
func (g *Gateway) shownToken(r *http.Request) account.Token {
	return account.Token(g.shown(r, sessionCookie))
}

// shown is what a cookie holds; "" for none.
func (g *Gateway) shown(r *http.Request, name string) string {
	c, err := r.Cookie(g.cookieName(r, name))
	if err != nil {
		return ""
	}
	return c.Value
}

// language is the one asked for by ?lang=, else the browser's first of ours, else
// Vietnamese.
func language(r *http.Request) wire.Lang {
	if lang, ok := wire.ParseLang(r.URL.Query().Get("lang")); ok {
		return lang
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		primary, _, _ := strings.Cut(tag, "-")
		if lang, ok := wire.ParseLang(strings.ToLower(primary)); ok {
			return lang
		}
	}
	return wire.Vietnamese
}
