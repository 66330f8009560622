import { formatValue } from '#internal';
import { InputError, parseNumber, parseWhole } from '../text/source.js';
import { checkChildren, elementText, findChild, requireChild } from '../text/xml.js';

/**
 * Reads CommonRoad's numbers, exact or as intervals.
 *
 * @import { CheckedFile } from '../text/source.js'
 * @import { Element } from '../text/xml.js'
 *
 * @typedef {[number, number]} Range
 */

/** Maximum time step of a plan. */
const MAX_STEPS = 1e9;

/**
 * Reads the number in a child element.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {number}
 */
export function readNumber(file, element, name) {
    const found = requireChild(file, element, name);
    return parseNumber(file, found.position, `<${name}>`, elementText(file, found));
}

/**
 * Reads a size, which must be positive.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {number}
 */
export function readSize(file, element, name) {
    const size = readNumber(file, element, name);
    if (size > 0) return size;
    const { position } = requireChild(file, element, name);
    const text = `<${name}> must be more than 0, got ${size}`;
    throw new InputError('out-of-range', file, position, text, size);
}

/** @param {CheckedFile} file @param {Element} element @param {string} text @returns {number} */
function parseStep(file, element, text) {
    return parseWhole(file, element.position, 'a time step', text, { max: MAX_STEPS });
}

/** @param {CheckedFile} file @param {Element} element @param {string} text @returns {number} */
function parseDecimal(file, element, text) {
    return parseNumber(file, element.position, `<${element.name}>`, text);
}

/**
 * Reads `<exact>`, or `<intervalStart>` and `<intervalEnd>`.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {(file: CheckedFile, element: Element, text: string) => number} parse
 * @returns {Range}
 */
function readRange(file, element, parse) {
    checkChildren(file, element, ['exact', 'intervalStart', 'intervalEnd']);
    const [exact, start, end] = ['exact', 'intervalStart', 'intervalEnd'].map((name) => {
        const found = findChild(file, element, name);
        return found && parse(file, found, elementText(file, found));
    });
    if (exact !== undefined) {
        if (start === undefined && end === undefined) return [exact, exact];
        const text = `<${element.name}> is both exact and an interval`;
        throw new InputError('duplicate-element', file, element.position, text);
    }
    if (start === undefined || end === undefined) {
        const missing =
            start === end ? 'exact' : start === undefined ? 'intervalStart' : 'intervalEnd';
        const text = `<${element.name}> has no <${missing}>`;
        throw new InputError('missing-element', file, element.position, text);
    }
    if (start <= end) return [start, end];
    const text = `the interval ends at ${end}, before it starts at ${start}`;
    throw new InputError('out-of-range', file, element.position, text);
}

/**
 * Reads a decimal, exact or as an interval.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @returns {Range}
 */
export function readDecimalRange(file, element) {
    return readRange(file, element, parseDecimal);
}

/**
 * Reads time steps, one or an interval.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @returns {Range}
 */
export function readStepRange(file, element) {
    return readRange(file, element, parseStep);
}

/**
 * Returns the number of a range that must be exact: a body with an uncertain position cannot be checked.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {Range} range
 * @returns {number}
 */
export function requireExact(file, element, [start, end]) {
    if (start === end) return start;
    const text = `<${element.name}> is from ${start} to ${end}: only exact states can be checked`;
    throw new InputError('uncertain-state', file, element.position, text);
}

/**
 * Reads a text that must be one of the choices.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {readonly string[]} choices
 * @returns {string}
 */
export function readChoice(file, element, choices) {
    const text = elementText(file, element);
    if (choices.includes(text)) return text;
    const problem = `<${element.name}> must be ${choices.join(' or ')}, got ${formatValue(text)}`;
    throw new InputError('unknown-text', file, element.position, problem);
}
