import { describeMend, describeMessage, describePlace, inDigits } from 'graze/scenario/words';
import { describeFailure, INTERNAL, isFailed, isUnsolved, planName } from '../outcome.js';
import { escapeMarkup } from './escape.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Style } from 'graze/scenario/words'
 * @import { Failed, Judged, Outcome } from '../outcome.js'
 * @import { About } from './index.js'
 */

/**
 * JUnit's XML: a suite and a case for each plan, so that each can be written as it comes; a failure for
 * each violation, an error for a plan that could not be checked; a plan that its planner did not find is
 * skipped, as there is nothing to check. Times are left out: the same outcomes make the same report.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @param {Pick<About, 'digits'>} how
 * @returns {AsyncGenerator<string>}
 */
export async function* junitReport(outcomes, { digits }) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="graze">\n';
    for await (const outcome of outcomes) yield suite(outcome, digits);
    yield '</testsuites>\n';
}

/** @param {Outcome} outcome @param {About['digits']} digits */
function suite(outcome, digits) {
    const name = escapeMarkup(planName(outcome));
    const isChecked = !isFailed(outcome);
    const isSkipped = !isChecked && isUnsolved(outcome);
    const problems = isChecked ? describeProblems(outcome, digits) : [describeError(outcome)];
    const failures = isChecked && problems.length > 0 ? 1 : 0;
    const errors = isChecked || isSkipped ? 0 : 1;
    const format = isChecked ? escapeMarkup(outcome.format) : 'unread';
    const skipped = isSkipped ? ' skipped="1"' : '';
    const counts = `tests="1" failures="${failures}" errors="${errors}"${skipped}`;
    return [
        `  <testsuite name="${name}" ${counts}>`,
        `    <testcase name="${name}" classname="graze.${format}">`,
        ...problems,
        '    </testcase>',
        '  </testsuite>\n',
    ].join('\n');
}

/** @param {Failed} outcome */
function describeError(outcome) {
    const { code, message } = outcome.error;
    const name = isUnsolved(outcome) ? 'skipped' : 'error';
    return element(name, code === INTERNAL ? 'error' : code, message, describeFailure(outcome));
}

/** @param {Judged} outcome @param {About['digits']} digits */
function describeProblems({ violations, undecided, domain }, digits) {
    const how = { digits, domain };
    return [
        ...violations.map((one) =>
            element('failure', one.kind, describeMessage(one, how), detail(one, how)),
        ),
        ...undecided.map((one) =>
            element('failure', 'undecided', describeMessage(one, how), when(one, how)),
        ),
    ];
}

/** @param {{ interval: [number, number] }} one @param {Style} how */
function when({ interval }, how) {
    return `interval ${interval.map((time) => inDigits(time, how)).join(' to ')}`;
}

/** @param {Violation} violation @param {Style} how */
function detail(violation, how) {
    const { depth } = violation;
    const lines = [
        describePlace(violation, how),
        when(violation, how),
        ...(depth === null ? [] : [`depth ${inDigits(depth, how)}`]),
        describeMend(violation, how),
    ];
    return lines.filter((line) => line !== '').join('; ');
}

/** @param {string} name @param {string} type @param {string} message @param {string} text */
function element(name, type, message, text) {
    const attributes = `type="${escapeMarkup(type)}" message="${escapeMarkup(message)}"`;
    return `      <${name} ${attributes}>${escapeMarkup(text)}</${name}>`;
}
