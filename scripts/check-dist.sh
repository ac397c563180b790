#!/usr/bin/env bash
# Builds the web client into a temporary folder and compares it with web/dist,
# which is committed so that building the server needs Go alone.
set -euo pipefail
cd "$(dirname "$0")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

(cd web && npm run --silent build -- --outDir "$fresh" --emptyOutDir --logLevel warn)

# What Brotli makes of a file may differ between versions of Node: there it is
# what comes out again that must be the file.
if ! diff -rq --exclude='*.br' web/dist "$fresh" || ! (cd web && node --input-type=module -e '
    import { readdirSync, readFileSync } from "node:fs"
    import { brotliDecompressSync } from "node:zlib"
    const files = readdirSync("dist", { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
    const names = files.map((f) => `${f.parentPath ?? f.path}/${f.name}`)
    const wrong = names.filter((name) => /\.(js|css|html)$/.test(name) && !names.includes(`${name}.br`) && name !== "dist/sw.js")
    for (const name of names.filter((name) => name.endsWith(".br"))) {
        const plain = name.slice(0, -3)
        if (!names.includes(plain) || !brotliDecompressSync(readFileSync(name)).equals(readFileSync(plain))) wrong.push(name)
    }
    if (wrong.length > 0) console.error("not the file, compressed:", wrong.join(" "))
    process.exit(wrong.length > 0 ? 1 : 0)
'); then
    echo "check-dist: web/dist is not what its sources build: run 'make dist' and commit web/dist" >&2
    exit 1
fi
echo "check-dist: web/dist matches its sources"
