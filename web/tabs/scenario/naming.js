/** Names of bodies on the page, and the text of their gaps. */

import { describeAgents, describeObstacle } from 'graze/scenario/messages';
import { isTouching } from '../../base/format.js';

/**
 * @import { Value } from '../../base/readout.js'
 * @import { Scene } from './scene.js'
 */

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
