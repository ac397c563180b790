#!/usr/bin/env bash
# Measures a club under load: the server on one processor, the players on another.
# Prints one line for each number of players.
#   scripts/bench.sh [PLAYERS...]                 default: 200 1000 5000
# SECONDS_EACH, SHUFFLE (cut-card, every-round), RATE (actions a second; none: as fast
# as they can), SERVER_CPU, LOAD_CPU, CLUB99 (a program that is built already), PROFILE (take
# profiles of the server), KEEP (folder to leave reports and profiles in)
set -euo pipefail
cd "$(dirname "$0")/.."
each=${SECONDS_EACH:-20}
server_cpu=${SERVER_CPU:-0}
load_cpu=${LOAD_CPU:-1}
work=$(mktemp -d)
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; wait; rm -rf "$work"' EXIT
ulimit -n "$(ulimit -Hn)"

if [ -n "${CLUB99:-}" ]; then
    cp "$CLUB99" "$work/club99"
else
    go build -o "$work/club99" ./cmd/club99
fi
cp "${PLAYERS99:-$work/club99}" "$work/players99"

# ticks PID: processor time of a process so far, in hundredths of a second.
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
# memory PID: resident memory that is the process's own, in KiB.
memory() { awk '/^RssAnon/ { print $2 }' "/proc/$1/status"; }

# field NAME: a number of the report, the first of that name.
field() { grep -o "\"$1\": [0-9.]*" "$work/report.json" | head -1 | grep -o '[0-9.]*$'; }

line() {
    awk -v n="$1" -v tables="$2" -v used="$3" -v idle="$4" -v busy="$5" -v loaded="$6" -v loadused="$7" -v rate="$(field actions_per_second)" \
        -v p50="$(field p50)" -v p99="$(field p99)" -v p999="$(field p99_9)" -v lost="$(field reconnects)" \
        -v errors="$(field errors)" -v faults="$(field failed_checks)" 'BEGIN {
        printf "%5d players %4d tables %7.0f actions/s  p50 %6.1f p99 %6.1f p99.9 %6.1f ms  server %3.0f%% cpu, %5.1f us/action, ", \
            n, tables, rate, p50, p99, p999, 100 * used, 1e6 * used / rate
        printf "%5.1f KiB/idle table, %5.1f KiB/connection  players %3.0f%% cpu, %5.1f us/action, %5.1f KiB each  reconnects %d errors %d failed checks %d\n", \
            idle / tables, (busy - idle) / n, 100 * loadused, 1e6 * loadused / rate, loaded / n, lost, errors, faults }'
}

for players in "${@:-200 1000 5000}"; do
    for n in $players; do
        tables=$(((n + 4) / 5))
        port=$((20000 + RANDOM % 10000))
        scripts/bench-config.sh "$tables" "${SHUFFLE:-cut-card}" >"$work/club.toml"
        rm -rf "$work/data"
        GOMAXPROCS=1 taskset -c "$server_cpu" "$work/club99" serve --config "$work/club.toml" \
            --address "127.0.0.1:$port" --data "$work/data" ${PROFILE:+--profile "127.0.0.1:$((port + 1))"} 2>"$work/server.log" >"$work/out" &
        server=$!
        until grep -qs open "$work/out"; do sleep 0.1; kill -0 "$server"; done
        sleep 1
        idle=$(memory "$server")
        GOMAXPROCS=1 taskset -c "$load_cpu" "$work/players99" bots --url "http://127.0.0.1:$port" --players "$n" --proxied \
            --for "${each}s" ${RATE:+--rate "$RATE"} --json >"$work/report.json" &
        load=$!
        sleep "$(awk "BEGIN { print 3 + $n / 400 }")" # until everybody sits
        from=$(ticks "$server")
        loadfrom=$(ticks "$load")
        begun=$(date +%s.%N)
        if [ -n "${PROFILE:-}" ]; then
            curl -s "http://127.0.0.1:$((port + 1))/debug/pprof/profile?seconds=8" -o "${KEEP:?}/cpu-$n.pprof"
            curl -s "http://127.0.0.1:$((port + 1))/debug/pprof/allocs" -o "$KEEP/allocs-$n.pprof"
            curl -s "http://127.0.0.1:$((port + 1))/debug/pprof/heap" -o "$KEEP/heap-$n.pprof"
        else
            sleep 8
        fi
        busy=$(memory "$server")
        loaded=$(memory "$load")
        to=$(ticks "$server")
        loadto=$(ticks "$load")
        span=$(awk "BEGIN { print $(date +%s.%N) - $begun }")
        used=$(awk "BEGIN { print ($to - $from) / 100 / $span }")
        loadused=$(awk "BEGIN { print ($loadto - $loadfrom) / 100 / $span }")
        wait "$load" || echo "players: exit status $?" >&2
        kill "$server"
        wait "$server" || true
        server=
        [ -n "${KEEP:-}" ] && cp "$work/report.json" "$KEEP/report-$n.json" && cp "$work/server.log" "$KEEP/server-$n.log"
        line "$n" "$tables" "$used" "$idle" "$busy" "$loaded" "$loadused"
    done
done
