/** What the page calls those who move, and how it writes their gaps. */

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
 * Names two agents: `agents 2 and 5`.
 *
 * @param {Scene} scene
 * @param {readonly number[]} pair
 */
export function pairText({ names, domain }, pair) {
    return namesInWords(
        pair.map((agent) => names[agent] ?? String(agent)),
        domain,
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
