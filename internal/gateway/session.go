package gateway

import (
	"errors"
	"net/http"
	"strings"

	"club99/internal/account"
	"club99/internal/wire"
)

// cookieName is the cookie that holds a session's token.
const cookieName = "club99"

// session is who sends the request; ok is false for nobody.
func (g *Gateway) session(r *http.Request) (s account.Session, ok bool, err error) {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return s, false, nil
	}
	s, err = g.Accounts.Resume(r.Context(), account.Token(c.Value))
	if errors.Is(err, account.ErrNoSession) {
		return s, false, nil
	}
	return s, err == nil, err
}

// keep gives the browser the session's token. Scripts cannot read it, and no
// other site's page can have it sent.
func (g *Gateway) keep(w http.ResponseWriter, r *http.Request, s account.Session) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: string(s.Token), Path: "/",
		Expires: s.Expires, MaxAge: int(s.Expires.Sub(g.Now()).Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: g.secure(r),
	})
}

func (g *Gateway) forget(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Path: "/", MaxAge: -1,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: g.secure(r),
	})
}

// shownToken is the token that the browser shows, valid or not.
func shownToken(r *http.Request) account.Token {
	if c, err := r.Cookie(cookieName); err == nil {
		return account.Token(c.Value)
	}
	return ""
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
