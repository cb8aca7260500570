.PHONY: build test lint format generate check bench install

SOURCES = Package.swift Sources Tests

build:
	swift build

test:
	swift test --disable-xctest --parallel

lint:
	swift format lint --strict --parallel --recursive $(SOURCES)

format:
	swift format --in-place --parallel --recursive $(SOURCES)

# Rewrites completions/ and man/ from the commands' declarations.
generate:
	swift build --build-tests
	UPDATE_SNAPSHOTS=1 swift test --disable-xctest --skip-build --filter GeneratedFilesTests.theyAreUpToDate

check: lint test

# Compares with git in the same run; takes some minutes.
bench:
	@set -e; for script in Benchmarks/*; do echo "== $$script"; "$$script"; done

install:
	./install.sh
