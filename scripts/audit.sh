#!/usr/bin/env bash
# Asks the databases of known vulnerabilities about what the program is made of:
# the Go modules whose code it calls, and the npm packages that are built into the
# page. A vulnerability that is known fails. Where a database cannot be reached,
# nothing is known, and that is what is said: neither passed nor failed.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$1 # of govulncheck
tool=bin/govulncheck-$version
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
failed=0

# no_connection FILE: whether what was printed is about the line and not about us.
no_connection() {
    grep -qiE 'no such host|dial tcp|connection refused|i/o timeout|TLS handshake timeout|proxyconnect|fetching vulnerabilities|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|audit endpoint returned an error|network is unreachable' "$1"
}

not_made() { echo "audit: not made, no connection: $1: $(grep -v 'complete log' "$2" | head -1 | cut -c1-200)"; }

go_modules() {
    local status=0
    if [ ! -x "$tool" ]; then
        if ! GOBIN=$PWD/bin go install "golang.org/x/vuln/cmd/govulncheck@$version" >"$out/go" 2>&1; then
            no_connection "$out/go" && { not_made "Go modules" "$out/go"; return 0; }
            cat "$out/go"
            return 1
        fi
        mv bin/govulncheck "$tool"
    fi
    # The smallest package shows whether anybody answers, before all are looked at.
    "$tool" ./card >"$out/go" 2>&1 || status=$?
    if [ "$status" -eq 0 ]; then
        "$tool" ./... >"$out/go" 2>&1 || status=$?
    fi
    case $status in
    0) echo "audit: Go modules: no known vulnerability in what the program calls" ;;
    3) # found
        cat "$out/go"
        return 1
        ;;
    *)
        no_connection "$out/go" && { not_made "Go modules" "$out/go"; return 0; }
        cat "$out/go"
        return 1
        ;;
    esac
}

npm_packages() {
    local status=0
    (cd web && npm audit --omit=dev --package-lock-only --json) >"$out/npm" 2>"$out/npm-said" || status=$?
    # A report has its version; anything else is no report, whatever the status.
    if grep -q '"auditReportVersion"' "$out/npm"; then
        if [ "$status" -eq 0 ]; then
            echo "audit: npm packages: no known vulnerability in what is built into the page"
            return 0
        fi
        (cd web && npm audit --omit=dev --package-lock-only) || true
        return 1
    fi
    cat "$out/npm-said" >>"$out/npm"
    no_connection "$out/npm" && { not_made "npm packages" "$out/npm-said"; return 0; }
    cat "$out/npm"
    return 1
}

go_modules || { echo "audit: FAILED: Go modules"; failed=1; }
npm_packages || { echo "audit: FAILED: npm packages"; failed=1; }
exit "$failed"
