import { describeKindCounts, describeMessage, pluralize } from 'graze/scenario/messages';
import {
    describeFailure,
    INTERNAL,
    isFailed,
    isUnsolved,
    planName,
} from '../results/plan_result.js';
import { escapeMarkup } from './escape.js';
import {
    checksOf,
    describeBodies,
    describeDetails,
    describeFound,
    describeInterval,
    firstLine,
    isInFile,
    MAX_FINDINGS,
} from './plan_checks.js';

/**
 * Writes JUnit's XML. Azure and others show only the first failure of a case, and some merge cases of the same class and name:
 * each finding is a case of its own, whose name begins with the plan.
 *
 * @import { Style } from 'graze/scenario/messages'
 * @import { FailedPlan, CheckedPlan, PlanResult } from '../results/plan_result.js'
 * @import { ReportOptions } from './index.js'
 *
 * @typedef {object} Problem
 * @property {'failure' | 'error' | 'skipped'} element
 * @property {string} type
 * @property {string} message
 * @property {string} [text] default: the message
 *
 * @typedef {object} TestCase
 * @property {string} name name without the plan; empty: the plan as a whole
 * @property {Problem} [problem] absent: the case is passed
 * @property {string} [file] file at fault; default: the plan's
 * @property {number} [line]
 */

/**
 * Yields JUnit's XML: a suite for each plan, so that each can be written as it arrives. It has a case for each kind of check,
 * passed, failed or skipped, and one for each group of violations and each undecided pair. A plan that could not be checked
 * is one case with an error; one that its planner did not find is skipped, as there is nothing to check. Times are omitted, so
 * the same results make the same report.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Pick<ReportOptions, 'digits'>} style
 * @returns {AsyncGenerator<string>}
 */
export async function* junitReport(results, { digits }) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="graze">\n';
    for await (const result of results) {
        const cases = isFailed(result) ? [failedCase(result)] : listCases(result, digits);
        yield writeSuite(result, cases);
    }
    yield '</testsuites>\n';
}

/** @param {FailedPlan} result @returns {TestCase} */
function failedCase(result) {
    const { code, message, file, line } = result.error;
    const element = isUnsolved(result) ? 'skipped' : 'error';
    const type = code === INTERNAL ? 'error' : code;
    const problem = { element, type, message, text: describeFailure(result) };
    return { name: '', problem: /** @type {Problem} */ (problem), file, line };
}

/** @param {CheckedPlan} result @param {ReportOptions['digits']} digits @returns {TestCase[]} */
function listCases(result, digits) {
    const style = { digits, domain: result.domain };
    const checks = checksOf(result);
    const cases = checks.map((check) => {
        const { kind, name, reason, groups, leftOut } = check;
        const found = describeFound(check);
        if (found !== '') {
            const type = groups.length > 0 || leftOut > 0 ? kind : 'undecided';
            return makeCase(name, { element: 'failure', type, message: found });
        }
        if (reason === '') return { name };
        const isOfCells = kind === 'agent-agent' && result.checks.vertex != null;
        const message = isOfCells ? `no sizes given: cells only; ${reason}` : reason;
        return makeCase(name, { element: 'skipped', type: 'not-checked', message });
    });
    const groups = checks.flatMap((check) => check.groups.map((group) => ({ check, group })));
    for (const { check, group } of groups.slice(0, MAX_FINDINGS)) {
        const { first } = group;
        const message = describeMessage(first, style);
        const text = describeDetails(group, style).join('; ');
        const name = `${check.name}: ${describeBodies(first, style)}`;
        const problem = {
            element: /** @type {const} */ ('failure'),
            type: check.kind,
            message,
            text,
        };
        cases.push({ name, problem, line: firstLine(first) });
    }
    const rest = groups.slice(MAX_FINDINGS).map(({ group }) => group);
    if (rest.length > 0) {
        const message = `${pluralize(rest.length, 'more group')}: ${describeKindCounts(rest)}`;
        cases.push(makeCase('more violations', { element: 'failure', type: 'more', message }));
    }
    return [...cases, ...undecidedCases(result, style)];
}

/** @param {CheckedPlan} result @param {Style} style @returns {TestCase[]} */
function undecidedCases({ undecided }, style) {
    const cases = undecided.slice(0, MAX_FINDINGS).map((pair, k) => {
        const message = describeMessage(pair, style);
        const text = describeInterval(pair, style);
        const problem = {
            element: /** @type {const} */ ('failure'),
            type: 'undecided',
            message,
            text,
        };
        // The same pair may be undecided several times.
        const name = `undecided ${k + 1}: ${describeBodies(pair, style)}`;
        return { name, problem, line: firstLine(pair) };
    });
    const rest = undecided.length - MAX_FINDINGS;
    if (rest <= 0) return cases;
    const message = `${pluralize(rest, 'more pair')} undecided`;
    return [
        ...cases,
        makeCase('more undecided', { element: 'failure', type: 'undecided', message }),
    ];
}

/** @param {string} name @param {Problem} problem @returns {TestCase} */
function makeCase(name, problem) {
    return { name, problem };
}

/** @param {PlanResult} result @param {TestCase[]} cases */
function writeSuite(result, cases) {
    const plan = planName(result);
    /** @param {Problem['element']} element */
    const count = (element) => cases.filter(({ problem }) => problem?.element === element).length;
    const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
    const className = isFailed(result) ? 'graze.unread' : `graze.${result.format}`;
    return [
        `  <testsuite name="${escapeMarkup(plan)}" ${counts}>\n`,
        ...(isFailed(result) ? [] : [writeProperty('touching', result.touching)]),
        ...cases.map((one) => writeCase(result, plan, className, one)),
        '  </testsuite>\n',
    ].join('');
}

/** @param {string} name @param {string} value */
function writeProperty(name, value) {
    return `    <properties><property name="${name}" value="${escapeMarkup(value)}"/></properties>\n`;
}

/** @param {PlanResult} result @param {string} plan @param {string} className @param {TestCase} one */
function writeCase(result, plan, className, { name, problem, file = result.file, line }) {
    const attributes = [
        `name="${escapeMarkup(name === '' ? plan : `${plan}: ${name}`)}"`,
        `classname="${escapeMarkup(className)}"`,
        ...(isInFile(result) ? [`file="${escapeMarkup(file)}"`] : []),
        ...(line === undefined ? [] : [`line="${Number(line)}"`]),
    ].join(' ');
    if (problem === undefined) return `    <testcase ${attributes}/>\n`;
    const { element, type, message, text = message } = problem;
    return [
        `    <testcase ${attributes}>\n`,
        `      <${element} type="${escapeMarkup(type)}" message="${escapeMarkup(message)}">${escapeMarkup(text)}</${element}>\n`,
        '    </testcase>\n',
    ].join('');
}
