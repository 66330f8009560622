import { describeMessage, groupViolations, pluralize } from 'graze/scenario/messages';
import { toPrintable, toPrintableJson } from '../console/streams.js';
import {
    describeFailure,
    isFailed,
    isPlaced,
    isUnsolved,
    planName,
    Tally,
} from '../results/plan_result.js';
import {
    describeBodies,
    describeDetails,
    fingerprint,
    firstLine,
    isInFile,
    MissingChecks,
    toUri,
} from './plan_checks.js';

/**
 * Writes SARIF 2.1.0 (Static Analysis Results Interchange Format, OASIS, 2020), for code scanning.
 *
 * @import { UndecidedPair, Violation } from 'graze/scenario'
 * @import { Style } from 'graze/scenario/messages'
 * @import { FailedPlan, CheckedPlan, PlanResult, Subject } from '../results/plan_result.js'
 * @import { ReportOptions } from './index.js'
 *
 * @typedef {NonNullable<ReportOptions['placeOf']>} PlaceOf
 */

const VERSION = '2.1.0';
const SCHEMA_URI =
    'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Maximum number of results of a file: GitHub refuses a file with more, and shows 5,000 of them. */
const MAX_RESULTS = 25_000;

/** Rules beside the kinds of violations. */
const [UNDECIDED, NOT_CHECKED] = ['undecided', 'not-checked'];

/** Name, subject and meaning of each rule; the identifiers are the kinds of violations. @type {[id: string, name: string, short: string, full: string][]} */
const RULES = [
    [
        'agent-agent',
        'Overlap',
        'Two agents overlap.',
        'The bodies of two agents overlap for a time; with --touching conflict, a contact suffices.',
    ],
    [
        'agent-obstacle',
        'OverlapWithObstacle',
        'An agent overlaps an obstacle or a blocked cell.',
        'The body of an agent overlaps an obstacle, or enters a blocked cell of the map.',
    ],
    [
        'off-map',
        'OffMap',
        'An agent leaves the map.',
        'The body of an agent leaves the map, or moves along no edge of the roadmap.',
    ],
    [
        'start',
        'WrongStart',
        'An agent does not begin at its start.',
        'The motion of an agent does not begin at the start or in the initial state that its task requires.',
    ],
    [
        'goal',
        'GoalMissed',
        'An agent misses its goal.',
        'The motion of an agent does not end at the goal that its task requires, or no state is in its goal region.',
    ],
    [
        'discontinuity',
        'Discontinuity',
        'A motion is not continuous.',
        'A piece of a motion does not begin where and when the one before it ends.',
    ],
    [
        'speed',
        'TooFast',
        'An agent is too fast.',
        'A piece of a motion is faster than the format of the plan allows.',
    ],
    [
        'vertex',
        'SharedCell',
        'Two agents share a cell.',
        'Two agents are in the same cell after a step, in the discrete model.',
    ],
    [
        'edge',
        'SwappedCells',
        'Two agents swap their cells.',
        'Two agents exchange their cells in a step, in the discrete model.',
    ],
    [
        UNDECIDED,
        'Undecided',
        'Whether two bodies overlap is undecided.',
        'It could not be decided within the tolerance whether two bodies overlap: the plan is not proved valid.',
    ],
    [
        NOT_CHECKED,
        'NotChecked',
        'A plan could not be checked.',
        'A file of the plan cannot be read or is malformed, a limit was exceeded, or a required check could not be made.',
    ],
];

/**
 * Yields one log with one run: its results as they arrive, and then, in the invocation, what the run did not report or check.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Pick<ReportOptions, 'graze' | 'digits' | 'placeOf'>} about
 * @returns {AsyncGenerator<string>}
 */
export async function* sarifReport(results, { graze, digits, placeOf = (file) => file }) {
    const driver = { name: 'graze', version: graze, semanticVersion: graze, rules: makeRules() };
    yield `{\n"$schema": ${JSON.stringify(SCHEMA_URI)},\n"version": "${VERSION}",\n"runs": [{\n`;
    yield `"tool": ${toPrintableJson({ driver })},\n"columnKind": "utf16CodeUnits",\n"results": [`;
    const tally = new Tally();
    const missing = new MissingChecks();
    let count = 0;
    for await (const result of results) {
        tally.add(result);
        if (!isFailed(result)) missing.add(result);
        for (const one of isFailed(result)
            ? [failureResult(result, placeOf)]
            : planResults(result, digits, placeOf)) {
            count++;
            if (count > MAX_RESULTS) continue;
            yield `${count === 1 ? '\n' : ',\n'}${toPrintableJson(one)}`;
        }
    }
    const notifications = [
        makeNotification('note', tally.describe()),
        ...missing.describeAll().map((text) => makeNotification('warning', text)),
    ];
    if (count > MAX_RESULTS) {
        const text = `${pluralize(count - MAX_RESULTS, 'more result')} not listed: code scanning takes ${MAX_RESULTS} per file; --report json lists as many as --max-kept keeps of each plan`;
        notifications.push(makeNotification('warning', text));
    }
    const invocation = {
        executionSuccessful: tally.failed === 0,
        toolExecutionNotifications: notifications,
    };
    yield `\n],\n"invocations": ${toPrintableJson([invocation])}\n}]\n}\n`;
}

function makeRules() {
    return RULES.map(([id, name, short, full]) => ({
        id,
        name,
        shortDescription: { text: short },
        fullDescription: { text: full },
        defaultConfiguration: { level: id === UNDECIDED ? 'warning' : 'error' },
    }));
}

/** @param {'note' | 'warning'} level @param {string} text */
function makeNotification(level, text) {
    return { level, message: makeMessage(text) };
}

/**
 * Returns a message without placeholders and links, which SARIF has also in plain text: names come from elsewhere.
 *
 * @param {string} text
 */
function makeMessage(text) {
    const plain = toPrintable(text).replaceAll('](', '] (');
    return { text: plain.replaceAll('{', '{{').replaceAll('}', '}}') };
}

/** @param {CheckedPlan} result @param {ReportOptions['digits']} digits @param {PlaceOf} placeOf */
function* planResults(result, digits, placeOf) {
    const style = { digits, domain: result.domain };
    const groups = groupViolations(result.violations);
    for (const group of groups) {
        const { first } = group;
        const text = [describeMessage(first, style), ...describeDetails(group, style)].join('; ');
        yield makeResult(result, first.kind, 'error', text, first, style, placeOf);
    }
    for (const pair of result.undecided) {
        const text = describeMessage(pair, style);
        yield makeResult(result, UNDECIDED, 'warning', text, pair, style, placeOf);
    }
}

/**
 * @param {CheckedPlan} result
 * @param {string} rule
 * @param {'error' | 'warning'} level
 * @param {string} text
 * @param {Violation | UndecidedPair} one
 * @param {Style} style
 * @param {PlaceOf} placeOf
 */
function makeResult(result, rule, level, text, one, style, placeOf) {
    const { names, lines = [] } = one;
    const caseNote = result.case === undefined ? '' : `${planName(result)}: `;
    const others = names.flatMap((name, k) => {
        const line = lines[k] ?? null;
        return k === 0 || line === null ? [] : [{ line, names: [name] }];
    });
    const related = isInFile(result)
        ? others.map(({ line, names: named }, k) => ({
              id: k + 1,
              ...makeLocation(placeOf(result.file), line),
              message: makeMessage(
                  describeBodies({ ...one, names: named, obstacle: undefined }, style),
              ),
          }))
        : [];
    return {
        ruleId: rule,
        ruleIndex: indexOfRule(rule),
        level,
        message: makeMessage(`${caseNote}${text}`),
        ...locationsOf(result, placeOf(result.file), firstLine(one)),
        ...(related.length > 0 ? { relatedLocations: related } : {}),
        partialFingerprints: makeFingerprint(result, rule, describeBodies(one, style)),
    };
}

/** @param {FailedPlan} result @param {PlaceOf} placeOf */
function failureResult(result, placeOf) {
    const { code, file, line, column } = result.error;
    const region = isPlaced(result.error) ? { line, column } : {};
    return {
        ruleId: NOT_CHECKED,
        ruleIndex: indexOfRule(NOT_CHECKED),
        level: isUnsolved(result) ? 'note' : 'error',
        message: makeMessage(describeFailure(result)),
        ...locationsOf({ ...result, file }, placeOf(file), region.line, region.column),
        partialFingerprints: makeFingerprint(result, NOT_CHECKED, code),
    };
}

/** Returns the index of a rule; -1, as SARIF has it, for another. @param {string} id */
function indexOfRule(id) {
    return RULES.findIndex(([known]) => known === id);
}

/**
 * Returns the fingerprint by which GitHub knows a result again. That of the line alone, which GitHub would compute, is the same
 * for all conflicts of an agent whose path is one line.
 *
 * @param {PlanResult} result
 * @param {string} rule
 * @param {string} subject
 */
function makeFingerprint(result, rule, subject) {
    return { primaryLocationLineHash: `${fingerprint([planName(result), rule, subject])}:1` };
}

/**
 * @param {Subject} subject
 * @param {string} file
 * @param {number} [line]
 * @param {number} [column]
 */
function locationsOf(subject, file, line, column) {
    return isInFile(subject)
        ? { locations: [makeLocation(file, line, column)] }
        : { locations: [] };
}

/** @param {string} file @param {number} [line] @param {number} [column] */
function makeLocation(file, line, column) {
    const region =
        line === undefined
            ? {}
            : {
                  region: {
                      startLine: line,
                      ...(column === undefined ? {} : { startColumn: column }),
                  },
              };
    return { physicalLocation: { artifactLocation: { uri: toUri(file) }, ...region } };
}
