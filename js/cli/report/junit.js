import { describeMend, describePlace } from 'graze/scenario/words';
import { INTERNAL, isFailed, planName } from '../outcome.js';
import { escapeMarkup } from './escape.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Judged, Outcome } from '../outcome.js'
 */

/**
 * JUnit's XML: a suite and a case for each plan, so that each can be written as it comes; a failure for
 * each violation, an error for a plan that could not be judged. Times are left out: the same outcomes
 * make the same report.
 *
 * @param {AsyncIterable<Outcome>} outcomes
 * @returns {AsyncGenerator<string>}
 */
export async function* junitReport(outcomes) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="graze">\n';
    for await (const outcome of outcomes) yield suite(outcome);
    yield '</testsuites>\n';
}

/** @param {Outcome} outcome */
function suite(outcome) {
    const name = escapeMarkup(planName(outcome));
    const isError = isFailed(outcome);
    const problems = isError ? [describeError(outcome.error)] : describeProblems(outcome);
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

/** @param {Judged} outcome */
function describeProblems({ violations, undecided }) {
    return [
        ...violations.map((one) => element('failure', one.kind, one.message, detail(one))),
        ...undecided.map(({ message, interval }) =>
            element('failure', 'undecided', message, `interval ${interval.join(' to ')}`),
        ),
    ];
}

/** @param {Violation} violation */
function detail(violation) {
    const { interval, depth } = violation;
    const lines = [
        describePlace(violation),
        `interval ${interval.join(' to ')}`,
        ...(depth === null ? [] : [`depth ${depth}`]),
        describeMend(violation),
    ];
    return lines.filter((line) => line !== '').join('; ');
}

/** @param {string} name @param {string} type @param {string} message @param {string} text */
function element(name, type, message, text) {
    const attributes = `type="${escapeMarkup(type)}" message="${escapeMarkup(message)}"`;
    return `      <${name} ${attributes}>${escapeMarkup(text)}</${name}>`;
}
