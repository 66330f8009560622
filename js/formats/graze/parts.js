import { Outlines } from '../bodies/outlines.js';
import { limitHint } from '../text/source.js';

/**
 * Reads the parts of a plan in graze's own format: bodies, places, motions.
 *
 * @import { JsonValue } from '../text/json.js'
 * @import { Limits } from '../text/source.js'
 * @import { BodyShape, Disc, GoalRegion, MotionPiece, Point, Polygon } from '../../scenario/model/scenario.js'
 */

/** Maximum magnitude of a length, time or speed, whose powers do not overflow. */
export const MAX_MAGNITUDE = 1e30;

/** Number of coefficients of a polynomial of degree 7. */
export const MAX_COEFFICIENTS = 8;

const ANY_RANGE = Object.freeze({ min: -MAX_MAGNITUDE, max: MAX_MAGNITUDE });
const NONNEGATIVE = Object.freeze({ min: 0, max: MAX_MAGNITUDE });

/** Names that members have in version 1 of the format, by their present names. */
export const VERSION_1_NAMES = Object.freeze({
    piece: { angle: 'theta' },
    goal: { angle: 'heading' },
    discrete: { commanded: 'wanted' },
    root: { sizesKnown: 'sized' },
});

/** @typedef {Partial<Record<'piece' | 'goal' | 'discrete' | 'root', Readonly<Record<string, string>>>>} Aliases names, by the record that has the members */

/** Reads parts, and counts those whose number is limited. */
export class PartReader {
    /** Outlines to check. */
    outlines = new Outlines();
    #limits;
    #aliases;
    #pieceCount = 0;

    /** @param {Limits} limits @param {Aliases} aliases */
    constructor(limits, aliases) {
        this.#limits = limits;
        this.#aliases = aliases;
    }

    /** @param {JsonValue} value @returns {BodyShape} */
    shape(value) {
        const { kind, members } = this.#readKind(value, ['disc', 'polygon', 'group']);
        return kind === 'group' ? { kind, parts: this.#parts(members) } : this.#part(kind, members);
    }

    /** @param {Map<string, JsonValue>} members @returns {(Disc | Polygon)[]} */
    #parts(members) {
        const list = /** @type {JsonValue} */ (members.get('parts'));
        const parts = [];
        for (const item of list.items({
            min: 1,
            max: this.#limits.elements,
            label: 'parts',
            limit: 'elements',
        })) {
            const { kind, members: own } = this.#readKind(item, ['disc', 'polygon']);
            parts.push(this.#part(/** @type {'disc' | 'polygon'} */ (kind), own));
        }
        return parts;
    }

    /**
     * @param {JsonValue} value
     * @param {readonly ('disc' | 'polygon' | 'group')[]} kinds
     */
    #readKind(value, kinds) {
        const untyped = value.members({ required: ['kind'], unknown: () => {} });
        const kind = /** @type {JsonValue} */ (untyped.get('kind')).choice(kinds);
        const optional = kind === 'polygon' ? ['holes'] : [];
        const members = value.members({ required: ['kind', ...MEMBERS[kind]], optional });
        return { kind, members };
    }

    /**
     * @param {'disc' | 'polygon'} kind
     * @param {Map<string, JsonValue>} members
     * @returns {Disc | Polygon}
     */
    #part(kind, members) {
        const radius = /** @type {JsonValue} */ (members.get('radius')).number(NONNEGATIVE);
        if (kind === 'disc') return { kind, radius };
        const list = /** @type {JsonValue} */ (members.get('points'));
        const holes = members.get('holes');
        const rings = [list, ...(holes?.items(this.#listForm('holes', 0)) ?? [])];
        const [points, ...others] = rings.map((ring, r) => this.#ring(ring, r === 0 ? 1 : 3));
        const polygon = { kind, points, ...(holes && { holes: others }), radius };
        this.outlines.add(polygon, (ring, point) => {
            const items = [...rings[ring].items()];
            return items[point].position;
        });
        return polygon;
    }

    /** @param {JsonValue} list @param {number} min @returns {[number, number][]} */
    #ring(list, min) {
        /** @type {[number, number][]} */
        const points = [];
        for (const item of list.items(this.#listForm('points', min))) {
            const { x, y } = this.requiredPoint(item);
            points.push([x, y]);
        }
        return points;
    }

    /** @param {string} label @param {number} min */
    #listForm(label, min) {
        const limit = /** @type {const} */ ('elements');
        return { min, max: this.#limits.elements, label, limit };
    }

    /**
     * @param {JsonValue | undefined} value
     * @returns {MotionPiece[]}
     */
    motion(value) {
        /** @type {MotionPiece[]} */
        const motion = [];
        if (value === undefined) return motion;
        for (const item of value.items()) {
            if (++this.#pieceCount > this.#limits.pieces) {
                const text = `goes beyond the ${this.#limits.pieces} pieces that are read ${limitHint('pieces')}`;
                throw item.error('too-large', text);
            }
            const piece = this.#piece(item);
            const previous = motion[motion.length - 1];
            if (previous !== undefined && piece.t0 < previous.t1) {
                const text = `begins at ${piece.t0}, before the previous piece ends at ${previous.t1}`;
                throw item.error('out-of-order', text);
            }
            motion.push(piece);
        }
        return motion;
    }

    /** @param {JsonValue} value @returns {MotionPiece} */
    #piece(value) {
        const members = value.members({
            required: ['t0', 't1', 'x', 'y'],
            optional: ['angle', 'end'],
            aliases: this.#aliases.piece,
        });
        /** @param {string} name */
        const member = (name) => /** @type {JsonValue} */ (members.get(name));
        const t0 = member('t0').number(ANY_RANGE);
        const t1 = member('t1').number(ANY_RANGE);
        if (t1 < t0) throw member('t1').error('out-of-order', `is ${t1}, before t0 at ${t0}`);
        const [angle, end] = [members.get('angle'), members.get('end')];
        return {
            t0,
            t1,
            x: this.#polynomial(member('x')),
            y: this.#polynomial(member('y')),
            ...(angle && { angle: this.#polynomial(angle) }),
            ...(end && { end: this.requiredPoint(end) }),
            source: value.position,
        };
    }

    /** @param {JsonValue} value */
    #polynomial(value) {
        const form = { min: 1, max: MAX_COEFFICIENTS, label: 'coefficients' };
        return value.numbers(form, ANY_RANGE);
    }

    /** @param {JsonValue} value @returns {GoalRegion[]} */
    goals(value) {
        const form = { optional: ['area', 'time', 'angle', 'speed'], aliases: this.#aliases.goal };
        const goals = [];
        for (const item of value.items({
            max: this.#limits.elements,
            label: 'goals',
            limit: 'elements',
        })) {
            const members = item.members(form);
            const area = members.get('area');
            goals.push({
                area: area === undefined || area.isNull ? null : this.shape(area),
                time: this.#interval(members.get('time'), true),
                angle: this.#interval(members.get('angle'), false),
                speed: this.#interval(members.get('speed'), true),
            });
        }
        return goals;
    }

    /**
     * @param {JsonValue | undefined} value
     * @param {boolean} isOrdered false for angles
     * @returns {[number, number] | null}
     */
    #interval(value, isOrdered) {
        const ends = this.numbers(value, 2);
        if (ends === null) return null;
        const [from, to] = ends;
        if (isOrdered && to < from) {
            throw /** @type {JsonValue} */ (value).error(
                'out-of-order',
                'must not end before it begins',
            );
        }
        return [from, to];
    }

    /**
     * Reads a list of `count` numbers, or null for none or null.
     *
     * @param {JsonValue | undefined} value
     * @param {number} count
     * @returns {number[] | null}
     */
    numbers(value, count) {
        if (value === undefined || value.isNull) return null;
        return value.numbers({ min: count, max: count }, ANY_RANGE);
    }

    /** @param {JsonValue | undefined} value @returns {Point | null} */
    point(value) {
        return value === undefined || value.isNull ? null : this.requiredPoint(value);
    }

    /** @param {JsonValue} value @returns {Point} */
    requiredPoint(value) {
        const [x, y] = value.numbers({ min: 2, max: 2 }, ANY_RANGE);
        return { x, y };
    }
}

/** Members of each kind of body besides its kind. */
const MEMBERS = Object.freeze({
    disc: ['radius'],
    polygon: ['points', 'radius'],
    group: ['parts'],
});
