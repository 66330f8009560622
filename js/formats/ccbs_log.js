import { readPoint, readTaskAgents, TASK_ATTRIBUTES } from './ccbs_task.js';
import { InputError, noticeAt, parseNumber, parseWhole, tooLarge } from './source.js';
import {
    attribute,
    checkChildren,
    checkRoot,
    child,
    optionalChild,
    readXml,
    UnusedAttributes,
} from './xml.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { TaskAgent } from './ccbs_task.js'
 * @import { Element } from './xml.js'
 * @import { MotionSegment, SourcePosition } from '../scenario/scenario.js'
 */

/** Faster than any agent, and still far from overflow. */
const MAX_SPEED = 1e30;

/** Declared totals are printed by the solver after its own roundings; beyond this they disagree. */
const DECLARED_RELATIVE = 1e-6;

/** What is read of each element; a summary holds whatever statistics its program likes. */
const ATTRIBUTES = new Map([
    ['agent', new Set([...TASK_ATTRIBUTES, 'number'])],
    ['path', new Set(['duration'])],
    ['section', new Set(['number', 'start_i', 'start_j', 'goal_i', 'goal_j', 'duration'])],
]);

/**
 * @typedef {object} CcbsLog
 * @property {CheckedFile} file
 * @property {TaskAgent[]} task empty when the log carries no copy of it
 * @property {MotionSegment[][]} motions one an agent
 * @property {SourcePosition[]} sources where each agent's path is
 * @property {string[]} notices
 */

/**
 * A CCBS log: the task's agents, then `<log>` with one path per agent. A path is a list of sections,
 * each a straight move or (equal ends) a wait; it has no times but durations, so a section starts when
 * the one before it ends, the first at 0. Each agent is read as it comes, so that a log may be larger than
 * what is held of it.
 *
 * @param {SourceFile} source
 * @returns {Promise<CcbsLog>}
 */
export async function readCcbsLog(source) {
    const paths = new Paths();
    const { file, root } = await readXml(source, (element, parents, of) => {
        const isPath =
            element.name === 'agent' && parents.map(({ name }) => name).join() === 'root,log';
        if (isPath) paths.take(element, of);
        return isPath;
    });
    checkRoot(file, root, 'root', 'a CCBS log');
    if (root.children.length > 0 && root.children.every(({ name }) => name === 'agent')) {
        const text = 'it is a CCBS task, not a plan: give it as --task';
        throw new InputError('not-a-plan', file, root.position, text);
    }
    checkChildren(file, root, ['agent', 'log']);
    const log = child(file, root, 'log');
    checkChildren(file, log, ['summary']);
    const task = readTaskAgents(file, root);
    const { motions, sources, notices } = paths;
    if (motions.length === 0) {
        throw new InputError('no-agents', file, log.position, 'the log has no <agent>');
    }
    if (task.length > 0 && task.length !== motions.length) {
        const text = `the log has ${motions.length} agents, but its task has ${task.length}`;
        throw new InputError('agent-count', file, log.position, text);
    }
    checkSummary(file, log, motions, notices);
    const unused = paths.unused ?? new UnusedAttributes(file, ATTRIBUTES);
    unused.visit(root);
    return { file, task, motions, sources, notices: [...unused.notices, ...notices] };
}

/** The paths of a log, as its agents come. */
class Paths {
    /** @type {MotionSegment[][]} */
    motions = [];
    /** @type {SourcePosition[]} */
    sources = [];
    /** @type {string[]} */
    notices = [];
    /** @type {UnusedAttributes | undefined} */
    unused;
    #total = 0;

    /** @param {Element} element @param {CheckedFile} file */
    take(element, file) {
        const number = this.motions.length;
        if (number === file.limits.agents) {
            throw tooLarge(file, element.position, 'agents');
        }
        checkNumber(file, element, number, 'agent');
        checkChildren(file, element, ['path']);
        const motion = readPath(file, child(file, element, 'path'), this.notices);
        this.#total += motion.length;
        if (this.#total > file.limits.segments) {
            throw tooLarge(
                file,
                element.position,
                'segments',
                'segments, the sections of all agents',
            );
        }
        this.unused ??= new UnusedAttributes(file, ATTRIBUTES);
        this.unused.visit(element);
        this.motions.push(motion);
        this.sources.push(element.position);
    }
}

/** @param {MotionSegment[]} motion */
function endTime(motion) {
    return motion.length > 0 ? motion[motion.length - 1].t1 : 0;
}

/**
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {number} expected
 * @param {string} what
 */
function checkNumber(file, element, expected, what) {
    const text = attribute(file, element, 'number');
    const max = Number.MAX_SAFE_INTEGER;
    const number = parseWhole(file, element.position, `the ${what}'s number`, text, { max });
    if (number !== expected) {
        throw new InputError(
            'bad-number',
            file,
            element.position,
            `${what}s are numbered from 0 in order: expected ${expected}, not ${number}`,
            number,
        );
    }
}

/**
 * @param {CheckedFile} file
 * @param {Element} path
 * @param {string[]} notices
 * @returns {MotionSegment[]}
 */
function readPath(file, path, notices) {
    checkChildren(file, path, ['section']);
    /** @type {MotionSegment[]} */
    const motion = [];
    path.children.forEach((section, number) => {
        checkNumber(file, section, number, 'section');
        motion.push(readSection(file, section, motion[number - 1]));
    });
    const declared = path.attributes.get('duration');
    if (declared !== undefined) {
        const value = parseNumber(file, path.position, 'duration', declared, { min: 0 });
        compare(file, path, "the path's duration", value, endTime(motion), notices);
    }
    return motion;
}

/**
 * @param {CheckedFile} file
 * @param {Element} section
 * @param {MotionSegment | undefined} before
 * @returns {MotionSegment}
 */
function readSection(file, section, before) {
    checkChildren(file, section, []);
    const from = readPoint(file, section, 'start');
    const to = readPoint(file, section, 'goal');
    const text = attribute(file, section, 'duration');
    const duration = parseNumber(file, section.position, 'duration', text, { min: 0 });
    if (before?.end !== undefined && (before.end.x !== from.x || before.end.y !== from.y)) {
        throw new InputError(
            'discontinuity',
            file,
            section.position,
            `the section starts at (${from.x}, ${from.y}), but the one before it ended at (${before.end.x}, ${before.end.y})`,
        );
    }
    const stands = from.x === to.x && from.y === to.y;
    const t0 = before === undefined ? 0 : before.t1;
    const t1 = t0 + duration;
    // A duration below the clock's last digit leaves no time to move in either.
    if (!stands && (t1 === t0 || Math.hypot(to.x - from.x, to.y - from.y) / duration > MAX_SPEED)) {
        const what = `the section moves in no time: its duration is ${duration} at t = ${t0}`;
        throw new InputError('zero-duration', file, section.position, what);
    }
    return {
        t0,
        t1,
        x: stands ? [from.x] : [from.x, (to.x - from.x) / duration],
        y: stands ? [from.y] : [from.y, (to.y - from.y) / duration],
        end: to,
        source: section.position,
    };
}

/**
 * @param {CheckedFile} file
 * @param {Element} log
 * @param {MotionSegment[][]} motions
 * @param {string[]} notices
 */
function checkSummary(file, log, motions, notices) {
    const summary = optionalChild(file, log, 'summary');
    if (summary === undefined) return;
    checkChildren(file, summary, []);
    const ends = motions.map(endTime);
    const totals = {
        makespan: ends.reduce((a, b) => Math.max(a, b), 0),
        flowtime: ends.reduce((a, b) => a + b, 0),
    };
    for (const [name, sum] of Object.entries(totals)) {
        const declared = summary.attributes.get(name);
        if (declared === undefined) continue;
        const value = parseNumber(file, summary.position, name, declared);
        compare(file, summary, `the summary's ${name}`, value, sum, notices);
    }
}

/**
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {string} what
 * @param {number} declared
 * @param {number} sum
 * @param {string[]} notices
 */
function compare(file, element, what, declared, sum, notices) {
    const size = Math.max(Math.abs(declared), Math.abs(sum));
    if (Math.abs(declared - sum) <= DECLARED_RELATIVE * size) return;
    const text = `${what} is declared as ${declared}, but its sections sum to ${sum}`;
    notices.push(noticeAt(file, element.position, text));
}
