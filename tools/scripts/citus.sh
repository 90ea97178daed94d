#!/usr/bin/env bash
# Prints the folder of a PostgreSQL's programs that load the Citus extension, for LOKET_TEST_POSTGRES. If the installed one doesn't load it, it
# makes a copy with the extension in a cache of its own, and nothing of the system changes. LOKET_CITUS_ARCHIVE names a tar archive with the
# extension's files by their paths from the root, built for a Debian's PostgreSQL. The extension may need a newer minor version than the installed
# one: then the copy is made from the package that apt offers. If there is no way, one line says why.
set -euo pipefail

say_why() {
	echo "$*" >&2
	exit 1
}

# PostgreSQL refuses root.
unprivileged() {
	if [ "$(id -u)" -eq 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# loads reports whether the programs in a folder load the extension; $work/loads.log says why not.
loads() {
	rm -rf "$work/try"
	mkdir "$work/try"
	[ "$(id -u)" -ne 0 ] || chown postgres "$work/try"

	(cd "$work/try" && unprivileged "$1/initdb" -D "$work/try/data" -A trust --locale=C --no-sync &&
		unprivileged "$1/postgres" -D "$work/try/data" -c shared_preload_libraries=citus -C shared_memory_size) >"$work/loads.log" 2>&1
}

reason() { grep -m 1 -E 'FATAL|ERROR|error' "$work/loads.log" || tail -n 1 "$work/loads.log"; }

# keep puts the extension into the copy that is made in $work/copy, and keeps it if it works.
keep() {
	tar -C "$work/copy" --no-same-owner -xf "$archive"
	chmod -R a+rX "$work"
	loads "$work/copy/usr/lib/postgresql/$version/bin" || return 1
	mkdir -p "$(dirname "$kept")"
	cp -a "$work/copy" "$kept.$$" # perhaps on another disk
	mv -T "$kept.$$" "$kept" 2>/dev/null || rm -rf "$kept.$$" # another run was quicker
	echo "$kept/usr/lib/postgresql/$version/bin"
}

work=$(mktemp -d /tmp/loket-citus.XXXXXX)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

if [ -n "${LOKET_TEST_POSTGRES:-}" ]; then
	loads "$LOKET_TEST_POSTGRES" || say_why "LOKET_TEST_POSTGRES ($LOKET_TEST_POSTGRES) doesn't load Citus: $(reason)"
	echo "$LOKET_TEST_POSTGRES"
	exit
fi

why="the installed PostgreSQL has no Citus"
installed=$(compgen -G '/usr/lib/postgresql/*/lib/citus.so' | sort -V | tail -n 1 || true)

if [ -n "$installed" ]; then
	if loads "${installed%/lib/citus.so}/bin"; then
		echo "${installed%/lib/citus.so}/bin"
		exit
	fi
	why="the installed PostgreSQL doesn't load its Citus ($(reason))"
fi

archive=${LOKET_CITUS_ARCHIVE:-}
[ -n "$archive" ] || say_why "$why, and LOKET_CITUS_ARCHIVE names no archive of it"
[ -r "$archive" ] || say_why "LOKET_CITUS_ARCHIVE names $archive, which can't be read"

version=$(tar -tf "$archive" | sed -nE 's|^(\./)?usr/lib/postgresql/([0-9]+)/lib/citus\.so$|\2|p')
[ -n "$version" ] || say_why "$archive has no usr/lib/postgresql/*/lib/citus.so"

# The account that runs PostgreSQL can't read root's own folders.
cache=${XDG_CACHE_HOME:-$HOME/.cache}
[ "$(id -u)" -ne 0 ] || cache=/var/cache
kept=$cache/loket/citus-$(sha256sum "$archive" | cut -c 1-16)

if [ -x "$kept/usr/lib/postgresql/$version/bin/postgres" ]; then
	echo "$kept/usr/lib/postgresql/$version/bin"
	exit
fi

why="PostgreSQL $version is not installed"

if [ -x "/usr/lib/postgresql/$version/bin/postgres" ]; then
	mkdir -p "$work/copy/usr/lib/postgresql" "$work/copy/usr/share/postgresql"
	cp -a "/usr/lib/postgresql/$version" "$work/copy/usr/lib/postgresql/"
	cp -a "/usr/share/postgresql/$version" "$work/copy/usr/share/postgresql/"
	keep && exit
	why="the installed $("/usr/lib/postgresql/$version/bin/postgres" --version) doesn't load it ($(reason))"
	rm -rf "$work/copy"
fi

command -v apt-get >/dev/null || say_why "$why"
[ "$(id -u)" -ne 0 ] || apt-get update -qq >&2 || true

mkdir "$work/package"
(cd "$work/package" && apt-get download -qq "postgresql-$version" >/dev/null 2>&1) || say_why "$why, and apt-get offers no package postgresql-$version"
dpkg-deb -x "$work"/package/*.deb "$work/copy"
keep && exit
say_why "$why, and neither does $(basename "$work"/package/*.deb) ($(reason))"
