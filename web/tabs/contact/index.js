/** The First contact tab: two bodies that move and turn, their first contact, and the steps of four methods to it. */

import { createContactView } from '../../base/contact_view.js';
import { sceneButtons } from '../../base/copy.js';
import { namePair } from '../../base/deciding_pair.js';
import { h } from '../../base/dom.js';
import { numberField } from '../../base/fields.js';
import { format } from '../../base/format.js';
import { HANDLE_KEYS, keysHint } from '../../base/keys.js';
import { createMovingBody } from '../../base/moving_body.js';
import { createPlayer } from '../../base/player.js';
import { createPresetField } from '../../base/preset_field.js';
import { createReadout } from '../../base/readout.js';
import { createRefusal } from '../../base/refusal.js';
import { boundingRadius } from '../../base/shapes.js';
import { createSolver } from '../../base/solver.js';
import { createStage } from '../../base/stage.js';
import { createStore, isEqual } from '../../base/state.js';
import { boundingBox, hasView } from '../../base/view.js';
import { createAnswer } from './answer.js';
import { createChart } from './chart.js';
import { asCode, asTestCase } from './export.js';
import { createContactRows } from './method_rows.js';
import { PRESETS } from './presets.js';
import { queryKey, solve } from './solve.js';
import { MAX_END, readState } from './state.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { State } from './state.js'
 */

export const version = 1;
/** Properties of the state that make up the scene. */
export const edited = ['a', 'b', 'end'];

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, context) {
    const { graze } = context;
    const solver = createSolver({
        queryKey,
        solve: (/** @type {State} */ state) => solve(graze, state),
        notice: context.notice,
    });
    const initialState = readState(context.state);
    const store = createStore(
        solver.trySolve(initialState) ? initialState : readState(undefined),
        () => {
            context.changed();
            stage.redraw();
        },
    );
    solver.solve(store.get());
    /** @param {Partial<State>} part */
    const update = (part) => {
        const next = { ...store.get(), ...part };
        next.time = Math.min(next.time, next.end);
        if (solver.trySolve(next)) {
            store.set(next);
            context.notice('');
        } else {
            stage.redraw();
        }
    };

    const stage = createStage({
        label: 'World view: bodies A and B and their paths',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds() {
            const { a, b, end } = store.get();
            const places = [solver.solution.motionA, solver.solution.motionB].flatMap((motion) =>
                Array.from({ length: 41 }, (_, i) => motion.pose((end * i) / 40) ?? { x: 0, y: 0 }),
            );
            const margin = Math.max(boundingRadius(a.shape), boundingRadius(b.shape));
            const { minX, minY, maxX, maxY } = boundingBox(places);
            return {
                minX: minX - margin,
                minY: minY - margin,
                maxX: maxX + margin,
                maxY: maxY + margin,
            };
        },
        isScene: !hasView(context.state),
        draw,
    });
    const contactView = createContactView(stage);
    const refusal = createRefusal(stage, graze);

    const sides = /** @type {const} */ (['a', 'b']).map((side) => {
        const mover = createMovingBody(stage, {
            side,
            graze,
            refusal,
            get: () => store.get()[side],
            onChange: (part) => update({ [side]: { ...store.get()[side], ...part } }),
            motion: () => (side === 'a' ? solver.solution.motionA : solver.solution.motionB),
            end: () => store.get().end,
            time: () => store.get().time,
        });
        const draw = () => {
            const { shapeA, partA, shapeB, partB } = solver.solution;
            if (side === 'a') mover.draw(shapeA, partA);
            else mover.draw(shapeB, partB);
        };
        return { card: mover.card, draw };
    });

    const chart = createChart((time) => {
        player.pause();
        setTime(time);
    });
    const methodRows = createContactRows((method) => store.set({ method }));
    const answer = createAnswer(context.announce);
    const currentReadout = createReadout({ separation: 'Distance now' }, 'At the current time');
    const player = createPlayer({
        label: 'Time',
        write: (time) => `t = ${format(time)}`,
        onInput: (time) => store.set({ time }),
    });
    /** Sets the time, rounded to the resolution of the plot's pixels. @param {number} time */
    const setTime = (time) => {
        const { end } = store.get();
        store.set({ time: Math.min(Math.max(Number(time.toPrecision(4)), 0), end) });
    };
    const end = numberField({
        label: 'End time',
        min: 1e-3,
        max: MAX_END,
        title: 'The query covers the times from 0 to this value',
        onInput: (value) => update({ end: value }),
    });
    const tolerance = numberField({
        label: 'Tolerance',
        min: 0,
        max: MAX_END,
        step: 0.01,
        title: 'Maximum bracket width in time; 0: 1e-9 of the time range',
        onInput: (value) => update({ tolerance: value }),
    });
    const preset = createPresetField({
        presets: PRESETS,
        isShown({ a, b, end: last }) {
            const state = store.get();
            return isEqual([state.a, state.b, state.end], [a, b, last]);
        },
        onPick({ a, b, end: last, view }) {
            update({ a, b, end: last, view, time: 0, tolerance: 0 });
            stage.fitNarrow();
        },
    });
    const contactButton = h(
        'button',
        {
            type: 'button',
            onclick() {
                const { time } = solver.solution.first;
                if (time) store.set({ time: time[0] });
            },
        },
        'Go to contact',
    );

    const pairHint = h('p', { class: 'hint pair-hint' });

    function draw() {
        const state = store.get();
        contactView.draw(solver.solution, state);
        for (const side of sides) side.draw();
        refusal.draw(state);
        const pair = namePair(solver.solution.partA, solver.solution.partB);
        pairHint.hidden = pair === null;
        pairHint.textContent = `The steps of the methods need convex bodies: they are shown for ${pair}, the pair that decides the answer. The solid curve is the distance of the bodies, the dashed one that of the pair.`;
        chart.draw(state, solver.solution);
        methodRows.draw(state, solver.solution);
        answer.draw(solver.solution);
        currentReadout.set({ separation: solver.solution.separationAt(state.time) });
        player.setRange(0, state.end);
        player.set(state.time);
        preset.draw();
        end.set(state.end);
        tolerance.set(state.tolerance);
        contactButton.disabled = !solver.solution.first.time;
    }

    root.append(
        h(
            'div',
            { class: 'panes' },
            h(
                'div',
                { class: 'main-column' },
                h('section', { class: 'world', 'aria-label': 'World view' }, stage.element),
                h(
                    'section',
                    { class: 'card timeline', 'aria-label': 'Time' },
                    player.element,
                    h('div', { class: 'buttons' }, contactButton, currentReadout.element),
                    h('h2', null, 'Distance over time'),
                    chart.element,
                    h('h2', null, 'Evaluations per method'),
                    pairHint,
                    methodRows.element,
                    h(
                        'p',
                        { class: 'hint' },
                        'The plot shows the steps of the selected method. Each step goes down to the earliest time at which contact is still possible, then up to the distance at that time. Longer steps mean fewer evaluations.',
                    ),
                ),
                h('div', { class: 'stages' }, ...sides.map(({ card }) => card)),
            ),
            h(
                'div',
                { class: 'side-column' },
                answer.element,
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Scene' },
                    preset.element,
                    h('div', { class: 'row' }, end.element, tolerance.element),
                    sceneButtons(
                        () => asCode(store.get(), solver.solution),
                        () => asTestCase(store.get(), solver.solution),
                    ),
                ),
                keysHint(
                    `\`Space\` plays, \`,\` and \`.\` step through time. ${HANDLE_KEYS}; \`[\` and \`]\` turn. Moving a body moves its path.`,
                ),
            ),
        ),
    );

    return {
        get: store.get,
        set(state) {
            const next = readState(state);
            if (!solver.trySolve(next)) return;
            store.set(next);
            if (!hasView(state)) stage.fitNarrow();
        },
        onKey: player.onKey,
        dispose() {
            stage.dispose();
            chart.dispose();
            player.dispose();
            answer.dispose();
            currentReadout.dispose();
            solver.dispose();
        },
    };
}
