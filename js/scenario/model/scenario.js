/**
 * Model that every file format fills and every check reads.
 *
 * Frame: the file's own. x is its first coordinate, y its second (for a CCBS grid that is row, column), so that numbers
 * in a report are the numbers in the file. Lengths are in map units, times in the file's clock, angles in radians,
 * counter-clockwise from +x.
 *
 * A plan is in the plane or in space. In space every body is a `Sphere` or a `Prism`, z is the third coordinate, up, and a
 * z that is absent is 0; there is no grid, roadmap, discrete plan or goal region. In the plane nothing has a z.
 */

/**
 * Position in the plan's file; line and column count from 1.
 *
 * @typedef {object} SourcePosition
 * @property {number} line line in the file
 * @property {number} column column in the line, in characters
 */

/**
 * A point in the plan's frame.
 *
 * @typedef {object} Point
 * @property {number} x the file's first coordinate
 * @property {number} y the file's second coordinate
 * @property {number} [z] third coordinate; only in space
 */

/**
 * A disc about the body's origin.
 *
 * @typedef {object} Disc
 * @property {'disc'} kind discriminant of the shapes
 * @property {number} radius at least 0
 */

/**
 * A polygon that need not be convex, inflated by a radius; one or two points make a disc or a capsule off the body's origin.
 * If it is not convex, its rings must not cross themselves or each other.
 *
 * @typedef {object} Polygon
 * @property {'polygon'} kind discriminant of the shapes
 * @property {[number, number][]} points x and y of each vertex, in the body's frame, in either winding
 * @property {[number, number][][]} [holes] vertices of each hole, as `points`; default: none
 * @property {number} radius at least 0
 */

/**
 * A body composed of several parts.
 *
 * @typedef {object} ShapeGroup
 * @property {'group'} kind discriminant of the shapes
 * @property {(Disc | Polygon)[]} parts at least one; they may overlap
 */

/**
 * A ball about the body's origin, for plans in space.
 *
 * @typedef {object} Sphere
 * @property {'sphere'} kind discriminant of the shapes
 * @property {number} radius at least 0
 */

/**
 * A footprint with a height, for plans in space. The footprint need not be convex; its rings are those of a polygon.
 *
 * @typedef {object} Prism
 * @property {'prism'} kind discriminant of the shapes
 * @property {[number, number][]} points x and y of each vertex of the footprint, at least three, in the body's frame
 * @property {[number, number][][]} [holes] vertices of each hole, as `points`; default: none
 * @property {number} [bottom] z of the lower face in the body's frame; default: 0, so that the origin is on the ground
 * @property {number} height distance of the upper face from the lower one, at least 0
 */

/**
 * A body of the plane, in its own frame.
 *
 * @typedef {Disc | Polygon | ShapeGroup} PlaneShape
 */

/**
 * A body in space, in its own frame.
 *
 * @typedef {Sphere | Prism} SpaceShape
 */

/**
 * A body, in its own frame.
 *
 * @typedef {PlaneShape | SpaceShape} BodyShape
 */

/**
 * One piece of a motion, on the closed interval [t0, t1].
 *
 * @typedef {object} MotionPiece
 * @property {number} t0 beginning of the piece
 * @property {number} t1 end of the piece, at least t0
 * @property {number[]} x x of the body's origin: coefficients of a polynomial in (t - t0), constant term first, degree at most 7
 * @property {number[]} y y of the body's origin, as x
 * @property {number[]} [z] z of the body's origin, as x; only in space, omitted: 0 throughout
 * @property {number[]} [angle] angle in radians, a polynomial as x; omitted: the angle is 0 throughout
 * @property {[number, number, number]} [axis] unit vector about which the body turns by `angle`; only in space, omitted: +z
 * @property {[number, number, number, number]} [rotation] rotation of the body before it turns by `angle`, a unit quaternion
 *   qx, qy, qz, qw; only in space, omitted: none
 * @property {Point} [end] position of the body's origin at t1 as stated by the file, if it states one
 * @property {SourcePosition} [source] position in the file
 */

/**
 * Goal region: conditions that one state of the plan must satisfy; a null condition is not required.
 *
 * @typedef {object} GoalRegion
 * @property {PlaneShape | null} area region in the plan's frame that must contain the body's origin
 * @property {[number, number] | null} time range of the time of that state
 * @property {[number, number] | null} angle range of the heading in radians; the interval runs counter-clockwise
 * @property {[number, number] | null} speed range of the speed
 */

/**
 * State that the plan itself states, at which goals are checked.
 *
 * @typedef {object} PlanState
 * @property {number} t time of the state
 * @property {number} x coordinate of the body's origin
 * @property {number} y coordinate of the body's origin
 * @property {number} angle radians
 * @property {number} speed speed as stated by the plan, negative backwards
 */

/**
 * Maximum allowed deviations from an agent's initial state.
 *
 * @typedef {object} InitialStateTolerance
 * @property {number} position deviation of each coordinate, in map units
 * @property {number} angle radians
 * @property {number} speed map units per clock unit
 */

/**
 * Initial state that a task requires of an agent; a null value is not required.
 *
 * @typedef {object} InitialState
 * @property {number} t time of the state
 * @property {number} x coordinate of the body's origin
 * @property {number} y coordinate of the body's origin
 * @property {number | null} angle radians
 * @property {number | null} speed map units per clock unit
 * @property {InitialStateTolerance} tolerance maximum deviation that the format allows for each number
 */

/**
 * A moving agent.
 *
 * @typedef {object} Agent
 * @property {string} name name in the file
 * @property {BodyShape} shape body in its own frame
 * @property {Point | null} start start given by the task; null when no task was given
 * @property {Point | null} goal goal given by the task; null when no task was given
 * @property {InitialState} [initialState] initial state required by the task, when that is more than a point
 * @property {GoalRegion[]} [goals] goal regions of the task, when the goal is not a point: any one of them suffices
 * @property {PlanState[]} [states] states in time order; default: the states at the knots of the motion
 * @property {MotionPiece[]} motion pieces in time order; empty: the agent stands at `start` throughout
 * @property {SourcePosition} [source] position in the file
 */

/**
 * Map of unit cells; cell (i, j) is the closed square of side 1 centered at (i, j).
 *
 * @typedef {object} Grid
 * @property {number} nx number of cells along x
 * @property {number} ny number of cells along y
 * @property {Uint8Array} blocked nx * ny entries, 1 where blocked; cell (i, j) at i * ny + j
 * @property {Terrain} [terrain] the cells as a map of characters states them; it explains blocked cells and decides nothing.
 *   Absent: the map has no characters
 */

/**
 * Cells of a map of characters, as those of MovingAI.
 *
 * @typedef {object} Terrain
 * @property {Uint8Array} characters code of each cell's character, in the order of `blocked`
 * @property {string} passable characters of free cells
 */

/**
 * Graph on which agents may move when there are no cells.
 *
 * @typedef {object} Roadmap
 * @property {Point[]} nodes positions of the nodes, numbered from 0
 * @property {[number, number][]} edges directed edges, from node index to node index
 */

/**
 * Pose of an obstacle.
 *
 * @typedef {object} ObstaclePose
 * @property {number} x coordinate of its origin, in the plan's frame
 * @property {number} y coordinate of its origin
 * @property {number} [z] coordinate of its origin; only in space, omitted: 0
 * @property {number} angle radians, counter-clockwise
 */

/**
 * A body that agents must avoid, and that is not checked itself. Reports treat several obstacles of the same name as
 * one, such as an obstacle that has another shape in every step.
 *
 * @typedef {object} Obstacle
 * @property {string} name name in the file
 * @property {BodyShape} shape body in its own frame
 * @property {ObstaclePose} pose pose of an obstacle without motion
 * @property {MotionPiece[]} [motion] pieces in time order; the obstacle is present only during its motion
 */

/**
 * A plan in whole steps, for the conflicts of the discrete model.
 *
 * @typedef {object} DiscretePlan
 * @property {Int32Array[]} cells for each agent x0, y0, x1, y1, …: its cell after each step
 * @property {Int32Array[] | null} commanded for each agent as many cells: its first cell, then the cell to which the
 *   planner sent it in each step from its actual cell; null when commands are not recorded separately
 */

/**
 * Benchmark instance that a plan solves, such as `random-32-32-20`, `even`, `1`.
 *
 * @typedef {object} BenchmarkInstance
 * @property {string} map name of the map
 * @property {string} type method that chose the starts and goals
 * @property {string} number number of the scenario among those with the same map and type
 */

/**
 * A plan, with its map and task as far as they are known.
 *
 * @typedef {object} Scenario
 * @property {string} format name of the format that was read, such as `ccbs`
 * @property {Agent[]} agents agents, numbered from 0 in file order
 * @property {Grid | null} grid null: no map, or a map without cells
 * @property {Roadmap | null} roadmap null: none; agents may move anywhere
 * @property {Obstacle[]} obstacles obstacles other than blocked cells
 * @property {DiscretePlan | null} discrete null: the plan is not in steps
 * @property {boolean} sizesKnown false: the size of the agents is unknown; they are points, and their overlaps in
 *   continuous time are not checked
 * @property {'stay' | 'vanish'} beforeStart position of an agent before its motion: at its start, or absent
 * @property {'stay' | 'vanish'} atGoal behavior of an agent after its motion
 * @property {number | null} speedLimit map units per clock unit; null: not limited
 * @property {number | null} timeStep motions may begin at multiples of it; null: at any time
 * @property {'right-up' | 'right-down' | 'down-right'} axes directions in which the format's users draw x and y: first that
 *   of x, then that of y
 * @property {BenchmarkInstance} [instance] benchmark instance, when the files name one
 * @property {'agents' | 'driving'} domain noun for agents: 'driving' calls them vehicles
 * @property {string[]} notices parts of the input that were read but not used, in words; never a reason to fail
 */

/**
 * Returns whether a body is one of space.
 *
 * @param {BodyShape} shape
 * @returns {shape is SpaceShape}
 */
export function isSpaceShape(shape) {
    return shape.kind === 'sphere' || shape.kind === 'prism';
}

/**
 * Returns whether a body is a disc, or a sphere, about its origin.
 *
 * @param {BodyShape} shape
 * @returns {shape is Disc | Sphere}
 */
export function isRound(shape) {
    return shape.kind === 'disc' || shape.kind === 'sphere';
}

/**
 * Returns whether a plan is in space: whether any of its bodies is. O(agents and obstacles).
 *
 * @param {Pick<Scenario, 'agents' | 'obstacles'>} scenario
 */
export function isInSpace({ agents, obstacles }) {
    /** @param {{ shape: BodyShape }} body */
    const isSolid = ({ shape }) => isSpaceShape(shape);
    return agents.some(isSolid) || obstacles.some(isSolid);
}

/**
 * Returns an empty scenario of a format.
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
