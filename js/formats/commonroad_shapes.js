import { numberOf, sizeOf } from './commonroad_values.js';
import { centroid, convexParts } from './convex.js';
import { box } from './driving.js';
import { InputError } from './source.js';
import { checkChildren, child, optionalChild } from './xml.js';

/**
 * CommonRoad's shapes: rectangles of full sizes, circles, polygons, and several of them together.
 *
 * @import { Vertex } from './convex.js'
 * @import { Once } from './driving.js'
 * @import { CheckedFile } from './source.js'
 * @import { Element } from './xml.js'
 * @import { BodyShape, Disc, Polygon } from '../scenario/scenario.js'
 *
 * @typedef {CheckedFile & { once: Once }} RoadFile with what is told of it once
 *
 * One shape as the file places it, and the point about which CommonRoad turns it: its own centre, whatever
 * others are beside it.
 *
 * @typedef {{ centre: Vertex, pieces: (Disc | Polygon)[] }} Part
 */

export const SHAPES = Object.freeze(['rectangle', 'circle', 'polygon']);

/**
 * The shapes that an element holds.
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
        const centre = readCentre(file, element);
        return { centre, pieces: [disc(centre, sizeOf(file, element, 'radius'))] };
    }
    checkChildren(file, element, ['length', 'width', 'orientation', 'center']);
    const centre = readCentre(file, element);
    const turned = optionalChild(file, element, 'orientation');
    const angle = turned === undefined ? 0 : numberOf(file, element, 'orientation');
    const shape = box(sizeOf(file, element, 'length'), sizeOf(file, element, 'width'));
    const pieces = /** @type {Polygon[]} */ ([shape]);
    return moved({ centre: [0, 0], pieces }, angle, centre);
}

/**
 * The point that an element of `<x>` and `<y>` names.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @returns {Vertex}
 */
export function readPoint(file, element) {
    checkChildren(file, element, ['x', 'y', 'z']);
    if (optionalChild(file, element, 'z') !== undefined) {
        numberOf(file, element, 'z');
        file.once.add(element.position, 'heights are not used: bodies are checked in the plane');
    }
    return [numberOf(file, element, 'x'), numberOf(file, element, 'y')];
}

/** @param {RoadFile} file @param {Element} element @returns {Vertex} */
function readCentre(file, element) {
    const found = optionalChild(file, element, 'center');
    return found === undefined ? [0, 0] : readPoint(file, found);
}

/** @param {RoadFile} file @param {Element} element @returns {Part} */
function readPolygon(file, element) {
    checkChildren(file, element, ['point']);
    const outline = element.children.map((point) => readPoint(file, point));
    const parts = convexParts(outline);
    if (typeof parts === 'string') {
        throw new InputError('bad-shape', file, element.position, parts);
    }
    return { centre: centroid(outline), pieces: parts.map(polygon) };
}

/** @param {Vertex[]} points @returns {Polygon} */
function polygon(points) {
    return { kind: 'polygon', points, radius: 0 };
}

/** @param {Vertex} centre @param {number} radius @returns {Disc | Polygon} */
function disc([x, y], radius) {
    if (x === 0 && y === 0) return { kind: 'disc', radius };
    return { kind: 'polygon', points: [[x, y]], radius };
}

/**
 * The part turned about its own centre, then moved.
 *
 * @param {Part} part
 * @param {number} angle
 * @param {Vertex} by
 * @returns {Part}
 */
function moved({ centre: [cx, cy], pieces }, angle, [dx, dy]) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    /** @param {Vertex} at @returns {Vertex} */
    const move = ([x, y]) => {
        if (angle === 0) return [x + dx, y + dy];
        const [px, py] = [x - cx, y - cy];
        return [cx + c * px - s * py + dx, cy + s * px + c * py + dy];
    };
    const placed = pieces.map((piece) => {
        if (piece.kind === 'disc') return disc(move([0, 0]), piece.radius);
        const [only, ...others] = piece.points;
        if (others.length === 0) return disc(move(only), piece.radius);
        return { ...piece, points: piece.points.map(move) };
    });
    return { centre: [cx + dx, cy + dy], pieces: placed };
}

/**
 * Parts as one body, where they are.
 *
 * @param {Part[]} parts
 * @returns {BodyShape}
 */
export function together(parts) {
    const pieces = parts.flatMap((part) => part.pieces);
    return pieces.length === 1 ? pieces[0] : { kind: 'group', parts: pieces };
}

/**
 * A body, where its origin is beside the position that the file gives it, and whether it turns.
 *
 * @typedef {{ shape: BodyShape, offset: Vertex, turns: boolean }} Body
 */

/**
 * The body that parts make under these headings. CommonRoad turns every part about its own centre, so that
 * parts with different centres are no rigid body unless they keep one heading.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Part[]} parts
 * @param {number[]} headings
 * @returns {Body}
 */
export function bodyOf(file, element, parts, headings) {
    const [{ centre }] = parts;
    const [heading] = headings;
    const areRound = isRound(parts);
    if (headings.every((each) => each === 0) || areRound) {
        if (parts.length > 1 || !areRound) {
            return { shape: together(parts), offset: [0, 0], turns: false };
        }
        const [about] = parts.map((part) => moved(part, 0, [-centre[0], -centre[1]]));
        return { shape: together([about]), offset: centre, turns: false };
    }
    if (parts.every((part) => part.centre[0] === centre[0] && part.centre[1] === centre[1])) {
        const about = parts.map((part) => moved(part, 0, [-centre[0], -centre[1]]));
        return { shape: together(about), offset: centre, turns: true };
    }
    if (headings.every((each) => each === heading)) {
        const turned = parts.map((part) => moved(part, heading, [0, 0]));
        return { shape: together(turned), offset: [0, 0], turns: false };
    }
    const text =
        'the shapes turn about different centres: CommonRoad turns each about its own, so they are no one body';
    throw new InputError('turning-group', file, element.position, text);
}

/**
 * Whether all are discs, which look the same under every heading.
 *
 * @param {Part[]} parts
 */
export function isRound(parts) {
    return parts.every(({ pieces }) =>
        pieces.every((piece) => piece.kind === 'disc' || piece.points.length === 1),
    );
}

/**
 * The area of a lanelet: between its bounds, quadrilateral by quadrilateral; cut as a polygon when that
 * folds over. Null when its outline is no simple polygon.
 *
 * @param {RoadFile} file
 * @param {Element} lanelet
 * @returns {Polygon[] | null}
 */
export function laneletArea(file, lanelet) {
    const [left, right] = ['leftBound', 'rightBound'].map((name) => {
        const points = child(file, lanelet, name).children.filter(({ name }) => name === 'point');
        return points.map((point) => readPoint(file, point));
    });
    const strip = left.length === right.length ? stripOf(left, right) : null;
    if (strip !== null) return strip.map(polygon);
    const parts = convexParts([...right, ...left.reverse()]);
    return typeof parts === 'string' ? null : parts.map(polygon);
}

/** @param {Vertex[]} left @param {Vertex[]} right @returns {Vertex[][] | null} */
function stripOf(left, right) {
    const cells = right.slice(1).map((ahead, k) => {
        return convexParts([right[k], ahead, left[k + 1], left[k]]);
    });
    const isSound = cells.every((parts, k) => {
        // A quadrilateral that runs clockwise lies on the strip's wrong side.
        const [a, b, c, d] = [right[k], right[k + 1], left[k + 1], left[k]];
        const area = (c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0]);
        return typeof parts !== 'string' && area > 0;
    });
    return isSound && cells.length > 0 ? /** @type {Vertex[][][]} */ (cells).flat() : null;
}
