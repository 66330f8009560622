# graze: see `make help`. Every target sets up what it needs and does nothing that is done already.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

CORE := $(sort $(wildcard src/*/*.c))
CORE_HEADERS := $(sort $(wildcard src/*.h src/*/*.h))
GLUE := wasm/arena.c wasm/handles.c wasm/glue.c wasm/host.c
GLUE_HEADERS := wasm/arena.h wasm/handles.h wasm/boundary.h
C_FILES := $(CORE) $(CORE_HEADERS) $(wildcard wasm/*.[ch] tests/native/*.[ch])
JS_FILES := $(shell find js -name '*.js' 2>/dev/null)

WARNINGS := -std=c11 -Wall -Wextra -Werror
# No contraction: every build must round alike.
NUMERICS := -ffp-contract=off

.PHONY: build
build: dist/types/index.d.ts dist/graze.js  ## all that a user needs, into dist/

# ---------------------------------------------------------------- set-up

# Debian's packages: a stamp per group, so that each target asks only for what it uses.
build/tools-%: scripts/tools.sh
	@scripts/tools.sh $*
	@mkdir -p build && touch $@

node_modules/.package-lock.json: package.json package-lock.json | build/tools-node
	@echo 'npm ci'
	@npm ci --silent --no-fund --no-audit
	@touch $@

# ---------------------------------------------------------------- wasm

EMCC := NODE_PATH=/usr/share/nodejs emcc
# A small stack (no recursion, no large locals) and two pages to start with; memory grows on demand.
WASM_FLAGS := -O3 -fno-unroll-loops $(WARNINGS) $(NUMERICS) -sSTANDALONE_WASM --no-entry \
	-sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=131072 -sMAXIMUM_MEMORY=2147483648 \
	-sTOTAL_STACK=16384 -sEXPORTED_FUNCTIONS=@wasm/exports.txt

WASM_INPUTS := $(CORE) $(CORE_HEADERS) $(GLUE) $(GLUE_HEADERS) wasm/exports.txt Makefile

dist/graze.wasm: $(WASM_INPUTS) | build/tools-emscripten
	@mkdir -p dist
	$(EMCC) $(WASM_FLAGS) -msimd128 -o $@ $(CORE) $(GLUE)

dist/graze-scalar.wasm: $(WASM_INPUTS) | build/tools-emscripten
	@mkdir -p dist
	$(EMCC) $(WASM_FLAGS) -o $@ $(CORE) $(GLUE)

build/gen_layout: wasm/gen_layout.c wasm/boundary.h $(CORE_HEADERS) | build/tools-native
	@mkdir -p build
	gcc $(WARNINGS) -o $@ $<

js/layout.js: build/gen_layout
	./build/gen_layout > $@

# ---------------------------------------------------------------- package

js/inline/simd.js: dist/graze.wasm wasm/inline.mjs node_modules/.package-lock.json
	node wasm/inline.mjs wasm graze

js/inline/scalar.js: dist/graze-scalar.wasm wasm/inline.mjs node_modules/.package-lock.json
	node wasm/inline.mjs wasm graze-scalar

dist/graze.js: js/inline/simd.js js/inline/scalar.js js/layout.js $(wildcard js/*.js)
	node wasm/inline.mjs bundle

dist/types/index.d.ts: dist/graze.js tsconfig.json $(JS_FILES)
	npx tsc -p tsconfig.json
