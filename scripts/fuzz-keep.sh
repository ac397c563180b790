#!/usr/bin/env bash
# Copies inputs that fuzzing found interesting from Go's cache, where only this
# machine has them, to testdata/fuzz, where every run of the tests reads them: of
# each target so many (default 12) of all lengths up to 4 KiB.
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
    mkdir -p "$to"
    have=$(find "$to" -type f | wc -l)
    mapfile -t names < <(find "$found" -type f -size -4097c -printf '%s %f\n' | sort -n | awk '{print $2}')
    more=$((most - have < ${#names[@]} ? most - have : ${#names[@]}))
    for ((i = 0; i < more; i++)); do
        name=${names[$(((2 * i + 1) * ${#names[@]} / (2 * more)))]}
        cp "$found/$name" "$to/$name"
    done
    have=$(find "$to" -type f | wc -l)
    echo "fuzz-keep: $target has $have inputs"
done < <(find "$cache" -mindepth 1 -type d -name 'Fuzz*' | sort)
