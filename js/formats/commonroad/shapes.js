import { centroid, cutQuadrilateral, findFault, normalizeOutline } from '../bodies/outlines.js';
import { makeBox } from '../bodies/poses.js';
import { InputError } from '../text/source.js';
import { checkChildren, findChild, requireChild } from '../text/xml.js';
import { readNumber, readSize } from './values.js';

/**
 * Reads CommonRoad's shapes: rectangles of full sizes, circles, polygons, and several of them together.
 *
 * @import { Outlines, Vertex } from '../bodies/outlines.js'
 * @import { UniqueNotices } from '../bodies/poses.js'
 * @import { CheckedFile } from '../text/source.js'
 * @import { Element } from '../text/xml.js'
 * @import { Disc, PlaneShape, Polygon } from '../../scenario/model/scenario.js'
 *
 * @typedef {CheckedFile & { uniqueNotices: UniqueNotices, outlines: Outlines }} RoadFile with the notices that are given once, and
 *   the outlines to check
 *
 * One shape as the file places it, and the point about which CommonRoad turns it: its own center, whatever
 * others are beside it.
 *
 * @typedef {{ center: Vertex, shapes: (Disc | Polygon)[] }} Part
 */

export const SHAPES = Object.freeze(['rectangle', 'circle', 'polygon']);

/**
 * Reads the shapes of an element.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @returns {Part[]}
 */
export function readShapes(file, element) {
    checkChildren(file, element, SHAPES);
    if (element.children.length === 0) {
        const text = `<${element.name}> holds no shape`;
        throw new InputError('missing-element', file, element.position, text);
    }
    return element.children.map((shape) => readShape(file, shape));
}

/**
 * @param {RoadFile} file
 * @param {Element} element one of SHAPES
 * @returns {Part}
 */
export function readShape(file, element) {
    if (element.name === 'polygon') return readPolygon(file, element);
    if (element.name === 'circle') {
        checkChildren(file, element, ['radius', 'center']);
        const center = readCenter(file, element);
        return { center, shapes: [makeDisc(center, readSize(file, element, 'radius'))] };
    }
    checkChildren(file, element, ['length', 'width', 'orientation', 'center']);
    const center = readCenter(file, element);
    const orientation = findChild(file, element, 'orientation');
    const angle = orientation === undefined ? 0 : readNumber(file, element, 'orientation');
    const shape = makeBox(readSize(file, element, 'length'), readSize(file, element, 'width'));
    const shapes = /** @type {Polygon[]} */ ([shape]);
    return transformPart({ center: [0, 0], shapes }, angle, center);
}

/**
 * Reads the point of an element with `<x>` and `<y>`.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @returns {Vertex}
 */
export function readPoint(file, element) {
    checkChildren(file, element, ['x', 'y', 'z']);
    if (findChild(file, element, 'z') !== undefined) {
        readNumber(file, element, 'z');
        file.uniqueNotices.add(
            element.position,
            'heights are not used: bodies are checked in the plane',
        );
    }
    return [readNumber(file, element, 'x'), readNumber(file, element, 'y')];
}

/** @param {RoadFile} file @param {Element} element @returns {Vertex} */
function readCenter(file, element) {
    const found = findChild(file, element, 'center');
    return found === undefined ? [0, 0] : readPoint(file, found);
}

/** @param {RoadFile} file @param {Element} element @returns {Part} */
function readPolygon(file, element) {
    checkChildren(file, element, ['point']);
    /** @type {Map<Vertex, Element>} */
    const sources = new Map();
    const outline = element.children.map((point) => {
        const vertex = readPoint(file, point);
        sources.set(vertex, point);
        return vertex;
    });
    const points = normalizeOutline(outline);
    if (typeof points === 'string') {
        throw new InputError('bad-shape', file, element.position, points);
    }
    const polygon = makePolygon(points);
    file.outlines.add(polygon, (_, point) => (sources.get(points[point]) ?? element).position);
    return { center: centroid(outline), shapes: [polygon] };
}

/** @param {Vertex[]} points @returns {Polygon} */
function makePolygon(points) {
    return { kind: 'polygon', points, radius: 0 };
}

/** @param {Vertex} center @param {number} radius @returns {Disc | Polygon} */
function makeDisc([x, y], radius) {
    if (x === 0 && y === 0) return { kind: 'disc', radius };
    return { kind: 'polygon', points: [[x, y]], radius };
}

/**
 * Rotates a part about its own center, then translates it.
 *
 * @param {Part} part
 * @param {number} angle
 * @param {Vertex} offset
 * @returns {Part}
 */
function transformPart({ center: [cx, cy], shapes }, angle, [dx, dy]) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    /** @param {Vertex} point @returns {Vertex} */
    const move = ([x, y]) => {
        if (angle === 0) return [x + dx, y + dy];
        const [px, py] = [x - cx, y - cy];
        return [cx + c * px - s * py + dx, cy + s * px + c * py + dy];
    };
    const transformed = shapes.map((shape) => {
        if (shape.kind === 'disc') return makeDisc(move([0, 0]), shape.radius);
        const [only, ...others] = shape.points;
        if (others.length === 0) return makeDisc(move(only), shape.radius);
        return { ...shape, points: shape.points.map(move) };
    });
    return { center: [cx + dx, cy + dy], shapes: transformed };
}

/**
 * Combines parts into one body at their positions.
 *
 * @param {Part[]} parts
 * @returns {PlaneShape}
 */
export function combineParts(parts) {
    const shapes = parts.flatMap((part) => part.shapes);
    return shapes.length === 1 ? shapes[0] : { kind: 'group', parts: shapes };
}

/**
 * A body, the offset of its origin from the position in the file, and whether it turns.
 *
 * @typedef {{ shape: PlaneShape, offset: Vertex, isTurning: boolean }} Body
 */

/**
 * Makes a body of parts that have these angles. CommonRoad rotates every part about its own center, so that parts with
 * different centers are not a rigid body unless they keep one angle.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Part[]} parts
 * @param {number[]} angles
 * @returns {Body}
 */
export function makeBody(file, element, parts, angles) {
    const [{ center }] = parts;
    const [angle] = angles;
    const isOnlyDiscs = isRound(parts);
    if (angles.every((each) => each === 0) || isOnlyDiscs) {
        if (parts.length > 1 || !isOnlyDiscs) {
            return { shape: combineParts(parts), offset: [0, 0], isTurning: false };
        }
        const [centered] = parts.map((part) => transformPart(part, 0, [-center[0], -center[1]]));
        return { shape: combineParts([centered]), offset: center, isTurning: false };
    }
    if (parts.every((part) => part.center[0] === center[0] && part.center[1] === center[1])) {
        const centered = parts.map((part) => transformPart(part, 0, [-center[0], -center[1]]));
        return { shape: combineParts(centered), offset: center, isTurning: true };
    }
    if (angles.every((each) => each === angle)) {
        const rotated = parts.map((part) => transformPart(part, angle, [0, 0]));
        return { shape: combineParts(rotated), offset: [0, 0], isTurning: false };
    }
    const text =
        'the shapes turn about different centers: CommonRoad turns each about its own, so they are not one body';
    throw new InputError('turning-group', file, element.position, text);
}

/**
 * Returns whether all parts are discs, which do not depend on the angle.
 *
 * @param {Part[]} parts
 */
export function isRound(parts) {
    return parts.every(({ shapes }) =>
        shapes.every((shape) => shape.kind === 'disc' || shape.points.length === 1),
    );
}

/**
 * Returns the area of a lanelet between its bounds, as one quadrilateral per pair of points, or, if these fold over, as one polygon.
 * Returns null if its outline is not a simple polygon.
 *
 * @param {RoadFile} file
 * @param {Element} lanelet
 * @returns {Promise<Polygon[] | null>}
 */
export async function laneletArea(file, lanelet) {
    const [left, right] = ['leftBound', 'rightBound'].map((name) => {
        const points = requireChild(file, lanelet, name).children.filter(
            ({ name }) => name === 'point',
        );
        return points.map((point) => readPoint(file, point));
    });
    const strip = left.length === right.length ? cutStrip(left, right) : null;
    if (strip !== null) return strip.map(makePolygon);
    const points = normalizeOutline([...right, ...left.reverse()]);
    if (typeof points === 'string') return null;
    const polygon = makePolygon(points);
    return (await findFault(polygon)) === undefined ? [polygon] : null;
}

/** @param {Vertex[]} left @param {Vertex[]} right @returns {Vertex[][] | null} */
function cutStrip(left, right) {
    /** @type {Vertex[][]} */
    const parts = [];
    for (let k = 0; k + 1 < right.length; k++) {
        // A clockwise quadrilateral lies on the wrong side of the strip.
        const cell = cutQuadrilateral([right[k], right[k + 1], left[k + 1], left[k]]);
        if (cell === null) return null;
        parts.push(...cell);
    }
    return parts.length > 0 ? parts : null;
}
