/** Paths of a body's outline on a stage, of bodies of several parts too. */

import { shapeRings, toWorld, worldPoints, worldVertices } from './shapes.js';

/**
 * @import { Shape } from 'graze'
 * @import { Stage } from './stage.js'
 * @import { Point } from './view.js'
 * @import { PoseState, Ring, ShapeState } from './shapes.js'
 *
 * @typedef {(t: number) => Point} Curve for t from 0 to 1
 */

/** Number of points at which a curve is tested and, if it is an arc, drawn. */
const SAMPLES = 32;
/** Number of halvings that find the end of a visible piece of a curve. */
const HALVINGS = 24;
/** Fraction of the radius by which rounding may bring a point of the boundary nearer. */
const ROUNDING = 1e-9;

/** Pieces of boundaries in the frames of their bodies. @type {WeakMap<Shape, Point[][]>} */
const boundaryPieces = new WeakMap();

/** Returns twice the signed area. @param {Ring} ring */
function windingOf(ring) {
    let sum = 0;
    for (const [i, [x, y]] of ring.entries()) {
        const [nextX, nextY] = ring[(i + 1) % ring.length];
        sum += x * nextY - nextX * y;
    }
    return sum;
}

/**
 * Returns the curves at a distance from rings, on their outer side: a segment per edge, and an arc per convex vertex.
 *
 * @param {Ring[]} rings the outline, then the holes
 * @param {number} radius
 * @returns {Curve[]}
 */
function offsetCurves(rings, radius) {
    return rings.flatMap((ring, k) => {
        // The body lies to the left of every edge: counter-clockwise outline, clockwise holes.
        const isInOrder = windingOf(ring) > 0 === (k === 0);
        const points = isInOrder ? ring : [...ring].reverse();
        const edges = points.map(([x, y], i) => {
            const [nextX, nextY] = points[(i + 1) % points.length];
            const angle = Math.atan2(nextY - y, nextX - x) - Math.PI / 2;
            return { x, y, dx: nextX - x, dy: nextY - y, angle };
        });
        return edges.flatMap(({ x, y, dx, dy, angle }, i) => {
            const next = edges[(i + 1) % edges.length];
            const shift = { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
            /** @type {Curve} */
            const edge = (t) => ({ x: x + t * dx + shift.x, y: y + t * dy + shift.y });
            if (dx * next.dy - dy * next.dx <= 0) return [edge];
            const turn = (next.angle - angle + 4 * Math.PI) % (2 * Math.PI);
            /** @type {Curve} */
            const arc = (t) => ({
                x: next.x + radius * Math.cos(angle + t * turn),
                y: next.y + radius * Math.sin(angle + t * turn),
            });
            return [edge, arc];
        });
    });
}

/**
 * Returns the boundary of the points within a radius of a region: the curves at that distance, without the pieces
 * that lie nearer to another edge. Notches narrower than the radius are cut off that way.
 *
 * @param {Ring[]} rings
 * @param {number} radius
 */
function findPieces(rings, radius) {
    const segments = rings.flatMap((ring) =>
        ring.map(([x, y], i) => {
            const [nextX, nextY] = ring[(i + 1) % ring.length];
            return { x, y, dx: nextX - x, dy: nextY - y };
        }),
    );
    const least = radius * (1 - ROUNDING);
    const isFree = (/** @type {Point} */ point) =>
        segments.every(({ x, y, dx, dy }) => {
            const [px, py] = [point.x - x, point.y - y];
            const t = Math.min(Math.max((px * dx + py * dy) / (dx * dx + dy * dy), 0), 1);
            return Math.hypot(px - t * dx, py - t * dy) >= least;
        });
    /** @type {Point[][]} */
    const pieces = [];
    for (const curve of offsetCurves(rings, radius)) {
        const isFreeAt = (/** @type {number} */ t) => isFree(curve(t));
        /** @type {Point[] | null} */
        let piece = null;
        /** Returns where the curve becomes free or hidden. @param {number} lo @param {number} hi */
        const findChange = (lo, hi) => {
            const isFreeFirst = isFreeAt(lo);
            let [from, to] = [lo, hi];
            for (let i = 0; i < HALVINGS; i++) {
                const middle = (from + to) / 2;
                if (isFreeAt(middle) === isFreeFirst) from = middle;
                else to = middle;
            }
            return curve(isFreeFirst ? from : to);
        };
        for (let i = 0; i <= SAMPLES; i++) {
            const t = i / SAMPLES;
            const before = (i - 1) / SAMPLES;
            if (isFreeAt(t)) {
                if (!piece) {
                    piece = i > 0 ? [findChange(before, t)] : [];
                    pieces.push(piece);
                }
                piece.push(curve(t));
            } else if (piece) {
                piece.push(findChange(before, t));
                piece = null;
            }
        }
    }
    return pieces;
}

/**
 * Returns the paths of a body: of its area, of its boundary and, of a concave body, of the rings without the radius.
 *
 * @param {Stage} stage
 * @param {ShapeState} shape
 * @param {Shape} bodyShape the graze shape of the state
 * @param {PoseState} pose
 */
export function drawOutline(stage, shape, bodyShape, pose) {
    if (shape.kind !== 'concave') {
        const corners = worldVertices(bodyShape, pose);
        const path = stage.roundedPath(corners, bodyShape.radius);
        return { area: path, boundary: path, rings: stage.path(corners, true) };
    }
    const rings = shapeRings(shape)
        .map((ring) =>
            stage.path(
                ring.map(([x, y]) => toWorld(pose, { x, y })),
                true,
            ),
        )
        .join('');
    const { radius } = bodyShape;
    if (radius === 0) return { area: rings, boundary: rings, rings };
    let pieces = boundaryPieces.get(bodyShape);
    if (!pieces) {
        pieces = findPieces(shapeRings(shape), radius);
        boundaryPieces.set(bodyShape, pieces);
    }
    // Each part is drawn counter-clockwise, so that their union is filled by the rule that counts windings.
    const area = bodyShape.parts
        .map(({ vertices }) => stage.roundedPath(worldPoints(vertices, pose), radius))
        .join('');
    const boundary = pieces
        .map((piece) => stage.path(piece.map((point) => toWorld(pose, point))))
        .join('');
    return { area, boundary, rings };
}
