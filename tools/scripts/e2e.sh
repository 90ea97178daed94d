#!/usr/bin/env bash
# Runs the browser journeys against bin/loket. The journeys start the program
# themselves, on free ports and in folders of their own.
set -euo pipefail
cd "$(dirname "$0")/../.."

for name in chromium chromium-browser google-chrome; do
	if command -v "$name" >/dev/null; then
		LOKET_CHROMIUM=$(command -v "$name")
		break
	fi
done

export LOKET_CHROMIUM="${LOKET_CHROMIUM:?no Chromium found: run make setup}"
export LOKET_BIN="$PWD/bin/loket"
export NODE_PATH="$PWD/web/node_modules"

exec web/node_modules/.bin/playwright test --config test/e2e/playwright.config.ts "$@"
