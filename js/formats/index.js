import { GrazeError, show } from 'graze';
import { checkText, FILE_START, InputError, looksLikeXml, MAX_MAGNITUDE } from './source.js';

/**
 * @import { SourceFile } from './source.js'
 * @import { Scenario } from '../scenario/scenario.js'
 */

export { InputError } from './source.js';

/**
 * @typedef {object} ScenarioFiles
 * @property {SourceFile} plan
 * @property {SourceFile} [map]
 * @property {SourceFile} [task] wins over a copy of the task in the plan
 * @property {SourceFile} [config]
 *
 * @typedef {object} ReadOptions
 * @property {string} [format] of the plan; recognised from its content unless given
 * @property {number} [radius] of every agent; wins over the configuration
 * @property {'stay' | 'vanish'} [atGoal] `stay` unless given
 */

/** The formats a plan may have. */
export const FORMATS = Object.freeze(['ccbs']);

const ROLES = Object.freeze(['plan', 'map', 'task', 'config']);
const OPTIONS = Object.freeze(['format', 'radius', 'atGoal']);
const AT_GOAL = Object.freeze(['stay', 'vanish']);

/**
 * Reads a plan, with its map, task and configuration as far as they are given, into a Scenario. What
 * cannot be read wholly is an InputError, whose message begins with file, line and column.
 *
 * @param {ScenarioFiles} files
 * @param {ReadOptions} [options]
 * @returns {Promise<Scenario>}
 */
export async function readScenario(files, options = {}) {
    checkFiles(files);
    checkOptions(options);
    if (options.format === undefined) checkRecognised(files.plan);
    const { readCcbs } = await import('./ccbs.js');
    return readCcbs(files, options.radius, options.atGoal ?? 'stay');
}

/**
 * The plan is of a format that is read: all of them are XML so far.
 *
 * @param {SourceFile} plan
 */
function checkRecognised(plan) {
    if (looksLikeXml(plan)) return;
    const text = `the format is not recognised; graze reads ${FORMATS.join(', ')}`;
    throw new InputError('unknown-format', checkText(plan), FILE_START, text);
}

/** @param {ScenarioFiles} files */
function checkFiles(files) {
    checkBag(files, 'files', ROLES);
    for (const role of ROLES) {
        const file = /** @type {Record<string, any>} */ (files)[role];
        if (file === undefined && role !== 'plan') continue;
        if (typeof file?.name === 'string' && typeof file?.text === 'string') continue;
        const argument = `files.${role}`;
        const text = `${argument} must be { name, text }, both strings, not ${show(file)}`;
        throw new GrazeError('wrong-type', text, { argument, value: file });
    }
}

/** @param {ReadOptions} options */
function checkOptions(options) {
    checkBag(options, 'options', OPTIONS);
    const { format, radius, atGoal } = options;
    checkChoice(format, 'format', FORMATS, 'unknown-format');
    checkChoice(atGoal, 'atGoal', AT_GOAL, 'unknown-option');
    if (radius !== undefined) checkRadius(radius);
}

/**
 * A misspelt property would else be one that was not given.
 *
 * @param {unknown} bag
 * @param {string} argument
 * @param {readonly string[]} known
 */
function checkBag(bag, argument, known) {
    if (typeof bag !== 'object' || bag === null) {
        const text = `${argument} must be an object, not ${show(bag)}`;
        throw new GrazeError('wrong-type', text, { argument, value: bag });
    }
    const odd = Object.keys(bag).find((key) => !known.includes(key));
    if (odd === undefined) return;
    const text = `${argument} has no property ${show(odd)}; known: ${known.join(', ')}`;
    throw new GrazeError('unknown-option', text, { argument, value: odd });
}

/**
 * @param {string | undefined} value
 * @param {string} argument
 * @param {readonly string[]} choices
 * @param {string} code
 */
function checkChoice(value, argument, choices, code) {
    if (value === undefined || choices.includes(value)) return;
    const text = `${argument} must be one of ${choices.join(', ')}, not ${show(value)}`;
    throw new GrazeError(code, text, { argument, value });
}

/** @param {unknown} value */
function checkRadius(value) {
    /** @param {string} code @param {string} expected */
    const refuse = (code, expected) => {
        const text = `radius must be ${expected}, not ${show(value)}`;
        return new GrazeError(code, text, { argument: 'radius', value });
    };
    if (typeof value !== 'number') throw refuse('wrong-type', 'a number');
    if (!Number.isFinite(value)) throw refuse('not-finite', 'finite');
    if (value < 0 || value > MAX_MAGNITUDE) {
        throw refuse('out-of-range', `from 0 to ${MAX_MAGNITUDE}`);
    }
}
