import {
    describeMessage,
    describePlace,
    describeSuggestion,
    formatNumber,
} from 'graze/scenario/messages';
import { describeFailure, INTERNAL, isFailed, isUnsolved, planName } from '../plan_result.js';
import { escapeMarkup } from './escape.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Style } from 'graze/scenario/messages'
 * @import { FailedPlan, CheckedPlan, PlanResult } from '../plan_result.js'
 * @import { ReportOptions } from './index.js'
 */

/**
 * Yields JUnit's XML: a suite and a case for each plan, so that each can be written as it arrives; a failure
 * for each violation, an error for a plan that could not be checked; a plan that its planner did not find is
 * skipped, as there is nothing to check. Times are omitted, so the same results make the same report.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Pick<ReportOptions, 'digits'>} style
 * @returns {AsyncGenerator<string>}
 */
export async function* junitReport(results, { digits }) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="graze">\n';
    for await (const result of results) yield writeSuite(result, digits);
    yield '</testsuites>\n';
}

/** @param {PlanResult} result @param {ReportOptions['digits']} digits */
function writeSuite(result, digits) {
    const name = escapeMarkup(planName(result));
    const isChecked = !isFailed(result);
    const isSkipped = !isChecked && isUnsolved(result);
    const problems = isChecked ? describeProblems(result, digits) : [describeError(result)];
    const failures = isChecked && problems.length > 0 ? 1 : 0;
    const errors = isChecked || isSkipped ? 0 : 1;
    const format = isChecked ? escapeMarkup(result.format) : 'unread';
    const skipped = isSkipped ? ' skipped="1"' : '';
    const counts = `tests="1" failures="${failures}" errors="${errors}"${skipped}`;
    return [
        `  <testsuite name="${name}" ${counts}>`,
        ...(isChecked ? [writeProperty('touching', result.touching)] : []),
        `    <testcase name="${name}" classname="graze.${format}">`,
        ...problems,
        '    </testcase>',
        '  </testsuite>\n',
    ].join('\n');
}

/** @param {string} name @param {string} value */
function writeProperty(name, value) {
    return `    <properties><property name="${name}" value="${escapeMarkup(value)}"/></properties>`;
}

/** @param {FailedPlan} result */
function describeError(result) {
    const { code, message } = result.error;
    const name = isUnsolved(result) ? 'skipped' : 'error';
    return writeElement(name, code === INTERNAL ? 'error' : code, message, describeFailure(result));
}

/** @param {CheckedPlan} result @param {ReportOptions['digits']} digits */
function describeProblems({ violations, undecided, domain }, digits) {
    const style = { digits, domain };
    return [
        ...violations.map((problem) =>
            writeElement(
                'failure',
                problem.kind,
                describeMessage(problem, style),
                describeDetails(problem, style),
            ),
        ),
        ...undecided.map((problem) =>
            writeElement(
                'failure',
                'undecided',
                describeMessage(problem, style),
                describeInterval(problem, style),
            ),
        ),
    ];
}

/** @param {{ interval: [number, number] }} problem @param {Style} style */
function describeInterval({ interval }, style) {
    return `interval ${interval.map((time) => formatNumber(time, style)).join(' to ')}`;
}

/** @param {Violation} violation @param {Style} style */
function describeDetails(violation, style) {
    const { depth } = violation;
    const lines = [
        describePlace(violation, style),
        describeInterval(violation, style),
        ...(depth === null ? [] : [`depth ${formatNumber(depth, style)}`]),
        describeSuggestion(violation, style),
    ];
    return lines.filter((line) => line !== '').join('; ');
}

/** @param {string} name @param {string} type @param {string} message @param {string} text */
function writeElement(name, type, message, text) {
    const attributes = `type="${escapeMarkup(type)}" message="${escapeMarkup(message)}"`;
    return `      <${name} ${attributes}>${escapeMarkup(text)}</${name}>`;
}
