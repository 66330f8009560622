import { GrazeError } from 'graze';
import { isObject, refusal } from './held.js';

/**
 * A scenario as it may come from anywhere: of the model's form, its numbers finite. A NaN is less than nothing and more
 * than nothing, so that a judge would find a plan full of them valid.
 */

/** Largest number of a plan: sums, squares and products of some stay finite. */
const MOST = 1e150;

/** Coefficients of a polynomial. */
const TERMS = 6;

/** @param {unknown} value that a Scenario must be */
export function checkScenario(value) {
    const scenario = object(value, 'scenario');
    text(scenario.format, 'scenario.format');
    list(scenario.agents, 'scenario.agents', ofAgent);
    list(scenario.obstacles, 'scenario.obstacles', obstacle);
    list(scenario.notices, 'scenario.notices', text);
    optional(scenario.instance, 'scenario.instance', instance);
    nullable(scenario.grid, 'scenario.grid', grid);
    nullable(scenario.roadmap, 'scenario.roadmap', roadmap);
    const agents = /** @type {unknown[]} */ (scenario.agents).length;
    nullable(scenario.discrete, 'scenario.discrete', (one, at) => discrete(one, at, agents));
    if (typeof scenario.sized !== 'boolean') {
        throw refusal('wrong-type', 'scenario.sized', 'true or false', scenario.sized);
    }
    choice(scenario.beforeStart, 'scenario.beforeStart', ['stay', 'vanish']);
    choice(scenario.atGoal, 'scenario.atGoal', ['stay', 'vanish']);
    choice(scenario.domain, 'scenario.domain', ['agents', 'driving']);
    choice(scenario.axes, 'scenario.axes', ['right-up', 'right-down', 'down-right']);
    nullable(scenario.speedLimit, 'scenario.speedLimit', size);
    nullable(scenario.timeStep, 'scenario.timeStep', size);
}

/**
 * @param {unknown} value
 * @param {string} at
 */
function object(value, at) {
    if (!isObject(value)) throw refusal('wrong-type', at, 'an object', value);
    return value;
}

/** @param {unknown} value @param {string} at */
function text(value, at) {
    if (typeof value !== 'string') throw refusal('wrong-type', at, 'text', value);
}

/** @param {unknown} value @param {string} at */
function instance(value, at) {
    const record = object(value, at);
    for (const key of ['map', 'type', 'number']) text(record[key], `${at}.${key}`);
}

/** @param {unknown} value @param {string} at @param {readonly string[]} known */
function choice(value, at, known) {
    if (known.includes(/** @type {string} */ (value))) return;
    throw refusal('unknown-option', at, `one of ${known.join(', ')}`, value);
}

/** @param {unknown} value */
function isSound(value) {
    return typeof value === 'number' && value >= -MOST && value <= MOST;
}

/** @param {unknown} value @param {string} at */
function number(value, at) {
    if (isSound(value)) return;
    if (typeof value !== 'number') throw refusal('wrong-type', at, 'a number', value);
    if (!Number.isFinite(value)) throw refusal('not-finite', at, 'finite', value);
    throw refusal('out-of-range', at, `from ${-MOST} to ${MOST}`, value);
}

/** @param {unknown} value @param {string} at */
function size(value, at) {
    number(value, at);
    if (/** @type {number} */ (value) < 0) throw refusal('out-of-range', at, 'at least 0', value);
}

/**
 * @param {unknown} value null where there is none
 * @param {string} at
 * @param {(value: unknown, at: string) => void} check
 */
function nullable(value, at, check) {
    if (value !== null) check(value, at);
}

/**
 * @param {unknown} value undefined where there is none
 * @param {string} at
 * @param {(value: unknown, at: string) => void} check
 */
function optional(value, at, check) {
    if (value !== undefined) check(value, at);
}

/**
 * @param {unknown} values
 * @param {string} at
 * @param {(value: unknown, at: string, k: number) => void} check
 */
function list(values, at, check) {
    if (!Array.isArray(values)) throw refusal('wrong-type', at, 'an array', values);
    for (let k = 0; k < values.length; k++) check(values[k], `${at}[${k}]`, k);
}

/** @param {readonly string[]} keys @returns {(value: unknown, at: string) => void} */
const numbersOf = (keys) => (value, at) => {
    const record = object(value, at);
    for (const key of keys) number(record[key], `${at}.${key}`);
};

const point = numbersOf(['x', 'y']);
const pose = numbersOf(['x', 'y', 'angle']);
const state = numbersOf(['t', 'x', 'y', 'heading', 'speed']);

/** @param {unknown} value @param {string} at */
function pair(value, at) {
    if (!Array.isArray(value) || value.length !== 2) {
        throw refusal('wrong-type', at, 'two numbers', value);
    }
    number(value[0], `${at}[0]`);
    number(value[1], `${at}[1]`);
}

/** @param {unknown} value @param {string} at */
function part(value, at) {
    const { kind, points, radius } = object(value, at);
    if (kind !== 'disc' && kind !== 'polygon') {
        throw refusal('unsupported-body', `${at}.kind`, 'disc or polygon', kind);
    }
    if (typeof radius !== 'number') {
        throw refusal('wrong-type', `${at}.radius`, 'a number', radius);
    }
    if (!(radius >= 0 && radius <= MOST)) {
        throw refusal('out-of-range', `${at}.radius`, 'finite and at least 0', radius);
    }
    if (kind === 'disc') return;
    list(points, `${at}.points`, pair);
    if (/** @type {unknown[]} */ (points).length > 0) return;
    throw refusal('too-few-points', `${at}.points`, 'at least one point', points);
}

/** @param {unknown} value @param {string} at */
function body(value, at) {
    const { kind, parts } = object(value, at);
    if (kind !== 'group') return part(value, at);
    list(parts, `${at}.parts`, part);
    if (/** @type {unknown[]} */ (parts).length > 0) return;
    throw refusal('unsupported-body', `${at}.parts`, 'at least one part', parts);
}

/** @param {unknown} value */
function isPolynomial(value) {
    if (!Array.isArray(value) || value.length < 1 || value.length > TERMS) return false;
    for (let k = 0; k < value.length; k++) if (!isSound(value[k])) return false;
    return true;
}

/** @param {unknown} value @param {string} at */
function polynomial(value, at) {
    if (isPolynomial(value)) return;
    if (!Array.isArray(value)) throw refusal('wrong-type', at, 'an array of numbers', value);
    if (value.length < 1 || value.length > TERMS) {
        throw refusal('unsupported-motion', at, `an array of 1 to ${TERMS} numbers`, value);
    }
    value.forEach((one, k) => {
        number(one, `${at}[${k}]`);
    });
    // A hole, which forEach passes over.
    throw refusal('wrong-type', at, 'an array without holes', value);
}

/**
 * A plan may have a million of them: what is sound is told without names.
 *
 * @param {unknown} value
 * @param {string} at
 */
function motion(value, at) {
    if (!Array.isArray(value)) throw refusal('wrong-type', at, 'an array', value);
    let reached = -Infinity;
    for (let k = 0; k < value.length; k++) {
        const one = value[k];
        const is = isObject(one) && isSound(one.t0) && isSound(one.t1) && one.end === undefined;
        const isTurned = is && (one.theta === undefined || isPolynomial(one.theta));
        const isWhole = isTurned && isPolynomial(one.x) && isPolynomial(one.y);
        if (!isWhole) segment(one, `${at}[${k}]`);
        const { t0, t1 } = /** @type {{ t0: number, t1: number }} */ (one);
        if (t1 < t0) throw refusal('out-of-order', `${at}[${k}].t1`, `at least t0 (${t0})`, t1);
        if (t0 < reached) {
            const expected = `at least the t0 of the one before (${reached})`;
            throw refusal('out-of-order', `${at}[${k}].t0`, expected, t0);
        }
        reached = t0;
    }
}

/** @param {unknown} value @param {string} at */
function segment(value, at) {
    const { t0, t1, x, y, theta, end } = object(value, at);
    number(t0, `${at}.t0`);
    number(t1, `${at}.t1`);
    polynomial(x, `${at}.x`);
    polynomial(y, `${at}.y`);
    if (theta !== undefined) polynomial(theta, `${at}.theta`);
    optional(end, `${at}.end`, point);
}

/** @param {unknown} value @param {string} at */
function beginning(value, at) {
    const given = object(value, at);
    for (const key of ['t', 'x', 'y']) number(given[key], `${at}.${key}`);
    nullable(given.heading, `${at}.heading`, number);
    nullable(given.speed, `${at}.speed`, number);
    numbersOf(['position', 'heading', 'speed'])(given.within, `${at}.within`);
}

/** @param {unknown} value @param {string} at */
function region(value, at) {
    const { area, ...rest } = object(value, at);
    nullable(area, `${at}.area`, body);
    for (const key of ['time', 'heading', 'speed']) {
        nullable(rest[key], `${at}.${key}`, pair);
    }
}

/** @param {unknown} value @param {string} at */
function agent(value, at) {
    const given = object(value, at);
    text(given.name, `${at}.name`);
    body(given.shape, `${at}.shape`);
    nullable(given.start, `${at}.start`, point);
    nullable(given.goal, `${at}.goal`, point);
    motion(given.motion, `${at}.motion`);
    optional(given.beginning, `${at}.beginning`, beginning);
    optional(given.goals, `${at}.goals`, (goals, where) => list(goals, where, region));
    optional(given.states, `${at}.states`, (states, where) => list(states, where, state));
}

/** @param {unknown} value @param {string} at @param {number} k */
function ofAgent(value, at, k) {
    try {
        agent(value, at);
    } catch (error) {
        if (error instanceof GrazeError) error.index = k;
        throw error;
    }
}

/** @param {unknown} value @param {string} at */
function obstacle(value, at) {
    const given = object(value, at);
    text(given.name, `${at}.name`);
    body(given.shape, `${at}.shape`);
    pose(given.pose, `${at}.pose`);
    optional(given.motion, `${at}.motion`, motion);
}

/** @param {unknown} value @param {string} at */
function grid(value, at) {
    const { nx, ny, blocked } = object(value, at);
    for (const [key, count] of Object.entries({ nx, ny })) {
        if (Number.isSafeInteger(count) && /** @type {number} */ (count) >= 0) continue;
        throw refusal('out-of-range', `${at}.${key}`, 'a whole number from 0', count);
    }
    const cells = /** @type {number} */ (nx) * /** @type {number} */ (ny);
    if (blocked instanceof Uint8Array && blocked.length === cells) return;
    throw refusal('wrong-type', `${at}.blocked`, `a Uint8Array of ${cells}`, blocked);
}

/** @param {unknown} value @param {string} at */
function roadmap(value, at) {
    const { nodes, edges } = object(value, at);
    list(nodes, `${at}.nodes`, point);
    const { length } = /** @type {unknown[]} */ (nodes);
    list(edges, `${at}.edges`, (edge, where) => {
        pair(edge, where);
        for (const end of /** @type {number[]} */ (edge)) {
            if (Number.isInteger(end) && end >= 0 && end < length) continue;
            throw refusal('out-of-range', where, `numbers of two of ${length} nodes`, end);
        }
    });
}

/** @param {unknown} value @param {string} at @param {number} agents */
function discrete(value, at, agents) {
    const given = object(value, at);
    for (const key of ['cells', 'wanted']) {
        const tracks = given[key];
        if (key === 'wanted' && tracks === null) continue;
        if (Array.isArray(tracks) && tracks.length === agents) {
            const odd = tracks.findIndex((track) => !(track instanceof Int32Array));
            if (odd < 0) continue;
            throw refusal('wrong-type', `${at}.${key}[${odd}]`, 'an Int32Array', tracks[odd]);
        }
        throw refusal('wrong-type', `${at}.${key}`, `an array of ${agents}`, tracks);
    }
}
