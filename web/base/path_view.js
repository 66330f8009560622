/** A path on the stage: its line, and handles of what makes it. */

import { setAttributes, svg } from './dom.js';
import { roundTo, shortest } from './float.js';
import { formatDegrees, formatShort } from './format.js';
import { createHandle } from './handles.js';
import { tidy, withKnot } from './paths.js';

/**
 * @import { Motion } from 'graze'
 * @import { Stage } from './stage.js'
 * @import { Point } from './view.js'
 * @import { AcceleratedPath, PathState, SplinePath } from './paths.js'
 */

const SAMPLES = 160;
/** How far the handle of a knot's heading is from the knot, in pixels. */
const ARM = 24;
/** How far behind the tip of an arrow its handle is: at rest it would lie on what it belongs to. */
const BEHIND = 14;
const TURN_STEP = Math.PI / 180;

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {string} options.name of the body
 * @param {'a' | 'b'} options.look
 * @param {() => PathState} options.get
 * @param {(path: PathState) => void} options.onPath
 */
export function createPathView(stage, { name, look, get, onPath }) {
    const line = svg('path', { class: `path ${look}` });
    const arrows = svg('path', { class: `arrows ${look}` });
    stage.layer('path-layer').append(line, arrows);
    const parent = svg('g');
    stage.handles.append(parent);
    /** @type {{ element: SVGElement, draw: (label?: string) => void, label: () => string, remove: () => void }[]} */
    let handles = [];
    let made = '';

    /**
     * @param {() => string} label
     * @param {'ring' | 'turn' | 'square' | 'dot'} kind
     * @param {() => Point} at
     * @param {(place: Point) => void} onMove
     * @param {(by: number) => void} [onTurn]
     */
    const add = (label, kind, at, onMove, onTurn) => {
        const handle = createHandle(stage, {
            label: label(),
            kind,
            look,
            parent,
            at,
            onMove,
            onKey(event) {
                const direction = { '[': 1, '{': 1, ']': -1, '}': -1 }[event.key];
                if (!direction || !onTurn) return false;
                onTurn(direction * TURN_STEP * (event.shiftKey ? 10 : 1));
                return true;
            },
        });
        handles.push({ ...handle, label });
    };

    const spline = () => /** @type {SplinePath} */ (get());
    /** @param {number} i */
    const addKnot = (i) => {
        const knot = () => spline().knots[i] ?? [0, 0, 0, 0];
        const place = () => ({ x: knot()[1], y: knot()[2] });
        /** @param {number} by */
        const turn = (by) => onPath(withKnot(spline(), i, { 3: shortest(tidy(knot()[3] + by)) }));
        const named = () =>
            `Knot ${i} of ${name}, time ${formatShort(knot()[0])}, x ${formatShort(knot()[1])}, y ${formatShort(knot()[2])}`;
        add(
            named,
            'ring',
            place,
            ({ x, y }) => onPath(withKnot(spline(), i, { 1: x, 2: y })),
            turn,
        );
        add(
            () => `Heading at knot ${i} of ${name}, ${formatDegrees(knot()[3])}`,
            'dot',
            () => {
                const out = ARM / stage.scale;
                const { x, y } = place();
                return { x: x + out * Math.cos(knot()[3]), y: y + out * Math.sin(knot()[3]) };
            },
            (to) => {
                const { x, y } = place();
                // As near to the heading it had as that direction can be: headings go on, they do not wrap.
                const wanted = Math.atan2(to.y - y, to.x - x) - knot()[3];
                const by = wanted - 2 * Math.PI * Math.round(wanted / (2 * Math.PI));
                onPath(withKnot(spline(), i, { 3: shortest(roundTo(knot()[3] + by, 1e-3)) }));
            },
            turn,
        );
    };

    const line0 = () => /** @type {AcceleratedPath} */ (get());
    const start = () => ({ x: line0().x, y: line0().y });
    const tipOfV = () => ({ x: line0().x + line0().vx, y: line0().y + line0().vy });
    const tipOfA = () => ({ x: tipOfV().x + line0().ax, y: tipOfV().y + line0().ay });
    /** @param {Point} tip @param {number} dx direction it is put behind the tip in, which may be nought @param {number} dy */
    const behind = (tip, dx, dy) => {
        const length = Math.hypot(dx, dy);
        const out = BEHIND / stage.scale;
        const [x, y] = length > 0 ? [dx / length, dy / length] : [0, 1];
        return { x: tip.x + x * out, y: tip.y + y * out };
    };
    const addAccelerated = () => {
        add(
            () => `Beginning of ${name}, x ${formatShort(line0().x)}, y ${formatShort(line0().y)}`,
            'ring',
            start,
            ({ x, y }) => onPath({ ...line0(), x, y }),
            (by) => onPath({ ...line0(), theta: shortest(tidy(line0().theta + by)) }),
        );
        // Dragging keeps the way from tip to handle, so both are the same step apart.
        const vAt = () => behind(tipOfV(), line0().vx, line0().vy);
        add(
            () => `Velocity of ${name}, ${formatShort(line0().vx)}, ${formatShort(line0().vy)}`,
            'square',
            vAt,
            (to) => {
                const from = vAt();
                const step = Math.min(stage.pixelStep(), 1e-3);
                const vx = roundTo(line0().vx + to.x - from.x, step);
                const vy = roundTo(line0().vy + to.y - from.y, step);
                onPath({ ...line0(), vx, vy });
            },
        );
        const aAt = () => behind(tipOfA(), line0().ax, line0().ay || (line0().ax ? 0 : -1));
        add(
            () => `Acceleration of ${name}, ${formatShort(line0().ax)}, ${formatShort(line0().ay)}`,
            'dot',
            aAt,
            (to) => {
                const from = aAt();
                const step = Math.min(stage.pixelStep(), 1e-3);
                const ax = roundTo(line0().ax + to.x - from.x, step);
                const ay = roundTo(line0().ay + to.y - from.y, step);
                onPath({ ...line0(), ax, ay });
            },
        );
    };

    /** Handles are made anew only when there are others: focus stays on one that stays. */
    const makeHandles = () => {
        const path = get();
        const wanted = path.kind === 'spline' ? `spline ${path.knots.length}` : path.kind;
        if (wanted === made) return;
        made = wanted;
        for (const handle of handles) handle.remove();
        handles = [];
        if (path.kind === 'accelerated') addAccelerated();
        else for (const i of path.knots.keys()) addKnot(i);
    };

    return {
        /** @param {Motion} motion @param {number} end */
        draw(motion, end) {
            const path = get();
            const places = Array.from(
                { length: SAMPLES + 1 },
                (_, i) => motion.pose((end * i) / SAMPLES) ?? { x: 0, y: 0 },
            );
            setAttributes(line, { d: stage.path(places) });
            makeHandles();
            let d = '';
            if (path.kind === 'accelerated') {
                d = stage.arrow(start(), tipOfV()) + stage.arrow(tipOfV(), tipOfA());
            } else {
                const out = ARM / stage.scale;
                for (const [, x, y, theta] of path.knots) {
                    const tip = { x: x + out * Math.cos(theta), y: y + out * Math.sin(theta) };
                    d += stage.path([{ x, y }, tip]);
                }
            }
            setAttributes(arrows, { d });
            for (const handle of handles) handle.draw(handle.label());
        },
    };
}
