/**
 * Checks every real plan under ../shared/data by the program and by an independent checker in Python. Prints a table of
 * verdicts and conflicts, and each difference; the exit code is 1 when there is one.
 *
 *   node tests/long/real_plans.mjs [--only TEXT] [--open FILE,...]
 *
 * --only selects the files whose path contains TEXT; --open lists files whose differences are known and do not count.
 */
import { parseArgs } from 'node:util';
import { needsShared } from '../helpers.js';
import { checkByBoth, needsPython } from '../oracle/plans/compare.js';
import { foreignFiles, realPlans } from '../oracle/plans/files.js';

/** @import { Finding } from '../oracle/plans/compare.js' */

const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, open: { type: 'string', default: '' } },
});
const open = values.open.split(',').filter((name) => name !== '');

const missing = needsShared || needsPython;
if (missing) {
    console.log(missing);
    process.exit(0);
}

/** @param {Finding} finding */
function verdictOf({ error, valid, violations }) {
    if (error !== undefined) return error;
    return valid ? 'valid' : `invalid (${violations?.length})`;
}

/** Maximum number of differences of one plan that are listed. */
const MAX_SHOWN = 5;

let [plans, different, known, confirmed] = [0, 0, 0, 0];
console.log(
    'plan\tgraze\tchecker\tgreatest difference of times\tof depths\tleast distance of agents, graze\tchecker\tto obstacles, checker',
);
for (const { label, files } of realPlans()) {
    if (!label.includes(values.only)) continue;
    for (const { graze, oracle, differences, time, depth, confirmed: more } of checkByBoth(files, [
        files.plan,
    ])) {
        plans++;
        confirmed += more;
        const least = [graze.least, oracle.least, oracle.least_to_obstacles].map(
            (one) => one?.distance.toPrecision(6) ?? '-',
        );
        const row = [
            label,
            verdictOf(graze),
            verdictOf(oracle),
            time.toExponential(1),
            depth.toExponential(1),
            ...least,
        ];
        console.log(row.join('\t'));
        if (differences.length === 0) continue;
        if (open.some((name) => label.includes(name))) known++;
        else different++;
        for (const { side, where, what } of differences.slice(0, MAX_SHOWN))
            console.log(`    ${side}: ${where}: ${what}`);
        if (differences.length > MAX_SHOWN)
            console.log(`    and ${differences.length - MAX_SHOWN} more`);
    }
}
console.log(
    `${plans} plans; ${different} differ, ${known} more are known; ${confirmed} overlaps confirmed by refinement`,
);
console.log(`${foreignFiles().length} files of formats that graze does not read are left out`);
process.exitCode = different > 0 ? 1 : 0;
