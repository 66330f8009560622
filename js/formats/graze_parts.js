import { raising } from './source.js';

/**
 * The parts of a plan in graze's own format: bodies, places, motions.
 *
 * @import { JsonValue } from './json.js'
 * @import { Limits } from './source.js'
 * @import { BodyShape, Disc, GoalRegion, MotionSegment, Point, Polygon } from '../scenario/scenario.js'
 */

/** Beyond this a number is no length, time or speed, and its powers would overflow. */
export const MOST = 1e30;

/** Coefficients of a polynomial of degree 5. */
export const MOST_COEFFICIENTS = 6;

const ANY = Object.freeze({ min: -MOST, max: MOST });
const POSITIVE = Object.freeze({ min: 0, max: MOST });

/** Reads parts, and counts what there may not be too much of. */
export class Parts {
    #limits;
    #segments = 0;

    /** @param {Limits} limits */
    constructor(limits) {
        this.#limits = limits;
    }

    /** @param {JsonValue} value @returns {BodyShape} */
    shape(value) {
        const { kind, members } = this.#kind(value, ['disc', 'polygon', 'group']);
        return kind === 'group'
            ? { kind, parts: this.#parts(members) }
            : this.#convex(kind, members);
    }

    /** @param {Map<string, JsonValue>} members @returns {(Disc | Polygon)[]} */
    #parts(members) {
        const list = /** @type {JsonValue} */ (members.get('parts'));
        const parts = [];
        for (const item of list.items({
            min: 1,
            max: this.#limits.elements,
            what: 'parts',
            limit: 'elements',
        })) {
            const { kind, members: own } = this.#kind(item, ['disc', 'polygon']);
            parts.push(this.#convex(/** @type {'disc' | 'polygon'} */ (kind), own));
        }
        return parts;
    }

    /**
     * @param {JsonValue} value
     * @param {readonly ('disc' | 'polygon' | 'group')[]} kinds
     */
    #kind(value, kinds) {
        const any = value.members({ required: ['kind'], unknown: () => {} });
        const kind = /** @type {JsonValue} */ (any.get('kind')).choice(kinds);
        const members = value.members({ required: ['kind', ...MEMBERS[kind]] });
        return { kind, members };
    }

    /**
     * @param {'disc' | 'polygon'} kind
     * @param {Map<string, JsonValue>} members
     * @returns {Disc | Polygon}
     */
    #convex(kind, members) {
        const radius = /** @type {JsonValue} */ (members.get('radius')).number(POSITIVE);
        if (kind === 'disc') return { kind, radius };
        const list = /** @type {JsonValue} */ (members.get('points'));
        /** @type {[number, number][]} */
        const points = [];
        for (const item of list.items({
            min: 1,
            max: this.#limits.elements,
            what: 'points',
            limit: 'elements',
        })) {
            const { x, y } = this.place(item);
            points.push([x, y]);
        }
        return { kind, points, radius };
    }

    /**
     * @param {JsonValue | undefined} value
     * @returns {MotionSegment[]}
     */
    motion(value) {
        /** @type {MotionSegment[]} */
        const motion = [];
        if (value === undefined) return motion;
        for (const item of value.items()) {
            if (++this.#segments > this.#limits.segments) {
                const text = `goes beyond the ${this.#limits.segments} segments that are read ${raising('segments')}`;
                throw item.error('too-large', text);
            }
            const segment = this.#segment(item);
            const before = motion[motion.length - 1];
            if (before !== undefined && segment.t0 < before.t1) {
                const text = `begins at ${segment.t0}, before the segment before it ends at ${before.t1}`;
                throw item.error('out-of-order', text);
            }
            motion.push(segment);
        }
        return motion;
    }

    /** @param {JsonValue} value @returns {MotionSegment} */
    #segment(value) {
        const members = value.members({
            required: ['t0', 't1', 'x', 'y'],
            optional: ['theta', 'end'],
        });
        /** @param {string} name */
        const get = (name) => /** @type {JsonValue} */ (members.get(name));
        const t0 = get('t0').number(ANY);
        const t1 = get('t1').number(ANY);
        if (t1 < t0) throw get('t1').error('out-of-order', `is ${t1}, before t0 at ${t0}`);
        const [theta, end] = [members.get('theta'), members.get('end')];
        return {
            t0,
            t1,
            x: this.#polynomial(get('x')),
            y: this.#polynomial(get('y')),
            ...(theta && { theta: this.#polynomial(theta) }),
            ...(end && { end: this.place(end) }),
            source: value.position,
        };
    }

    /** @param {JsonValue} value */
    #polynomial(value) {
        const form = { min: 1, max: MOST_COEFFICIENTS, what: 'coefficients' };
        return value.numbers(form, ANY);
    }

    /** @param {JsonValue} value @returns {GoalRegion[]} */
    goals(value) {
        const form = { optional: ['area', 'time', 'heading', 'speed'] };
        const goals = [];
        for (const item of value.items({
            max: this.#limits.elements,
            what: 'goals',
            limit: 'elements',
        })) {
            const members = item.members(form);
            const area = members.get('area');
            goals.push({
                area: area === undefined || area.isNull ? null : this.shape(area),
                time: this.#interval(members.get('time'), true),
                heading: this.#interval(members.get('heading'), false),
                speed: this.#interval(members.get('speed'), true),
            });
        }
        return goals;
    }

    /**
     * @param {JsonValue | undefined} value
     * @param {boolean} ordered not so round a circle
     * @returns {[number, number] | null}
     */
    #interval(value, ordered) {
        const ends = this.numbers(value, 2);
        if (ends === null) return null;
        const [from, to] = ends;
        if (ordered && to < from) {
            throw /** @type {JsonValue} */ (value).error(
                'out-of-order',
                'must not end before it begins',
            );
        }
        return [from, to];
    }

    /**
     * So many numbers; null when there is none or null.
     *
     * @param {JsonValue | undefined} value
     * @param {number} count
     * @returns {number[] | null}
     */
    numbers(value, count) {
        if (value === undefined || value.isNull) return null;
        return value.numbers({ min: count, max: count }, ANY);
    }

    /** @param {JsonValue | undefined} value @returns {Point | null} */
    point(value) {
        return value === undefined || value.isNull ? null : this.place(value);
    }

    /** @param {JsonValue} value @returns {Point} */
    place(value) {
        const [x, y] = value.numbers({ min: 2, max: 2 }, ANY);
        return { x, y };
    }
}

/** What each kind of body has besides its kind. */
const MEMBERS = Object.freeze({
    disc: ['radius'],
    polygon: ['points', 'radius'],
    group: ['parts'],
});
