/**
 * The map: two canvases, of what stands and of who moves, under the stage, whose SVG has what is picked out, the
 * frame and the gestures.
 */

import { h, onNextFrame, svg } from '../../base/dom.js';
import { createStage } from '../../base/stage.js';
import { onTheme } from '../../base/theme.js';
import { drawCrowd } from './crowd.js';
import { boxOnStage, frameOf, toPlan } from './frame.js';
import { drawGround } from './ground.js';
import { readPalette } from './palette.js';
import { createPicked } from './picked.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { Canvas } from './ground.js'
 * @import { Shown } from './shown.js'
 */

/** How far from a body one may press to mean it, and how far a press may move, in pixels. */
const PICK = 14;
const STILL = 5;

/**
 * @param {object} options
 * @param {() => Shown | null} options.shown
 * @param {() => View | null} options.view null: all
 * @param {(view: View | null) => void} options.onView
 * @param {(agent: number) => void} options.onPick an agent has been pressed; -1: none was there
 * @param {() => void} options.onDraw
 */
export function createMap({ shown, view, onView, onPick, onDraw }) {
    const ground = h('canvas', { class: 'ground', 'aria-hidden': 'true' });
    const crowd = h('canvas', { class: 'crowd', 'aria-hidden': 'true' });
    let palette = readPalette();
    const frame = () => frameOf(shown()?.scene.axes ?? 'right-up');
    const bounds = () => {
        const now = shown();
        return now ? boxOnStage(now.scene) : { minX: 0, minY: 0, maxX: 1, maxY: 1 };
    };

    const viewOfAll = () => stage.fitView(bounds(), 0.04);

    const stage = createStage({
        label: 'The map: all agents at the time shown',
        view: () => view() ?? viewOfAll(),
        onView,
        onFit: () => onView(null),
        bounds,
        isDown: () => frame().isDown,
        draw() {
            drawAll();
            drawMoving();
        },
    });
    const picked = createPicked(stage);
    const axes = svg('text', { class: 'axes', 'aria-hidden': 'true' });
    stage.layer('axes-layer').append(axes);
    stage.element.prepend(ground, crowd);

    /** @param {HTMLCanvasElement} element @returns {Canvas | null} */
    const canvasOf = (element) => {
        const { width, height } = stage.size;
        const ratio = devicePixelRatio;
        const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
        if (element.width !== across) element.width = across;
        if (element.height !== down) element.height = down;
        const context = element.getContext('2d');
        if (!context || across === 0) return null;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        const { toScreen, toWorld, scale } = stage;
        return { context, ratio, palette, seen: { toScreen, toWorld, scale, width, height } };
    };
    const drawAll = () => {
        const now = shown();
        stage.svg.classList.toggle('is-empty', !now);
        const canvas = canvasOf(ground);
        if (!canvas) return;
        if (now) drawGround(canvas, now.scene);
        else canvas.context.clearRect(0, 0, canvas.seen.width, canvas.seen.height);
        const { across, along, isDown } = frame();
        axes.textContent = now ? `${across} →  ${along} ${isDown ? '↓' : '↑'}` : '';
        axes.setAttribute('x', '26');
        axes.setAttribute('y', String(stage.size.height - 22));
        picked.draw(now);
    };
    const drawMoving = () => {
        const now = shown();
        const canvas = canvasOf(crowd);
        if (!canvas) return;
        if (now) drawCrowd(canvas, now);
        else canvas.context.clearRect(0, 0, canvas.seen.width, canvas.seen.height);
        picked.drawMoving(now);
        onDraw();
    };
    const stop = onTheme(() => {
        palette = readPalette();
        stage.redraw();
    });

    let pressed = { x: 0, y: 0 };
    stage.svg.addEventListener('pointerdown', ({ clientX, clientY }) => {
        pressed = { x: clientX, y: clientY };
    });
    stage.svg.addEventListener('click', (event) => {
        const now = shown();
        const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
        if (!now || moved > STILL) return;
        const { x, y } = toPlan(frame(), stage.worldOf(event));
        onPick(now.agentAt(x, y, PICK / stage.scale));
    });

    return {
        element: stage.element,
        stage,
        picked,
        viewOfAll,
        /** Everything: the plan, the view or the size is another. */
        redraw: stage.redraw,
        /** Who moves, at another time. */
        redrawMoving: onNextFrame(drawMoving),
        dispose() {
            stage.dispose();
            stop();
        },
    };
}
