#!/bin/bash
# Runs every target that is built, each for SECONDS, JOBS at a time: run.sh [SECONDS [JOBS]].
# One line per target; findings stay in build/fuzz/findings. Fails when there is any.
set -eu -o pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-60}
jobs=${2:-1}
out=build/fuzz

run_one() {
    local name=$1 seconds=$2
    local log=$out/$name.log findings=$out/findings/$name status=0
    mkdir -p "$out/corpus/$name" "$findings"
    "$out/$name" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=1024 \
        -print_final_stats=1 -artifact_prefix="$findings/" "$out/corpus/$name" \
        > "$log" 2>&1 || status=$?
    local runs
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    local count
    count=$(find "$findings" -type f | wc -l)
    if [ "$status" -ne 0 ] && [ "$count" -eq 0 ]; then count=1; fi
    printf '%-22s %12s %8s %9s\n' "$name" "${runs:-?}" "$seconds" "$count"
    [ "$count" -eq 0 ] || { grep -m 1 -A 14 -E 'failed:|ERROR|runtime error' "$log" || tail -n 5 "$log"; }
    [ "$count" -eq 0 ]
}
export -f run_one
export out

targets=()
for source in tests/fuzz/fuzz_*.c; do
    name=$(basename "$source" .c)
    [ -x "$out/$name" ] || { echo "run.sh: $out/$name is not built" >&2; exit 2; }
    targets+=("${name}")
done
printf '%-22s %12s %8s %9s\n' target runs seconds findings
printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I '{}' bash -c 'run_one "$1" "$2" || exit 1' _ '{}' "$seconds"
