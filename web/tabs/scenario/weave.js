/**
 * A plan of a thousand agents that is made rather than bundled: lanes of discs cross, each lane passing between the
 * discs of the others with a hundredth to spare. A CCBS log, in which an agent may set out late.
 */

/** Between two lanes, and between two agents of a lane. */
const GAP = 2;

/**
 * @param {object} [options]
 * @param {number} [options.lanes] in each of the two directions
 * @param {number} [options.agents] of a lane
 * @param {number} [options.late] by how much the last agent of the middle row sets out late
 * @param {number} [options.step] length of a section; of all the way unless given
 * @returns {string}
 */
export function makeWeave({ lanes = 25, agents = 20, late = 0.3, step = Infinity } = {}) {
    const far = GAP * (lanes - 1);
    const way = far + GAP * agents + 2;
    const middle = Math.floor(lanes / 2);
    /** @type {string[]} */
    const lines = [];
    for (const isRow of [true, false]) {
        for (let lane = 0; lane < lanes; lane++) {
            const isForth = lane % 2 === 0;
            for (let k = 0; k < agents; k++) {
                const out = (isRow ? 2 : 1) + GAP * k;
                const from = isForth ? -out : far + out;
                const to = isForth ? from + way : from - way;
                const isLate = isRow && lane === middle && k === agents - 1;
                const across = GAP * lane;
                /** @param {number} along */
                const place = (along) => (isRow ? [across, along] : [along, across]);
                lines.push(agentLine(lines.length, place, from, to, isLate ? late : 0, step));
            }
        }
    }
    return `<?xml version="1.0" ?>\n<root><log>\n${lines.join('\n')}\n</log></root>\n`;
}

/**
 * @param {number} number
 * @param {(along: number) => number[]} place
 * @param {number} from
 * @param {number} to
 * @param {number} wait
 * @param {number} step
 */
function agentLine(number, place, from, to, wait, step) {
    /** @type {string[]} */
    const sections = [];
    /** @param {number} a @param {number} b @param {number} duration */
    const add = (a, b, duration) => {
        const [i, j] = place(a);
        const [p, q] = place(b);
        sections.push(
            `<section number="${sections.length}" start_i="${i}" start_j="${j}" goal_i="${p}" goal_j="${q}" duration="${duration}"/>`,
        );
    };
    if (wait > 0) add(from, from, wait);
    const sign = Math.sign(to - from);
    for (let at = from; at !== to; ) {
        const length = Math.min(step, Math.abs(to - at));
        add(at, at + sign * length, length);
        at += sign * length;
    }
    return `<agent number="${number}"><path>${sections.join('')}</path></agent>`;
}
