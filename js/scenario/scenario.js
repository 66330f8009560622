/**
 * The one model that every file format fills and every judge reads.
 *
 * Frame: the file's own. x is its first coordinate, y its second (for a CCBS grid that is row,
 * column), so that numbers in a report are the numbers in the file. Lengths in map units, times in
 * the file's clock, angles in radians, counter-clockwise from +x.
 *
 * @typedef {{ line: number, column: number }} SourcePosition 1-based, in the plan's file
 *
 * @typedef {{ x: number, y: number }} Point
 *
 * @typedef {{ kind: 'disc', radius: number }} Disc
 * @typedef {{ kind: 'polygon', points: [number, number][], radius: number }} Polygon convex, inflated by
 *   `radius`; one point makes a disc beside the body's origin
 * @typedef {{ kind: 'group', parts: (Disc | Polygon)[] }} Group the parts together, as one body
 * @typedef {Disc | Polygon | Group} BodyShape in the body's own frame
 *
 * @typedef {object} MotionSegment one piece of a motion, on the closed interval [t0, t1]
 * @property {number} t0
 * @property {number} t1 at least t0
 * @property {number[]} x polynomial in (t - t0), constant first, degree at most 5
 * @property {number[]} y
 * @property {number[]} [theta] omitted: the body does not turn
 * @property {Point} [end] where the file says the piece ends, when it says so
 * @property {SourcePosition} [source]
 *
 * @typedef {object} GoalRegion a way to have arrived; what is null is not asked for
 * @property {BodyShape | null} area in the plan's frame, the body's origin must be in it
 * @property {[number, number] | null} time
 * @property {[number, number] | null} heading radians; the interval runs counter-clockwise
 * @property {[number, number] | null} speed
 *
 * @typedef {object} PlanState a state that the plan itself names, where goals are judged
 * @property {number} t
 * @property {number} x
 * @property {number} y
 * @property {number} heading radians
 * @property {number} speed as the plan says it, negative backwards
 *
 * @typedef {object} Beginning the state in which a task has an agent begin; what is null is not asked for
 * @property {number} t
 * @property {number} x
 * @property {number} y
 * @property {number | null} heading radians
 * @property {number | null} speed
 * @property {{ position: number, heading: number, speed: number }} within how far off the format lets each
 *   number be
 *
 * @typedef {object} Agent
 * @property {string} name as the file calls it
 * @property {BodyShape} shape
 * @property {Point | null} start where the task puts it; null when no task was given
 * @property {Point | null} goal where the task wants it
 * @property {Beginning} [beginning] how the task has it begin when that is more than a point
 * @property {GoalRegion[]} [goals] where the task wants it when that is no point: any one of them
 * @property {PlanState[]} [states] in time order; those of its motion's knots unless given
 * @property {MotionSegment[]} motion in time order; empty: it stands at `start` throughout
 * @property {SourcePosition} [source]
 *
 * @typedef {object} Grid unit cells; cell (i, j) is the closed square of side 1 centred at (i, j)
 * @property {number} nx cells along x
 * @property {number} ny cells along y
 * @property {Uint8Array} blocked nx * ny entries, 1 where blocked; cell (i, j) at i * ny + j
 *
 * @typedef {object} Roadmap
 * @property {Point[]} nodes
 * @property {[number, number][]} edges directed, from node index to node index
 *
 * @typedef {object} Obstacle a body that agents must keep clear of, and that nobody judges
 * @property {string} name
 * @property {BodyShape} shape
 * @property {{ x: number, y: number, angle: number }} pose where it stands, when it has no motion
 * @property {MotionSegment[]} [motion] it is there only during its motion
 *
 * @typedef {object} Discrete a plan in whole steps, for the discrete model's own conflicts
 * @property {Int32Array[]} cells of each agent x0, y0, x1, y1, …: its cell after each step
 * @property {Int32Array[] | null} wanted where a planner sent it in each step, from the cell in which it
 *   was, when that is recorded beside what was done; else null: it went where it was sent
 *
 * @typedef {object} Scenario
 * @property {string} format the name of the format that was read, such as `ccbs`
 * @property {Agent[]} agents numbered from 0 in file order
 * @property {Grid | null} grid null: no map, or a map without cells
 * @property {Roadmap | null} roadmap
 * @property {Obstacle[]} obstacles
 * @property {Discrete | null} discrete null: the plan is not in steps
 * @property {boolean} sized false: nobody said how large the agents are; they are points, and overlaps of
 *   theirs in continuous time are not judged
 * @property {'stay' | 'vanish'} beforeStart where an agent is before its motion: at its start, or nowhere
 * @property {'stay' | 'vanish'} atGoal what an agent does after its motion has ended
 * @property {number | null} speedLimit map units per clock unit; null: not limited
 * @property {number | null} timeStep times at which motions may begin are multiples of it; null: any time
 * @property {'right-up' | 'right-down' | 'down-right'} axes how the file's community draws x and y
 * @property {string[]} notices what was read but not used, in words; never a reason to fail
 */

/**
 * A scenario with nothing in it yet.
 *
 * @param {string} format
 * @returns {Scenario}
 */
export function blank(format) {
    return {
        format,
        agents: [],
        grid: null,
        roadmap: null,
        obstacles: [],
        discrete: null,
        sized: true,
        beforeStart: 'stay',
        atGoal: 'stay',
        speedLimit: null,
        timeStep: null,
        axes: 'right-up',
        notices: [],
    };
}
