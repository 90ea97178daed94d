#!/usr/bin/env bash
# Brings what the tests need: PostgreSQL's programs (no running server),
# Chromium, SQLite's shell, with which journeys break a database, the proxies
# of deploy/proxy and the pooler of deploy/pgbouncer. On Debian as root it installs them; elsewhere it says what to
# install and fails.
set -euo pipefail

"$(dirname "$0")/versions.sh"

has_postgres() { command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; }
has_sqlite() { command -v sqlite3 >/dev/null; }
# The shell without a screen is the same browser, and draws with a sixth less work.
has_chromium() {
	for name in chromium-headless-shell chromium chromium-browser google-chrome; do
		command -v "$name" >/dev/null && return
	done
	return 1
}

has_program() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }

packages=()
has_postgres || packages+=(postgresql)
has_chromium || packages+=(chromium-headless-shell fonts-liberation)
has_sqlite || packages+=(sqlite3)
for proxy in nginx haproxy caddy pgbouncer; do
	has_program "$proxy" || packages+=("$proxy")
done

[ ${#packages[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
	echo "The tests need these, which this script installs only on Debian as root:" >&2
	has_postgres || echo "  - PostgreSQL 15 or newer: its initdb and postgres (Debian: apt-get install postgresql)" >&2
	has_chromium || echo "  - Chromium or Chrome (Debian: apt-get install chromium-headless-shell)" >&2
	has_sqlite || echo "  - SQLite's shell sqlite3 (Debian: apt-get install sqlite3)" >&2
	for proxy in nginx haproxy caddy pgbouncer; do
		has_program "$proxy" || echo "  - $proxy (Debian: apt-get install $proxy)" >&2
	done
	exit 1
fi

# The tests start servers of their own; a cluster of Debian's would only take a port.
mkdir -p /etc/postgresql-common
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
	echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
fi

# The tests start proxies of their own, too: Debian's are not started.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
	trap 'rm -f "$policy"' EXIT
	printf '#!/bin/sh\nexit 101\n' >"$policy"
	chmod 0755 "$policy"
fi

export DEBIAN_FRONTEND=noninteractive
echo "installing ${packages[*]}"
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
