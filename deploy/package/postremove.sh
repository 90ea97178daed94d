#!/bin/sh
# Settings, data, backups and the account stay: they are money. Delete them by hand.
set -e

if [ -d /run/systemd/system ]; then
	systemctl daemon-reload || true
fi
