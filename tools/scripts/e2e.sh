#!/usr/bin/env bash
# Runs the browser journeys against bin/loket; test/e2e/README.md says how they
# work. They start the program themselves, on free ports and in folders of
# their own, with a worker for each core unless LOKET_E2E_WORKERS says otherwise.
set -euo pipefail
cd "$(dirname "$0")/../.."

export LOKET_BIN="${LOKET_BIN:-$PWD/bin/loket}"

cd web
exec npm run --silent e2e -- "$@"
