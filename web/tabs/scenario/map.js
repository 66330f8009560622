/**
 * The map: two canvases, one for static and one for moving bodies, under the stage, whose SVG shows the selection and
 * the grid, and handles the gestures.
 */

import { h, onNextFrame, svg } from '../../base/dom.js';
import { createStage } from '../../base/stage.js';
import { onThemeChange } from '../../base/theme.js';
import { drawCrowd } from './crowd.js';
import { getFrame, stageBounds, toPlan } from './frame.js';
import { drawGround } from './ground.js';
import { readPalette } from './palette.js';
import { createSelection } from './selection.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { Canvas } from './ground.js'
 * @import { CurrentPlan } from './current_plan.js'
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
        redraw: stage.redraw,
        /** Redraws the moving bodies at another time. */
        redrawMoving: onNextFrame(drawMoving),
        dispose() {
            stage.dispose();
            stop();
        },
    };
}
