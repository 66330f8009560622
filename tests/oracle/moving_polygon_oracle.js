/**
 * Bodies that are not convex and move, by their boundaries, in double: the distance of the boundaries, and a depth that an
 * overlap certainly has. Contacts are found by sampling. No convex parts occur here.
 *
 * @typedef {[x: number, y: number]} Point
 * @typedef {[Point, Point]} Edge
 *
 * @typedef {object} Body
 * @property {Edge[]} edges of a region
 * @property {Edge[]} lines edges and parts without an interior; a point is a line of length 0
 * @property {number} radius
 * @property {number} size largest distance of a point from the origin, with the radius
 *
 * @typedef {object} Way constant velocities from time 0 on
 * @property {number} x @property {number} y @property {number} angle at time 0
 * @property {number} vx @property {number} vy @property {number} angularVelocity
 *
 * @typedef {{ body: Body, way: Way, delay?: number }} Moving `delay`: time by which the motion is late
 */

/**
 * @param {{ rings?: number[][][], edges?: number[][][], segments?: number[][][], points?: number[][] }} outline
 * @param {number} radius
 * @returns {Body}
 */
export function bodyOf({ rings = [], edges = [], segments = [], points = [] }, radius) {
    const sides = rings.flatMap((ring) => ring.map((p, k) => [p, ring[(k + 1) % ring.length]]));
    const region = /** @type {Edge[]} */ ([...sides, ...edges]);
    const thin = /** @type {Edge[]} */ ([...segments, ...points.map((p) => [p, p])]);
    const lines = [...region, ...thin];
    const size = radius + Math.max(...lines.flat().map(([x, y]) => Math.hypot(x, y)));
    return { edges: region, lines, radius, size };
}

/** @param {Edge[]} edges @param {Moving} moving @param {number} t @returns {Edge[]} */
function place(edges, { way, delay = 0 }, t) {
    const s = t - delay;
    const [x, y, angle] = [
        way.x + way.vx * s,
        way.y + way.vy * s,
        way.angle + way.angularVelocity * s,
    ];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const put = (/** @type {Point} */ [px, py]) =>
        /** @type {Point} */ ([x + cos * px - sin * py, y + sin * px + cos * py]);
    return edges.map(([p, q]) => [put(p), put(q)]);
}

/** Returns the vector between the origins of two bodies. @param {Moving} a @param {Moving} b @param {number} t */
function between(a, b, t) {
    const [s, u] = [t - (a.delay ?? 0), t - (b.delay ?? 0)];
    return [
        b.way.x - a.way.x + b.way.vx * u - a.way.vx * s,
        b.way.y - a.way.y + b.way.vy * u - a.way.vy * s,
    ];
}

/** @param {Point} o @param {Point} p @param {Point} q */
const turn = ([ox, oy], [px, py], [qx, qy]) => (px - ox) * (qy - oy) - (py - oy) * (qx - ox);

/** @param {Point} point @param {Edge} edge */
function toEdge([x, y], [[px, py], [qx, qy]]) {
    const [dx, dy] = [qx - px, qy - py];
    const square = dx * dx + dy * dy;
    const s = square === 0 ? 0 : ((x - px) * dx + (y - py) * dy) / square;
    const t = s < 0 ? 0 : s > 1 ? 1 : s;
    return Math.hypot(px + t * dx - x, py + t * dy - y);
}

/** @param {Point} point @param {Edge[]} edges */
const toEdges = (point, edges) => Math.min(...edges.map((edge) => toEdge(point, edge)));

/** @param {Point} point @param {Edge[]} edges */
function isInside([x, y], edges) {
    let inside = false;
    for (const [p, q] of edges) {
        if (p[1] > y === q[1] > y) continue;
        if (turn(p, q, [x, y]) > 0 === q[1] > p[1]) inside = !inside;
    }
    return inside;
}

/**
 * Returns the depth of points of lines in a region: of their ends, and of the middles between crossings; 0 if none is
 * inside.
 *
 * @param {Edge[]} lines @param {Edge[]} region
 */
function depthIn(lines, region) {
    let depth = 0;
    if (region.length === 0) return depth;
    const test = (/** @type {Point} */ point) => {
        if (isInside(point, region)) depth = Math.max(depth, toEdges(point, region));
    };
    for (const [p, q] of lines) {
        const cuts = [0, 1];
        for (const [r, s] of region) {
            const [before, beyond] = [turn(r, s, p), turn(r, s, q)];
            if (before > 0 === beyond > 0 || turn(p, q, r) > 0 === turn(p, q, s) > 0) continue;
            cuts.push(before / (before - beyond));
        }
        test(p);
        cuts.sort((m, n) => m - n);
        for (let k = 0; k + 1 < cuts.length; k++) {
            const t = (cuts[k] + cuts[k + 1]) / 2;
            test([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
        }
    }
    return depth;
}

/**
 * Returns whether a line has the ends of another one on both sides, beyond rounding. An end that is within rounding of it
 * has that distance.
 *
 * @param {Edge} line @param {Edge} other
 */
function areOpposite([p, q], [r, s]) {
    const sides = [turn(p, q, r), turn(p, q, s)];
    const size = Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]);
    const rounding = 1e-12 * size * (1 + Math.abs(p[0]) + Math.abs(p[1]));
    return Math.min(...sides) < -rounding && Math.max(...sides) > rounding;
}

/** @param {Edge[]} lines @param {Edge[]} others */
function distanceOf(lines, others) {
    let least = Infinity;
    for (const one of lines) {
        for (const other of others) {
            if (areOpposite(one, other) && areOpposite(other, one)) return 0;
            least = Math.min(
                least,
                toEdge(one[0], other),
                toEdge(one[1], other),
                toEdge(other[0], one),
                toEdge(other[1], one),
            );
        }
    }
    return least;
}

/**
 * Returns the distance of two bodies at a time, or minus a depth that their overlap has: the real one may be deeper.
 *
 * @param {Moving} a @param {Moving} b @param {number} t
 */
export function separationAt(a, b, t) {
    const [linesA, linesB] = [place(a.body.lines, a, t), place(b.body.lines, b, t)];
    const [regionA, regionB] = [place(a.body.edges, a, t), place(b.body.edges, b, t)];
    const reach = a.body.radius + b.body.radius;
    const isNear = Math.hypot(...between(a, b, t)) <= a.body.size + b.body.size;
    const depth = isNear ? Math.max(depthIn(linesA, regionB), depthIn(linesB, regionA)) : 0;
    return (depth > 0 ? -depth : distanceOf(linesA, linesB)) - reach;
}

/** Returns a bound of the rate at which the separation changes. @param {Moving} a @param {Moving} b */
export const largestRate = (a, b) =>
    Math.hypot(a.way.vx - b.way.vx, a.way.vy - b.way.vy) +
    Math.abs(a.way.angularVelocity) * a.body.size +
    Math.abs(b.way.angularVelocity) * b.body.size;
