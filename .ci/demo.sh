#!/usr/bin/env bash
# Builds graze and shows what it does: a first contact, a conflict with its cure, a repair, the bundled scenarios. Each step
# must end with the exit code that is its right answer.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
log=build/demo.log

printf 'Building the library, the program and the page (%s) ... ' $log
if ! "${MAKE:-make}" --no-print-directory build web >"$log" 2>&1; then
    echo
    tail -40 "$log" >&2
    echo "demo: the build failed; $log has all of its output" >&2
    exit 1
fi
echo "done in $SECONDS s"

# Runs a command, and fails where it does not exit as expected.
expect() {
    local expected=$1 code=0
    shift
    "$@" 2>&1 || code=$?
    [ "$code" = "$expected" ] || {
        echo "demo: exit code $code, expected $expected: $*" >&2
        exit 1
    }
}

graze() {
    local expected=$1
    shift
    echo "\$ graze $*"
    expect "$expected" node js/cli/main.js "$@"
}

echo
echo 'A car turns left, a cyclist comes the other way:'
program="import { create } from './dist/graze.js';
const g = await create();
const [car, cyclist] = [g.box(4.5, 1.8), g.capsule(-0.8, 0, 0.8, 0, 0.3)];
const turning = g.motion.turn({ t0: 0, t1: 4, x: 0, y: 0, speed: 5, angularVelocity: 0.3 });
const riding = g.motion.linear({ t0: 0, t1: 4, x: 17, y: 6, angle: Math.PI, vx: -2.5 });
const { status, time } = g.firstContact(car, cyclist, turning, riding);
console.log(status, 'between t =', time[0], 'and', time[1]);"
sed 's/^/    /' <<<"$program"
expect 0 node --input-type=module --eval "$program"

echo
echo 'Two robots on a grid, never in the same cell, but too wide for a corner:'
graze 1 validate docs/plan.txt --radius 0.4 | grep -v '^  \(checked\|not checked\|rules\)'
graze 0 repair docs/plan.txt --radius 0.4 --out build/repaired.txt
graze 0 validate build/repaired.txt --radius 0.4 | sed -n 1,2p

echo
echo 'The bundled scenarios, three of which hold conflicts:'
list=$(cd web/scenes && for scene in crossing roadmap planned conflict; do
    printf '%s/plan_log.xml' $scene
    printf "\\t%s=$scene/%s.xml" map map task task config config
    printf '\n'
done)
list+=$'\ndriving/scenario.xml\nsteps/result.txt\tmap=steps/map.map\n'
(cd web/scenes && expect 1 node ../../js/cli/main.js validate --list - <<<"$list")

echo
echo 'Your own plans: node js/cli/main.js validate FILE... (--help). Your own programs: README.md.'
echo 'The page, with bodies to drag and plans to check: make serve, http://localhost:8080/'
