import {
    checkArrayEntries,
    checkBoolean,
    checkFloat32,
    checkNumbers,
    checkOptions,
    checkPoint,
    isList,
    MAX_RECORDS,
} from '../core/arguments.js';
import { argumentError, GrazeError } from '../core/errors.js';
import { LIMITS } from '../core/layout.js';

/** Walls of a scene: polylines that stand still, as segments. */

/**
 * @import { Clock } from './types.js'
 *
 * @typedef {object} Walls
 * @property {Float32Array} segments numbers of each segment: both ends, relative to the clock's point, and the radius
 * @property {Int32Array} starts the first segment of each wall, and the number of all segments
 */

const WALL_KEYS = ['points', 'closed', 'radius'];

/** Numbers per segment: x and y of both ends, radius. */
const SEGMENT_NUMBERS = 5;

/**
 * Returns the coordinates of points in double: of a list of points, or of a flat one.
 *
 * @param {unknown} points
 * @param {string} name
 * @param {number} index index of the wall
 * @returns {ArrayLike<number>}
 */
function readPoints(points, name, index) {
    if (!isList(points)) {
        const expected = 'an array of { x, y } or [x, y], or of flat numbers';
        throw argumentError('wrong-type', name, expected, points);
    }
    if (points.length > 0 && typeof points[0] === 'object') {
        return checkArrayEntries(points, name, 'points', (point, k) => {
            return checkPoint(point, `${name}[${k}]`, LIMITS.maxPosition, index);
        }).flatMap(({ x, y }) => [x, y]);
    }
    const numbers = checkNumbers(points, name, 0, 2 * MAX_RECORDS, index);
    if (numbers.length % 2 === 0) return numbers;
    throw new GrazeError(
        'wrong-type',
        `${name} must have x and y of each point, got ${numbers.length} numbers`,
        { argument: name, index, value: numbers.length },
    );
}

/**
 * Returns the segments of a wall.
 *
 * @param {unknown} wall
 * @param {number} k
 * @param {Readonly<Required<Clock>>} clock
 */
function readWall(wall, k, clock) {
    const isPlain = isList(wall);
    const given = isPlain
        ? { points: wall, closed: undefined, radius: undefined }
        : checkOptions(wall, `walls[${k}]`, WALL_KEYS);
    const { points, closed = false, radius = 0 } = /** @type {Record<string, unknown>} */ (given);
    const name = isPlain ? `walls[${k}]` : `walls[${k}].points`;
    const isClosed = checkBoolean(closed, `walls[${k}].closed`);
    const rounding = checkFloat32(radius, `walls[${k}].radius`, 0);
    const coordinates = readPoints(points, name, k);
    const count = coordinates.length / 2;
    if (count < 2) {
        const text = `${name} must have at least 2 points, got ${count}`;
        throw new GrazeError('too-few-points', text, { argument: name, index: k, value: count });
    }
    const local = Float32Array.from(coordinates, (value, i) => {
        return value - (i % 2 === 0 ? clock.x : clock.y);
    });
    if (!local.every(Number.isFinite)) {
        const text = `${name} must be within float32 of the clock's point`;
        throw new GrazeError('out-of-range', text, { argument: name, index: k });
    }
    const segments = new Float32Array(SEGMENT_NUMBERS * (isClosed ? count : count - 1));
    for (let i = 0; i < segments.length / SEGMENT_NUMBERS; i++) {
        const next = (i + 1) % count;
        const ends = [local[2 * i], local[2 * i + 1], local[2 * next], local[2 * next + 1]];
        if (ends[0] === ends[2] && ends[1] === ends[3]) {
            const [x, y] = [coordinates[2 * i], coordinates[2 * i + 1]];
            throw new GrazeError(
                'repeated-point',
                `${name}[${i}] (${x}, ${y}) must differ from the next point`,
                { argument: name, index: k },
            );
        }
        segments.set([...ends, rounding], SEGMENT_NUMBERS * i);
    }
    return segments;
}

/** The walls of a scene that has none. @returns {Walls} */
export const noWalls = () => ({ segments: new Float32Array(0), starts: Int32Array.of(0) });

/**
 * Checks the walls of a scene.
 *
 * @param {unknown} walls
 * @param {Readonly<Required<Clock>>} clock
 * @returns {Walls}
 */
export function checkWalls(walls, clock) {
    const list = checkArrayEntries(walls, 'walls', 'walls', (wall, k) => readWall(wall, k, clock));
    const starts = new Int32Array(list.length + 1);
    list.forEach((segments, k) => {
        starts[k + 1] = starts[k] + segments.length / SEGMENT_NUMBERS;
    });
    const segments = new Float32Array(SEGMENT_NUMBERS * starts[list.length]);
    list.forEach((one, k) => {
        segments.set(one, SEGMENT_NUMBERS * starts[k]);
    });
    return { segments, starts };
}

/**
 * Returns the wall of a segment, and its index in the wall.
 *
 * @param {Int32Array} starts
 * @param {number} segment index among those of all walls
 */
export function locateSegment(starts, segment) {
    let [wall, end] = [0, starts.length - 1];
    while (end - wall > 1) {
        const middle = (wall + end) >> 1;
        if (starts[middle] <= segment) wall = middle;
        else end = middle;
    }
    return { wall, segment: segment - starts[wall] };
}
