/**
 * Contact points of two convex bodies along a given normal, by brute force over all edges. Outlines are in the world,
 * in the order of the shape's vertices, which run counter-clockwise.
 *
 * Along the tangent, the height of a core's boundary that faces the other one is a chain of edges: concave for A,
 * convex for B. Its edges at the place of least separation are those in contact; of two that meet there, the flatter
 * one.
 *
 * @typedef {{ x: number, y: number, separation: number, id: number }} ContactPoint
 * @typedef {{ index: number, along: number, height: number }} End
 * @typedef {{ lower: End, upper: End, first: number }} Edge `first`: index of its first vertex
 */

/** Differences below this, in units of the bodies, may be due to rounding. */
const SLACK = 1e-9;

/**
 * Returns the ends of a core's vertices and the edges of the chain that faces along the normal, times `sign`.
 *
 * @param {number[][]} core
 * @param {{ x: number, y: number }} normal
 * @param {1 | -1} sign
 */
function facingChain(core, normal, sign) {
    const ends = core.map(([x, y], index) => ({
        index,
        along: x * -normal.y + y * normal.x,
        height: x * normal.x + y * normal.y,
    }));
    /** @type {Edge[]} */
    const edges = [];
    for (let k = 0; k < ends.length && ends.length > 1; k++) {
        const [p, q] = [ends[k], ends[(k + 1) % ends.length]];
        const [lower, upper] = sign > 0 ? [p, q] : [q, p];
        if (upper.along > lower.along) edges.push({ lower, upper, first: k });
    }
    return { ends, edges };
}

/** @param {Edge} edge @param {number} along */
function heightAt({ lower, upper }, along) {
    const share = (along - lower.along) / (upper.along - lower.along);
    return lower.height + share * (upper.height - lower.height);
}

/** @param {Edge} edge */
const slope = ({ lower, upper }) =>
    Math.abs(upper.height - lower.height) / (upper.along - lower.along);

/**
 * Returns the flattest of the edges that contain a place; undefined if none does.
 *
 * @param {Edge[]} edges
 * @param {number} along
 */
function flattest(edges, along) {
    const near = edges.filter(
        ({ lower, upper }) => lower.along <= along + SLACK && along <= upper.along + SLACK,
    );
    near.sort((p, q) => slope(p) - slope(q));
    const isTied = near.length > 1 && slope(near[1]) - slope(near[0]) < SLACK;
    return { edge: near[0], isTied, isAtVertex: near.length > 1 };
}

/**
 * Returns the least separation of two bodies along a direction: of all vertices of B from all of A.
 *
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {{ x: number, y: number }} normal
 */
export function separationAlong(a, ra, b, rb, normal) {
    /** @param {number[]} p */
    const height = ([x, y]) => x * normal.x + y * normal.y;
    return Math.min(...b.map(height)) - Math.max(...a.map(height)) - ra - rb;
}

/**
 * Returns the expected contact points, and whether rounding could lead to others.
 *
 * @param {number[][]} a
 * @param {number} ra
 * @param {number[][]} b
 * @param {number} rb
 * @param {{ x: number, y: number }} normal
 * @param {number} reach
 * @returns {{ points: ContactPoint[], isAmbiguous: boolean }}
 */
export function contactPoints(a, ra, b, rb, normal, reach) {
    const chainA = facingChain(a, normal, 1);
    const chainB = facingChain(b, normal, -1);
    const top = Math.max(...chainA.ends.map(({ height }) => height));
    const bottom = Math.min(...chainB.ends.map(({ height }) => height));
    const topA = chainA.ends.filter(({ height }) => height > top - SLACK);
    const bottomB = chainB.ends.filter(({ height }) => height < bottom + SLACK);
    /* The place of least separation: where the extreme vertices, or edges, are opposite each other. */
    const low = Math.max(
        Math.min(...topA.map(({ along }) => along)),
        Math.min(...bottomB.map(({ along }) => along)),
    );
    const high = Math.min(
        Math.max(...topA.map(({ along }) => along)),
        Math.max(...bottomB.map(({ along }) => along)),
    );
    const place = (low + high) / 2;
    /** @param {number} along @param {number} heightA @param {number} heightB @param {number} idA @param {number} idB */
    const point = (along, heightA, heightB, idA, idB) => {
        const height = (heightA + ra + heightB - rb) / 2;
        return {
            x: height * normal.x - along * normal.y,
            y: height * normal.y + along * normal.x,
            separation: heightB - heightA - ra - rb,
            id: ((idA & 0xffff) | (idB << 16)) >>> 0,
        };
    };
    const faceA = flattest(chainA.edges, place);
    const faceB = flattest(chainB.edges, place);
    const isVertexA = topA.length === 1;
    const isVertexB = bottomB.length === 1;
    if (a.length === 1 || b.length === 1 || !faceA.edge || !faceB.edge) {
        const idA = isVertexA ? topA[0].index : (faceA.edge?.first ?? 0);
        const idB = isVertexB ? bottomB[0].index : (faceB.edge?.first ?? 0);
        /* Faces seen end on, or a vertex near the end of an edge. */
        const isAmbiguous =
            (a.length > 1 && b.length > 1) ||
            topA.some(({ along }) => !isVertexA && Math.abs(along - place) < SLACK) ||
            bottomB.some(({ along }) => !isVertexB && Math.abs(along - place) < SLACK);
        return { points: [point(place, top, bottom, idA, idB)], isAmbiguous };
    }
    const from = Math.max(faceA.edge.lower.along, faceB.edge.lower.along);
    const to = Math.min(faceA.edge.upper.along, faceB.edge.upper.along);
    /** @param {number} along @param {'lower' | 'upper'} side */
    const end = (along, side) =>
        point(
            along,
            heightAt(faceA.edge, along),
            heightAt(faceB.edge, along),
            faceA.edge[side].index,
            faceB.edge[side].index,
        );
    if (to - from < SLACK) {
        const isClear = isVertexA && isVertexB && from - to < SLACK;
        const vertices = point(place, top, bottom, topA[0].index, bottomB[0].index);
        return { points: [vertices], isAmbiguous: !isClear || faceA.isTied || faceB.isTied };
    }
    const both = [end(from, 'lower'), end(to, 'upper')];
    const least = Math.min(both[0].separation, both[1].separation);
    const points = both.filter(({ separation }) => separation <= Math.max(reach, least));
    const isAmbiguous =
        faceA.isTied ||
        faceB.isTied ||
        both.some(
            ({ separation }) =>
                Math.abs(separation - reach) < SLACK ||
                (separation > least && separation < least + SLACK && separation > reach),
        );
    return { points, isAmbiguous };
}
