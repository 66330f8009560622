import {
    checkArrayEntries,
    checkBoolean,
    checkCount,
    checkFloat32,
    checkNumber,
    checkOptions,
    checkPoints,
    checkScale,
    isList,
} from '../core/arguments.js';
import * as calls from '../core/calls.js';
import { formatValue, GrazeError } from '../core/errors.js';
import { LIMITS, OUTLINE_FAULTS, OUTLINE_REPORT } from '../core/layout.js';
import { reachOf, Shape } from './shape.js';

/** Bodies that are not convex: unions of convex parts, as shapes. */

/**
 * @import { Core } from '../core/core.js'
 * @import { OutlineEdge } from './types.js'
 */

/** Maximum number of cells of a grid. */
const MAX_CELLS = 2 ** 24;

/** Largest shift of a side of a cell by its rounding to float32, in sizes of a cell. */
const MAX_CELL_SHIFT = 2 ** -8;

/** Least size of a cell: sides of smaller ones would shift by more, wherever they are. */
const MIN_CELL = 2 ** -150 / MAX_CELL_SHIFT;

/**
 * Returns the error of a failed call. Memory that ends is the fault of no argument.
 *
 * @param {Core} core
 * @param {string} argument
 */
function compoundError(core, argument) {
    return core.faultError(core.readFault().code === 'out-of-memory' ? undefined : argument);
}

/**
 * Makes a compound of a stage with points and numbers behind them.
 *
 * @param {Core} core
 * @param {'compound' | 'concave' | 'chain' | 'grid'} kind
 * @param {Float32Array} points
 * @param {ArrayLike<number>} ends
 * @param {number} radius
 * @param {(stage: number) => number} create returns a handle; 0 when it fails
 * @param {() => Error} fail returns the error of a failed call
 * @param {number} [reach] that of the shape
 */
function createCompound(
    core,
    kind,
    points,
    ends,
    radius,
    create,
    fail,
    reach = reachOf(points, radius),
) {
    const id = core.run(() => {
        const stage = calls.compoundStage(core, points.length / 2, ends.length);
        if (stage === 0) throw core.faultError();
        core.memory.float32.set(points, stage >> 2);
        core.memory.int32.set(ends, (stage >> 2) + points.length);
        const handle = create(stage);
        if (handle === 0) throw fail();
        return handle >>> 0;
    });
    return new Shape(core, id, kind, radius, reach);
}

/**
 * Returns the union of the parts of some shapes.
 *
 * @param {Core} core
 * @param {unknown} parts
 */
export function compound(core, parts) {
    let radius = 0;
    let reach = 0;
    const handles = checkArrayEntries(parts, 'parts', 'shapes', (part, k) => {
        const handle = Shape.handle(core, part, `parts[${k}]`);
        radius = Math.max(radius, /** @type {Shape} */ (part).radius);
        reach = Math.max(reach, Shape.reach(part));
        return handle;
    });
    if (handles.length === 0) {
        throw new GrazeError('too-few-points', 'parts must have at least one shape, got none', {
            argument: 'parts',
            value: parts,
        });
    }
    return createCompound(
        core,
        'compound',
        new Float32Array(0),
        handles,
        radius,
        (stage) => calls.compoundOfShapes(core, stage, handles.length),
        () => compoundError(core, `parts[${Math.max(0, core.readFault().index)}]`),
        reach,
    );
}

/** Rings of an outline: their points, one after the other, and where each ends. */
class Rings {
    /** @type {Float32Array[]} */ lists = [];
    /** @type {string[]} names of arguments */ names = [];

    /** @param {number} scale factor of all coordinates */
    constructor(scale) {
        this.scale = scale;
    }

    /** Adds a ring, without its last point if that repeats the first one. @param {unknown} points @param {string} name */
    add(points, name) {
        const flat = checkPoints(points, name, this.scale);
        const n = flat.length;
        const isClosed = n > 2 && flat[0] === flat[n - 2] && flat[1] === flat[n - 1];
        this.lists.push(isClosed ? flat.subarray(0, n - 2) : flat);
        this.names.push(name);
    }

    get points() {
        const length = this.lists.reduce((sum, list) => sum + list.length, 0);
        const points = new Float32Array(length);
        this.lists.reduce((at, list) => {
            points.set(list, at);
            return at + list.length;
        }, 0);
        return points;
    }

    get ends() {
        let end = 0;
        return this.lists.map((list) => {
            end += list.length / 2;
            return end;
        });
    }

    /** Returns the ring and the index in it of a point. @param {number} index */
    locate(index) {
        const ends = this.ends;
        const ring = ends.findIndex((end) => index < end);
        const first = ring > 0 ? ends[ring - 1] : 0;
        return { name: this.names[ring], index: index - first, list: this.lists[ring] };
    }

    /** Returns a point with its coordinates, for a message. @param {number} point */
    describePoint(point) {
        const { name, index, list } = this.locate(point);
        return `${name}[${index}] (${list[2 * index]}, ${list[2 * index + 1]})`;
    }

    /** @param {number} edge @returns {OutlineEdge} */
    getEdge(edge) {
        const { name, index, list } = this.locate(edge);
        const next = 2 * ((index + 1) % (list.length / 2));
        return {
            argument: name,
            index,
            points: [
                [list[2 * index], list[2 * index + 1]],
                [list[next], list[next + 1]],
            ],
        };
    }

    /** Returns an edge with the coordinates of its ends, for a message. @param {number} edge */
    describeEdge(edge) {
        const { argument, index, points } = this.getEdge(edge);
        const [from, to] = points.map((point) => `(${point.join(', ')})`);
        return `edge ${index} of ${argument}, from ${from} to ${to}`;
    }
}

/**
 * Returns the error of an outline that cannot be decomposed.
 *
 * @param {Core} core
 * @param {Rings} rings
 */
function outlineError(core, rings) {
    if (core.readFault().code !== 'bad-outline') return compoundError(core, 'outline');
    const ints = core.memory.int32;
    const at = core.result >> 2;
    const fault = OUTLINE_FAULTS[ints[at + OUTLINE_REPORT.fault]];
    const first = ints[at + OUTLINE_REPORT.first];
    const second = ints[at + OUTLINE_REPORT.second];
    const ringName = rings.names[first] ?? 'outline';
    switch (fault) {
        case 'too-many-points':
            return new GrazeError('out-of-range', `${ringName} must have fewer points`, {
                argument: ringName,
            });
        case 'too-few-points':
            return new GrazeError(
                'too-few-points',
                `${ringName} must have at least 3 points, got ${(rings.lists[first]?.length ?? 0) / 2}`,
                { argument: ringName },
            );
        case 'flat':
            return new GrazeError(
                'zero-area',
                `${ringName} must have an area: its points are on one line`,
                { argument: ringName },
            );
    }
    const { name, index } = rings.locate(first);
    switch (fault) {
        case 'repeated-point': {
            const text = `${rings.describePoint(first)} must differ from the next point`;
            return new GrazeError('repeated-point', text, { argument: name, index });
        }
        case 'hole-outside': {
            const text = `${name} must be inside of outline, but ${rings.describeEdge(first)} leads outside`;
            return new GrazeError('hole-outside', text, { argument: name, index });
        }
        case 'inside-hole': {
            const text = `${name} must be outside of ${rings.names[second]}, but ${rings.describeEdge(first)} leads inside`;
            return new GrazeError('hole-outside', text, { argument: name, index });
        }
    }
    const relation = fault === 'overlapping' ? 'have a segment in common' : 'cross';
    const text = `${name} must not intersect itself or another ring: ${rings.describeEdge(first)}, and ${rings.describeEdge(second)}, ${relation}`;
    const value = [rings.getEdge(first), rings.getEdge(second)];
    return new GrazeError('self-intersecting', text, { argument: name, index, value });
}

/**
 * Returns the region within an outline and outside of its holes.
 *
 * @param {Core} core
 * @param {unknown} outline
 * @param {unknown} options
 */
export function concave(core, outline, options) {
    const given = checkOptions(options, 'options', ['holes', 'radius', 'scale']);
    const { holes = [], radius = 0 } = given;
    const rounding = checkFloat32(radius, 'radius', 0);
    const rings = new Rings(checkScale(given.scale));
    rings.add(outline, 'outline');
    checkArrayEntries(holes, 'holes', 'outlines', (hole, k) => rings.add(hole, `holes[${k}]`));
    const { points, ends } = rings;
    return createCompound(
        core,
        'concave',
        points,
        ends,
        rounding,
        (stage) => calls.compoundOfOutline(core, stage, points.length / 2, ends.length, rounding),
        () => outlineError(core, rings),
    );
}

/**
 * Returns convex parts as a shape.
 *
 * @param {Core} core
 * @param {'chain' | 'grid'} kind
 * @param {Float32Array} points
 * @param {number[]} ends
 * @param {number} radius
 */
function unionOfParts(core, kind, points, ends, radius) {
    return createCompound(
        core,
        kind,
        points,
        ends,
        radius,
        (stage) => calls.compoundOfParts(core, stage, points.length / 2, ends.length, radius),
        () => compoundError(core, kind),
    );
}

/**
 * Returns the segments between successive points.
 *
 * @param {Core} core
 * @param {unknown} points
 * @param {unknown} options
 */
export function chain(core, points, options) {
    const given = checkOptions(options, 'options', ['closed', 'radius', 'scale']);
    const { closed = false, radius = 0 } = given;
    const rounding = checkFloat32(radius, 'radius', 0);
    const isClosed = checkBoolean(closed, 'closed');
    const flat = checkPoints(points, 'points', checkScale(given.scale));
    const count = flat.length / 2;
    if (count < 2) {
        throw new GrazeError('too-few-points', `points must have at least 2 points, got ${count}`, {
            argument: 'points',
            value: count,
        });
    }
    const segments = isClosed ? count : count - 1;
    const ends = Array.from({ length: segments }, (_, k) => 2 * k + 2);
    const pairs = new Float32Array(4 * segments);
    for (let k = 0; k < segments; k++) {
        const next = (k + 1) % count;
        const [x, y, toX, toY] = [flat[2 * k], flat[2 * k + 1], flat[2 * next], flat[2 * next + 1]];
        if (x === toX && y === toY) {
            throw new GrazeError(
                'repeated-point',
                `points[${k}] (${x}, ${y}) must differ from the next point`,
                {
                    argument: 'points',
                    index: k,
                },
            );
        }
        pairs.set([x, y, toX, toY], 4 * k);
    }
    return unionOfParts(core, 'chain', pairs, ends, rounding);
}

/**
 * Returns the rectangles of blocked cells: runs along x, and equal runs of successive rows as one.
 *
 * @param {ArrayLike<number>} cells row by row, from the lowest row
 * @param {number} width
 * @param {number} height
 * @returns {number[][]} [x0, y0, x1, y1] in cells
 */
export function mergeCells(cells, width, height) {
    /** @type {Map<string, number[]>} */
    let open = new Map();
    const rectangles = [];
    for (let y = 0; y < height; y++) {
        /** @type {Map<string, number[]>} */
        const next = new Map();
        for (let x = 0; x < width; x++) {
            if (!cells[y * width + x]) continue;
            const first = x;
            while (x < width && cells[y * width + x]) x++;
            const key = `${first} ${x}`;
            const run = open.get(key) ?? [first, y, x, y];
            if (!open.has(key)) rectangles.push(run);
            run[3] = y + 1;
            next.set(key, run);
        }
        open = next;
    }
    return rectangles;
}

/**
 * Returns 1 for each cell that is blocked, and 0 for the others.
 *
 * @param {unknown} cells
 */
function checkCells(cells) {
    if (!isList(cells)) {
        const text = `cells must be an array with a number per cell, got ${formatValue(cells)}`;
        throw new GrazeError('wrong-type', text, { argument: 'cells', value: cells });
    }
    const blocked = new Uint8Array(checkCount(cells.length, 'cells.length', 1, MAX_CELLS));
    for (let i = 0; i < blocked.length; i++) {
        const number = checkNumber(cells[i], `cells[${i}]`, undefined, undefined, i);
        blocked[i] = Number(number !== 0);
    }
    return blocked;
}

/**
 * Checks that float32 keeps the sides of the cells along an axis where they are.
 *
 * @param {'x' | 'y'} axis
 * @param {number} origin
 * @param {number} size
 * @param {number} side one of them
 */
function checkSide(axis, origin, size, side) {
    const rounded = Math.fround(side);
    if (!Number.isFinite(rounded)) {
        const text = `size must keep all cells within float32, got ${formatValue(size)}`;
        throw new GrazeError('out-of-range', text, { argument: 'size', value: size });
    }
    if (Math.abs(rounded - side) <= MAX_CELL_SHIFT * size) return;
    const text = `${axis} must keep the sides of cells within ${MAX_CELL_SHIFT * size} (size / 256) when they are rounded to float32, got ${origin} (a side at ${side} becomes ${rounded}); make the grid at 0 and place it by its pose`;
    throw new GrazeError('out-of-range', text, { argument: axis, value: origin });
}

/**
 * Returns the blocked cells of an occupancy grid.
 *
 * @param {Core} core
 * @param {unknown} cells
 * @param {unknown} options
 */
export function grid(core, cells, options) {
    const given = checkOptions(options, 'options', ['width', 'size', 'x', 'y']);
    const width = checkCount(given.width, 'width', 1, MAX_CELLS);
    const size = checkNumber(given.size ?? 1, 'size', MIN_CELL, LIMITS.maxPosition);
    const x = checkNumber(given.x ?? 0, 'x', -LIMITS.maxPosition, LIMITS.maxPosition);
    const y = checkNumber(given.y ?? 0, 'y', -LIMITS.maxPosition, LIMITS.maxPosition);
    const blocked = checkCells(cells);
    const { length } = blocked;
    if (length % width !== 0) {
        throw new GrazeError(
            'wrong-type',
            `cells must have whole rows of ${width} cells, got ${length}`,
            { argument: 'cells', value: length },
        );
    }
    const rectangles = mergeCells(blocked, width, length / width);
    if (rectangles.length === 0) {
        throw new GrazeError('too-few-points', 'cells must have a blocked cell, got none', {
            argument: 'cells',
        });
    }
    const points = new Float32Array(8 * rectangles.length);
    rectangles.forEach(([x0, y0, x1, y1], k) => {
        const [left, right] = [x + x0 * size, x + x1 * size];
        const [low, high] = [y + y0 * size, y + y1 * size];
        for (const side of [left, right]) checkSide('x', x, size, side);
        for (const side of [low, high]) checkSide('y', y, size, side);
        points.set([left, low, right, low, right, high, left, high], 8 * k);
    });
    const ends = rectangles.map((_, k) => 4 * k + 4);
    return unionOfParts(core, 'grid', points, ends, 0);
}
