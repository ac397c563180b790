#!/usr/bin/env bash
# Builds the web client into a temporary folder and compares it with web/dist,
# which is committed so that building the server needs Go alone.
set -euo pipefail
cd "$(dirname "$0")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

(cd web && npm run --silent build -- --outDir "$fresh" --emptyOutDir --logLevel warn)

if ! diff -rq web/dist "$fresh"; then
    echo "check-dist: web/dist is not what its sources build: run 'make dist' and commit web/dist" >&2
    exit 1
fi
echo "check-dist: web/dist matches its sources"
