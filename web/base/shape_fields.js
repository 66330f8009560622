/** Fields that edit a shape: kind, number of vertices, radius, and each vertex. */

import { h } from './dom.js';
import { choiceField, details, numberField } from './fields.js';
import { shortest } from './float.js';
import { MOST_RADIUS, MOST_VERTICES, ofKind, reach, regular } from './shapes.js';

/** @import { ShapeState } from './shapes.js' */

const KIND_NAMES = /** @type {const} */ ([
    ['disc', 'Disc'],
    ['capsule', 'Capsule'],
    ['polygon', 'Polygon'],
]);

/**
 * @param {object} options
 * @param {string} options.name of the body, for labels
 * @param {() => ShapeState} options.get
 * @param {(shape: ShapeState) => void} options.onShape
 */
export function createShapeFields({ name, get, onShape }) {
    const kind = choiceField({
        label: 'Shape',
        choices: KIND_NAMES,
        onInput: (value) => onShape(ofKind(get(), value)),
    });
    const count = numberField({
        label: 'Vertices',
        least: 3,
        most: MOST_VERTICES,
        isWhole: true,
        title: 'Makes it a regular polygon of as many',
        onInput(value) {
            const { points } = get();
            const size = Math.max(...points.map(([x, y]) => Math.hypot(x, y))) || 1;
            onShape({ ...get(), points: regular(value, Number(size.toPrecision(3))) });
        },
    });
    const radius = numberField({
        label: 'Radius',
        least: 0,
        most: MOST_RADIUS,
        title: 'How far the hull of the vertices is inflated',
        onInput: (value) => onShape({ ...get(), radius: shortest(value) }),
    });
    const rows = h('div', { class: 'vertices' });
    /** @type {{ x: ReturnType<typeof numberField>, y: ReturnType<typeof numberField>, row: HTMLElement }[]} */
    let vertices = [];

    /** @param {number} index @param {0 | 1} axis @param {number} value */
    const setVertex = (index, axis, value) => {
        const points = get().points.map((point) => /** @type {[number, number]} */ ([...point]));
        points[index][axis] = shortest(value);
        onShape({ ...get(), points });
    };
    const makeRows = (/** @type {number} */ wanted) => {
        if (vertices.length === wanted) return;
        vertices = Array.from({ length: wanted }, (_, i) => {
            const x = numberField({ label: `x${i}`, onInput: (value) => setVertex(i, 0, value) });
            const y = numberField({ label: `y${i}`, onInput: (value) => setVertex(i, 1, value) });
            return { x, y, row: h('div', { class: 'row' }, x.element, y.element) };
        });
        rows.replaceChildren(...vertices.map(({ row }) => row));
    };
    const list = details(`Vertices of ${name}, in its own frame`, rows);

    return {
        element: h(
            'div',
            { class: 'shape-fields' },
            h('div', { class: 'row' }, kind.element, count.element, radius.element),
            list,
        ),
        /** Shows the state's shape. */
        draw() {
            const shape = get();
            kind.set(shape.kind);
            count.set(shape.points.length);
            count.element.hidden = shape.kind !== 'polygon';
            radius.set(shape.radius);
            list.hidden = shape.kind === 'disc';
            if (list.hidden || !list.open) return;
            makeRows(shape.points.length);
            for (const [i, { x, y }] of vertices.entries()) {
                x.set(shape.points[i][0]);
                y.set(shape.points[i][1]);
            }
        },
        /** Rows are made when they are first looked at. @param {() => void} redraw */
        onOpen(redraw) {
            list.addEventListener('toggle', redraw);
        },
        reach: () => reach(get()),
    };
}
