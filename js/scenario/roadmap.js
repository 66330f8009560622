import { describeTime } from './conflicts.js';
import { say } from './said.js';
import { endPoint, startPoint } from './tracks.js';

/**
 * @import { Agent, Point, Roadmap } from './scenario.js'
 * @import { Said } from './said.js'
 * @import { Draft } from './validate.js'
 */

/**
 * Moves that follow no declared edge of the roadmap, and waits off its nodes. Places are compared
 * exactly: a plan names its nodes by the coordinates that the roadmap gives them.
 *
 * @param {Agent[]} agents
 * @param {Roadmap} roadmap
 * @returns {Draft[]}
 */
export function roadmapViolations(agents, roadmap) {
    /** @type {Map<string, number[]>} */
    const nodesAt = new Map();
    roadmap.nodes.forEach((node, index) => {
        const key = keyOf(node);
        const there = nodesAt.get(key);
        if (there === undefined) nodesAt.set(key, [index]);
        else there.push(index);
    });
    const edges = new Set(roadmap.edges.map(([from, to]) => from * roadmap.nodes.length + to));

    /** @param {Point} from @param {Point} to */
    const isAllowed = (from, to) => {
        const tails = nodesAt.get(keyOf(from)) ?? [];
        if (keyOf(from) === keyOf(to)) return tails.length > 0;
        const heads = nodesAt.get(keyOf(to)) ?? [];
        return tails.some((a) => heads.some((b) => edges.has(a * roadmap.nodes.length + b)));
    };

    return agents.flatMap((agent, a) =>
        agent.motion.flatMap((segment, k) => {
            const from = startPoint(segment);
            const to = endPoint(segment);
            if (isAllowed(from, to)) return [];
            const moves = keyOf(from) !== keyOf(to);
            const way = moves ? say`${place(from)} to ${place(to)}` : place(from);
            const what = moves
                ? say`goes from ${way} along no edge`
                : say`waits at ${way}, no node`;
            const when = describeTime({ lo: segment.t0, hi: segment.t1 }, false);
            return [
                {
                    kind: /** @type {const} */ ('off-map'),
                    agents: [a],
                    interval: /** @type {[number, number]} */ ([segment.t0, segment.t1]),
                    depth: null,
                    segments: [k],
                    position: /** @type {[number, number]} */ ([from.x, from.y]),
                    says: say`${what} of the roadmap ${when}`,
                },
            ];
        }),
    );
}

/** @param {Point} point */
function keyOf({ x, y }) {
    return `${x},${y}`;
}

/** @param {Point} point @returns {Said} */
export function place({ x, y }) {
    return say`(${x}, ${y})`;
}
