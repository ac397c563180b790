// Package telemetry is how an operator sees the club from outside: the log, the
// metrics, whether the club is ready, and profiles.
//
//	table ──commit──▶ store      [Metrics.Store] stands between: what is written, how fast
//	table ──frame───▶ hub        [Metrics.Publisher] stands between: what is played, how soon it is told
//	node ───beat────▶ leases     [Metrics.Leases], [Metrics.Floor] and [Metrics.Bus] stand between: the nodes of a club
//	gateway ────────▶ [Metrics]  told what is refused and who is sent away (gateway.Watch)
//
// Nothing that plays or keeps books knows of it. Everything else is asked when the
// metrics are read. What each metric means for an operator stands in
// docs/operating.md; a test of the program compares the two.
//
// The log goes to stderr, as text for people or as JSON for programs; a line that
// repeats itself is cut short. Metrics are served for Prometheus at an address of
// their own, which is meant for this machine or a private network, never for the
// public; profiles of the running program at another, which only this machine can
// have.
package telemetry
