package telemetry

import (
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// Profiles serves the Go runtime's profiles below /debug/pprof/, and nothing else.
// They show what the program does, so the address must be this machine's alone, and
// whoever asks must call it so: a page in a browser on this machine that goes by
// another name is refused.
func Profiles() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return &http.Server{Handler: local(mux), ReadHeaderTimeout: 5 * time.Second}
}

func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			say(w, http.StatusForbidden, "profiles are for this machine alone: ask for them by its address, 127.0.0.1")
			return
		}
		next.ServeHTTP(w, r)
	})
}
