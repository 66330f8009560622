import { movingDiscError } from './bind_mapf.js';
import { OBSTACLES, SAFE_VELOCITY, VELOCITY_OBSTACLE } from './layout.js';

/**
 * Calls for the velocities of moving discs. As in bind.js, arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { SafeVelocity, VelocityObstacle } from './velocity_queries.js'
 *
 * @typedef {readonly number[]} DiscPair numbers of two moving discs, in the order of MOVING_DISC
 */

/**
 * @param {Core} core
 * @param {DiscPair} discs
 * @param {number} horizon
 * @returns {VelocityObstacle}
 */
export function velocityObstacle(core, discs, horizon) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_velocity_obstacle(...discs, horizon) !== 0) throw movingDiscError(core);
        const doubles = core.memory.float64;
        const d = core.result >> 3;
        const record = VELOCITY_OBSTACLE;
        const kind = OBSTACLES[core.memory.int32[(core.result >> 2) + record.kind]];
        /** @param {number} x @param {number} y */
        const vector = (x, y) => ({ x: doubles[d + x], y: doubles[d + y] });
        const isCone = kind === 'cone';
        const isCut = isCone && horizon < Infinity;
        return {
            kind,
            horizon,
            apex: vector(record.apexX, record.apexY),
            left: isCone ? vector(record.leftX, record.leftY) : null,
            right: isCone ? vector(record.rightX, record.rightY) : null,
            cut: isCut
                ? { ...vector(record.cutX, record.cutY), radius: doubles[d + record.cutRadius] }
                : null,
        };
    });
}

/**
 * @param {Core} core
 * @param {DiscPair} discs
 * @param {number} vx
 * @param {number} vy
 * @param {number} horizon
 * @returns {boolean}
 */
export function isVelocityUnsafe(core, discs, vx, vy, horizon) {
    return core.run((wasm) => {
        const answer = wasm.graze_wasm_velocity_is_unsafe(...discs, vx, vy, horizon);
        if (answer < 0) throw movingDiscError(core);
        return answer === 1;
    });
}

/**
 * @param {Core} core
 * @param {DiscPair} discs
 * @param {number} after position in ENDINGS
 * @returns {[begin: number, end: number][]}
 */
export function unsafeSpeeds(core, discs, after) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_unsafe_speeds(...discs, after) !== 0) throw movingDiscError(core);
        const { address, count } = core.list;
        const doubles = core.memory.float64;
        return Array.from({ length: count }, (_, k) => {
            const d = (address >> 3) + 2 * k;
            return /** @type {[number, number]} */ ([doubles[d], doubles[d + 1]]);
        });
    });
}

/**
 * @param {Core} core
 * @param {DiscPair} discs
 * @param {readonly number[]} limits minimum and maximum speed of each agent, the margin, and whether the first
 *   agent can wait
 * @returns {SafeVelocity}
 */
export function safeVelocity(core, discs, limits) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_safe_velocity(...discs, ...limits) !== 0) throw movingDiscError(core);
        const doubles = core.memory.float64;
        const ints = core.memory.int32;
        const d = core.result >> 3;
        const i = core.result >> 2;
        const agent = ints[i + SAFE_VELOCITY.agent];
        return {
            step: /** @type {1 | 2 | 3 | 4 | 5} */ (ints[i + SAFE_VELOCITY.step]),
            agent: /** @type {const} */ ([null, 'first', 'second'])[agent],
            vx: doubles[d + SAFE_VELOCITY.vx],
            vy: doubles[d + SAFE_VELOCITY.vy],
            end: doubles[d + SAFE_VELOCITY.end],
            delay: doubles[d + SAFE_VELOCITY.delay],
        };
    });
}

/**
 * @param {Core} core
 * @param {number} method position in BASELINES
 * @param {DiscPair} discs
 * @param {number} step
 * @returns {boolean}
 */
export function conflictBy(core, method, discs, step) {
    return core.run((wasm) => {
        const answer = wasm.graze_wasm_conflict_by(method, ...discs, step);
        if (answer < 0) throw movingDiscError(core);
        return answer === 1;
    });
}
