#!/usr/bin/env bash
# Builds the comparisons of queries in space, at rest (solid) and turning: build.sh FOLDER CORE.a [OPENGJK] [BOX3D]
# OPENGJK and BOX3D are folders of their sources; one that is empty is left out. CC and FLAGS are those of the core.
set -euo pipefail
out=$1 core=$2 opengjk=${3:-} box3d=${4:-}
here=$(dirname "$0")
mkdir -p "$out"
rm -f "$out"/*.o
read -ra compiler <<<"$CC"
read -ra flags <<<"$FLAGS"
optimized=(-O3 -DNDEBUG)
c() { "${compiler[@]}" "${flags[@]}" "$@"; }
has=()

if [ -n "$opengjk" ]; then
    has+=(-DSOLID_HAS_OPENGJK)
    for precision in 64 32; do
        folder=$out/opengjk-$precision
        mkdir -p "$folder"
        options=("${optimized[@]}" -I"$opengjk/scalar/include")
        [ $precision = 64 ] || options+=(-DUSE_32BITS)
        gcc -std=gnu17 "${options[@]}" -w -c "$opengjk/scalar/openGJK.c" -o "$folder/openGJK.o"
        gcc -std=gnu17 "${options[@]}" -Wall -Wextra -Werror -c "$here/opengjk.c" -o "$folder/queries.o"
        # Only the contestants stay visible, so that both builds fit in one program.
        ld -r "$folder"/*.o -o "$out/opengjk-$precision.o"
        objcopy --wildcard --keep-global-symbol='SOLID_*' "$out/opengjk-$precision.o"
    done
fi
if [ -n "$box3d" ]; then
    has+=(-DSOLID_HAS_BOX3D)
    folder=$out/box3d
    mkdir -p "$folder"
    for source in "$box3d"/src/*.c; do
        gcc -std=gnu17 "${optimized[@]}" -ffp-contract=off -I"$box3d/include" -I"$box3d/src" -w -c "$source" -o "$folder/$(basename "$source" .c).o"
    done
    for queries in box3d turning_box3d; do
        gcc -std=gnu17 "${optimized[@]}" -Wall -Wextra -Werror -I"$box3d/include" -c "$here/$queries.c" -o "$folder/$queries.o"
    done
    ld -r "$folder"/*.o -o "$out/box3d.o"
    objcopy --wildcard --keep-global-symbol='SOLID_*' --keep-global-symbol='TURNING_*' "$out/box3d.o"
fi
for source in ccd graze; do c -c "$here/$source.c" -o "$out/$source.o"; done
for queries in bullet turning_bullet; do
    g++ -std=c++17 -Wall -Wextra -Werror "${optimized[@]}" -isystem /usr/include/bullet -c "$here/$queries.cpp" -o "$out/$queries.o"
done
libraries=("$core" -lccd -lBulletCollision -lLinearMath -lpthread -lm)
c "${has[@]}" -c "$here/main.c" -o "$out/main.o"
g++ "$out"/*.o "${libraries[@]}" -o "$out/solid"
rm "$out/main.o"
c "${has[@]}" -c "$here/turning.c" -o "$out/turning.o"
g++ "$out"/*.o "${libraries[@]}" -o "$out/turning"
