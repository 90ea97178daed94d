# Loket. `make` alone lists what there is.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

GO ?= go
NPM ?= npm
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
COMMIT ?= $(shell git rev-parse HEAD 2>/dev/null)
# When it was committed, in UTC: two builds of one commit are the same file.
COMMIT_TIME ?= $(shell TZ=UTC0 git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ 2>/dev/null)
LDFLAGS := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT) -X main.commitTime=$(COMMIT_TIME)
# One form for the program, its tests and their checks, so that each package is compiled once (and once more for the fuzzing).
# Tools are built in their own form, which does not change with ours.
FORM := CGO_ENABLED=0 GOFLAGS="$(strip $(filter-out -trimpath,$(shell $(GO) env GOFLAGS)) -trimpath)"
LINT := $(FORM) $$($(GO) tool -modfile=tools/go.mod -n golangci-lint)
# What a quick check has proved, the whole run takes from the cache. Vet has a step of its own.
# Without what debuggers need, a binary of tests is linked in a third of the time.
GO_TEST := $(FORM) $(GO) test -vet=off -ldflags="-s -w" -timeout 20m
DEMO_FLAGS ?=
ONLY ?=
ROUNDS ?= 3

WEB_SOURCES := $(shell find web -path '*/node_modules' -prune -o -path 'web/*/dist' -prune -o -type f -print 2>/dev/null)
WEB_BUILT := web/dashboard/dist/index.html web/storefront/dist/index.html web/staff/dist/index.html
# Types of the calls, made from the OpenAPI documents.
SCHEMAS := shared/api/schema.gen.ts staff/src/schema.gen.ts
# Go tests that need a PostgreSQL server carry testkit in their imports.
QUICK_TESTS = $(shell $(GO) list -f '{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./... | grep -v 'loket/internal/dev/testkit' | cut -d' ' -f1)

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | while IFS=$$'\t' read -r name text; do printf '  %-16s %s\n' "$$name" "$$text"; done

.PHONY: run
run: tools-check build ## build everything and start the demo on http://127.0.0.1:8080/external/
	bin/loket demo $(DEMO_FLAGS)

.PHONY: build
build: web docs-site ## make bin/loket with the dashboard, the shop and the app of staff embedded
	$(FORM) $(GO) build -ldflags "$(LDFLAGS)" -o bin/loket ./cmd/loket

# The tool has a module of its own, which is built at the first use.
.PHONY: image
image: build ## write the OCI image bin/loket-image.tar, for docker load, podman load or skopeo; no daemon is needed
	cd tools/image && $(FORM) $(GO) run . -tag "loket:$(VERSION)" -version "$(VERSION)" -commit "$(COMMIT)" -time "$(COMMIT_TIME)" -lock ../../web/package-lock.json \
		../../bin/loket ../../bin/loket-image.tar
	@echo "wrote bin/loket-image.tar: loket:$(VERSION)"

# A version that Debian sorts: that of the tag, else one below all tags.
PACKAGE_VERSION = $(shell echo '$(VERSION)' | sed -E 's/^v([0-9])/\1/; t; s/^/0~/' | tr -- '-' '+')

.PHONY: package
package: build ## write the Debian package bin/loket_VERSION_ARCH.deb
	cd tools/package && $(FORM) $(GO) build -o ../../bin/package .
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) PACKAGE_VERSION="$(PACKAGE_VERSION)" PACKAGE_ARCH="$$($(GO) env GOARCH)" bin/package deploy/package/nfpm.yaml bin

.PHONY: web
web: $(WEB_BUILT) ## build the dashboard, the shop and the app of staff

# The pages of /docs, made from the routes, the errors and the guides in docs.
.PHONY: docs-site
docs-site:
	$(FORM) $(GO) run ./internal/api/gen site internal/api/pages/docs/dist

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && $(NPM) ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(WEB_BUILT) &: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && $(NPM) run --silent build

.PHONY: setup
setup: ## install what run and test need (Debian as root), else say what to install
	@tools/scripts/setup.sh

.PHONY: tools-check
tools-check:
	@tools/scripts/versions.sh

.PHONY: generate
generate: tools-check web/node_modules/.package-lock.json ## write the OpenAPI documents, the types made from them and the page of errors
	$(FORM) $(GO) run ./internal/api/gen > internal/api/openapi.json.new
	mv internal/api/openapi.json.new internal/api/openapi.json
	$(FORM) $(GO) run ./internal/api/gen staff > internal/api/openapi-staff.json.new
	mv internal/api/openapi-staff.json.new internal/api/openapi-staff.json
	$(FORM) $(GO) run ./internal/api/gen errors > docs/errors.md
	cd web && $(NPM) run --silent gen:api

.PHONY: check
check: tools-check web/node_modules/.package-lock.json check-format check-generated check-documents check-go check-web ## format, lint, vet, generated files, quick tests: under two minutes

.PHONY: check-format
check-format:
	@unformatted=$$($(GO) tool -modfile=tools/go.mod gofumpt -l cmd internal web/*.go $(wildcard test bench)); \
	if [ -n "$$unformatted" ]; then echo "run make format:"; echo "$$unformatted"; exit 1; fi
	cd web && $(NPM) run --silent format:check

.PHONY: check-generated
check-generated:
	@$(FORM) $(GO) run ./internal/api/gen | diff -q - internal/api/openapi.json >/dev/null || { echo "internal/api/openapi.json is out of step: run make generate"; exit 1; }
	@$(FORM) $(GO) run ./internal/api/gen staff | diff -q - internal/api/openapi-staff.json >/dev/null || { echo "internal/api/openapi-staff.json is out of step: run make generate"; exit 1; }
	@$(FORM) $(GO) run ./internal/api/gen errors | diff -q - docs/errors.md >/dev/null || { echo "docs/errors.md is out of step: run make generate"; exit 1; }
	@cd web && before=$$(cat $(SCHEMAS) | sha256sum) && $(NPM) run --silent gen:api >/dev/null && \
	{ [ "$$before" = "$$(cat $(SCHEMAS) | sha256sum)" ] || { echo "the generated types are out of step: commit what make generate wrote"; exit 1; }; }

# What programs are made from: the OpenAPI documents keep to the rules in web/openapi-rules.yaml. test/openapi builds a client from one.
.PHONY: check-documents
check-documents:
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && $(FORM) $(GO) run ./internal/api/gen audiences "$$folder" && cd web && node scripts/lint-openapi.mjs "$$folder" && \
	for name in client portal shop banks; do npx --no-install openapi-typescript "$$folder/$$name.json" --output "$$folder/$$name.ts" >/dev/null 2>&1 || { echo "openapi-typescript fails for $$name.json"; exit 1; }; done && \
	node scripts/generate-php.mjs "$$folder/client.json"

.PHONY: check-go
check-go:
	$(FORM) $(GO) vet ./...
	$(LINT) run ./...
	$(GO_TEST) $(QUICK_TESTS)

.PHONY: check-web
check-web:
	cd web && $(NPM) run --silent typecheck
	cd web && $(NPM) run --silent lint
	cd web && $(NPM) run --silent knip

.PHONY: format
format: ## rewrite the sources in their format
	$(GO) tool -modfile=tools/go.mod gofumpt -w cmd internal web/*.go $(wildcard test bench)
	cd web && $(NPM) run --silent format

# The S3 server of the tests, in Go's build cache: a minute on two cores the first time, then a second.
.PHONY: versitygw
versitygw: tools-check
	$(GO) tool -modfile=tools/versitygw/go.mod -n versitygw

.PHONY: test
test: setup check build versitygw ## everything: checks, all tests on both engines, browser journeys
	$(GO_TEST) ./test/drills ./... # the drills take longest and mostly wait: they begin first
	cd web && $(NPM) run --silent test
	cd web && $(NPM) run --silent budget
	@FUZZTIME=$${FUZZTIME:-5s} FUZZ_GUIDED=$${FUZZ_GUIDED:-no} $(FORM) tools/scripts/fuzz.sh
	cd web && LOKET_E2E_ONCE=1 $(NPM) run --silent e2e

# Tests on Citus share three servers. LOKET_CITUS_ARCHIVE names the extension's archive, unless the installed PostgreSQL has it.
ON_CITUS = postgres=$$(tools/scripts/citus.sh) && LOKET_TEST_POSTGRES=$$postgres $(FORM) $(GO) run ./internal/dev/testkit/cluster env $(GO_TEST)

.PHONY: test-citus
test-citus: setup ## the Go tests that use PostgreSQL, on a Citus of three servers
	@$(ON_CITUS) $$($(GO) list -f '{{.ImportPath}} {{join .TestImports " "}} {{join .XTestImports " "}}' ./internal/... ./cmd/... | grep 'loket/internal/dev/testkit' | cut -d' ' -f1)
	$(FORM) $(GO) test -count=1 -timeout 0 -run TestPatroni ./test/drills -patroni 20
	postgres=$$(tools/scripts/citus.sh) && LOKET_TEST_POSTGRES=$$postgres LOKET_TEST_CITUS=1 $(GO_TEST) -run OnCitus ./test/drills

.PHONY: test-citus-quick
test-citus-quick: setup ## the most important of them, in at most four minutes: tools/scripts/citus-quick.txt
	@list=$$(grep -v '^#' tools/scripts/citus-quick.txt) && \
	$(ON_CITUS) -run "^($$(cut -d' ' -f2- <<<"$$list" | tr ' \n' '|' | sed 's/|$$//'))\$$" $$(cut -d' ' -f1 <<<"$$list" | sed 's|^|./|')

.PHONY: dev
dev: tools-check web/node_modules/.package-lock.json ## demo server and the dashboard with hot reload on http://127.0.0.1:5173/external/
	$(FORM) $(GO) build -o bin/loket ./cmd/loket
	bin/loket demo $(DEMO_FLAGS) & server=$$!; trap 'kill $$server' EXIT; cd web && $(NPM) run dev

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (20s; make test takes 5s)
	@$(FORM) tools/scripts/fuzz.sh

.PHONY: bench
bench: setup build ## measure, beside limits (ONLY=name for one, ROUNDS=1 for a quick look)
	LOKET_TEST_POSTGRES="$$(tools/scripts/citus.sh 2>/dev/null || true)" $(FORM) $(GO) run ./bench -only "$(ONLY)" -rounds $(ROUNDS)

.PHONY: drill
drill: setup build ## the long runs of crashes, chaos and fuzzing: hours
	$(FORM) $(GO) test -count=1 -timeout 0 ./test/drills -kills 2000 -orders 1000000 -points 17 -runpoints 50 -runlines 10000 -runkills 200 -shopkills 30 -closekills 30 -failovers 20 -payments 10000 -forged 100000 -receivers 1000 -pushkills 30 -supplykills 100
	postgres=$$(tools/scripts/citus.sh) && LOKET_TEST_POSTGRES=$$postgres LOKET_TEST_CITUS=1 $(FORM) $(GO) test -count=1 -timeout 0 -run OnCitus ./test/drills -strikes 20
	$(FORM) $(GO) test -count=1 -timeout 0 -run TestOpenLoad ./test/drills -load 1h
	$(FORM) $(GO) test -count=1 ./internal/identity -run ByTime -enumeration 8
	$(FORM) $(GO) test -count=1 ./internal/app -run TestDeadPartsAreLeftAlone -outage 8
	FUZZTIME=10000000x $(FORM) tools/scripts/fuzz.sh
