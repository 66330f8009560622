import { checkBoolean, checkChoice, checkCount, checkOptions, MAX_RECORDS } from './arguments.js';
import { minkowskiDifference, trace } from './bind_study.js';
import { BodyBatch } from './body_batch.js';
import { checkGjkOptions, GJK_OPTION_KEYS } from './gjk_options.js';
import { MovingDiscBatch } from './moving_disc_batch.js';
import { PairBatch } from './pair_batch.js';
import { checkPose } from './pose.js';
import { shapeHandles } from './shape.js';
import { VelocityQueries } from './velocity_queries.js';

/**
 * @import { Core } from './bind.js'
 * @import { OUTCOMES } from './layout.js'
 * @import { GjkOptions, Distance, Point, Pose } from './static_graze.js'
 * @import { Shape } from './shape.js'
 */

/**
 * A point of A - B, axes as in the world: vertex `a` of A less vertex `b` of B.
 *
 * @typedef {object} DifferencePoint
 * @property {number} x x of vertex a minus x of vertex b
 * @property {number} y y of vertex a minus y of vertex b
 * @property {number} a index of A's vertex in `shape.vertices`
 * @property {number} b index of B's vertex in `shape.vertices`
 */

/**
 * The weight that a round of GJK gives to a point of its simplex.
 *
 * @typedef {object} SimplexWeight
 * @property {number} weight barycentric weight in v, 0 where the point was dropped
 * @property {boolean} kept whether it is in the simplex of the next round
 */

/**
 * A point of a simplex of GJK.
 *
 * @typedef {DifferencePoint & SimplexWeight} SimplexPoint
 */

/**
 * A round of GJK, with axes as in the world.
 *
 * @typedef {object} GjkRound
 * @property {Point} direction search direction of the support point
 * @property {DifferencePoint} w the support point
 * @property {SimplexPoint[]} simplex simplex of this round, the newest point last
 * @property {number} barycode bits of a triangle: bit 2, 1, 0 is set where the origin is on the inner side of
 *   the edge opposite the newest point, from the second to the newest, from the newest to the first; 0 for
 *   smaller simplices
 * @property {Point} v point of the simplex nearest the origin
 * @property {typeof OUTCOMES[number]} outcome 'nearer': GJK goes on; 'inside': the origin is inside the
 *   triangle; 'origin': v is the origin; 'repeated': w was in the simplex already, so v is the nearest point;
 *   'stalled': v came no nearer. In the last two cases, v is that of the round before
 */

/**
 * The rounds of GJK.
 *
 * @typedef {object} TraceRounds
 * @property {GjkRound[]} rounds all rounds of GJK, at most n + m + 16 for shapes of n and m vertices
 */

/**
 * A distance and the rounds of GJK that found it.
 *
 * @typedef {Distance & TraceRounds} Trace
 */

/**
 * Optional parts of a batch of pairs.
 *
 * @typedef {object} PairOptions
 * @property {boolean} [witnesses] whether `distance` finds witness points and normals too; default false
 * @property {boolean} [coherent] whether each search begins where the last search of that pair ended: the
 *   answers are the same, and they come sooner where bodies have moved only a little; default false
 */

/**
 * Capacity of a batch of bodies.
 *
 * @typedef {object} BodyOptions
 * @property {number} [pairs] maximum number of pairs found, 1 to 2^24; default: four per body
 */

/**
 * Capacity and precision of a batch of moving discs.
 *
 * @typedef {object} MovingDiscOptions
 * @property {number} [pairs] maximum number of pairs, 1 to 2^24; default: the number of records
 * @property {'float32' | 'float64'} [precision] precision of the records; default 'float32'
 */

/**
 * An instance of graze: shapes, queries on them, and the memory they live in. `create` and `createSync` make
 * instances. Instances share nothing.
 *
 * Lengths are in your unit, angles in radians counter-clockwise from +x, times on your clock; x points right, y
 * up. Sets are closed, so touching is contact. n and m are the numbers of vertices of the two shapes.
 *
 * Every error is a GrazeError. Any call can throw: `wrong-type`, `not-finite`, `out-of-range` and
 * `unknown-option` for an invalid argument; `foreign-handle` for a shape, motion, path or batch of another
 * instance and `stale-handle` for one that was freed; `not-a-heading` for a cosine and a sine whose squares do
 * not add up to 1 within 2^-10; `out-of-memory` where 2^31 bytes or 2^23 handles are not enough;
 * `instance-dead` after the module has trapped. The documentation of each call lists its further errors.
 *
 * @hideconstructor
 */
export class Graze extends VelocityQueries {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
    }

    /**
     * Returns the `distance` and every round of GJK that led to it, for teaching and for display. Cost as
     * `distance`.
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @param {GjkOptions} [options]
     * @returns {Trace}
     */
    trace(a, b, poseA, poseB, options) {
        const [i, j] = shapeHandles(this.#core, a, b);
        const gjkOptions = checkGjkOptions(checkOptions(options, 'options', GJK_OPTION_KEYS));
        const [p, q] = [checkPose(poseA, 'poseA'), checkPose(poseB, 'poseB')];
        return trace(this.#core, i, j, p, q, gjkOptions);
    }

    /**
     * Returns the outline of A - B = { a - b }, the configuration space obstacle of the cores (the shapes
     * without their radii), counter-clockwise, with axes as in the world. The cores meet when it contains the
     * origin. O(n + m).
     *
     * @param {Shape} a
     * @param {Shape} b
     * @param {Pose} [poseA]
     * @param {Pose} [poseB]
     * @returns {DifferencePoint[]}
     */
    minkowskiDifference(a, b, poseA, poseB) {
        const [i, j] = shapeHandles(this.#core, a, b);
        return minkowskiDifference(
            this.#core,
            i,
            j,
            checkPose(poseA, 'poseA'),
            checkPose(poseB, 'poseB'),
        );
    }

    /**
     * Creates a batch of pairs of bodies over shared buffers. O(capacity). It takes 62 bytes per pair, 86 with
     * witnesses, and 8 more when coherent.
     *
     * @param {number} capacity maximum number of pairs, 1 to 2^24
     * @param {PairOptions} [options]
     * @returns {PairBatch}
     */
    pairs(capacity, options) {
        checkCount(capacity, 'capacity', 1, MAX_RECORDS);
        const given = checkOptions(options, 'options', ['witnesses', 'coherent']);
        const witnesses = checkBoolean(given.witnesses ?? false, 'witnesses');
        const coherent = checkBoolean(given.coherent ?? false, 'coherent');
        return new PairBatch(this.#core, capacity, witnesses, coherent);
    }

    /**
     * Creates a batch of bodies over shared buffers, which finds pairs among them. O(capacity). It takes 97
     * bytes per body and 45 per pair.
     *
     * @param {number} capacity maximum number of bodies, 1 to 2^24
     * @param {BodyOptions} [options]
     * @returns {BodyBatch}
     */
    bodies(capacity, options) {
        checkCount(capacity, 'capacity', 1, MAX_RECORDS);
        const { pairs = Math.min(4 * capacity, MAX_RECORDS) } = checkOptions(options, 'options', [
            'pairs',
        ]);
        return new BodyBatch(this.#core, capacity, checkCount(pairs, 'pairs', 1, MAX_RECORDS));
    }

    /**
     * Creates a batch of moving discs over shared buffers. O(capacity). It takes 88 bytes per record
     * ('float64': 116) and 41 per pair, of at most 2^31 in an instance: with as many pairs as records, at most
     * 16,000,000 fit, or 13,000,000 of 'float64'; with 2^21 pairs all 2^24 fit. A larger batch is
     * `out-of-memory`, and the message gives the number of bytes it would take.
     *
     * @param {number} capacity maximum number of records, 1 to 2^24
     * @param {MovingDiscOptions} [options]
     * @returns {MovingDiscBatch}
     */
    movingDiscs(capacity, options) {
        checkCount(capacity, 'capacity', 1, MAX_RECORDS);
        const given = checkOptions(options, 'options', ['pairs', 'precision']);
        const pairs = checkCount(given.pairs ?? capacity, 'pairs', 1, MAX_RECORDS);
        const precisions = /** @type {const} */ (['float32', 'float64']);
        const index = checkChoice(given.precision ?? 'float32', 'precision', precisions);
        return new MovingDiscBatch(this.#core, capacity, pairs, precisions[index]);
    }
}
