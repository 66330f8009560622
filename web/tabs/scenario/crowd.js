/** Everybody at an instant, on a canvas: a thousand within a frame. */

import { frameOf, toStage } from './frame.js';
import { shortName } from './naming.js';
import { LEAST_RADIUS, outlineOf } from './outline.js';

/**
 * @import { Canvas } from './ground.js'
 * @import { Poses } from './poses.js'
 * @import { Scene } from './scene.js'
 * @import { Shown } from './shown.js'
 */

/** Numbers are written into bodies from this radius on, in pixels, and into so many at most. */
const LEAST_NUMBERED = 8;
const MOST_NUMBERED = 400;

/**
 * @param {Canvas} canvas
 * @param {Shown} shown
 */
export function drawCrowd(canvas, { scene, poses, isInConflict, isPicked }) {
    const { context, seen, palette } = canvas;
    context.clearRect(0, 0, seen.width, seen.height);
    /** @type {number[]} */
    const shown = [];
    /** @type {number[]} */
    const met = [];
    const frame = frameOf(scene.axes);
    for (let k = 0; k < scene.shapeOf.length; k++) {
        if (!poses.there[k] || isPicked(k) || !isSeen(canvas, scene, poses, k)) continue;
        // Who stands for good is part of the ground.
        if (k >= scene.agents && scene.first[k] === scene.first[k + 1]) continue;
        (k < scene.agents && isInConflict(k) ? met : shown).push(k);
    }
    const agents = shown.filter((k) => k < scene.agents);
    const obstacles = shown.filter((k) => k >= scene.agents);
    fill(canvas, scene, poses, obstacles, palette.obstacle, 0.25, 1.5);
    fill(canvas, scene, poses, agents, palette.crowd, 0.3, 1.25);
    fill(canvas, scene, poses, met, palette.bad, 0.45, 2.5);
    write(canvas, scene, poses, frame, [...agents, ...met]);
}

/** @param {Canvas} canvas @param {Scene} scene @param {Poses} poses @param {number} k */
function isSeen({ seen }, { axes, reach }, poses, k) {
    const { x, y } = seen.toScreen(toStage(frameOf(axes), poses.x[k], poses.y[k]));
    const out = Math.max(reach[k] * seen.scale, LEAST_RADIUS);
    return x > -out && y > -out && x < seen.width + out && y < seen.height + out;
}

/**
 * All in one path: filled once, drawn round once.
 *
 * @param {Canvas} canvas
 * @param {Scene} scene
 * @param {Poses} poses
 * @param {number[]} who
 * @param {string} colour
 * @param {number} alpha
 * @param {number} width
 */
function fill({ context, seen }, { axes, shapes, shapeOf }, poses, who, colour, alpha, width) {
    if (who.length === 0) return;
    const frame = frameOf(axes);
    context.beginPath();
    for (const k of who) {
        const pose = { x: poses.x[k], y: poses.y[k], angle: poses.angle[k] };
        for (const part of shapes[shapeOf[k]]) outlineOf(context, seen, frame, part, pose);
    }
    context.fillStyle = colour;
    context.strokeStyle = colour;
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
 * @param {ReturnType<typeof frameOf>} frame
 * @param {number[]} who
 */
function write({ context, seen, palette }, { names, reach }, poses, frame, who) {
    if (who.length > MOST_NUMBERED) return;
    context.fillStyle = palette.text;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const k of who) {
        const r = reach[k] * seen.scale;
        if (r < LEAST_NUMBERED) continue;
        const { x, y } = seen.toScreen(toStage(frame, poses.x[k], poses.y[k]));
        context.font = `${Math.min(Math.round(r * 0.9), 14)}px system-ui, sans-serif`;
        context.fillText(shortName(names[k]), x, y);
    }
}
