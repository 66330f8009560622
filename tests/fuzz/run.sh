#!/bin/bash
# Runs every target that is built, each for SECONDS, JOBS at a time: run.sh [SECONDS [JOBS]].
# One line per target; findings stay in build/fuzz/findings. Fails when there is any.
set -eu -o pipefail
cd "$(dirname "$0")/../.."

export out=build/fuzz

run_one() {
    local name=$1 limit=$2 status=0 runs count
    local log=$out/$name.log findings=$out/findings/$name
    mkdir -p "$out/corpus/$name" "$findings"
    # What earlier runs found stays, but does not count.
    touch "$out/$name.start"
    SECONDS=0
    "$out/$name" -max_total_time="$limit" -timeout=5 -rss_limit_mb=1024 -max_len=1024 \
        -print_final_stats=1 -artifact_prefix="$findings/" "$out/corpus/$name" \
        > "$log" 2>&1 || status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    count=$(find "$findings" -type f -newer "$out/$name.start" | wc -l)
    if [ "$status" -ne 0 ] && [ "$count" -eq 0 ]; then count=1; fi
    printf '%-22s %12s %8s %9s\n' "$name" "${runs:-?}" "$SECONDS" "$count"
    [ "$status" -ne 0 ] || return 0
    grep -m 1 -A 12 -E 'failed:|ERROR|runtime error' "$log" | grep -v '^ *#' || tail -n 5 "$log"
    return 1
}
export -f run_one

targets=()
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    [ -x "$out/$name" ] || { echo "run.sh: $out/$name is not built" >&2; exit 2; }
    targets+=("$name")
done
printf '%-22s %12s %8s %9s\n' target runs seconds findings
printf '%s\n' "${targets[@]}" | xargs -P "${2:-1}" -I '{}' bash -c 'run_one "$@"' _ '{}' "${1:-60}"
