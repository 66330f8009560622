/**
 * Tests random and degenerate pairs of moving discs and spheres: unsafe speeds, velocity obstacles and safe velocities against
 * exact fractions. Prints a table; the exit code is 1 when an answer is wrong.
 *
 *   node tests/long/velocity.mjs [PAIRS [SEED]]    defaults: 100,000 per function and 1
 */
import { createSync } from 'graze';
import {
    checkSafeVelocity,
    checkSpeeds,
    checkVelocity,
    checkVelocityInSpace,
    generator,
    inSpace,
    KINDS,
} from '../oracle/velocity_cases.js';

const pairs = Number(process.argv[2] ?? 100_000);
const random = generator(Number(process.argv[3] ?? 1));
const g = createSync();
/** Maximum number of wrong answers that are printed in full. */
const MAX_SHOWN = 3;

/** @typedef {import('graze').MovingDisc} MovingDisc */

/** @param {typeof checkSpeeds | typeof checkVelocityInSpace | typeof checkSafeVelocity} check */
const spatial =
    (check) =>
    /** @param {import('graze').Graze} own @param {MovingDisc} s @param {MovingDisc} r */
    (own, s, r) =>
        check(own, ...inSpace(random, [s, r]), random);
const checks = {
    speeds: checkSpeeds,
    velocities: checkVelocity,
    'safe velocities': checkSafeVelocity,
    'speeds of spheres': spatial(checkSpeeds),
    'velocities of spheres': spatial(checkVelocityInSpace),
    'safe velocities of spheres': spatial(checkSafeVelocity),
};
let wrong = 0;
for (const [name, check] of Object.entries(checks)) {
    console.log(`\n${name}`);
    for (const [kind, make] of Object.entries(KINDS)) {
        /** @type {Record<string, number>} */
        const counts = {};
        let faults = 0;
        for (let k = 0; k < pairs / Object.keys(KINDS).length; k++) {
            const [s, r] = make(random);
            try {
                const verdict = String(check(g, s, r, random));
                counts[verdict] = (counts[verdict] ?? 0) + 1;
            } catch (error) {
                if (faults++ < MAX_SHOWN) console.log(String(error), JSON.stringify([s, r]));
            }
        }
        wrong += faults;
        const text = Object.entries(counts).map(([verdict, count]) => `${verdict} ${count}`);
        console.log(`  ${kind.padEnd(16)} wrong ${faults}; ${text.join(', ')}`);
    }
}
console.log(`\n${wrong} wrong`);
process.exitCode = wrong > 0 ? 1 : 0;
