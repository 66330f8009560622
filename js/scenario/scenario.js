/**
 * The one model that every file format fills and every judge reads.
 *
 * Frame: the file's own. x is its first coordinate, y its second (for a CCBS grid that is row,
 * column), so that numbers in a report are the numbers in the file. Lengths in map units, times in
 * the file's clock, angles in radians, counter-clockwise from +x.
 *
 */

/**
 * Where something stands in the plan's file. Both count from 1.
 *
 * @typedef {object} SourcePosition
 * @property {number} line of the file
 * @property {number} column of the line, in characters
 */

/**
 * A point in the plan's frame.
 *
 * @typedef {object} Point
 * @property {number} x the file's first coordinate
 * @property {number} y its second
 */

/**
 * A disc about the body's origin.
 *
 * @typedef {object} Disc
 * @property {'disc'} kind tells the kinds of shapes apart
 * @property {number} radius at least 0
 */

/**
 * A convex polygon, inflated by a radius; one point makes a disc beside the body's origin.
 *
 * @typedef {object} Polygon
 * @property {'polygon'} kind tells the kinds of shapes apart
 * @property {[number, number][]} points x and y of each, in the body's frame, either winding
 * @property {number} radius at least 0
 */

/**
 * Parts together, as one body.
 *
 * @typedef {object} ShapeGroup
 * @property {'group'} kind tells the kinds of shapes apart
 * @property {(Disc | Polygon)[]} parts at least one; they may overlap
 */

/**
 * A body, in its own frame.
 *
 * @typedef {Disc | Polygon | ShapeGroup} BodyShape
 */

/**
 * One piece of a motion, on the closed interval [t0, t1].
 *
 * @typedef {object} MotionPiece
 * @property {number} t0 when it begins
 * @property {number} t1 when it ends, at least t0
 * @property {number[]} x polynomial in (t - t0), constant first, degree at most 5
 * @property {number[]} y as x
 * @property {number[]} [angle] heading, radians, as x; omitted: the body does not turn
 * @property {Point} [end] where the file says the piece ends, when it says so
 * @property {SourcePosition} [source] where it stands in the file
 */

/**
 * A way to have arrived; what is null is not asked for.
 *
 * @typedef {object} GoalRegion
 * @property {BodyShape | null} area in the plan's frame, the body's origin must be in it
 * @property {[number, number] | null} time between which times
 * @property {[number, number] | null} angle radians; the interval runs counter-clockwise
 * @property {[number, number] | null} speed between which speeds
 */

/**
 * A state that the plan itself names, where goals are judged.
 *
 * @typedef {object} PlanState
 * @property {number} t when
 * @property {number} x of the body's origin
 * @property {number} y of the body's origin
 * @property {number} angle radians
 * @property {number} speed as the plan says it, negative backwards
 */

/**
 * How far off the state in which an agent begins may be.
 *
 * @typedef {object} InitialStateTolerance
 * @property {number} position in each coordinate, a length
 * @property {number} angle radians
 * @property {number} speed map units per clock unit
 */

/**
 * The state in which a task has an agent begin; what is null is not asked for.
 *
 * @typedef {object} InitialState
 * @property {number} t when
 * @property {number} x of the body's origin
 * @property {number} y of the body's origin
 * @property {number | null} angle radians
 * @property {number | null} speed map units per clock unit
 * @property {InitialStateTolerance} tolerance how far off the format lets each number be
 */

/**
 * Who moves.
 *
 * @typedef {object} Agent
 * @property {string} name as the file calls it
 * @property {BodyShape} shape in its own frame
 * @property {Point | null} start where the task puts it; null when no task was given
 * @property {Point | null} goal where the task wants it
 * @property {InitialState} [initialState] how the task has it begin when that is more than a point
 * @property {GoalRegion[]} [goals] where the task wants it when that is no point: any one of them
 * @property {PlanState[]} [states] in time order; default: those of its motion's knots
 * @property {MotionPiece[]} motion in time order; empty: it stands at `start` throughout
 * @property {SourcePosition} [source] where it stands in the file
 */

/**
 * Unit cells; cell (i, j) is the closed square of side 1 centred at (i, j).
 *
 * @typedef {object} Grid
 * @property {number} nx cells along x
 * @property {number} ny cells along y
 * @property {Uint8Array} blocked nx * ny entries, 1 where blocked; cell (i, j) at i * ny + j
 */

/**
 * Where agents may go when there are no cells.
 *
 * @typedef {object} Roadmap
 * @property {Point[]} nodes numbered from 0
 * @property {[number, number][]} edges directed, from node index to node index
 */

/**
 * Where an obstacle stands.
 *
 * @typedef {object} ObstaclePose
 * @property {number} x of its origin, in the plan's frame
 * @property {number} y of its origin
 * @property {number} angle radians, counter-clockwise
 */

/**
 * A body that agents must keep clear of, and that is not itself checked. Several of one name are one obstacle to reports, such as
 * one that has another shape in every step.
 *
 * @typedef {object} Obstacle
 * @property {string} name as the file calls it
 * @property {BodyShape} shape in its own frame
 * @property {ObstaclePose} pose where it stands, when it has no motion
 * @property {MotionPiece[]} [motion] it is there only during its motion
 */

/**
 * A plan in whole steps, for the discrete model's own conflicts.
 *
 * @typedef {object} DiscretePlan
 * @property {Int32Array[]} cells of each agent x0, y0, x1, y1, …: its cell after each step
 * @property {Int32Array[] | null} commanded of each agent as many cells: where it begins, then where a planner sent it in
 *   each step, from the cell in which it was by then; null when that is not recorded beside what was done
 */

/**
 * The instance of a benchmark that a plan solves, such as `random-32-32-20`, `even`, `1`.
 *
 * @typedef {object} BenchmarkInstance
 * @property {string} map the name of its map
 * @property {string} type how its starts and goals were chosen
 * @property {string} number of the scenario among those of the map and type
 */

/**
 * A plan, with its map and task as far as they are known.
 *
 * @typedef {object} Scenario
 * @property {string} format the name of the format that was read, such as `ccbs`
 * @property {Agent[]} agents numbered from 0 in file order
 * @property {Grid | null} grid null: no map, or a map without cells
 * @property {Roadmap | null} roadmap null: none; agents may go anywhere
 * @property {Obstacle[]} obstacles beside blocked cells
 * @property {DiscretePlan | null} discrete null: the plan is not in steps
 * @property {boolean} sizesKnown false: nobody said how large the agents are; they are points, and overlaps of
 *   theirs in continuous time are not judged
 * @property {'stay' | 'vanish'} beforeStart where an agent is before its motion: at its start, or nowhere
 * @property {'stay' | 'vanish'} atGoal what an agent does after its motion has ended
 * @property {number | null} speedLimit map units per clock unit; null: not limited
 * @property {number | null} timeStep times at which motions may begin are multiples of it; null: any time
 * @property {'right-up' | 'right-down' | 'down-right'} axes how the file's community draws x and y
 * @property {BenchmarkInstance} [instance] of a benchmark, where the files name it
 * @property {'agents' | 'driving'} domain how agents are called: 'driving', vehicles
 * @property {string[]} notices what was read but not used, in words; never a reason to fail
 */

/**
 * A scenario with nothing in it yet.
 *
 * @param {string} format
 * @returns {Scenario}
 */
export function blankScenario(format) {
    return {
        format,
        agents: [],
        grid: null,
        roadmap: null,
        obstacles: [],
        discrete: null,
        sizesKnown: true,
        beforeStart: 'stay',
        atGoal: 'stay',
        speedLimit: null,
        timeStep: null,
        axes: 'right-up',
        domain: 'agents',
        notices: [],
    };
}
