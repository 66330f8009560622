import { piecesOf } from '../model/motion_source.js';
import { formatText } from '../model/rounded_text.js';
import { endPoint, startPoint } from '../model/step_motion.js';
import { formatTime } from './contacts.js';

/**
 * @import { Agent, Point, Roadmap } from '../model/scenario.js'
 * @import { RoundedText } from '../model/rounded_text.js'
 * @import { ViolationDraft } from '../validation/validate.js'
 */

/**
 * Finds moves that do not follow an edge of the roadmap, and waits that are not at one of its nodes. Positions are compared
 * exactly, because a plan names nodes by the coordinates that the roadmap gives them.
 *
 * @param {Agent[]} agents
 * @param {Roadmap} roadmap
 * @returns {Generator<ViolationDraft>}
 */
export function* roadmapViolations(agents, roadmap) {
    /** @type {Map<string, number[]>} */
    const nodesAt = new Map();
    roadmap.nodes.forEach((node, index) => {
        const key = keyOf(node);
        const indices = nodesAt.get(key);
        if (indices === undefined) nodesAt.set(key, [index]);
        else indices.push(index);
    });
    const edges = new Set(roadmap.edges.map(([from, to]) => from * roadmap.nodes.length + to));

    /** @param {Point} from @param {Point} to */
    const isAllowed = (from, to) => {
        const tails = nodesAt.get(keyOf(from)) ?? [];
        if (keyOf(from) === keyOf(to)) return tails.length > 0;
        const heads = nodesAt.get(keyOf(to)) ?? [];
        return tails.some((a) => heads.some((b) => edges.has(a * roadmap.nodes.length + b)));
    };

    for (const [a, agent] of agents.entries()) {
        for (const [k, piece] of piecesOf(agent).entries()) {
            const from = startPoint(piece);
            const to = endPoint(piece);
            if (isAllowed(from, to)) continue;
            const moves = keyOf(from) !== keyOf(to);
            const route = moves
                ? formatText`${formatPoint(from)} to ${formatPoint(to)}`
                : formatPoint(from);
            const description = moves
                ? formatText`goes from ${route} without following an edge`
                : formatText`waits at ${route}, which is not a node`;
            const timeText = formatTime({ lo: piece.t0, hi: piece.t1 }, false);
            yield {
                kind: 'off-map',
                agents: [a],
                interval: [piece.t0, piece.t1],
                depth: null,
                pieces: [k],
                position: [from.x, from.y],
                description: formatText`${description} of the roadmap ${timeText}`,
            };
        }
    }
}

/** Returns the key of all nodes at a position. @param {Point} point */
function keyOf({ x, y }) {
    return `${x},${y}`;
}

/** @param {Point} point @returns {RoundedText} */
export function formatPoint({ x, y }) {
    return formatText`(${x}, ${y})`;
}
