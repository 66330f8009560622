/**
 * Tests delays in recorded traffic: no pair of bodies is left undecided, and every claim of `validate` and `repair`
 * about delays holds against all delays in whole steps, by samples and bounds that share no code with the package
 * (`oracle/claim_oracle.js`). Uses each file unchanged, and pairs from it that are shifted until they collide. Prints a
 * table; the exit code is 1 when a claim is wrong or a pair undecided. Reads ../shared/data/real/crime, and reports if
 * it is not there.
 *
 *   node tests/long/repairs.mjs [PAIRS [SEED]]    shifted pairs per file; defaults: 20 and 1
 */
import { existsSync, readdirSync } from 'node:fs';
import { createSync } from 'graze';
import { readScenario, repair, validate } from 'graze/scenario';
import { ContactPolicy } from '../../js/scenario/checks/contact_policy.js';
import { timeSpan } from '../../js/scenario/checks/disc_records.js';
import { planeGeometry } from '../../js/scenario/checks/geometry.js';
import { MotionDelays } from '../../js/scenario/delays/motion_delays.js';
import { inShared, randomNumbers, sourceFile } from '../helpers.js';
import { Claims, checkMends, checkRepair } from '../oracle/claim_oracle.js';

/** @import { Agent, Scenario } from 'graze/scenario' */

const most = Number(process.argv[2] ?? 20);
const random = randomNumbers(Number(process.argv[3] ?? 1));
const folder = inShared('real/crime/');

/** Maximum number of wrong claims of one file that are printed. */
const MAX_SHOWN = 5;

const HEADS = [
    ...[
        'queried',
        'undecided',
        'conflicting',
        'slowest ms',
        'minimum',
        'sufficient',
        'none',
        'least total',
    ],
    ...['repaired', 'in order', 'impossible', 'gave-up', 'checked', 'unchecked', 'wrong', 's'],
];

/** Instance that counts its searches for delays, and the undecided ones. */
const graze = createSync();
const { unsafeMotionDelays } = graze;
let [queried, undecided, slowest] = [0, 0, 0];
/** @type {typeof unsafeMotionDelays} */
graze.unsafeMotionDelays = (a, b, motionA, motionB, options) => {
    const begin = performance.now();
    const found = unsafeMotionDelays.call(graze, a, b, motionA, motionB, options);
    slowest = Math.max(slowest, performance.now() - begin);
    queried++;
    if (found.some(({ status }) => status === 'undecided')) undecided++;
    return found;
};

/**
 * Returns the pairs with conflicting delays, among all moving bodies.
 *
 * @param {Scenario} scenario
 * @param {string} file
 */
function conflictingPairs(scenario, file) {
    const { agents, obstacles } = scenario;
    const effort = { spend() {} };
    const policy = new ContactPolicy('allowed', undefined, Infinity);
    const { begin } = timeSpan(scenario);
    const delays = new MotionDelays(planeGeometry(graze), scenario, begin, policy, effort);
    /** @type {[a: number, other: { agent: number } | { obstacle: number }, lo: number, hi: number][]} */
    const found = [];
    try {
        for (let a = 0; a < agents.length; a++) {
            const others = [
                ...agents.flatMap((_, agent) => (agent > a ? [{ agent }] : [])),
                ...obstacles.flatMap(({ motion }, obstacle) =>
                    motion?.length ? [{ obstacle }] : [],
                ),
            ];
            for (const other of others) {
                const before = undecided;
                const spans = delays.findSpans(a, other);
                if (undecided > before) {
                    console.log(`${file}: undecided: agent ${a}, ${JSON.stringify(other)}`, spans);
                }
                for (const { lo, hi } of spans) found.push([a, other, lo, hi]);
            }
        }
    } finally {
        delays.free();
    }
    return found;
}

/** @param {Agent} agent @param {number} delay @returns {Agent} */
function later({ motion, ...rest }, delay) {
    const moved = motion.map((each) => ({ ...each, t0: each.t0 + delay, t1: each.t1 + delay }));
    return { ...rest, motion: moved };
}

/**
 * Returns two bodies of a plan, with the first delayed so much that they collide.
 *
 * @param {Scenario} scenario
 * @param {ReturnType<typeof conflictingPairs>[number]} pair
 * @returns {Scenario}
 */
function collision(scenario, [a, other, lo, hi]) {
    const step = scenario.timeStep ?? 1;
    const steps = Math.round((lo + (hi - lo) * random()) / step);
    // No body begins before 0: the other one is delayed instead.
    const [first, second] = steps < 0 ? [0, -steps * step] : [steps * step, 0];
    const agent = later(scenario.agents[a], first);
    if ('agent' in other) {
        const agents = [agent, later(scenario.agents[other.agent], second)];
        return { ...scenario, agents, obstacles: [] };
    }
    const { motion = [], ...rest } = scenario.obstacles[other.obstacle];
    const moved = motion.map((each) => ({ ...each, t0: each.t0 + second, t1: each.t1 + second }));
    return { ...scenario, agents: [agent], obstacles: [{ ...rest, motion: moved }] };
}

/** Returns the bodies of a collision as they are in the file. @param {Scenario} scenario @param {Scenario} made */
function asBefore(scenario, made) {
    const own = new Map(scenario.agents.map((agent) => [agent.name, agent]));
    return { ...made, agents: made.agents.map((agent) => own.get(agent.name) ?? agent) };
}

/**
 * @param {Scenario} scenario
 * @param {Claims} claims
 * @param {Record<string, number>} row
 * @param {Scenario} [reference] the same bodies, not shifted
 */
async function check(scenario, claims, row, reference) {
    const result = await validate(scenario, { graze });
    checkMends(scenario, result, claims);
    const made = await repair(scenario, { graze, reference });
    if (made.referenceTotalDelay !== null) row['in order']++;
    checkRepair(scenario, made, claims);
    for (const { suggestionStatus } of result.violations)
        if (suggestionStatus) row[suggestionStatus]++;
    if (made.outcome === 'gave-up') console.log(made.reason);
    if (made.status !== 'valid') row[made.outcome === 'optimal' ? 'least total' : made.outcome]++;
}

/** @param {string} name @returns {Promise<Record<string, number>>} */
async function examine(name) {
    const begin = performance.now();
    [queried, undecided, slowest] = [0, 0, 0];
    const claims = new Claims();
    const row = Object.fromEntries(HEADS.map((head) => [head, 0]));
    const scenario = await readScenario({ plan: sourceFile(`${folder}${name}`, name) });
    const pairs = conflictingPairs(scenario, name);
    row.queried = queried;
    row.conflicting = pairs.length;
    await check(scenario, claims, row);
    const count = Math.min(most, pairs.length);
    for (let k = 0; k < count; k++) {
        // The chosen pairs are evenly spread.
        const pair = pairs[Math.floor(((k + random()) * pairs.length) / count)];
        const made = collision(scenario, pair);
        await check(made, claims, row, asBefore(scenario, made));
    }
    row.undecided += undecided;
    row['slowest ms'] = Math.round(slowest);
    row.checked = claims.checked;
    row.unchecked = claims.unchecked;
    row.wrong = claims.faults.length;
    row.s = Math.round((performance.now() - begin) / 1000);
    for (const fault of claims.faults.slice(0, MAX_SHOWN)) console.log(`${name}: ${fault}`);
    return row;
}

if (existsSync(folder)) {
    /** @type {Record<string, Record<string, number>>} */
    const table = {};
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.xml'))) {
        table[name.replace('.xml', '')] = await examine(name);
    }
    console.table(table);
    const rows = Object.values(table);
    const [wrong, open] = ['wrong', 'undecided'].map((head) =>
        rows.reduce((sum, row) => sum + row[head], 0),
    );
    console.log(`${rows.length} files: ${wrong} wrong claims, ${open} undecided`);
    process.exitCode = wrong + open > 0 || rows.length === 0 ? 1 : 0;
} else {
    console.log('skipped: ../shared/data/real/crime is not there');
}
