#!/usr/bin/env bash
# Builds the program of the paper's experiment: build.sh FOLDER CORE.a [BOX2D] [OPENGJK]
# The last two are folders of sources; a library whose folder is empty is left out. CC and FLAGS are those of the core; the
# sources of others are built as these do it by default, with -O3.
set -euo pipefail
out=$1 core=$2 box2d=${3:-} opengjk=${4:-}
here=$(dirname "$0")
mkdir -p "$out"
rm -f "$out"/*.o
read -ra compiler <<<"$CC"
read -ra flags <<<"$FLAGS"
optimized=(-O3 -DNDEBUG)
c() { "${compiler[@]}" -std=c11 "${flags[@]}" "$@"; }
# Sources of others may have warnings, and extensions of the language.
other() { gcc -std=gnu17 "${optimized[@]}" -w "$@"; }
has=()

if [ -n "$box2d" ]; then
    has+=(-DPAPER_HAS_BOX2D)
    for most in 8 24; do
        copy=$out/box2d-$most
        mkdir -p "$copy"
        cp -r "$box2d/include" "$box2d/src" "$copy"
        sed -i "s/^#define B2_MAX_POLYGON_VERTICES .*/#define B2_MAX_POLYGON_VERTICES $most/" "$copy/include/box2d/collision.h"
        for source in core distance geometry hull math_functions; do
            other -I"$copy/include" -I"$copy/src" -c "$copy/src/$source.c" -o "$copy/$source.o"
        done
        other -DBOX2D_MOST=$most -DBOX2D_CONTESTANT=PAPER_BOX2D_$most -I"$copy/include" -c "$here/box2d.c" -o "$copy/box2d.o"
        # Only the contestant stays visible, so that both builds fit in one program.
        ld -r "$copy"/*.o -o "$out/box2d-$most.o"
        objcopy --keep-global-symbol=PAPER_BOX2D_$most "$out/box2d-$most.o"
    done
fi
if [ -n "$opengjk" ]; then
    has+=(-DPAPER_HAS_OPENGJK)
    other -I"$opengjk/scalar/include" -c "$opengjk/scalar/openGJK.c" -o "$out/openGJK.o"
    c -I"$opengjk/scalar/include" -c "$here/opengjk.c" -o "$out/opengjk_queries.o"
fi
for source in apollo ccd graze; do c -c "$here/$source.c" -o "$out/$source.o"; done
c "${has[@]}" -c "$here/main.c" -o "$out/main.o"
for source in native_pairs tasks; do c -c "$here/../$source.c" -o "$out/$source.o"; done
g++ -std=c++17 -Wall -Wextra -Werror "${optimized[@]}" -isystem /usr/include/eigen3 -c "$here/fcl.cpp" -o "$out/fcl.o"
g++ -std=c++17 -Wall -Wextra -Werror "${optimized[@]}" -isystem /usr/include/bullet -c "$here/bullet.cpp" -o "$out/bullet.o"
g++ "$out"/*.o "$core" -lfcl -lccd -lBulletCollision -lLinearMath -lm -o "$out/paper"
