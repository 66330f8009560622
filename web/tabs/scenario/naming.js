/** What the page calls those who move, and how it writes their gaps. */

import { isTouch } from '../../base/format.js';

/**
 * @import { Value } from '../../base/readout.js'
 * @import { Scene } from './scene.js'
 */

/**
 * Returns an agent's or obstacle's name as the file has it, with a noun where it is a mere number.
 *
 * @param {Scene} scene
 * @param {number} mover
 */
export function nameOf({ names, agents }, mover) {
    const name = names[mover] ?? String(mover);
    if (!/^[\d.-]*$/.test(name)) return name;
    return `${mover < agents ? 'agent' : 'obstacle'} ${name}`;
}

/**
 * Returns both names of a pair: `agents 2 and 5`, or as the file has them.
 *
 * @param {Scene} scene
 * @param {readonly number[]} pair
 */
export function pairText(scene, pair) {
    const names = pair.map((mover) => nameOf(scene, mover));
    const isNumbered = names.every((name) => name.startsWith('agent '));
    return isNumbered
        ? `agents ${names.map((name) => name.slice('agent '.length)).join(' and ')}`
        : names.join(' and ');
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
