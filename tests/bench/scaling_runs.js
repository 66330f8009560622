import { randomFor } from '../../js/bench/random.js';
import { CAR, wanderers } from './sweep_scenes.js';
import { clockOf, motionOf } from './trajectories.js';
import { mediansOf } from './turns.js';

/**
 * One body against many, and all pairs of many.
 *
 * @import { Graze, Motion, Path, Shape } from 'graze'
 *
 * @typedef {{ rounds: number, most: number, seed: number }} Options
 */

/** Square meters a body, at constant density; and how many of them the constant area is made for. */
const ROOM = 2500;
const ROOM_FOR = 300;
const DURATION = 10;
/** Brute force is left out where it would take longer, in milliseconds. */
const PATIENCE = 10_000;

const STEPS = 100;

/**
 * @param {Graze} g
 * @param {number} count
 * @param {number} room bodies that the area is made for
 * @param {number} seed
 */
function motionsOf(g, count, room, seed) {
    const random = randomFor('scaling', seed, count);
    const trajectories = wanderers(random, count, Math.sqrt(ROOM * room), DURATION);
    return trajectories.map((body) => motionOf(g, body));
}

/** @param {Graze} g @param {Shape} car @param {Motion[]} motions @param {number} steps */
function pathsOf(g, car, motions, steps) {
    const clock = clockOf({ steps, duration: DURATION });
    return motions.map((motion) => g.path(car, motion, clock));
}

/** @param {readonly { free: () => void }[]} handles */
function freeAll(handles) {
    for (const handle of handles) handle.free();
}

/** @param {number} max @param {number} [min] */
function sizesTo(max, min = 10) {
    const sizes = [10, 30, 100, 300, 1000, 2000, 3000, 10_000];
    return sizes.filter((size) => size >= min && size <= max);
}

/**
 * Measures one body against others: path by path, by a scene, and the creation of the scene.
 *
 * @param {Graze} g
 * @param {Shape} car
 * @param {Motion[]} motions the one is the last
 * @param {number} steps
 * @param {number} rounds
 */
function timeOne(g, car, motions, steps, rounds) {
    const paths = pathsOf(g, car, motions, steps);
    const others = paths.slice(0, -1);
    const ego = paths[paths.length - 1];
    const scene = g.scene(others);
    const [whole, sweepMany, index, contactsWith, first, one] = mediansOf(
        [
            () => freeAll(pathsOf(g, car, motions, steps)),
            () => g.sweepMany(ego, others),
            () => g.scene(others).free(),
            () => scene.contactsWith(ego),
            () => scene.firstContact(ego),
            () => freeAll(pathsOf(g, car, motions.slice(-1), steps)),
        ],
        rounds,
    );
    const met = scene.contactsWith(ego).length;
    scene.free();
    freeAll(paths);
    return { paths: whole, scene: index, 'ego path': one, sweepMany, contactsWith, first, met };
}

/** @param {Graze} g @param {Options} options */
export function growBodies(g, { rounds, most: max, seed }) {
    const car = g.polygon(CAR);
    return sizesTo(max)
        .filter((size) => size !== 2000)
        .map((others) => {
            const motions = motionsOf(g, others + 1, others, seed);
            const row = { others, ...timeOne(g, car, motions, STEPS, rounds) };
            freeAll(motions);
            return row;
        });
}

/** @param {Graze} g @param {Options} options */
export function growSteps(g, { rounds, seed }) {
    const car = g.polygon(CAR);
    const motions = motionsOf(g, 101, 100, seed);
    const rows = [100, 300, 1000, 3000, 10_000].map((steps) => ({
        steps,
        ...timeOne(g, car, motions, steps, rounds),
    }));
    freeAll(motions);
    return rows;
}

/**
 * Measures all pairs, and the same by brute force: a batch of all pairs of moving bodies.
 *
 * @param {Graze} g
 * @param {Options & { isDense: boolean }} options
 */
export function allPairs(g, { rounds, most: max, seed, isDense }) {
    const car = g.polygon(CAR);
    let patience = PATIENCE;
    return sizesTo(max / 5).map((bodies) => {
        const motions = motionsOf(g, bodies, isDense ? ROOM_FOR : bodies, seed);
        const paths = pathsOf(g, car, motions, STEPS);
        const scene = g.scene(paths);
        const brute = patience > 0 ? bruteForce(g, car, motions) : null;
        const tasks = [
            () => freeAll(pathsOf(g, car, motions, STEPS)),
            () => g.scene(paths).free(),
            () => scene.contacts(),
        ];
        if (brute !== null) tasks.push(brute.run);
        const [whole, index, contacts, slow = null] = mediansOf(tasks, rounds);
        const found = scene.contacts();
        const wrong = brute?.differsFrom(found) ?? null;
        brute?.free();
        scene.free();
        freeAll(paths);
        freeAll(motions);
        // The memory is that of ten times as many pairs.
        if (slow !== null && slow * 10 > PATIENCE) patience = 0;
        const sum = whole + index + contacts;
        return {
            ...{ bodies, paths: whole, scene: index, contacts, sum, brute: slow },
            ...{ met: found.length, wrong },
        };
    });
}

/** @param {Graze} g @param {Shape} car @param {Motion[]} motions */
function bruteForce(g, car, motions) {
    const count = motions.length;
    const pairs = (count * (count - 1)) / 2;
    const pieces = motions.reduce((sum, motion) => sum + motion.count, 0);
    const batch = g.movingPairs(count, { pieces, pairs });
    let next = 0;
    motions.forEach((motion, k) => {
        next = batch.set(k, car, motion, next);
    });
    const list = batch.pairs;
    let at = 0;
    for (let a = 0; a < count; a++) {
        for (let b = a + 1; b < count; b++) {
            list[at++] = a;
            list[at++] = b;
        }
    }
    const options = { from: 0, to: DURATION };
    return {
        run: () => batch.firstContacts(pairs, options),
        free: () => batch.free(),
        /** Pairs of which only one of the two says that they meet; grazes may be called free. @param {{ first: number,
         *   second: number }[]} contacts */
        differsFrom(contacts) {
            batch.firstContacts(pairs, options);
            const found = new Set(contacts.map(({ first, second }) => first * count + second));
            const { statuses, pairs: all } = batch;
            let wrong = 0;
            for (let k = 0; k < pairs; k++) {
                const isFound = found.has(all[2 * k] * count + all[2 * k + 1]);
                const isGraze = statuses[k] === 2;
                if (isFound !== (statuses[k] !== 0) && !isGraze) wrong++;
            }
            return wrong;
        },
    };
}
