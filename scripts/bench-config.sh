#!/usr/bin/env bash
# Writes the settings of a club with so many tables, for measuring: clocks that
# nobody waits for, one seat for each player.
#   scripts/bench-config.sh TABLES [SHUFFLE [SEATS]]      SHUFFLE: cut-card (default) or every-round; SEATS: 5
set -euo pipefail
tables=${1:?how many tables}
shuffle=${2:-cut-card}
seats=${3:-5}
cut=78
[ "$shuffle" = every-round ] && cut=0

echo 'log_level = "warn"'
echo 'proxied = true'
echo 'requests_per_second = 1000'
for ((i = 1; i <= tables; i++)); do
    cat <<END
[[tables]]
id = "t$i"
name = { vi = "Bàn $i", en = "Table $i" }
rules = "club99"
bots = []
[tables.settings]
seats = $seats
seats_per_player = 1
shuffle = "$shuffle"
cut_card = $cut
bet_time = "60s"
act_time = "60s"
result_time = "0s"
END
done
