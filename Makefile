# CLUB 99. `make help` lists what there is; `make test` sets up what it needs.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

GOLANGCI_LINT_VERSION := v2.15.0
GOVULNCHECK_VERSION := v1.9.0
GOLANGCI_LINT := bin/golangci-lint-$(GOLANGCI_LINT_VERSION)
NODE_MODULES := web/node_modules/.package-lock.json
FUZZTIME ?= 1m
SHUFFLES ?= 1000000
SLOW ?= 4
SOAK ?= 30m
FAULTS ?= 29

# The browser tests drive this browser; none is ever downloaded.
export CHROMIUM ?= /usr/bin/chromium
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: setup-system $(NODE_MODULES) ## install what the tests need: compiler, browser, fonts, npm packages
	@go mod download

.PHONY: setup-system
setup-system:
	@scripts/setup-system.sh

# npm writes this file last, so that it stands for the whole folder.
$(NODE_MODULES): web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@

.PHONY: build
build: ## build the server into bin/club99
	go build -o bin/club99 ./cmd/club99

.PHONY: test
test: setup test-go test-verifier test-web test-e2e ## everything: Go with -race, the web client, real browsers

# The club that internal/soak kills is a program of its own. Its players are in the
# test, and centrifuge-go v0.12.1 races with itself when a connection is made again
# while a subscription is (mended in v0.13.0): without the race detector, then. So are
# the commands that only compute, which it would make ten times slower.
.PHONY: test-go
test-go: setup-system ## Go tests with the race detector
	CGO_ENABLED=1 go test -race -timeout 15m -skip '^TestFigures$$' $$(go list ./... | grep -v /internal/soak)
	go test -timeout 15m -run '^TestFigures$$' ./cmd/club99
	go test -timeout 15m ./internal/soak

# The tests of scripts/verify-round.mjs fail where there is no Node, so they
# are not among those of test-go.
.PHONY: test-verifier
test-verifier: ## the second verifier of records, in Node, on good records and on every kind of attack
	go test -count=1 -tags node -run '^TestSecondVerifier' ./fair

.PHONY: test-web
test-web: $(NODE_MODULES) ## types and unit tests of the web client, and web/dist against its sources
	cd web && npm run check
	cd web && npm test
	scripts/check-dist.sh

.PHONY: test-e2e
test-e2e: setup-system $(NODE_MODULES) build ## browser tests against the real server
	cd web && npm run e2e

.PHONY: test-deploy
test-deploy: ## what deploy/ holds: alert rules, unit, and the program alone in an empty root
	scripts/check-deploy.sh

.PHONY: scenario
scenario: build ## play every scenario file through the engine
	bin/club99 scenario blackjack/testdata/*.round

.PHONY: lint
lint: $(GOLANGCI_LINT) ## gofmt, go vet, golangci-lint
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$unformatted" ]; then \
		echo "lint: not formatted, run 'make fmt':" $$unformatted >&2; exit 1; \
	fi
	go vet ./...
	go vet -tags faults ./internal/fault
	$(GOLANGCI_LINT) run --allow-parallel-runners ./...

# Built from source by Go itself, so that no other download is needed; once.
$(GOLANGCI_LINT):
	GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)
	@mv bin/golangci-lint $@

.PHONY: audit
audit: ## known vulnerabilities of the Go modules and npm packages that are shipped; says so where it cannot ask
	scripts/audit.sh $(GOVULNCHECK_VERSION)

.PHONY: fmt
fmt: $(NODE_MODULES) ## format Go and the web client
	gofmt -w $$(git ls-files '*.go')
	cd web && npm run --silent format -- --log-level warn

.PHONY: dist
dist: $(NODE_MODULES) ## build the web client into web/dist, which is committed
	cd web && npm run build

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (1m each), long; FUZZ='wire Fuzz' takes some of them
	FUZZ='$(FUZZ)' scripts/fuzz.sh $(FUZZTIME) $(FUZZWORKERS)

.PHONY: fuzz-keep
fuzz-keep: ## keep what fuzzing found interesting on this machine in testdata/fuzz
	scripts/fuzz-keep.sh

.PHONY: shuffle-stats
shuffle-stats: ## the shuffle's statistics over SHUFFLES shuffles (1,000,000), limits and seeds fixed
	go test ./shoe -count=1 -timeout 2h -run '^TestShuffleStatistics$$' -v -shuffles $(SHUFFLES)

.PHONY: bench
bench: ## measure the club under load, server and players on a processor each
	scripts/bench.sh $(PLAYERS)

.PHONY: bench-curve
bench-curve: ## measure clubs of ten to ten thousand tables, and draw docs/performance-*.svg
	scripts/bench-curve.sh $(TABLES) | tee bin/curve.csv
	go run ./internal/load/curve docs <bin/curve.csv

.PHONY: bench-hop
bench-hop: ## what it costs that a table is driven by another node: time, messages, rolls
	go test ./internal/mesh -run '^$$' -bench '^(BenchmarkHop|BenchmarkMessages|BenchmarkRoll)$$' -count 5

.PHONY: bench-cluster
bench-cluster: setup-system ## one node and three, each over a PostgreSQL on this machine, in turn
	scripts/bench-cluster.sh $(ARRANGEMENTS)

.PHONY: million
million: ## play through clubs of up to a million players by the costs that were measured; draws docs/scaling-*.svg
	go run ./internal/load/million docs

.PHONY: bench-felt
bench-felt: setup-system $(NODE_MODULES) ## how smooth a round is in a browser on a processor SLOW (4) times slower, on a phone and a desk
	cd web && node e2e/motion/frames.mjs --slow $(SLOW) --size 360x640
	cd web && node e2e/motion/frames.mjs --slow $(SLOW) --size 1440x900

.PHONY: states
states: setup-system $(NODE_MODULES) ## every state of the table in a browser, at four sizes and in both languages
	cd web && STATES=all npx playwright test --project states

.PHONY: bench-go
bench-go: ## Go benchmarks with allocations
	go test -run='^$$' -bench=. -benchmem ./...

.PHONY: soak
soak: setup-system soak-connections ## the club under kills, faults and load for SOAK (30m), checked all the time
	go test -count=1 -timeout 24h -v -run '^TestSoak$$' ./internal/soak -soak $(SOAK)

.PHONY: cluster
cluster: setup-system ## three nodes and a PostgreSQL under FAULTS (29, each kind at least once) faults, bots playing all the time, then every history
	go test -count=1 -timeout 24h -v -run '^TestCluster$$' ./internal/soak -cluster $(FAULTS)

.PHONY: soak-connections
soak-connections: ## ten thousand connections that say nothing, at once, to the real program
	go test -count=1 -timeout 30m -v -run '^TestConnectionsThatSayNothing$$' ./cmd/club99 -silent 10000

.PHONY: analyze-long
analyze-long: ## the long forms of the tests of analyze: every figure of independent programs, fractions, the engine
	go test -count=1 -timeout 6h -v ./analyze -long

.PHONY: simulate-long
simulate-long: ## the long forms of the tests of simulate: millions of rounds against engine, analysis and known figures
	go test -count=1 -timeout 6h -v -run 'TestCompiledRoundIsTheEngines|TestSimulationMeetsAnalysis|TestExactValuesAreMet' ./simulate -long

.PHONY: simulate-cut
simulate-cut: ## compare CURVES=FILE, house edges by place of the cut card (JSON), with rounds played here
	@test -n "$(CURVES)" || { echo "simulate-cut: say where the curves are: make simulate-cut CURVES=cut-card.json" >&2; exit 2; }
	go test -count=1 -timeout 6h -v -run 'TestCutCardCurves' ./simulate -curves "$(abspath $(CURVES))"
