import { GrazeError } from 'graze';

/**
 * @import { Graze, Motion, Shape, UnsafeDelays } from 'graze'
 * @import { Reading } from './reading.js'
 * @import { Conflict, Delays, Demand } from './retiming.js'
 * @import { BodyShape, MotionSegment, Scenario } from './scenario.js'
 */

/** What two bodies overlap at least to be in conflict, of what the judge lets pass. */
const SHARE = 0.5;

/** A body that moves: an agent, or an obstacle that nobody can hold back. */
class Mover {
    /**
     * @param {Shape[]} shapes
     * @param {Motion} motion
     * @param {boolean} isFixed
     */
    constructor(shapes, motion, isFixed) {
        this.shapes = shapes;
        this.motion = motion;
        this.isFixed = isFixed;
    }
}

/**
 * What bodies of any shape and motion do to each other that can start later, but not wait on the way: a car that stops
 * between two samples of its course would do what no car does. Of two whole motions the delays in conflict are
 * some intervals, found by branch and bound: see `motionDelays`.
 */
export class BodyEncounters {
    #graze;
    #reading;
    #tick;
    #stepped;
    /** @type {Mover[]} */ #movers = [];
    /** @type {(Shape | Motion)[]} */ #made = [];
    /** @type {Map<number, [number, number][]>} */ #unsafe = new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {Reading} reading
     */
    constructor(graze, { agents, obstacles, timeStep, beforeStart, atGoal }, reading) {
        this.#graze = graze;
        this.#reading = reading;
        this.#tick = timeStep ?? 1;
        this.#stepped = timeStep !== null;
        /** @type {import('graze').MotionEnds} */
        const endings = {
            before: beforeStart === 'stay' ? 'hold' : 'vanish',
            after: atGoal === 'stay' ? 'hold' : 'vanish',
        };
        try {
            for (const { shape, motion, start } of agents) {
                const still = { x: start?.x ?? 0, y: start?.y ?? 0 };
                const course = motion.length > 0 ? motion : null;
                this.#add(shape, course, still, endings, course === null);
            }
            for (const { shape, motion, pose } of obstacles) {
                if (motion === undefined || motion.length === 0) continue;
                const gone = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
                this.#add(shape, motion, pose, gone, true);
            }
        } catch (error) {
            this.free();
            throw error;
        }
        /** How many delays each has. */
        this.sizes = this.#movers.map(() => 1);
    }

    /**
     * @param {BodyShape} shape
     * @param {MotionSegment[] | null} motion
     * @param {{ x: number, y: number }} pose
     * @param {import('graze').MotionEnds} endings
     * @param {boolean} isFixed
     */
    #add(shape, motion, pose, endings, isFixed) {
        const shapes = shapesOf(this.#graze, shape);
        this.#made.push(...shapes);
        const segments = motion?.map(({ t0, t1, x, y, theta = [0] }) => ({ t0, t1, x, y, theta }));
        const made = segments
            ? this.#graze.motion({ segments }, endings)
            : this.#graze.motion.still({ x: pose.x, y: pose.y });
        this.#made.push(made);
        this.#movers.push(new Mover(shapes, made, isFixed));
    }

    /** Gives the memory back. */
    free() {
        for (const each of this.#made) each.free();
        this.#made = [];
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {Delays} p
     * @param {Delays} q
     * @returns {Conflict | null}
     */
    conflict(a, b, p, q) {
        const [first, second] = [this.#movers[a], this.#movers[b]];
        if (first.isFixed && second.isFixed) return null;
        for (const [lo, hi] of this.#unsafeOf(a, b)) {
            if (p[0] >= q[0] + hi || q[0] >= p[0] - lo) continue;
            /** @type {Demand[]} */
            const ways = [];
            const [x, y] = [
                { agent: a, segment: 0 },
                { agent: b, segment: 0 },
            ];
            if (!first.isFixed && hi < Infinity) ways.push({ late: x, early: y, wait: hi });
            if (!second.isFixed && lo > -Infinity) ways.push({ late: y, early: x, wait: -lo });
            const tick = this.#tick;
            const time = Math.max(
                first.motion.begin + p[0] * tick,
                second.motion.begin + q[0] * tick,
            );
            return ways.length > 0 ? { a, b, time, ways } : { a, b, time, ways, never: 'motions' };
        }
        return null;
    }

    /** That is part of the delays. */
    endTogether() {
        return false;
    }

    /**
     * The delays of `a` over those of `b` that are in conflict, in ticks: open intervals. What is not decided counts as in
     * conflict.
     *
     * @param {number} a
     * @param {number} b
     */
    #unsafeOf(a, b) {
        const key = a * this.#movers.length + b;
        const known = this.#unsafe.get(key);
        if (known !== undefined) return known;
        const [first, second] = [this.#movers[a], this.#movers[b]];
        const { name, tolerance } = this.#reading;
        const slack = tolerance === undefined || tolerance === 0 ? undefined : SHARE * tolerance;
        /** @type {[number, number][]} */
        const unsafe = [];
        for (const p of first.shapes) {
            for (const q of second.shapes) {
                const delays = this.#graze.motionDelays(p, first.motion, q, second.motion, {
                    slack,
                });
                for (const { status, begin, end } of delays) {
                    if (status === 'graze' && name === 'open') continue;
                    const until = status === 'undecided' ? Infinity : end[1];
                    unsafe.push([-this.#up(-begin[0]), this.#up(until)]);
                }
            }
        }
        this.#unsafe.set(key, unsafe);
        return unsafe;
    }

    /** @param {number} time */
    #up(time) {
        return this.#stepped ? Math.ceil(time / this.#tick) : time;
    }
}

/**
 * @param {Graze} graze
 * @param {BodyShape} shape
 * @returns {Shape[]}
 */
function shapesOf(graze, shape) {
    if (shape.kind === 'disc') return [graze.disc(shape.radius)];
    if (shape.kind === 'polygon') return [graze.hull(shape.points, { radius: shape.radius })];
    if (shape.kind === 'group') return shape.parts.flatMap((part) => shapesOf(graze, part));
    const text = `a body of kind ${/** @type {any} */ (shape).kind} is not known`;
    throw new GrazeError('unsupported-body', text, { argument: 'scenario' });
}
