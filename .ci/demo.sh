#!/usr/bin/env bash
# Judges the bundled scenarios as a user would. A scenario that is meant to hold conflicts exits with 1,
# which is its right answer; anything else unexpected fails the demo.
set -euo pipefail
cd "$(dirname "$0")/.."

judge() {
    local expected=$1 scene=web/scenes/$2 code=0
    shift 2
    echo
    echo "\$ graze validate $scene/plan_log.xml --map $scene/map.xml --task $scene/task.xml --config $scene/config.xml"
    node js/cli/main.js validate "$scene/plan_log.xml" --map "$scene/map.xml" \
        --task "$scene/task.xml" --config "$scene/config.xml" "$@" || code=$?
    echo "(exit code $code)"
    [ "$code" = "$expected" ] || {
        echo "demo: expected exit code $expected" >&2
        exit 1
    }
}

judge 0 crossing
judge 0 roadmap
judge 0 planned
judge 1 conflict
echo
echo 'The same from your own programs: see README.md. Your own plans: node js/cli/main.js validate --help'
