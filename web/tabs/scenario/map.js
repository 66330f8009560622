/**
 * The map: two canvases, one for static and one for moving bodies, under the stage, whose SVG shows the selection and
 * the grid, and handles the gestures.
 */

import { h, onNextFrame, setAttributes, svg } from '../../base/dom.js';
import { gridStep } from '../../base/grid.js';
import { createStage } from '../../base/stage.js';
import { color, onThemeChange } from '../../base/theme.js';
import { getFrame, partCorners, routeLines, stageBounds, toPlan, toStage } from './map_geometry.js';
import { CELL, hasMotion, isDisc } from './scene.js';
import { shortName } from './wording.js';

/**
 * @import { Stage } from '../../base/stage.js'
 * @import { Projection, View } from '../../base/view.js'
 * @import { Frame } from './map_geometry.js'
 * @import { CurrentPlan } from './plan_checker.js'
 * @import { Part, Pose, Poses, Scene } from './scene.js'
 * @import { Participant, ViolationDetail } from './violations.js'
 */

/** Largest distance from a body at which a press selects it, and largest movement of a press, in pixels. */
const PICK_RADIUS = 14;
const MAX_CLICK_MOVE = 5;

/**
 * @param {object} options
 * @param {() => CurrentPlan | null} options.getPlan
 * @param {() => View | null} options.getView null: all
 * @param {(view: View | null) => void} options.onView
 * @param {(agent: number) => void} options.onPick called when an agent is pressed; -1: no agent at that place
 * @param {() => void} options.onDraw
 */
export function createMap({ getPlan, getView, onView, onPick, onDraw }) {
    const ground = h('canvas', { class: 'ground', 'aria-hidden': 'true' });
    const crowd = h('canvas', { class: 'crowd', 'aria-hidden': 'true' });
    let palette = readPalette();
    const frame = () => getFrame(getPlan()?.scene.axes ?? 'right-up');
    const bounds = () => {
        const plan = getPlan();
        return plan ? stageBounds(plan.scene) : { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    };

    const viewOfAll = () => stage.fitView(bounds(), 0.04);

    const stage = createStage({
        label: 'Map: all agents at the current time',
        view: () => getView() ?? viewOfAll(),
        onView,
        onFit: () => onView(null),
        bounds,
        isAxisDown: () => frame().isAxisDown,
        draw() {
            redrawMoving.cancel();
            drawAll();
            drawMoving();
        },
    });
    const selection = createSelection(stage);
    const axes = svg('text', { class: 'axes', 'aria-hidden': 'true' });
    stage.addLayer('axes-layer').append(axes);
    stage.element.prepend(ground, crowd);

    /** @param {HTMLCanvasElement} element @returns {Canvas | null} */
    const prepareCanvas = (element) => {
        const { width, height } = stage.size;
        const ratio = devicePixelRatio;
        const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
        if (element.width !== pixelWidth) element.width = pixelWidth;
        if (element.height !== pixelHeight) element.height = pixelHeight;
        const context = element.getContext('2d');
        if (!context || pixelWidth === 0) return null;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        const { toScreen, toWorld, scale } = stage;
        return { context, ratio, palette, projection: { toScreen, toWorld, scale, width, height } };
    };
    const drawAll = () => {
        const plan = getPlan();
        stage.svg.classList.toggle('is-empty', !plan);
        const canvas = prepareCanvas(ground);
        if (!canvas) return;
        if (plan) drawGround(canvas, plan.scene);
        else canvas.context.clearRect(0, 0, canvas.projection.width, canvas.projection.height);
        const { horizontalName, verticalName, isAxisDown } = frame();
        axes.textContent = plan
            ? `${horizontalName} →  ${verticalName} ${isAxisDown ? '↓' : '↑'}`
            : '';
        axes.setAttribute('x', '26');
        axes.setAttribute('y', String(stage.size.height - 22));
        selection.draw(plan);
    };
    const drawMoving = () => {
        const plan = getPlan();
        const canvas = prepareCanvas(crowd);
        if (!canvas) return;
        if (plan) drawCrowd(canvas, plan);
        else canvas.context.clearRect(0, 0, canvas.projection.width, canvas.projection.height);
        selection.drawMoving(plan);
        onDraw();
    };
    const redrawMoving = onNextFrame(drawMoving);
    const stop = onThemeChange(() => {
        palette = readPalette();
        stage.redraw();
    });

    let pressPoint = { x: 0, y: 0 };
    stage.svg.addEventListener('pointerdown', ({ clientX, clientY }) => {
        pressPoint = { x: clientX, y: clientY };
    });
    stage.svg.addEventListener('click', (event) => {
        const plan = getPlan();
        const moved = Math.hypot(event.clientX - pressPoint.x, event.clientY - pressPoint.y);
        if (!plan || moved > MAX_CLICK_MOVE) return;
        const { x, y } = toPlan(frame(), stage.pointerToWorld(event));
        onPick(plan.agentAt(x, y, PICK_RADIUS / stage.scale));
    });

    return {
        element: stage.element,
        stage,
        picked: selection,
        viewOfAll,
        /** Redraws everything after a change of the plan, the view or the size. */
        redraw() {
            redrawMoving.cancel();
            stage.redraw();
        },
        /** Redraws the moving bodies at another time. */
        redrawMoving,
        dispose() {
            redrawMoving.cancel();
            stage.dispose();
            stop();
        },
    };
}

/* ---- colors ---- */

/** @typedef {ReturnType<typeof readPalette>} Palette */

/** Returns the bytes of a color in the order of image data. @param {string} css @param {number} alpha */
function colorPixel(css, alpha) {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return 0;
    context.globalAlpha = alpha;
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
}

/** Returns the theme's colors for a canvas, which reads them once per theme. */
function readPalette() {
    return {
        grid: color('grid'),
        wall: color('wall'),
        wallPixel: colorPixel(color('wall'), 1),
        outsidePixel: colorPixel(color('page'), 1),
        obstacle: color('muted'),
        road: color('line'),
        crowd: color('crowd'),
        bad: color('bad'),
        text: color('text'),
        surface: color('surface'),
    };
}

/* ---- exact outlines of bodies ---- */

/** Minimum drawn radius, in pixels, and that of bodies without size. */
const MIN_RADIUS = 1.75;
const POINT_RADIUS = 5;
/** Radius of a body without size in a plan in steps, in cells: neighbors then do not cover each other. */
const POINT_CELLS = 0.35;

/**
 * Returns the drawn radius of a disc, in pixels.
 *
 * @param {Pick<Scene, 'timeStep'>} scene
 * @param {number} radius in map units
 * @param {number} scale
 */
function discRadius({ timeStep }, radius, scale) {
    if (radius > 0) return Math.max(radius * scale, MIN_RADIUS);
    if (timeStep === null) return POINT_RADIUS;
    return Math.min(Math.max(POINT_CELLS * scale, MIN_RADIUS), POINT_RADIUS);
}

/**
 * Adds the outline of a part to the canvas path.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Pick<Projection, 'toScreen' | 'scale'>} projection
 * @param {Scene} scene
 * @param {Part} part
 * @param {Pose} pose
 */
function addOutline(context, projection, scene, part, pose) {
    const points = partCorners(getFrame(scene.axes), part, pose).map(projection.toScreen);
    const r = part.radius * projection.scale;
    if (points.length === 1) {
        const [{ x, y }] = points;
        const size = discRadius(scene, part.radius, projection.scale);
        context.moveTo(x + size, y);
        // All outlines have the same orientation: two overlapping ones of opposite orientation would leave a hole.
        context.arc(x, y, size, 0, 2 * Math.PI, true);
        return;
    }
    // Counter-clockwise on the stage is clockwise in the screen's angles, whose y axis points down.
    for (const [i, p] of points.entries()) {
        const q = points[(i + 1) % points.length];
        if (r === 0) {
            if (i === 0) context.moveTo(p.x, p.y);
            else context.lineTo(p.x, p.y);
            continue;
        }
        const o = points[(i + points.length - 1) % points.length];
        const [angleBefore, angleAfter] = [outwardAngle(o, p), outwardAngle(p, q)];
        if (i === 0)
            context.moveTo(p.x + r * Math.cos(angleBefore), p.y + r * Math.sin(angleBefore));
        context.arc(p.x, p.y, r, angleBefore, angleAfter, true);
    }
    context.closePath();
}

/** Returns the angle of an edge's outward normal. @param {{ x: number, y: number }} p @param {{ x: number, y: number }} q */
function outwardAngle(p, q) {
    return Math.atan2(q.x - p.x, -(q.y - p.y));
}

/* ---- canvas of everything that does not move ---- */

/**
 * @typedef {object} Canvas canvas with the values that drawing needs
 * @property {CanvasRenderingContext2D} context in CSS pixels
 * @property {number} ratio device pixels per CSS pixel
 * @property {Pick<Projection, 'toScreen' | 'toWorld' | 'scale' | 'width' | 'height'>} projection
 * @property {Palette} palette
 */

/** Number of edges from which on roads are drawn thin. */
const MANY_EDGES = 500;

/** Draws everything that does not move: walls, roads, goals, static obstacles. @param {Canvas} canvas @param {Scene} scene */
function drawGround(canvas, scene) {
    const { context, projection } = canvas;
    const frame = getFrame(scene.axes);
    context.clearRect(0, 0, projection.width, projection.height);
    if (scene.grid) drawWalls(canvas, frame, scene.grid);
    drawLines(canvas);
    if (scene.roadmap) drawRoads(canvas, frame, scene.roadmap);
    drawGoals(canvas, frame, scene);
    drawStaticObstacles(canvas, scene);
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

/** Draws a small cross at the goal of each agent, unless too many are visible. @param {Canvas} canvas @param {Frame} frame @param {Scene} scene */
function drawGoals({ context, projection, palette }, frame, { goals }) {
    const { width, height, scale } = projection;
    const size = Math.min(Math.max(0.12 * scale, 1.5), 5);
    let count = 0;
    context.beginPath();
    for (let k = 0; k < goals.length / 2; k++) {
        if (Number.isNaN(goals[2 * k])) continue;
        const { x, y } = projection.toScreen(toStage(frame, goals[2 * k], goals[2 * k + 1]));
        if (!(x > -size && y > -size && x < width + size && y < height + size)) continue;
        if (++count > MAX_OUTLINES) return;
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

/** @param {Canvas} canvas @param {Scene} scene */
function drawStaticObstacles({ context, projection, palette }, scene) {
    const { shapes, shapeOf, restPoses, agents } = scene;
    context.beginPath();
    for (let k = agents; k < shapeOf.length; k++) {
        if (hasMotion(scene, k) || Number.isNaN(restPoses[3 * k])) continue;
        const pose = { x: restPoses[3 * k], y: restPoses[3 * k + 1], angle: restPoses[3 * k + 2] };
        for (const part of shapes[shapeOf[k]]) addOutline(context, projection, scene, part, pose);
    }
    context.fillStyle = palette.wall;
    context.strokeStyle = palette.obstacle;
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
}

/* ---- canvas of moving bodies ---- */

/** Minimum radius of a body with a number inside, in pixels, and the largest number of such bodies. */
const MIN_LABEL_RADIUS = 8;
const MAX_LABELS = 400;

/**
 * Number of visible bodies above which discs are drawn as squares, and other bodies if they are smaller than MIN_OUTLINE,
 * in pixels: without a graphics card ten thousand outlines take 200 to 400 ms, squares 15. So many goals are not drawn.
 */
const MAX_OUTLINES = 1500;
const MIN_OUTLINE = 3;
/** Side of a square with the area of a disc, in radii. */
const SQUARE_SIDE = Math.sqrt(Math.PI);
/** Opacity of squares, which have no edge. */
const SQUARE_ALPHA = 0.7;
/** Number of outlines in a path: the time of a path grows faster than their number. */
const PATH_OUTLINES = 1500;

/**
 * Draws all agents at an instant: ten thousand within a frame.
 *
 * @param {Canvas} canvas
 * @param {CurrentPlan} visible
 */
function drawCrowd(canvas, { scene, poses, isInConflict, isSelected }) {
    const { context, projection, palette } = canvas;
    context.clearRect(0, 0, projection.width, projection.height);
    /** @type {number[]} */
    const agents = [];
    /** @type {number[]} */
    const obstacles = [];
    /** @type {number[]} */
    const inConflict = [];
    const frame = getFrame(scene.axes);
    for (let k = 0; k < scene.shapeOf.length; k++) {
        if (!poses.isPresent[k] || isSelected(k)) continue;
        // An obstacle that never moves is part of the ground.
        if (k >= scene.agents && !hasMotion(scene, k)) continue;
        const { x, y } = projection.toScreen(toStage(frame, poses.x[k], poses.y[k]));
        const out = Math.max(scene.boundingRadius[k] * projection.scale, MIN_RADIUS);
        const isVisible =
            x > -out && y > -out && x < projection.width + out && y < projection.height + out;
        if (!isVisible) continue;
        if (k >= scene.agents) obstacles.push(k);
        else if (isInConflict(k)) inConflict.push(k);
        else agents.push(k);
    }
    fillBodies(canvas, scene, poses, obstacles, palette.obstacle, 0.25, 1.5);
    fillBodies(canvas, scene, poses, agents, palette.crowd, 0.3, 1.25);
    fillBodies(canvas, scene, poses, inConflict, palette.bad, 0.45, 2.5);
    drawNames(canvas, scene, poses, frame, [...agents, ...inConflict]);
}

/**
 * Fills and strokes bodies: in paths, and as squares if there are many.
 *
 * @param {Canvas} canvas
 * @param {Scene} scene
 * @param {Poses} poses
 * @param {number[]} indices
 * @param {string} color
 * @param {number} alpha
 * @param {number} width
 */
function fillBodies(canvas, scene, poses, indices, color, alpha, width) {
    if (indices.length === 0) return;
    const { context, projection } = canvas;
    const { shapes, shapeOf, boundingRadius } = scene;
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = width;
    let outlined = indices;
    if (indices.length > MAX_OUTLINES) {
        const isRound = shapes.map(isDisc);
        /** @param {number} k */
        const isSquare = (k) =>
            isRound[shapeOf[k]] || boundingRadius[k] * projection.scale < MIN_OUTLINE;
        drawSquares(canvas, scene, poses, indices.filter(isSquare));
        outlined = indices.filter((k) => !isSquare(k));
    }
    for (let from = 0; from < outlined.length; from += PATH_OUTLINES) {
        context.beginPath();
        for (const k of outlined.slice(from, from + PATH_OUTLINES)) {
            const pose = { x: poses.x[k], y: poses.y[k], angle: poses.angle[k] };
            for (const part of shapes[shapeOf[k]])
                addOutline(context, projection, scene, part, pose);
        }
        context.globalAlpha = alpha;
        context.fill();
        context.globalAlpha = 1;
        context.stroke();
    }
}

/** Fills a square with the area of its disc for each body. @param {Canvas} canvas @param {Scene} scene @param {Poses} poses @param {number[]} indices */
function drawSquares({ context, projection }, scene, poses, indices) {
    const frame = getFrame(scene.axes);
    context.globalAlpha = SQUARE_ALPHA;
    for (const k of indices) {
        const { x, y } = projection.toScreen(toStage(frame, poses.x[k], poses.y[k]));
        const side = SQUARE_SIDE * discRadius(scene, scene.boundingRadius[k], projection.scale);
        context.fillRect(x - side / 2, y - side / 2, side, side);
    }
    context.globalAlpha = 1;
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

/* ---- selection, in SVG ---- */

const SIDES = /** @type {const} */ (['a', 'b']);
/** Minimum drawn size, in pixels. */
const MIN_SIZE = 5;
/** Minimum radius of a body with room for its number, in pixels. */
const MIN_NAME_RADIUS = 9;

/**
 * Creates the selection on the map, in SVG: the bodies of a violation, their routes, and the followed agent.
 *
 * @param {Stage} stage
 */
function createSelection(stage) {
    const layer = stage.addLayer('selection');
    const bodies = SIDES.map((side) => ({
        route: svg('path', { class: `path ${side} faint` }),
        windowRoute: svg('path', { class: `path ${side}` }),
        first: svg('path', { class: `contact-outline ${side}` }),
        deepest: svg('path', { class: `deepest ${side}` }),
        now: svg('path', { class: `body ${side}` }),
        name: svg('text', { class: `body-name ${side}`, 'aria-hidden': 'true' }),
    }));
    const cross = svg('path', { class: 'place' });
    const followed = {
        route: svg('path', { class: 'followed-route' }),
        ends: svg('path', { class: 'followed-ends' }),
        ring: svg('circle', { class: 'followed' }),
    };
    layer.append(
        followed.route,
        followed.ends,
        ...bodies.map(({ route }) => route),
        ...bodies.map(({ windowRoute }) => windowRoute),
        ...bodies.flatMap(({ deepest, first }) => [deepest, first]),
        followed.ring,
        ...bodies.flatMap(({ now, name }) => [now, name]),
        cross,
    );
    /** @type {ViolationDetail | null} */
    let detail = null;
    let agent = -1;

    /**
     * @param {Scene} scene
     * @param {Participant} side
     * @param {Pose | null} pose
     */
    const outline = (scene, { body }, pose) => {
        if (!pose) return '';
        const frame = getFrame(scene.axes);
        if (body < 0) return stage.path(partCorners(frame, CELL, pose), true);
        return scene.shapes[scene.shapeOf[body]]
            .map((part) => {
                const radius = Math.max(
                    part.radius,
                    part.points.length > 1 ? 0 : MIN_SIZE / stage.scale,
                );
                return stage.roundedPath(partCorners(frame, part, pose), radius);
            })
            .join('');
    };

    /** @param {Scene} scene @param {number} body @param {[number, number]} [window] */
    const routeData = (scene, body, window) => {
        if (body < 0) return '';
        const frame = getFrame(scene.axes);
        return routeLines(scene, body, window)
            .map((line) => stage.path(line.map(([x, y]) => toStage(frame, x, y))))
            .join('');
    };

    /** @param {CurrentPlan} plan */
    const drawDetail = ({ scene }) => {
        for (const [i, parts] of bodies.entries()) {
            const side = detail?.participants[i];
            if (!detail || !side) {
                for (const part of Object.values(parts)) clear(part);
                continue;
            }
            const { body, poseAt } = side;
            const { first, deepestTime, window, depth } = detail;
            const isCell = body < 0;
            setAttributes(parts.route, { d: routeData(scene, body) });
            setAttributes(parts.windowRoute, { d: routeData(scene, body, window) });
            setAttributes(parts.first, { d: isCell ? '' : outline(scene, side, poseAt(first)) });
            setAttributes(parts.deepest, {
                d: isCell || depth === null ? '' : outline(scene, side, poseAt(deepestTime)),
            });
        }
        const at = detail?.violation.position;
        if (!detail || !at || detail.participants.length > 1) return clear(cross);
        const { x, y } = stage.toScreen(toStage(getFrame(scene.axes), at[0], at[1]));
        setAttributes(cross, { d: `M${x - 7} ${y - 7}l14 14m-14 0l14 -14` });
    };

    /** @param {CurrentPlan} plan */
    const drawFollowed = ({ scene }) => {
        const isKnown = agent >= 0 && agent < scene.agents;
        setAttributes(followed.route, { d: isKnown ? routeData(scene, agent) : '' });
        const frame = getFrame(scene.axes);
        const ends = isKnown ? [scene.starts, scene.goals] : [];
        const endMarks = ends.map((places, i) => {
            const [x, y] = [places[2 * agent], places[2 * agent + 1]];
            if (Number.isNaN(x)) return '';
            const at = stage.toScreen(toStage(frame, x, y));
            return i === 0
                ? `M${at.x - 5} ${at.y - 5}h10v10h-10z`
                : `M${at.x} ${at.y - 8}l7 8l-7 8l-7 -8z`;
        });
        setAttributes(followed.ends, { d: endMarks.join('') });
    };

    /** @param {CurrentPlan} plan */
    const drawMoving = ({ scene, poses }) => {
        const frame = getFrame(scene.axes);
        for (const [i, parts] of bodies.entries()) {
            const side = detail?.participants[i];
            if (!side) continue;
            const { body, poseAt } = side;
            const now = body < 0 ? poseAt(0) : poses.currentPose(body);
            setAttributes(parts.now, { d: outline(scene, side, now) });
            const isNamed = now && body >= 0 && body < scene.agents;
            const name = isNamed ? shortName(scene.names[body]) : '';
            if (parts.name.textContent !== name) parts.name.textContent = name;
            const isSmall = body >= 0 && scene.boundingRadius[body] * stage.scale < MIN_NAME_RADIUS;
            const offsetY = isSmall ? (i === 0 ? -MIN_NAME_RADIUS - 4 : MIN_NAME_RADIUS + 4) : 0;
            if (now) stage.placeText(parts.name, toStage(frame, now.x, now.y), 0, offsetY);
        }
        const now = agent >= 0 && agent < scene.agents ? poses.currentPose(agent) : null;
        if (!now) return setAttributes(followed.ring, { r: 0 });
        const { x, y } = stage.toScreen(toStage(frame, now.x, now.y));
        const r = Math.max(scene.boundingRadius[agent] * stage.scale, MIN_SIZE) + 5;
        setAttributes(followed.ring, { cx: x.toFixed(2), cy: y.toFixed(2), r: r.toFixed(2) });
    };

    return {
        /** @param {ViolationDetail | null} next */
        setDetail(next) {
            detail = next;
        },
        /** @param {number} next -1: none */
        setAgent(next) {
            agent = next;
        },
        /** Draws the parts that depend on the view. @param {CurrentPlan | null} plan */
        draw(plan) {
            layer.toggleAttribute('hidden', !plan);
            if (!plan) {
                for (const { name } of bodies) name.textContent = '';
                return;
            }
            drawDetail(plan);
            drawFollowed(plan);
        },
        /** Draws the parts that depend on the time. @param {CurrentPlan | null} plan */
        drawMoving(plan) {
            if (plan) drawMoving(plan);
        },
    };
}

/** @param {SVGElement} element */
function clear(element) {
    if (element instanceof SVGTextElement) element.textContent = '';
    else setAttributes(element, { d: '' });
}
