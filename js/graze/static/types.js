import { RELATIONS as relations } from '../core/layout.js';

/** Arguments and answers of the queries on bodies that stand still, and what batches of them hold. */

/**
 * @import { CAST_STATUSES, FEATURES, PENETRATION_STATUSES } from '../core/layout.js'
 */

/**
 * Relation of two closed bodies. 'disjoint': they have no point in common; 'overlapping': the origin is an
 * interior point of A - B, the set of all a - b; 'touching': every other case. So two bodies overlap exactly
 * when they stay in contact under every sufficiently small translation of one of them. Two convex bodies with
 * interiors overlap where their interiors meet. A point and a segment have no interior: a point inside a box, a
 * segment through a box and two segments that cross at inner points overlap; a point on an edge or a segment, a
 * segment that ends on another one, collinear segments and equal points touch.
 *
 * A body of several parts is their union: seams between them are not boundary, a segment through the joint of a chain
 * or between two tiles that share a corner overlaps, and so does a body that fits exactly between parts on opposite
 * sides of it, which cannot move without overlapping or staying in contact.
 *
 * @typedef {typeof RELATIONS[number]} Relation
 */

/**
 * A part of a shape's core, which is the shape without its radius.
 *
 * @typedef {object} Feature
 * @property {typeof FEATURES[number]} kind 'vertex', or 'edge', which runs from vertex `index` to the next one
 * @property {number} index index of the vertex in `shape.vertices`, or in those of the part
 * @property {number} [part] position of the part in `shape.parts`; absent for a convex shape
 */

/**
 * A convex part of a shape that need not be convex.
 *
 * @typedef {object} ShapePart
 * @property {Float32Array} vertices flat float32 coordinates x, y, x, y, ... in the body's frame, counter-clockwise
 * @property {number} radius distance by which the hull of the vertices is inflated
 */

/**
 * The least box with sides along the world's axes that contains a body.
 *
 * @typedef {object} ShapeBounds
 * @property {number} minX lower end along x
 * @property {number} minY lower end along y
 * @property {number} maxX upper end along x
 * @property {number} maxY upper end along y
 */

/**
 * A position and an angle. Omitted fields default to 0. Other properties of the object are ignored, as in all
 * objects that carry data: a program can pass its own. Errors are an object with other properties alone, other names
 * of an angle that is missing (`theta`, `rotation`, `rot`, `yaw`, `heading`, `orientation`), and a `z` other than 0.
 *
 * @typedef {object} AnglePose
 * @property {number} [x] x of the body's origin, in the world; at most 3.4e38 (the largest float32) in
 *   magnitude
 * @property {number} [y] y of the body's origin, as x
 * @property {number} [angle] angle, radians counter-clockwise, at most 1e7 in magnitude
 * @property {undefined} [cos] not allowed beside an angle
 * @property {undefined} [sin] not allowed beside an angle
 */

/**
 * A position and an angle given by its cosine and sine, which saves computing them: the angle is that of the
 * vector (cos, sin), whose length may differ from 1 by at most 2^-11 through rounding.
 *
 * @typedef {object} CosSinPose
 * @property {number} [x] x of the body's origin, in the world; default 0
 * @property {number} [y] y of the body's origin, as x
 * @property {undefined} [angle] not allowed beside cosine and sine
 * @property {number} cos cosine of the angle
 * @property {number} sin sine of the angle
 */

/**
 * Pose of a body: a turn about its own origin, then a translation by (x, y).
 *
 * @typedef {AnglePose | CosSinPose} Pose
 */

/**
 * A point or a vector; in the world's frame where no other frame is named.
 *
 * @typedef {object} Point
 * @property {number} x coordinate to the right
 * @property {number} y coordinate upward
 */

/**
 * Distance of two bodies that stand still, as `distance` returns it. World frame.
 *
 * @typedef {object} Distance
 * @property {Relation} relation relation of the closed bodies; exact
 * @property {number} distance gap between them; exactly 0 when they are not disjoint
 * @property {Point} pointA nearest point of A; a common point when not disjoint. Where two parallel edges are
 *   nearest along a whole stretch, the point that divides both in the same ratio
 * @property {Point} pointB nearest point of B
 * @property {Point} normal unit vector from A towards B: the separating direction when disjoint, the direction
 *   of least penetration otherwise
 * @property {Feature} featureA vertex or edge of A that is nearest
 * @property {Feature} featureB vertex or edge of B that is nearest
 * @property {number} iterations number of rounds of GJK; 0 where a walk round A - B decided at once
 */

/**
 * Certainty of a depth. 'exact': the least length of a translation after which the bodies do not overlap, up to
 * rounding. So it is for convex bodies, for bodies of at most 4 parts and 64 vertices each, and wherever few parts
 * are near enough to matter. 'bounded': a translation by `depth` separates the bodies, and none shorter than
 * `lowerBound` does.
 *
 * @typedef {typeof PENETRATION_STATUSES[number]} PenetrationStatus
 */

/**
 * An edge of an outline that `concave` refuses.
 *
 * @typedef {object} OutlineEdge
 * @property {string} argument the ring that it belongs to: 'outline', or 'holes[0]' for example
 * @property {number} index index of its first point in that ring
 * @property {[from: [x: number, y: number], to: [x: number, y: number]]} points its two points, rounded to float32
 */

/**
 * Penetration depth of two bodies and the shortest translation after which they only touch. World frame. Moved
 * further along the normal, convex bodies are disjoint, but bodies of several parts may overlap again, where the
 * nearest free place is a notch. For a gap, make one body with a `radius` larger by it: the translation by the depth
 * then leaves the bodies themselves that far apart.
 *
 * @typedef {object} Penetration
 * @property {Relation} relation relation of the closed bodies; exact
 * @property {PenetrationStatus} status see {@link PenetrationStatus}
 * @property {number} depth length by which one body must be moved so that they only touch; 0 where they do not
 *   overlap. For shapes of several parts the move may lead into a hole or gap into which a body fits with room to
 *   spare: a place that it fills exactly is a seam, where it overlaps; one with less than 2^-40 of the coordinates to
 *   spare may count as closed
 * @property {number} lowerBound lower bound of the least such length: `depth` itself when the status is 'exact',
 *   else the depth of the deepest pair of parts
 * @property {Point} normal unit vector from A towards B: moving B along it by `depth` leaves them touching
 * @property {Point} pointA point of A's boundary that coincides with pointB after that move: pointA = pointB +
 *   depth normal. When disjoint: the nearest point, and `normal` is the separating direction
 * @property {Point} pointB point of B's boundary, see pointA
 * @property {Feature} featureA feature of A's core nearest pointA
 * @property {Feature} featureB feature of B's core nearest pointB
 */

/**
 * A contact point of two bodies, in the world.
 *
 * @typedef {object} ManifoldPoint
 * @property {number} x x of the point, halfway between the two surfaces along the normal
 * @property {number} y y of the point
 * @property {number} separation separation of the surfaces there, along the normal; negative where they overlap
 * @property {number} id name of the point, an unsigned integer of 32 bits: the vertices of A, in the low 16 bits,
 *   and of B, in the high ones, at the ends of the two edges in contact on this side. It stays the same while the
 *   same edges are in contact, so that a solver finds the impulse of the last step. Vertices of a shape of several
 *   parts count through all parts, in their order; of an index the low 16 bits are used
 */

/**
 * Contact manifold of two bodies: the normal, and one or two points that represent the region in which they touch.
 * Seen along the normal, the edges that face each other overlap in an interval, at whose ends the points are. Only a
 * vertex against a vertex, and a disc, have one point. The least separation is minus the depth, 0 for bodies that
 * touch, and the gap for disjoint ones.
 *
 * An edge of a shape of several parts goes on over their seams. After a move by the depth along the normal the bodies do
 * not overlap, also where `penetration` is 'bounded'; of several places that touch then, or that are equally near, the
 * points are those of one.
 *
 * @typedef {object} Manifold
 * @property {Relation} relation relation of the closed bodies; exact
 * @property {Point | null} normal unit vector from A towards B, that of `penetration` up to rounding; null without
 *   points. For shapes of several parts it is that of their union; where they touch, that of its boundary
 * @property {number} depth depth of penetration along the normal, that of `penetration` up to rounding; 0 where they
 *   do not overlap
 * @property {ManifoldPoint[]} points 1 or 2 points, in the order of the direction that is 90 degrees to the left of
 *   the normal; none if the bodies are disjoint and more than `reach` apart
 * @property {number} [partA] part of A that is in contact; absent for a convex shape
 * @property {number} [partB] part of B that is in contact; absent for a convex shape
 */

/**
 * Directions that separate two bodies which touch: those along which no point of A is further than any of B, so that
 * moving B along them keeps the bodies from overlapping. They are a cone: all sums of its generators with factors of at
 * least 0.
 *
 * @typedef {object} ContactCone
 * @property {Relation} relation relation of the closed bodies; exact
 * @property {Point[]} directions generators, unit vectors from A towards B, counter-clockwise: one where an edge or a
 *   round side faces the other body, two where corners meet; more only for segments and points: both normals of
 *   collinear segments and, at an end, the direction between them, or all four directions along the axes. None unless
 *   the bodies touch
 */

/**
 * Options of a manifold.
 *
 * @typedef {object} ManifoldOptions
 * @property {number} [reach] distance up to which disjoint bodies have contact points too, and up to which a second
 *   point is included, finite, at least 0; default 0. A solver that stops bodies before they meet (speculative
 *   contacts) takes how far they can come nearer in a step
 */

/**
 * A ray of finite length from (x, y) to (x + dx, y + dy), in the world. Each number is at most 3.4e38 in
 * magnitude.
 *
 * @typedef {object} Ray
 * @property {number} x x of its beginning
 * @property {number} y y of its beginning
 * @property {number} dx x of its displacement; a cast's interval counts in units of the displacement
 * @property {number} dy y of its displacement
 */

/**
 * A displacement in the world. Each number is at most 3.4e38 in magnitude.
 *
 * @typedef {object} Displacement
 * @property {number} dx x of the displacement
 * @property {number} dy y of the displacement
 */

/**
 * A displacement as `{ dx, dy }` or `[dx, dy]`, also in a typed array. It has other names than a point or a pose, so
 * that neither can be taken for it.
 *
 * @typedef {Readonly<Displacement> | ArrayLike<number>} Translation
 */

/**
 * Options of a cast.
 *
 * @typedef {object} CastOptions
 * @property {'conflict' | 'allowed'} [touching] whether touching counts as contact. 'conflict' (default): it does, so
 *   the first contact can be a touch with an overlap later on the path. 'allowed': only an overlap does, and the first
 *   one is the answer; the status is never 'grazing'. For physics and planning that may touch, take 'allowed'
 */

/**
 * 'free': no contact; 'overlapping': they overlap already at the start (see {@link Relation}); 'hit': the moving body
 * passes into or through the other one, so that they meet on the path after every small move too: B overlaps what A
 * sweeps. A point that crosses a segment is a hit, also at the joint of a chain or between two parts that share a
 * corner; a ray has the answer of `relation` for the segment of its path. 'grazing': contact, and neither of these.
 *
 * @typedef {typeof CAST_STATUSES[number]} CastStatus
 */

/**
 * Contact of a body that is moved without turning.
 *
 * @typedef {object} FoundShapeCast
 * @property {Exclude<CastStatus, 'free'>} status exact: see {@link CastStatus}
 * @property {Relation} relation relation at the start
 * @property {[begin: number, end: number]} interval first closed interval of contact, within [0, 1]: 0 at the
 *   beginning of the path, 1 at its end. Convex bodies have no other one. A body of several parts can be grazed in it
 *   and hit later; the status is 'hit' then, too. With `touching: 'allowed'` the first overlap: its ends are equal
 *   where a body without an interior is crossed
 * @property {Point} point point of contact at `begin`, world frame; any common point where they overlap there
 * @property {Point} normal unit normal at `begin`, out of B, towards A: against the motion, as that of a ray, or
 *   perpendicular to it where the part met first is only touched. Where the body passes between parts that it only
 *   touches, it is that of an edge at the vertex met
 * @property {Feature} featureA feature of A's core that touches at `begin`
 * @property {Feature} featureB feature of B's core that touches at `begin`
 */

/**
 * A body that is moved without turning and meets nothing.
 *
 * @typedef {object} FreeShapeCast
 * @property {'free'} status always 'free'
 * @property {Relation} relation relation at the start
 * @property {null} interval no interval, and no geometry
 * @property {null} point none
 * @property {null} normal none
 * @property {null} featureA none
 * @property {null} featureB none
 */

/**
 * Contact of a body that is moved without turning with another body. A test of `status` decides which fields are
 * null.
 *
 * @typedef {FoundShapeCast | FreeShapeCast} ShapeCast
 */

/**
 * Contact of a ray with a shape.
 *
 * @typedef {object} FoundRayCast
 * @property {Exclude<CastStatus, 'free'>} status exact: see {@link CastStatus}
 * @property {Relation} relation relation of the ray's beginning to the shape
 * @property {[begin: number, end: number]} interval first interval of contact, as in ShapeCast
 * @property {Point} point first point of the ray in the shape
 * @property {Point} normal unit normal, pointing out of the shape
 * @property {Feature} feature feature that the ray meets
 */

/**
 * A ray that does not meet a shape.
 *
 * @typedef {object} FreeRayCast
 * @property {'free'} status always 'free'
 * @property {Relation} relation relation of the ray's beginning to the shape
 * @property {null} interval no interval, and no geometry
 * @property {null} point none
 * @property {null} normal none
 * @property {null} feature none
 */

/**
 * First contact of a ray with a shape. A test of `status` decides which fields are null.
 *
 * @typedef {FoundRayCast | FreeRayCast} RayCast
 */

/**
 * Rounding of a shape with corners.
 *
 * @typedef {object} RoundingOptions
 * @property {number} [radius] distance by which the shape is inflated, at least 0, rounded to float32; default
 *   0
 */

/**
 * Unit of points.
 *
 * @typedef {object} ScaleOptions
 * @property {number} [scale] factor of all coordinates, above 0, with which points in pixels or millimeters become
 *   meters; default 1. Products are rounded to float32 once. The radius is not multiplied: like all lengths, it is
 *   in the unit of the shape. A scale that moves a coordinate beyond float32, or all of them below 2^-126, is
 *   `out-of-range`
 */

/**
 * Options of a shape that is made of points.
 *
 * @typedef {RoundingOptions & ScaleOptions} PointsOptions
 */

/**
 * Optional parts of a batch of pairs.
 *
 * @typedef {object} PairOptions
 * @property {boolean} [witnesses] whether `distance` finds witness points and normals too, and `penetration` witness
 *   points; default false
 * @property {boolean} [manifolds] whether there is room for the answers of `penetration` and `manifolds`; default false
 * @property {boolean} [coherent] whether each search begins where the last search of that pair ended: the
 *   answers are the same, and they come sooner where bodies have moved only a little; default false
 */

/**
 * Capacity and parts of a batch of bodies.
 *
 * @typedef {object} BodyOptions
 * @property {number} [pairs] maximum number of pairs found, 1 to 2^24; default: four per body
 * @property {number} [still] number of bodies, the first ones, that stand still between calls of `update`; default 0
 * @property {number} [rays] maximum number of rays of a call of `castRays`, 0 to 2^24; default 0
 * @property {boolean} [manifolds] whether pairs get normals, depths and contact points; default false
 * @property {boolean} [filters] whether bodies have categories and masks; default false
 * @property {boolean} [seams] whether bodies that stand still and adjoin count as one surface in manifolds with others,
 *   so that these slide over their common edges; needs `manifolds`; default false
 */

/**
 * The nearest body of a batch, and the distance from it.
 *
 * @typedef {FoundStatus & BodyIndex & Distance} FoundBodyDistance
 */

/**
 * The nearest body of a batch, if there is one. A test of `status` decides which fields are null.
 *
 * @typedef {FoundBodyDistance | NoBodyDistance} BodyDistance
 */

/**
 * The first body of a batch that a ray meets, and its contact with it, if there is one. A test of `status` decides
 * which fields are null.
 *
 * @typedef {(BodyIndex & FoundRayCast) | (NoBody & FreeRayCast)} BodyRayCast
 */

/**
 * The first body of a batch that a moving body meets, and its contact with it, if there is one. A test of `status`
 * decides which fields are null.
 *
 * @typedef {(BodyIndex & FoundShapeCast) | (NoBody & FreeShapeCast)} BodyShapeCast
 */

/**
 * @typedef {import('./shape.js').Shape} Shape
 * @typedef {import('./pair_batch.js').PairBatch} PairBatch
 * @typedef {import('./body_batch.js').BodyBatch} BodyBatch
 * @typedef {import('../core/bodies.js').BodyFilter} BodyFilter
 * @typedef {import('../core/bodies.js').BodyIndex} BodyIndex
 * @typedef {import('../core/bodies.js').NoBody} NoBody
 * @typedef {import('../core/bodies.js').FoundStatus} FoundStatus
 * @typedef {import('../core/bodies.js').NoBodyDistance} NoBodyDistance
 * @typedef {import('./index.js').StaticQueries} StaticQueries
 */

/**
 * Relations by their numbers in a batch: `RELATIONS[pairs.relations[k]]`.
 *
 * @type {typeof relations}
 */
export const RELATIONS = /* @__PURE__ */ Object.freeze(relations);

/** Number of values per pose in a batch: x, y, cos, sin. */
export const POSE_NUMBERS = 4;
