import { isDeepStrictEqual } from 'node:util';
import { createSync } from 'graze';
import { repair, validate } from 'graze/scenario';
import { checkFinite } from './model.js';
import { checkPrintable, Finding, refusalOf } from './outcome.js';

/**
 * Scenarios that were read can be validated and repaired, and both give the same answer twice.
 *
 * @import { Scenario } from 'graze/scenario'
 */

/** Limits of one scenario for validation: its time grows with the size, and does not concern readers. */
const LIMITS = { bodies: 24, segments: 200, cells: 4096, nodes: 200, points: 200 };

/** @param {Scenario} scenario */
function isSmall({ agents, obstacles, grid, roadmap }) {
    const bodies = [...agents, ...obstacles];
    if (bodies.length > LIMITS.bodies) return false;
    let [segments, points] = [0, 0];
    for (const { motion = [], shape } of bodies) {
        segments += motion.length;
        for (const part of shape.kind === 'group' ? shape.parts : [shape]) {
            points += 'points' in part ? part.points.length : 1;
        }
    }
    return (
        segments <= LIMITS.segments &&
        points <= LIMITS.points &&
        (grid?.blocked.length ?? 0) <= LIMITS.cells &&
        (roadmap?.nodes.length ?? 0) + (roadmap?.edges.length ?? 0) <= LIMITS.nodes
    );
}

let graze = createSync();

/** Returns whether the code is one with which the checker refuses a scenario, as documented. @param {string} code */
const isKnown = (code) => code.startsWith('unsupported-');

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} run
 * @returns {Promise<T | null>} null: refused with a code
 */
async function attempt(what, run) {
    try {
        return await run();
    } catch (error) {
        graze = createSync();
        const { code, message } = refusalOf(what, error);
        if (!isKnown(code)) throw new Finding(`${what} is refused with ${code}`, message, error);
        checkPrintable(message, `a refusal of ${what}`);
        return null;
    }
}

/** @param {Scenario} scenario @param {boolean} withRepair */
export async function checkValidated(scenario, withRepair) {
    if (!isSmall(scenario)) return;
    const options = { graze, maxSuggestions: 3 };
    const result = await attempt('validate', () => validate(scenario, options));
    if (result === null) return;
    checkFinite(result, 'result', 'a result');
    for (const { message } of [...result.violations, ...result.undecided]) {
        checkPrintable(message, 'a verdict');
    }
    const used = graze.memoryUsed;
    const again = await attempt('validate', () => validate(scenario, options));
    if (!isDeepStrictEqual(result, again)) throw new Finding('validate answers otherwise again');
    if (JSON.stringify(result) !== JSON.stringify(JSON.parse(JSON.stringify(result)))) {
        throw new Finding('a result is not what its JSON says');
    }
    if (graze.memoryUsed > used)
        throw new Finding('validate keeps memory', `${graze.memoryUsed - used}`);
    if (!withRepair || scenario.agents.length > 6) return;
    const repaired = await attempt('repair', () => repair(scenario, { graze, maxIterations: 20 }));
    if (repaired?.status !== 'repaired') return;
    const { valid } = await validate(repaired.scenario, { graze, suggestDelays: false });
    if (!valid) throw new Finding('what is repaired is not valid');
}
