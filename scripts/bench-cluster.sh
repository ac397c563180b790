#!/usr/bin/env bash
# Measures clubs that share this machine with a PostgreSQL and their players:
#   one      one node over PostgreSQL
#   three    three nodes, each with a third of the players of every table
#   apart    two nodes: one has all players, the other drives all tables that are played at
# Each is played ROUNDS times in turn. Prints a line for each; docs/scaling.md says what is
# in it. The lines that begin with = are the medians.
#   scripts/bench-cluster.sh [ARRANGEMENTS...]    default: one three
# ROUNDS (3), SECONDS_EACH (15), TABLES (50) of six seats, RATE (actions a second; none: as
# fast as they can), PORT (what is listened at: 20100 and some that follow), CLUB99 (a program
# that is built), CLUB99_<ARRANGEMENT> (another for one of them), KEEP (folder for profiles)
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${ROUNDS:-3} each=${SECONDS_EACH:-15} tables=${TABLES:-50} port=${PORT:-20100}
work=$(mktemp -d)
chmod 755 "$work"
nodes=() bots=()
url="postgres://club99@127.0.0.1:$port/club99${QUERY:-}"
export CLUB99_KEY CLUB99_CLUSTER_SECRET
CLUB99_KEY=$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')
CLUB99_CLUSTER_SECRET=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
[ -z "${KEEP:-}" ] || mkdir -p "$KEEP"
ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -Hn)"

bindir=${PGBIN:-$(dirname "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -1 || command -v initdb)")}
# pg PROGRAM ARGS...: one of PostgreSQL's programs, as somebody else than root.
pg() {
    local as=()
    [ "$(id -u)" != 0 ] || as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    "${as[@]}" "$bindir/$1" "${@:2}"
}

close() {
    local p
    for p in "${bots[@]}" "${nodes[@]}"; do kill -KILL "$p" 2>/dev/null || true; done
    wait "${bots[@]}" "${nodes[@]}" 2>/dev/null || true
    nodes=() bots=()
}
trap 'exit 1' INT TERM
trap 'close; pg pg_ctl -D "$work/pg" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

[ -n "${CLUB99:-}" ] || go build -o "$work/club99" ./cmd/club99
club99=${CLUB99:-$work/club99}
scripts/bench-config.sh "$tables" cut-card 6 >"$work/club.toml"
mkdir "$work/pg"
[ "$(id -u)" != 0 ] || chown nobody:nogroup "$work/pg"
pg initdb -D "$work/pg" -U club99 -A trust -E UTF8 --locale=C >"$work/initdb.log"
printf "listen_addresses = '127.0.0.1'\nport = %d\nunix_socket_directories = ''\nmax_connections = 200\nshared_buffers = 256MB\nmax_wal_size = 4GB\n" "$port" >>"$work/pg/postgresql.conf"
pg pg_ctl -D "$work/pg" -l "$work/pg/server.log" -w start >/dev/null

ask() { "$bindir/psql" -h 127.0.0.1 -p "$port" -U club99 -Atc "$1" "${2:-club99}"; }

# ticks PID...: processor time of processes so far, in hundredths of a second.
ticks() { cat $(printf '/proc/%s/stat ' "$@") 2>/dev/null | sed 's/.*) //' | awk '{ sum += $12 + $13 } END { print sum + 0 }'; }

# pgticks: the same of PostgreSQL, and of all that it has started.
pgticks() {
    local main
    main=$(head -1 "$work/pg/postmaster.pid")
    { ticks "$main" $(pgrep -P "$main"); sed 's/.*) //' "/proc/$main/stat" | awk '{ print $14 + $15 }'; } | awk '{ sum += $1 } END { print sum }'
}

# carried: bytes that nodes have sent each other so far.
carried() {
    ss -tniH "( sport >= $((port + 21)) and sport <= $((port + 23)) ) or ( dport >= $((port + 21)) and dport <= $((port + 23)) )" 2>/dev/null |
        grep -o 'bytes_sent:[0-9]*' | awk -F: '{ sum += $2 } END { print sum + 0 }'
}

# serve COUNT PROGRAM: opens so many nodes, and waits until they have nothing left to compute.
serve() {
    local i k before now
    for i in $(seq "$1"); do
        k=()
        [ "$1" = 1 ] || k=(--cluster-listen "127.0.0.1:$((port + 20 + i))" --cluster-peers "127.0.0.1:$((port + 21 + i % $1))")
        "$2" serve --config "$work/club.toml" --postgres "$url" --address "127.0.0.1:$((port + i))" --data "$work/data-$i" \
            --profile "127.0.0.1:$((port + 10 + i))" "${k[@]}" >"$work/open-$i.txt" 2>"$work/node-$i.log" &
        nodes+=($!)
        until grep -qs open "$work/open-$i.txt"; do
            sleep 0.1
            kill -0 $!
        done
    done
    until curl -s "http://127.0.0.1:$((port + 1))/api/lobby" | grep -q '"odds"'; do sleep 0.5; done
    [ "$1" = 1 ] || until [ "$(ask 'SELECT count(*) FROM leases l JOIN nodes n ON n.id = l.node WHERE n.until > clock_timestamp()')" = "$tables" ]; do sleep 0.5; done
    sleep 3
    before=-99
    until now=$(ticks "${nodes[@]}") && [ $((now - before)) -le 12 ]; do
        before=$now
        sleep 1
    done
}

# driven N: the tables that a node drives.
driven() { ask "SELECT string_agg(table_id, ',') FROM leases l JOIN nodes n ON n.id = l.node WHERE n.address = '127.0.0.1:$((port + 20 + $1))'"; }

# play N AT PLAYERS [TABLES]: has players come in at a node.
play() {
    # What a player waits for is to be the server, not the collection of other players' garbage.
    GOGC=800 GOMEMLIMIT=8GiB "$club99" bots --url "http://127.0.0.1:$((port + $2))" --players "$3" --proxied ${4:+--tables "$4"} \
        --for "${each}s" ${RATE:+--rate "$(of "$RATE / 3")"} --json >"$work/report-$1.json" 2>"$work/bots-$1.log" &
    bots+=($!)
}

of() { awk "BEGIN { print $* }"; }
# field NAME: a number of each report, the first of that name.
field() { for i in 1 2 3; do grep -o "\"$1\": [0-9.]*" "$work/report-$i.json" | head -1 | grep -o '[0-9.]*$'; done; }
sum() { awk '{ sum += $1 } END { print sum + 0 }'; }

# seated: waits until everybody sits.
seated() {
    until [ "$(ask "SELECT count(DISTINCT player) FROM entries WHERE player IS NOT NULL" 2>/dev/null)" -ge "$1" ]; do sleep 0.3; done
}

# readings: all counters, on one line.
readings() {
    echo "$(date +%s.%N) $(ticks "${nodes[0]}") $([ ${#nodes[@]} = 1 ] && echo 0 || ticks "${nodes[@]:1}") $(pgticks) $(ticks "${bots[@]}") $(carried)" \
        "$(ask "SELECT pg_current_wal_lsn() - '0/0'") $(ask 'SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()')" \
        "$(ask 'SELECT wal_fpi FROM pg_stat_wal') $(ask 'SELECT coalesce(sum(n), 0) FROM (SELECT max(seq) AS n FROM entries GROUP BY table_id) AS x')"
}

# measure ARRANGEMENT: one line.
measure() {
    local i list own=CLUB99_${1^^} count before after p
    case $1 in one) count=1 ;; three) count=3 ;; apart) count=2 ;; *) echo "bench-cluster: no arrangement $1: give one, three or apart" >&2; exit 2 ;; esac
    "$bindir/dropdb" -h 127.0.0.1 -p "$port" -U club99 --if-exists --force club99 2>/dev/null
    "$bindir/createdb" -h 127.0.0.1 -p "$port" -U club99 club99
    rm -f "$work"/report-?.json
    serve "$count" "${!own:-$club99}"
    list= p=$((2 * tables))
    [ "$1" != apart ] || { list=$(driven 2); p=$((2 * $(tr ',' '\n' <<<"$list" | wc -l))); }
    for i in 1 2 3; do play "$i" $((count == 3 ? i : 1)) "$p" "$list"; done
    seated $((3 * p))
    sleep 2
    before=$(readings)
    [ -z "${KEEP:-}" ] || for i in $(seq "$count"); do curl -s "http://127.0.0.1:$((port + 10 + i))/debug/pprof/profile?seconds=5" -o "$KEEP/$1-$i.pprof" & done
    sleep "$(of "$each / 2")"
    after=$(readings)
    for i in "${bots[@]}"; do wait "$i" || echo "the players: exit status $?" >&2; done
    awk -v what="$1" -v players=$((3 * p)) -v rate="$(field actions_per_second | sum)" -v p50="$(field p50 | sort -n | sed -n 2p)" -v p99="$(field p99 | sort -n | tail -1)" \
        -v bad="$({ field reconnects; field errors; field failed_checks; } | sum)" -v before="$before" -v after="$after" 'BEGIN {
        split(before, a, " "); split(after, b, " "); span = b[1] - a[1]; n = rate * span
        us = 1e4 / n
        printf "%s %d %.0f %.1f %.1f %.0f %.0f %.0f %.0f %.0f %.0f %.2f %.2f %.3f %d\n", what, players, rate, p50, p99, us * (b[2] - a[2]), us * (b[3] - a[3]), us * (b[4] - a[4]),
            us * (b[5] - a[5]), (b[6] - a[6]) / n, (b[7] - a[7]) / n, (b[8] - a[8]) / n, (b[10] - a[10]) / n, (b[9] - a[9]) / n, bad }' | tee -a "$work/lines"
    close
}

echo 'arrangement players actions/s p50_ms p99_ms node1_us other_nodes_us postgres_us players_us bus_bytes wal_bytes transactions entries page_images faults'
for _ in $(seq "$rounds"); do
    for arrangement in ${@:-one three}; do measure "$arrangement"; done
done
for arrangement in ${@:-one three}; do
    printf '= %s' "$arrangement"
    for column in $(seq 2 15); do
        printf ' %s' "$(awk -v a="$arrangement" -v c="$column" '$1 == a { print $c }' "$work/lines" | sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }')"
    done
    echo
done
