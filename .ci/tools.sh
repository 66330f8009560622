#!/usr/bin/env bash
# Installs a group of tools from Debian's packages, if they are missing, and says so.
#   .ci/tools.sh node | native | emscripten | clang | coverage | style | browser | pkgconfig | libraries
set -euo pipefail

# Files are those of libraries, which have no command.
files=()
case "$1" in
node) commands=(node npm) packages=(nodejs npm) purpose='to bundle the package and to run the tests' ;;
native) commands=(gcc) packages=(gcc libc6-dev) purpose='to derive the layout of records, and for the native tests' ;;
emscripten) commands=(emcc) packages=(emscripten) purpose='to compile the C core to WebAssembly' ;;
clang) commands=(clang) packages=(clang libclang-rt-14-dev) purpose='for sanitizers and fuzzing' ;;
coverage) commands=(llvm-cov-14 llvm-profdata-14) packages=(llvm-14) purpose='to measure coverage' ;;
browser) commands=(chromium) packages=(chromium) purpose='to test the page and the package in a browser' ;;
pkgconfig) commands=(pkg-config) packages=(pkg-config) purpose='to compile a program against the installed C library' ;;
libraries)
    commands=(g++) packages=(g++ libfcl-dev libccd-dev libbullet-dev) purpose='to measure other libraries'
    files=(/usr/include/{fcl/config.h,ccd/ccd.h,bullet/btBulletCollisionCommon.h})
    ;;
style) commands=(clang-format clang-tidy) packages=(clang-format clang-tidy) purpose='to check the style of the C code' ;;
*)
    echo "tools.sh: unknown group '$1'" >&2
    exit 2
    ;;
esac

missing() {
    local command
    for command in "${commands[@]}"; do
        command -v "$command" >/dev/null || return 0
    done
    local file
    for file in "${files[@]}"; do
        [ -e "$file" ] || return 0
    done
    # clang alone cannot link sanitizers: their runtime is a package of its own.
    [ "${commands[0]}" = clang ] && ! compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan*' >/dev/null
}

missing || exit 0

explain() {
    echo "graze needs ${commands[*]} (Debian: apt-get install --no-install-recommends ${packages[*]})." >&2
    echo "$1" >&2
    exit 1
}

command -v apt-get >/dev/null || explain 'There is no apt-get here: install it by hand, then run make again.'
as_root=()
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || explain 'It is missing and only root may install it: run the command as root.'
    as_root=(sudo)
fi
# Only one apt-get runs at a time; whatever the previous one installed need not be installed again.
exec {lock}>"${TMPDIR:-/tmp}/graze-tools.lock"
flock "$lock"
missing || exit 0
echo "graze needs ${commands[*]} $purpose, and does not find all of them here. This installs them from Debian:"
echo "    ${as_root[*]:+${as_root[*]} }apt-get update"
echo "    ${as_root[*]:+${as_root[*]} }apt-get install --yes --no-install-recommends ${packages[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${as_root[@]}" apt-get update >"$log" 2>&1 || true
if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes \
    --no-install-recommends "${packages[@]}" >>"$log" 2>&1; then
    tail -n 5 "$log" >&2
    explain 'apt-get could not install it; its last lines are above.'
fi
missing && explain 'apt-get installed it, yet the command is not found.'
exit 0
