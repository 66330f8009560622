/** Names bodies on the page, and writes their gaps. */

import { namesInWords, obstacleInWords } from 'graze/scenario/words';
import { isTouch } from '../../base/format.js';

/**
 * @import { Value } from '../../base/readout.js'
 * @import { Scene } from './scene.js'
 */

/**
 * Names an agent or an obstacle as the reports do: `agent 3`, `vehicle 49`, `obstacle 278`.
 *
 * @param {Scene} scene
 * @param {number} mover
 */
export function nameOf({ names, agents, domain }, mover) {
    const name = names[mover] ?? String(mover);
    return mover < agents ? namesInWords([name], domain) : obstacleInWords(name);
}

/**
 * Names two agents, or an agent and an obstacle: `agents 2 and 5`, `vehicle 3 and obstacle 27`.
 *
 * @param {Scene} scene
 * @param {{ agents: readonly number[], obstacle?: string }} pair
 */
export function pairText({ names, domain }, { agents, obstacle }) {
    const who = namesInWords(
        agents.map((agent) => names[agent] ?? String(agent)),
        domain,
    );
    return obstacle === undefined ? who : `${who} and ${obstacleInWords(obstacle)}`;
}

/**
 * Names the two that are nearest to each other.
 *
 * @param {Scene} scene
 * @param {{ a: number, b: number }} pair movers; the first is an agent
 */
export function nearestText(scene, { a, b }) {
    const { agents, names } = scene;
    return pairText(
        scene,
        b < agents ? { agents: [a, b] } : { agents: [a], obstacle: names[b] ?? String(b) },
    );
}

/** Letters of a name that find room beside a body. */
const MOST_LETTERS = 12;

/** Returns a name to be written beside a body on the map. @param {string} name */
export function shortName(name) {
    const letters = [...name];
    return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : name;
}

/**
 * Returns the gap of two bodies for a readout: rounding noise of those that touch is no number.
 *
 * @param {Scene} scene whose coordinates decide how much rounding there can be
 * @param {number} distance
 * @returns {Value}
 */
export function gapValue({ box, sized }, distance) {
    if (!sized) return distance;
    const size = Math.max(...box.map(Math.abs), 1);
    return isTouch(distance, size) ? { touch: distance } : distance;
}
