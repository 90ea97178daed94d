#!/bin/sh
# Stops the services before the program goes. An upgrade leaves them running.
set -e

if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
	systemctl disable --now loket.service loket-backup.timer || true
fi
