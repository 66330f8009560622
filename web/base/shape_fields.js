/** Fields that edit a shape: kind, number of vertices, radius, and each vertex. */

import { h } from './dom.js';
import { choiceField, details, numberField } from './fields.js';
import { shortestDecimal } from './float.js';
import { findOutlineName, namedOutline, OUTLINE_NAMES } from './outlines.js';
import {
    boundingRadius,
    convertShape,
    MAX_RADIUS,
    MAX_VERTICES,
    regularPolygon,
    shapePoints,
    withVertex,
} from './shapes.js';

/**
 * @import { OutlineName } from './outlines.js'
 * @import { ShapeState } from './shapes.js'
 */

const KIND_NAMES = /** @type {const} */ ([
    ['disc', 'Disc'],
    ['capsule', 'Capsule'],
    ['polygon', 'Polygon'],
    ['concave', 'Concave'],
]);
/** Shown when the outline has no name; it cannot be chosen. */
const OWN_OUTLINE = 'Custom';

/**
 * @param {object} options
 * @param {string} options.name name of the body, for labels
 * @param {() => ShapeState} options.get
 * @param {(shape: ShapeState) => void} options.onShape
 * @param {Node} [options.drawButton] button that draws the outline of a concave body
 */
export function createShapeFields({ name, get, onShape, drawButton }) {
    const kind = choiceField({
        label: 'Shape',
        choices: KIND_NAMES,
        onInput: (value) => onShape(convertShape(get(), value)),
    });
    const count = numberField({
        label: 'Vertices',
        min: 3,
        max: MAX_VERTICES,
        isInteger: true,
        title: 'Replaces the shape by a regular polygon with this many vertices',
        onInput(value) {
            const { points } = get();
            const size = Math.max(...points.map(([x, y]) => Math.hypot(x, y))) || 1;
            onShape({ ...get(), points: regularPolygon(value, Number(size.toPrecision(3))) });
        },
    });
    const outline = choiceField({
        label: 'Outline',
        choices: [OWN_OUTLINE, ...OUTLINE_NAMES].map((item) => /** @type {const} */ ([item, item])),
        onInput(value) {
            const { points, radius } = get();
            const size = Math.max(...points.map(([x, y]) => Math.hypot(x, y))) || 1;
            const nextSize = Number(size.toPrecision(3));
            onShape(namedOutline(/** @type {OutlineName} */ (value), nextSize, radius));
        },
    });
    outline.input.options[0].disabled = true;
    const radius = numberField({
        label: 'Radius',
        min: 0,
        max: MAX_RADIUS,
        title: 'Rounding radius around the hull of the vertices, or around the outline of a concave body',
        onInput: (value) => onShape({ ...get(), radius: shortestDecimal(value) }),
    });
    const rows = h('div', { class: 'vertices' });
    /** @type {{ x: ReturnType<typeof numberField>, y: ReturnType<typeof numberField>, row: HTMLElement }[]} */
    let vertices = [];

    /** @param {number} index @param {0 | 1} axis @param {number} value */
    const setVertex = (index, axis, value) => {
        const [x, y] = shapePoints(get())[index];
        const next = shortestDecimal(value);
        onShape(withVertex(get(), index, axis === 0 ? [next, y] : [x, next]));
    };
    const makeRows = (/** @type {number} */ vertexCount) => {
        if (vertices.length === vertexCount) return;
        vertices = Array.from({ length: vertexCount }, (_, i) => {
            const x = numberField({ label: `x${i}`, onInput: (value) => setVertex(i, 0, value) });
            const y = numberField({ label: `y${i}`, onInput: (value) => setVertex(i, 1, value) });
            return { x, y, row: h('div', { class: 'row' }, x.element, y.element) };
        });
        rows.replaceChildren(...vertices.map(({ row }) => row));
    };
    const vertexDetails = details(`Vertices of ${name}, in body coordinates`, rows);

    return {
        element: h(
            'div',
            { class: 'shape-fields' },
            h(
                'div',
                { class: 'row' },
                kind.element,
                count.element,
                outline.element,
                radius.element,
            ),
            drawButton ? h('div', { class: 'buttons' }, drawButton) : null,
            vertexDetails,
        ),
        /** Shows the shape in the state. */
        draw() {
            const shape = get();
            kind.set(shape.kind);
            count.set(shape.points.length);
            count.element.hidden = shape.kind !== 'polygon';
            outline.element.hidden = shape.kind !== 'concave';
            if (shape.kind === 'concave') outline.set(findOutlineName(shape) ?? OWN_OUTLINE);
            radius.set(shape.radius);
            vertexDetails.hidden = shape.kind === 'disc';
            if (vertexDetails.hidden || !vertexDetails.open) return;
            const points = shapePoints(shape);
            makeRows(points.length);
            for (const [i, { x, y }] of vertices.entries()) {
                x.set(points[i][0]);
                y.set(points[i][1]);
            }
        },
        /** Creates the rows when they are first opened. @param {() => void} redraw */
        onOpen(redraw) {
            vertexDetails.addEventListener('toggle', redraw);
        },
        boundingRadius: () => boundingRadius(get()),
    };
}
