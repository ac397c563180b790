#!/usr/bin/env bash
# A club of three nodes over one PostgreSQL on this machine, which loses one after the
# other while bots play and check everything they are told. At the end the books are
# verified. The exit status is 1 if anything was not as it should be.
#   scripts/cluster.sh                            FAULTS=12 faults, one after another
# PLAYERS (bots at each node: 10), TABLES (12), PORT (the nodes take those that follow:
# 8200), KEEP (folder to leave logs and reports in)
set -euo pipefail
cd "$(dirname "$0")/.."
faults=${FAULTS:-12}
players=${PLAYERS:-10}
tables=${TABLES:-12}
port=${PORT:-8200}
work=$(mktemp -d)
chmod 755 "$work"
club99=${CLUB99:-bin/club99}
export CLUB99_KEY CLUB99_CLUSTER_SECRET
CLUB99_KEY=$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')
CLUB99_CLUSTER_SECRET=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
url="postgres://club99@127.0.0.1:$port/club99"
declare -A node bots
takeovers=() # milliseconds
bad=0

say() { printf '%s %s\n' "$(date +%H:%M:%S)" "$*"; }

# pg PROGRAM ARGS...: one of PostgreSQL's programs, as somebody else than root.
bindir=${PGBIN:-$(dirname "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -1 || command -v initdb)")}
pg() {
    local program=$1
    shift
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=nobody --regid=nogroup --clear-groups "$bindir/$program" "$@"
    else
        "$bindir/$program" "$@"
    fi
}

cleanup() {
    local p
    for p in "${bots[@]}" "${node[@]}"; do
        kill -CONT "$p" 2>/dev/null || true
        kill -KILL "$p" 2>/dev/null || true
    done
    pg pg_ctl -D "$work/pg" -m immediate stop >/dev/null 2>&1 || true
    [ -z "${KEEP:-}" ] || { mkdir -p "$KEEP" && cp "$work"/*.log "$work"/*.json "$work"/*.txt "$KEEP" 2>/dev/null || true; }
    rm -rf "$work"
}
trap cleanup EXIT

database() {
    mkdir "$work/pg"
    [ "$(id -u)" != 0 ] || chown nobody:nogroup "$work/pg"
    pg initdb -D "$work/pg" -U club99 -A trust -E UTF8 --locale=C >"$work/initdb.log"
    printf "listen_addresses = '127.0.0.1'\nport = %d\nunix_socket_directories = ''\nmax_connections = 200\n" "$port" >>"$work/pg/postgresql.conf"
    pg pg_ctl -D "$work/pg" -l "$work/pg/server.log" -w start >/dev/null
    "$bindir/createdb" -h 127.0.0.1 -p "$port" -U club99 club99
}

settings() {
    local i
    printf 'grant = 10000000\nguests_per_hour = 1000000\nconnections_per_address = 100000\nrequests_per_second = 1000\ndrain_time = "20s"\n'
    for i in $(seq "$tables"); do
        printf '[[tables]]\nid = "t%d"\nname = { vi = "Bàn %d", en = "Table %d" }\nrules = "club99"\nsettings = { bet_time = "3s", act_time = "8s", result_time = "1s" }\nbots = []\n' "$i" "$i" "$i"
    done
}

# serve N: starts a node, and waits until it is open.
serve() {
    local i=$1 peers
    peers=$(for k in 1 2 3; do [ "$k" = "$i" ] || printf '127.0.0.1:%d,' $((port + 20 + k)); done)
    : >"$work/open-$i.txt"
    "$club99" serve --config "$work/club.toml" --postgres "$url" --address "127.0.0.1:$((port + i))" --proxied \
        --cluster-listen "127.0.0.1:$((port + 20 + i))" --cluster-peers "${peers%,}" >>"$work/open-$i.txt" 2>>"$work/node-$i.log" &
    node[$i]=$!
    for _ in $(seq 300); do
        ! grep -qs open "$work/open-$i.txt" || return 0
        kill -0 "${node[$i]}" || { tail -5 "$work/node-$i.log" >&2; return 1; }
        sleep 0.1
    done
    say "node $i did not open"
    return 1
}

play() {
    local i
    for i in 1 2 3; do
        "$club99" bots --url "http://127.0.0.1:$((port + i))" --players "$players" --proxied --patient --rate 20 --for 10h --json \
            >"$work/bots-$i.json" 2>"$work/bots-$i.log" &
        bots[$i]=$!
    done
}

# ask QUERY: what the database answers.
ask() { "$bindir/psql" -h 127.0.0.1 -p "$port" -U club99 -Atc "$1" club99 2>/dev/null; }

# rounds: grows as long as tables go on.
rounds() { ask 'SELECT coalesce(sum(seq), 0) FROM (SELECT table_id, max(seq) AS seq FROM entries GROUP BY table_id) AS x' || echo 0; }

now_ms() { date +%s%3N; }

# killed N: kills a node, and waits until others drive all of its tables.
killed() {
    local i=$1 id count began took
    id=$(ask "SELECT id FROM nodes WHERE address = '127.0.0.1:$((port + 20 + i))' AND until > clock_timestamp()")
    count=$(ask "SELECT count(*) FROM leases WHERE node = '$id'")
    began=$(now_ms)
    kill -KILL "${node[$i]}"
    wait "${node[$i]}" 2>/dev/null || true
    while [ "$(ask "SELECT count(*) FROM leases WHERE node = '$id'")" != 0 ] && [ $(($(now_ms) - began)) -lt 30000 ]; do sleep 0.05; done
    took=$(($(now_ms) - began))
    say "its $count tables were taken over within $took ms"
    [ "$took" -le 5000 ] || bad=1
    takeovers+=("$took")
}

# goes_on: waits until every table has gone on since now.
goes_on() {
    local before now
    before=$(rounds)
    for _ in $(seq 60); do
        sleep 0.5
        now=$(rounds)
        [ "$now" -le $((before + 2 * tables)) ] || return 0
    done
    say "the tables do not go on"
    bad=1
}

fault() {
    local n=$1 i=$((1 + $1 / 5 % 3))
    case $((n % 5)) in
    0) say "fault $n: kill -9 of node $i"
        killed "$i"
        serve "$i" ;;
    1) say "fault $n: node $i is paused for 6 s"
        kill -STOP "${node[$i]}"
        sleep 6
        kill -CONT "${node[$i]}" ;;
    2) say "fault $n: PostgreSQL is restarted"
        pg pg_ctl -D "$work/pg" -l "$work/pg/server.log" -m fast -w restart >/dev/null ;;
    3) say "fault $n: every node is restarted in turn"
        for i in 1 2 3; do
            kill -TERM "${node[$i]}"
            wait "${node[$i]}" || { say "node $i ended with status $?"; bad=1; }
            serve "$i"
        done ;;
    4) say "fault $n: PostgreSQL is gone for 8 s"
        pg pg_ctl -D "$work/pg" -m immediate -w stop >/dev/null
        sleep 8
        pg pg_ctl -D "$work/pg" -l "$work/pg/server.log" -w start >/dev/null ;;
    esac
}

database
settings >"$work/club.toml"
for i in 1 2 3; do serve "$i"; done
say "three nodes are open, $tables tables, $((3 * players)) bots"
play
sleep 10
for n in $(seq 0 $((faults - 1))); do
    fault "$n"
    goes_on
done
for i in 1 2 3; do
    kill -INT "${bots[$i]}"
    wait "${bots[$i]}" || { say "the bots of node $i: status $?"; bad=1; }
    grep -E '"(actions|rounds|frames|reconnects|errors|failed_checks)"' "$work/bots-$i.json" | tr -d '\n '
    echo
done
for i in 1 2 3; do kill -TERM "${node[$i]}"; done
for i in 1 2 3; do wait "${node[$i]}" || { say "node $i ended with status $?"; bad=1; }; done
say "milliseconds until the tables of a killed node were taken over: $(printf '%s\n' "${takeovers[@]}" | sort -n | tr '\n' ' ')"
"$club99" ledger verify --postgres "$url" || bad=1
[ "$bad" = 0 ] && say "$faults faults, and everything as it should be"
exit "$bad"
