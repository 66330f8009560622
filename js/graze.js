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
 * @property {number} x of vertex a less that of vertex b
 * @property {number} y of vertex a less that of vertex b
 * @property {number} a index of A's vertex, as in `shape.vertices`
 * @property {number} b index of B's
 */

/**
 * What a round of GJK made of a point of its simplex.
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
 * A round of GJK, axes as in the world.
 *
 * @typedef {object} GjkRound
 * @property {Point} direction where the support point was looked for
 * @property {DifferencePoint} w the support point
 * @property {SimplexPoint[]} simplex that was tried, the newest point last
 * @property {number} barycode of a triangle: bit 2, 1, 0 says whether the origin is on the inner side of
 *   the edge opposite the newest point, from the second to the newest, from the newest to the first; else 0
 * @property {Point} v the simplex' point nearest the origin
 * @property {typeof OUTCOMES[number]} outcome 'nearer': GJK goes on; 'inside': the origin is inside the
 *   triangle; 'origin': v is the origin; 'repeated': w was in the simplex already, v is the nearest
 *   point; 'stalled': v came no nearer. In the last two, v is that of the round before
 */

/**
 * The rounds of GJK.
 *
 * @typedef {object} TraceRounds
 * @property {GjkRound[]} rounds every round of GJK, at most n + m + 16 for shapes of n and m vertices
 */

/**
 * A distance, and how it was found.
 *
 * @typedef {Distance & TraceRounds} Trace
 */

/**
 * What a batch of pairs has beside the least.
 *
 * @typedef {object} PairOptions
 * @property {boolean} [witnesses] whether `distance` finds witness points and normals too; false unless given
 * @property {boolean} [coherent] whether it begins each search where that pair's last one ended: the same answers,
 *   sooner where bodies have moved a little since; false unless given
 */

/**
 * How large a batch of bodies is.
 *
 * @typedef {object} BodyOptions
 * @property {number} [pairs] how many found pairs fit, 1 to 2^24; four a body unless given
 */

/**
 * How large a batch of segments is, and of what.
 *
 * @typedef {object} MovingDiscOptions
 * @property {number} [pairs] how many pairs fit, 1 to 2^24; as many as records unless given
 * @property {'float32' | 'float64'} [precision] of the records; 'float32' unless given
 */

/**
 * An instance of graze: shapes, queries on them, and the memory they live in. Made by `create` or `createSync`.
 * Instances share nothing.
 *
 * Lengths in your unit, angles in radians counter-clockwise from +x, times in your clock; x to the right, y up. Sets are
 * closed, so touching is contact. n and m are the numbers of vertices of the two shapes.
 *
 * Every error is a GrazeError. What any call can throw: `wrong-type`, `not-finite`, `out-of-range`, `unknown-option`
 * for what it is given; `foreign-handle` for a shape, motion, path or batch of another instance and `stale-handle` for one
 * that was freed; `not-a-heading` for a cosine and a sine whose squares do not add up to 1 within 2^-10;
 * `out-of-memory` for what does not fit, in 2^31 bytes or in 2^23 handles; `instance-dead` after the module has trapped. What else a call throws stands
 * with it.
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
     * `distance`, and every round of GJK that led to it: for teaching and for looking at. Cost as `distance`.
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
     * The outline of A - B = { a - b }, the configuration space obstacle of the cores (the shapes without
     * their radii), counter-clockwise, axes as in the world. The cores meet when it holds the origin.
     * O(n + m).
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
     * A batch of pairs of bodies over shared buffers. O(capacity). 62 bytes per pair; with witnesses 86, coherent 8 more.
     *
     * @param {number} capacity how many pairs, 1 to 2^24
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
     * A batch of bodies over shared buffers, among which pairs are found. O(capacity). 97 bytes per body, 45 per pair.
     *
     * @param {number} capacity how many bodies, 1 to 2^24
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
     * A batch of segments over shared buffers. O(capacity). 88 bytes per record ('float64': 116) and 41 per pair, of at most
     * 2^31 in an instance: with as many pairs as records at most 16,000,000 fit, or 13,000,000 of 'float64'; with 2^21 pairs
     * all 2^24. More is `out-of-memory`, and the message says how many bytes it would take.
     *
     * @param {number} capacity how many records, 1 to 2^24
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
