/**
 * The contestants of `cells.mjs` that a programmer writes in an afternoon: plain JavaScript in double, by the formulas of the
 * textbooks, without checks of arguments and without care for rounding.
 *
 * @import { MovingDisc } from './cells_scenes.js'
 *
 * @typedef {object} PlainShape a convex outline with what the tests need of it, made once
 * @property {number} n
 * @property {Float64Array} x
 * @property {Float64Array} y
 * @property {Float64Array} nx outward unit normal of each edge
 * @property {Float64Array} ny
 * @property {Float64Array} offset of each edge's line along its normal
 * @property {number} reach largest distance of a vertex from the origin
 *
 * @typedef {{ x: number, y: number, cos: number, sin: number }} PlainPose
 * @typedef {{ depth: number, x: number, y: number }} PlainContact depth, and unit normal from A to B
 */

const MAX_VERTICES = 32;

/** @param {Float32Array} outline @returns {PlainShape} */
export function plainShape(outline) {
    const n = outline.length / 2;
    const [x, y, nx, ny, offset] = Array.from({ length: 5 }, () => new Float64Array(n));
    let reach = 0;
    for (let k = 0; k < n; k++) {
        const next = (k + 1) % n;
        [x[k], y[k]] = [outline[2 * k], outline[2 * k + 1]];
        const [ex, ey] = [outline[2 * next] - x[k], outline[2 * next + 1] - y[k]];
        const length = Math.hypot(ex, ey);
        nx[k] = ey / length;
        ny[k] = -ex / length;
        offset[k] = nx[k] * x[k] + ny[k] * y[k];
        reach = Math.max(reach, Math.hypot(x[k], y[k]));
    }
    return { n, x, y, nx, ny, offset, reach };
}

/** The vertices of one body in the frame of the other. */
const U = new Float64Array(MAX_VERTICES);
const V = new Float64Array(MAX_VERTICES);

/** The edge of the last largest gap. */
let edge = 0;

/**
 * Returns the largest gap between U, V and the edges of a shape, or the first one that is positive.
 *
 * @param {PlainShape} shape
 * @param {number} count of U and V
 */
function largestGap({ n, nx, ny, offset }, count) {
    let largest = -Infinity;
    for (let k = 0; k < n; k++) {
        const [p, q] = [nx[k], ny[k]];
        let gap = Infinity;
        for (let m = 0; m < count; m++) {
            const height = p * U[m] + q * V[m];
            if (height < gap) gap = height;
        }
        gap -= offset[k];
        if (gap > largest) {
            largest = gap;
            edge = k;
            if (gap > 0) return gap;
        }
    }
    return largest;
}

/**
 * Returns whether two bodies meet, after a test of their circles, by separating axes (Ericson, "Real-Time Collision
 * Detection", 2005, 5.2.1).
 *
 * @param {PlainShape} a
 * @param {PlainShape} b
 * @param {PlainPose} p
 * @param {PlainPose} q
 */
export function plainCollide(a, b, p, q) {
    const dx = q.x - p.x;
    const dy = q.y - p.y;
    const reach = a.reach + b.reach;
    if (dx * dx + dy * dy > reach * reach) return false;
    const c = p.cos * q.cos + p.sin * q.sin;
    const s = p.cos * q.sin - p.sin * q.cos;
    const tx = p.cos * dx + p.sin * dy;
    const ty = p.cos * dy - p.sin * dx;
    for (let k = 0; k < b.n; k++) {
        U[k] = c * b.x[k] - s * b.y[k] + tx;
        V[k] = s * b.x[k] + c * b.y[k] + ty;
    }
    if (largestGap(a, b.n) > 0) return false;
    const ux = c * tx + s * ty;
    const uy = c * ty - s * tx;
    for (let k = 0; k < a.n; k++) {
        U[k] = c * a.x[k] + s * a.y[k] - ux;
        V[k] = c * a.y[k] - s * a.x[k] - uy;
    }
    return !(largestGap(b, a.n) > 0);
}

/**
 * Returns the same, and writes depth and normal.
 *
 * @param {PlainShape} a
 * @param {PlainShape} b
 * @param {PlainPose} p
 * @param {PlainPose} q
 * @param {PlainContact} out
 */
export function plainPenetration(a, b, p, q, out) {
    const dx = q.x - p.x;
    const dy = q.y - p.y;
    const reach = a.reach + b.reach;
    if (dx * dx + dy * dy > reach * reach) return false;
    const c = p.cos * q.cos + p.sin * q.sin;
    const s = p.cos * q.sin - p.sin * q.cos;
    const tx = p.cos * dx + p.sin * dy;
    const ty = p.cos * dy - p.sin * dx;
    for (let k = 0; k < b.n; k++) {
        U[k] = c * b.x[k] - s * b.y[k] + tx;
        V[k] = s * b.x[k] + c * b.y[k] + ty;
    }
    const gapA = largestGap(a, b.n);
    const edgeA = edge;
    if (gapA > 0) return false;
    const ux = c * tx + s * ty;
    const uy = c * ty - s * tx;
    for (let k = 0; k < a.n; k++) {
        U[k] = c * a.x[k] + s * a.y[k] - ux;
        V[k] = c * a.y[k] - s * a.x[k] - uy;
    }
    const gapB = largestGap(b, a.n);
    if (gapB > 0) return false;
    if (gapA >= gapB) {
        out.depth = -gapA;
        out.x = p.cos * a.nx[edgeA] - p.sin * a.ny[edgeA];
        out.y = p.sin * a.nx[edgeA] + p.cos * a.ny[edgeA];
    } else {
        out.depth = -gapB;
        out.x = q.sin * b.ny[edge] - q.cos * b.nx[edge];
        out.y = -q.sin * b.nx[edge] - q.cos * b.ny[edge];
    }
    return true;
}

/**
 * Returns the fraction at which a ray enters a body, by clipping (Cyrus and Beck, 1978), and writes the normal; Infinity if it
 * misses.
 *
 * @param {PlainShape} shape
 * @param {PlainPose} pose
 * @param {{ x: number, y: number, dx: number, dy: number }} ray
 * @param {{ x: number, y: number }} normal
 */
export function plainRayCast({ n, nx, ny, offset }, { x, y, cos, sin }, ray, normal) {
    const px = cos * (ray.x - x) + sin * (ray.y - y);
    const py = cos * (ray.y - y) - sin * (ray.x - x);
    const dx = cos * ray.dx + sin * ray.dy;
    const dy = cos * ray.dy - sin * ray.dx;
    let enter = 0;
    let leave = 1;
    let entered = -1;
    for (let k = 0; k < n; k++) {
        const height = nx[k] * px + ny[k] * py - offset[k];
        const speed = nx[k] * dx + ny[k] * dy;
        if (speed === 0) {
            if (height > 0) return Infinity;
        } else if (speed < 0) {
            if (-height < enter * speed) {
                enter = -height / speed;
                entered = k;
            }
        } else if (-height < leave * speed) leave = -height / speed;
        if (leave < enter) return Infinity;
    }
    if (entered >= 0) {
        normal.x = cos * nx[entered] - sin * ny[entered];
        normal.y = sin * nx[entered] + cos * ny[entered];
    }
    return enter;
}

/**
 * Returns the intervals in which two moving discs are in contact: the roots of a quadratic in the time that both exist.
 *
 * @param {MovingDisc} a
 * @param {MovingDisc} b
 * @returns {[number, number][]}
 */
export function plainConflicts(a, b) {
    const from = Math.max(a.t0, b.t0);
    const to = Math.min(a.t1, b.t1);
    if (from > to) return [];
    const px = b.x + b.vx * (from - b.t0) - a.x - a.vx * (from - a.t0);
    const py = b.y + b.vy * (from - b.t0) - a.y - a.vy * (from - a.t0);
    const vx = b.vx - a.vx;
    const vy = b.vy - a.vy;
    const reach = a.radius + b.radius;
    const c = px * px + py * py - reach * reach;
    const square = vx * vx + vy * vy;
    if (square === 0) return c <= 0 ? [[from, to]] : [];
    const half = px * vx + py * vy;
    const discriminant = half * half - square * c;
    if (discriminant < 0) return [];
    const root = Math.sqrt(discriminant);
    const begin = Math.max(from, from + (-half - root) / square);
    const end = Math.min(to, from + (-half + root) / square);
    return begin <= end ? [[begin, end]] : [];
}

/**
 * Returns the least separation of two moving discs and its time; null if they never exist at the same time.
 *
 * @param {MovingDisc} a
 * @param {MovingDisc} b
 */
export function plainApproach(a, b) {
    const from = Math.max(a.t0, b.t0);
    const to = Math.min(a.t1, b.t1);
    if (from > to) return null;
    const px = b.x + b.vx * (from - b.t0) - a.x - a.vx * (from - a.t0);
    const py = b.y + b.vy * (from - b.t0) - a.y - a.vy * (from - a.t0);
    const vx = b.vx - a.vx;
    const vy = b.vy - a.vy;
    const square = vx * vx + vy * vy;
    const best = square === 0 ? 0 : -(px * vx + py * vy) / square;
    const t = Math.min(Math.max(best, 0), to - from);
    const separation = Math.hypot(px + t * vx, py + t * vy) - a.radius - b.radius;
    return { separation, time: from + t };
}
