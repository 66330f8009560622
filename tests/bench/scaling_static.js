import { randomFor } from '../../js/bench/random.js';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { loadLoops, SweepLoops } from './sweep_loops.js';
import { obstaclesOf, wanderers } from './sweep_scenes.js';
import { clockOf, motionOf } from './trajectories.js';
import { takeTurns } from './turns.js';

/**
 * Bodies that stand still: a scene's index over their boxes, in a loop in C, beside another library's.
 *
 * @import { Graze } from 'graze'
 *
 * @typedef {{ add: (minX: number, minY: number, maxX: number, maxY: number) => number, finish: () => void,
 *   search: (minX: number, minY: number, maxX: number, maxY: number) => number[] }} Flatbush
 */

const EGOS = 100;
const BLOCK = 16;
/** Square meters a body. */
const ROOM = 200;

/**
 * @param {Graze} g
 * @param {string} path of sweep_loops.wasm
 * @param {(new (count: number, nodeSize?: number, array?: unknown) => Flatbush) | null} Peer
 * @param {{ rounds: number, seed: number }} options
 */
export async function staticBoxes(g, path, Peer, { rounds, seed }) {
    const module = await loadLoops(path);
    const lines = ['still boxes, each met by 100 bodies along 100 steps, block by block of 16'];
    const rows = [400, 10_000].map((count) => {
        const random = randomFor('still', seed, count);
        const size = Math.sqrt(ROOM * count);
        const clock = clockOf();
        const obstacles = obstaclesOf(random, count, size).map(({ outline, pose }) => {
            return { outline, motion: g.motion.static(pose) };
        });
        const egos = wanderers(random, EGOS, size, clock.t1).map((ego) => {
            return { outline: ego.outline, motion: motionOf(g, ego) };
        });
        const loops = new SweepLoops(module, g, [...obstacles, ...egos], clock);
        loops.scene(0, count);
        const tasks = [() => loops.scene(0, count), () => loops.queryStatic(count, EGOS)];
        const boxes = obstacles.flatMap(({ outline, motion }) => boxesOf(g, outline, motion, 1));
        const blocks = egos.flatMap(({ outline, motion }) => boxesOf(g, outline, motion, BLOCK));
        if (Peer !== null) tasks.push(...peerTasks(Peer, boxes, blocks));
        const times = takeTurns(tasks, rounds);
        const found = tasks.filter((_, k) => k % 2 === 1).map((task) => task());
        for (const { motion } of [...obstacles, ...egos]) motion.free();
        lines.push(...linesOf(count, blocks.length, times, found));
        return { count, found, ms: times.map((one) => quantile(one)) };
    });
    return { lines, rows };
}

/** Returns the boxes of a body, so many steps at a time. @param {Graze} g @param {number[][]} outline
 *   @param {import('graze').Motion} motion @param {number} size */
function boxesOf(g, outline, motion, size) {
    const shape = g.polygon(outline);
    const path = g.path(shape, motion, clockOf());
    const count = size === 1 ? 1 : path.count;
    const spans = Array.from({ length: Math.ceil(count / size) }, (_, k) => {
        const some = path.boxes(k * size, Math.min(count, (k + 1) * size));
        const side = (/** @type {number} */ which) => [...some].filter((_, i) => i % 4 === which);
        return [
            ...[Math.min(...side(0)), Math.min(...side(1))],
            ...[Math.max(...side(2)), Math.max(...side(3))],
        ];
    });
    path.free();
    shape.free();
    return spans;
}

/**
 * @param {new (count: number, nodeSize?: number, array?: unknown) => Flatbush} Peer
 * @param {number[][]} boxes
 * @param {number[][]} blocks
 */
function peerTasks(Peer, boxes, blocks) {
    const build = () => {
        const index = new Peer(boxes.length, undefined, Float32Array);
        for (const [minX, minY, maxX, maxY] of boxes) index.add(minX, minY, maxX, maxY);
        index.finish();
        return index;
    };
    const index = build();
    const query = () => {
        let found = 0;
        for (const [minX, minY, maxX, maxY] of blocks) {
            found += index.search(minX, minY, maxX, maxY).length;
        }
        return found;
    };
    return [() => build() && 0, query];
}

/** @param {number} count @param {number} queries @param {Float64Array[]} times @param {unknown[]} found */
function linesOf(count, queries, times, found) {
    const ns = (/** @type {number} */ k) => ((quantile(times[k]) * 1e6) / queries).toFixed(0);
    const names = ['the scene, in C', 'flatbush, in JavaScript'];
    return found.map((met, k) => {
        const beside =
            k === 0
                ? ''
                : `; ${medianRatio(times[2], times[0]).toFixed(2)} and ${medianRatio(times[3], times[1]).toFixed(2)} times the scene's`;
        return `  ${count} boxes, ${names[k]}: made in ${quantile(times[2 * k]).toPrecision(3)} ms, ${ns(2 * k + 1)} ns a question, ${met} met${beside}`;
    });
}
