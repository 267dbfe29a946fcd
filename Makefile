# Everything a developer does here, by name. Each target installs what it lacks and is quick the second time.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
PROGRAM := build/release/apps/cli/treewright
PYTHON := .venv/bin/python
# The tests are started by Debian's own Python where there is one: what is first on PATH may lack venv.
SYSTEM_PYTHON = $(firstword $(wildcard /usr/bin/python3) python3)
PIP := $(PYTHON) -m pip install --quiet --disable-pip-version-check
# Where the packages of Arrow's own project put their CMake files.
SYSTEM_ARROW := $(wildcard /usr/lib/cmake/Arrow /usr/lib/*/cmake/Arrow /usr/local/lib/cmake/Arrow)
# A compiler cache serves the builds file by file; batches with precompiled headers are nothing it could keep.
CCACHE := $(shell command -v ccache)
CONFIGURE := cmake --log-level=WARNING
CMAKE_INPUTS := CMakePresets.json
CPP_SOURCES = $(shell find src apps tests bench examples python/src -name '*.cpp' -o -name '*.h')
TIDY_SOURCES = $(shell find src apps -name '*.cpp')

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' Makefile

demo: program  ## install, build, train the golf tree with its work, predict a row
	@mkdir -p build/demo
	$(PROGRAM) train examples/data/golf.csv --target Play --preset id3 --show-work -o build/demo/golf.tree --force
	@printf 'Outlook,Temperature,Humidity,Windy\nsunny,70,65,true\n' > build/demo/today.csv
	$(PROGRAM) predict build/demo/golf.tree build/demo/today.csv --keep all

# A second make, because the first one has not seen what `arrow` installs.
build: arrow  ## the program, optimised, with its plugin for Parquet: build/release/apps/cli/treewright
	@$(MAKE) --no-print-directory program

# Needs no Python: without the Arrow library there is no plugin.
program: build/release/build.ninja
	@cmake --build --preset release --target treewright

test: packages-test .venv/installed build/release/with-tests  ## install, build, run every test
	@cmake --build --preset release || { echo "The build failed."; echo "0 passed, 1 failed"; exit 1; }
	@$(MAKE) --no-print-directory package || { echo "The Python package could not be built."; echo "0 passed, 1 failed"; exit 1; }
	@$(PYTHON) tools/run_tests.py

# The Python package in .venv: only the module is compiled, around the library and the program of build/release.
package: packages-test .venv/installed build/release/with-tests
	@cmake --build --preset release --target treewright_library treewright
	@TREEWRIGHT_PREBUILT=$(CURDIR)/build/release $(PIP) --no-build-isolation --no-deps --force-reinstall .

test-python: package .venv/installed-long  ## the long tests of the Python package: random tables, notebooks, wheels, shap
	@$(PYTHON) tools/run_tests.py --only package --only package-long

test-exports: package packages-exports .venv/installed-exports  ## random trees as programs, SQL, ONNX and PMML on their real consumers; hostile names
	@$(PYTHON) tools/run_tests.py --only exports

test-pages: package packages-pages web/node_modules/installed  ## the pages of HTML and the drawings in a real browser: chromium, playwright, axe
	@$(PYTHON) tools/run_tests.py --only pages

# What the page is made of: web/src -> web/dist, which is committed. Building the program needs no node.
web: packages-pages web/node_modules/installed  ## bundle the page again after a change in web/src
	@cd web && npm run --silent check && npm run --silent build

wheel: packages-build packages-python build/release/build.ninja  ## a wheel for each Python of this machine, its libraries inside: build/wheels
	@cmake --build --preset release --target treewright_library treewright
	@$(SYSTEM_PYTHON) tools/make_wheels.py

test-sanitize: packages-test build/sanitize/build.ninja  ## the C++ tests with the address and undefined-behaviour sanitizers
	@cmake --build --preset sanitize || { echo "The build failed."; echo "0 passed, 1 failed"; exit 1; }
	@$(SYSTEM_PYTHON) tools/run_tests.py --build build/sanitize --only cpp

# Those parts that start threads; fewer random cases, and no tree of 100,000 levels: everything takes ten times as long.
THREADED = base io prediction engine training resampling
test-threads: packages-test build/threads/build.ninja  ## the tests of the parts that start threads, with the thread sanitizer
	@cmake --build --preset threads --target $(THREADED:%=test_%) || { echo "The build failed."; echo "0 passed, 1 failed"; exit 1; }
	@GTEST_FILTER=-DeepTree.*:Nested.sees_through* TREEWRIGHT_CASES=500 $(SYSTEM_PYTHON) tools/run_tests.py --build build/threads --only cpp --folders $(THREADED)

test-nonunity: packages-test build/nonunity/build.ninja  ## compile file by file, without precompiled headers: finds a missing include
	@cmake --build --preset nonunity --target all bench_data treewright_bench real_sets -- -k 0 || { echo "The build failed."; echo "0 passed, 1 failed"; exit 1; }
	@echo "1 passed, 0 failed"

lint: packages-lint build/dev/build.ninja lint-odr  ## formatting, white space, clang-tidy, layers, words, sizes, types that share a name
	@clang-format-22 --dry-run -Werror $(CPP_SOURCES)
	@$(SYSTEM_PYTHON) tools/check_whitespace.py
	@$(SYSTEM_PYTHON) tools/check_layers.py
	@$(SYSTEM_PYTHON) tools/check_text.py
	@$(SYSTEM_PYTHON) tools/report_sizes.py
	@$(SYSTEM_PYTHON) tools/check_batches.py
	@printf '%s\n' $(TIDY_SOURCES) | xargs -P "$$(nproc)" -n 1 clang-tidy-22 -p build/dev --quiet

lint-odr: packages-build build/odr/build.ninja  ## link-time optimisation finds two types of one name (-Wodr)
	@cmake --build --preset odr --target treewright

format: packages-lint  ## rewrite the C++ sources in the project's format
	@clang-format-22 -i $(CPP_SOURCES)

bench: bench-ready  ## measure Treewright and its peers (BENCH="--scale 0.05" for a trial); says first how long it takes
	@build/bench/venv/bin/python bench/run.py $(BENCH)

bench-full: bench-ready  ## the same with what is slow three times too, peers on two cores, ten million rows
	@build/bench/venv/bin/python bench/run.py --full $(BENCH)

bench-real: packages-build build/release/build.ninja  ## the presets on a folder of real sets: DATA=folder (docs/real-data.md)
	@[ -d "$(DATA)" ] || { echo "Where are the sets? make bench-real DATA=folder (docs/real-data.md)"; exit 2; }
	@$(CONFIGURE) --preset release -DTREEWRIGHT_BENCH=ON
	@cmake --build --preset release --target real_sets
	@$(SYSTEM_PYTHON) bench/real_sets.py "$(DATA)" $(BENCH)

install: build  ## put the program, its plugin and the C++ library (headers, archive, CMake package) below PREFIX (/usr/local); SHARED=1 for a shared library
	@$(CONFIGURE) --preset release -DTREEWRIGHT_SHARED=$(if $(SHARED),ON,OFF) $(if $(wildcard build/release/with-tests),,-DTREEWRIGHT_TESTS=OFF)
	@cmake --build --preset release --target treewright_library
	@DESTDIR=$(DESTDIR) cmake --install build/release --prefix $(abspath $(PREFIX)) >/dev/null
	@echo "The program is $(DESTDIR)$(abspath $(PREFIX))/bin/treewright; C++ programs find the library by find_package(treewright)."
	@if [ -e $(DESTDIR)$(abspath $(PREFIX))/lib/treewright/treewright_arrow.so ]; then \
	    echo "Its plugin for Parquet and Arrow files is in ../lib/treewright, seen from the program, where it looks by itself."; \
	else \
	    echo "It has no plugin for Parquet and Arrow files: the Arrow library was not there."; \
	fi

clean:  ## remove what was built and the Python environment
	rm -rf build .venv

packages-build:
	@tools/install_packages.sh build

packages-python:
	@tools/install_packages.sh python

packages-test:
	@tools/install_packages.sh build test

packages-exports:
	@tools/install_packages.sh exports

packages-pages:
	@tools/install_packages.sh pages

packages-lint:
	@tools/install_packages.sh build test lint

# A machine that only builds or runs the demo needs no GoogleTest: the tests join the build when they are first asked for.
build/release/build.ninja: $(CMAKE_INPUTS) $(wildcard .venv/arrow) | packages-build
	@$(CONFIGURE) --preset release $(if $(wildcard build/release/with-tests),,-DTREEWRIGHT_TESTS=OFF)
	@touch $@

build/release/with-tests: $(CMAKE_INPUTS) $(wildcard .venv/arrow) | packages-test
	@$(CONFIGURE) --preset release -DTREEWRIGHT_TESTS=ON
	@touch $@

build/dev/build.ninja build/nonunity/build.ninja: build/%/build.ninja: $(CMAKE_INPUTS) | packages-test
	@$(CONFIGURE) $(if $(CCACHE),-DCMAKE_CXX_COMPILER_LAUNCHER=$(CCACHE)) --preset $*
	@touch $@

build/odr/build.ninja build/sanitize/build.ninja build/threads/build.ninja: build/%/build.ninja: $(CMAKE_INPUTS) | packages-test
	@$(CONFIGURE) --preset $*
	@touch $@

# The Arrow library: the system's, else that of the wheel pyarrow. A machine that cannot have it still gets the program.
arrow:
	@$(if $(SYSTEM_ARROW),,$(MAKE) --no-print-directory .venv/arrow || \
	    echo "pyarrow could not be installed: Parquet and Arrow files will not be read until 'make build' succeeds in it.")

.venv/arrow: tools/requirements.txt | packages-python
	@[ -e .venv/bin/python ] || $(SYSTEM_PYTHON) -m venv .venv
	@$(PIP) $$(grep '^pyarrow==' tools/requirements.txt)
	@touch $@

.venv/installed: tools/requirements.txt | packages-test
	@if [ -e $@ ]; then rm -rf .venv; fi
	@[ -e .venv/bin/python ] || $(SYSTEM_PYTHON) -m venv .venv
	@$(PIP) --requirement tools/requirements.txt
	@touch .venv/arrow $@

.venv/installed-long: tools/requirements-long.txt .venv/installed
	@$(PIP) --requirement tools/requirements-long.txt
	@touch $@

.venv/installed-exports: tools/requirements-exports.txt .venv/installed
	@$(PIP) --requirement tools/requirements-exports.txt
	@touch $@

# Debian 12's own node (18) is enough: playwright-core is the last that runs with it.
web/node_modules/installed: web/package-lock.json | packages-pages
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

bench-ready: packages-test build/bench/venv/installed build/release/build.ninja
	@$(CONFIGURE) --preset release -DTREEWRIGHT_BENCH=ON
	@cmake --build --preset release --target bench_data treewright_bench treewright_library treewright
	@TREEWRIGHT_PREBUILT=$(CURDIR)/build/release build/bench/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .

build/bench/venv/installed: bench/requirements.txt | packages-test
	@echo "Installing the benchmark's peers: some 1.1 GB, one to three minutes, once."
	@rm -rf build/bench/venv
	@$(SYSTEM_PYTHON) -m venv build/bench/venv
	@build/bench/venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement bench/requirements.txt
	@touch $@

# Two installations at once would fight over apt's lock; the builds themselves use all cores.
.NOTPARALLEL:
.PHONY: help demo build program arrow package wheel test test-python test-exports test-sanitize test-threads test-nonunity lint lint-odr format bench bench-full bench-ready bench-real install clean packages-build packages-python packages-test packages-exports packages-lint web test-pages packages-pages
