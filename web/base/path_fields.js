/** Fields of a path. */

import { h } from './dom.js';
import { button, choiceField, details, numberField } from './fields.js';
import { ACCELERATED_KEYS, convertPath, MAX_KNOTS, withExtraKnot, withKnot } from './paths.js';

/** @import { PathState } from './paths.js' */

const KINDS = /** @type {const} */ ([
    ['spline', 'Spline'],
    ['accelerated', 'Constant acceleration'],
]);
const TERM_LABELS = {
    x: 'x',
    y: 'y',
    angle: 'Angle',
    vx: 'vx',
    vy: 'vy',
    angularVelocity: 'Angular velocity',
    ax: 'ax',
    ay: 'ay',
    angularAcceleration: 'Angular accel.',
};
const COLUMNS = /** @type {const} */ ([
    ['t', 't'],
    ['x', 'x'],
    ['y', 'y'],
    ['angle', 'angle'],
]);

/**
 * @param {object} options
 * @param {string} options.name name of the body
 * @param {() => PathState} options.get
 * @param {() => number} options.end
 * @param {(path: PathState) => void} options.onPath
 */
export function createPathFields({ name, get, end, onPath }) {
    const kind = choiceField({
        label: 'Path',
        choices: KINDS,
        onInput: (value) => onPath(convertPath(get(), value, end())),
    });
    const terms = ACCELERATED_KEYS.map((term) => {
        const field = numberField({
            label: TERM_LABELS[term],
            min: -1e6,
            max: 1e6,
            onInput(value) {
                const path = get();
                if (path.kind === 'accelerated') onPath({ ...path, [term]: value });
            },
        });
        return { term, field };
    });
    const acceleratedRow = h(
        'div',
        { class: 'row thirds' },
        ...terms.map(({ field }) => field.element),
    );

    const rows = h('div', { class: 'vertices' });
    /** @type {ReturnType<typeof numberField>[][]} */
    let knots = [];
    const makeRows = (/** @type {number} */ count) => {
        if (knots.length === count) return;
        knots = Array.from({ length: count }, (_, i) =>
            COLUMNS.map(([, label], column) =>
                numberField({
                    label: `${label}${i}`,
                    min: column === 0 ? 0 : -1e6,
                    max: 1e6,
                    onInput(value) {
                        const path = get();
                        if (path.kind !== 'spline') return;
                        onPath(withKnot(path, i, { [column]: value }));
                    },
                }),
            ),
        );
        rows.replaceChildren(
            ...knots.map((fields) =>
                h('div', { class: 'row fourths' }, ...fields.map(({ element }) => element)),
            ),
        );
    };
    const addButton = button('Add knot', () => {
        const path = get();
        if (path.kind === 'spline') onPath(withExtraKnot(path));
    });
    const removeButton = button('Remove last knot', () => {
        const path = get();
        if (path.kind === 'spline') onPath({ ...path, knots: path.knots.slice(0, -1) });
    });
    const knotDetails = details(
        `Knots of ${name}`,
        rows,
        h('div', { class: 'buttons' }, addButton, removeButton),
    );
    knotDetails.addEventListener('toggle', () => draw());

    function draw() {
        const path = get();
        kind.set(path.kind);
        const isSpline = path.kind === 'spline';
        acceleratedRow.hidden = isSpline;
        knotDetails.hidden = !isSpline;
        if (path.kind === 'accelerated') {
            for (const { term, field } of terms) field.set(path[term]);
            return;
        }
        addButton.toggleAttribute('disabled', path.knots.length >= MAX_KNOTS);
        removeButton.toggleAttribute('disabled', path.knots.length <= 2);
        if (!knotDetails.open) return;
        makeRows(path.knots.length);
        for (const [i, fields] of knots.entries()) {
            for (const [column, field] of fields.entries()) field.set(path.knots[i][column]);
        }
    }

    return {
        element: h('div', { class: 'shape-fields' }, kind.element, acceleratedRow, knotDetails),
        draw,
    };
}
