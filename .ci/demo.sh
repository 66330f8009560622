#!/usr/bin/env bash
# Validates the bundled scenarios as a user would. A scenario that is meant to hold conflicts exits with 1,
# which is its right answer; any other exit code fails the demo.
set -euo pipefail
cd "$(dirname "$0")/.."

validate() {
    local expected=$1 code=0
    shift
    echo
    echo "\$ graze validate $*"
    node js/cli/main.js validate "$@" || code=$?
    echo "(exit code $code)"
    [ "$code" = "$expected" ] || {
        echo "demo: expected exit code $expected" >&2
        exit 1
    }
}

validate_ccbs() {
    local expected=$1 scene=web/scenes/$2
    validate "$expected" "$scene/plan_log.xml" --map "$scene/map.xml" --task "$scene/task.xml" \
        --config "$scene/config.xml"
}

validate_ccbs 0 crossing
validate_ccbs 0 roadmap
validate_ccbs 0 planned
validate_ccbs 1 conflict
validate 1 web/scenes/driving/scenario.xml
validate 1 web/scenes/steps/result.txt --map web/scenes/steps/map.map
echo
echo 'The same from your own programs: see README.md. Your own plans: node js/cli/main.js validate --help'
echo 'To see it: make serve, and open the address that it prints.'
