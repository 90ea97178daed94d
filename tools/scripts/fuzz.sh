#!/usr/bin/env bash
# Runs every fuzz target for a time (FUZZTIME, 20 s). A target that is new is
# found by its name; none at all is a fault.
set -euo pipefail
cd "$(dirname "$0")/../.."

time="${FUZZTIME:-20s}"
count=0

while IFS=: read -r file line; do
	name=$(sed -E 's/^func (Fuzz[A-Za-z0-9]+).*/\1/' <<<"$line")
	echo "$name in $(dirname "$file") for $time"
	# When the time ends in the middle of an input, the go command may report
	# its own deadline as a failure; a real one
	# names the input that it wrote down.
	if ! go test "./$(dirname "$file")" -run '^$' -fuzz "^$name\$" -fuzztime "$time" >/tmp/loket-fuzz.$$ 2>&1; then
		if grep -q 'Failing input written' /tmp/loket-fuzz.$$ || ! grep -q 'context deadline exceeded' /tmp/loket-fuzz.$$; then
			cat /tmp/loket-fuzz.$$
			exit 1
		fi
	fi

	grep 'execs:' /tmp/loket-fuzz.$$ | tail -n 1 || true
	count=$((count + 1))
done < <(grep -rE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+\(' internal | sort)

rm -f /tmp/loket-fuzz.$$
[ "$count" -gt 0 ] || { echo "no fuzz target found" >&2; exit 1; }
