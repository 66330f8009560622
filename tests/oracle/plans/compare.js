import { spawnSync } from 'node:child_process';
import { inRepository } from '../../helpers.js';

/** Runs the program and the independent checker (`plans`, Python) on the same files, and compares what they find. */

/**
 * @typedef {object} Files
 * @property {string} plan
 * @property {string} [map]
 * @property {string} [task]
 * @property {string} [config]
 * @property {number} [radius]
 * @property {'row' | 'column'} [axes] the first number of a place in a file of paths, for the checker
 * @property {string} [format] for the program
 */

/**
 * @typedef {object} Violation a violation of either side; times and depths may be left out
 * @property {string} kind
 * @property {number[]} agents
 * @property {string[]} [names]
 * @property {string} [obstacle]
 * @property {number} [time]
 * @property {number | null} [end]
 * @property {number | null} [depth]
 * @property {boolean} [compound] the depth depends on how bodies are cut into convex parts
 * @property {string} [met] kind of the conflict in cells that an overlap contains
 */

/**
 * @typedef {object} Finding of one plan
 * @property {boolean} [valid]
 * @property {string} [error] a code
 * @property {string} [message]
 * @property {string} [format]
 * @property {number} [agents]
 * @property {string[]} [names]
 * @property {number} [steps]
 * @property {Record<string, number>} [counts]
 * @property {Violation[]} [violations]
 * @property {Violation[]} [near]
 * @property {{ distance: number, time: number, compound?: boolean } | null} [least] distance of two agents
 * @property {{ distance: number } | null} [least_to_obstacles]
 */

/**
 * @typedef {object} Difference
 * @property {'both' | 'only graze' | 'only checker'} side
 * @property {string} where
 * @property {string} what
 * @property {Violation} [violation]
 */

const ORACLE = inRepository('tests/oracle');
const MAIN = inRepository('js/cli/main.js');

/** The reason to skip, or false. */
export const needsPython =
    spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0
        ? /** @type {const} */ (false)
        : 'python3 (3.8 or later) is not here';

/** @param {Files} files @param {string[]} names */
function flagsOf(files, names) {
    return names.flatMap((name) => {
        const value = /** @type {Record<string, unknown>} */ (files)[name];
        return value === undefined ? [] : [`--${name}`, String(value)];
    });
}

/**
 * Returns what the independent checker finds: for each file one entry per plan in it.
 *
 * @param {Files} files the plan of which is not used
 * @param {string[]} plans
 * @param {string[]} [more] options
 * @returns {(Finding & { probe?: { separation: number, time: number } })[][]}
 */
function checkByOracle(files, plans, more = []) {
    const flags = flagsOf(files, ['map', 'task', 'config', 'radius', 'axes']);
    const run = spawnSync('python3', ['-m', 'plans', ...plans, ...flags, ...more], {
        cwd: ORACLE,
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    if (run.status !== 0)
        throw new Error(`the checker ended with ${run.status}: ${run.stderr.slice(-2000)}`);
    return JSON.parse(run.stdout).map(
        (/** @type {{ results: Finding[] }} */ { results }) => results,
    );
}

/**
 * Returns what the program finds: for each file one entry per plan in it.
 *
 * @param {Files} files the plan of which is not used
 * @param {string[]} plans
 * @param {string[]} more options
 * @returns {Finding[][]}
 */
function checkByProgram(files, plans, more) {
    const flags = flagsOf(files, ['map', 'task', 'config', 'radius', 'format']);
    const args = [
        MAIN,
        'validate',
        '--report',
        'json',
        '--no-suggest-delays',
        ...plans,
        ...flags,
        ...more,
    ];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
    if (run.stdout === '') {
        return plans.map(() => [{ error: `exit ${run.status}`, message: run.stderr.trim() }]);
    }
    /** @type {any[]} */
    const results = JSON.parse(run.stdout).results;
    return plans.map((plan) => results.filter(({ file }) => file === plan).map(fromReport));
}

/**
 * Brings one result of the json report into the checker's form.
 *
 * @param {any} result
 * @returns {Finding}
 */
function fromReport(result) {
    if (result.error !== undefined)
        return { error: result.error.code, message: result.error.message };
    const clearance = result.clearance;
    return {
        valid: result.valid,
        format: result.format,
        agents: result.agents,
        least: clearance === null ? null : { distance: clearance.distance, time: clearance.time },
        violations: result.violations.map((/** @type {any} */ violation) => ({
            kind: violation.kind,
            agents: violation.agents,
            names: violation.names,
            obstacle: obstacleOf(violation),
            time: violation.interval?.[0],
            end: violation.lasting === true ? null : violation.interval?.[1],
            depth: violation.depth,
        })),
    };
}

/** Returns an obstacle's name without the step of its occupancy. @param {any} violation */
function obstacleOf(violation) {
    const name = violation.obstacle ?? /obstacle "([^"]*)"/.exec(violation.message)?.[1];
    return typeof name === 'string' ? name.replace(/ \(step \d+\)$/, '') : undefined;
}

const STEPPED = new Set(['vertex', 'edge']);
const OVERLAPS = new Set(['agent-agent', 'agent-obstacle', 'off-map']);

/**
 * @typedef {object} Conflict
 * @property {number} begin
 * @property {number} end
 * @property {number} depth
 * @property {number} count count of the overlaps gathered
 * @property {string} met kinds of the conflicts in cells that they contain
 * @property {Violation} violation the first of them
 */

/**
 * Returns conflicts by key. Those of cells are one per pair and step; overlaps are gathered by pair, or by agent and
 * obstacle, as one contact from the first time to the last, with the greatest depth.
 *
 * @param {Finding} finding
 * @param {number} steps steps of the plan, for what lasts
 */
function conflictsOf(finding, steps) {
    /** @type {Map<string, Conflict>} */
    const found = new Map();
    for (const violation of joinBlocked(joinCells(finding.violations ?? []))) {
        const { kind, time = 0, depth } = violation;
        const end = violation.end === null ? Infinity : (violation.end ?? time);
        for (const key of keysOf(violation, Math.min(end, steps))) {
            const one = found.get(key);
            found.set(key, {
                begin: STEPPED.has(kind) ? 0 : Math.min(time, one?.begin ?? Infinity),
                end: STEPPED.has(kind) ? 0 : Math.max(end, one?.end ?? -Infinity),
                depth: Math.max(depth ?? 0, one?.depth ?? 0),
                count: kind === 'agent-agent' ? (one?.count ?? 0) + 1 : 1,
                met: [one?.met, violation.met].filter(Boolean).sort().join(' '),
                violation: one?.violation ?? violation,
            });
        }
    }
    return found;
}

/**
 * Joins conflicts in cells with the overlaps that contain them: the program reports both as one, which has a depth.
 *
 * @param {Violation[]} violations
 * @returns {Violation[]}
 */
function joinCells(violations) {
    const joined = violations.map((violation) => {
        const isOverlap = STEPPED.has(violation.kind) && violation.depth != null;
        return isOverlap
            ? { ...violation, kind: 'agent-agent', met: violation.kind }
            : { ...violation };
    });
    return joined.filter(({ kind, agents, time = 0 }) => {
        if (!STEPPED.has(kind)) return true;
        const instant = kind === 'edge' ? time + 0.5 : time;
        const overlap = joined.find((other) => {
            const { time: begin = 0, end } = other;
            const isOfPair = agents.every((agent) => other.agents.includes(agent));
            const isPresent = begin <= instant && instant <= (end ?? Infinity);
            return other.kind === 'agent-agent' && isOfPair && isPresent;
        });
        if (overlap === undefined) return true;
        if (overlap.met !== 'vertex') overlap.met = kind;
        return false;
    });
}

/**
 * Joins what one agent does in blocked cells, whichever they are, to maximal stretches of time.
 *
 * @param {Violation[]} violations
 * @returns {Violation[]}
 */
function joinBlocked(violations) {
    /** @param {Violation} violation */
    const isBlocked = ({ kind, obstacle }) => kind === 'agent-obstacle' && obstacle === undefined;
    /** @type {(Violation & { time: number, end: number, depth: number })[]} */
    const joined = [];
    const blocked = violations.filter(isBlocked).map((violation) => ({
        ...violation,
        time: violation.time ?? 0,
        end: violation.end ?? Infinity,
        depth: violation.depth ?? 0,
    }));
    blocked.sort((a, b) => a.agents[0] - b.agents[0] || a.time - b.time);
    for (const one of blocked) {
        const last = joined.at(-1);
        if (last?.agents[0] === one.agents[0] && one.time <= last.end + 1e-9) {
            last.end = Math.max(last.end, one.end);
            last.depth = Math.max(last.depth, one.depth);
        } else joined.push(one);
    }
    return [...violations.filter((violation) => !isBlocked(violation)), ...joined];
}

/** @param {Violation} violation @param {number} last @returns {string[]} */
function keysOf({ kind, agents, time = 0, obstacle }, last) {
    const who = agents.toSorted((a, b) => a - b).join(',');
    switch (kind) {
        case 'vertex':
            return Array.from(
                { length: last - time + 1 },
                (_, k) => `vertex ${who} step ${time + k}`,
            );
        case 'edge':
            return [`edge ${who} step ${time}`];
        case 'speed':
            return [`speed ${who} at ${time.toFixed(6)}`];
        case 'agent-obstacle':
            return [
                `agent-obstacle ${who} in ${obstacle ?? `blocked cells from ${time.toFixed(4)}`}`,
            ];
        default:
            return [`${kind} ${who}`];
    }
}

/**
 * Compares two findings of one plan.
 *
 * @param {Finding} graze
 * @param {Finding} oracle
 * @param {{ time: number, depth: number }} within greatest differences of times and of depths that are the same
 * @returns {{ differences: Difference[], time: number, depth: number }} with the greatest differences met
 */
export function compare(graze, oracle, within) {
    /** @type {Difference[]} */
    const differences = [];
    let [time, depth] = [0, 0];
    if (graze.error !== undefined || oracle.error !== undefined) {
        if ((graze.error === undefined) !== (oracle.error === undefined)) {
            const side = graze.error === undefined ? 'only checker' : 'only graze';
            const what = `${graze.error ?? oracle.error}: ${graze.message ?? oracle.message}`;
            differences.push({ side, where: 'error', what });
        }
        return { differences, time, depth };
    }
    const steps = oracle.steps ?? Infinity;
    const [ours, theirs] = [conflictsOf(graze, steps), conflictsOf(oracle, steps)];
    const near = new Set((oracle.near ?? []).flatMap((violation) => keysOf(violation, Infinity)));
    for (const [where, one] of ours) {
        const other = theirs.get(where);
        if (other === undefined) {
            if (!near.has(where)) {
                const what = `from ${one.begin}, depth ${one.depth}`;
                differences.push({ side: 'only graze', where, what, violation: one.violation });
            }
            continue;
        }
        const { agents, names } = one.violation;
        const called = agents.map((agent) => oracle.names?.[agent]);
        if (names !== undefined && called.some((name, k) => name !== names[k])) {
            differences.push({ side: 'both', where, what: `names ${names} and ${called}` });
        }
        if (one.met !== other.met) {
            const what = `${one.met || 'no conflict'} and ${other.met || 'no conflict'} in cells`;
            differences.push({ side: 'both', where, what });
        }
        if (one.count !== other.count) {
            differences.push({
                side: 'both',
                where,
                what: `${one.count} and ${other.count} overlaps`,
            });
        }
        if (!OVERLAPS.has(one.violation.kind)) continue;
        for (const key of /** @type {const} */ (['begin', 'end', 'depth'])) {
            if (one[key] === other[key] || (key === 'depth' && other.violation.compound)) continue;
            const by = Math.abs(one[key] - other[key]);
            if (key === 'depth') depth = Math.max(depth, by);
            else time = Math.max(time, by);
            if (by > (key === 'depth' ? within.depth : within.time)) {
                differences.push({
                    side: 'both',
                    where,
                    what: `${key} ${one[key]} and ${other[key]}`,
                });
            }
        }
    }
    for (const [where, { begin, depth: deep }] of theirs) {
        if (ours.has(where)) continue;
        differences.push({ side: 'only checker', where, what: `from ${begin}, depth ${deep}` });
    }
    if (graze.least && oracle.least && !oracle.least.compound) {
        const [one, other] = [graze.least.distance, oracle.least.distance];
        if (Math.abs(one - other) > within.depth) {
            differences.push({
                side: 'both',
                where: 'least distance',
                what: `${one} and ${other}`,
            });
        }
    }
    if (graze.valid !== oracle.valid && differences.length === 0 && near.size === 0) {
        differences.push({
            side: 'both',
            where: 'verdict',
            what: `${graze.valid} and ${oracle.valid}`,
        });
    }
    return { differences, time, depth };
}

/** Formats whose bodies are outlines in float32. */
const OUTLINED = new Set(['commonroad', 'tracks']);

/** Returns what counts as the same in a format. @param {string | undefined} format */
export function boundsOf(format) {
    return OUTLINED.has(format ?? '') ? { time: 1e-4, depth: 2e-6 } : { time: 1e-5, depth: 1e-9 };
}

/**
 * Checks files by both, and compares. Where only the program finds an overlap of traffic, many samples around its time
 * decide: an overlap that they show is accepted.
 *
 * @param {Omit<Files, 'plan'>} files files of all plans
 * @param {string[]} plans
 * @param {string[]} [options] of the program
 */
export function checkByBoth(files, plans, options = []) {
    const graze = checkByProgram({ plan: '', ...files }, plans, options);
    const oracle = checkByOracle({ plan: '', ...files }, plans);
    return plans.flatMap((plan, k) => compareAll({ ...files, plan }, graze[k], oracle[k]));
}

/** @param {Files} files @param {Finding[]} graze @param {Finding[]} oracle */
function compareAll(files, graze, oracle) {
    const count = Math.max(graze.length, oracle.length);
    return Array.from({ length: count }, (_, k) => {
        const [one, other] = [graze[k] ?? graze[0], oracle[k] ?? oracle[0]];
        const compared = compare(one, other, boundsOf(other.format));
        /** @type {Difference[]} */
        const differences = [];
        let confirmed = 0;
        if (graze.length !== oracle.length) {
            differences.push({
                side: 'both',
                where: 'plans',
                what: `${graze.length} and ${oracle.length}`,
            });
        }
        for (const difference of compared.differences) {
            if (isConfirmed(files, other, difference, k)) confirmed++;
            else differences.push(difference);
        }
        return { plan: files.plan, graze: one, oracle: other, ...compared, differences, confirmed };
    });
}

/** @param {Files} files @param {Finding} oracle @param {Difference} difference @param {number} k which plan of the file */
function isConfirmed(files, oracle, { side, violation }, k) {
    if (side !== 'only graze' || violation === undefined || !OUTLINED.has(oracle.format ?? ''))
        return false;
    const who = violation.agents.map((agent) => oracle.names?.[agent] ?? '');
    const [begin, end] = [violation.time ?? 0, violation.end ?? violation.time ?? 0];
    const pair = violation.obstacle === undefined ? who : [who[0], violation.obstacle];
    const window = [begin - 1e-3, end + 1e-3].map(String);
    const { probe } = checkByOracle(files, [files.plan], ['--probe', ...pair, ...window])[0][k];
    return probe !== undefined && probe.separation < 0;
}
