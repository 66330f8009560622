/**
 * A generated plan of a thousand agents: lanes of discs cross, and each lane passes between the
 * discs of the others with a margin of a hundredth. It is a CCBS log, in which an agent may start late.
 */

/** Distance between two lanes, and between two agents of a lane. */
const LANE_SPACING = 2;

/**
 * @param {object} [options]
 * @param {number} [options.lanes] number of lanes in each of the two directions
 * @param {number} [options.agents] number of agents in a lane
 * @param {number} [options.lateBy] delay of the last agent of the middle row
 * @param {number} [options.sectionLength] length of a section; default: the whole route
 * @returns {string}
 */
export function generatePlan({
    lanes = 25,
    agents = 20,
    lateBy = 0.3,
    sectionLength = Infinity,
} = {}) {
    const gridSize = LANE_SPACING * (lanes - 1);
    const routeLength = gridSize + LANE_SPACING * agents + 2;
    const middle = Math.floor(lanes / 2);
    /** @type {string[]} */
    const lines = [];
    for (const isRow of [true, false]) {
        for (let lane = 0; lane < lanes; lane++) {
            const isForward = lane % 2 === 0;
            for (let k = 0; k < agents; k++) {
                const distance = (isRow ? 2 : 1) + LANE_SPACING * k;
                const from = isForward ? -distance : gridSize + distance;
                const to = isForward ? from + routeLength : from - routeLength;
                const isLate = isRow && lane === middle && k === agents - 1;
                const laneCoordinate = LANE_SPACING * lane;
                /** @param {number} coordinate */
                const toCell = (coordinate) =>
                    isRow ? [laneCoordinate, coordinate] : [coordinate, laneCoordinate];
                lines.push(
                    agentLine(lines.length, toCell, from, to, isLate ? lateBy : 0, sectionLength),
                );
            }
        }
    }
    return `<?xml version="1.0" ?>\n<root><log>\n${lines.join('\n')}\n</log></root>\n`;
}

/**
 * @param {number} number
 * @param {(coordinate: number) => number[]} toCell
 * @param {number} from
 * @param {number} to
 * @param {number} waitTime
 * @param {number} sectionLength
 */
function agentLine(number, toCell, from, to, waitTime, sectionLength) {
    /** @type {string[]} */
    const sections = [];
    /** @param {number} a @param {number} b @param {number} duration */
    const add = (a, b, duration) => {
        const [i, j] = toCell(a);
        const [p, q] = toCell(b);
        sections.push(
            `<section number="${sections.length}" start_i="${i}" start_j="${j}" goal_i="${p}" goal_j="${q}" duration="${duration}"/>`,
        );
    };
    if (waitTime > 0) add(from, from, waitTime);
    const sign = Math.sign(to - from);
    for (let position = from; position !== to; ) {
        const length = Math.min(sectionLength, Math.abs(to - position));
        add(position, position + sign * length, length);
        position += sign * length;
    }
    return `<agent number="${number}"><path>${sections.join('')}</path></agent>`;
}
