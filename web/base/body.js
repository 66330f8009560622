/**
 * A body on a stage: its outline, which moves it, a handle that turns it, and one for each vertex and the radius.
 */

import { setAttributes, svg } from './dom.js';
import { nextFloat, roundTo, shortest } from './float.js';
import { formatDegrees, formatShort } from './format.js';
import { createHandle, makeDraggable } from './handles.js';
import { reach, toBody, toWorld, worldVertices } from './shapes.js';

/**
 * @import { Shape } from 'graze'
 * @import { Stage } from './stage.js'
 * @import { Point } from './view.js'
 * @import { PoseState, ShapeState } from './shapes.js'
 */

/** More vertices are edited as numbers: handles would cover each other. */
const MOST_HANDLES = 16;
/** How far outside the body its handle for turning is, in pixels. */
const ARM = 26;
const TURN_STEP = Math.PI / 180;

/** @param {number} angle */
function tidyAngle(angle) {
    return shortest(Number(angle.toFixed(4)));
}

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {string} options.name 'A'
 * @param {'a' | 'b'} options.look
 * @param {() => ShapeState} options.shape
 * @param {() => PoseState} options.pose
 * @param {(pose: PoseState) => void} options.onPose
 * @param {(shape: ShapeState) => void} [options.onShape] without it, its shape cannot be edited on the stage
 */
export function createBody(stage, { name, look, shape, pose, onPose, onShape }) {
    const outline = svg('path', { class: `body ${look}` });
    const core = svg('path', { class: `core ${look}` });
    const letter = svg('text', { class: `body-name ${look}`, 'aria-hidden': 'true' }, name);
    const layer = stage.layer(`body-layer ${look}`);
    layer.append(outline, core, letter);
    // On top of what the other body fills, yet below all handles.
    const arm = svg('path', { class: `arm ${look}` });
    const parent = svg('g', null, arm);
    stage.handles.append(parent);

    /** @param {number} by radians */
    const turn = (by) => onPose({ ...pose(), angle: tidyAngle(pose().angle + by) });
    /** @param {KeyboardEvent} event */
    const turnKey = (event) => {
        const direction = { '[': 1, '{': 1, ']': -1, '}': -1 }[event.key];
        if (!direction) return false;
        if (event.altKey) onPose({ ...pose(), angle: nextFloat(pose().angle, direction) });
        else turn(direction * TURN_STEP * (event.shiftKey ? 10 : 1));
        return true;
    };
    makeDraggable(stage, outline, {
        label: `Body ${name}`,
        at: () => ({ x: pose().x, y: pose().y }),
        onMove: ({ x, y }) => onPose({ ...pose(), x, y }),
        onKey: turnKey,
    });

    /** Where the turning handle is. @returns {Point} */
    const turnAt = () => {
        const out = reach(shape()) + ARM / stage.scale;
        return toWorld(pose(), { x: out, y: 0 });
    };
    const turner = createHandle(stage, {
        label: `Turn ${name}`,
        kind: 'turn',
        look,
        parent,
        at: turnAt,
        onMove(place) {
            const { x, y } = pose();
            onPose({ ...pose(), angle: tidyAngle(Math.atan2(place.y - y, place.x - x)) });
        },
        onKey: turnKey,
    });
    // Its arrows turn rather than move: the handle goes round, not across.
    turner.element.addEventListener(
        'keydown',
        (event) => {
            const direction = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[
                event.key
            ];
            if (!direction || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            if (event.altKey) onPose({ ...pose(), angle: nextFloat(pose().angle, direction) });
            else turn(direction * TURN_STEP * (event.shiftKey ? 10 : 1));
        },
        { capture: true },
    );

    /** @type {ReturnType<typeof createHandle>[]} */
    let vertices = [];
    const makeVertices = (/** @type {number} */ count) => {
        if (vertices.length === count) return;
        for (const handle of vertices) handle.remove();
        vertices = Array.from({ length: count }, (_, i) =>
            createHandle(stage, {
                label: `Vertex ${i} of ${name}`,
                look,
                parent,
                at: () => {
                    const [x, y] = shape().points[i] ?? [0, 0];
                    return toWorld(pose(), { x, y });
                },
                onMove(place) {
                    const { x, y } = toBody(pose(), place);
                    const step = Math.min(stage.pixelStep(), 1e-3);
                    const points = [...shape().points];
                    points[i] = [shortest(roundTo(x, step)), shortest(roundTo(y, step))];
                    onShape?.({ ...shape(), points });
                },
                onKey: turnKey,
            }),
        );
    };
    /** @type {ReturnType<typeof createHandle> | null} */
    let rounder = null;
    if (onShape) {
        rounder = createHandle(stage, {
            label: `Radius of ${name}`,
            kind: 'square',
            look,
            parent,
            at: () => {
                const [x, y] = shape().points[0];
                const out = Math.hypot(x, y) || 1;
                const along = x === 0 && y === 0 ? { x: 0, y: 1 } : { x: x / out, y: y / out };
                const { radius } = shape();
                return toWorld(pose(), { x: x + along.x * radius, y: y + along.y * radius });
            },
            onMove(place) {
                const [x, y] = shape().points[0];
                const body = toBody(pose(), place);
                const radius = shortest(
                    roundTo(Math.hypot(body.x - x, body.y - y), stage.pixelStep()),
                );
                onShape({ ...shape(), radius });
            },
            onKey: turnKey,
        });
    }

    return {
        outline,
        /** Draws it as the state has it. @param {Shape} made the shape that the state's is made into */
        draw(made) {
            const at = pose();
            const { radius, points, kind } = shape();
            const corners = worldVertices(made, at);
            setAttributes(outline, {
                d: stage.rounded(corners, made.radius),
                'aria-label': `Body ${name}, ${kind}, x ${formatShort(at.x)}, y ${formatShort(at.y)}, ${formatDegrees(at.angle)}`,
            });
            setAttributes(core, {
                d: radius > 0 && corners.length > 1 ? stage.path(corners, true) : '',
            });
            stage.placeText(letter, at);
            setAttributes(arm, { d: stage.path([{ x: at.x, y: at.y }, turnAt()]) });
            turner.draw(`Turn ${name}, ${formatDegrees(at.angle)}`);
            if (!onShape) return;
            makeVertices(kind === 'disc' || points.length > MOST_HANDLES ? 0 : points.length);
            for (const [i, handle] of vertices.entries()) {
                const [x, y] = points[i];
                handle.draw(`Vertex ${i} of ${name}, x ${formatShort(x)}, y ${formatShort(y)}`);
            }
            if (!rounder) return;
            const isShown = radius > 0 || kind !== 'polygon';
            rounder.element.toggleAttribute('hidden', !isShown);
            rounder.draw(`Radius of ${name}, ${formatShort(radius)}`);
        },
    };
}
