/** Outlines that graze refuses: the edges at fault, and an edit that is refused while the last good body stays. */

import { announce } from './announce.js';
import { h, setAttributes, svg } from './dom.js';
import { shortestDecimal } from './float.js';
import { findFault, shapeRings, toWorld } from './shapes.js';
import { isEqual } from './state.js';

/**
 * @import { Graze, GrazeError, OutlineEdge } from 'graze'
 * @import { PoseState, ShapeState } from './shapes.js'
 * @import { Stage } from './stage.js'
 * @import { Point } from './view.js'
 *
 * @typedef {{ message: string, lines: Point[][] }} Fault lines at fault, in the world
 */

/**
 * Returns graze's message for an outline and the edges at fault: the two that intersect, or those at the point.
 *
 * @param {GrazeError} error
 * @param {ShapeState} shape
 * @param {PoseState} pose
 * @returns {Fault}
 */
export function describeFault({ code, message, value, index, argument }, shape, pose) {
    /** @type {[number, number][][]} */
    let lines = [];
    if (code === 'self-intersecting') {
        lines = /** @type {OutlineEdge[]} */ (value).map(({ points }) => points);
    } else if (index !== undefined) {
        // The argument is 'outline', or 'holes[1]' for example.
        const hole = /\d+/.exec(argument ?? '');
        const ring = shapeRings(shape)[hole ? Number(hole[0]) + 1 : 0];
        lines = [[ring[index], ring[(index + 1) % ring.length]]];
    }
    // graze prints all digits of a float32; the page, its shortest decimal, with a true minus sign.
    const text = message
        .replace(/\d+\.\d{7,}/g, (digits) => String(shortestDecimal(Number(digits))))
        .replace(/-(?=\d)/g, '−');
    return {
        message: `Refused: ${text}.`,
        lines: lines.map((line) => line.map(([x, y]) => toWorld(pose, { x, y }))),
    };
}

/**
 * Shows on a stage which outline of a body was refused, and why, until the body changes.
 *
 * @param {Stage} stage
 * @param {Graze} graze
 */
export function createRefusal(stage, graze) {
    const outline = svg('path', { class: 'refused-outline' });
    const edges = svg('path', { class: 'refused-edges' });
    // Above the bodies, which would hide the edges.
    stage.labels.before(svg('g', { class: 'refusal' }, outline, edges));
    const text = h('p', { class: 'stage-message', hidden: true });
    stage.element.append(text);
    /** @type {{ fault: Fault, rings: Point[][], last: unknown, side: 'a' | 'b' } | null} */
    let refused = null;

    return {
        /**
         * Returns whether graze accepts a body's next shape; if not, the stage shows it with the reason.
         *
         * @param {'a' | 'b'} side
         * @param {ShapeState} shape the next shape
         * @param {PoseState} pose
         * @param {unknown} last state of the present body, which stays
         */
        accepts(side, shape, pose, last) {
            const error = findFault(graze, shape);
            if (!error) {
                refused = null;
                return true;
            }
            const rings = shapeRings(shape).map((ring) =>
                ring.map(([x, y]) => toWorld(pose, { x, y })),
            );
            refused = { fault: describeFault(error, shape, pose), rings, last, side };
            announce(refused.fault.message);
            stage.redraw();
            return false;
        },
        /** Draws the refused outline, if the body is still the one that stayed. @param {{ a: object, b: object }} bodies */
        draw(bodies) {
            if (refused && !isEqual(bodies[refused.side], refused.last)) refused = null;
            text.hidden = !refused;
            const heights = refused?.fault.lines.flat().map((point) => stage.toScreen(point).y);
            // The message must not cover the edges that it names.
            const isAtTop = Math.max(...(heights ?? [0])) > stage.size.height / 2;
            text.classList.toggle('is-at-top', isAtTop);
            text.textContent = refused?.fault.message ?? '';
            setAttributes(outline, {
                d: refused?.rings.map((ring) => stage.path(ring, true)).join('') ?? '',
            });
            setAttributes(edges, {
                d: refused?.fault.lines.map((line) => stage.path(line)).join('') ?? '',
            });
        },
    };
}
