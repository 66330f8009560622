import { InputError, noticeAt, parseNumber, parseWhole, tooLargeError } from '../text/source.js';
import {
    checkChildren,
    checkRoot,
    findChild,
    readXml,
    requireAttribute,
    requireChild,
    UnusedAttributes,
} from '../text/xml.js';
import { makePiece, movesInNoTime, SectionColumns } from './sections.js';
import { readPoint, readTaskAgents, TASK_ATTRIBUTES } from './task.js';

/**
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { TaskAgent } from './task.js'
 * @import { Element, ElementHandler } from '../text/xml.js'
 * @import { MotionSource } from '../../scenario/model/step_motion.js'
 * @import { MotionPiece, SourcePosition } from '../../scenario/model/scenario.js'
 */

/** Maximum relative difference of a declared total: solvers print totals after roundings of their own. */
const TOTAL_RELATIVE = 1e-6;

/** Attributes that are read, by element; a summary may hold any statistics. */
const ATTRIBUTES = new Map([
    ['agent', new Set([...TASK_ATTRIBUTES, 'number'])],
    ['path', new Set(['duration'])],
    ['section', new Set(['number', 'start_i', 'start_j', 'goal_i', 'goal_j', 'duration'])],
]);

/**
 * @typedef {object} CcbsLog
 * @property {CheckedFile} file
 * @property {TaskAgent[]} task empty when the log carries no copy of it
 * @property {MotionSource[]} motions one per agent
 * @property {SourcePosition[]} sources position of each agent's path
 * @property {string[]} notices
 */

/**
 * Reads a CCBS log: the agents of the task, then `<log>` with one path per agent. A path is a list of sections, each a
 * straight move or, with equal ends, a wait. Sections have durations but no times: each starts when the one before it ends,
 * the first at 0. Each agent is read as it comes, so that a log may be larger than memory.
 *
 * @param {SourceFile} source
 * @returns {Promise<CcbsLog>}
 */
export async function readCcbsLog(source) {
    const paths = new PathReader();
    /** @type {ElementHandler} */
    const onElement = (element, parents, checkedFile) => {
        const isPath =
            element.name === 'agent' && parents.map(({ name }) => name).join() === 'root,log';
        if (isPath) paths.addPath(element, checkedFile);
        return isPath;
    };
    const { file, root } = await readXml(source, onElement, paths.sections);
    checkRoot(file, root, 'root', 'a CCBS log');
    paths.checkCount(file);
    if (root.children.length > 0 && root.children.every(({ name }) => name === 'agent')) {
        const text = 'it is a CCBS task, not a plan: give it as --task';
        throw new InputError('not-a-plan', file, root.position, text);
    }
    checkChildren(file, root, ['agent', 'log']);
    const log = requireChild(file, root, 'log');
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
    checkSummary(file, log, paths.endTimes, notices);
    const unused = paths.unused ?? new UnusedAttributes(file, ATTRIBUTES);
    unused.visitTree(root);
    return { file, task, motions, sources, notices: [...unused.notices, ...notices] };
}

/** Collects the paths of a log agent by agent. */
class PathReader {
    sections = new SectionColumns();
    /** @type {MotionSource[]} */
    motions = [];
    /** End of each motion; 0 of an empty one. @type {number[]} */
    endTimes = [];
    /** @type {SourcePosition[]} */
    sources = [];
    /** @type {string[]} */
    notices = [];
    /** @type {UnusedAttributes | undefined} */
    unused;
    #pieceCount = 0;
    /** First path beyond the limit. @type {SourcePosition | null} */
    #beyond = null;

    /** Refuses too many pieces. @param {CheckedFile} file */
    checkCount(file) {
        if (this.#beyond === null) return;
        const what = 'pieces, the sections of all agents';
        throw tooLargeError(file, this.#beyond, 'pieces', what, this.#pieceCount);
    }

    /** @param {Element} element @param {CheckedFile} file */
    addPath(element, file) {
        const number = this.sources.length;
        if (number === file.limits.agents) {
            throw tooLargeError(file, element.position, 'agents');
        }
        checkNumber(file, element, number, 'agent');
        checkChildren(file, element, ['path']);
        const motion = this.#readPath(file, requireChild(file, element, 'path'));
        this.#pieceCount += motion.count;
        if (this.#pieceCount > file.limits.pieces) this.#beyond ??= element.position;
        this.sources.push(element.position);
        // The rest is only counted.
        if (this.#beyond !== null) return;
        this.unused ??= new UnusedAttributes(file, ATTRIBUTES);
        this.unused.visitTree(element);
        this.motions.push(motion);
    }

    /**
     * @param {CheckedFile} file
     * @param {Element} path
     * @returns {MotionSource}
     */
    #readPath(file, path) {
        checkChildren(file, path, ['section']);
        const taken = this.sections.keep(path.records);
        const motion =
            path.children.length === 0 ? taken : readSections(file, path, taken.makePieces());
        const endTime = motion.makeEndPieces().at(-1)?.t1 ?? 0;
        this.endTimes.push(endTime);
        const declared = path.attributes.get('duration');
        if (declared !== undefined) {
            const value = parseNumber(file, path.position, 'duration', declared, { min: 0 });
            compareTotal(file, path, "the path's duration", value, endTime, this.notices);
        }
        return motion;
    }
}

/**
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {number} expected
 * @param {string} label
 */
function checkNumber(file, element, expected, label) {
    const text = requireAttribute(file, element, 'number');
    const max = Number.MAX_SAFE_INTEGER;
    const number = parseWhole(file, element.position, `the ${label}'s number`, text, { max });
    if (number !== expected) {
        throw new InputError(
            'bad-number',
            file,
            element.position,
            `${label}s are numbered from 0 in order: expected ${expected}, got ${number}`,
            number,
        );
    }
}

/**
 * Reads the sections of a path that are elements, after those that were taken before.
 *
 * @param {CheckedFile} file
 * @param {Element} path
 * @param {MotionPiece[]} motion along the sections that were taken
 * @returns {MotionSource}
 */
function readSections(file, path, motion) {
    for (const section of path.children) {
        const number = motion.length;
        checkNumber(file, section, number, 'section');
        motion.push(readSection(file, section, motion[number - 1]));
    }
    return {
        count: motion.length,
        makePieces: () => motion,
        makeEndPieces: () => [motion[0], motion[motion.length - 1]],
    };
}

/**
 * Reads a section, an action of CCBS: a move or a wait, with its duration.
 *
 * @param {CheckedFile} file
 * @param {Element} section
 * @param {MotionPiece | undefined} previous
 * @returns {MotionPiece}
 */
function readSection(file, section, previous) {
    checkChildren(file, section, []);
    const from = readPoint(file, section, 'start');
    const to = readPoint(file, section, 'goal');
    const text = requireAttribute(file, section, 'duration');
    const duration = parseNumber(file, section.position, 'duration', text, { min: 0 });
    if (previous?.end !== undefined && (previous.end.x !== from.x || previous.end.y !== from.y)) {
        throw new InputError(
            'discontinuity',
            file,
            section.position,
            `the section starts at (${from.x}, ${from.y}), but the one before it ended at (${previous.end.x}, ${previous.end.y})`,
        );
    }
    const t0 = previous === undefined ? 0 : previous.t1;
    if (movesInNoTime(t0, duration, to.x - from.x, to.y - from.y)) {
        const problem = `the section moves in no time: its duration is ${duration} at t = ${t0}`;
        throw new InputError('zero-duration', file, section.position, problem);
    }
    return makePiece(t0, duration, from, to, section.position);
}

/**
 * @param {CheckedFile} file
 * @param {Element} log
 * @param {number[]} endTimes
 * @param {string[]} notices
 */
function checkSummary(file, log, endTimes, notices) {
    const summary = findChild(file, log, 'summary');
    if (summary === undefined) return;
    checkChildren(file, summary, []);
    const totals = {
        makespan: endTimes.reduce((a, b) => Math.max(a, b), 0),
        flowtime: endTimes.reduce((a, b) => a + b, 0),
    };
    for (const [name, sum] of Object.entries(totals)) {
        const declared = summary.attributes.get(name);
        if (declared === undefined) continue;
        const value = parseNumber(file, summary.position, name, declared);
        compareTotal(file, summary, `the summary's ${name}`, value, sum, notices);
    }
}

/**
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {string} label
 * @param {number} declared
 * @param {number} sum
 * @param {string[]} notices
 */
function compareTotal(file, element, label, declared, sum, notices) {
    const size = Math.max(Math.abs(declared), Math.abs(sum));
    if (Math.abs(declared - sum) <= TOTAL_RELATIVE * size) return;
    const text = `${label} is declared as ${declared}, but its sections sum to ${sum}`;
    notices.push(noticeAt(file, element.position, text));
}
