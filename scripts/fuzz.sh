#!/usr/bin/env bash
# Runs every fuzz target of the module, one after the other: each for the time
# given (default 1m), with so many workers (default: one for each processor).
# A failing input is kept in the package's testdata/fuzz, where the tests read it
# from then on; the others go on. FUZZ=PATTERN takes only the targets that
# "FOLDER NAME" of matches, as in FUZZ='wire Fuzz'.
set -euo pipefail
cd "$(dirname "$0")/.."

each=${1:-1m}
workers=${2:-$(nproc)}
held=0
failed=()

while read -r dir; do
    while read -r target; do
        [[ "$dir $target" =~ ${FUZZ:-.} ]] || continue
        echo "fuzz: $dir $target for $each"
        # Inputs that are merely new are not cut down for long: by default that
        # takes a minute of each.
        if go test -run='^$' -fuzz="^$target\$" -fuzztime="$each" -fuzzminimizetime=20x -parallel "$workers" "$dir" </dev/null; then
            held=$((held + 1))
        else
            failed+=("$dir $target")
        fi
    done < <(grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | awk '{print $2}' | sort)
done < <(grep -rlE --include='*_test.go' '^func Fuzz' . --exclude-dir=node_modules | xargs -n1 dirname | sort -u)

echo "fuzz: $held targets held for $each each"
if [ "${#failed[@]}" -gt 0 ]; then
    printf 'fuzz: FAILED %s\n' "${failed[@]}" >&2
    exit 1
fi
