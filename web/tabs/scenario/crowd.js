/** All agents at an instant, on a canvas: a thousand are drawn within a frame. */

import { getFrame, toStage } from './frame.js';
import { shortName } from './naming.js';
import { addOutline, MIN_RADIUS } from './outline.js';

/**
 * @import { Canvas } from './ground.js'
 * @import { Poses } from './poses.js'
 * @import { Scene } from './scene.js'
 * @import { CurrentPlan } from './current_plan.js'
 */

/** Minimum radius of a body with a number inside, in pixels, and the largest number of such bodies. */
const MIN_LABEL_RADIUS = 8;
const MAX_LABELS = 400;

/**
 * @param {Canvas} canvas
 * @param {CurrentPlan} visible
 */
export function drawCrowd(canvas, { scene, poses, isInConflict, isSelected }) {
    const { context, projection, palette } = canvas;
    context.clearRect(0, 0, projection.width, projection.height);
    /** @type {number[]} */
    const visible = [];
    /** @type {number[]} */
    const inConflict = [];
    const frame = getFrame(scene.axes);
    for (let k = 0; k < scene.shapeOf.length; k++) {
        if (!poses.isPresent[k] || isSelected(k) || !isVisible(canvas, scene, poses, k)) continue;
        // An obstacle that never moves is part of the ground.
        if (k >= scene.agents && scene.first[k] === scene.first[k + 1]) continue;
        (k < scene.agents && isInConflict(k) ? inConflict : visible).push(k);
    }
    const agents = visible.filter((k) => k < scene.agents);
    const obstacles = visible.filter((k) => k >= scene.agents);
    fillBodies(canvas, scene, poses, obstacles, palette.obstacle, 0.25, 1.5);
    fillBodies(canvas, scene, poses, agents, palette.crowd, 0.3, 1.25);
    fillBodies(canvas, scene, poses, inConflict, palette.bad, 0.45, 2.5);
    drawNames(canvas, scene, poses, frame, [...agents, ...inConflict]);
}

/** @param {Canvas} canvas @param {Scene} scene @param {Poses} poses @param {number} k */
function isVisible({ projection }, { axes, boundingRadius }, poses, k) {
    const { x, y } = projection.toScreen(toStage(getFrame(axes), poses.x[k], poses.y[k]));
    const out = Math.max(boundingRadius[k] * projection.scale, MIN_RADIUS);
    return x > -out && y > -out && x < projection.width + out && y < projection.height + out;
}

/**
 * Adds all bodies to one path, which is filled once and stroked once.
 *
 * @param {Canvas} canvas
 * @param {Scene} scene
 * @param {Poses} poses
 * @param {number[]} indices
 * @param {string} color
 * @param {number} alpha
 * @param {number} width
 */
function fillBodies(
    { context, projection },
    { axes, shapes, shapeOf },
    poses,
    indices,
    color,
    alpha,
    width,
) {
    if (indices.length === 0) return;
    const frame = getFrame(axes);
    context.beginPath();
    for (const k of indices) {
        const pose = { x: poses.x[k], y: poses.y[k], angle: poses.angle[k] };
        for (const part of shapes[shapeOf[k]]) addOutline(context, projection, frame, part, pose);
    }
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.globalAlpha = alpha;
    context.fill();
    context.globalAlpha = 1;
    context.stroke();
}

/**
 * @param {Canvas} canvas
 * @param {Scene} scene
 * @param {Poses} poses
 * @param {ReturnType<typeof getFrame>} frame
 * @param {number[]} indices
 */
function drawNames(
    { context, projection, palette },
    { names, boundingRadius },
    poses,
    frame,
    indices,
) {
    if (indices.length > MAX_LABELS) return;
    context.fillStyle = palette.text;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const k of indices) {
        const r = boundingRadius[k] * projection.scale;
        if (r < MIN_LABEL_RADIUS) continue;
        const { x, y } = projection.toScreen(toStage(frame, poses.x[k], poses.y[k]));
        context.font = `${Math.min(Math.round(r * 0.9), 14)}px system-ui, sans-serif`;
        context.fillText(shortName(names[k]), x, y);
    }
}
