/**
 * A body on a stage: its outline, which moves it, a handle that turns it, and one for each vertex and the radius.
 */

import { setAttributes, svg } from './dom.js';
import { nextFloat, roundTo, shortestDecimal } from './float.js';
import { formatDegrees, formatShort } from './format.js';
import { createHandle, makeDraggable } from './handles.js';
import { drawOutline } from './outline_path.js';
import {
    boundingRadius,
    shapePoints,
    toBody,
    toWorld,
    withVertex,
    worldPoints,
    worldVertices,
} from './shapes.js';
import { boundingBox } from './view.js';

/**
 * @import { Shape } from 'graze'
 * @import { Stage } from './stage.js'
 * @import { Point } from './view.js'
 * @import { PoseState, ShapeState } from './shapes.js'
 */

/** Largest number of vertices with handles. More vertices are edited as numbers: their handles would overlap. */
const MAX_VERTEX_HANDLES = 16;
/** The same for a concave body, whose outline has more vertices. */
const MAX_OUTLINE_HANDLES = 48;
/** Smallest width and height of a part with room for its number, in pixels. */
const MIN_NUMBER_ROOM = 16;
/** Distance of the turning handle from the body's outline, in pixels. */
const TURN_HANDLE_DISTANCE = 26;
const TURN_STEP = Math.PI / 180;

/** @param {number} angle */
function roundAngle(angle) {
    return shortestDecimal(Number(angle.toFixed(4)));
}

/** Returns the center of area of a convex polygon. @param {readonly Point[]} corners @returns {Point} */
function areaCenter(corners) {
    const [origin] = corners;
    let [sum, x, y] = [0, 0, 0];
    for (let i = 1; i + 1 < corners.length; i++) {
        const p = { x: corners[i].x - origin.x, y: corners[i].y - origin.y };
        const q = { x: corners[i + 1].x - origin.x, y: corners[i + 1].y - origin.y };
        const area = p.x * q.y - p.y * q.x;
        sum += area;
        x += (area * (p.x + q.x)) / 3;
        y += (area * (p.y + q.y)) / 3;
    }
    return sum > 0 ? { x: origin.x + x / sum, y: origin.y + y / sum } : origin;
}

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {string} options.name 'A'
 * @param {'a' | 'b'} options.side
 * @param {() => ShapeState} options.shape
 * @param {() => PoseState} options.pose
 * @param {(pose: PoseState) => void} options.onPose
 * @param {(shape: ShapeState) => void} [options.onShape] default: the shape cannot be edited on the stage
 */
export function createBody(stage, { name, side, shape, pose, onPose, onShape }) {
    const outline = svg('path', { class: `body ${side}` });
    const core = svg('path', { class: `core ${side}` });
    const letter = svg('text', { class: `body-name ${side}`, 'aria-hidden': 'true' }, name);
    // These show a body of several parts: its boundary, the seams between parts, their numbers, and the part that decides.
    const edge = svg('path', { class: `body-edge ${side}` });
    const seams = svg('path', { class: `seams ${side}` });
    const decidingPart = svg('path', { class: `deciding-part ${side}` });
    const partNumbers = svg('g', { class: `part-numbers ${side}`, 'aria-hidden': 'true' });
    const layer = stage.addLayer(`body-layer ${side}`);
    layer.append(outline, edge, decidingPart, seams, core, partNumbers, letter);
    // This layer lies above the fill of the other body and below all handles.
    const arm = svg('path', { class: `arm ${side}` });
    const parent = svg('g', null, arm);
    stage.handles.append(parent);

    /** @param {number} delta radians */
    const turnBy = (delta) => onPose({ ...pose(), angle: roundAngle(pose().angle + delta) });
    /** @param {KeyboardEvent} event */
    const onTurnKey = (event) => {
        const direction = { '[': 1, '{': 1, ']': -1, '}': -1 }[event.key];
        if (!direction) return false;
        if (event.altKey) onPose({ ...pose(), angle: nextFloat(pose().angle, direction) });
        else turnBy(direction * TURN_STEP * (event.shiftKey ? 10 : 1));
        return true;
    };
    makeDraggable(stage, outline, {
        label: `Body ${name}`,
        getPosition: () => ({ x: pose().x, y: pose().y }),
        onMove: ({ x, y }) => onPose({ ...pose(), x, y }),
        onKey: onTurnKey,
    });

    /** Returns the position of the turning handle. @returns {Point} */
    const turnHandlePosition = () => {
        const distance = boundingRadius(shape()) + TURN_HANDLE_DISTANCE / stage.scale;
        return toWorld(pose(), { x: distance, y: 0 });
    };
    const turnHandle = createHandle(stage, {
        label: `Turn ${name}`,
        kind: 'turn',
        className: side,
        parent,
        getPosition: turnHandlePosition,
        onMove(position) {
            const { x, y } = pose();
            onPose({ ...pose(), angle: roundAngle(Math.atan2(position.y - y, position.x - x)) });
        },
        onKey: onTurnKey,
    });
    // The arrow keys turn the body: this handle moves on a circle.
    turnHandle.element.addEventListener(
        'keydown',
        (event) => {
            const direction = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[
                event.key
            ];
            if (!direction || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            if (event.altKey) onPose({ ...pose(), angle: nextFloat(pose().angle, direction) });
            else turnBy(direction * TURN_STEP * (event.shiftKey ? 10 : 1));
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
                className: `${side} vertex`,
                parent,
                getPosition: () => {
                    const [x, y] = shapePoints(shape())[i] ?? [0, 0];
                    return toWorld(pose(), { x, y });
                },
                onMove(position) {
                    const { x, y } = toBody(pose(), position);
                    const step = Math.min(stage.pixelStep(), 1e-3);
                    onShape?.(
                        withVertex(shape(), i, [
                            shortestDecimal(roundTo(x, step)),
                            shortestDecimal(roundTo(y, step)),
                        ]),
                    );
                },
                onKey: onTurnKey,
            }),
        );
    };
    /** @type {ReturnType<typeof createHandle> | null} */
    let radiusHandle = null;
    if (onShape) {
        radiusHandle = createHandle(stage, {
            label: `Radius of ${name}`,
            kind: 'square',
            className: side,
            parent,
            getPosition: () => {
                const [x, y] = shape().points[0];
                const distance = Math.hypot(x, y) || 1;
                const direction =
                    x === 0 && y === 0 ? { x: 0, y: 1 } : { x: x / distance, y: y / distance };
                const { radius } = shape();
                return toWorld(pose(), {
                    x: x + direction.x * radius,
                    y: y + direction.y * radius,
                });
            },
            onMove(position) {
                const [x, y] = shape().points[0];
                const body = toBody(pose(), position);
                const radius = shortestDecimal(
                    roundTo(Math.hypot(body.x - x, body.y - y), stage.pixelStep()),
                );
                onShape({ ...shape(), radius });
            },
            onKey: onTurnKey,
        });
    }

    /** Creates the numbers of the parts with room for one. @param {Point[][]} parts @param {number | undefined} deciding */
    const createPartNumbers = (parts, deciding) =>
        parts.flatMap((corners, part) => {
            const { minX, minY, maxX, maxY } = boundingBox(corners);
            const room = Math.min(maxX - minX, maxY - minY) * stage.scale;
            if (parts.length < 2 || (room < MIN_NUMBER_ROOM && part !== deciding)) return [];
            const { x, y } = stage.toScreen(areaCenter(corners));
            const className = part === deciding ? 'is-deciding' : null;
            return [svg('text', { x, y, class: className }, `p${part}`)];
        });

    return {
        outline,
        /**
         * Draws the body in its present state.
         *
         * @param {Shape} bodyShape the graze shape of the state
         * @param {number} [deciding] part that decides the answer, which is highlighted
         */
        draw(bodyShape, deciding) {
            const currentPose = pose();
            const { radius, kind } = shape();
            const points = shapePoints(shape());
            const isConcave = kind === 'concave';
            const parts = isConcave
                ? bodyShape.parts.map(({ vertices }) => worldPoints(vertices, currentPose))
                : [];
            const corners = isConcave ? [] : worldVertices(bodyShape, currentPose);
            const { area, boundary, rings } = drawOutline(stage, shape(), bodyShape, currentPose);
            outline.classList.toggle('is-concave', isConcave);
            setAttributes(edge, { d: isConcave ? boundary : '' });
            setAttributes(seams, { d: parts.map((part) => stage.path(part, true)).join('') });
            const decidingCorners = parts.length > 1 ? parts[deciding ?? -1] : undefined;
            setAttributes(decidingPart, {
                d: decidingCorners ? stage.roundedPath(decidingCorners, radius) : '',
            });
            partNumbers.replaceChildren(...createPartNumbers(parts, deciding));
            setAttributes(outline, {
                d: area,
                'fill-rule': isConcave && radius === 0 ? 'evenodd' : null,
                'aria-label': `Body ${name}, ${kind}${parts.length > 1 ? ` of ${parts.length} parts` : ''}, x ${formatShort(currentPose.x)}, y ${formatShort(currentPose.y)}, ${formatDegrees(currentPose.angle)}`,
            });
            setAttributes(core, {
                d: radius > 0 && (isConcave || corners.length > 1) ? rings : '',
            });
            // The numbers of parts are inside, so the name is above.
            const top = parts
                .flat()
                .reduce((best, point) => (point.y > best.y ? point : best), { x: 0, y: -Infinity });
            if (parts.length > 1) stage.placeText(letter, top, 0, -18);
            else stage.placeText(letter, currentPose);
            setAttributes(arm, {
                d: stage.path([{ x: currentPose.x, y: currentPose.y }, turnHandlePosition()]),
            });
            turnHandle.draw(`Turn ${name}, ${formatDegrees(currentPose.angle)}`);
            if (!onShape) return;
            const maxHandles = isConcave ? MAX_OUTLINE_HANDLES : MAX_VERTEX_HANDLES;
            makeVertices(kind === 'disc' || points.length > maxHandles ? 0 : points.length);
            for (const [i, handle] of vertices.entries()) {
                const [x, y] = points[i];
                handle.draw(`Vertex ${i} of ${name}, x ${formatShort(x)}, y ${formatShort(y)}`);
            }
            if (!radiusHandle) return;
            const isRadiusShown = radius > 0 || kind === 'disc' || kind === 'capsule';
            radiusHandle.element.toggleAttribute('hidden', !isRadiusShown);
            radiusHandle.draw(`Radius of ${name}, ${formatShort(radius)}`);
        },
    };
}
