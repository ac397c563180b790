#!/usr/bin/env bash
# Measures a club under load: the server on one processor, the players on another.
# Prints one line for each number of players; docs/performance.md says what is in it.
#   scripts/bench.sh [PLAYERS...]                 default: 200 1000 5000
# SECONDS_EACH, SEATS (players at a table: 5), SHUFFLE (cut-card, every-round),
# RATE (actions a second; none: as fast as they can), SERVER_CPU, LOAD_CPU, CLUB99
# and PLAYERS99 (programs that are built already), KEEP (folder to leave reports and
# profiles of the server in), CSV (if set, numbers with commas between them)
set -euo pipefail
cd "$(dirname "$0")/.."
each=${SECONDS_EACH:-20}
seats=${SEATS:-5}
work=$(mktemp -d)
[ -z "${KEEP:-}" ] || mkdir -p "$KEEP"
server=
trap '[ -n "$server" ] && kill "$server" 2>/dev/null; wait; rm -rf "$work"' EXIT
ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -Hn)"

[ -n "${CLUB99:-}" ] || go build -o "$work/club99" ./cmd/club99
club99=${CLUB99:-$work/club99}
players99=${PLAYERS99:-$club99}

# serve TABLES: opens a club, and waits until it is open and has computed its odds.
serve() {
    port=$((20000 + RANDOM % 10000))
    scripts/bench-config.sh "$1" "${SHUFFLE:-cut-card}" "$seats" >"$work/club.toml"
    rm -rf "$work/data" "$work/out"
    taskset -c "${SERVER_CPU:-0}" "$club99" serve --config "$work/club.toml" --address "127.0.0.1:$port" \
        --data "$work/data" --profile "127.0.0.1:$((port + 1))" 2>"$work/server.log" >"$work/out" &
    server=$!
    until grep -qs open "$work/out"; do
        sleep 0.1
        kill -0 "$server"
    done
    until curl -s "http://127.0.0.1:$port/api/lobby" | grep -q '"odds"'; do sleep 0.5; done
    quiet
}

close() {
    kill "$server"
    wait "$server" || true
    server=
}

# ticks PID: processor time of a process so far, in hundredths of a second.
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

# quiet: waits until the server has next to nothing left to compute, and holds no
# memory for it any more.
quiet() {
    local before=-9 now
    until now=$(ticks "$server") && [ $((now - before)) -le 3 ] && [ "$before" -ge 0 ]; do
        before=$now
        sleep 1
    done
}

# live: bytes that the server keeps after a collection, stacks included.
live() {
    curl -s "http://127.0.0.1:$((port + 1))/debug/pprof/heap?gc=1&debug=1" |
        awk '/^# HeapAlloc = / { heap = $4 } /^# Stack = / { stack = $4 } END { print heap + stack }'
}

profiles() {
    curl -s "http://127.0.0.1:$((port + 1))/debug/pprof/profile?seconds=5" -o "$KEEP/cpu-$1.pprof"
    curl -s "http://127.0.0.1:$((port + 1))/debug/pprof/allocs" -o "$KEEP/allocs-$1.pprof"
    curl -s "http://127.0.0.1:$((port + 1))/debug/pprof/heap" -o "$KEEP/heap-$1.pprof"
    cp "$work/report.json" "$KEEP/report-$1.json"
    cp "$work/server.log" "$KEEP/server-$1.log"
}

# field NAME: a number of the report, the first of that name.
field() { grep -o "\"$1\": [0-9.]*" "$work/report.json" | head -1 | grep -o '[0-9.]*$'; }

# of EXPRESSION: its value.
of() { awk "BEGIN { print $* }"; }

# play PLAYERS SECONDS [RATE]: has them come in and play; $load is their process.
play() {
    # What a player waits for is to be the server, not the collection of other players' garbage.
    GOGC=800 GOMEMLIMIT=8GiB taskset -c "${LOAD_CPU:-1}" "$players99" bots --url "http://127.0.0.1:$port" --players "$1" --proxied \
        --for "$2s" ${3:+--rate "$3"} --json >"$work/report.json" &
    load=$!
    sleep "$(of 3 + "$1" / 300)" # until everybody sits
}

# measure PLAYERS. Memory is measured while they hardly play: with much in the
# making, what is kept cannot be told from what is thrown away next.
measure() {
    local n=$1 tables=$((($1 + seats - 1) / seats)) idle seated from to loadfrom loadto begun span
    serve "$tables"
    idle=$(live)
    play "$n" 6 20
    seated=$(live)
    wait "$load" || echo "the players: exit status $?" >&2
    play "$n" "$each" "${RATE:-}"
    from=$(ticks "$server") loadfrom=$(ticks "$load") begun=$(date +%s.%N)
    sleep "$(of "$each" / 2)"
    to=$(ticks "$server") loadto=$(ticks "$load") span=$(of "$(date +%s.%N)" - "$begun")
    [ -n "${KEEP:-}" ] && profiles "$n"
    wait "$load" || echo "the players: exit status $?" >&2
    [ -n "${KEEP:-}" ] && cp "$work/report.json" "$KEEP/report-$n.json"
    close
    awk -v csv="${CSV:-}" -v n="$n" -v tables="$tables" -v used="$(of "($to - $from) / 100 / $span")" -v loadused="$(of "($loadto - $loadfrom) / 100 / $span")" \
        -v empty="$empty" -v idle="$idle" -v seated="$seated" -v rate="$(field actions_per_second)" -v p50="$(field p50)" -v p99="$(field p99)" \
        -v p999="$(field p99_9)" -v lost="$(field reconnects)" -v errors="$(field errors)" -v faults="$(field failed_checks)" 'BEGIN {
        if (csv) {
            printf "%d,%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%d\n", tables, n, rate, 1e6 * used / rate, p50, p99, (seated - idle) / 1024 / n, \
                (idle - empty) / 1024 / (tables - 1), (seated - empty) / 1048576, lost + errors + faults
            exit
        }
        printf "%d players, %d tables: %.0f actions/s, p50 %.1f p99 %.1f p99.9 %.1f ms, server %.0f us/action (%.0f%% of its processor), ", \
            n, tables, rate, p50, p99, p999, 1e6 * used / rate, 100 * used
        printf "players %.0f us/action (%.0f%%), %.1f KiB a connection, %.1f KiB an idle table, reconnects %d, errors %d, failed checks %d\n", \
            1e6 * loadused / rate, 100 * loadused, (seated - idle) / 1024 / n, (idle - empty) / 1024 / (tables - 1), lost, errors, faults }'
}

serve 1
empty=$(live)
close
for players in ${@:-200 1000 5000}; do measure "$players"; done
