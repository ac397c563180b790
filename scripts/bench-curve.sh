#!/usr/bin/env bash
# Measures what an action and a table cost in clubs of ten to ten thousand tables,
# two players at each, 500 actions a second in all. Prints a line of CSV for each;
# go run ./internal/load/curve draws them.
#   scripts/bench-curve.sh [TABLES...]
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -n "${CLUB99:-}" ] || go build -o "$work/club99" ./cmd/club99
export CLUB99=${CLUB99:-$work/club99} CSV=1 SEATS=2 RATE=${RATE:-500}
echo 'tables,players,actions_per_second,cpu_us_per_action,p50_ms,p99_ms,kib_a_connection,kib_an_idle_table,mib_in_all,faults'
for tables in ${@:-10 30 100 300 1000 3000 10000}; do scripts/bench.sh "$((2 * tables))"; done
