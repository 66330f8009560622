import { BOXES_KINDS, ENDINGS, TOUCHINGS } from '../../../js/graze/core/layout.js';
import { KINDS } from './index.js';
import { SEPTIC_TERMS, TERMS } from './moving.js';
import { QUATERNION_POSE } from './solids.js';

/**
 * Questions as the bytes that replay.c reads: little-endian, without gaps.
 *
 * @import { MovingSphere } from '../../oracle/flight_oracle.js'
 * @import { Body, ConvexBody, MovingBody, Question, Segment } from './index.js'
 * @import { Link } from './chains.js'
 * @import { SolidBody, SolidPose } from './solids.js'
 */

/** Writer of numbers, one behind the other, in memory that grows. */
export class Writer {
    #view = new DataView(new ArrayBuffer(1 << 16));
    #length = 0;

    /** @param {number} bytes */
    #room(bytes) {
        const at = this.#length;
        this.#length += bytes;
        if (this.#length > this.#view.byteLength) {
            const larger = new Uint8Array(2 * this.#length);
            larger.set(new Uint8Array(this.#view.buffer));
            this.#view = new DataView(larger.buffer);
        }
        return at;
    }

    /** @param {number[]} values */
    ints(...values) {
        for (const value of values) {
            const at = this.#room(4);
            this.#view.setInt32(at, value, true);
        }
    }

    /** @param {number[]} values */
    floats(values) {
        for (const value of values) {
            const at = this.#room(4);
            this.#view.setFloat32(at, value, true);
        }
    }

    /** @param {number[]} values */
    doubles(values) {
        for (const value of values) {
            const at = this.#room(8);
            this.#view.setFloat64(at, value, true);
        }
    }

    get bytes() {
        return new Uint8Array(this.#view.buffer.slice(0, this.#length));
    }
}

/** Returns the numbers in the order of GrazeMovingSphere. @param {MovingSphere} f */
const sphereNumbers = ({ x, y, z = 0, vx, vy, vz = 0, ax = 0, ay = 0, az = 0, t0, t1, radius }) => [
    ...[x, y, z, vx, vy, vz, ax, ay, az],
    ...[t0, t1, radius],
];

/** Returns the numbers in the order of GrazeMovingBody. @param {Segment} segment @param {number} length */
function pieceNumbers({ t0, t1, x, y, angle, pivot }, length) {
    const terms = [x, y, angle].flatMap((c) => Array.from({ length }, (_, k) => c[k] ?? 0));
    return [t0, t1, ...terms, pivot.x, pivot.y];
}

/** @param {Writer} to @param {ConvexBody} body */
function putOutline(to, { hull, points, radius }) {
    to.ints(Number(hull), points.length);
    to.floats([radius, ...points.flat()]);
}

/** @param {Writer} to @param {Body} body */
function putBody(to, body) {
    to.ints(body.parts?.length ?? 0);
    for (const part of body.parts ?? [body]) putOutline(to, part);
}

/** @param {Writer} to @param {SolidBody} body */
function putSolid(to, { points, radius }) {
    to.ints(points.length);
    to.floats([radius, ...points.flat()]);
}

/** @param {Writer} to @param {SolidPose} pose */
function putSolidPose(to, pose) {
    to.ints(Number(pose.length > QUATERNION_POSE));
    to.doubles(pose);
}

/** @param {Writer} to @param {Link} link */
function putLink(to, { parent, pieces, ends }) {
    to.ints(parent, pieces.length, ENDINGS.indexOf(ends.before), ENDINGS.indexOf(ends.after));
    for (const { t0, t1, x, y, z, angle, axis, quaternion, pivot } of pieces)
        to.doubles([t0, t1, ...x, ...y, ...z, ...angle, ...axis, ...quaternion, ...pivot]);
}

/** @param {Writer} to @param {MovingBody} movingBody @param {number} [terms] */
function putMovingBody(to, { body, segments, ends }, terms = TERMS) {
    putBody(to, body);
    to.ints(segments.length, ENDINGS.indexOf(ends.before), ENDINGS.indexOf(ends.after));
    to.doubles(segments.flatMap((segment) => pieceNumbers(segment, terms)));
}

/** Writes the options that several kinds begin with. @param {Writer} to @param {Question} question */
function putOptions(to, question) {
    if ('options' in question) {
        const { from, to: until, tolerance, distanceTolerance, maxIterations } = question.options;
        to.doubles([from, until, tolerance, distanceTolerance]);
        to.ints(maxIterations);
    }
    if ('clock' in question) {
        const { t0, t1, step, x, y } = question.clock;
        to.doubles([t0, t1, step, x, y]);
    }
    if ('boxes' in question) to.ints(BOXES_KINDS.indexOf(question.boxes));
    const terms = question.kind === 'septic' ? SEPTIC_TERMS : TERMS;
    if ('movingPair' in question)
        for (const movingBody of question.movingPair) putMovingBody(to, movingBody, terms);
}

/** @param {Writer} to @param {Question} question @param {number} [code] */
function put(to, question, code = 1 + KINDS.indexOf(question.kind)) {
    to.ints(code);
    putOptions(to, question);
    switch (question.kind) {
        case 'pair':
        case 'trace':
        case 'cast':
        case 'ray':
            putBody(to, question.a);
            putBody(to, question.b);
            to.doubles(question.poses);
            if ('choices' in question) to.ints(...question.choices);
            else {
                to.ints(TOUCHINGS.indexOf(question.touching ?? 'conflict'));
                to.doubles(question.numbers);
            }
            break;
        case 'headings':
        case 'cones':
            putBody(to, question.a);
            putBody(to, question.b);
            to.floats(question.places);
            break;
        case 'shape':
            putOutline(to, question.body);
            break;
        case 'manifolds':
        case 'batch':
            to.ints(question.pairs.length);
            for (const { a, b, places } of question.pairs) {
                putBody(to, a);
                putBody(to, b);
                to.floats(places);
            }
            if ('reach' in question) to.doubles([question.reach]);
            break;
        case 'bodies':
            to.ints(question.placed.length, question.room);
            to.doubles([question.reach]);
            for (const { body, place } of question.placed) {
                putBody(to, body);
                to.floats(place);
            }
            putBody(to, question.one);
            to.doubles(question.pose);
            break;
        case 'worlds':
            to.ints(question.placed.length, question.still, question.room);
            to.ints(Number(question.seams ?? false));
            for (const { body, place, bits } of question.placed) {
                putBody(to, body);
                to.floats(place);
                to.ints(...bits);
            }
            putBody(to, question.one);
            to.doubles([...question.pose, ...question.way, question.reach, ...question.bits]);
            to.doubles([question.moved.length]);
            for (const { index, place } of question.moved) {
                to.ints(index);
                to.floats(place);
            }
            break;
        case 'solid':
            for (const { body } of question.two) putSolid(to, body);
            for (const { pose } of question.two) putSolidPose(to, pose);
            to.doubles(question.numbers);
            break;
        case 'unions':
            to.ints(question.parts.length);
            for (const { body, pose } of question.parts) {
                putSolid(to, body);
                putSolidPose(to, pose);
            }
            to.ints(question.positions.length);
            to.floats(question.positions.flat());
            to.ints(question.indices.length, ...question.indices);
            putSolid(to, question.b);
            for (const pose of question.poses) putSolidPose(to, pose);
            to.doubles(question.numbers);
            break;
        case 'solids': {
            const { placed, still, one, pose: poseOfOne, numbers } = question;
            to.ints(placed.length, still);
            for (const { body, pose } of [...placed, { body: one, pose: poseOfOne }]) {
                putSolid(to, body);
                putSolidPose(to, pose);
            }
            to.doubles(numbers);
            break;
        }
        case 'chains':
            for (const body of question.bodies) putSolid(to, body);
            to.ints(question.links.length, question.links.length - 2, question.links.length - 1);
            for (const link of question.links) putLink(to, link);
            break;
        case 'boxes': {
            const { axes, all, room, reach, box, cut, moved } = question;
            to.ints(axes, all.length, room);
            to.doubles([reach, ...box]);
            to.floats(all.flat());
            to.ints(cut, moved.length);
            for (const { index, sides } of moved) {
                to.ints(index);
                to.floats(sides);
            }
            break;
        }
        case 'motion':
        case 'septic':
            to.ints(question.times.length);
            to.doubles(question.times);
            break;
        case 'overlaps':
            break;
        case 'inflated':
            to.doubles(question.inflations.flat());
            to.ints(question.times.length);
            to.doubles(question.times);
            break;
        case 'usual':
            to.ints(question.method);
            break;
        case 'movers':
            to.ints(question.meetings.length);
            for (const two of question.meetings)
                for (const movingBody of two) putMovingBody(to, movingBody);
            break;
        case 'scene':
        case 'clearances':
            if (question.kind === 'clearances') to.doubles([question.limit]);
            to.ints(question.bodies.length);
            for (const movingBody of [...question.bodies, question.ego])
                putMovingBody(to, movingBody);
            break;
        case 'discs':
        case 'box':
            to.doubles(question.numbers);
            break;
        case 'flights':
            to.doubles(question.spheres.flatMap(sphereNumbers));
            break;
        case 'routes':
        case 'traffic': {
            const { routes, ends, from, to: until, touching } = question;
            to.doubles([from, until]);
            to.ints(TOUCHINGS.indexOf(touching));
            to.ints(ENDINGS.indexOf(ends.before), ENDINGS.indexOf(ends.after), routes.length);
            for (const route of routes) {
                to.ints(route.length);
                to.doubles(route.flatMap(sphereNumbers));
            }
            break;
        }
        case 'steering': {
            const { numbers, horizon, velocity, step, limits, canWait, after } = question;
            to.doubles([...numbers, horizon, ...velocity, step, ...limits]);
            to.ints(Number(canWait), ENDINGS.indexOf(after));
            break;
        }
        case 'crowd': {
            const { isDouble, records, agents, listed, room, ranges } = question;
            to.ints(Number(isDouble), records.length, listed.length, room, ...ranges);
            if (isDouble) to.doubles(records.flat());
            else to.floats(records.flat());
            to.ints(...agents, ...listed.flat());
            break;
        }
        case 'plans': {
            const { isDouble, records, agents, room, reach, from, to: end } = question;
            to.ints(Number(isDouble), records.length, room);
            if (isDouble) to.doubles(records.flat());
            else to.floats(records.flat());
            to.ints(...agents);
            to.doubles([reach, from, end]);
            break;
        }
        case 'compound':
            to.ints(question.rings.length);
            for (const ring of question.rings) {
                to.ints(ring.length);
                to.floats(ring.flat());
            }
            to.floats([question.radius]);
            putBody(to, question.b);
            to.doubles([...question.poses, ...question.numbers, ...question.velocity]);
            break;
        default:
    }
}

/** @param {Question[]} questions */
export function encode(questions) {
    const writer = new Writer();
    for (const question of questions) put(writer, question);
    return writer.bytes;
}

/** Returns questions of the kind 'chains' as those of the study, which only native builds answer. @param {Question[]} questions */
export function encodeStudy(questions) {
    const writer = new Writer();
    for (const question of questions) put(writer, question, 1 + KINDS.length);
    return writer.bytes;
}
