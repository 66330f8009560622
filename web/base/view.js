/** The visible part of the world: pure arithmetic, for SVG and canvas alike. The world's y axis points up. */

import * as read from './state_reader.js';

/**
 * @typedef {object} View
 * @property {number} x world point at the center
 * @property {number} y
 * @property {number} span world length along the shorter side, so that a link shows the same part on any screen
 *
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ minX: number, minY: number, maxX: number, maxY: number }} Box
 */

const MAX_SPAN = 1e9;

/** Returns the smallest span that double resolves at a point. @param {number} x @param {number} y */
function minSpan(x, y) {
    return Math.max(1e-7, Math.abs(x) * 1e-9, Math.abs(y) * 1e-9);
}

/**
 * @param {View} view
 * @param {number} width width of the screen, in pixels
 * @param {number} height
 */
export function createProjection(view, width, height) {
    const scale = Math.min(width, height) / view.span;
    return {
        /** Pixels per unit. */
        scale,
        width,
        height,
        /** @param {Point} point */
        toScreen: ({ x, y }) => ({
            x: width / 2 + (x - view.x) * scale,
            y: height / 2 - (y - view.y) * scale,
        }),
        /** @param {Point} point */
        toWorld: ({ x, y }) => ({
            x: view.x + (x - width / 2) / scale,
            y: view.y - (y - height / 2) / scale,
        }),
    };
}

/** @typedef {ReturnType<typeof createProjection>} Projection */

/**
 * Returns the view after the screen has been dragged by (dx, dy) pixels.
 *
 * @param {View} view
 * @param {Projection} projection
 * @param {number} dx
 * @param {number} dy
 * @returns {View}
 */
export function panView(view, projection, dx, dy) {
    return { ...view, x: view.x - dx / projection.scale, y: view.y + dy / projection.scale };
}

/**
 * Returns the view scaled by `factor` with the world point under `at` unchanged.
 *
 * @param {View} view
 * @param {Projection} projection
 * @param {number} factor
 * @param {Point} at fixed point on the screen, in pixels
 * @returns {View}
 */
export function zoomView(view, projection, factor, at) {
    const minimum = minSpan(view.x, view.y);
    const span = Math.min(Math.max(view.span / factor, minimum), MAX_SPAN);
    const fixed = projection.toWorld(at);
    const ratio = span / view.span;
    return {
        x: fixed.x + (view.x - fixed.x) * ratio,
        y: fixed.y + (view.y - fixed.y) * ratio,
        span,
    };
}

/**
 * Returns the view that shows a whole box, with a margin.
 *
 * @param {Box} box
 * @param {number} width width of the screen, in pixels
 * @param {number} height
 * @param {number} [margin] as a fraction of the box
 * @returns {View}
 */
export function fitView(box, width, height, margin = 0.15) {
    const shorter = Math.min(width, height);
    const across = ((box.maxX - box.minX) * shorter) / width;
    const up = ((box.maxY - box.minY) * shorter) / height;
    const span = Math.max(across, up, 1e-3) * (1 + 2 * margin);
    return { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2, span };
}

/** @param {Iterable<Point>} points @returns {Box} */
export function boundingBox(points) {
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    for (const { x, y } of points) {
        box.minX = Math.min(box.minX, x);
        box.minY = Math.min(box.minY, y);
        box.maxX = Math.max(box.maxX, x);
        box.maxY = Math.max(box.maxY, y);
    }
    return box;
}

/**
 * Returns the view rounded to the visible digits, for the address.
 *
 * @param {View} view
 * @returns {View}
 */
export function roundView(view) {
    const span = Number(view.span.toPrecision(4));
    const decimals = Math.min(Math.max(0, 3 - Math.floor(Math.log10(span))), 12);
    return { x: Number(view.x.toFixed(decimals)), y: Number(view.y.toFixed(decimals)), span };
}

/** Returns whether a given state contains a view. @param {unknown} state */
export function hasView(state) {
    return read.record(state).view !== undefined;
}

/**
 * @param {unknown} value value from a state
 * @param {View} fallback
 * @returns {View}
 */
export function readView(value, fallback) {
    const view = read.record(value);
    const x = read.number(view.x, fallback.x);
    const y = read.number(view.y, fallback.y);
    return { x, y, span: read.number(view.span, fallback.span, minSpan(x, y), MAX_SPAN) };
}
