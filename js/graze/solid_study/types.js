/** Arguments and answers of the study tools for bodies in space. */

/**
 * @import { CONTACT_METHODS, OUTCOMES, SOLID_PROCEDURES, SOLID_SUBDISTANCES, SOLID_SUPPORTS, STARTS } from '../core/layout.js'
 * @import { MotionOptions } from '../motion/types.js'
 * @import { SolidFirstContact } from '../solid_motion/types.js'
 * @import { SolidPoint } from '../solid/types.js'
 */

/**
 * Indices of the vertices whose difference a point of A - B is.
 *
 * @typedef {object} SolidDifferenceVertices
 * @property {number} a index of A's vertex in `body.vertices`
 * @property {number} b index of B's vertex in `body.vertices`
 */

/**
 * A point of A - B, axes as in the world: vertex `a` of A less vertex `b` of B.
 *
 * @typedef {SolidPoint & SolidDifferenceVertices} SolidDifferencePoint
 */

/**
 * The polytope A - B = { a - b } of the cores (the bodies without their radii), axes as in the world.
 *
 * @typedef {object} SolidDifference
 * @property {SolidDifferencePoint[]} vertices its corners
 * @property {number[][]} faces indices of the corners of each face, counter-clockwise seen from outside. A polygon has two,
 *   opposite to each other, a segment or a point none
 */

/**
 * The weight that a round of GJK gives to a point of its simplex.
 *
 * @typedef {object} SolidSimplexWeight
 * @property {number} weight barycentric weight in v, 0 where the point was dropped
 * @property {boolean} kept whether it is in the simplex of the next round
 */

/**
 * A point of a simplex of GJK.
 *
 * @typedef {SolidDifferencePoint & SolidSimplexWeight} SolidSimplexPoint
 */

/**
 * A round of GJK, with axes as in the world.
 *
 * @typedef {object} SolidGjkRound
 * @property {SolidPoint} direction search direction of the support point
 * @property {SolidDifferencePoint} w the support point
 * @property {SolidSimplexPoint[]} simplex simplex of this round, the newest point last
 * @property {number} barycode of a triangle or tetrahedron: bit k is set where the barycentric coordinate of point k, of the
 *   origin or of its foot in the plane, is not negative; 0 for smaller simplices
 * @property {SolidPoint} v point of the simplex nearest the origin
 * @property {typeof OUTCOMES[number]} outcome 'nearer': GJK goes on; 'inside': the origin is inside the tetrahedron;
 *   'origin': v is the origin; 'repeated': w was in the simplex already; 'stalled': w is no further than v, or v came no
 *   nearer. In the last two cases, v is that of the round before
 */

/**
 * Nearest points of two bodies, computed in double. Nothing of it is certified: `distance` and `relation` of the instance
 * are.
 *
 * @typedef {object} SolidEstimate
 * @property {number} distance distance of the bodies, 0 where their cores are at most the sum of the radii apart
 * @property {SolidPoint} pointA nearest point of A, or a common point
 * @property {SolidPoint} pointB nearest point of B, or a common point
 * @property {SolidPoint | null} normal unit vector from A's core towards B's; null where v is the origin
 * @property {typeof OUTCOMES[number]} outcome outcome of the last round
 * @property {number} iterations rounds of GJK, at most 64
 */

/**
 * The rounds of GJK.
 *
 * @typedef {object} SolidTraceRounds
 * @property {SolidGjkRound[]} rounds all rounds of GJK
 */

/**
 * Nearest points and the rounds of GJK that found them.
 *
 * @typedef {SolidEstimate & SolidTraceRounds} SolidTrace
 */

/**
 * Choices of GJK, for study and comparison.
 *
 * @typedef {object} SolidGjkOptions
 * @property {typeof SOLID_SUBDISTANCES[number]} [subdistance] reduction of the simplex: 'barycode' (S1D and S2D of Zhang, Wu,
 *   Wang, Zhou, "Barycode-based GJK Algorithm", and S3D by signed volumes; that of the instance, default),
 *   'signed-volume' (Montanari, Petrinic, Barbieri 2017), 'johnson' (Gilbert, Johnson, Keerthi 1988; of four points nearly in
 *   a plane its determinants can have any sign, so that it takes bodies for overlapping) or 'voronoi' (Ericson 2005)
 * @property {typeof SOLID_SUPPORTS[number]} [support] search for the furthest vertex: 'scan', 'climb' (along edges from the
 *   last one found), or 'auto' (default), which chooses by the number of vertices
 * @property {typeof STARTS[number]} [start] start of the search: a 'point' of A - B (default), or a 'fixed' direction
 */

/**
 * Method of a first contact in space.
 *
 * @typedef {object} SolidContactMethod
 * @property {typeof CONTACT_METHODS[number]} [method] 'certified' (default), or 'conservative' (advancement by
 *   distance over speed: certified too, and slow); for study 'bcda' and 'pcda' (Hong), which can miss a contact
 *   or find a later one, and take no `touching`
 */

/**
 * Options of a first contact and its method.
 *
 * @typedef {MotionOptions & SolidContactMethod} SolidFirstContactOptions
 */

/**
 * An iteration of BCDA or PCDA.
 *
 * @typedef {object} SolidContactRound
 * @property {number} time time at which it measures the bodies
 * @property {number} separation separation there
 * @property {SolidPoint} normal unit vector from A's core towards B's, in the frame of the last motion that both chains have
 *   in common, or the world
 * @property {number} countA 1, 2 or 3: the nearest point of A's core is a vertex, on an edge, on a facet: N_1 of Table I
 * @property {number} countB the same of B: N_2
 * @property {number} flag flag of PCDA's step 4, 0 to 2
 * @property {typeof SOLID_PROCEDURES[number]} procedure bound by which the next time is found: 'world' of BCDA, whose normal is
 *   fixed in the world; 'a' or 'b', fixed to a body; 'c', perpendicular to both nearest edges; 'none' in the last iteration
 */

/**
 * Evaluations of a method, and the iterations of a published one.
 *
 * @typedef {object} SolidContactRounds
 * @property {number[]} evaluations times of the evaluations, in order, `iterations` of them but at most 65,536
 * @property {SolidContactRound[]} rounds the iterations of 'bcda' or 'pcda', one per evaluation; of other methods none
 */

/**
 * A first contact in space, the evaluations that found it and, of a published method, its iterations.
 *
 * @typedef {SolidFirstContact & SolidContactRounds} SolidContactTrace
 */

/**
 * @typedef {import('./index.js').SolidStudy} SolidStudy
 * @typedef {import('./index.js').SolidStudyTools} SolidStudyTools
 */

export {};
