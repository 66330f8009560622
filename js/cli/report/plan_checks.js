import { createHash } from 'node:crypto';
import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
    describeAgents,
    describeChecks,
    describeKindCounts,
    describeObstacle,
    describePlace,
    describeRepeats,
    describeSuggestion,
    formatNumber,
    groupViolations,
    listChecks,
    pluralize,
} from 'graze/scenario/messages';
import { planName } from '../results/plan_result.js';

/**
 * Checks of a plan with what they found, as the reports for continuous integration list them.
 *
 * @import { UndecidedPair, Violation } from 'graze/scenario'
 * @import { Style, ViolationGroup } from 'graze/scenario/messages'
 * @import { CheckedPlan, Subject } from '../results/plan_result.js'
 *
 * @typedef {object} PlanCheck
 * @property {string} kind kind of the violations that it finds
 * @property {string} name name as in `--require`
 * @property {string} reason reason why the check was not made; empty: it was made
 * @property {boolean} isMissing whether an input would add the check, which was not made
 * @property {ViolationGroup[]} groups
 * @property {number} leftOut number of violations that the result counts, but does not list
 * @property {UndecidedPair[]} undecided
 */

/** Maximum number of groups of violations, and of undecided pairs, per plan that a report lists one by one. */
export const MAX_FINDINGS = 100;

/** Separator of the folders of a path. */
const SEPARATOR = sep === '/' ? sep : /[\\/]/;

/**
 * Returns the checks of a plan with their violations in groups and their undecided pairs.
 *
 * @param {CheckedPlan} result
 * @returns {PlanCheck[]}
 */
export function checksOf(result) {
    /** @type {Map<string, PlanCheck>} */
    const checks = new Map();
    for (const { kind, name, needs, reason } of listChecks(result, { flags: true })) {
        checks.set(kind, { ...emptyCheck(kind), name, reason, isMissing: needs !== '' });
    }
    /** @param {string} kind */
    const checkOf = (kind) => {
        const check = checks.get(kind) ?? emptyCheck(kind);
        checks.set(kind, check);
        return check;
    };
    for (const group of groupViolations(result.violations)) {
        checkOf(group.first.kind).groups.push(group);
    }
    for (const [kind, count] of Object.entries(result.violationCounts)) {
        const check = checkOf(kind);
        check.leftOut = check.groups.reduce((left, group) => left - group.count, count);
    }
    for (const pair of result.undecided) {
        const kind = pair.agents.length === 2 ? 'agent-agent' : 'agent-obstacle';
        checkOf(kind).undecided.push(pair);
    }
    return [...checks.values()];
}

/** @param {string} kind @returns {PlanCheck} */
function emptyCheck(kind) {
    return {
        kind,
        name: kind,
        reason: '',
        isMissing: false,
        groups: [],
        leftOut: 0,
        undecided: [],
    };
}

/** Describes what a check found: `3 overlaps, 1 pair undecided`; empty: nothing. @param {PlanCheck} check */
export function describeFound({ groups, leftOut, undecided }) {
    return [
        ...(groups.length > 0 ? [describeKindCounts(groups)] : []),
        ...(leftOut > 0 ? [`${pluralize(leftOut, 'more violation')}, not listed`] : []),
        ...(undecided.length > 0 ? [`${pluralize(undecided.length, 'pair')} undecided`] : []),
    ].join(', ');
}

/** Names the bodies of a violation or undecided pair. @param {Violation | UndecidedPair} one @param {Style} style */
export function describeBodies({ names, obstacle }, { domain }) {
    const agents = describeAgents(names, domain);
    return obstacle === undefined ? agents : `${agents} and ${describeObstacle(obstacle)}`;
}

/**
 * Describes the first violation of a group beside its message: its place, time and depth, its repetitions, and the delay that
 * ends it.
 *
 * @param {ViolationGroup} group
 * @param {Style} style
 * @returns {string[]}
 */
export function describeDetails(group, style) {
    const { first } = group;
    const lines = [
        describePlace(first, style),
        describeInterval(first, style),
        ...(first.depth === null ? [] : [`depth ${formatNumber(first.depth, style)}`]),
        describeRepeats(group, style),
        describeSuggestion(first, style),
    ];
    return lines.filter((line) => line !== '');
}

/** @param {{ interval: [number, number] }} one @param {Style} style */
export function describeInterval({ interval }, style) {
    return `interval ${interval.map((time) => formatNumber(time, style)).join(' to ')}`;
}

/** Returns the first known line of a violation or undecided pair. @param {{ lines?: (number | null)[] }} one */
export function firstLine({ lines = [] }) {
    return lines.find((line) => line !== null) ?? undefined;
}

/** Returns whether a plan has a file of its own. @param {Subject} result */
export function isInFile({ file }) {
    return file !== '-';
}

/**
 * Returns a path as a relative URI, or as a file URI if it is absolute.
 *
 * @param {string} file
 */
export function toUri(file) {
    // A lone surrogate has no encoding.
    const path = file.replace(/\p{Cs}/gu, '\ufffd');
    if (isAbsolute(path)) return pathToFileURL(path).href;
    return path.split(SEPARATOR).map(encodeURIComponent).join('/');
}

/**
 * Returns a short hash of what makes a finding the same one in another run: the plan, the kind and the bodies.
 *
 * @param {(string | undefined)[]} parts
 */
export function fingerprint(parts) {
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Checks of plans that were not made though an input would add them: each list of them once, with the number of its plans. */
export class MissingChecks {
    /** @type {Map<string, { first: string, count: number }>} */ #plans = new Map();

    /**
     * Adds a plan.
     *
     * @param {CheckedPlan} result
     * @returns {string | null} checks that were not made; null: there are none, or an earlier plan had the same
     */
    add(result) {
        const text = describeChecks(result, false, { flags: true }).join(', ');
        if (text === '') return null;
        const known = this.#plans.get(text);
        if (known !== undefined) {
            known.count++;
            return null;
        }
        this.#plans.set(text, { first: planName(result), count: 1 });
        return text;
    }

    /** Describes the checks of all plans. @returns {string[]} */
    describeAll() {
        return [...this.#plans].map(([text, { first, count }]) => {
            const plans =
                count === 1 ? first : `${first} and ${pluralize(count - 1, 'other plan')}`;
            return `${plans}: not checked: ${text}`;
        });
    }

    /** Describes the checks of the plans after the first one of each list. @returns {string[]} */
    describeRest() {
        return [...this.#plans].flatMap(([text, { count }]) =>
            count === 1 ? [] : [`not checked in ${pluralize(count - 1, 'more plan')}: ${text}`],
        );
    }
}
