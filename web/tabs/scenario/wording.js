/**
 * Names of bodies, their gaps, and messages of the package, in the page's wording. Messages name its controls, use its minus
 * sign, do not break within a time or a position, and form sentences.
 */

import { describeAgents, describeObstacle } from 'graze/scenario/messages';
import { isFullPrecision, isTouching } from '../../base/format.js';

/**
 * @import { Value } from '../../base/readout.js'
 * @import { Scene } from './scene.js'
 */

/* ---- bodies ---- */

/**
 * Names an agent or an obstacle as reports do: `agent 3`, `vehicle 49`, `obstacle 278`.
 *
 * @param {Scene} scene
 * @param {number} body
 */
export function formatBodyName({ names, agents, domain }, body) {
    const name = names[body] ?? String(body);
    return body < agents ? describeAgents([name], domain) : describeObstacle(name);
}

/**
 * Names two agents, or an agent and an obstacle: `agents 2 and 5`, `vehicle 3 and obstacle 27`.
 *
 * @param {Scene} scene
 * @param {{ agents: readonly number[], obstacle?: string }} pair
 */
export function formatPair({ names, domain }, { agents, obstacle }) {
    const agentNames = describeAgents(
        agents.map((agent) => names[agent] ?? String(agent)),
        domain,
    );
    return obstacle === undefined ? agentNames : `${agentNames} and ${describeObstacle(obstacle)}`;
}

/**
 * Names the two bodies that are nearest to each other.
 *
 * @param {Scene} scene
 * @param {{ a: number, b: number }} pair indices of bodies; the first is an agent
 */
export function formatNearestPair(scene, { a, b }) {
    const { agents, names } = scene;
    return formatPair(
        scene,
        b < agents ? { agents: [a, b] } : { agents: [a], obstacle: names[b] ?? String(b) },
    );
}

/** Number of letters of a name that fit beside a body. */
const MAX_NAME_LETTERS = 12;

/** Shortens a name for display beside a body on the map. @param {string} name */
export function shortName(name) {
    const letters = [...name];
    return letters.length > MAX_NAME_LETTERS
        ? `${letters.slice(0, MAX_NAME_LETTERS).join('')}…`
        : name;
}

/**
 * Returns the gap of two bodies for a readout: rounding noise of touching bodies is not shown as a number.
 *
 * @param {Scene} scene scene; its coordinates bound the rounding
 * @param {number} separation
 * @returns {Value}
 */
export function gapReadout({ box, sized: sizesKnown }, separation) {
    if (!sizesKnown) return separation;
    const size = Math.max(...box.map(Math.abs), 1);
    return isTouching(separation, size) ? { touching: separation } : separation;
}

/* ---- messages ---- */

/** Returns the precision of messages, as the page's switch sets it. @returns {{ digits?: 'full' }} */
export function messageStyle() {
    return isFullPrecision() ? { digits: 'full' } : {};
}

/** The page's control for each option of the program: the text after a missing value, and as a noun. @type {Record<string, [after: string, noun: string]>} */
const CONTROLS = {
    radius: ['in the field Radius', 'the field Radius'],
    tolerance: ['in the field Tolerance', 'the field Tolerance'],
    format: ['choose it under Files', 'the field Format of the plan'],
    'at-goal': ['At the goal', 'the field At the goal'],
    touching: ['Touching', 'the field Touching'],
    map: ['add its file', 'the role “map” under Files'],
    task: ['add its file', 'the role “task” under Files'],
    config: ['add its file', 'the role “configuration” under Files'],
    footprint: ['add its file', 'the role “footprint” under Files'],
    'unknown-cells': ['Unknown cells', 'the field Unknown cells'],
};
const PROGRAM_ONLY = /** @type {const} */ ([
    'only in the program graze',
    'an option of the program graze',
]);

const VALUE = '(?:[ =]([A-Z][A-Z_]*|stay|vanish|allowed|conflict|blocked|free|\\d+))?';
/** Matches an option, perhaps with its effect, that fills a pair of parentheses, and an option anywhere else. */
const PARENTHESIZED_FLAG = new RegExp(`\\(--([a-z][a-z-]*)${VALUE}(?:: as [a-z]+)?\\)`, 'g');
const ANY_FLAG = new RegExp(`(^|[\\s(“"'])--([a-z][a-z-]*)${VALUE}`, 'g');

/** @param {string | undefined} value value of an option; a placeholder in capitals is not a value */
const settingText = (value) => (value && !/^[A-Z]/.test(value) ? `: ${value}` : '');

/** Matches a number with a minus sign. Names of files, such as `run-1e-9.txt`, keep theirs. */
const NUMBER = /(?<=^|[\s([=])-?\d+(?:\.\d+)?(?:e-?\d+)?(?=$|[\s)\],;:?!]|\.(?:$|\s))/g;

/**
 * Replaces the program's options in a message by the page's controls.
 *
 * @param {string} message
 */
export function toPageMessage(message) {
    return message
        .replace('(files.image)', '(add its file)')
        .replace(PARENTHESIZED_FLAG, (_, flag, value) => {
            const [after] = CONTROLS[flag] ?? PROGRAM_ONLY;
            return `(${after}${settingText(value)})`;
        })
        .replace(ANY_FLAG, (_, before, flag, value) => {
            const [, noun] = CONTROLS[flag] ?? PROGRAM_ONLY;
            return `${before}${noun}${settingText(value)}`;
        })
        .replace(NUMBER, (number) => number.replaceAll('-', '−'))
        .replace(/\bt = (?=[−\d])/g, 't\u00a0=\u00a0')
        .replace(/(?<=\([−\d.e]+), (?=[−\d.e]+\))/g, ',\u00a0');
}

/**
 * Makes sentences of messages: each begins with a capital, unless it begins with a file name, and ends with a
 * period.
 *
 * @param {readonly string[]} messages
 */
export function toSentences(messages) {
    return messages
        .map(toPageMessage)
        .map((text) => {
            const capitalized = /^[a-z]+[ ,;]/.test(text)
                ? text[0].toUpperCase() + text.slice(1)
                : text;
            return /[.!?…]$/.test(capitalized) ? capitalized : `${capitalized}.`;
        })
        .join(' ');
}
