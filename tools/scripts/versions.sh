#!/usr/bin/env bash
# Checks that Go and Node are there and new enough; says exactly what is missing.
set -euo pipefail

need_go=1.26
need_node=20.19
missing=()

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n1)" = "$1" ]; }

if ! command -v go >/dev/null; then
	missing+=("Go $need_go or newer (https://go.dev/dl/)")
elif have=$(go env GOVERSION | sed 's/^go//; s/[^0-9.].*//'); ! at_least "$need_go" "$have"; then
	missing+=("Go $need_go or newer; found $have (https://go.dev/dl/)")
fi

if ! command -v node >/dev/null; then
	missing+=("Node $need_node or newer with npm (https://nodejs.org/)")
elif have=$(node --version | sed 's/^v//'); ! at_least "$need_node" "$have"; then
	missing+=("Node $need_node or newer; found $have (https://nodejs.org/)")
fi

command -v npm >/dev/null || missing+=("npm, which comes with Node")

if [ ${#missing[@]} -gt 0 ]; then
	echo "Loket needs:" >&2
	printf '  - %s\n' "${missing[@]}" >&2
	exit 1
fi
