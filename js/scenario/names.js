import { show } from 'graze';
import { holdList, refusal } from './held.js';

/**
 * The names by which messages and reports call agents and obstacles: those of the plan's own file.
 *
 * @import { Scenario } from './scenario.js'
 */

/** Characters of a name in a result: it stands there once for each violation. */
const LONGEST = 200;

/** A name that reads well without quotes. */
const PLAIN = /^[A-Za-z0-9][\w.:#/-]{0,39}$/;

/** An agent and agents, as the domain calls them. */
const NOUNS = Object.freeze({
    agents: /** @type {const} */ (['agent', 'agents']),
    driving: /** @type {const} */ (['vehicle', 'vehicles']),
});

/**
 * The subject of a plan, which chooses the nouns of reports.
 *
 * @typedef {Scenario['domain']} Domain
 */

/**
 * Returns the noun for agents: `agent`, `vehicles`.
 *
 * @param {number} count
 * @param {Domain} [domain] default: 'agents'
 */
export function nounOf(count, domain = 'agents') {
    return NOUNS[domain === 'driving' ? domain : 'agents'][count === 1 ? 0 : 1];
}

/**
 * Returns a name as it stands in a sentence: in quotes, shortened and with nothing that could turn the line, unless it is plain.
 *
 * @param {string} name
 */
function shown(name) {
    return PLAIN.test(name) ? name : show(name);
}

/**
 * Names an obstacle: `obstacle 278`, `obstacle "parked bus"`.
 *
 * @param {string} name
 */
export function obstacleInWords(name) {
    holdName(name);
    return namedAs('obstacle', name);
}

/**
 * Names agents: `agent 3`, `agents 0 and 1`, `vehicles 49 and 53`, `agent1 and agent2`.
 *
 * @param {readonly string[]} names at least one
 * @param {Domain} [domain] default: 'agents'
 */
export function namesInWords(names, domain = 'agents') {
    holdList(names, 'names');
    for (const name of names) holdName(name);
    const noun = nounOf(1, domain);
    if (names.length === 1 || names.some((name) => saysNoun(noun, name))) {
        return listed(names.map((name) => namedAs(noun, name)));
    }
    return `${nounOf(2, domain)} ${listed(names.map(shown))}`;
}

/** @param {string} noun @param {string} name */
function namedAs(noun, name) {
    return saysNoun(noun, name) ? name : `${noun} ${shown(name)}`;
}

/** Returns whether a name begins with the noun already, as `agent7` does. @param {string} noun @param {string} name */
function saysNoun(noun, name) {
    return PLAIN.test(name) && name.toLowerCase().startsWith(noun);
}

/** @param {unknown} name */
function holdName(name) {
    if (typeof name !== 'string') throw refusal('wrong-type', 'name', 'text', name);
}

/** @param {string[]} words */
function listed(words) {
    if (words.length < 2) return words.join('');
    return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The names of a scenario's agents and obstacles, each agent's its own. */
export class Names {
    #obstacles;
    #domain;

    /** @param {Pick<Scenario, 'agents' | 'obstacles' | 'domain'>} scenario */
    constructor({ agents, obstacles, domain }) {
        this.#obstacles = obstacles;
        this.#domain = domain;
        /** The name of each agent: its number where it has none, and beside a name that others have too. */
        this.agents = unique(agents.map(({ name }) => cut(name)));
    }

    /** Returns the names of some agents. @param {readonly number[]} agents @returns {string[]} */
    of(agents) {
        return agents.map((agent) => this.agents[agent]);
    }

    /** Names some agents in words. @param {readonly number[]} agents */
    inWords(agents) {
        return namesInWords(this.of(agents), this.#domain);
    }

    /** Names an obstacle in words. @param {number} obstacle */
    obstacle(obstacle) {
        return obstacleInWords(this.#obstacles[obstacle].name);
    }

    /**
     * Names two bodies: `agents 0 and 1`, `vehicle 7 and obstacle 278`.
     *
     * @param {number} agent
     * @param {{ agent: number } | { obstacle: number }} other
     */
    pair(agent, other) {
        if ('obstacle' in other) {
            return `${this.inWords([agent])} and ${this.obstacle(other.obstacle)}`;
        }
        return this.inWords([agent, other.agent].sort((p, q) => p - q));
    }
}

/** Returns a name, cut where it is far too long. @param {string} name */
function cut(name) {
    return name.length > LONGEST
        ? `${name.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`
        : name;
}

/** @param {string[]} names @returns {string[]} */
function unique(names) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return names.map((name, agent) => {
        if (name === '' && !counts.has(`${agent}`)) return `${agent}`;
        return name !== '' && counts.get(name) === 1 ? name : `${name} (number ${agent})`;
    });
}
