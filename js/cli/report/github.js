import { describeKindCounts, describeMessage, groupViolations } from 'graze/scenario/messages';
import { toPrintable } from '../console/streams.js';
import {
    describeFailure,
    isFailed,
    isPlaced,
    isUnsolved,
    planName,
    Tally,
} from '../results/plan_result.js';
import { describeDetails, firstLine, isInFile, MissingChecks } from './plan_checks.js';

/**
 * Writes annotations of GitHub Actions: workflow commands, which a step prints on its standard output.
 *
 * @import { FailedPlan, CheckedPlan, PlanResult, Subject } from '../results/plan_result.js'
 * @import { ReportOptions } from './index.js'
 *
 * @typedef {object} Annotation
 * @property {'error' | 'warning' | 'notice'} level
 * @property {string} title
 * @property {string[]} lines lines of the message
 * @property {string} [file] absent: none
 * @property {number} [line]
 * @property {number} [column]
 */

/**
 * Maximum number of annotations of one level that GitHub shows for a step. The log of the step has all of them, so that a plan
 * among others gets one at least.
 */
const MAX_SHOWN = 10;

/**
 * Yields a command for each of the first groups of violations of a plan, for undecided pairs, for plans that could not be
 * checked, and for checks that were not made; a notice at the end has the totals.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Pick<ReportOptions, 'digits' | 'count' | 'placeOf'>} options
 * @returns {AsyncGenerator<string>}
 */
export async function* githubReport(results, { digits, count, placeOf = (file) => file }) {
    const perPlan = Math.max(1, Math.floor(MAX_SHOWN / Math.max(1, count)));
    const tally = new Tally();
    const missing = new MissingChecks();
    for await (const result of results) {
        tally.add(result);
        const annotations = isFailed(result)
            ? [annotateFailure(result)]
            : annotatePlan(result, digits, perPlan);
        /** @param {Annotation} annotation */
        const write = ({ file, ...others }) =>
            writeCommand({ ...others, ...(file === undefined ? {} : { file: placeOf(file) }) });
        yield annotations.map(write).join('');
        if (isFailed(result)) continue;
        const text = missing.add(result);
        if (text === null) continue;
        yield write({
            level: 'warning',
            title: 'not checked',
            lines: [`${planName(result)}: not checked: ${text}`],
            file: fileOf(result),
        });
    }
    const lines = [tally.describe(), ...missing.describeRest()];
    yield writeCommand({ level: 'notice', title: 'graze validate', lines });
}

/** @param {Subject} result */
function fileOf(result) {
    return isInFile(result) ? result.file : undefined;
}

/** @param {FailedPlan} result @returns {Annotation} */
function annotateFailure(result) {
    const { code, file, line, column } = result.error;
    return {
        level: isUnsolved(result) ? 'warning' : 'error',
        title: code,
        lines: [describeFailure(result)],
        file: isInFile({ ...result, file }) ? file : undefined,
        ...(isPlaced(result.error) ? { line, column } : {}),
    };
}

/**
 * @param {CheckedPlan} result
 * @param {ReportOptions['digits']} digits
 * @param {number} max maximum number of annotations of each level
 * @returns {Annotation[]}
 */
function annotatePlan(result, digits, max) {
    const style = { digits, domain: result.domain };
    const [file, plan] = [fileOf(result), planName(result)];
    const groups = groupViolations(result.violations);
    const { undecided } = result;
    /** @type {Annotation[]} */
    const errors = groups.slice(0, max).map((group) => ({
        level: 'error',
        title: describeKindCounts([group]),
        lines: [
            `${plan}: ${describeMessage(group.first, style)}`,
            ...describeDetails(group, style),
        ],
        file,
        line: firstLine(group.first),
    }));
    /** @type {Annotation[]} */
    const warnings = undecided.slice(0, max).map((pair) => ({
        level: 'warning',
        title: 'undecided',
        lines: [`${plan}: ${describeMessage(pair, style)}`],
        file,
        line: firstLine(pair),
    }));
    const rest = groups.slice(max);
    if (rest.length > 0) errors.at(-1)?.lines.push(`… and more: ${describeKindCounts(rest)}`);
    const more = undecided.length - max;
    if (more > 0) warnings.at(-1)?.lines.push(`… and ${more} more undecided pairs`);
    return [...errors, ...warnings];
}

/** @param {Annotation} annotation */
function writeCommand({ level, title, lines, file, line, column }) {
    const properties = Object.entries({ file, line, col: column, title })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${escapeProperty(toPrintable(String(value)))}`);
    const message = escapeData(lines.map(toPrintable).join('\n'));
    return `::${level} ${properties.join(',')}::${message}\n`;
}

/** Escapes the message of a command, as `@actions/core` does. @param {string} text */
function escapeData(text) {
    return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes a property of a command. @param {string} text */
function escapeProperty(text) {
    return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
