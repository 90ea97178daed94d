#!/usr/bin/env bash
# Puts the Citus extension beside PostgreSQL, for tests with LOKET_TEST_CITUS=1.
# LOKET_CITUS_ARCHIVE names a tar archive with its files by their paths from the
# root, built for the installed PostgreSQL. It needs to be root.
set -euo pipefail

compgen -G '/usr/lib/postgresql/*/lib/citus.so' >/dev/null && exit 0

archive="${LOKET_CITUS_ARCHIVE:?names the archive with the extension\'s files}"

if tar -tf "$archive" | grep -vE '^(usr/|usr/(lib|share)/|usr/(lib|share)/postgresql/.*)$' >&2; then
	echo "$archive has files that are not PostgreSQL's" >&2
	exit 1
fi

tar -C / --no-same-owner --no-overwrite-dir -xf "$archive"
