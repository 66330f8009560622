# graze: see `make help`. Every target sets up what it needs and repeats nothing that is up to date.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := build
MAKEFLAGS += --no-builtin-rules --no-print-directory --jobs=$(shell nproc)

CORE := $(sort $(wildcard src/*/*.c src/*/*/*.c))
HEADERS := $(sort src/version.h $(wildcard src/*.h src/*/*.h src/*/*/*.h wasm/*.h wasm/*/*.h))
BOUNDARY := $(filter-out wasm/core/host.c,$(sort $(wildcard wasm/*/*.c)))
LIBRARY := $(filter-out js/graze/inline/%,$(wildcard js/graze/*/*.js))

WARNINGS := -std=c11 -Wall -Wextra -Werror
# Contraction is off, so that every build rounds alike.
NUMERICS := -ffp-contract=off
# gcc's SLP vectorizer contracts all the same, (cos x - sin y, sin x + cos y) to vfmaddsub, where the target has it.
GCC := gcc -fno-tree-slp-vectorize

# The compiler writes a file beside each object that names the headers which its source includes, so that a changed header
# rebuilds only the objects that include it. With -MP a header that was removed needs no rule.
DEPFILE = -MMD -MP -MF $(basename $@).d
-include $(shell find build -name '*.d' 2> /dev/null)

.PHONY: build package install sizes demo docs web serve bench bench-motion bench-manifolds bench-cells bench-sweep bench-conflicts bench-segments bench-plans bench-routes bench-worlds bench-memory bench-native bench-paper bench-motion-paper bench-solid test test-quick check words native coverage fuzz fuzz-short fuzz-readers mutate mutate-js release-check clean help

build: dist/types/graze/entries/graze.d.ts dist/graze.js dist/papaparse.js dist/cli/main.js  ## everything that a user needs, into dist/

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:[^#]*## /\t/' | expand -t 10

# ---------------------------------------------------------------- set-up

# Debian's packages come in groups, so that each target installs only what it uses.
build/tools-%: .ci/tools.sh
	@.ci/tools.sh $*
	@mkdir -p build && touch $@

node_modules/.package-lock.json: package.json package-lock.json | build/tools-node
	@echo 'npm ci'
	@npm ci --silent --no-fund --no-audit
	@touch $@

NODE_MODULES := node_modules/.package-lock.json

# package.json alone defines the version. Stamped files are committed, and rewritten only when they change.
build/version: package.json wasm/gen_version.mjs | build/tools-node
	@mkdir -p build
	@node wasm/gen_version.mjs
	@touch $@

src/version.h js/graze/core/version.js: build/version ;

# ---------------------------------------------------------------- wasm

# NODE_PATH: Debian's emcc looks for acorn there.
EMCC := NODE_PATH=/usr/share/nodejs emcc
# The stack is small (there is no recursion; an exact sign takes 20 KB). Memory starts with three pages and grows on demand.
WASM_COMPILE := -fno-unroll-loops -mbulk-memory $(WARNINGS) $(NUMERICS)
WASM_SMALL := -Oz -fno-inline-functions
WASM_LINK := -O3 -sSTANDALONE_WASM --no-entry -sTOTAL_STACK=65536 -sINITIAL_MEMORY=196608 \
	-sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2147483648
# Code that runs once per shape, for study, or where double precision cannot decide is compiled for size, the rest for speed.
SMALL := $(addprefix src/static/,$(addprefix shape/,shape.c hull.c support_lut.c compound.c decomposition.c triangulation.c) \
		convex/subdistance.c convex/tangent_cone.c $(addprefix compound/compound_,pair.c depth.c manifold.c seam.c) \
		batch/body_batch.c batch/body_seams.c) \
	$(addprefix src/advancement/,contact_search.c interval_search.c interval_union.c delay_search.c delay_band.c) $(addprefix src/motion/,compound_motion.c unsafe_delays.c intervals.c) \
	$(addprefix src/trajectory/,tree.c sweep.c scene.c) $(addprefix src/agents/,route.c moving_disc_batch.c velocity.c velocity_obstacle.c) \
	$(wildcard src/study/*.c) $(addprefix src/solid/,hull.c pose.c) src/base/predicate.c src/base/sort.c wasm/core/host.c \
	$(filter-out $(addprefix wasm/,static/queries.c static/pair_batch.c agents/moving_discs.c motion/moving_pair_batch.c),$(BOUNDARY))
WASM_SOURCES := $(CORE) $(BOUNDARY) wasm/core/host.c
WASM_OBJECTS := $(WASM_SOURCES:.c=.o)

# emcc runs the same compiler with the same flags, but takes three times as long as the compiler does: it starts Python
# for each file.
build/wasm/compiler: Makefile | build/tools-emscripten
	@mkdir -p $(@D)
	@printf '%s %s\n' "$$(NODE_PATH=/usr/share/nodejs em-config LLVM_ROOT)/clang" "$$($(EMCC) --cflags)" > $@

define COMPILE_WASM
@mkdir -p $(@D)
@$$(cat build/wasm/compiler) -c $(DEPFILE) $(if $(filter $*.c,$(SMALL)),$(WASM_SMALL),-O3) $(WASM_COMPILE) $(VARIANT) -o $@ $<
endef

# The SLP vectorizer is off: that of clang 14 reads a struct returned by value after its stack slot has been reused.
build/wasm/simd/%.o: VARIANT := -msimd128 -fno-slp-vectorize
build/wasm/simd/%.o: %.c build/wasm/compiler | build/version
	$(COMPILE_WASM)
build/wasm/scalar/%.o: %.c build/wasm/compiler | build/version
	$(COMPILE_WASM)

# The module of bodies in space has objects of its own, a seventh smaller: the search for the distance and positions in motion
# are compiled for speed, the nearest features, the polytope, exact signs and manifolds for size, and all else for the least size. Speed for all of
# the search over time would take 3 % more bytes and gain 3 %. GRAZE_SMALL lets the compiler decide what it inlines.
SOLID_FAST := $(addprefix src/solid/,gjk.c pair.c relation.c pair_batch.c pose.c motion/relative_motion.c)
SOLID_WARM := $(addprefix src/,$(addprefix solid/,subdistance.c polytope.c sign.c manifold.c) base/dd.c base/expansion.c \
	broadphase/sweep_and_prune.c)
SOLID_FLAGS = $(if $(filter $*.c,$(SOLID_FAST)),-O3,$(if $(filter $*.c,$(SOLID_WARM)),-Os,-Oz) -DGRAZE_SMALL)
SOLID_OWN := $(filter src/solid/% src/base/% src/broadphase/% src/advancement/% wasm/solid/% wasm/solid_motion/% wasm/core/%,$(WASM_SOURCES))
# The objects of such a module, of which those that it shares are built for SIMD or not: $(1) is simd or scalar.
SOLID_OBJECTS = $(SOLID_OWN:%.c=build/wasm/solid-$(1)/%.o) $(patsubst %.c,build/wasm/$(1)/%.o,$(filter-out $(SOLID_OWN),$(WASM_SOURCES)))
define COMPILE_SOLID
@mkdir -p $(@D)
@$$(cat build/wasm/compiler) -c $(DEPFILE) $(SOLID_FLAGS) $(WASM_COMPILE) $(VARIANT) -o $@ $<
endef
build/wasm/solid-simd/%.o: VARIANT := -msimd128 -fno-slp-vectorize
build/wasm/solid-simd/%.o: %.c build/wasm/compiler | build/version
	$(COMPILE_SOLID)
build/wasm/solid-scalar/%.o: %.c build/wasm/compiler | build/version
	$(COMPILE_SOLID)

dist/graze.wasm: $(WASM_OBJECTS:%=build/wasm/simd/%) build/exports.txt
dist/graze-scalar.wasm: $(WASM_OBJECTS:%=build/wasm/scalar/%) build/exports.txt
build/exports.txt: wasm/boundary.txt wasm/boundary.mjs | build/tools-node
	@mkdir -p $(@D)
	@node wasm/boundary.mjs exports $@
	@touch $@
# The exports follow from the calls of an entry's families, so that no entry has a query that its module lacks.
FAMILIES := static motion agents solid solid_study
build/exports_%: js/graze/entries/%.js wasm/boundary.mjs wasm/boundary.txt $(LIBRARY) js/graze/core/layout.js js/graze/core/calls.js js/graze/core/version.js $(NODE_MODULES)
	@mkdir -p $(@D)
	@node wasm/boundary.mjs exports $@.txt $<
	@touch $@
$(FAMILIES:%=build/exports_%.txt): %.txt: % ;
# Without SIMD the modules for bodies in the plane are smaller and run on any host; that of agents is smaller with it, and
# that of bodies in space quicker, so that it has a scalar build, too.
build/wasm/graze-static.wasm build/wasm/graze-motion.wasm: $(WASM_OBJECTS:%=build/wasm/scalar/%)
build/wasm/graze-agents.wasm: $(WASM_OBJECTS:%=build/wasm/simd/%)
build/wasm/graze-solid.wasm: $(call SOLID_OBJECTS,simd)
build/wasm/graze-solid_study.wasm dist/graze-solid-scalar.wasm: $(call SOLID_OBJECTS,scalar)
$(FAMILIES:%=build/wasm/graze-%.wasm): build/wasm/graze-%.wasm: build/exports_%.txt
dist/graze-solid-scalar.wasm: build/exports_solid.txt
# The target depends on all headers, as objects that were removed with build/ do not list the ones they include.
dist/graze.wasm dist/graze-scalar.wasm dist/graze-solid-scalar.wasm $(FAMILIES:%=build/wasm/graze-%.wasm): $(HEADERS)
	@mkdir -p $(@D)
	@echo 'emcc $@'
	@$(EMCC) $(WASM_LINK) -sEXPORTED_FUNCTIONS=@$(filter %.txt,$^) -o $@ $(filter %.o,$^)

GENERATOR := wasm/layout.mjs wasm/boundary.mjs wasm/boundary.txt

# The compiler for the module confirms the layout, before JavaScript relies on it.
build/layout.js: $(GENERATOR) $(HEADERS) build/wasm/compiler | build/tools-node build/version
	@mkdir -p $(@D)
	@node wasm/layout.mjs check build/layout_check.c
	@$$(cat build/wasm/compiler) -fsyntax-only $(WASM_COMPILE) build/layout_check.c
	@node wasm/layout.mjs layout $@
	@touch $@

# The files are rewritten only when they change, so that nothing that depends on them is rebuilt in vain.
js/graze/core/layout.js js/graze/core/calls.js: js/graze/core/%.js: build/%.js
	@cmp -s $< $@ && touch $@ || cp $< $@

build/calls.js: $(GENERATOR) | build/tools-node
	@mkdir -p $(@D)
	@node wasm/boundary.mjs calls $@
	@touch $@

# This is the same module, except that tests decide when memory is refused or grows.
FACE_WASM := build/wasm-test/graze.wasm
build/wasm-test/exports.txt: build/exports.txt build/exports_solid_study.txt Makefile
	@mkdir -p $(@D)
	@{ cat build/exports.txt; grep -vxFf build/exports.txt build/exports_solid_study.txt; printf '%s\n' _graze_test_arm _graze_test_requested _graze_test_leave _graze_test_limit _graze_test_take_handles; } > $@
build/wasm-test/host.o: tests/face/host.c build/wasm/compiler
	@mkdir -p $(@D)
	@$$(cat build/wasm/compiler) -c $(DEPFILE) $(WASM_SMALL) $(WASM_COMPILE) -o $@ $<
$(FACE_WASM): build/wasm-test/exports.txt build/wasm-test/host.o $(filter-out %/host.o,$(WASM_OBJECTS:%=build/wasm/simd/%))
	@$(EMCC) $(WASM_LINK) -sEXPORTED_FUNCTIONS=@$< -o $@ $(filter %.o,$^)

# ---------------------------------------------------------------- package

INLINE := $(patsubst %,js/graze/inline/%.js,graze graze-scalar $(FAMILIES:%=graze-%))

$(FAMILIES:%=js/graze/inline/graze-%.js): js/graze/inline/%.js: build/wasm/%.wasm
js/graze/inline/graze.js: dist/graze.wasm
js/graze/inline/graze-scalar.js: dist/graze-scalar.wasm
$(INLINE): wasm/inline.mjs wasm/module_text.mjs js/graze/core/module_text.js $(NODE_MODULES)
	@node wasm/inline.mjs wasm $(filter %.wasm,$^) $@

dist/graze.js: $(INLINE) dist/graze-solid-scalar.wasm $(LIBRARY) js/graze/core/layout.js js/graze/core/calls.js js/graze/core/version.js wasm/inline.mjs
	@node wasm/inline.mjs bundle

dist/papaparse.js: wasm/inline.mjs $(NODE_MODULES)
	@node wasm/inline.mjs parsers

dist/types/graze/entries/graze.d.ts: dist/graze.js tsconfig.json wasm/types.mjs $(shell find js -name '*.js')
	@rm -rf dist/types
	@npx tsc -p tsconfig.json
	@node wasm/types.mjs
	@touch $@

# The program imports the library's files in dist/ and leaves them out of its bundle, so it does not depend on them.
dist/cli/main.js: js/cli/build.mjs package.json $(wildcard $(addprefix js/,bench/*.js cli/*.js cli/*/*.js formats/*.js formats/*/*.js scenario/*.js scenario/*/*.js)) $(NODE_MODULES)
	@node js/cli/build.mjs

PACKED := README.md LICENSE CHANGELOG.md $(wildcard docs/*.md) $(shell find js -name '*.js' -o -name '*.md' -o -name '*.json')

package: build/package/graze.tgz  ## the package as npm would publish it, into build/package

build/package/graze.tgz: dist/types/graze/entries/graze.d.ts dist/papaparse.js dist/cli/main.js $(PACKED) tests/package/pack.mjs
	@node tests/package/pack.mjs

# Other tools of users, which the package is tried with, stand apart: their programs have the names of ours.
.PHONY: peers
peers: build/peers/node_modules/.package-lock.json
build/peers/node_modules/.package-lock.json: $(addprefix tests/package/peers/,package.json package-lock.json) | build/tools-node
	@mkdir -p build/peers
	@cp $^ build/peers
	@echo 'npm ci, for tests/package'
	@npm ci --silent --no-fund --no-audit --prefix build/peers
	@touch $@

sizes: package web  ## sizes that users load, with their ceilings
	@node tests/package/sizes.mjs

# ---------------------------------------------------------------- C library

PREFIX := /usr/local
DESTDIR :=
COMPILE_LIBRARY := $(GCC) $(filter-out -Werror,$(WARNINGS)) $(NUMERICS) -O2 -fPIC

# Neither Node nor clang is needed: src/version.h is committed, and the core includes nothing else that is generated.
build/lib/%.o: %.c $(filter-out src/version.h,$(filter src/%,$(HEADERS))) Makefile | build/tools-native
	@mkdir -p $(@D)
	@$(COMPILE_LIBRARY) -c -o $@ $<

build/lib/libgraze.a: $(CORE:%.c=build/lib/%.o)
	@rm -f $@
	@ar rcs $@ $^

install: build/lib/libgraze.a  ## the C library: make install PREFIX=/usr/local DESTDIR=
	@install -d $(addprefix $(DESTDIR)$(abspath $(PREFIX))/,include/graze lib/pkgconfig)
	@install -m 644 src/graze.h src/version.h $(DESTDIR)$(abspath $(PREFIX))/include/graze
	@install -m 644 $< $(DESTDIR)$(abspath $(PREFIX))/lib
	@sed -e 's|@PREFIX@|$(abspath $(PREFIX))|' \
		-e "s|@VERSION@|$$(sed -n 's/.*GRAZE_VERSION "\(.*\)".*/\1/p' src/version.h)|" \
		src/graze.pc.in > $(DESTDIR)$(abspath $(PREFIX))/lib/pkgconfig/graze.pc
	@echo '$(DESTDIR)$(abspath $(PREFIX)): include/graze, lib/libgraze.a, lib/pkgconfig/graze.pc'

# ---------------------------------------------------------------- demo

demo:  ## build, and show a first contact, a conflict, a repair, the bundled scenarios
	@MAKE='$(MAKE)' .ci/demo.sh

# ---------------------------------------------------------------- reference

docs: $(NODE_MODULES) $(INLINE)  ## the API reference, from the doc comments, into build/docs
	@npx typedoc --options docs/reference/typedoc.json --logLevel Warn
	@echo build/docs/index.html

# ---------------------------------------------------------------- page

WEB := $(shell find web -type f -not -name '*.md')

web: build/web/index.html  ## the demo page: static files, into build/web

build/web/index.html: dist/types/graze/entries/graze.d.ts dist/papaparse.js $(WEB) $(filter %.md,$(PACKED)) package.json
	@node web/build.mjs

serve: web  ## serve the page here: make serve PORT=8080
	@node web/serve.mjs $(PORT)

# ---------------------------------------------------------------- tests

# The core is built for this machine once per compiler and purpose, as build/core/FLAVOR.a.
SANITIZE := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
COMPILE_gcc := $(GCC) $(WARNINGS) $(NUMERICS) $(SANITIZE)
COMPILE_clang := clang $(WARNINGS) $(NUMERICS) $(SANITIZE)
# `plain` is built as programs would build it, `tuned` for this very machine, with fused operations.
COMPILE_plain := $(GCC) $(WARNINGS) $(NUMERICS) -O2
COMPILE_tuned := $(GCC) $(WARNINGS) $(NUMERICS) -O3 -march=native
COMPILE_fuzz := clang $(WARNINGS) $(NUMERICS) $(SANITIZE) -fsanitize=fuzzer-no-link
COMPILE_coverage := clang $(WARNINGS) $(NUMERICS) -O0 -g -fprofile-instr-generate -fcoverage-mapping

define BUILD_CORE
build/core/$(1)/%.o: %.c Makefile | build/version build/tools-native build/tools-clang
	@mkdir -p $$(@D)
	@$$(COMPILE_$(1)) $$(DEPFILE) -c -o $$@ $$<

build/core/$(1).a: $$(CORE:%.c=build/core/$(1)/%.o)
	@rm -f $$@
	@ar rcs $$@ $$^
endef
$(foreach flavour,gcc clang plain tuned fuzz coverage,$(eval $(call BUILD_CORE,$(flavour))))

# The checkers of paths and motions compute in long double.
TRUTH := $(addprefix tests/native/,truth.c faults.c paths.c)

# Each test in C is a program of these sources and the core. Its name ends with the flavor of the core.
NATIVE_TESTS := $(patsubst tests/native/%.c,%,$(wildcard tests/native/*_test.c))
SOURCES_replay := $(sort $(wildcard tests/native/replay*.c))
SOURCES_motion_test := tests/native/motion_test.c $(TRUTH)
SOURCES_sweep_test := tests/native/sweep_test.c $(TRUTH)
SOURCES_arena_test := tests/native/arena_test.c wasm/core/arena.c wasm/core/handles.c
# $(call OBJECTS_OF,program,flavor)
OBJECTS_OF = $(patsubst %.c,build/core/$(2)/%.o,$(or $(SOURCES_$(1)),tests/native/$(1).c))

define NATIVE_PROGRAM
build/native/$(1)-$(2): $(call OBJECTS_OF,$(1),$(2)) build/core/$(2).a
	@mkdir -p build/native
	@echo '$(2) $$@'
	@$$(COMPILE_$(2)) -o $$@ $$^ -lm
endef
$(foreach flavour,gcc clang plain tuned,$(foreach program,replay decompose solid $(NATIVE_TESTS),$(eval $(call NATIVE_PROGRAM,$(program),$(flavour)))))

# The sanitizers of the second compiler check the same code: release-check runs them.
NATIVE := $(foreach program,replay decompose solid $(NATIVE_TESTS),build/native/$(program)-clang) \
	build/native/replay-plain build/native/replay-tuned build/native/decompose-plain build/native/solid-plain
NATIVE_GCC := $(foreach program,replay decompose solid $(NATIVE_TESTS),build/native/$(program)-gcc)

native: $(NATIVE) build/wasm/graze-solid.wasm dist/graze-solid-scalar.wasm  ## the core for this machine: optimized, and under ASan and UBSan

FUZZ_NAMES := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_OF_BOUNDARY := $(wildcard tests/fuzz/boundary_*.c)
FUZZ_COMMON := $(filter-out tests/fuzz/sabotage.c tests/fuzz/stub.c $(wildcard tests/fuzz/fuzz_*.c) $(FUZZ_OF_BOUNDARY),$(wildcard tests/fuzz/*.c)) $(TRUTH)
FUZZ_OBJECTS := $(FUZZ_COMMON:%.c=build/core/fuzz/%.o)
FUZZ_SECONDS := 60

# Addresses of static data must fit 32 bits, since the boundary stores them so in its lists.
LINK_FUZZ = @mkdir -p $(@D) && $(COMPILE_fuzz) -fsanitize=fuzzer -no-pie -o $@ $(filter %.o,$^) $(filter %.a,$^) -lm

$(FUZZ_NAMES:%=build/fuzz/%): build/fuzz/%: build/core/fuzz/tests/fuzz/%.o $(FUZZ_OBJECTS) build/core/fuzz.a
	$(LINK_FUZZ)

# The short run needs no core of its own: it tries many inputs and does not search for new ones. A saboteur stands between
# the targets and the functions: surface.test.js lets it hand on wrong answers, which the targets must notice.
SABOTEUR := build/fuzz/saboteur
$(SABOTEUR)/made: tests/fuzz/saboteur.mjs tests/fuzz/boundary.h wasm/boundary.txt wasm/boundary.mjs $(HEADERS) | build/tools-clang build/tools-node
	@node $< $(@D) clang -std=c11
	@touch $@
$(addprefix $(SABOTEUR)/,saboteur.c saboteur_boundary.c symbols.txt): $(SABOTEUR)/made ;
$(SABOTEUR)/%.o: $(SABOTEUR)/%.c tests/fuzz/sabotage.h
	@$(COMPILE_clang) -I. -c -o $@ $<
build/core/sabotaged/%.o: build/core/fuzz/%.o $(SABOTEUR)/symbols.txt
	@mkdir -p $(@D)
	@objcopy --redefine-syms=$(SABOTEUR)/symbols.txt $< $@

FUZZ_SHORT := $(FUZZ_NAMES:%=build/fuzz/short/%) build/fuzz/short/stub
SABOTAGED := $(FUZZ_COMMON:%.c=build/core/sabotaged/%.o) build/core/fuzz/tests/fuzz/sabotage.o $(SABOTEUR)/saboteur.o

$(FUZZ_SHORT): build/fuzz/short/%: build/core/sabotaged/tests/fuzz/%.o $(SABOTAGED) build/core/clang.a
	$(LINK_FUZZ)

# The boundary is included, except for its arena, which tests/fuzz/guarded.c fences in.
FUZZ_GLUE := $(filter-out wasm/core/arena.c,$(BOUNDARY))
build/fuzz/fuzz_boundary: $(FUZZ_OF_BOUNDARY:%.c=build/core/fuzz/%.o) $(FUZZ_GLUE:%.c=build/core/fuzz/%.o)
build/fuzz/short/fuzz_boundary: $(FUZZ_OF_BOUNDARY:%.c=build/core/sabotaged/%.o) $(FUZZ_GLUE:%.c=build/core/clang/%.o) $(SABOTEUR)/saboteur_boundary.o

fuzz: $(FUZZ_NAMES:%=build/fuzz/%) fuzz-readers | build/tools-node  ## each function against an independent one, and each reader: make fuzz FUZZ_SECONDS=600
	@node tests/fuzz/seeds.mjs build/fuzz/seeds
	@node tests/fuzz/run.mjs $(FUZZ_SECONDS) 2

fuzz-short: $(FUZZ_SHORT)

fuzz-readers: build  ## each reader of files, and the program's command line, on damaged ones
	@node tests/fuzz/readers/all.mjs --seconds $(FUZZ_SECONDS) --jobs 2

BENCH_CORE := $(CORE:%.c=build/wasm/simd/%.o)
BENCH_LINK := -sSTANDALONE_WASM --no-entry -sTOTAL_STACK=65536 -sALLOW_MEMORY_GROWTH=1
# Options of `graze bench`: make bench BENCH='--n 4,8 --foreign NAME=FILE'
BENCH :=

build/bench/exactness.wasm: tests/bench/exactness.c $(BENCH_CORE)
	@mkdir -p build/bench
	@$(EMCC) -O3 $(WASM_COMPILE) -msimd128 -fno-slp-vectorize $(BENCH_LINK) -o $@ $^ \
		-sEXPORTED_FUNCTIONS=_bench_prepare,_bench_run,_bench_pairs

build/bench/loops.wasm: $(addprefix tests/bench/,loops.c tasks.c tasks.h) $(BENCH_CORE) $(addprefix build/wasm/simd/wasm/,arena.o host.o)
	@mkdir -p build/bench
	@$(EMCC) -O3 $(WASM_COMPILE) -msimd128 -fno-slp-vectorize $(BENCH_LINK) -o $@ $(filter-out %.h,$^) \
		-sEXPORTED_FUNCTIONS=_bench_alloc,_bench_shape,_bench_pairs,_bench_run,_bench_name

# The package builds trees for size; here they are built for speed, as the code they are compared with.
SWEEP_BENCH := $(addprefix tests/bench/,sweep_loops.c sweep_printed.c) src/trajectory/tree.c
SWEEP_CORE := $(filter-out src/trajectory/tree.c,$(CORE)) wasm/core/arena.c wasm/core/host.c

build/bench/sweep_loops.wasm: FLAVOUR := -msimd128 -fno-slp-vectorize
build/bench/sweep_loops.wasm: $(SWEEP_CORE:%.c=build/wasm/simd/%.o)
build/bench/sweep_loops-scalar.wasm: $(SWEEP_CORE:%.c=build/wasm/scalar/%.o)
build/bench/sweep_loops.wasm build/bench/sweep_loops-scalar.wasm: $(SWEEP_BENCH) tests/bench/sweep_printed.h $(HEADERS)
	@mkdir -p build/bench
	@$(EMCC) -O3 $(WASM_COMPILE) $(FLAVOUR) $(BENCH_LINK) -o $@ $(filter %.c %.o,$^) \
		-sEXPORTED_FUNCTIONS=_bench_alloc,_bench_shape,_bench_path,_bench_plant,_bench_run,_bench_tests,_bench_scene,_bench_still

build/bench/native: $(addprefix tests/bench/,native.c native_pairs.c tasks.c) $(CORE) $(HEADERS) $(addprefix tests/bench/,native_pairs.h tasks.h) | build/tools-native
	@mkdir -p build/bench
	@$(GCC) -O2 $(WARNINGS) $(NUMERICS) -o $@ $(filter %.c,$^) -lm

bench: build build/bench/exactness.wasm build/bench/loops.wasm  ## cost of exact verdicts; queries beside other libraries
	@node tests/bench/exactness.mjs build/bench/exactness.wasm
	@echo
	@node tests/bench/bench.mjs build/bench/loops.wasm $(BENCH)

bench-motion: build  ## first contacts of moving bodies beside other libraries; the four methods side by side
	@node tests/bench/toi.mjs $(BENCH)
	@echo
	@node tests/bench/table2.mjs

bench-manifolds: build  ## contact manifolds beside those of Box2D, in answers and time: make bench-manifolds BENCH=box2d_queries.wasm
	@node tests/bench/manifolds.mjs $(BENCH)

bench-cells: build  ## every query beside the quickest other ways to its answer: make bench-cells BENCH='--cells rays --n 8 --box2d box2d_queries.wasm'
	@node tests/bench/cells.mjs $(BENCH)

bench-sweep: build build/bench/sweep_loops.wasm build/bench/sweep_loops-scalar.wasm  ## trajectories: methods side by side, growth
	@node tests/bench/sweep.mjs build/bench/sweep_loops.wasm build/bench/sweep_loops-scalar.wasm --plot build/bench/sweep.svg $(BENCH)
	@echo
	@node tests/bench/scaling.mjs build/bench/sweep_loops.wasm

bench-conflicts: build  ## the known ways to detect conflicts of moving discs: errors and times
	@node tests/bench/baselines.mjs $(BENCH)

build/bench/segments: tests/bench/segments.c $(CORE) $(HEADERS) | build/tools-native
	@mkdir -p build/bench
	@$(GCC) -O2 $(WARNINGS) $(NUMERICS) -o $@ $(filter %.c,$^) -lm

bench-segments: build build/bench/segments  ## conflict tests of moving discs per second: single, listed, all pairs
	@node tests/bench/segments.mjs build/bench/segments

build/bench/plan_loop build/bench/measure: build/bench/%: tests/bench/%.c | build/tools-native
	@mkdir -p build/bench
	@$(GCC) -O2 -std=c11 $(WARNINGS) -o $@ $<

# The first takes make bench-plans BENCH='--agents 100,1000', the second BENCH_FILES='--peer NAME=COMMAND'.
bench-plans: build build/bench/plan_loop build/bench/measure  ## validation of plans as they grow, in memory beside a scan of all pairs, and of files by the program: time and memory
	@node tests/bench/plans.mjs $(BENCH)
	@echo
	@node tests/bench/space_plans.mjs
	@echo
	@node tests/bench/plan_files.mjs $(BENCH_FILES)

bench-routes: build  ## a planner's queries of kept routes, beside plain JavaScript
	@node tests/bench/routes.mjs

bench-worlds: build  ## many bodies, of which most stand still: contacts, rays, points and boxes, beside other libraries
	@node tests/bench/worlds.mjs $(BENCH)

bench-memory: build  ## many paths and sampled motions made and kept: total time, longest call
	@node tests/bench/memory.mjs $(BENCH)

bench-native: build build/bench/native  ## the queries in C, built for this machine
	@node tests/bench/write_pairs.mjs build/bench/pairs.bin $(BENCH)
	@build/bench/native build/bench/pairs.bin

# Folders of sources; a library whose folder is not given is left out.
BOX2D :=
OPENGJK :=
PAPER := tests/bench/paper

bench-paper: build/core/plain.a | build/tools-native build/tools-libraries build/tools-node  ## the experiment of the paper on barycodes, beside its libraries: make bench-paper BOX2D=box2d OPENGJK=openGJK BENCH='--n 8'
	@CC='$(GCC)' FLAGS='-O2 -Wall -Wextra -Werror $(NUMERICS)' $(PAPER)/build.sh build/bench/paper $< '$(BOX2D)' '$(OPENGJK)'
	@node $(PAPER)/paper.mjs build/bench/paper/paper $(BENCH)

build/bench/solid_table2: tests/bench/solid_table2.c build/core/plain.a | build/tools-native
	@mkdir -p $(@D)
	@$(COMPILE_plain) -Wl,--wrap=graze_solid_state_evaluate -o $@ $^ -lm

bench-motion-paper: build/bench/solid_table2  ## the experiment of the paper on moving objects, in space: make bench-motion-paper BENCH=15, for 15 rounds
	@build/bench/solid_table2 $(BENCH)

# Pairs with exact relations and distances, as tests/bench/solid/solid.mjs describes them.
CASES := ../shared/data/solid/cases.json

bench-solid: bench-solid-native bench-solid-js  ## queries in space beside other libraries, natively and in JavaScript, in answers and time: make bench-solid OPENGJK=openGJK BOX3D=box3d CASES=cases.json

BOX3D :=
.PHONY: bench-solid-native bench-solid-js
bench-solid-native: build/core/plain.a | build/tools-native build/tools-libraries build/tools-node
	@CC='$(GCC)' FLAGS='-O2 $(WARNINGS) $(NUMERICS)' tests/bench/solid/build.sh build/bench/solid $< '$(OPENGJK)' '$(BOX3D)'
	@node tests/bench/solid/solid.mjs build/bench/solid/solid $(CASES)
	@build/bench/solid/turning

# Both would be timed at once.
bench-solid-js: build build/solid_peers/node_modules/.package-lock.json | bench-solid-native
	@node tests/bench/solid/js.mjs $(CASES)

# Libraries that nothing else needs stand apart, as those of tests/package do.
build/solid_peers/node_modules/.package-lock.json: $(addprefix tests/bench/solid/,peers/package.json peers/package-lock.json load.js) | build/tools-node
	@mkdir -p build/solid_peers
	@cp $^ .npmrc build/solid_peers
	@echo 'npm ci, for bench-solid'
	@npm ci --silent --no-fund --no-audit --prefix build/solid_peers
	@touch $@

COVERED := $(addprefix build/coverage/,replay solid $(filter-out arena_test,$(NATIVE_TESTS)))

# The program links all objects instead of an archive, from which unused ones would be left out and not counted.
define COVERED_PROGRAM
build/coverage/$(1): $(call OBJECTS_OF,$(1),coverage) $(CORE:%.c=build/core/coverage/%.o) | build/tools-coverage
	@mkdir -p build/coverage
	@$$(COMPILE_coverage) -o $$@ $$^ -lm
endef
$(foreach program,$(notdir $(COVERED)),$(eval $(call COVERED_PROGRAM,$(program))))

coverage: js/graze/core/layout.js js/graze/core/calls.js $(COVERED) | build/tools-node  ## lines and branches of src/ that the native programs reach
	@node tests/native/coverage.mjs build/coverage $(notdir $(COVERED))

build/long/lanes: tests/long/lanes.c $(CORE) $(HEADERS) | build/tools-native
	@mkdir -p build/long
	@$(GCC) -O2 $(WARNINGS) $(NUMERICS) -o $@ $< $(CORE) -lm

# MUTATE chooses a share of each folder's mutants, or a minimum number of them.
MUTATE := --min 150

mutate: build | build/tools-native build/tools-clang  ## small changes of the core that no test notices: make mutate MUTATE='--files src/static --jobs 2'
	@node tests/mutation/core.mjs $(MUTATE)

# It comes first, so that a release without its addresses is refused at once.
.PHONY: release-links
release-links: | build/tools-node
	@node tests/package/release.mjs

TEST_NEEDS := build native check web package peers $(FACE_WASM) fuzz-short build/tools-browser build/lib/libgraze.a build/tools-pkgconfig

# The tests run once, with all cases.
release-check: release-links $(TEST_NEEDS) coverage $(NATIVE_GCC) build/long/lanes  ## everything, the long versions too: some hours
	@$(call CLANG_TIDY,$(TIDY) $(TIDY_TESTS),,-Isrc)
	@GRAZE_VOLUME=full GRAZE_NATIVE='gcc clang' $(RUN_TESTS) $(TESTS)
	@GRAZE_RANDOM=1 GRAZE_VOLUME=full node --test tests/property/*.test.js
	@node tests/long/grid.mjs
	@build/long/lanes 20000000
	@node tests/long/motion.mjs 100000
	@node tests/long/sweep.mjs
	@node tests/long/mapf.mjs 100000
	@node tests/long/velocity.mjs 100000
	@node tests/long/delays.mjs 100000
	@node tests/long/decomposition.mjs 100000
	@node tests/long/compounds.mjs 100000
	@node tests/long/unions.mjs 100000
	@node tests/long/overlaps.mjs 20000
	@node tests/long/clearances.mjs 20000
	@node tests/long/depths.mjs 60000
	@node tests/long/repairs.mjs 40
	@node tests/long/easy_plans.mjs 200
	@node tests/long/real_input.mjs
	@node tests/long/real_plans.mjs
	@node tests/long/campaign.mjs
	@node tests/long/shards.mjs --minutes 60
	@node tests/long/nodes.mjs
	@node tests/long/soak.mjs 60
	@$(MAKE) fuzz FUZZ_SECONDS=600
	@$(MAKE) mutate MUTATE='--min 200 --limit 95 --jobs $(shell nproc)'
	@$(MAKE) mutate-js MUTANTS=10

# MUTANTS is the share of the mutants, in per cent.
MUTANTS := 100

mutate-js: build  ## mutants of the binding and the program that no test notices: make mutate-js MUTANTS=30
	@GRAZE_MUTANTS=$(MUTANTS) npx stryker run tests/mutation/stryker.binding.js
	@GRAZE_MUTANTS=$(MUTANTS) npx stryker run tests/mutation/stryker.cli.js

# tests/browser/all.js runs the files beside it, in one Chromium.
TESTS := $(sort $(filter-out tests/browser/%,$(wildcard tests/*/*.test.js tests/fuzz/*/*.test.js)) tests/browser/all.js)
# The last lines name each test that failed, and say how many were left out and why. One file more than there are cores runs at
# a time, as tests wait for browsers and for other programs.
RUN_TESTS := node --test --test-reporter=spec --test-reporter-destination=stdout \
	--test-reporter=./tests/skipped_reporter.mjs --test-reporter-destination=stdout --test-concurrency=$(shell expr $$(nproc) + 1)

# $(call CHECK_TYPES,folder). Files that have not changed since the last run are not checked again.
CHECK_TYPES = npx tsc -p $(1)/tsconfig.json --incremental --tsBuildInfoFile build/$(1).tsbuildinfo

# Units and properties, except for those that start many programs, read the shared data, or take long.
QUICK := $(filter-out $(addprefix tests/,formats/convert.test.js formats/formats.test.js formats/json.test.js formats/kei18.test.js \
	motion/real_input.test.js property/sweep.test.js core/lifetime.test.js solid/lifetime.test.js core/renamed.test.js study/printed.test.js $(patsubst %,scenario/%.test.js,bodies data \
	order plans_oracle repair scale suggested_delays undecided)),$(wildcard $(patsubst %,tests/%/*.test.js,agents core formats motion property \
	scenario solid static study trajectory))) tests/native/native.test.js

test-quick: build $(NATIVE_TESTS:%=build/native/%-plain)  ## types, units, properties, the core in C: in a minute or two, while you work
	@$(call CHECK_TYPES,tests)
	@$(call CHECK_TYPES,web)
	@GRAZE_NATIVE=plain $(RUN_TESTS) $(QUICK)

test: $(TEST_NEEDS)  ## everything: native and Node tests, types, lint, format
	@$(RUN_TESTS) $(TESTS)

C_FILES := $(wildcard src/*.h src/*/*.[ch] src/*/*/*.[ch] wasm/*.h wasm/*/*.[ch] tests/native/*.[ch] tests/fuzz/*.[ch] tests/face/*.c tests/long/*.c tests/bench/*.[ch] tests/bench/*/*.[ch] tests/bench/*/*.cpp tests/examples/*.c tests/mutation/core/*.c)

TIDY := $(CORE) $(BOUNDARY)
# Programs that include the headers of others, which are not here, are left out.
TIDY_TESTS := $(filter-out tests/bench/box2d_queries.c,$(wildcard tests/native/*.c tests/fuzz/*.c tests/long/*.c tests/bench/*.c $(addprefix tests/bench/,paper/apollo.c paper/graze.c paper/main.c solid/graze.c solid/main.c) tests/examples/*.c tests/mutation/core/*.c))
# $(call CLANG_TIDY,files,options of clang-tidy,options of the compiler). The path-sensitive analyzer takes almost all of the
# time: check runs it on the core with few paths for each function, release-check on all files with all paths.
SHALLOW := -Xclang -analyzer-config -Xclang mode=shallow
CLANG_TIDY = printf '%s\n' $(1) | xargs -P $(shell nproc) -n 16 sh -c 'clang-tidy --quiet $(2) "$$@" -- $(WARNINGS) $(NUMERICS) $(3)' sh > build/clang-tidy.log 2>&1 || { cat build/clang-tidy.log; exit 1; }

words: $(NODE_MODULES)  ## words and openings of comments, messages and documents that the style does not use
	@node tests/style/check_words.mjs

check: build | build/tools-style  ## format, lint, types, words, and circles of includes and imports
	@clang-format --dry-run -Werror $(C_FILES)
	@$(call CLANG_TIDY,$(TIDY),,$(SHALLOW))
	@$(call CLANG_TIDY,$(TIDY_TESTS),-checks=-clang-analyzer-*,-Isrc)
	@npx biome ci --error-on-warnings . > build/biome.log 2>&1 || { cat build/biome.log; exit 1; }
	@$(call CHECK_TYPES,tests)
	@$(call CHECK_TYPES,web)
	@node tests/mutation/core/check_rows.mjs
	@node tests/style/check_words.mjs
	@node tests/style/circles.mjs

clean:  ## remove everything that make made, except node_modules
	rm -rf build dist js/graze/inline js/graze/core/calls.js js/graze/core/layout.js
