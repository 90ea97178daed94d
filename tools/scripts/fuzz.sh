#!/usr/bin/env bash
# Runs every fuzz target for a time (FUZZTIME, 20 s), as many side by side as the machine
# has cores. Making an interesting input smaller takes a second at most, or it would take all
# of the time where the covered code differs from run to run. A target that is new is found by its name; none at all is a fault.
#
# FUZZ_GUIDED=no leaves out the guidance by coverage: inputs are the examples, changed at random. For a few seconds it finds as much, and
# the instrumented program, which takes minutes to build, isn't needed. What guided runs find interesting stays in Go's cache for the next one.
set -euo pipefail
cd "$(dirname "$0")/../.."

export FUZZTIME="${FUZZTIME:-20s}" FUZZ_GUIDED="${FUZZ_GUIDED:-yes}"

# fuzz builds the tests of a folder, runs its targets one after the other, and prints what they did.
fuzz() {
	local folder=$1 guided=() cache name
	scratch=$(mktemp -d)
	trap 'rm -rf "$scratch"' EXIT
	cache=$scratch/cache

	if [ "$FUZZ_GUIDED" = yes ]; then
		guided=(-fuzz .)
		cache=$(go env GOCACHE)/fuzz/$(go list "./$folder")
	fi

	go test -vet=off -ldflags="-s -w" -c "${guided[@]}" -o "$scratch/test" "./$folder"

	for name in $(grep -hE '^func Fuzz[A-Za-z0-9]+\(' "$folder"/*_test.go | sed -E 's/^func (Fuzz[A-Za-z0-9]+).*/\1/'); do
		# When the time ends in the middle of an input, its own deadline may be reported as a failure; a real one names the input that was
		# written down.
		if ! (cd "$folder" && "$scratch/test" -test.run '^$' -test.fuzz "^$name\$" -test.fuzztime "$FUZZTIME" -test.fuzzminimizetime 1s \
			-test.parallel 1 -test.fuzzcachedir "$cache") >"$scratch/output" 2>&1; then
			if grep -q 'Failing input written' "$scratch/output" || ! grep -q 'context deadline exceeded' "$scratch/output"; then
				cat "$scratch/output"
				return 1
			fi
		fi

		echo "$name in $folder for $FUZZTIME: $(grep 'execs:' "$scratch/output" | tail -n 1)"
	done
}
export -f fuzz

folders=$(grep -rlE --include='*_test.go' '^func Fuzz[A-Za-z0-9]+\(' internal | xargs -r dirname | sort -u)
[ -n "$folders" ] || { echo "no fuzz target found" >&2; exit 1; }

xargs -d '\n' -n 1 -P "$(nproc)" bash -euc 'fuzz "$1"' fuzz <<<"$folders"
