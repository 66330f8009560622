import { isDeepStrictEqual } from 'node:util';
import { readScenario, writeScenario } from 'graze/scenario';
import { checkPrintable, Finding, handedOver, refusalOf } from './outcome.js';

/**
 * Scenarios that were read can be written and read again, or are refused with a code.
 *
 * @import { Agent, MotionPiece, Scenario } from 'graze/scenario'
 * @import { FilesInput } from './seeds.js'
 */

/** Length of the longest text that is read back: a plan of a few bytes may have a million steps. */
const MAX_TEXT = 300_000;

/** @param {Scenario} scenario @param {string} format @returns {Promise<{ text: string, notices: string[] } | null>} null: refused */
async function write(scenario, format) {
    try {
        const { text, notices } = await writeScenario(scenario, format);
        let whole = '';
        for (const piece of text) {
            whole += piece;
            if (whole.length > MAX_TEXT) return null;
        }
        return { text: whole, notices };
    } catch (error) {
        const { code, message } = refusalOf(`writing ${format}`, error);
        checkPrintable(message, 'a refusal to write');
        if (code === 'cannot-carry') return null;
        throw new Finding(`writing ${format} is refused with ${code}`, message, error);
    }
}

/**
 * @param {string} text
 * @param {string} format
 * @param {Scenario} scenario source of the text
 * @param {FilesInput} input
 * @returns {Promise<Scenario>}
 */
async function readBack(text, format, { agents, atGoal, sizesKnown, format: own }, { files }) {
    const plan = { name: 'written', text };
    const shape = agents[0]?.shape;
    const known = sizesKnown && shape?.kind === 'disc' ? shape.radius : undefined;
    // Logs of CCBS describe bodies, even if they are points.
    const radius = known ?? (format === 'ccbs' ? 0 : undefined);
    const isOwn = own === format;
    // A file of graze has all that was around the plan.
    const others = format === 'graze' ? {} : files;
    // An option gives the agents' size if a format has no place for it.
    const options = { format, atGoal, radius: format === 'graze' ? undefined : radius };
    try {
        return await readScenario(isOwn ? { ...handedOver(others), plan } : { plan }, options);
    } catch (error) {
        // A file without room for starts takes them from its task.
        const { code, message } = refusalOf(`reading back ${format}`, error);
        if (code === 'unknown-start' && format === 'mapf-tracker' && !isOwn) throw new NoTask();
        const place = message
            .replace(/^written:\d+:\d+: /, '')
            .replace(/\d+/g, 'n')
            .slice(0, 60);
        throw new Finding(`what is written as ${format} is not read: ${place}`, message, error);
    }
}

class NoTask extends Error {}

/** Returns the part of a scenario that graze's own format carries. @param {Scenario} scenario */
function carried({ format, notices, agents, obstacles, grid, ...rest }) {
    /** @param {MotionPiece[]} motion */
    const bare = (motion) => motion.map(({ source, ...segment }) => segment);
    return {
        ...rest,
        // The characters of a map are not written.
        grid: grid && { ...grid, terrain: undefined },
        obstacles: obstacles.map(({ motion, ...each }) => ({
            ...each,
            ...(motion && { motion: bare(motion) }),
        })),
        agents: agents.map(({ source, initialState, states, motion, ...each }) => ({
            ...each,
            motion: bare(motion),
        })),
    };
}

/** @param {readonly number[]} polynomial @param {number} t */
function valueAt(polynomial, t) {
    return polynomial.reduceRight((sum, c) => sum * t + c, 0);
}

/** Returns the place of an agent that stays before and after its motion. @param {Agent} agent @param {number} t */
function placeAt({ motion, start }, t) {
    if (motion.length === 0) return start ?? { x: 0, y: 0 };
    const segment = motion.findLast(({ t0 }) => t0 <= t) ?? motion[0];
    const { t0, t1, x, y } = segment;
    const since = Math.min(Math.max(t, t0), t1) - t0;
    return { x: valueAt(x, since), y: valueAt(y, since) };
}

/** Relative tolerance of times and places: the rounding of sums of durations. */
const SLACK = 1e-6;

/**
 * Checks that every agent is at the same place as before, in the middle and at both ends of every piece.
 *
 * @param {Scenario} before
 * @param {Scenario} after
 * @param {string} format
 */
function checkSameMotion(before, after, format) {
    if (before.agents.length !== after.agents.length) {
        throw new Finding(`${format} is read back with other agents`);
    }
    const flips = (before.axes === 'down-right') !== (after.axes === 'down-right');
    before.agents.forEach((agent, a) => {
        const other = after.agents[a];
        for (const { t0, t1 } of [...agent.motion, ...other.motion]) {
            for (const t of [t0, (t0 + t1) / 2]) {
                const [p, q] = [placeAt(agent, t), placeAt(other, t)];
                const to = flips ? { x: q.y, y: q.x } : q;
                const reach = Math.max(Math.abs(p.x), Math.abs(p.y), Math.abs(t), 1);
                const off = Math.hypot(p.x - to.x, p.y - to.y);
                if (off <= SLACK * reach) continue;
                throw new Finding(
                    `${format} is read back with another motion`,
                    `agent ${a} at ${t}: ${off}`,
                );
            }
        }
    });
}

/**
 * @param {Scenario} scenario
 * @param {FilesInput} input source of the scenario
 * @param {string} format
 */
export async function checkWritten(scenario, input, format) {
    const written = await write(scenario, format);
    if (written === null) return;
    for (const notice of written.notices) checkPrintable(notice, 'a notice of a writer');
    /** @type {Scenario} */
    let back;
    try {
        back = await readBack(written.text, format, scenario, input);
    } catch (error) {
        if (error instanceof NoTask) return;
        throw error;
    }
    checkSameMotion(scenario, back, format);
    if (format === 'graze' && !isDeepStrictEqual(carried(scenario), carried(back))) {
        const [before, after] = [carried(scenario), carried(back)];
        const odd = Object.keys(before).find(
            (key) => !isDeepStrictEqual(Object(before)[key], Object(after)[key]),
        );
        throw new Finding(`graze is read back with other ${odd}`);
    }
    await checkSettled(written.text, back, input, format);
}

/**
 * Checks that writing once more gives the same text. A reader of kei18 omits the steps in which everybody has arrived:
 * there this holds from the second time on.
 *
 * @param {string} text
 * @param {Scenario} back scenario read from it
 * @param {FilesInput} input
 * @param {string} format
 */
async function checkSettled(text, back, input, format) {
    const again = await write(back, format);
    if (again === null) throw new Finding(`${format} cannot write what it has written`);
    if (again.text === text) return;
    if (format === 'kei18' && again.text.length < text.length) {
        const settled = await readBack(again.text, format, back, input);
        return checkSettled(again.text, settled, input, format);
    }
    const where = firstDifference(text, again.text);
    throw new Finding(`${format} writes what it has written otherwise`, where);
}

/** @param {string} a @param {string} b */
function firstDifference(a, b) {
    let k = 0;
    while (k < a.length && a[k] === b[k]) k++;
    return `${JSON.stringify(a.slice(Math.max(0, k - 20), k + 40))} / ${JSON.stringify(b.slice(Math.max(0, k - 20), k + 40))}`;
}
