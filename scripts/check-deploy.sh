#!/usr/bin/env bash
# Checks what deploy/ holds with the programs that will read it: promtool the alert
# rules and their tests, systemd the unit; and runs the program as the image does,
# static, alone in an empty root, as nobody in particular. On Debian what is missing
# is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
command -v promtool >/dev/null || missing+=(prometheus)
command -v systemd-analyze >/dev/null || missing+=(systemd)
command -v curl >/dev/null || missing+=(curl)
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "check-deploy: missing: ${missing[*]}: install them (on Debian: sudo apt-get install ${missing[*]}) and run this again" >&2
        exit 1
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
fi

work=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

echo "== alert rules"
promtool check rules deploy/alerts.yml
promtool test rules deploy/alerts_test.yml

echo "== program, built as the image builds it"
build=$(sed -n 's/^RUN \(CGO_ENABLED=0 go build .*\) -o .*/\1/p' deploy/Dockerfile)
[ -n "$build" ] || { echo "check-deploy: deploy/Dockerfile has no line that builds the program" >&2; exit 1; }
mkdir -p "$work/root/data"
eval "$build -o $work/root/club99 ./cmd/club99"
want=$(sed -n 's/^FROM golang:\([0-9.]*\)-.*/\1/p' deploy/Dockerfile)
least=$(go mod edit -json | sed -n 's/.*"Go": "\(.*\)".*/\1/p')
[ "$(printf '%s\n' "$least" "$want" | sort -V | tail -1)" = "$want" ] || { echo "check-deploy: the image builds with Go $want, go.mod asks for $least" >&2; exit 1; }

echo "== unit"
# The program is not where the unit expects it; what is there does for this.
sed "s,^ExecStart=/usr/local/bin/club99,ExecStart=$work/root/club99," deploy/club99.service >"$work/club99.service"
chmod 755 "$work" "$work/root"
said=$(systemd-analyze verify --man=no --recursive-errors=no "$work/club99.service" 2>&1) || { echo "$said" >&2; exit 1; }
[ -z "$said" ] || { echo "$said" >&2; exit 1; }
if systemd-analyze security --help | grep -q -- --offline; then
    systemd-analyze security --offline=yes --threshold=20 --no-pager "$work/club99.service" | tail -1
fi

echo "== program, alone in an empty root"
settings=(CLUB99_DATA=/data CLUB99_ADDRESS=127.0.0.1:0 CLUB99_METRICS=127.0.0.1:0 CLUB99_LOG_FORMAT=json)
if [ "$(id -u)" -eq 0 ]; then
    chown 65532:65532 "$work/root/data"
    chmod 700 "$work/root/data"
    alone=(chroot --userspec=65532:65532 "$work/root")
else
    alone=(unshare --user --map-root-user chroot "$work/root")
fi
env -i PATH="$PATH" "${settings[@]}" "${alone[@]}" /club99 serve >"$work/said" 2>"$work/log" &
server=$!
for _ in $(seq 300); do
    grep -q '"msg":"open"' "$work/log" && break
    kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
    sleep 0.1
done
url=$(sed -n 's/^CLUB 99 is open at //p' "$work/said")
metrics=$(sed -n 's/.*"metrics":"\([^"]*\)".*/\1/p' "$work/log")
for ask in "$url/healthz ok" "$url/readyz ready" "http://$metrics/readyz ready"; do
    answer=$(curl -fsS --max-time 30 "${ask% *}")
    [ "$answer" = "${ask#* }" ] || { echo "check-deploy: ${ask% *} says $answer" >&2; exit 1; }
done
curl -fsS --max-time 30 -o "$work/page" "$url/" && grep -q '<!doctype html>' "$work/page"
curl -fsS --max-time 30 -o "$work/metrics" "http://$metrics/metrics" && grep -q '^club99_ledger_imbalance 0$' "$work/metrics"
kill -TERM "$server"
wait "$server" # 0, or the check fails here
server=
env -i PATH="$PATH" "${alone[@]}" /club99 ledger verify --data /data
echo "check-deploy: all is as it should be"
