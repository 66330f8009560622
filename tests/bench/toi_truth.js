import { separation } from '../../js/bench/oracle.js';

/**
 * When bodies that move and turn meet, by an oracle that shares no code with the package: the separation by
 * brute force, and steps that no point of either body can outrun (Mirtich, "Impulse-based Dynamic
 * Simulation of Rigid Body Systems", 1996, 2.3). Slow where a contact is grazing, so contacts that are
 * neither clear nor clearly none are distinguished, and left to others.
 *
 * @import { Outline } from '../../js/bench/polygons.js'
 */

/**
 * How headings go from the first to the last: at a constant rate; as the direction of the cosine and
 * sine interpolated, which is slow at the ends and fast in the middle; or not at all.
 *
 * @typedef {'steady' | 'interpolated' | 'none'} Rotation
 *
 * @typedef {object} Sweep poses of a body at time 0 and at time 1
 * @property {number} x0
 * @property {number} y0
 * @property {number} heading at time 0
 * @property {number} x1
 * @property {number} y1
 * @property {number} turn its rotation, less than half a turn
 *
 * @typedef {object} Truth
 * @property {'contact' | 'clear' | 'unclear'} verdict contact: they overlap by CLEAR at least; clear: they
 *   stay so far apart
 * @property {number} lo no contact before; Infinity when there is none
 * @property {number} hi a contact
 */

/** How deep a contact is, and how far apart bodies stay that do not meet: four times the slop of Box2D. */
export const CLEAR = 0.02;

/** Steps end when bodies are that near. */
const CLOSE = 1e-7;
const BISECTIONS = 60;
/** Places at which a depth is looked for. */
const SAMPLES = 32;

/** Two bodies on their way. */
export class Encounter {
    /**
     * @param {Outline} outlineA
     * @param {Sweep} sweepA
     * @param {Outline} outlineB
     * @param {Sweep} sweepB
     * @param {Rotation} rotation
     */
    constructor(outlineA, sweepA, outlineB, sweepB, rotation) {
        this.a = new Traveller(outlineA, sweepA, rotation);
        this.b = new Traveller(outlineB, sweepB, rotation);
        const [vx, vy] = [this.b.vx - this.a.vx, this.b.vy - this.a.vy];
        this.speed = Math.sqrt(vx * vx + vy * vy);
    }

    /** @param {number} t */
    separationAt(t) {
        return separation(this.a.outlineAt(t), this.b.outlineAt(t));
    }

    /** Returns an upper bound of the speed at which points of the two bodies approach. @param {number} t @param {number} u */
    fastest(t, u) {
        return this.speed + this.a.fastest(t, u) + this.b.fastest(t, u);
    }

    /**
     * Returns the time before which the bodies are farther apart than `clearance`; Infinity if they always are.
     *
     * @param {number} clearance
     * @param {number} [from]
     */
    advance(clearance, from = 0) {
        for (let t = from; ; ) {
            const room = this.separationAt(t) - clearance;
            if (room <= CLOSE) return t;
            let step = Math.min(1 - t, room / this.fastest(t, t));
            while (step * this.fastest(t, t + step) > room) step /= 2;
            t += step;
            if (t >= 1) return this.separationAt(1) - clearance > CLOSE ? Infinity : 1;
        }
    }

    /** Returns times that bracket a first contact. @returns {[lo: number, hi: number]} */
    firstContact() {
        for (let from = 0; ; ) {
            const lo = this.advance(0, from);
            if (lo === Infinity) return [Infinity, Infinity];
            const crossing = this.crossingAfter(lo);
            if (crossing.isContact) return [lo, crossing.time];
            if (crossing.time >= 1) return [Infinity, Infinity];
            from = crossing.time;
        }
    }

    /**
     * Continues from a time at which the bodies are as near as CLOSE, until they begin to overlap or have separated again.
     *
     * @param {number} lo
     */
    crossingAfter(lo) {
        let step = CLOSE / this.fastest(lo, lo);
        for (let t = lo; ; step *= 2) {
            const next = Math.min(1, t + step);
            const apart = this.separationAt(next);
            if (apart <= 0) return { isContact: true, time: this.bisect(t, next) };
            if (apart > 2 * CLOSE || next === 1) return { isContact: false, time: next };
            t = next;
        }
    }

    /** @param {number} lo they are apart @param {number} hi they are not */
    bisect(lo, hi) {
        for (let k = 0; k < BISECTIONS; k++) {
            const middle = (lo + hi) / 2;
            if (this.separationAt(middle) > 0) lo = middle;
            else hi = middle;
        }
        return hi;
    }

    /** Returns the minimum sampled separation from one time to another. @param {number} from @param {number} to */
    minSeparation(from, to) {
        let min = Infinity;
        for (let k = 0; k <= SAMPLES; k++) {
            min = Math.min(min, this.separationAt(from + ((to - from) * k) / SAMPLES));
        }
        return min;
    }

    /** @returns {Truth} */
    truth() {
        const [lo, hi] = this.firstContact();
        if (lo < Infinity) {
            const isClear = this.minSeparation(hi, 1) <= -CLEAR;
            return { verdict: isClear ? 'contact' : 'unclear', lo, hi };
        }
        const verdict = this.advance(CLEAR) === Infinity ? 'clear' : 'unclear';
        return { verdict, lo, hi };
    }
}

/** A body on its way. */
class Traveller {
    /** @param {Outline} outline @param {Sweep} sweep @param {Rotation} rotation */
    constructor(outline, sweep, rotation) {
        this.outline = outline;
        this.sweep = sweep;
        this.rotation = rotation;
        this.placed = new Float64Array(outline.length);
        this.vx = sweep.x1 - sweep.x0;
        this.vy = sweep.y1 - sweep.y0;
        this.reach = reachOf(outline);
        this.cos = Math.cos(sweep.turn);
        this.sin = Math.sin(sweep.turn);
    }

    /** @param {number} t */
    outlineAt(t) {
        const { x0, y0 } = this.sweep;
        const heading = this.headingAt(t);
        const [c, s] = [Math.cos(heading), Math.sin(heading)];
        const [x, y] = [x0 + this.vx * t, y0 + this.vy * t];
        for (let k = 0; k < this.placed.length; k += 2) {
            const [px, py] = [this.outline[k], this.outline[k + 1]];
            this.placed[k] = x + c * px - s * py;
            this.placed[k + 1] = y + s * px + c * py;
        }
        return this.placed;
    }

    /** @param {number} t */
    headingAt(t) {
        const { heading, turn } = this.sweep;
        if (this.rotation === 'steady') return heading + turn * t;
        if (this.rotation === 'none') return heading;
        return heading + Math.atan2(t * this.sin, 1 - t + t * this.cos);
    }

    /** Returns an upper bound of the speed that rotation gives to the outermost point. @param {number} t @param {number} u */
    fastest(t, u) {
        if (this.rotation === 'none') return 0;
        if (this.rotation === 'steady') return Math.abs(this.sweep.turn) * this.reach;
        const m = Math.min(u, Math.max(t, 0.5));
        const square = (1 - m) ** 2 + 2 * m * (1 - m) * this.cos + m * m;
        return (Math.abs(this.sin) / square) * this.reach;
    }
}

/** Returns the largest distance of a vertex from the origin. @param {Outline} outline */
export function reachOf(outline) {
    let square = 0;
    for (let k = 0; k < outline.length; k += 2) {
        square = Math.max(square, outline[k] ** 2 + outline[k + 1] ** 2);
    }
    return Math.sqrt(square);
}
