/** Everything that does not move, on a canvas: walls, roads, goals, static obstacles. */

import { gridStep } from '../../base/grid.js';
import { getFrame, toPlan, toStage } from './frame.js';
import { addOutline } from './outline.js';

/**
 * @import { Projection } from '../../base/view.js'
 * @import { Frame } from './frame.js'
 * @import { Palette } from './palette.js'
 * @import { Scene } from './scene.js'
 *
 * @typedef {object} Canvas canvas with the values that drawing needs
 * @property {CanvasRenderingContext2D} context in CSS pixels
 * @property {number} ratio device pixels per CSS pixel
 * @property {Pick<Projection, 'toScreen' | 'toWorld' | 'scale' | 'width' | 'height'>} projection
 * @property {Palette} palette
 */

/** Number of edges from which on roads are drawn thin. */
const MANY_EDGES = 500;

/** Number of goals above which they are not drawn. */
const MAX_GOALS = 20_000;

/** @param {Canvas} canvas @param {Scene} scene */
export function drawGround(canvas, scene) {
    const { context, projection } = canvas;
    const frame = getFrame(scene.axes);
    context.clearRect(0, 0, projection.width, projection.height);
    if (scene.grid) drawWalls(canvas, frame, scene.grid);
    drawLines(canvas);
    if (scene.roadmap) drawRoads(canvas, frame, scene.roadmap);
    drawGoals(canvas, frame, scene);
    drawStaticObstacles(canvas, frame, scene);
}

/** Draws lines at the round coordinates written beside them. @param {Canvas} canvas */
function drawLines({ context, projection, palette }) {
    const step = gridStep(/** @type {Projection} */ (projection));
    const low = projection.toWorld({ x: 0, y: projection.height });
    const high = projection.toWorld({ x: projection.width, y: 0 });
    context.beginPath();
    for (let k = Math.ceil(low.x / step); k * step <= high.x; k++) {
        const { x } = projection.toScreen({ x: k * step, y: 0 });
        context.moveTo(x, 0);
        context.lineTo(x, projection.height);
    }
    for (let k = Math.ceil(low.y / step); k * step <= high.y; k++) {
        const { y } = projection.toScreen({ x: 0, y: k * step });
        context.moveTo(0, y);
        context.lineTo(projection.width, y);
    }
    context.strokeStyle = palette.grid;
    context.lineWidth = 1;
    context.stroke();
}

/**
 * Draws walls. Each pixel has the color of the cell that contains its center: the time depends on the screen's
 * size, not the map's.
 *
 * @param {Canvas} canvas
 * @param {Frame} frame
 * @param {NonNullable<Scene['grid']>} grid
 */
function drawWalls({ context, ratio, projection, palette }, frame, { nx, ny, blocked }) {
    const [width, height] = [context.canvas.width, context.canvas.height];
    if (width === 0 || height === 0) return;
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const across = new Int32Array(width);
    const along = new Int32Array(height);
    /** @param {number} value @param {number} count */
    const cell = (value, count) => {
        const k = Math.floor(value + 0.5);
        return k >= 0 && k < count ? k : -1;
    };
    const isTransposed = frame.xy !== 0;
    for (let u = 0; u < width; u++) {
        const point = toPlan(frame, projection.toWorld({ x: (u + 0.5) / ratio, y: 0 }));
        const k = isTransposed ? cell(point.y, ny) : cell(point.x, nx);
        across[u] = k < 0 ? -1 : isTransposed ? k : k * ny;
    }
    for (let v = 0; v < height; v++) {
        const point = toPlan(frame, projection.toWorld({ x: 0, y: (v + 0.5) / ratio }));
        const k = isTransposed ? cell(point.x, nx) : cell(point.y, ny);
        along[v] = k < 0 ? -1 : isTransposed ? k * ny : k;
    }
    const [wall, outside] = [palette.wallPixel, palette.outsidePixel];
    for (let v = 0, at = 0; v < height; v++) {
        const base = along[v];
        for (let u = 0; u < width; u++, at++) {
            const offset = across[u];
            if (base < 0 || offset < 0) pixels[at] = outside;
            else if (blocked[base + offset] !== 0) pixels[at] = wall;
        }
    }
    context.putImageData(image, 0, 0);
}

/** @param {Canvas} canvas @param {Frame} frame @param {NonNullable<Scene['roadmap']>} roadmap */
function drawRoads({ context, projection, palette }, frame, { nodes, edges }) {
    /** @param {number} k */
    const toScreenNode = (k) => projection.toScreen(toStage(frame, nodes[2 * k], nodes[2 * k + 1]));
    context.beginPath();
    for (let k = 0; k + 1 < edges.length; k += 2) {
        const [p, q] = [toScreenNode(edges[k]), toScreenNode(edges[k + 1])];
        context.moveTo(p.x, p.y);
        context.lineTo(q.x, q.y);
    }
    context.strokeStyle = palette.road;
    context.lineWidth = edges.length < 2 * MANY_EDGES ? 2 : 0.75;
    context.stroke();
    const size = edges.length < 2 * MANY_EDGES ? 3 : 1.25;
    context.beginPath();
    for (let k = 0; k < nodes.length / 2; k++) {
        const { x, y } = toScreenNode(k);
        context.moveTo(x + size, y);
        context.arc(x, y, size, 0, 2 * Math.PI);
    }
    context.fillStyle = palette.road;
    context.fill();
}

/** Draws a small cross at the goal of each agent. @param {Canvas} canvas @param {Frame} frame @param {Scene} scene */
function drawGoals({ context, projection, palette }, frame, { goals }) {
    if (goals.length > 2 * MAX_GOALS) return;
    const size = Math.min(Math.max(0.12 * projection.scale, 1.5), 5);
    context.beginPath();
    for (let k = 0; k < goals.length / 2; k++) {
        if (Number.isNaN(goals[2 * k])) continue;
        const { x, y } = projection.toScreen(toStage(frame, goals[2 * k], goals[2 * k + 1]));
        context.moveTo(x - size, y - size);
        context.lineTo(x + size, y + size);
        context.moveTo(x - size, y + size);
        context.lineTo(x + size, y - size);
    }
    context.strokeStyle = palette.crowd;
    context.globalAlpha = 0.6;
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
}

/** @param {Canvas} canvas @param {Frame} frame @param {Scene} scene */
function drawStaticObstacles({ context, projection, palette }, frame, scene) {
    const { shapes, shapeOf, first: firstPiece, restPoses, agents } = scene;
    context.beginPath();
    for (let k = agents; k < shapeOf.length; k++) {
        if (firstPiece[k] !== firstPiece[k + 1] || Number.isNaN(restPoses[3 * k])) continue;
        const pose = { x: restPoses[3 * k], y: restPoses[3 * k + 1], angle: restPoses[3 * k + 2] };
        for (const part of shapes[shapeOf[k]]) addOutline(context, projection, frame, part, pose);
    }
    context.fillStyle = palette.wall;
    context.strokeStyle = palette.obstacle;
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
}
