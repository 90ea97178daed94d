#!/bin/sh
# Makes the account and the folders. Nothing is started: a new deployment needs settings first (loket init), and an upgrade may need
# loket migrate.
set -e

if [ "$1" != configure ]; then
	exit 0
fi

if ! getent passwd loket >/dev/null; then
	adduser --system --group --home /var/lib/loket --no-create-home --quiet loket
fi

for folder in /var/lib/loket /var/backups/loket; do
	mkdir -p "$folder"
	chown loket:loket "$folder"
	chmod 0700 "$folder"
done

mkdir -p /etc/loket
chown root:loket /etc/loket
chmod 0750 /etc/loket

if [ -d /run/systemd/system ]; then
	systemctl daemon-reload || true
fi

if [ -n "$2" ]; then
	echo "loket: the program was replaced; restart it after 'loket migrate --status' says that no step is to be taken"
fi
