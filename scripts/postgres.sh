#!/usr/bin/env bash
# A PostgreSQL of its own on this machine, to try things and for tests: made in a temporary
# folder, without passwords, gone with this script. Says its URL when it is open.
#   scripts/postgres.sh PORT
# PGBIN names the folder of PostgreSQL's programs where they are not in Debian's place.
set -euo pipefail
port=${1:?usage: scripts/postgres.sh PORT}
bindir=${PGBIN:-$(dirname "$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | tail -1 || command -v initdb)")}
[ -x "$bindir/initdb" ] || { echo "postgres.sh: no PostgreSQL here: make setup installs it, or PGBIN names the folder of its programs" >&2; exit 1; }
work=$(mktemp -d)
as=()
if [ "$(id -u)" = 0 ]; then # which PostgreSQL refuses to be
    chown nobody "$work"
    as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
server=
cleanup() {
    [ -z "$server" ] || { kill -INT "$server" && wait "$server"; } 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 0' INT TERM
cd "$work"
"${as[@]}" "$bindir/initdb" -D "$work/data" -U club99 -A trust -E UTF8 --locale=C >/dev/null
"${as[@]}" "$bindir/postgres" -D "$work/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 >"$work/log" 2>&1 &
server=$!
for _ in $(seq 100); do
    ! "$bindir/createdb" -h 127.0.0.1 -p "$port" -U club99 club99 2>/dev/null || { open=1; break; }
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
[ -n "${open:-}" ] && kill -0 "$server" 2>/dev/null || { tail -3 "$work/log" >&2; exit 1; }
echo "postgres://club99@127.0.0.1:$port/club99"
wait "$server"
