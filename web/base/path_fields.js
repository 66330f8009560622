/** Fields of a path. */

import { h } from './dom.js';
import { button, choiceField, details, numberField } from './fields.js';
import { MOST_KNOTS, ofKind, TERMS, withKnot, withMore } from './paths.js';

/** @import { PathState } from './paths.js' */

const KINDS = /** @type {const} */ ([
    ['spline', 'Spline through knots'],
    ['accelerated', 'Constant acceleration'],
]);
const NAMES = {
    x: 'x',
    y: 'y',
    theta: 'Heading',
    vx: 'vx',
    vy: 'vy',
    omega: 'Turn rate',
    ax: 'ax',
    ay: 'ay',
    alpha: 'Turn accel.',
};
const COLUMNS = /** @type {const} */ ([
    ['t', 't'],
    ['x', 'x'],
    ['y', 'y'],
    ['theta', 'heading'],
]);

/**
 * @param {object} options
 * @param {string} options.name of the body
 * @param {() => PathState} options.get
 * @param {() => number} options.end
 * @param {(path: PathState) => void} options.onPath
 */
export function createPathFields({ name, get, end, onPath }) {
    const kind = choiceField({
        label: 'Path',
        choices: KINDS,
        onInput: (value) => onPath(ofKind(get(), value, end())),
    });
    const terms = TERMS.map((term) => {
        const field = numberField({
            label: NAMES[term],
            least: -1e6,
            most: 1e6,
            onInput(value) {
                const path = get();
                if (path.kind === 'accelerated') onPath({ ...path, [term]: value });
            },
        });
        return { term, field };
    });
    const accelerated = h(
        'div',
        { class: 'row thirds' },
        ...terms.map(({ field }) => field.element),
    );

    const rows = h('div', { class: 'vertices' });
    /** @type {ReturnType<typeof numberField>[][]} */
    let knots = [];
    const makeRows = (/** @type {number} */ wanted) => {
        if (knots.length === wanted) return;
        knots = Array.from({ length: wanted }, (_, i) =>
            COLUMNS.map(([, label], column) =>
                numberField({
                    label: `${label}${i}`,
                    least: column === 0 ? 0 : -1e6,
                    most: 1e6,
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
    const more = button('Add a knot', () => {
        const path = get();
        if (path.kind === 'spline') onPath(withMore(path));
    });
    const less = button('Remove the last', () => {
        const path = get();
        if (path.kind === 'spline') onPath({ ...path, knots: path.knots.slice(0, -1) });
    });
    const list = details(`Knots of ${name}`, rows, h('div', { class: 'buttons' }, more, less));
    list.addEventListener('toggle', () => draw());

    function draw() {
        const path = get();
        kind.set(path.kind);
        const isSpline = path.kind === 'spline';
        accelerated.hidden = isSpline;
        list.hidden = !isSpline;
        if (path.kind === 'accelerated') {
            for (const { term, field } of terms) field.set(path[term]);
            return;
        }
        more.toggleAttribute('disabled', path.knots.length >= MOST_KNOTS);
        less.toggleAttribute('disabled', path.knots.length <= 2);
        if (!list.open) return;
        makeRows(path.knots.length);
        for (const [i, fields] of knots.entries()) {
            for (const [column, field] of fields.entries()) field.set(path.knots[i][column]);
        }
    }

    return { element: h('div', { class: 'shape-fields' }, kind.element, accelerated, list), draw };
}
