import { describeMend, describeMessage, describePlace, inDigits } from 'graze/scenario/words';
import { INTERNAL, isFailed, planName } from '../outcome.js';
import { escapeMarkup } from './escape.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Style } from 'graze/scenario/words'
 * @import { Judged, Outcome } from '../outcome.js'
 * @import { About } from './index.js'
 */

/**
 * JUnit's XML: a suite and a case for each plan, so that each can be written as it comes; a failure for
 * each violation, an error for a plan that could not be judged. Times are left out: the same outcomes
 * make the same report.
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
    const isError = isFailed(outcome);
    const problems = isError ? [describeError(outcome.error)] : describeProblems(outcome, digits);
    const failures = isError || problems.length === 0 ? 0 : 1;
    const format = isError ? 'unread' : escapeMarkup(outcome.format);
    const counts = `tests="1" failures="${failures}" errors="${isError ? 1 : 0}"`;
    return [
        `  <testsuite name="${name}" ${counts}>`,
        `    <testcase name="${name}" classname="graze.${format}">`,
        ...problems,
        '    </testcase>',
        '  </testsuite>\n',
    ].join('\n');
}

/** @param {import('../outcome.js').Failure} error */
function describeError({ code, message, in: file, line, column }) {
    const kind = code === INTERNAL ? 'error' : code;
    return element('error', kind, message, `${file}:${line}:${column}: ${code}: ${message}`);
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
