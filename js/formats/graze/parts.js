import { formatValue } from '#internal';
import { isSpaceShape } from '../../scenario/model/scenario.js';
import { UNIT_SLACK } from '../../scenario/model/tolerance.js';
import { Outlines } from '../bodies/outlines.js';
import { limitHint } from '../text/source.js';

/**
 * Reads the parts of a plan in graze's own format: bodies, places, motions.
 *
 * @import { JsonValue } from '../text/json.js'
 * @import { Limits } from '../text/source.js'
 * @import { BodyShape, Disc, GoalRegion, MotionPiece, ObstaclePose, PlaneShape, Point, Polygon, Prism } from '../../scenario/model/scenario.js'
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

/** @typedef {{ value: JsonValue, name: string }} FoundBody value of a body's shape, and its owner in words */

/** @typedef {Partial<Record<'piece' | 'goal' | 'discrete' | 'root', Readonly<Record<string, string>>>>} Aliases names, by the record that has the members */

/** Reads parts, and counts those whose number is limited. */
export class PartReader {
    /** Outlines to check. */
    outlines = new Outlines();
    #limits;
    #aliases;
    #pieceCount = 0;
    /** The first body of each kind of plan. @type {{ plane?: FoundBody, space?: FoundBody }} */
    #bodies = {};

    /** @param {Limits} limits @param {Aliases} aliases */
    constructor(limits, aliases) {
        this.#limits = limits;
        this.#aliases = aliases;
    }

    /** @param {JsonValue} value @returns {PlaneShape} */
    #area(value) {
        const { kind, members } = this.#readKind(value, ['disc', 'polygon', 'group']);
        return kind === 'group' ? { kind, parts: this.#parts(members) } : this.#part(kind, members);
    }

    /**
     * Reads the body of an agent or obstacle.
     *
     * @param {JsonValue} value
     * @param {string} owner noun for what has it
     * @param {string} name its name
     * @returns {BodyShape}
     */
    body(value, owner, name) {
        const kinds = /** @type {const} */ (['disc', 'polygon', 'group', 'sphere', 'prism']);
        const { kind, members } = this.#readKind(value, kinds);
        const isSolid = kind === 'sphere' || kind === 'prism';
        this.#bodies[isSolid ? 'space' : 'plane'] ??= {
            value,
            name: `${owner} ${formatValue(name)}`,
        };
        if (kind === 'group') return { kind, parts: this.#parts(members) };
        if (kind === 'prism') return this.#prism(members);
        if (kind !== 'sphere') return this.#part(kind, members);
        return { kind, radius: memberOf(members, 'radius').number(NONNEGATIVE) };
    }

    /**
     * Returns whether the plan is in space; a plan with bodies of both kinds is refused.
     */
    checkBodies() {
        const { plane, space } = this.#bodies;
        if (space === undefined) return false;
        if (plane === undefined) return true;
        const text = `must be a sphere or a prism, as ${space.name} is: ${plane.name} has a shape of the plane`;
        throw plane.value.error('mixed-bodies', text);
    }

    /** @param {Map<string, JsonValue>} members @returns {Prism} */
    #prism(members) {
        const { points, holes } = this.#rings(members, 3);
        const bottom = members.get('bottom');
        return {
            kind: 'prism',
            points,
            ...(holes && { holes }),
            ...(bottom && { bottom: bottom.number(ANY_RANGE) }),
            height: memberOf(members, 'height').number(NONNEGATIVE),
        };
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
            const kinds = /** @type {const} */ (['disc', 'polygon']);
            const { kind, members: own } = this.#readKind(item, kinds);
            parts.push(this.#part(kind, own));
        }
        return parts;
    }

    /**
     * @param {JsonValue} value
     * @template {keyof typeof MEMBERS} Kind
     * @param {readonly Kind[]} kinds
     * @returns {{ kind: Kind, members: Map<string, JsonValue> }}
     */
    #readKind(value, kinds) {
        const untyped = value.members({ required: ['kind'], unknown: () => {} });
        const kind = memberOf(untyped, 'kind').choice(kinds);
        const { required, optional } = MEMBERS[kind];
        return { kind, members: value.members({ required: ['kind', ...required], optional }) };
    }

    /**
     * @param {'disc' | 'polygon'} kind
     * @param {Map<string, JsonValue>} members
     * @returns {Disc | Polygon}
     */
    #part(kind, members) {
        const radius = memberOf(members, 'radius').number(NONNEGATIVE);
        if (kind === 'disc') return { kind, radius };
        const { points, holes } = this.#rings(members, 1);
        return { kind, points, ...(holes && { holes }), radius };
    }

    /**
     * Reads an outline and its holes.
     *
     * @param {Map<string, JsonValue>} members
     * @param {number} min minimum number of points of the outline
     * @returns {Pick<Polygon, 'points' | 'holes'>}
     */
    #rings(members, min) {
        const list = memberOf(members, 'points');
        const holes = members.get('holes');
        const rings = [list, ...(holes?.items(this.#listForm('holes', 0)) ?? [])];
        const [points, ...others] = rings.map((ring, r) => this.#ring(ring, r === 0 ? min : 3));
        const outline = { points, ...(holes && { holes: others }) };
        this.outlines.add({ kind: 'polygon', ...outline, radius: 0 }, (ring, point) => {
            const items = [...rings[ring].items()];
            return items[point].position;
        });
        return outline;
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
     * @param {BodyShape} shape the body that moves
     * @returns {MotionPiece[]}
     */
    motion(value, shape) {
        /** @type {MotionPiece[]} */
        const motion = [];
        if (value === undefined) return motion;
        for (const item of value.items()) {
            if (++this.#pieceCount > this.#limits.pieces) {
                const text = `goes beyond the ${this.#limits.pieces} pieces that are read ${limitHint('pieces')}`;
                throw item.error('too-large', text);
            }
            const piece = this.#piece(item, isSpaceShape(shape));
            const previous = motion[motion.length - 1];
            if (previous !== undefined && piece.t0 < previous.t1) {
                const text = `begins at ${piece.t0}, before the previous piece ends at ${previous.t1}`;
                throw item.error('out-of-order', text);
            }
            motion.push(piece);
        }
        return motion;
    }

    /** @param {JsonValue} value @param {boolean} isSolid whether the body is in space @returns {MotionPiece} */
    #piece(value, isSolid) {
        const members = value.members({
            required: ['t0', 't1', 'x', 'y'],
            optional: ['angle', 'end', ...(isSolid ? SPACE_MEMBERS : [])],
            aliases: this.#aliases.piece,
            explain: (name) =>
                SPACE_MEMBERS.includes(name) ? '; in space bodies are spheres or prisms' : '',
        });
        /** @param {string} name */
        const member = (name) => memberOf(members, name);
        const t0 = member('t0').number(ANY_RANGE);
        const t1 = member('t1').number(ANY_RANGE);
        if (t1 < t0) throw member('t1').error('out-of-order', `is ${t1}, before t0 at ${t0}`);
        const [angle, end] = [members.get('angle'), members.get('end')];
        const [z, axis, rotation] = SPACE_MEMBERS.map((name) => members.get(name));
        return {
            t0,
            t1,
            x: this.#polynomial(member('x')),
            y: this.#polynomial(member('y')),
            ...(z && { z: this.#polynomial(z) }),
            ...(angle && { angle: this.#polynomial(angle) }),
            ...(axis && { axis: /** @type {[number, number, number]} */ (this.#unit(axis, 3)) }),
            ...(rotation && {
                rotation: /** @type {[number, number, number, number]} */ (this.#unit(rotation, 4)),
            }),
            ...(end && { end: isSolid ? this.#spacePoint(end) : this.requiredPoint(end) }),
            source: value.position,
        };
    }

    /** Reads a vector of length 1. @param {JsonValue} value @param {number} count */
    #unit(value, count) {
        const numbers = value.numbers({ min: count, max: count }, ANY_RANGE);
        const length = Math.sqrt(numbers.reduce((sum, each) => sum + each * each, 0));
        if (Math.abs(length - 1) <= UNIT_SLACK) return numbers;
        const text = `must have length 1 to within ${UNIT_SLACK}, got ${formatValue(length)}`;
        throw value.error('bad-value', text, length);
    }

    /** @param {JsonValue} value */
    #polynomial(value) {
        const form = { min: 1, max: MAX_COEFFICIENTS, label: 'coefficients' };
        return value.numbers(form, ANY_RANGE);
    }

    /** @param {JsonValue} value @param {BodyShape} shape the body that has them @returns {GoalRegion[]} */
    goals(value, shape) {
        if (isSpaceShape(shape)) throw value.error('mixed-bodies', NOT_IN_SPACE);
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
                area: area === undefined || area.isNull ? null : this.#area(area),
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

    /** @param {JsonValue | undefined} value @param {BodyShape} shape the body that is there @returns {Point | null} */
    point(value, shape) {
        if (value === undefined || value.isNull) return null;
        return isSpaceShape(shape) ? this.#spacePoint(value) : this.requiredPoint(value);
    }

    /** Reads x and y, and perhaps z. @param {JsonValue} value @returns {Point} */
    #spacePoint(value) {
        const form = { min: 2, max: 3, label: 'coordinates' };
        const [x, y, z] = value.numbers(form, ANY_RANGE);
        return z === undefined ? { x, y } : { x, y, z };
    }

    /** @param {JsonValue} value @param {BodyShape} shape the body at the pose @returns {ObstaclePose} */
    pose(value, shape) {
        const form = isSpaceShape(shape) ? { min: 3, max: 4, label: 'values' } : POSE;
        const numbers = value.numbers(form, ANY_RANGE);
        const [x, y, last, angle] = numbers;
        return angle === undefined ? { x, y, angle: last } : { x, y, z: last, angle };
    }

    /** @param {JsonValue} value @returns {Point} */
    requiredPoint(value) {
        const [x, y] = value.numbers({ min: 2, max: 2 }, ANY_RANGE);
        return { x, y };
    }
}

/** Members of each kind of body besides its kind. */
const MEMBERS = Object.freeze({
    disc: { required: ['radius'], optional: [] },
    polygon: { required: ['points', 'radius'], optional: ['holes'] },
    group: { required: ['parts'], optional: [] },
    sphere: { required: ['radius'], optional: [] },
    prism: { required: ['points', 'height'], optional: ['holes', 'bottom'] },
});

/** Error of a member of plans in the plane alone. */
export const NOT_IN_SPACE = 'must be absent from a plan in space';

/** Members of the pieces of bodies in space alone. */
const SPACE_MEMBERS = Object.freeze(['z', 'axis', 'rotation']);

/** Numbers of a pose in the plane. */
const POSE = Object.freeze({ min: 3, max: 3 });

/** Returns a member that the form requires. @param {Map<string, JsonValue>} members @param {string} name */
function memberOf(members, name) {
    return /** @type {JsonValue} */ (members.get(name));
}
