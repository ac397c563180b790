#!/usr/bin/env bash
# Copies inputs that fuzzing found interesting from Go's cache, where only this
# machine has them, to testdata/fuzz, where every run of the tests reads them: of
# each target the shortest, up to so many (default 12) in all and 2 KiB each.
set -euo pipefail
cd "$(dirname "$0")/.."

most=${1:-12}
module=$(go list -m)
cache=$(go env GOCACHE)/fuzz/$module

while read -r found; do
    target=${found#"$cache"/}
    to=$(dirname "$target")/testdata/fuzz/$(basename "$target")
    [ -d "$(dirname "$target")" ] || continue
    # A target that is gone keeps nothing.
    grep -qE "^func $(basename "$target")\(" "$(dirname "$target")"/*_test.go || continue
    have=0
    [ ! -d "$to" ] || have=$(find "$to" -type f | wc -l)
    while read -r name; do
        [ "$have" -lt "$most" ] || break
        [ ! -e "$to/$name" ] || continue
        mkdir -p "$to"
        cp "$found/$name" "$to/$name"
        have=$((have + 1))
    done < <(find "$found" -type f -size -2k -printf '%s %f\n' | sort -n | awk '{print $2}')
    echo "fuzz-keep: $target has $have inputs"
done < <(find "$cache" -mindepth 1 -type d -name 'Fuzz*' | sort)
