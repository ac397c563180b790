#!/usr/bin/env bash
# Installs the Debian packages that the tests need beyond Go and Node: a C
# compiler for the race detector, PostgreSQL for the tests of its store, a browser
# and fonts with Vietnamese letters for the browser tests. Does nothing where they
# are there already. No server is set up: tests start one of their own.
set -euo pipefail

missing=()

command -v "${CC:-gcc}" >/dev/null || missing+=(gcc libc6-dev)
command -v git >/dev/null || missing+=(git)
[ -n "${PGBIN:-}" ] || command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)

if command -v dpkg-query >/dev/null; then
    for package in fonts-dejavu-core fonts-liberation; do
        status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || missing+=("$package")
    done
fi

[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "setup: missing: ${missing[*]}" >&2
    echo "setup: install them (on Debian: sudo apt-get install ${missing[*]}) and run this again; set CHROMIUM to use a browser from elsewhere" >&2
    exit 1
fi

echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
