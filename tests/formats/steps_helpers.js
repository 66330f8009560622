import assert from 'node:assert/strict';
import { InputError } from 'graze/scenario';
import fc from '../fast_check.js';

/**
 * Checks what the tests of formats in whole steps share.
 *
 * @import { Scenario } from 'graze/scenario'
 */

/** @param {string} text @param {string} name */
export function file(text, name) {
    return { name, text };
}

/**
 * Returns what reading throws begins with this, on one line.
 *
 * @param {() => Promise<unknown>} call
 * @param {string} beginning `file:line:column: code: …`
 */
export async function refuses(call, beginning) {
    await assert.rejects(call, (error) => {
        assert.ok(error instanceof InputError, String(error));
        const isSo = error.message.startsWith(beginning);
        assert.ok(isSo, `${error.message}\n  expected ${beginning}`);
        assert.ok(!/[\n\r]/.test(error.message));
        return true;
    });
}

/** Replaces what must be there. @param {string} text @param {string} from @param {string} to */
export function change(text, from, to) {
    assert.ok(text.includes(from), from);
    return text.replace(from, () => to);
}

/** Returns each agent's cells as pairs. @param {Scenario} scenario */
export function cellsOf({ discrete }) {
    return (discrete?.cells ?? []).map((cells) => {
        const pairs = /** @type {[number, number][]} */ ([]);
        for (let k = 0; k < cells.length; k += 2) pairs.push([cells[k], cells[k + 1]]);
        return pairs;
    });
}

/** Returns the motions without their positions in a file. @param {Scenario} scenario */
export function motionsOf({ agents }) {
    return agents.map(({ motion }) => motion.map(({ source, ...piece }) => piece));
}

/** Splits a text into pieces of a number of characters. @param {string} text @param {number} size */
export async function* inPieces(text, size) {
    for (let k = 0; k < text.length; k += size) yield text.slice(k, k + size);
}

/** Waits, and moves to the next cells. @type {[number, number][]} */
const STEPS = [
    [0, 0],
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
];

/** A move that is not a step from one cell to the next. @type {[number, number]} */
const JUMP = [2, 3];

/**
 * Generates an agent for `walk`: where it starts, and up to 8 moves.
 *
 * @param {{ x: number, y: number, jumps?: boolean }} most largest coordinates of its start; whether moves may be jumps (default:
 *   false)
 */
export function stepsOf({ x, y, jumps = false }) {
    const moves = fc.constantFrom(...STEPS, ...(jumps ? [JUMP] : []));
    return fc.record({ x: fc.nat(x), y: fc.nat(y), moves: fc.array(moves, { maxLength: 8 }) });
}

/**
 * Returns what a generator of agents' steps makes: a start and moves, as cells.
 *
 * @param {{ x: number, y: number, moves: [number, number][] }[]} agents
 */
export function walk(agents) {
    return agents.map(({ x, y, moves }) => {
        const cells = [x, y];
        for (const [dx, dy] of moves) {
            const [fromX, fromY] = cells.slice(-2);
            cells.push(Math.max(0, fromX + dx), Math.max(0, fromY + dy));
        }
        return Int32Array.from(cells);
    });
}
