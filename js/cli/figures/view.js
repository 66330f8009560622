/**
 * Converts the plan's frame to a picture's.
 *
 * @import { Grid, Scenario } from 'graze/scenario'
 * @import { Part } from './bodies.js'
 * @import { Pose } from './pose_at.js'
 */

import { transformPoints } from './bodies.js';

/** Size of the picture, in pixels. */
const WIDTH = 480;
const HEIGHT = 360;

/** Number of a map's cells in one picture above which only some are visited. */
const MAX_CELLS = 65_536;

/** Rounds to a hundredth of a pixel. @param {number} value */
function roundPixel(value) {
    return Math.round(value * 100) / 100;
}

/** A window on the plan, with a margin around its content. */
export class View {
    #axes;
    #areAxesSwapped;

    /**
     * @param {Scenario['axes']} axes
     * @param {[number, number, number, number]} box content of the picture: minimum x and y, maximum x and y
     */
    constructor(axes, [minX, minY, maxX, maxY]) {
        this.#axes = axes;
        // With 'down-right', x points down in the picture and y to the right.
        this.#areAxesSwapped = axes === 'down-right';
        const [spanX, spanY] = [maxX - minX, maxY - minY];
        const [across, down] = this.#areAxesSwapped ? [spanY, spanX] : [spanX, spanY];
        this.scale = Math.min(WIDTH / across, HEIGHT / down);
        const [w, h] = [WIDTH / this.scale, HEIGHT / this.scale];
        const [width, height] = this.#areAxesSwapped ? [h, w] : [w, h];
        const [midX, midY] = [(minX + maxX) / 2, (minY + maxY) / 2];
        this.minX = midX - width / 2;
        this.maxX = midX + width / 2;
        this.minY = midY - height / 2;
        this.maxY = midY + height / 2;
    }

    /** @returns {[number, number]} */
    get size() {
        return [WIDTH, HEIGHT];
    }

    /** @param {number} x @param {number} y @returns {[number, number]} */
    point(x, y) {
        const [u, v] = [(x - this.minX) * this.scale, (y - this.minY) * this.scale];
        if (this.#areAxesSwapped) return [roundPixel(v), roundPixel(u)];
        const down = this.#axes === 'right-up' ? (this.maxY - y) * this.scale : v;
        return [roundPixel(u), roundPixel(down)];
    }

    /** @param {number} x @param {number} y @param {number} margin */
    contains(x, y, margin) {
        return (
            x >= this.minX - margin &&
            x <= this.maxX + margin &&
            y >= this.minY - margin &&
            y <= this.maxY + margin
        );
    }

    /** Returns whether the box of a part overlaps the picture. @param {Part} part @param {Pose} pose */
    overlaps({ points, radius }, pose) {
        const placed = transformPoints(points, pose);
        const [xs, ys] = [0, 1].map((axis) => placed.map((point) => point[axis]));
        return (
            Math.max(...xs) + radius >= this.minX &&
            Math.min(...xs) - radius <= this.maxX &&
            Math.max(...ys) + radius >= this.minY &&
            Math.min(...ys) - radius <= this.maxY
        );
    }

    /**
     * @param {readonly Part[]} parts
     * @param {Pose} pose
     */
    body(parts, pose) {
        /** @param {[number, number][]} ring */
        const toPixels = (ring) =>
            transformPoints(ring, pose).flatMap(([x, y]) => this.point(x, y));
        return parts.map(({ points, holes, radius }) => ({
            points: toPixels(points),
            ...(holes && { holes: holes.map(toPixels) }),
            radius: roundPixel(radius * this.scale),
        }));
    }

    /**
     * Returns the blocked cells in view as boxes; neighbors along y are joined.
     *
     * @param {Grid} grid
     * @returns {[number, number, number, number][]} left, top, width, height of each box
     */
    cells({ nx, ny, blocked }) {
        const clamp = (/** @type {number} */ value, /** @type {number} */ count) =>
            Math.min(Math.max(Math.round(value), 0), count - 1);
        const [i0, i1] = [clamp(this.minX, nx), clamp(this.maxX, nx)];
        const [j0, j1] = [clamp(this.minY, ny), clamp(this.maxY, ny)];
        const step = Math.ceil(Math.sqrt(((i1 - i0 + 1) * (j1 - j0 + 1)) / MAX_CELLS));
        /** @type {[number, number, number, number][]} */
        const boxes = [];
        for (let i = i0; i <= i1; i += step) {
            let from = -1;
            for (let j = j0; j <= j1 + step; j += step) {
                const isBlocked = j <= j1 && blocked[i * ny + j] !== 0;
                if (isBlocked && from < 0) from = j;
                if (isBlocked || from < 0) continue;
                boxes.push(this.#box(i - 0.5, from - 0.5, i - 0.5 + step, j - 0.5));
                from = -1;
            }
        }
        return boxes;
    }

    /**
     * @param {number} x0
     * @param {number} y0
     * @param {number} x1
     * @param {number} y1
     * @returns {[number, number, number, number]}
     */
    #box(x0, y0, x1, y1) {
        const [[u0, v0], [u1, v1]] = [this.point(x0, y0), this.point(x1, y1)];
        return [
            Math.min(u0, u1),
            Math.min(v0, v1),
            roundPixel(Math.abs(u1 - u0)),
            roundPixel(Math.abs(v1 - v0)),
        ];
    }
}
