/**
 * A scenario as the page shows it: plain data and flat arrays, which pass from the worker without a copy, and in which
 * the poses of ten thousand agents are found within a frame. Indices of bodies count agents first, then obstacles.
 */

/**
 * @import { Graze, Shape } from 'graze'
 * @import { Scenario, Violation } from 'graze/scenario'
 *
 * @typedef {{ points: [number, number][], radius: number }} Part convex part, inflated by its radius
 *
 * @typedef {object} Scene
 * @property {string} format
 * @property {Scenario['domain']} domain domain, which decides whether agents are called vehicles
 * @property {Scenario['axes']} axes directions in which the format's community draws x and y
 * @property {number} agents number of agents; bodies from this index on are obstacles
 * @property {string[]} names names of all bodies
 * @property {Part[][]} shapes distinct shapes
 * @property {Int32Array} shapeOf index of each body's shape
 * @property {Float64Array} boundingRadius largest distance of each body's points from its origin
 * @property {Int32Array} firstPlace the places of body k are firstPlace[k] up to, not including, firstPlace[k + 1]; a body
 *   with places has one piece per step from time 0
 * @property {Int32Array} places x, y of each place: 8 bytes per step
 * @property {Int32Array} first the pieces of body k are first[k] up to, not including, first[k + 1]; none if it has places
 * @property {number} degree degree of all polynomials
 * @property {Float64Array} segments pieces of `pieceStride` numbers each: t0, t1, coefficients of x, y and angle
 * @property {Float64Array} restPoses x, y, angle of bodies without pieces; NaN: absent
 * @property {Uint8Array} stays flags: 1, the body stays before its motion; 2, after it
 * @property {Float64Array} starts x, y of the agents' starts in the task; NaN: unknown
 * @property {Float64Array} goals
 * @property {Scenario['grid']} grid
 * @property {{ nodes: Float64Array, edges: Int32Array } | null} roadmap
 * @property {boolean} sized
 * @property {number | null} timeStep
 * @property {[number, number]} span time range
 * @property {[number, number, number, number]} box bounds of all bodies over all time: min x, min y, max x, max y
 *
 * @typedef {object} Curve minimum gap over time
 * @property {number[]} times
 * @property {(number | null)[]} separations null: fewer than two bodies are present
 *
 * @typedef {object} Marks all violations, by time, with the data that the map and the time line show
 * @property {Float64Array} intervals begin and end of each
 * @property {Int32Array} agents two per violation; -1: none
 * @property {Uint8Array} rows row of the time line
 */

/** A unit cell of a map. @type {Part} */
export const CELL = {
    points: [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
    ],
    radius: 0,
};

/** Returns the count of numbers in a piece. @param {Pick<Scene, 'degree'>} scene */
export function pieceStride({ degree }) {
    return 2 + 3 * (degree + 1);
}

/**
 * @param {Float64Array} coefficients
 * @param {number} at index of the constant coefficient
 * @param {number} degree
 * @param {number} u
 */
export function polynomial(coefficients, at, degree, u) {
    let sum = coefficients[at + degree];
    for (let k = degree - 1; k >= 0; k--) sum = sum * u + coefficients[at + k];
    return sum;
}

/** Returns whether a body moves, or has a motion that ends where it begins. @param {Scene} scene @param {number} k */
export function hasMotion(scene, k) {
    return pieceCount(scene, k) > 0;
}

/** Returns the number of pieces of a body. @param {Scene} scene @param {number} k */
export function pieceCount({ first, firstPlace }, k) {
    const places = firstPlace[k + 1] - firstPlace[k];
    // An agent with a single place is there for no time.
    return places > 0 ? Math.max(places - 1, 1) : first[k + 1] - first[k];
}

/**
 * Copies a piece of a body.
 *
 * @param {Scene} scene
 * @param {number} k
 * @param {number} index number of the piece, as in the plan
 * @param {Float64Array} target receives `pieceStride` numbers
 */
export function copyPiece(scene, k, index, target) {
    const { first, firstPlace, segments, places, degree } = scene;
    const count = firstPlace[k + 1] - firstPlace[k];
    if (count === 0) {
        const offset = (first[k] + index) * target.length;
        for (let i = 0; i < target.length; i++) target[i] = segments[offset + i];
        return;
    }
    const from = firstPlace[k] + index;
    const to = Math.min(from + 1, firstPlace[k + 1] - 1);
    target.fill(0);
    target[0] = index;
    target[1] = index + to - from;
    for (const [offset, axis] of [
        [2, 0],
        [3 + degree, 1],
    ]) {
        target[offset] = places[2 * from + axis];
        target[offset + 1] = places[2 * to + axis] - target[offset];
    }
}

/**
 * Returns the arrays of a scene or of marks, which are sent to the page without a copy.
 *
 * @param {object} data
 * @returns {ArrayBuffer[]}
 */
export function listBuffers(data) {
    return Object.values(data).flatMap((value) => {
        if (ArrayBuffer.isView(value)) return [/** @type {ArrayBuffer} */ (value.buffer)];
        const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
        return isRecord ? listBuffers(value) : [];
    });
}

/* ---- marks of violations ---- */

/** Rows of the time line, by the kinds of their violations. */
export const ROWS = [
    { name: 'agents', kinds: ['agent-agent', 'vertex', 'edge'] },
    { name: 'obstacles', kinds: ['agent-obstacle', 'off-map'] },
    { name: 'other', kinds: ['start', 'goal', 'discontinuity', 'speed'] },
];

/**
 * @param {readonly Violation[]} violations
 * @returns {Marks}
 */
export function createMarks(violations) {
    const intervals = new Float64Array(2 * violations.length);
    const agents = new Int32Array(2 * violations.length).fill(-1);
    const rows = Uint8Array.from(violations, ({ kind }) =>
        ROWS.findIndex(({ kinds }) => kinds.includes(kind)),
    );
    for (const [k, violation] of violations.entries()) {
        intervals.set(violation.interval, 2 * k);
        agents.set(violation.agents.slice(0, 2), 2 * k);
    }
    return { intervals, agents, rows };
}

/* ---- poses ---- */

/** @typedef {{ x: number, y: number, angle: number }} Pose */

/** The poses of all bodies at a time. */
export class Poses {
    /** Piece of each body found last: the next time is usually near. @type {Int32Array} */ #lastPiece;
    /** Piece that is read at present. @type {Float64Array} */ #piece;
    /** Whether each body is present. */ isPresent;
    x;
    y;
    angle;

    /** @param {Scene} scene */
    constructor(scene) {
        const count = scene.shapeOf.length;
        this.scene = scene;
        this.time = Number.NaN;
        this.#lastPiece = scene.first.slice(0, count);
        this.#piece = new Float64Array(pieceStride(scene));
        this.isPresent = new Uint8Array(count);
        this.x = new Float64Array(count);
        this.y = new Float64Array(count);
        this.angle = new Float64Array(count);
    }

    /** Moves all bodies to a time. @param {number} time */
    moveTo(time) {
        if (time === this.time) return;
        this.time = time;
        for (let k = 0; k < this.isPresent.length; k++) this.#computePose(k, time);
    }

    /** @param {number} k @param {number} time @returns {Pose | null} null: the body is absent */
    poseAt(k, time) {
        const [x, y, angle, isPresent] = [this.x[k], this.y[k], this.angle[k], this.isPresent[k]];
        this.#computePose(k, time);
        const pose = this.isPresent[k]
            ? { x: this.x[k], y: this.y[k], angle: this.angle[k] }
            : null;
        [this.x[k], this.y[k], this.angle[k], this.isPresent[k]] = [x, y, angle, isPresent];
        return pose;
    }

    /** Returns the pose of a body at the current time. @param {number} k @returns {Pose | null} */
    currentPose(k) {
        return this.isPresent[k] ? { x: this.x[k], y: this.y[k], angle: this.angle[k] } : null;
    }

    /**
     * Returns the piece of a body at a time, numbered as in the plan; null: the body stays before its first or
     * after its last piece, or has none.
     *
     * @param {number} k
     * @param {number} time
     */
    pieceAt(k, time) {
        if (!hasMotion(this.scene, k)) return null;
        const { first, firstPlace } = this.scene;
        const isInSteps = firstPlace[k] < firstPlace[k + 1];
        const index = isInSteps ? this.#findStep(k, time) : this.#findPiece(k, time) - first[k];
        copyPiece(this.scene, k, index, this.#piece);
        return time < this.#piece[0] || time > this.#piece[1] ? null : index;
    }

    /**
     * Returns the speed of a body.
     *
     * @param {number} k
     * @param {number} time
     */
    speedAt(k, time) {
        const { degree } = this.scene;
        const index = this.pieceAt(k, time);
        if (index === null) return 0;
        const piece = this.#piece;
        const u = time - piece[0];
        const [vx, vy] = [2, 3 + degree].map((from) => {
            let sum = 0;
            for (let i = degree; i >= 1; i--) sum = sum * u + i * piece[from + i];
            return sum;
        });
        return Math.hypot(vx, vy);
    }

    /**
     * Returns the last piece that has begun; before the first begins, the first.
     *
     * @param {number} k
     * @param {number} time
     */
    #findPiece(k, time) {
        const { first: firstPiece, segments: pieces } = this.scene;
        const stride = this.#piece.length;
        const [from, end] = [firstPiece[k], firstPiece[k + 1]];
        /** @param {number} s */
        const isActive = (s) =>
            pieces[s * stride] <= time && (s + 1 >= end || pieces[(s + 1) * stride] > time);
        const last = this.#lastPiece[k];
        if (last < end && isActive(last)) return last;
        if (last + 1 < end && isActive(last + 1)) {
            this.#lastPiece[k] = last + 1;
            return last + 1;
        }
        let [low, high] = [from, end - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (pieces[middle * stride] <= time) low = middle;
            else high = middle - 1;
        }
        this.#lastPiece[k] = low;
        return low;
    }

    /** Returns the last step that has begun, or else the first. @param {number} k @param {number} time */
    #findStep(k, time) {
        return Math.max(Math.min(Math.floor(time), pieceCount(this.scene, k) - 1), 0);
    }

    /** @param {number} k @param {number} time */
    #computePose(k, time) {
        const {
            first: firstPiece,
            firstPlace,
            segments: pieces,
            stays: stayFlags,
            restPoses,
            degree,
        } = this.scene;
        if (firstPlace[k] < firstPlace[k + 1]) return this.#computePlace(k, time);
        if (firstPiece[k] === firstPiece[k + 1]) {
            this.x[k] = restPoses[3 * k];
            this.y[k] = restPoses[3 * k + 1];
            this.angle[k] = restPoses[3 * k + 2];
            this.isPresent[k] = Number(!Number.isNaN(restPoses[3 * k]));
            return;
        }
        const s = this.#findPiece(k, time);
        const offset = s * this.#piece.length;
        const isBefore = time < pieces[offset];
        const isAfter = s + 1 === firstPiece[k + 1] && time > pieces[offset + 1];
        const u = Math.min(Math.max(time, pieces[offset]), pieces[offset + 1]) - pieces[offset];
        this.x[k] = polynomial(pieces, offset + 2, degree, u);
        this.y[k] = polynomial(pieces, offset + 3 + degree, degree, u);
        this.angle[k] = polynomial(pieces, offset + 4 + 2 * degree, degree, u);
        const isGone = (isBefore && !(stayFlags[k] & 1)) || (isAfter && !(stayFlags[k] & 2));
        this.isPresent[k] = Number(!isGone);
    }

    /** Computes the pose of a body that moves in steps. @param {number} k @param {number} time */
    #computePlace(k, time) {
        const { firstPlace, places, stays } = this.scene;
        const steps = firstPlace[k + 1] - firstPlace[k] - 1;
        const step = this.#findStep(k, time);
        const from = 2 * (firstPlace[k] + step);
        const to = 2 * (firstPlace[k] + Math.min(step + 1, steps));
        const u = Math.min(Math.max(time, 0), steps) - step;
        this.x[k] = (places[to] - places[from]) * u + places[from];
        this.y[k] = (places[to + 1] - places[from + 1]) * u + places[from + 1];
        const isGone = (time < 0 && !(stays[k] & 1)) || (time > steps && !(stays[k] & 2));
        this.isPresent[k] = Number(!isGone);
    }
}

/* ---- separations ---- */

/**
 * @typedef {{ shape: Shape, x: number, y: number, size: number }} PreparedPart part relative to a point near its center, because shapes
 *   have float32 coordinates
 * @typedef {{ separation: number, a: number, b: number }} NearestPair
 */

/** The parts of a wall: one cell. */
const CELL_PARTS = [CELL];

/** Margin around an agent, in cells, within which the nearest wall is searched. */
const CELL_MARGIN = 2;
/** Largest reach of an agent, in cells, for which walls are searched. */
const MAX_REACH_CELLS = 16;

/** Number of obstacles above which only gaps between agents are computed. */
const MAX_OBSTACLES = 500;

/**
 * Separations of bodies at an instant; a negative one is a penetration depth. Discs are computed in double, other
 * shapes by graze.
 */
export class Distances {
    #graze;
    #scene;
    /** @type {Map<readonly Part[], PreparedPart[]>} */ #prepared = new Map();
    /** Agents and obstacles in the order of their lower ends along x, kept from the last call. @type {number[]} */ #order =
        [];
    /** Lower end of each along x. @type {Float64Array} */ #begins;

    /** @param {Graze} graze @param {Scene} scene */
    constructor(graze, scene) {
        this.#graze = graze;
        this.#scene = scene;
        const { agents, shapeOf } = scene;
        const hasObstacles = shapeOf.length <= agents + MAX_OBSTACLES;
        this.#begins = new Float64Array(hasObstacles ? shapeOf.length : agents);
    }

    /** @param {number} k @param {Pose} poseK @param {number} l @param {Pose} poseL */
    betweenBodies(k, poseK, l, poseL) {
        const { shapes, shapeOf } = this.#scene;
        return this.#partsSeparation(shapes[shapeOf[k]], poseK, shapes[shapeOf[l]], poseL);
    }

    /**
     * Returns the separation of an agent from a blocked cell, or from another one nearby if that is nearer.
     *
     * @param {number} k
     * @param {Pose} pose
     * @param {readonly [number, number]} cell
     */
    toBlockedCells(k, pose, cell) {
        const { shapes, shapeOf, boundingRadius, grid } = this.#scene;
        const parts = shapes[shapeOf[k]];
        /** @param {number} x @param {number} y */
        const cellSeparation = (x, y) =>
            this.#partsSeparation(parts, pose, CELL_PARTS, { x, y, angle: 0 });
        let min = cellSeparation(...cell);
        const margin = Math.ceil(boundingRadius[k]) + CELL_MARGIN;
        if (!grid || margin > MAX_REACH_CELLS) return min;
        const { nx, ny, blocked } = grid;
        const [i, j] = [Math.round(pose.x), Math.round(pose.y)];
        for (let p = Math.max(0, i - margin); p <= Math.min(nx - 1, i + margin); p++) {
            for (let q = Math.max(0, j - margin); q <= Math.min(ny - 1, j + margin); q++) {
                if (blocked[p * ny + q] !== 0) min = Math.min(min, cellSeparation(p, q));
            }
        }
        return min;
    }

    /**
     * Returns the two agents, or the agent and the obstacle, that are nearest to each other at `poses`.
     *
     * @param {Poses} poses
     * @returns {NearestPair | null} `a` is an agent; null if fewer than two bodies are present
     */
    nearestPair(poses) {
        const { agents, boundingRadius } = this.#scene;
        const { x, y, isPresent } = poses;
        const begins = this.#begins;
        const count = begins.length;
        if (this.#order.length !== count) this.#order = Array.from({ length: count }, (_, k) => k);
        // Absent bodies are sorted last.
        for (let k = 0; k < count; k++)
            begins[k] = isPresent[k] ? x[k] - boundingRadius[k] : Number.MAX_VALUE;
        const order = this.#order.sort((k, l) => begins[k] - begins[l]);
        /** @type {NearestPair} */
        const nearest = { separation: Infinity, a: -1, b: -1 };
        for (let i = 0; i < count; i++) {
            const k = order[i];
            if (!isPresent[k]) break;
            const end = x[k] + boundingRadius[k];
            for (let j = i + 1; j < count; j++) {
                const l = order[j];
                if (!isPresent[l] || begins[l] - end >= nearest.separation) break;
                if (k >= agents && l >= agents) continue;
                const radii = boundingRadius[k] + boundingRadius[l];
                const discSeparation = Math.hypot(x[k] - x[l], y[k] - y[l]) - radii;
                // The gap of the bounding discs is a lower bound of the separation.
                if (discSeparation >= nearest.separation) continue;
                const [a, b] = k < l ? [k, l] : [l, k];
                const [p, q] = [poses.currentPose(a), poses.currentPose(b)];
                if (!p || !q) continue;
                const separation = this.betweenBodies(a, p, b, q);
                if (separation < nearest.separation) Object.assign(nearest, { separation, a, b });
            }
        }
        return nearest.a < 0 ? null : nearest;
    }

    /**
     * @param {readonly Part[]} a
     * @param {Pose} poseA
     * @param {readonly Part[]} b
     * @param {Pose} poseB
     */
    #partsSeparation(a, poseA, b, poseB) {
        if (isDisc(a) && isDisc(b)) {
            const separation = Math.hypot(poseB.x - poseA.x, poseB.y - poseA.y);
            return separation - (a[0].radius + b[0].radius);
        }
        let min = Infinity;
        for (const p of this.#prepare(a)) {
            const from = partCenter(p, poseA);
            for (const q of this.#prepare(b)) {
                const to = partCenter(q, poseB);
                // Positions are taken relative to A, because coordinates may be large.
                const [dx, dy] = [to.x - from.x, to.y - from.y];
                if (Math.hypot(dx, dy) - p.size - q.size >= min) continue;
                min = Math.min(min, this.#separation(p, poseA.angle, q, dx, dy, poseB.angle));
            }
        }
        return min;
    }

    /**
     * @param {PreparedPart} p
     * @param {number} angle
     * @param {PreparedPart} q
     * @param {number} x
     * @param {number} y
     * @param {number} angleQ
     */
    #separation(p, angle, q, x, y, angleQ) {
        const [at, there] = [
            { x: 0, y: 0, angle },
            { x, y, angle: angleQ },
        ];
        const { relation, distance } = this.#graze.distance(p.shape, q.shape, at, there);
        if (relation !== 'overlapping') return distance;
        return -this.#graze.penetration(p.shape, q.shape, at, there).depth;
    }

    /** @param {readonly Part[]} parts */
    #prepare(parts) {
        const cached = this.#prepared.get(parts);
        if (cached) return cached;
        const prepared = parts.map(({ points, radius }) => {
            const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
            const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
            const centered = points.map(([u, v]) => [u - x, v - y]);
            const size = Math.max(...centered.map(([u, v]) => Math.hypot(u, v))) + radius;
            return { shape: this.#graze.hull(centered, { radius }), x, y, size };
        });
        this.#prepared.set(parts, prepared);
        return prepared;
    }

    free() {
        for (const made of this.#prepared.values()) for (const { shape } of made) shape.free();
        this.#prepared.clear();
    }
}

/** Returns whether a shape is a disc about the body's origin. @param {readonly Part[]} parts */
export function isDisc(parts) {
    const [{ points }] = parts;
    return parts.length === 1 && points.length === 1 && points[0][0] === 0 && points[0][1] === 0;
}

/** Returns the center of a part in the plan's coordinates. @param {PreparedPart} part @param {Pose} pose */
function partCenter({ x, y }, pose) {
    const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    return { x: pose.x + x * cos - y * sin, y: pose.y + x * sin + y * cos };
}
