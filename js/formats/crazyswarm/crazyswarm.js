import { formatValue, GrazeError, toPrintable } from '#internal';
import { valueAt } from '../../scenario/model/polynomial.js';
import { blankScenario } from '../../scenario/model/scenario.js';
import { checkCount } from '../bodies/poses.js';
import { detectTrajectory } from '../detection/detection.js';
import { readCsv } from '../text/csv.js';
import {
    FILE_START,
    InputError,
    noticeAt,
    parseNumber,
    peek,
    refuseFiles,
    withoutText,
} from '../text/source.js';
import { checkKeys, readYaml, requireEntry } from '../text/yaml_file.js';

/**
 * Reads trajectories of Crazyswarm: pieces of degree 7 in x, y, z and yaw, a file for each drone, and swarms, which are lists of
 * such files in YAML or JSON.
 *
 * @import { Node } from 'yaml'
 * @import { ReadRequest } from '../index.js'
 * @import { Entry, YamlFile } from '../text/yaml_file.js'
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Agent, MotionPiece, Scenario, SourcePosition } from '../../scenario/model/scenario.js'
 *
 * A row of a trajectory. Each axis has the coefficients of a polynomial in the time since the piece began.
 *
 * @typedef {object} Row
 * @property {number} duration
 * @property {number[][]} axes coefficients of x, y, z and yaw
 * @property {number} decimals number of decimals of its numbers, the most that one of them has
 * @property {SourcePosition} position
 *
 * A drone of a swarm.
 *
 * @typedef {object} Drone
 * @property {string} name
 * @property {string} trajectory name of its file
 * @property {number[]} origin x, y, z of the point to which the trajectory's positions are relative
 * @property {number} start time at which the trajectory begins
 * @property {number | undefined} radius
 * @property {SourcePosition} source
 */

const AXES = Object.freeze(['x', 'y', 'z', 'yaw']);

/** Number of coefficients of an axis. */
const COEFFICIENTS = 8;

const COLUMNS = Object.freeze([
    'duration',
    ...AXES.flatMap((axis) => Array.from({ length: COEFFICIENTS }, (_, k) => `${axis}^${k}`)),
]);

/** Numbers of a trajectory are at most so large, so that their powers do not overflow. */
const RANGE = Object.freeze({ max: 1e15 });

/** Durations and times, whose seventh powers do not overflow. */
const TIMES = Object.freeze({ max: 1e9 });

/** Gap between two pieces that is left, relative to the positions: the rounding of doubles. */
const NEGLIGIBLE = 2 ** -41;

/**
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, footprint, atGoal, findTrajectory }) {
    refuseFiles(files, ['map', 'task', 'config'], 'a trajectory of Crazyswarm', true);
    const { head, file: plan } = await peek(files.plan);
    const place = withoutText(plan);
    if (footprint !== undefined) {
        const text = 'a footprint (--footprint) must not be given: drones are spheres (--radius)';
        throw new InputError('unused-file', place, FILE_START, text);
    }
    /** @type {UsedFiles} */
    const used = { pieces: 0, rounding: 0, notices: [] };
    /** @type {Agent[]} */
    const agents = [];
    if (detectTrajectory(head)) {
        const source = { line: 1, column: 1 };
        const [origin, start] = [[0, 0, 0], 0];
        const drone = {
            name: '0',
            trajectory: plan.name,
            origin,
            start,
            radius: undefined,
            source,
        };
        agents.push(makeAgent(drone, await readTrajectory(plan), radius, place, used));
    } else {
        const { drones, radius: common } = await readSwarm(plan);
        /** @type {Map<string, Trajectory>} */
        const trajectories = new Map();
        for (const drone of drones) {
            const { trajectory: name, source } = drone;
            const trajectory =
                trajectories.get(name) ??
                (await readTrajectory(await open(place, source, name, plan, findTrajectory)));
            trajectories.set(name, trajectory);
            agents.push(
                makeAgent(drone, trajectory, radius ?? drone.radius ?? common, place, used),
            );
        }
    }
    return {
        ...blankScenario('crazyswarm'),
        agents,
        atGoal: atGoal ?? 'stay',
        notices: noticesOf(place, used),
    };
}

/** @typedef {{ pieces: number, rounding: number, notices: string[] }} UsedFiles */

/** @param {CheckedFile} file @param {UsedFiles} used */
function noticesOf(file, { rounding, notices }) {
    if (rounding === 0) return notices;
    const text = `ends of pieces are moved by up to ${Number(rounding.toPrecision(2))}, within the rounding of the file's numbers, so that each piece begins where the one before ends`;
    return [...notices, noticeAt(file, FILE_START, text)];
}

/**
 * @param {CheckedFile} file
 * @param {SourcePosition} position of the drone that names it
 * @param {string} name
 * @param {SourceFile} plan
 * @param {ReadRequest['findTrajectory']} find
 * @returns {Promise<SourceFile>}
 */
async function open(file, position, name, plan, find) {
    if (find === undefined) {
        const text = `the trajectory ${formatValue(name)} must be given (findTrajectory)`;
        throw new InputError('missing-trajectory', file, position, text, name);
    }
    const found = await find(name).catch((error) => {
        if (!(error instanceof InputError && error.code === 'unreadable')) throw error;
        const text = `the trajectory ${formatValue(name)} must be readable: ${error.file}: ${error.text}`;
        throw new InputError('missing-trajectory', file, position, text, name);
    });
    return { ...found, limits: { ...found.limits, ...plan.limits } };
}

/**
 * Reads a swarm.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ drones: Drone[], radius: number | undefined }>}
 */
async function readSwarm(source) {
    const yaml = await readYaml(source);
    const label = 'a swarm';
    const entries = yaml.requireMap(yaml.root, label);
    checkKeys(yaml, entries, label, ['radius', 'drones']);
    const list = requireEntry(yaml, entries, 'drones', label, FILE_START);
    const items = yaml.requireList(list.value, 'drones', list.position);
    if (items.length === 0) {
        throw new InputError('no-agents', yaml.file, list.position, 'there are no drones');
    }
    const drones = items.map((item, k) => readDrone(yaml, item, k, list.position));
    checkNames(yaml.file, drones);
    return { drones, radius: readRadius(yaml, entries.get('radius')) };
}

/**
 * @param {YamlFile} yaml
 * @param {Node} item
 * @param {number} number
 * @param {SourcePosition} fallback
 * @returns {Drone}
 */
function readDrone(yaml, item, number, fallback) {
    const source = yaml.position(item, fallback);
    checkCount(yaml.file, source, number + 1, 'agents', 'drones');
    const label = 'a drone';
    const entries = yaml.requireMap(item, label, source);
    checkKeys(yaml, entries, label, ['name', 'trajectory', 'position', 'start', 'radius']);
    /** @param {Entry | undefined} entry @param {string} name */
    const text = (entry, name) => entry && yaml.requireText(entry.value, name, entry.position);
    const trajectory = requireEntry(yaml, entries, 'trajectory', label, source);
    const start = entries.get('start');
    return {
        name: text(entries.get('name'), 'name') ?? `${number}`,
        trajectory: /** @type {string} */ (text(trajectory, 'trajectory')),
        origin: readOrigin(yaml, entries.get('position')),
        start:
            start === undefined ? 0 : readNumber(yaml, start.value, 'start', start.position, TIMES),
        radius: readRadius(yaml, entries.get('radius')),
        source,
    };
}

/** Refuses two drones of one name. @param {CheckedFile} file @param {Drone[]} drones */
function checkNames(file, drones) {
    /** @type {Set<string>} */
    const names = new Set();
    for (const { name, source } of drones) {
        if (names.has(name)) {
            const text = `there are two drones ${formatValue(name)}`;
            throw new InputError('duplicate-id', file, source, text, name);
        }
        names.add(name);
    }
}

/** @param {YamlFile} yaml @param {Entry | undefined} entry */
function readOrigin(yaml, entry) {
    if (entry === undefined) return [0, 0, 0];
    const { value, position } = entry;
    const items = yaml.requireList(value, 'position', position);
    if (items.length === AXES.length - 1) {
        return items.map((item) => readNumber(yaml, item, 'a coordinate', position, RANGE));
    }
    const text = `position must be [x, y, z], got ${items.length} values`;
    throw new InputError('wrong-length', yaml.file, yaml.position(value, position), text);
}

/** @param {YamlFile} yaml @param {Entry | undefined} entry */
function readRadius(yaml, entry) {
    if (entry === undefined) return undefined;
    return readNumber(yaml, entry.value, 'radius', entry.position, { min: 0, ...RANGE });
}

/**
 * @param {YamlFile} yaml
 * @param {Node | null} node
 * @param {string} label
 * @param {SourcePosition} fallback
 * @param {{ min?: number, max: number }} range
 */
function readNumber(yaml, node, label, fallback, range) {
    const text = yaml.requireText(node, label, fallback);
    return parseNumber(yaml.file, yaml.position(node, fallback), label, text, range);
}

/** @typedef {{ file: CheckedFile, rows: Row[] }} Trajectory */

/**
 * Reads a trajectory.
 *
 * @param {SourceFile} source
 * @returns {Promise<Trajectory>}
 */
async function readTrajectory(source) {
    const { file, rows } = await readCsv(source);
    const [header, ...others] = rows;
    if (header === undefined || !detectTrajectory(header.fields.join(','))) {
        const text = `expected the header ${COLUMNS.slice(0, 3).join(',')},…, got ${formatValue(header?.fields.join(',') ?? '')}`;
        throw new InputError('bad-header', file, header?.positions[0] ?? FILE_START, text);
    }
    const names = withoutEmptyEnd(header.fields);
    const wrong = COLUMNS.findIndex((column, k) => names[k] !== column);
    if (wrong >= 0 || names.length > COLUMNS.length) {
        const k = wrong >= 0 ? wrong : COLUMNS.length;
        const expected = COLUMNS[k] ?? 'no more columns';
        const text = `column ${k + 1} must be ${expected}, got ${formatValue(names[k] ?? '')}`;
        throw new InputError('bad-header', file, header.positions[k] ?? FILE_START, text);
    }
    if (others.length === 0) {
        const text = 'the trajectory has no pieces';
        throw new InputError('no-plan', file, header.positions[0], text);
    }
    return { file, rows: others.map((row) => readRow(file, row)) };
}

/** Returns the fields without blanks around them and without empty ones at the end. @param {string[]} fields */
function withoutEmptyEnd(fields) {
    const names = fields.map((name) => name.trim());
    while (names.length > 0 && names[names.length - 1] === '') names.pop();
    return names;
}

/** @param {CheckedFile} file @param {import('../text/csv.js').Row} row @returns {Row} */
function readRow(file, { fields, positions }) {
    const texts = withoutEmptyEnd(fields);
    const [position] = positions;
    if (texts.length !== COLUMNS.length) {
        const text = `a piece must have ${COLUMNS.length} numbers, got ${texts.length}`;
        throw new InputError('bad-line', file, position, text);
    }
    const duration = parseNumber(file, position, 'the duration', texts[0], { min: 0, ...TIMES });
    if (duration === 0) {
        throw new InputError('zero-duration', file, position, 'the duration must be above 0');
    }
    const axes = AXES.map((_, axis) =>
        Array.from({ length: COEFFICIENTS }, (_, k) => {
            const at = 1 + axis * COEFFICIENTS + k;
            return parseNumber(file, positions[at], COLUMNS[at], texts[at], RANGE);
        }),
    );
    const decimals = Math.max(...texts.map(countDecimals));
    return { duration, axes, decimals, position };
}

/** Returns the number of decimals of a number. @param {string} text one that `parseNumber` accepts */
function countDecimals(text) {
    const [mantissa, exponent = '0'] = text.toLowerCase().split('e');
    const point = mantissa.indexOf('.');
    return (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent);
}

/**
 * Makes the agent of a drone.
 *
 * @param {Drone} drone
 * @param {Trajectory} trajectory
 * @param {number | undefined} radius
 * @param {CheckedFile} plan
 * @param {UsedFiles} used
 * @returns {Agent}
 */
function makeAgent({ name, origin, start, source }, { file, rows }, radius, plan, used) {
    if (radius === undefined) {
        const drone = `${toPrintable(plan.name)}:${source.line}: drone ${toPrintable(name)}`;
        const text = `${drone} has no size: give the radius of the drones (--radius), or radius in a swarm`;
        throw new GrazeError('radius-unknown', text, { argument: 'radius' });
    }
    used.pieces += rows.length;
    checkCount(file, rows[rows.length - 1].position, used.pieces, 'pieces', 'pieces');
    /** @type {MotionPiece[]} */
    const motion = [];
    // Programs write all numbers of a file with the same decimals, or else with as many as each needs.
    const rounding = 0.5 * 10 ** -Math.max(...rows.map(({ decimals }) => decimals));
    let t0 = start;
    for (const [k, row] of rows.entries()) {
        const t1 = t0 + row.duration;
        const [x, y, z] = origin.map((offset, axis) => {
            const polynomial = joined(row, rows[k + 1], axis, rounding, used);
            return trimmed([polynomial[0] + offset, ...polynomial.slice(1)]);
        });
        const yaw = trimmed(row.axes[3]);
        const isTurning = yaw.length > 1 || yaw[0] !== 0;
        motion.push({ t0, t1, x, y, z, ...(isTurning && { angle: yaw }), source: row.position });
        t0 = t1;
    }
    const shape = /** @type {const} */ ({ kind: 'sphere', radius });
    return { name, shape, start: null, goal: null, motion, source };
}

/** Returns a polynomial without coefficients of 0 at its end. @param {number[]} polynomial */
function trimmed(polynomial) {
    let { length } = polynomial;
    while (length > 1 && polynomial[length - 1] === 0) length--;
    return polynomial.slice(0, length);
}

/**
 * Returns the coefficients of an axis, such that the piece ends where the next one begins, if its numbers may be those of such a
 * piece, each rounded by at most e. With T the duration, the end c_0 + c_1 T + ... + c_7 T^7 and the beginning of the next piece
 * differ by at most e (2 + T^j + ...) then, with the powers j from 1 on whose c_j is not 0, or 1 alone if all are. The difference
 * is divided by the sum of these T^j and added to each of these c_j, so that the beginning stays.
 *
 * @param {Row} row
 * @param {Row | undefined} next
 * @param {number} axis
 * @param {number} rounding the largest error e
 * @param {UsedFiles} used
 * @returns {number[]}
 */
function joined({ axes, duration }, next, axis, rounding, used) {
    const polynomial = axes[axis];
    if (next === undefined) return polynomial;
    const isStill = trimmed(polynomial).length === 1;
    const shares = polynomial.map((c, k) => {
        const isChanged = k > 0 && (isStill ? k === 1 : c !== 0);
        return isChanged ? duration ** k : 0;
    });
    const spread = shares.reduce((sum, share) => sum + share, 0);
    const [end, begin] = [valueAt(polynomial, duration), next.axes[axis][0]];
    const gap = begin - end;
    const isNegligible = Math.abs(gap) <= NEGLIGIBLE * (Math.abs(end) + Math.abs(begin));
    // The sum of the bound and the values is rounded.
    const largest = rounding * (2 + spread) * (1 + NEGLIGIBLE) + NEGLIGIBLE * Math.abs(end);
    if (isNegligible || !(Math.abs(gap) <= largest)) return polynomial;
    used.rounding = Math.max(used.rounding, Math.abs(gap));
    return polynomial.map((c, k) => (shares[k] === 0 ? c : c + gap / spread));
}
