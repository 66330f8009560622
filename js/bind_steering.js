import { failSegments } from './bind_mapf.js';
import { OBSTACLES, SAFE_VELOCITY, VELOCITY_OBSTACLE } from './layout.js';

/**
 * The calls about velocities of segments. As in bind.js: arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { SafeVelocity, VelocityObstacle } from './steering.js'
 *
 * @typedef {readonly number[]} Two the numbers of two segments, in the order of SEGMENT
 */

/**
 * @param {Core} core
 * @param {Two} two
 * @param {number} horizon
 * @returns {VelocityObstacle}
 */
export function velocityObstacle(core, two, horizon) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_velocity_obstacle(...two, horizon) !== 0) throw failSegments(core);
        const doubles = core.memory.float64;
        const d = core.result >> 3;
        const at = VELOCITY_OBSTACLE;
        const kind = OBSTACLES[core.memory.int32[(core.result >> 2) + at.kind]];
        /** @param {number} x @param {number} y */
        const pair = (x, y) => ({ x: doubles[d + x], y: doubles[d + y] });
        const isCone = kind === 'cone';
        const isCut = isCone && horizon < Infinity;
        return {
            kind,
            horizon,
            apex: pair(at.apexX, at.apexY),
            left: isCone ? pair(at.leftX, at.leftY) : null,
            right: isCone ? pair(at.rightX, at.rightY) : null,
            cut: isCut ? { ...pair(at.cutX, at.cutY), radius: doubles[d + at.cutRadius] } : null,
        };
    });
}

/**
 * @param {Core} core
 * @param {Two} two
 * @param {number} vx
 * @param {number} vy
 * @param {number} horizon
 * @returns {boolean}
 */
export function isVelocityUnsafe(core, two, vx, vy, horizon) {
    return core.run((wasm) => {
        const answer = wasm.graze_wasm_velocity_is_unsafe(...two, vx, vy, horizon);
        if (answer < 0) throw failSegments(core);
        return answer === 1;
    });
}

/**
 * @param {Core} core
 * @param {Two} two
 * @param {number} after position in ENDINGS
 * @returns {[lo: number, hi: number][]}
 */
export function unsafeSpeeds(core, two, after) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_unsafe_speeds(...two, after) !== 0) throw failSegments(core);
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
 * @param {Two} two
 * @param {readonly number[]} limits least1, most1, least2, most2, margin, can_wait
 * @returns {SafeVelocity}
 */
export function safeVelocity(core, two, limits) {
    return core.run((wasm) => {
        if (wasm.graze_wasm_safe_velocity(...two, ...limits) !== 0) throw failSegments(core);
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
 * @param {number} how position in BASELINES
 * @param {Two} two
 * @param {number} step
 * @returns {boolean}
 */
export function conflictBy(core, how, two, step) {
    return core.run((wasm) => {
        const answer = wasm.graze_wasm_conflict_by(how, ...two, step);
        if (answer < 0) throw failSegments(core);
        return answer === 1;
    });
}
