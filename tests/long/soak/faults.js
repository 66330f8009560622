import assert from 'node:assert/strict';
import { createSync } from 'graze';

/**
 * Invalid input, all the time: every error leaves the instance unchanged.
 *
 * @import { Graze } from 'graze'
 * @import { Draw } from '../../native/questions/random.js'
 */

const other = createSync();
const foreign = other.disc(1);

/**
 * Calls near the end of the host's stack, which cuts calls short, until there is room for one.
 * @param {() => unknown} query
 */
function callAtTheEnd(query) {
    try {
        callAtTheEnd(query);
    } catch (error) {
        assert.ok(error instanceof RangeError);
        query();
    }
}

/** @param {Graze} g @param {Draw} draw */
export function refuseAll(g, draw) {
    /** @type {any} */
    const any = g;
    const shape = g.disc(1);
    const motion = g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0, vx: 1 });
    const path = g.path(shape, motion, { t1: 1, step: 0.5 });
    const fine = g.path(shape, motion, { t1: 1, step: 0.25 });
    const scene = g.scene([path]);
    const [pairs, bodies, segments, movingPairs] = [
        g.pairs(4),
        g.bodies(4, { pairs: 1 }),
        g.movingDiscs(4),
        g.movingPairs(4),
    ];
    const gone = g.disc(1);
    gone.free();
    const many = draw.below(5) + 5;
    bodies.shapes.fill(shape.id);
    segments.records.fill(Number.NaN);
    const sphere = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 1, radius: 1 };
    const arrow = [
        [0, 0],
        [4, 0],
        [1, 1],
        [0, 4],
    ];
    const jump = { t0: 1, t1: 2, x: [9], y: [0], angle: [0] };
    const straight = { t0: 0, t1: 1, x: [0], y: [0], angle: [0] };
    /** @type {[code: string, call: () => unknown][]} */
    const calls = [
        ['not-finite', () => g.disc(draw.any([Number.NaN, Infinity]))],
        ['out-of-range', () => g.disc(-draw.between(0.1, 1))],
        ['out-of-range', () => g.hull([[1e39, 0]])],
        ['wrong-type', () => any.box('1', 2)],
        ['wrong-type', () => any.polygon(null)],
        ['unknown-option', () => any.box(1, 2, { radus: 1 })],
        ['too-few-points', () => g.hull([])],
        ['not-convex', () => g.polygon(arrow)],
        ['stale-handle', () => g.collide(shape, gone)],
        ['stale-handle', () => gone.vertices],
        ['foreign-handle', () => g.distance(foreign, shape)],
        ['not-finite', () => g.relation(shape, shape, { x: Number.NaN })],
        ['out-of-range', () => g.relation(shape, shape, { angle: 1e8 })],
        ['unknown-option', () => any.study.collide(shape, shape, {}, {}, { method: 'magic' })],
        ['not-finite', () => g.rayCast(shape, undefined, { x: 0, y: 0, dx: Infinity, dy: 0 })],
        ['discontinuous', () => g.motion({ pieces: [straight, jump] })],
        ['out-of-order', () => g.motion({ pieces: [{ ...straight, t1: -1 }] })],
        ['out-of-order', () => g.firstContact(shape, shape, motion, motion, { from: 1, to: 0 })],
        ['out-of-range', () => g.path(shape, motion, { t1: 1, step: 1e-12 })],
        ['different-clock', () => g.sweep(path, fine)],
        ['different-clock', () => g.scene([path, fine])],
        ['full', () => bodies.contacts(4)],
        ['out-of-range', () => pairs.collide(many)],
        ['stale-handle', () => pairs.distance(4)],
        ['not-finite', () => segments.conflictsAmong(4)],
        ['stale-handle', () => movingPairs.firstContacts(1)],
        ['out-of-memory', () => g.movingPairs(2 ** 24, { pieces: 2 ** 24 })],
        ['out-of-range', () => g.pairs(2 ** 25)],
        ['not-finite', () => g.conflicts({ ...sphere, vx: Number.NaN }, sphere)],
        ['out-of-range', () => g.closestApproach({ ...sphere, t1: -1 }, sphere)],
        ['wrong-type', () => any.unsafeDelays([], sphere)],
        ['out-of-range', () => g.velocityObstacle(sphere, sphere, { horizon: 0 })],
        ['out-of-range', () => scene.firstContacts(movingPairs, many)],
    ];
    for (const [code, call] of calls) assert.throws(call, { name: 'GrazeError', code });
    callAtTheEnd(() => g.distance(shape, shape));
    for (const thing of [scene, path, fine, pairs, bodies, segments, movingPairs, motion, shape]) {
        thing.free();
    }
    return calls.length;
}
