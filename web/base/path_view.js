/** The view of a path on the stage: its line, and handles of its parameters. */

import { setAttributes, svg } from './dom.js';
import { roundTo, shortestDecimal } from './float.js';
import { formatDegrees, formatShort } from './format.js';
import { createHandle } from './handles.js';
import { roundDecimals, withKnot } from './paths.js';

/**
 * @import { Motion } from 'graze'
 * @import { Stage } from './stage.js'
 * @import { Point } from './view.js'
 * @import { AcceleratedPath, PathState, SplinePath } from './paths.js'
 */

const SAMPLES = 160;
/** Distance from a knot to the handle of its angle, in pixels. */
const ANGLE_HANDLE_DISTANCE = 24;
/** Distance from the tip of an arrow back to its handle, in pixels: at rest the handle would cover the arrow's
 * origin. */
const TIP_HANDLE_DISTANCE = 14;
const TURN_STEP = Math.PI / 180;

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {string} options.name name of the body
 * @param {'a' | 'b'} options.side
 * @param {() => PathState} options.get
 * @param {(path: PathState) => void} options.onPath
 */
export function createPathView(stage, { name, side, get, onPath }) {
    const line = svg('path', { class: `path ${side}` });
    const arrows = svg('path', { class: `arrows ${side}` });
    stage.addLayer('path-layer').append(line, arrows);
    const parent = svg('g');
    stage.handles.append(parent);
    /** @type {{ element: SVGElement, draw: (label?: string) => void, label: () => string, remove: () => void }[]} */
    let handles = [];
    let madeFor = '';

    /**
     * @param {() => string} label
     * @param {'ring' | 'turn' | 'square' | 'dot'} kind
     * @param {() => Point} getPosition
     * @param {(knotPosition: Point) => void} onMove
     * @param {(delta: number) => void} [onTurn]
     */
    const addHandle = (label, kind, getPosition, onMove, onTurn) => {
        const handle = createHandle(stage, {
            label: label(),
            kind,
            className: side,
            parent,
            getPosition,
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
        const knotPosition = () => ({ x: knot()[1], y: knot()[2] });
        /** @param {number} delta */
        const turn = (delta) =>
            onPath(withKnot(spline(), i, { 3: shortestDecimal(roundDecimals(knot()[3] + delta)) }));
        const describeKnot = () =>
            `Knot ${i} of ${name}, time ${formatShort(knot()[0])}, x ${formatShort(knot()[1])}, y ${formatShort(knot()[2])}`;
        addHandle(
            describeKnot,
            'ring',
            knotPosition,
            ({ x, y }) => onPath(withKnot(spline(), i, { 1: x, 2: y })),
            turn,
        );
        addHandle(
            () => `Angle at knot ${i} of ${name}, ${formatDegrees(knot()[3])}`,
            'dot',
            () => {
                const distance = ANGLE_HANDLE_DISTANCE / stage.scale;
                const { x, y } = knotPosition();
                return {
                    x: x + distance * Math.cos(knot()[3]),
                    y: y + distance * Math.sin(knot()[3]),
                };
            },
            (position) => {
                const { x, y } = knotPosition();
                // This takes the angle of that direction nearest to the previous one: angles are continuous and do
                // not wrap.
                const angleDifference = Math.atan2(position.y - y, position.x - x) - knot()[3];
                const delta =
                    angleDifference - 2 * Math.PI * Math.round(angleDifference / (2 * Math.PI));
                onPath(
                    withKnot(spline(), i, { 3: shortestDecimal(roundTo(knot()[3] + delta, 1e-3)) }),
                );
            },
            turn,
        );
    };

    const acceleratedPath = () => /** @type {AcceleratedPath} */ (get());
    const startPosition = () => ({ x: acceleratedPath().x, y: acceleratedPath().y });
    const velocityTip = () => ({
        x: acceleratedPath().x + acceleratedPath().vx,
        y: acceleratedPath().y + acceleratedPath().vy,
    });
    const accelerationTip = () => ({
        x: velocityTip().x + acceleratedPath().ax,
        y: velocityTip().y + acceleratedPath().ay,
    });
    /** @param {Point} tip @param {number} dx direction of the arrow, which may be zero @param {number} dy */
    const behindTip = (tip, dx, dy) => {
        const length = Math.hypot(dx, dy);
        const distance = TIP_HANDLE_DISTANCE / stage.scale;
        const [x, y] = length > 0 ? [dx / length, dy / length] : [0, 1];
        return { x: tip.x + x * distance, y: tip.y + y * distance };
    };
    const addAccelerated = () => {
        addHandle(
            () =>
                `Start of ${name}, x ${formatShort(acceleratedPath().x)}, y ${formatShort(acceleratedPath().y)}`,
            'ring',
            startPosition,
            ({ x, y }) => onPath({ ...acceleratedPath(), x, y }),
            (delta) =>
                onPath({
                    ...acceleratedPath(),
                    angle: shortestDecimal(roundDecimals(acceleratedPath().angle + delta)),
                }),
        );
        // Dragging keeps the offset from tip to handle, so that both lie on the same grid of steps.
        const velocityHandlePosition = () =>
            behindTip(velocityTip(), acceleratedPath().vx, acceleratedPath().vy);
        addHandle(
            () =>
                `Velocity of ${name}, ${formatShort(acceleratedPath().vx)}, ${formatShort(acceleratedPath().vy)}`,
            'square',
            velocityHandlePosition,
            (position) => {
                const from = velocityHandlePosition();
                const step = Math.min(stage.pixelStep(), 1e-3);
                const vx = roundTo(acceleratedPath().vx + position.x - from.x, step);
                const vy = roundTo(acceleratedPath().vy + position.y - from.y, step);
                onPath({ ...acceleratedPath(), vx, vy });
            },
        );
        const accelerationHandlePosition = () =>
            behindTip(
                accelerationTip(),
                acceleratedPath().ax,
                acceleratedPath().ay || (acceleratedPath().ax ? 0 : -1),
            );
        addHandle(
            () =>
                `Acceleration of ${name}, ${formatShort(acceleratedPath().ax)}, ${formatShort(acceleratedPath().ay)}`,
            'dot',
            accelerationHandlePosition,
            (position) => {
                const from = accelerationHandlePosition();
                const step = Math.min(stage.pixelStep(), 1e-3);
                const ax = roundTo(acceleratedPath().ax + position.x - from.x, step);
                const ay = roundTo(acceleratedPath().ay + position.y - from.y, step);
                onPath({ ...acceleratedPath(), ax, ay });
            },
        );
    };

    /** Handles are recreated only when their number changes, so that the focus stays. */
    const makeHandles = () => {
        const path = get();
        const key = path.kind === 'spline' ? `spline ${path.knots.length}` : path.kind;
        if (key === madeFor) return;
        madeFor = key;
        for (const handle of handles) handle.remove();
        handles = [];
        if (path.kind === 'accelerated') addAccelerated();
        else for (const i of path.knots.keys()) addKnot(i);
    };

    return {
        /** @param {Motion} motion @param {number} end */
        draw(motion, end) {
            const path = get();
            const positions = Array.from(
                { length: SAMPLES + 1 },
                (_, i) => motion.pose((end * i) / SAMPLES) ?? { x: 0, y: 0 },
            );
            setAttributes(line, { d: stage.path(positions) });
            makeHandles();
            let d = '';
            if (path.kind === 'accelerated') {
                d =
                    stage.arrow(startPosition(), velocityTip()) +
                    stage.arrow(velocityTip(), accelerationTip());
            } else {
                const distance = ANGLE_HANDLE_DISTANCE / stage.scale;
                for (const [, x, y, angle] of path.knots) {
                    const tip = {
                        x: x + distance * Math.cos(angle),
                        y: y + distance * Math.sin(angle),
                    };
                    d += stage.path([{ x, y }, tip]);
                }
            }
            setAttributes(arrows, { d });
            for (const handle of handles) handle.draw(handle.label());
        },
    };
}
