#!/usr/bin/env bash
# Runs every fuzz target of the module, one after the other, for the time given
# (default 1m each). A failing input is kept in the package's testdata/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."

each=${1:-1m}
found=0

while read -r dir; do
    while read -r target; do
        found=$((found + 1))
        echo "fuzz: $dir $target for $each"
        # Inputs that are merely new are not cut down for long: by default that
        # takes a minute of each.
        go test -run='^$' -fuzz="^$target\$" -fuzztime="$each" -fuzzminimizetime=20x "$dir"
    done < <(grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | awk '{print $2}' | sort)
done < <(grep -rlE --include='*_test.go' '^func Fuzz' . --exclude-dir=node_modules | xargs -n1 dirname | sort -u)

echo "fuzz: $found targets held for $each each"
