import { Bodies } from '../model/bodies.js';
import { solidForm } from './solid_bodies.js';
import { SolidSearch, SolidSteps } from './solid_steps.js';

/**
 * Geometry of plans in space. The check of a plan loads this folder, and `graze/solid`, where a body of the plan is in space.
 *
 * @import { Graze } from 'graze'
 * @import { SolidGraze } from 'graze/solid'
 * @import { BodyGeometry } from '../checks/body_checker.js'
 * @import { TimeSpan } from '../checks/disc_records.js'
 * @import { Scenario } from '../model/scenario.js'
 *
 * Makes the geometry of a plan in space; `plane` decomposes footprints.
 *
 * @typedef {(plane: Graze, scenario: Scenario, span: TimeSpan) => BodyGeometry} GeometryMaker
 */

/**
 * Returns what makes the geometry of a plan in space.
 *
 * @returns {Promise<GeometryMaker>}
 */
export async function loadSpace() {
    const { create } = await import('graze/solid');
    const solid = await create();
    return (plane, scenario, span) => makeGeometry(solid, plane, scenario, span);
}

/**
 * @param {SolidGraze} solid
 * @param {Graze} plane
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @returns {BodyGeometry}
 */
function makeGeometry(solid, plane, scenario, { begin, horizon }) {
    // The names, options and answers of its queries are those of the plane.
    const queries = /** @type {any} */ (solid);
    return {
        queries,
        bodies: new Bodies(queries, scenario, begin, false, solidForm(plane)),
        makeSteps: (bodies) => new SolidSteps(bodies, begin, horizon),
        makeSearch: (steps, options) => new SolidSearch(queries, steps, options),
        isLocal: true,
    };
}
