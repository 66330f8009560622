/** Arguments and answers of the study tools. */

/**
 * @import { BASELINES, COLLIDERS, CONTACT_METHODS, OUTCOMES, STARTS, SUBDISTANCES, SUPPORTS, SWEEP_METHODS } from '../core/layout.js'
 * @import { FirstContact, MotionOptions, TimeRange } from '../motion/types.js'
 * @import { Distance, Point } from '../static/types.js'
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
 * Choices of GJK, for study and comparison: the verdicts do not depend on them, nor do the bits of the answer
 * (except `iterations`) where no vertex is rounded on its way to the world.
 *
 * @typedef {object} GjkOptions
 * @property {typeof SUBDISTANCES[number]} [subdistance] reduction of the simplex: 'barycode' (Zhang, Wu, Wang,
 *   Zhou, "Barycode-based GJK Algorithm", with order tracking; default), 'barycode-general' (their seven
 *   cases), 'johnson' (Gilbert, Johnson, Keerthi 1988) or 'signed-volume' (Montanari, Petrinic, Barbieri 2017)
 * @property {typeof SUPPORTS[number]} [support] search for the furthest vertex: 'scan', 'climb' (from the last
 *   one found), 'simd', or 'auto' (default), which chooses by the number of vertices
 * @property {typeof STARTS[number]} [start] start of the search: a 'point' of A - B (default), or a 'fixed'
 *   direction
 */

/**
 * Algorithm of `collide`.
 *
 * @typedef {object} ColliderOptions
 * @property {typeof COLLIDERS[number]} [method] 'gjk' (default), or 'sat', separating axes, as a baseline:
 *   every edge's normal is tried, O((n + m) (n + m)). Gottschalk, Lin, Manocha, "OBBTree", 1996, section 5
 */

/**
 * Choices of `collide`; the verdict does not depend on them.
 *
 * @typedef {GjkOptions & ColliderOptions} CollideOptions
 */

/**
 * Method of a first contact.
 *
 * @typedef {object} ContactMethod
 * @property {typeof CONTACT_METHODS[number]} [method] 'certified' (default), or 'conservative' (advancement by
 *   distance over speed: certified too, and slow); for study 'bcda' and 'pcda' (Hong), which can miss a contact
 *   or find a later one
 */

/**
 * Options of a first contact and its method.
 *
 * @typedef {MotionOptions & ContactMethod} FirstContactOptions
 */

/**
 * Times at which a method evaluated the bodies.
 *
 * @typedef {object} ContactEvaluations
 * @property {number[]} evaluations evaluation times in the order of the evaluations, `iterations` of them but
 *   at most 65,536
 */

/**
 * A first contact and the evaluations that found it.
 *
 * @typedef {FirstContact & ContactEvaluations} ContactTrace
 */

/**
 * Search for candidate steps. A pyramid of boxes bounds successive steps: each box of a level contains four of
 * the level below. 'pyramid': steps whose boxes meet, found through the pyramids of both paths; 'relative':
 * those of them in which the differences of the two bodies' boxes at the step's ends, inflated by how far the
 * bodies deviate from a straight line in between, also meet; and, after Germar and Fernandez, "Time Advancement
 * and Bounds Intersection Checking", 2018, 'si' (one step after the other), 'sta' (jumps), 'bvh' and 'bvi-bvh'
 * (trees, built anew each time). 'auto' (default) is the quickest: 'relative'. All lead to the same first
 * contact.
 *
 * @typedef {typeof SWEEP_METHODS[number]} SweepMethod
 */

/**
 * Choice of the search for candidate steps.
 *
 * @typedef {object} SweepMethodOption
 * @property {SweepMethod} [method] default 'auto'
 */

/**
 * Options of the candidate steps. `from` and `to` default to the clock's range, and are cut to it.
 *
 * @typedef {TimeRange & SweepMethodOption} StepOptions
 */

/**
 * Options of a sweep. `from` and `to` default to the clock's range, and are cut to it.
 *
 * @typedef {MotionOptions & SweepMethodOption} SweepOptions
 */

/**
 * Resolution of a method of `conflictBy`.
 *
 * @typedef {object} BaselineOptions
 * @property {number} [step] time between samples, or the side of a cell. 0 (default): a quarter of the sum of the
 *   radii divided by the sum of the speeds, or for a cell the sum of the radii
 */

/**
 * A method to detect conflicts. 'container': boxes around whole edges; 'container-sphere': discs around whole edges;
 * 'container-hull': convex hulls of the discs at both ends; 'container-polytope': convex hulls in x, y and time of the boxes at
 * both ends; 'extrusion': polygons with 16 sides around the discs, extruded along time to polytopes; 'sampling': at times a `step` apart;
 * 'adaptive': samples as far apart as the gap allows, but at least `step`; 'cells-bresenham': cells of side
 * `step` that contain the center, by Bresenham's line; 'cells-wu': cells that the disc's box meets, as those of
 * Wu's line in AA-SIPP(m); 'velocity-obstacle': with an infinite horizon; 'algebraic': the exact answer.
 *
 * @typedef {typeof BASELINES[number]} Baseline
 */

/**
 * @typedef {import('./index.js').Study} Study
 * @typedef {import('./index.js').StudyTools} StudyTools
 */

export {};
