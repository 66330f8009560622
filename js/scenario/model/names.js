import { argumentError, formatValue } from '#internal';
import { checkArray, checkNumber } from './arguments.js';

/** @import { Scenario } from './scenario.js' */

/**
 * Text whose numbers have six digits, with the exact values from which the same text with all digits can be made.
 *
 * @typedef {object} RoundedText
 * @property {string} text text whose numbers have at most six significant digits
 * @property {[offset: number, value: number][]} exactValues offsets in the text of numbers that are
 *   shown with fewer digits than they have, ascending, each with its exact value
 *
 * Digits of numbers in a text: six significant digits, or all of them.
 *
 * @typedef {'short' | 'full'} Digits
 */

/**
 * Returns a number as text with at most six significant digits.
 *
 * @param {number} value
 * @returns {string}
 */
export function formatShort(value) {
    checkNumber(value, 'value');
    return String(Number(value.toPrecision(6)));
}

/** Relative excess over six digits that counts as rounding, and for which `roundUp` does not round up. */
const ROUNDING = 2 ** -48;

/**
 * Returns a nonnegative number rounded up to six significant digits, for values that must not become smaller. An excess
 * within the rounding of doubles is ignored.
 *
 * @param {number} value
 * @returns {number}
 */
export function roundUp(value) {
    const nearest = Number(value.toPrecision(6));
    if (!(nearest < value * (1 - ROUNDING)) || value === Infinity) return nearest;
    const [digits, exponent] = nearest.toExponential(5).split('e');
    const next = Number(`${(Number(digits) + 1e-5).toFixed(5)}e${exponent}`);
    return Number(next.toPrecision(6));
}

/**
 * Builds a text from strings, numbers and other rounded texts, as the tag of a template.
 *
 * @param {readonly string[]} parts
 * @param {...(string | number | RoundedText)} values
 * @returns {RoundedText}
 */
export function formatText(parts, ...values) {
    /** @type {RoundedText} */
    const result = { text: parts[0], exactValues: [] };
    for (const [k, value] of values.entries()) {
        const offset = result.text.length;
        if (typeof value === 'string') {
            result.text += value;
        } else if (typeof value === 'number') {
            const text = formatShort(value);
            if (text !== String(value)) result.exactValues.push([offset, value]);
            result.text += text;
        } else {
            for (const [at, exact] of value.exactValues)
                result.exactValues.push([offset + at, exact]);
            result.text += value.text;
        }
        result.text += parts[k + 1];
    }
    return result;
}

/**
 * Joins texts with a separator between them.
 *
 * @param {readonly (string | RoundedText)[]} texts
 * @param {string} separator
 * @returns {RoundedText}
 */
export function joinTexts(texts, separator) {
    return texts.reduce(
        (/** @type {RoundedText} */ whole, text, k) =>
            formatText`${whole}${k > 0 ? separator : ''}${text}`,
        { text: '', exactValues: [] },
    );
}

/**
 * Returns a text with the given digits. An offset at which the text does not have its number is ignored.
 *
 * @param {RoundedText} text
 * @param {Digits} [digits] default: 'short'
 * @returns {string}
 */
export function renderText({ text, exactValues }, digits = 'short') {
    if (digits === 'short' || exactValues.length === 0) return text;
    let [whole, from] = ['', 0];
    for (const [offset, value] of exactValues) {
        const short = formatShort(value);
        if (offset < from || !text.startsWith(short, offset)) continue;
        whole += `${text.slice(from, offset)}${value}`;
        from = offset + short.length;
    }
    return whole + text.slice(from);
}

/**
 * Names of agents and obstacles in messages and reports: those of the plan's own file.
 */

/** Maximum number of characters of a name in a result, which repeats it for each violation. */
const MAX_NAME_LENGTH = 200;

/** Names that need no quotes. */
const PLAIN_NAME = /^[A-Za-z0-9][\w.:#/-]{0,39}$/;

/** Singular and plural of the noun for agents, by domain. */
const NOUNS = Object.freeze({
    agents: /** @type {const} */ (['agent', 'agents']),
    driving: /** @type {const} */ (['vehicle', 'vehicles']),
});

/**
 * Domain of a plan, which determines the nouns of reports.
 *
 * @typedef {Scenario['domain']} Domain
 */

/**
 * Returns the noun for agents: `agent`, `vehicles`.
 *
 * @param {number} count
 * @param {Domain} [domain] default: 'agents'
 */
export function agentNoun(count, domain = 'agents') {
    return NOUNS[domain === 'driving' ? domain : 'agents'][count === 1 ? 0 : 1];
}

/**
 * Returns a name as a sentence shows it: a plain one as it is, any other in quotes, shortened, and with invisible characters
 * escaped.
 *
 * @param {string} name
 */
function quoteName(name) {
    return PLAIN_NAME.test(name) ? name : formatValue(name);
}

/**
 * Names an obstacle: `obstacle 278`, `obstacle "parked bus"`.
 *
 * @param {string} name
 */
export function describeObstacle(name) {
    checkName(name);
    return withNoun('obstacle', name);
}

/**
 * Names agents: `agent 3`, `agents 0 and 1`, `vehicles 49 and 53`, `agent1 and agent2`.
 *
 * @param {readonly string[]} names at least one
 * @param {Domain} [domain] default: 'agents'
 */
export function describeAgents(names, domain = 'agents') {
    checkArray(names, 'names');
    for (const name of names) checkName(name);
    const noun = agentNoun(1, domain);
    if (names.length === 1 || names.some((name) => startsWithNoun(noun, name))) {
        return joinWords(names.map((name) => withNoun(noun, name)));
    }
    return `${agentNoun(2, domain)} ${joinWords(names.map(quoteName))}`;
}

/** @param {string} noun @param {string} name */
function withNoun(noun, name) {
    return startsWithNoun(noun, name) ? name : `${noun} ${quoteName(name)}`;
}

/** Returns whether a name begins with the noun already, as `agent7` does. @param {string} noun @param {string} name */
function startsWithNoun(noun, name) {
    return PLAIN_NAME.test(name) && name.toLowerCase().startsWith(noun);
}

/** @param {unknown} name */
function checkName(name) {
    if (typeof name !== 'string') throw argumentError('wrong-type', 'name', 'text', name);
}

/** Returns words as a list of a sentence: `a, b and c`. @param {readonly string[]} words */
export function joinWords(words) {
    if (words.length < 2) return words.join('');
    return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Names of a scenario's agents and obstacles; those of agents are unique. */
export class Names {
    #obstacles;
    #domain;

    /** @param {Pick<Scenario, 'agents' | 'obstacles' | 'domain'>} scenario */
    constructor({ agents, obstacles, domain }) {
        this.#obstacles = obstacles;
        this.#domain = domain;
        /** Name of each agent: its number if it has no name; the number follows a name that is not unique. */
        this.agents = makeUnique(agents.map(({ name }) => truncateName(name)));
    }

    /** Returns the names of some agents. @param {readonly number[]} agents @returns {string[]} */
    namesOf(agents) {
        return agents.map((agent) => this.agents[agent]);
    }

    /** Names some agents in words. @param {readonly number[]} agents */
    describe(agents) {
        return describeAgents(this.namesOf(agents), this.#domain);
    }

    /** Names an obstacle in words. @param {number} obstacle */
    describeObstacle(obstacle) {
        return describeObstacle(this.#obstacles[obstacle].name);
    }

    /**
     * Names two bodies: `agents 0 and 1`, `vehicle 7 and obstacle 278`.
     *
     * @param {number} agent
     * @param {{ agent: number } | { obstacle: number }} other
     */
    describePair(agent, other) {
        if ('obstacle' in other) {
            return `${this.describe([agent])} and ${this.describeObstacle(other.obstacle)}`;
        }
        return this.describe([agent, other.agent].sort((p, q) => p - q));
    }
}

/** Returns a name, cut where it is far too long. @param {string} name */
function truncateName(name) {
    return name.length > MAX_NAME_LENGTH
        ? `${name.slice(0, MAX_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
        : name;
}

/** @param {string[]} names @returns {string[]} */
function makeUnique(names) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return names.map((name, agent) => {
        if (name === '' && !counts.has(`${agent}`)) return `${agent}`;
        return name !== '' && counts.get(name) === 1 ? name : `${name} (number ${agent})`;
    });
}
