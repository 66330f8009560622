import { deflateOutline, FLOAT32_RELATIVE } from '../checks/pair_query.js';
import { Bodies } from '../model/bodies.js';
import { solidForm } from './solid_bodies.js';
import { SolidSearch, SolidSteps } from './solid_steps.js';

/**
 * Geometry of plans in space. The check of a plan loads this folder, and `graze/solid`, where a body of the plan is in space.
 *
 * @import { Graze } from 'graze'
 * @import { SolidGraze } from 'graze/solid'
 * @import { BodyGeometry } from '../checks/geometry.js'
 * @import { Body } from '../model/bodies.js'
 *
 * Makes the geometry of plans in space; the instance of the plane decomposes footprints.
 *
 * @typedef {(plane: Graze) => BodyGeometry} GeometryMaker
 */

/**
 * Ranges of delays that are searched separately: most delays that end a conflict are short, and the boxes of two bodies are apart
 * for most short ranges. With twice as many the suggestions for 60 bodies of 10 pieces took up to 15 % less time, those for bodies
 * of 3 pieces 20 % more; with half as many they took up to 40 % more and 10 % less.
 */
const DELAY_WINDOWS = 32;

/** Parts of each piece of a motion of which boxes are joined. */
const BOX_PARTS = 4;

/**
 * Returns what makes the geometry of plans in space.
 *
 * @returns {Promise<GeometryMaker>}
 */
export async function loadSpace() {
    const { create } = await import('graze/solid');
    const solid = await create();
    return (plane) => makeGeometry(solid, plane);
}

/**
 * @param {SolidGraze} solid
 * @param {Graze} plane
 * @returns {BodyGeometry}
 */
function makeGeometry(solid, plane) {
    // The names, options and answers of its queries are those of the plane.
    const queries = /** @type {any} */ (solid);
    const form = solidForm(plane);
    return {
        queries,
        makeBodies: (scenario, begin, keepsPieces) =>
            new Bodies(queries, scenario, begin, keepsPieces, form),
        makeSteps: (bodies, begin, horizon) => new SolidSteps(bodies, begin, horizon),
        makeSearch: (steps, options) => new SolidSearch(queries, steps, options),
        boxAround,
        deflate: deflatePrism,
        delayWindows: DELAY_WINDOWS,
        pieceCost: 80,
        isLocal: true,
    };
}

/**
 * Returns a box of all that a body in space covers during a motion.
 *
 * @param {Body} body
 * @param {Body['motion']} motion
 */
function boxAround({ shape }, motion) {
    const { t0, t1, bounds } = /** @type {any} */ (motion);
    const { minX, minY, minZ, maxX, maxY, maxZ } = bounds.call(motion, t0, t1, shape, BOX_PARTS);
    return [minX, minY, minZ, maxX, maxY, maxZ];
}

/**
 * Returns the corners of a prism without a strip along its surface: its footprint without one, and less of its height.
 *
 * @param {Float32Array} vertices corners of its lower and upper face, in the order of the footprint's outline
 * @param {number} width
 */
function deflatePrism(vertices, width) {
    /** @type {number[]} */
    const outline = [];
    let half = 0;
    for (let k = 0; k < vertices.length; k += 3) {
        const [x, y, z] = vertices.subarray(k, k + 3);
        if (z < 0) outline.push(x, y);
        else half = z;
    }
    const height = Math.fround((half - width) * (1 - FLOAT32_RELATIVE));
    const points = height > 0 ? deflateOutline(Float32Array.from(outline), width) : null;
    return points?.flatMap(([x, y]) => [-height, height].map((z) => [x, y, z])) ?? null;
}
