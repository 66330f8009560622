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
 * @typedef {{ kind: 'disc', radius: number }
 *   | { kind: 'polygon', points: [number, number][], radius: number }} BodyShape
 *   in the body's own frame; a polygon is convex and is inflated by `radius`
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
 * @typedef {object} Agent
 * @property {string} name as the file calls it
 * @property {BodyShape} shape
 * @property {Point | null} start where the task puts it; null when no task was given
 * @property {Point | null} goal where the task wants it
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
 * @typedef {object} Obstacle a convex body that stands still
 * @property {string} name
 * @property {BodyShape} shape
 * @property {{ x: number, y: number, angle: number }} pose
 *
 * @typedef {object} Scenario
 * @property {string} format the name of the format that was read, such as `ccbs`
 * @property {Agent[]} agents numbered from 0 in file order
 * @property {Grid | null} grid null: no map, or a map without cells
 * @property {Roadmap | null} roadmap
 * @property {Obstacle[]} obstacles
 * @property {'stay' | 'vanish'} atGoal what an agent does after its motion has ended
 * @property {number | null} speedLimit map units per clock unit; null: not limited
 * @property {string[]} notices what was read but not used, in words; never a reason to fail
 */

export {};
