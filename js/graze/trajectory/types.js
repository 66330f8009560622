/** Arguments and answers of the queries on whole trajectories. */

/**
 * @import { BOXES_KINDS } from '../core/layout.js'
 * @import { Points } from '../core/arguments.js'
 * @import { AtMostOption, ClearanceStatus, ContactStatus, FoundContact, GroupOptions, MotionOptions, NoFirstContact } from '../motion/types.js'
 */

/**
 * Counts of the work of a sweep.
 *
 * @typedef {object} SweepCounts
 * @property {number} tests number of comparisons of boxes, each of a pair of steps or nodes
 * @property {number} candidates number of steps that the boxes left as candidates
 * @property {number} runs number of runs of successive candidates that only the narrow phase could decide
 */

/**
 * Step of a first contact, where there is one.
 *
 * @typedef {object} ContactStep
 * @property {number} step step that contains the contact
 */

/**
 * Step of a sweep without contact.
 *
 * @typedef {object} NoContactStep
 * @property {null} step none
 */

/**
 * First contact of two paths, its step, and the counts of the search for it.
 *
 * @typedef {((NoFirstContact & NoContactStep) | (FoundContact & ContactStep)) & SweepCounts} SweepResult
 */

/**
 * Time steps of paths. Step i lasts from t0 + i step to t0 + (i + 1) step; the last one is the first that ends
 * at `t1` or after it. Queries of paths are about [t0, t1] only.
 *
 * @typedef {object} Clock
 * @property {number} [t0] beginning; default 0
 * @property {number} t1 end, above `t0`
 * @property {number} step duration of a step, above 0; at most 2^24 steps
 * @property {number} [x] x of the point relative to which the boxes are stored; default 0. Boxes are in
 *   float32, so choose a point near the scene where that is far from the origin
 * @property {number} [y] y of that point, as x
 */

/**
 * Options of an index of boxes.
 *
 * @typedef {object} BoxIndexOptions
 * @property {2 | 3} [axes] number of axes; default 2
 * @property {number} [pairs] maximum number of pairs found, 1 to 2^24; default: the number of boxes
 */

/**
 * Options of a path.
 *
 * @typedef {object} PathOptions
 * @property {typeof BOXES_KINDS[number]} [boxes] 'cover' (default): the box of a step contains all that the body
 *   sweeps in it; 'step-ends': it contains the body at the step's two ends, as in the paper (Germar and
 *   Fernandez, 2018, III A), which misses what bulges in between
 */

/**
 * A polyline that stands still.
 *
 * @typedef {object} Wall
 * @property {Points} points at least two, of which successive ones differ. They are in double, and stored in float32
 *   relative to the clock's point
 * @property {boolean} [closed] whether a segment leads from the last point to the first; default false
 * @property {number} [radius] half of its thickness, a length, at least 0; default 0
 */

/**
 * Options of a scene.
 *
 * @typedef {object} WallOptions
 * @property {readonly (Wall | Points)[]} [walls] polylines that stand still; a list of points is an open one
 *   without thickness
 * @property {Clock} [clock] the clock of the scene, which has walls but no paths; default: that of the paths
 */

/**
 * Segment of a wall of a scene.
 *
 * @typedef {object} WallSegment
 * @property {number} wall index of the wall in `walls`
 * @property {number} segment index of the segment: of the point of the wall with which it begins
 */

/**
 * Option that ends a query at any contact.
 *
 * @typedef {object} AnyContactOption
 * @property {boolean} [anyContact] whether any contact is enough, so that the query ends as soon as one is
 *   known; default false
 */

/**
 * Options of a query of a scene. `from` and `to` default to the clock's range, and are cut to it.
 *
 * @typedef {MotionOptions & AnyContactOption} SceneOptions
 */

/**
 * Candidates of a query of a scene for bodies of a batch.
 *
 * @typedef {object} SelectOption
 * @property {ArrayLike<number>} [select] indices of the candidates to query, in any order: bodies, or groups where
 *   there are `groups`; default: all
 */

/**
 * Options of a query of a scene for each body of a batch.
 *
 * @typedef {SceneOptions & GroupOptions & SelectOption} CandidateOptions
 */

/**
 * Options of a clearance in a scene. `from` and `to` default to the clock's range, and are cut to it. Overlaps and
 * gaps are exact to within the distanceTolerance, for which a millionth of the bodies is quick and usually enough.
 *
 * @typedef {Omit<MotionOptions, 'tolerance' | 'touching'> & AtMostOption} SceneClearanceOptions
 */

/**
 * Options of the clearances of bodies of a batch in a scene.
 *
 * @typedef {SceneClearanceOptions & GroupOptions & SelectOption} CandidateClearanceOptions
 */

/**
 * Clearance of a body that comes near another.
 *
 * @typedef {object} FoundSceneClearance
 * @property {[lo: number, hi: number]} separation bracket [lo, hi] of the least signed separation from any body of
 *   the scene, as in Clearance: negative in an overlap
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 * @property {number} time time at which hi is reached
 * @property {number} body index of the nearest body at that time
 * @property {number} path index in `scene.paths` of its path
 * @property {number} egoPath index of the queried path in the list of paths, or 0
 */

/**
 * Clearance of a body to which nothing is nearer than `atMost`.
 *
 * @typedef {object} NoSceneClearance
 * @property {[lo: number, hi: number]} separation [atMost, Infinity]; lo may be less by up to the
 *   distanceTolerance where something is hardly farther away
 * @property {ClearanceStatus} status see {@link ClearanceStatus}
 * @property {null} time no time, and no body
 * @property {null} body none
 * @property {null} path none
 * @property {null} egoPath none
 */

/**
 * Clearance of a body in a scene. A test of `time` decides whether there is a nearest body.
 *
 * @typedef {FoundSceneClearance | NoSceneClearance} SceneClearance
 */

/**
 * Answer without a contact.
 *
 * @typedef {object} NoContact
 * @property {null} body no body
 * @property {null} path no path
 * @property {null} egoPath no path
 * @property {'free'} status always 'free'
 * @property {null} time no time
 */

/**
 * First contact with any body of a scene, if there is one.
 *
 * @typedef {SceneBodyContact | NoContact} SceneContact
 */

/**
 * First contact with a body of a list.
 *
 * @typedef {object} BodyContact
 * @property {number} body index of the body in the list
 * @property {ContactStatus} status as in FirstContact, never 'free'
 * @property {[lo: number, hi: number]} time as in FirstContact
 */

/**
 * Paths of a contact with a body of a scene.
 *
 * @typedef {object} ContactPaths
 * @property {number} path index in `scene.paths` of the body's path that is in contact; that of the body where
 *   each path is one
 * @property {number} egoPath index of the queried path in the list of paths, or 0
 */

/**
 * First contact with a body of a scene.
 *
 * @typedef {BodyContact & ContactPaths} SceneBodyContact
 */

/**
 * First contact of two bodies of a scene.
 *
 * @typedef {object} PairContact
 * @property {number} first lower index of the two bodies
 * @property {number} second higher index
 * @property {number} firstPath index in `scene.paths` of the first body's path that is in contact; `first` where
 *   each path is a body
 * @property {number} secondPath index of the second body's path
 * @property {ContactStatus} status as in FirstContact, never 'free'
 * @property {[lo: number, hi: number]} time as in FirstContact
 */

/**
 * @typedef {import('./box_index.js').BoxIndex} BoxIndex
 * @typedef {import('./path.js').Path} Path
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('./queries.js').StepIterator} StepIterator
 * @typedef {import('./index.js').TrajectoryQueries} TrajectoryQueries
 */

export {};
