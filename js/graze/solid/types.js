import { RELATIONS as relations } from '../core/layout.js';

/** Arguments and answers of the queries on bodies in space, and what batches of them hold. */

/**
 * @import { CAST_STATUSES, PENETRATION_STATUSES } from '../core/layout.js'
 */

/**
 * Relation of two closed bodies in space. 'disjoint': they have no point in common; 'overlapping': the origin is an
 * interior point of A - B, the set of all a - b; 'touching': every other case. So two bodies overlap exactly when they
 * stay in contact under every sufficiently small translation of one of them. Two bodies with interiors overlap where
 * their interiors meet; a point inside a box overlaps it, and so does a segment through a triangle. Two flat bodies in
 * one plane, and two segments, touch at most.
 *
 * @typedef {typeof RELATIONS[number]} SolidRelation
 */

/**
 * A point or a vector; in the world's frame where no other frame is named.
 *
 * @typedef {object} SolidPoint
 * @property {number} x coordinate along the first axis
 * @property {number} y coordinate along the second axis
 * @property {number} z coordinate along the third axis
 */

/**
 * A point as `{ x, y, z }`, such as a Vector3 of three.js, or `[x, y, z]`, also in a typed array.
 *
 * @typedef {Readonly<SolidPoint> | ArrayLike<number>} SolidPointLike
 */

/**
 * Points as a list of `{ x, y, z }` and `[x, y, z]`, which may be mixed, or flat `[x0, y0, z0, x1, ...]` in an array or
 * any typed array, such as the positions of a geometry. The points are copied.
 *
 * @typedef {ArrayLike<SolidPointLike> | ArrayLike<number>} SolidPoints
 */

/**
 * A rotation as a quaternion. Its length must be 1 to within 0.001, and is corrected.
 *
 * @typedef {object} Quaternion
 * @property {number} x first component of the vector part
 * @property {number} y second component of the vector part
 * @property {number} z third component of the vector part
 * @property {number} w scalar part
 */

/**
 * A matrix with its numbers column by column, as a Matrix3 or Matrix4 of three.js has them.
 *
 * @typedef {object} MatrixLike
 * @property {ArrayLike<number>} elements 9 or 16 numbers
 */

/**
 * A pose as numbers. `x`, `y` and `z` default to 0, the quaternion to that of no rotation; of a quaternion all four
 * numbers must be given. With all seven, it is the quickest pose to read.
 *
 * @typedef {object} NumbersPose
 * @property {number} [x] x of the body's origin, in the world; at most 3.4e38 (the largest float32) in magnitude
 * @property {number} [y] y of the body's origin, as x
 * @property {number} [z] z of the body's origin, as x
 * @property {number} [qx] first component of the quaternion's vector part
 * @property {number} [qy] second component of the quaternion's vector part
 * @property {number} [qz] third component of the quaternion's vector part
 * @property {number} [qw] the quaternion's scalar part
 */

/**
 * A pose as objects: a position, and a quaternion or a rotation matrix, each optional. An object of three.js has such
 * properties; its quaternion is taken then, and not its rotation, whose three angles are not a matrix. It is the pose in the
 * frame of the object's parent. A `scale` other than 1 is an error.
 *
 * @typedef {object} ObjectPose
 * @property {SolidPointLike} [position] the body's origin, in the world; default 0
 * @property {Readonly<Quaternion> | ArrayLike<number>} [quaternion] rotation, also as `[x, y, z, w]`
 * @property {Readonly<MatrixLike> | ArrayLike<number> | object} [rotation] rotation matrix as nine numbers, column by
 *   column, or as an object with such `elements`. Its columns must be right-handed, perpendicular and of length 1 to
 *   within 0.001. What is off by more than rounding is corrected. An object with a `w` is read as a quaternion
 * @property {SolidPointLike | number} [scale] 1, in each coordinate
 */

/**
 * Pose of a body: a rotation about its own origin, then a translation. As a matrix it has 16 `elements`, column by column,
 * such as the `matrixWorld` of an object of three.js, with the last row 0, 0, 0, 1. Other properties of the object are
 * ignored. Positions and rotations are doubles.
 *
 * @typedef {NumbersPose | ObjectPose | Readonly<MatrixLike>} SolidPose
 */

/**
 * A part of a compound.
 *
 * @typedef {object} SolidPart
 * @property {import('./solid.js').Solid} body a convex body
 * @property {SolidPose} [pose] its pose in the compound's frame; default: the identity
 */

/**
 * A convex part of a compound: the hull of its vertices, inflated by its radius.
 *
 * @typedef {object} SolidHull
 * @property {Float32Array} vertices corners as flat float32 coordinates x, y, z, x, y, z, ..., in the compound's frame
 * @property {number} radius float32
 */

/**
 * A vertex of a body's core, which is the body without its radius.
 *
 * @typedef {object} VertexFeature
 * @property {'vertex'} kind always 'vertex'
 * @property {number} index position of the vertex in `vertices`
 * @property {number} [part] position of the part; absent for a convex body
 */

/**
 * An edge of a body's core.
 *
 * @typedef {object} EdgeFeature
 * @property {'edge'} kind always 'edge'
 * @property {number} index position of the vertex at one end
 * @property {number} end position of the vertex at the other end
 * @property {number} [part] position of the part; absent for a convex body
 */

/**
 * A face of a body's core.
 *
 * @typedef {object} FaceFeature
 * @property {'face'} kind always 'face'
 * @property {number} index position of the face in `faces`
 * @property {number} [part] position of the part; absent for a convex body
 */

/**
 * A vertex, an edge or a face of a body's core. A test of `kind` decides which fields there are.
 *
 * @typedef {VertexFeature | EdgeFeature | FaceFeature} SolidFeature
 */

/**
 * The least box with sides along the world's axes that contains a body.
 *
 * @typedef {object} SolidBounds
 * @property {number} minX lower end along x
 * @property {number} minY lower end along y
 * @property {number} minZ lower end along z
 * @property {number} maxX upper end along x
 * @property {number} maxY upper end along y
 * @property {number} maxZ upper end along z
 */

/**
 * Distance of two bodies, as `distance` returns it. World frame.
 *
 * @typedef {object} SolidDistance
 * @property {SolidRelation} relation relation of the closed bodies; exact
 * @property {number} distance gap between them; exactly 0 when they are not disjoint
 * @property {SolidPoint} pointA nearest point of A; a common point when not disjoint
 * @property {SolidPoint} pointB nearest point of B
 * @property {SolidPoint} normal unit vector from A towards B: the separating direction when disjoint, one that separates
 *   them when they touch, the direction of least penetration otherwise
 * @property {SolidFeature} featureA feature of A that is nearest
 * @property {SolidFeature} featureB feature of B that is nearest
 * @property {number} iterations number of rounds of GJK
 */

/**
 * Penetration depth of two bodies and the shortest translation after which they only touch. World frame.
 *
 * @typedef {object} SolidPenetration
 * @property {SolidRelation} relation relation of the closed bodies; exact
 * @property {typeof PENETRATION_STATUSES[number]} status 'exact', as for all convex bodies: `depth` is the
 *   least such length, up to rounding; 'bounded': the least one is from `lowerBound` to `depth`
 * @property {number} depth length by which one body must be moved so that they only touch; 0 where they do not overlap
 * @property {number} lowerBound lower bound of the least such length: `depth` itself when the status is 'exact'
 * @property {SolidPoint} normal unit vector from A towards B: moving B along it by `depth` leaves them touching
 * @property {SolidPoint} pointA point of A's boundary that coincides with pointB after that move: pointA = pointB +
 *   depth normal. When disjoint: the nearest point, and `normal` is the separating direction
 * @property {SolidPoint} pointB point of B's boundary, see pointA
 * @property {SolidFeature} featureA feature of A's core nearest pointA
 * @property {SolidFeature} featureB feature of B's core nearest pointB
 */

/**
 * A contact point of two bodies, in the world.
 *
 * @typedef {object} SolidManifoldPoint
 * @property {number} x x of the point, halfway between the two surfaces along the normal
 * @property {number} y y of the point
 * @property {number} z z of the point
 * @property {number} separation separation of the surfaces there, along the normal; negative where they overlap
 * @property {number} id name of the point, an unsigned integer of 32 bits: what of A is in contact there in the low 16
 *   bits, what of B in the high ones. Bit 15 of each is set for a vertex; else it is the first vertex of an edge, or a
 *   face. It stays the same while the same features are in contact. Of indices the low 15 bits are used
 */

/**
 * Contact manifold of two bodies: the normal, and one to four points of the region in which they touch, that of the two
 * faces which face each other along the normal: the deepest point, the one furthest from it, and those furthest from the
 * line of both.
 *
 * @typedef {object} SolidManifold
 * @property {SolidRelation} relation relation of the closed bodies; exact
 * @property {SolidPoint | null} normal unit vector from A towards B, that of `penetration`; null without points
 * @property {number} depth depth of penetration along the normal; 0 where they do not overlap
 * @property {SolidManifoldPoint[]} points 1 to 4 points; none if the bodies are disjoint and more than `reach` apart
 * @property {number} [partA] part of A that is in contact; absent for a convex body
 * @property {number} [partB] part of B that is in contact; absent for a convex body
 */

/**
 * Directions that separate two bodies which touch: those along which no point of A is further than any of B, so that
 * moving B along them keeps the bodies from overlapping. They are a cone: all sums of its generators with factors of at
 * least 0.
 *
 * @typedef {object} SolidCone
 * @property {SolidRelation} relation relation of the closed bodies; exact
 * @property {SolidPoint[]} directions generators, unit vectors from A towards B: one for a vertex on a face, two for
 *   edges that cross at a corner of A - B, more where more facets of A - B meet, both ways where A - B is flat. None unless
 *   the bodies touch
 * @property {number} count number of generators, of which `directions` has the first 64 at most
 */

/**
 * A ray of finite length from (x, y, z) to (x + dx, y + dy, z + dz), in the world. Each number is at most 3.4e38 in
 * magnitude.
 *
 * @typedef {object} SolidRay
 * @property {number} x x of its beginning
 * @property {number} y y of its beginning
 * @property {number} z z of its beginning
 * @property {number} dx x of its displacement; a cast's interval counts in units of the displacement
 * @property {number} dy y of its displacement
 * @property {number} dz z of its displacement
 */

/**
 * A displacement in the world. Each number is at most 3.4e38 in magnitude.
 *
 * @typedef {object} SolidDisplacement
 * @property {number} dx x of the displacement
 * @property {number} dy y of the displacement
 * @property {number} dz z of the displacement
 */

/**
 * A displacement as `{ dx, dy, dz }` or `[dx, dy, dz]`, also in a typed array. It has other names than a point or a pose,
 * so that neither can be taken for it.
 *
 * @typedef {Readonly<SolidDisplacement> | ArrayLike<number>} SolidTranslation
 */

/**
 * Options of a cast.
 *
 * @typedef {object} SolidCastOptions
 * @property {'conflict' | 'allowed'} [touching] whether touching counts as contact. 'conflict' (default): it does.
 *   'allowed': only an overlap does; the status is never 'grazing', and the interval of a compound is that of the first
 *   two parts that overlap on the way
 */

/**
 * Options of a manifold.
 *
 * @typedef {object} SolidManifoldOptions
 * @property {number} [reach] distance up to which disjoint bodies have contact points too, and up to which further
 *   points are included, finite, at least 0; default 0
 */

/**
 * Rounding of a body with corners.
 *
 * @typedef {object} SolidRounding
 * @property {number} [radius] distance by which the body is inflated, at least 0, rounded to float32; default 0
 */

/**
 * 'free': no contact; 'overlapping': they overlap already at the start; 'hit': the moving body passes into or through the
 * other one: B overlaps what A sweeps; 'grazing': contact, and neither of these.
 *
 * @typedef {typeof CAST_STATUSES[number]} SolidCastStatus
 */

/**
 * Contact of a body that is moved without turning.
 *
 * @typedef {object} FoundSolidShapeCast
 * @property {Exclude<SolidCastStatus, 'free'>} status exact: see {@link SolidCastStatus}
 * @property {SolidRelation} relation relation at the start
 * @property {[begin: number, end: number]} interval closed interval of contact, within [0, 1]: 0 at the beginning of the
 *   path, 1 at its end
 * @property {SolidPoint} point point of contact at `begin`, world frame; any common point where they overlap there
 * @property {SolidPoint} normal unit normal at `begin`, out of B, towards A
 * @property {SolidFeature} featureA feature of A's core that touches at `begin`
 * @property {SolidFeature} featureB feature of B's core that touches at `begin`
 */

/**
 * A body that is moved without turning and meets nothing.
 *
 * @typedef {object} FreeSolidShapeCast
 * @property {'free'} status always 'free'
 * @property {SolidRelation} relation relation at the start
 * @property {null} interval no interval, and no geometry
 * @property {null} point none
 * @property {null} normal none
 * @property {null} featureA none
 * @property {null} featureB none
 */

/**
 * Contact of a body that is moved without turning with another body. A test of `status` decides which fields are null.
 *
 * @typedef {FoundSolidShapeCast | FreeSolidShapeCast} SolidShapeCast
 */

/**
 * Contact of a ray with a body.
 *
 * @typedef {object} FoundSolidRayCast
 * @property {Exclude<SolidCastStatus, 'free'>} status exact: see {@link SolidCastStatus}
 * @property {SolidRelation} relation relation of the ray's beginning to the body
 * @property {[begin: number, end: number]} interval interval of contact, as in SolidShapeCast
 * @property {SolidPoint} point first point of the ray in the body
 * @property {SolidPoint} normal unit normal, pointing out of the body
 * @property {SolidFeature} feature feature that the ray meets
 */

/**
 * A ray that does not meet a body.
 *
 * @typedef {object} FreeSolidRayCast
 * @property {'free'} status always 'free'
 * @property {SolidRelation} relation relation of the ray's beginning to the body
 * @property {null} interval no interval, and no geometry
 * @property {null} point none
 * @property {null} normal none
 * @property {null} feature none
 */

/**
 * First contact of a ray with a body. A test of `status` decides which fields are null.
 *
 * @typedef {FoundSolidRayCast | FreeSolidRayCast} SolidRayCast
 */

/**
 * Optional parts of a batch of pairs.
 *
 * @typedef {object} SolidPairOptions
 * @property {boolean} [witnesses] whether `distance` finds witness points and normals too, and `penetration` witness
 *   points; default false
 */

/**
 * Capacity and parts of a batch of bodies.
 *
 * @typedef {object} SolidBodyOptions
 * @property {number} [pairs] maximum number of pairs found, 1 to 2^24; default: four per body
 * @property {number} [still] number of bodies, the first ones, that stand still between calls of `update`; default 0
 * @property {number} [rays] maximum number of rays of a call of `castRays`, 0 to 2^24; default 0
 * @property {boolean} [filters] whether bodies have categories and masks; default false
 */

/**
 * The nearest body of a batch, and the distance from it.
 *
 * @typedef {FoundStatus & BodyIndex & SolidDistance} FoundSolidBodyDistance
 */

/**
 * The nearest body of a batch, if there is one. A test of `status` decides which fields are null.
 *
 * @typedef {FoundSolidBodyDistance | NoBodyDistance} SolidBodyDistance
 */

/**
 * The first body of a batch that a ray meets, and its contact with it, if there is one. A test of `status` decides
 * which fields are null.
 *
 * @typedef {(BodyIndex & FoundSolidRayCast) | (NoBody & FreeSolidRayCast)} SolidBodyRayCast
 */

/**
 * The first body of a batch that a moving body meets, and its contact with it, if there is one. A test of `status`
 * decides which fields are null.
 *
 * @typedef {(BodyIndex & FoundSolidShapeCast) | (NoBody & FreeSolidShapeCast)} SolidBodyShapeCast
 */

/**
 * @typedef {import('../core/bodies.js').BodyFilter} BodyFilter
 * @typedef {import('../core/bodies.js').BodyIndex} BodyIndex
 * @typedef {import('../core/bodies.js').NoBody} NoBody
 * @typedef {import('../core/bodies.js').FoundStatus} FoundStatus
 * @typedef {import('../core/bodies.js').NoBodyDistance} NoBodyDistance
 * @typedef {import('./pair_batch.js').SolidPairBatch} SolidPairBatch
 * @typedef {import('./body_batch.js').SolidBodyBatch} SolidBodyBatch
 * @typedef {import('./index.js').SolidQueries} SolidQueries
 * @typedef {import('./solid.js').Solid} Solid
 * @typedef {import('./solid.js').SolidKind} SolidKind
 */

/**
 * Relations by their numbers in a batch: `RELATIONS[pairs.relations[k]]`.
 *
 * @type {typeof relations}
 */
export const RELATIONS = /* @__PURE__ */ Object.freeze(relations);

/** Number of values per pose in a batch: x, y, z, qx, qy, qz, qw. */
export const POSE_NUMBERS = 7;
