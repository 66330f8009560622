/** The Distance tab: two bodies standing still. */

import { createBody } from '../../base/body.js';
import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { asPose, makeShape } from '../../base/shapes.js';
import { createStage } from '../../base/stage.js';
import { createStore } from '../../base/state.js';
import { readState } from './state.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 */

export const version = 1;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, context) {
    const { graze } = context;
    const store = createStore(readState(context.state), () => {
        context.changed();
        stage.redraw();
    });
    const readout = createReadout({ relation: 'Relation', distance: 'Distance' }, 'Answer');
    const stage = createStage({
        label: 'Bodies A and B in the world',
        view: store.get().view,
        onView: (view) => store.set({ view }),
        bounds: () => ({ minX: -3, minY: -2, maxX: 3, maxY: 2 }),
        draw() {
            const { a, b } = store.get();
            const shapeA = makeShape(graze, a.shape);
            const shapeB = makeShape(graze, b.shape);
            bodyA.draw(shapeA);
            bodyB.draw(shapeB);
            readout.set(graze.distance(shapeA, shapeB, asPose(a.pose), asPose(b.pose)));
            shapeA.free();
            shapeB.free();
        },
    });
    const bodyA = createBody(stage, {
        name: 'A',
        look: 'a',
        shape: () => store.get().a.shape,
        pose: () => store.get().a.pose,
        onPose: (pose) => store.set({ a: { ...store.get().a, pose } }),
        onShape: (shape) => store.set({ a: { ...store.get().a, shape } }),
    });
    const bodyB = createBody(stage, {
        name: 'B',
        look: 'b',
        shape: () => store.get().b.shape,
        pose: () => store.get().b.pose,
        onPose: (pose) => store.set({ b: { ...store.get().b, pose } }),
        onShape: (shape) => store.set({ b: { ...store.get().b, shape } }),
    });
    root.append(
        h('div', { class: 'panes' }, stage.element, h('div', { class: 'card' }, readout.element)),
    );
    return {
        get: store.get,
        set(state) {
            store.set(readState(state));
            stage.setView(store.get().view);
        },
        dispose() {
            stage.dispose();
            readout.dispose();
        },
    };
}
