#!/usr/bin/env bash
# Runs every fuzz target for a time (FUZZTIME, 20 s), as many side by side as the machine
# has cores. Making an interesting input smaller takes a second at most, or it would take all
# of the time where the covered code differs from run to run. A target that is new is found by its name; none at all is a fault.
set -euo pipefail
cd "$(dirname "$0")/../.."

export FUZZTIME="${FUZZTIME:-20s}"

# fuzz runs one target, given as FILE:func NAME(...), and prints what it did.
fuzz() {
	local folder name
	folder=$(dirname "${1%%:*}")
	name=$(sed -E 's/^[^:]*:func (Fuzz[A-Za-z0-9]+).*/\1/' <<<"$1")
	output=$(mktemp)
	trap 'rm -f "$output"' EXIT

	# When the time ends in the middle of an input, the go command may report its own
	# deadline as a failure; a real one names the input that it wrote down.
	if ! go test "./$folder" -run '^$' -fuzz "^$name\$" -fuzztime "$FUZZTIME" -fuzzminimizetime 1s -parallel 1 >"$output" 2>&1; then
		if grep -q 'Failing input written' "$output" || ! grep -q 'context deadline exceeded' "$output"; then
			cat "$output"
			return 1
		fi
	fi

	echo "$name in $folder for $FUZZTIME: $(grep 'execs:' "$output" | tail -n 1)"
}
export -f fuzz

targets=$(grep -rE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+\(' internal | sort || true)
[ -n "$targets" ] || { echo "no fuzz target found" >&2; exit 1; }

xargs -d '\n' -n 1 -P "$(nproc)" bash -euc 'fuzz "$1"' fuzz <<<"$targets"
