import { parseArgs } from 'node:util';
import { CHECK_NAMES } from 'graze/scenario/messages';
import { ENDINGS, TOUCHINGS } from '#internal';
import { FREE_CELLS, findUnknownCell, MAP_CELLS } from '../../formats/detection/detection.js';
import { explainRenamed, FLAGS, OPTIONS, VALUES } from '../../scenario/model/renamed.js';
import { UsageError } from './exit.js';

/** Parsers of options that several commands share. */

/** Choices of digits of numbers in texts: six significant ones, or all. */
const DIGITS = /** @type {const} */ (['short', 'full']);

export const DIGITS_HELP = `  --digits short|full  digits of numbers in text: six, or all; json always has all
                       (default: short)`;

export const PASSABLE_HELP = `  --passable CHARS     characters of the free cells of a MovingAI map, of ${MAP_CELLS} (default: ${FREE_CELLS})`;

export const LISTING_HELP = `  --details            describe each of several plans in full in a text report (default: one line)
  --max-violations N|all   groups of violations listed per plan (default: 20 in text, 100 in html)`;

/**
 * @param {string | undefined} text
 * @returns {number | undefined}
 */
export function parseMaxViolations(text) {
    return text === 'all' ? Infinity : parseCount('max-violations', text, 0, 1_000_000_000);
}

/** @param {string | undefined} text */
export function parseSuggestionEffort(text) {
    if (text === 'all') return Infinity;
    const digits = text && expandNumber(text);
    return parseCount('suggestion-effort', digits, 0, Number.MAX_SAFE_INTEGER);
}

/** Policies of touching, the default first. */
const TOUCHING_CHOICES = TOUCHINGS.toReversed();

/** @param {string | undefined} text */
export function parseTouching(text) {
    return parseChoice('touching', text, TOUCHING_CHOICES);
}

/** Options that state how plans are read, and with which further files. */
export const PLAN_OPTIONS = /** @type {const} */ ({
    map: { type: 'string' },
    task: { type: 'string' },
    config: { type: 'string' },
    'unknown-cells': { type: 'string' },
    passable: { type: 'string' },
    radius: { type: 'string' },
    footprint: { type: 'string' },
    'at-goal': { type: 'string' },
    case: { type: 'string' },
    limit: { type: 'string', multiple: true },
});

/**
 * Values of PLAN_OPTIONS.
 *
 * @typedef {{ [K in Exclude<keyof typeof PLAN_OPTIONS, 'limit'>]?: string } & { limit?: string[] }} PlanValues
 */

/**
 * Parses the options that state how a plan is read, except limits.
 *
 * @param {PlanValues} values
 */
export function parsePlanOptions(values) {
    return {
        radius: parseDecimal('radius', values.radius),
        unknownCells: parseChoice('unknown-cells', values['unknown-cells'], UNKNOWN_CELLS),
        passable: parsePassable(values.passable),
        atGoal: parseChoice('at-goal', values['at-goal'], ENDINGS),
        case: values.case,
    };
}

/**
 * Returns whether one of the names of files is `-`, standard input.
 *
 * @param {(string | undefined)[]} names
 * @throws {UsageError} where several are
 */
export function isStdinNamed(names) {
    const count = names.filter((name) => name === '-').length;
    if (count <= 1) return count === 1;
    throw new UsageError('- is named more than once, but standard input can be read only once');
}

/**
 * Rejects two sizes of the agents.
 *
 * @param {{ radius?: string, footprint?: string }} values
 */
export function checkSizeOptions({ radius, footprint }) {
    if (footprint === '') throw new UsageError('--footprint must be a file or a list of points');
    if (radius === undefined || footprint === undefined) return;
    throw new UsageError(
        '--radius and --footprint exclude each other: either is the size of the agents',
    );
}

/** How unknown cells of a map count, the default first. */
const UNKNOWN_CELLS = /** @type {const} */ (['blocked', 'free']);

/** @param {string | undefined} text */
function parsePassable(text) {
    const unknown = text === undefined ? null : findUnknownCell(text);
    if (unknown === null) return text;
    const reason = unknown === '' ? '' : `: no map has ${JSON.stringify(unknown)}`;
    throw new UsageError(
        `--passable must be one or more of the characters ${MAP_CELLS}, got ${JSON.stringify(text)}${reason}`,
    );
}

/** @param {string | undefined} text */
export function parseDigits(text) {
    return parseChoice('digits', text, DIGITS) ?? 'short';
}

/** Number of characters of a mistyped name that are compared. */
const MAX_TYPED = 64;

/** Number of characters of a name per character in which a mistyped one may differ from it. */
const CHARACTERS_PER_TYPO = 3;

/**
 * Returns the end of a message about a name that is not known: the known name that it resembles, or nothing.
 *
 * @param {string} name
 * @param {readonly string[]} known
 * @param {string} [prefix] prefix of the known name in the message
 */
export function suggestName(name, known, prefix = '') {
    const maxDistance = Math.max(1, Math.floor(name.length / CHARACTERS_PER_TYPO));
    // The distance of long names costs time, and none of them resembles an option.
    const typed = name.slice(0, MAX_TYPED).toLowerCase();
    const distances = known.map((each) => editDistance(typed, each));
    const least = Math.min(...distances);
    return least > maxDistance ? '' : `; did you mean ${prefix}${known[distances.indexOf(least)]}?`;
}

/**
 * Returns the number of characters to insert, remove or replace that turn one text into another (Levenshtein, 1966).
 * O(product of their lengths).
 *
 * @param {string} from
 * @param {string} to
 */
function editDistance(from, to) {
    let row = Array.from({ length: to.length + 1 }, (_, k) => k);
    for (const [k, character] of [...from].entries()) {
        const next = [k + 1];
        for (let j = 0; j < to.length; j++) {
            const replaced = row[j] + (to[j] === character ? 0 : 1);
            next.push(Math.min(replaced, row[j + 1] + 1, next[j] + 1));
        }
        row = next;
    }
    return row[to.length];
}

/** Matches a number of the command line: no sign, no hexadecimal, nothing that is not finite. */
const DECIMAL = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} T
 * @param {string} command
 * @param {string[]} args
 * @param {T} options
 * @returns {ReturnType<typeof parseArgs<{ args: string[], options: T, allowPositionals: true,
 *   strict: true }>>}
 */
export function parseCommand(command, args, options) {
    try {
        refuseUnknownFlags(args, options);
        const joined = joinValues(args, options);
        return parseArgs({ args: joined, options, allowPositionals: true, strict: true });
    } catch (error) {
        // The text is Node's own, without its advice on programming.
        const text = error instanceof Error ? error.message : String(error);
        const first = text.split(/\.\s/)[0];
        throw new UsageError(
            `${first}${first.endsWith('?') ? '' : '.'} Try graze ${command} --help`,
        );
    }
}

/**
 * Throws an error for a flag that is not known, which names the new flag for one of version 0.1, or the flag that it resembles.
 *
 * @param {string[]} args
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} options
 */
function refuseUnknownFlags(args, options) {
    const known = Object.keys(options);
    const end = args.indexOf('--');
    for (const arg of args.slice(0, end < 0 ? args.length : end)) {
        const flag = /^--([^=]+)/.exec(arg)?.[1];
        if (flag === undefined || known.includes(flag)) continue;
        const renamed = explainRenamed(FLAGS, flag, known, '--');
        const explanation = renamed === '' ? suggestName(flag, known, '--') : renamed;
        throw new Error(`unknown option --${flag}${explanation}`);
    }
}

/**
 * Joins each option and its value, so that a negative number is accepted: `--radius -1` becomes `--radius=-1`.
 * Anything else that begins with `-` is more likely another option than a value.
 *
 * @param {string[]} args
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} options
 * @returns {string[]}
 */
function joinValues(args, options) {
    const end = args.indexOf('--');
    /** @type {string[]} */
    const joined = [];
    for (let k = 0; k < args.length; k++) {
        const arg = args[k];
        const name = arg.slice(2);
        const isLongOption = (end < 0 || k < end) && arg.startsWith('--');
        if (!isLongOption || !Object.hasOwn(options, name) || options[name].type !== 'string') {
            joined.push(arg);
            continue;
        }
        const value = args[++k];
        const isOption = value?.startsWith('-') && value !== '-' && !/^-[.\d]/.test(value);
        if (value === undefined || isOption) {
            const got = isOption ? `, got the option ${value}` : '';
            const hint =
                isOption && !value.startsWith('--') ? ` (as a value: ${arg}=${value})` : '';
            throw new Error(`${arg} must be followed by a value${got}${hint}`);
        }
        joined.push(`${arg}=${value}`);
    }
    return joined;
}

/**
 * @param {string} option
 * @param {string | undefined} text
 * @returns {number | undefined}
 */
export function parseDecimal(option, text) {
    if (text === undefined) return undefined;
    const value = Number(text);
    if (DECIMAL.test(text) && Number.isFinite(value)) return value;
    if (value < 0 && Number.isFinite(value)) {
        throw new UsageError(`--${option} must be at least 0, got ${text}`);
    }
    throw new UsageError(
        `--${option} must be a decimal number, at least 0, got ${JSON.stringify(text)}`,
    );
}

/** Maximum number of seconds that a timer can wait. */
const MAX_TIME_LIMIT = 2_000_000;

/** @param {string | undefined} text @returns {number | undefined} seconds */
export function parseTimeLimit(text) {
    const seconds = parseDecimal('time-limit', text);
    if (seconds === undefined || (seconds > 0 && seconds <= MAX_TIME_LIMIT)) return seconds;
    throw new UsageError(
        `--time-limit must be above 0 and at most ${MAX_TIME_LIMIT}, got ${seconds}`,
    );
}

/**
 * @param {string} option
 * @param {string | undefined} text
 * @param {number} min
 * @param {number} max
 * @returns {number | undefined}
 */
export function parseCount(option, text, min, max) {
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new UsageError(
        `--${option} must be a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`,
    );
}

/**
 * @template {string} T
 * @param {string} option
 * @param {string | undefined} value
 * @param {readonly T[]} choices
 * @returns {T | undefined}
 */
export function parseChoice(option, value, choices) {
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const [last, ...others] = choices.toReversed();
    const known = others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
    const renamed = explainRenamed(VALUES, value, choices);
    const explanation = renamed === '' ? suggestName(value, choices) : renamed;
    throw new UsageError(
        `--${option} must be ${known}, got ${JSON.stringify(value)}${explanation}`,
    );
}

/**
 * Returns a whole number with an exponent or underscores, such as `1e8` or `100_000_000`, in digits alone; another text is
 * returned as it is, for the error to quote.
 *
 * @param {string} text
 */
function expandNumber(text) {
    const isNumber = /^\d+(?:_\d+)*(?:(?:\.\d+)?[eE]\+?\d{1,2})?$/.test(text);
    const value = Number(text.replaceAll('_', ''));
    return isNumber && Number.isSafeInteger(value) ? String(value) : text;
}

/**
 * Parses the checks of `--require`, without which a plan fails.
 *
 * @param {readonly string[]} values names separated by commas, one string for each use of the option
 * @returns {string[]} each name once, in the order of CHECK_NAMES
 */
export function parseRequired(values) {
    const names = values.flatMap((list) => list.split(',')).map((name) => name.trim());
    const unknown = names.find((name) => !CHECK_NAMES.includes(name));
    if (unknown === undefined) return CHECK_NAMES.filter((name) => names.includes(name));
    const known = CHECK_NAMES.join(', ');
    throw new UsageError(
        `--require must be a list of ${known}, got ${JSON.stringify(unknown)}${suggestName(unknown, CHECK_NAMES)}`,
    );
}

/**
 * Parses options of the form `NAME=N`, which may be repeated; for each name the last one counts.
 *
 * @param {string} option
 * @param {string[]} values
 * @param {readonly string[]} known
 * @returns {Record<string, number>}
 */
export function parseAssignments(option, values, known) {
    const pairs = values.map((text) => {
        const index = text.indexOf('=');
        if (index < 1)
            throw new UsageError(`--${option} must be NAME=N, got ${JSON.stringify(text)}`);
        const name = text.slice(0, index);
        if (!known.includes(name)) {
            const names = known.join(', ');
            const renamed = explainRenamed(OPTIONS, name, known);
            const explanation = renamed === '' ? suggestName(name, known) : renamed;
            throw new UsageError(
                `--${option} must name one of ${names}, got ${JSON.stringify(name)}${explanation}`,
            );
        }
        const value = parseCount(
            `${option} ${name}`,
            expandNumber(text.slice(index + 1)),
            1,
            2 ** 40,
        );
        return /** @type {[string, number]} */ ([name, value]);
    });
    return Object.fromEntries(pairs);
}
