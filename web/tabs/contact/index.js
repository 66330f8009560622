/** The First contact tab: two bodies that move and turn, when they meet, and how four methods get there. */

import { createAsked } from '../../base/asked.js';
import { sceneButtons } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { numberField } from '../../base/fields.js';
import { format } from '../../base/format.js';
import { HANDLE_KEYS, keysHint } from '../../base/keys.js';
import { createMover } from '../../base/mover.js';
import { createPlayer } from '../../base/player.js';
import { createPresetField } from '../../base/preset_field.js';
import { createReadout } from '../../base/readout.js';
import { reach } from '../../base/shapes.js';
import { createStage } from '../../base/stage.js';
import { createStore, isSame } from '../../base/state.js';
import { boxOf, hasView } from '../../base/view.js';
import { createAnswer } from './answer.js';
import { createChart } from './chart.js';
import { asCode, asTestCase } from './export.js';
import { createLanes } from './lanes.js';
import { PRESETS } from './presets.js';
import { createSceneView } from './scene_view.js';
import { questionOf, solve } from './solve.js';
import { MOST_END, readState } from './state.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { State } from './state.js'
 */

export const version = 1;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, context) {
    const { graze } = context;
    const asked = createAsked({
        questionOf,
        solve: (/** @type {State} */ state) => solve(graze, state),
        notice: context.notice,
    });
    const given = readState(context.state);
    const store = createStore(asked.accepts(given) ? given : readState(undefined), () => {
        context.changed();
        stage.redraw();
    });
    asked.ask(store.get());
    /** @param {Partial<State>} part */
    const update = (part) => {
        const next = { ...store.get(), ...part };
        next.time = Math.min(next.time, next.end);
        if (asked.accepts(next)) {
            store.set(next);
            context.notice('');
        } else {
            stage.redraw();
        }
    };

    const stage = createStage({
        label: 'The world: bodies A and B on their paths',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds() {
            const { a, b, end } = store.get();
            const places = [asked.solution.motionA, asked.solution.motionB].flatMap((motion) =>
                Array.from({ length: 41 }, (_, i) => motion.pose((end * i) / 40) ?? { x: 0, y: 0 }),
            );
            const out = Math.max(reach(a.shape), reach(b.shape));
            const { minX, minY, maxX, maxY } = boxOf(places);
            return { minX: minX - out, minY: minY - out, maxX: maxX + out, maxY: maxY + out };
        },
        isScene: !hasView(context.state),
        draw,
    });
    const sceneView = createSceneView(stage);

    const sides = /** @type {const} */ (['a', 'b']).map((look) => {
        const mover = createMover(stage, {
            look,
            get: () => store.get()[look],
            onChange: (part) => update({ [look]: { ...store.get()[look], ...part } }),
            motion: () => (look === 'a' ? asked.solution.motionA : asked.solution.motionB),
            end: () => store.get().end,
            time: () => store.get().time,
        });
        const draw = () => mover.draw(look === 'a' ? asked.solution.shapeA : asked.solution.shapeB);
        return { card: mover.card, draw };
    });

    const chart = createChart((time) => {
        player.pause();
        setTime(time);
    });
    const lanes = createLanes((method) => store.set({ method }));
    const answer = createAnswer(context.announce);
    const now = createReadout({ separation: 'Distance now' }, 'At the time shown');
    const player = createPlayer({
        label: 'Time',
        write: (time) => `t = ${format(time)}`,
        onInput: (time) => store.set({ time }),
    });
    /** To what the plot's pixels can tell apart. @param {number} time */
    const setTime = (time) => {
        const { end } = store.get();
        store.set({ time: Math.min(Math.max(Number(time.toPrecision(4)), 0), end) });
    };
    const end = numberField({
        label: 'Until',
        least: 1e-3,
        most: MOST_END,
        title: 'The time considered begins at 0 and ends here',
        onInput: (value) => update({ end: value }),
    });
    const tolerance = numberField({
        label: 'Tolerance',
        least: 0,
        most: MOST_END,
        step: 0.01,
        title: 'How wide a bracket may be; 0: a billionth of the time',
        onInput: (value) => update({ tolerance: value }),
    });
    const preset = createPresetField({
        presets: PRESETS,
        isShown({ a, b, end: last }) {
            const state = store.get();
            return isSame([state.a, state.b, state.end], [a, b, last]);
        },
        onPick({ a, b, end: last, view }) {
            update({ a, b, end: last, view, time: 0, tolerance: 0 });
            stage.fitNarrow();
        },
    });
    const toContact = h(
        'button',
        {
            type: 'button',
            onclick() {
                const { time } = asked.solution.traces.certified;
                if (time) store.set({ time: time[0] });
            },
        },
        'To the contact',
    );

    function draw() {
        const state = store.get();
        sceneView.draw(asked.solution, state.end);
        for (const side of sides) side.draw();
        chart.draw(state, asked.solution);
        lanes.draw(state, asked.solution);
        answer.draw(asked.solution);
        now.set({ separation: asked.solution.separationAt(state.time) });
        player.setRange(0, state.end);
        player.set(state.time);
        preset.draw();
        end.set(state.end);
        tolerance.set(state.tolerance);
        toContact.disabled = !asked.solution.traces.certified.time;
    }

    root.append(
        h(
            'div',
            { class: 'panes' },
            h(
                'div',
                { class: 'seen' },
                h('section', { class: 'world', 'aria-label': 'The world' }, stage.element),
                h(
                    'section',
                    { class: 'card timeline', 'aria-label': 'Time' },
                    player.element,
                    h('div', { class: 'buttons' }, toContact, now.element),
                    h('h2', null, 'Distance over time'),
                    chart.element,
                    h('h2', null, 'When each method looks'),
                    lanes.element,
                    h(
                        'p',
                        { class: 'hint' },
                        'Of the chosen method the plot shows each step: down to the earliest time at which a contact is still possible, then up to the distance there. The longer the steps, the fewer.',
                    ),
                ),
                h('div', { class: 'stages' }, ...sides.map(({ card }) => card)),
            ),
            h(
                'div',
                { class: 'side' },
                answer.element,
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Scene' },
                    preset.element,
                    h('div', { class: 'row' }, end.element, tolerance.element),
                    sceneButtons(
                        () => asCode(store.get(), asked.solution),
                        () => asTestCase(store.get(), asked.solution),
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
            if (!asked.accepts(next)) return;
            store.set(next);
            if (!hasView(state)) stage.fitNarrow();
        },
        onKey: player.onKey,
        dispose() {
            stage.dispose();
            chart.dispose();
            player.dispose();
            answer.dispose();
            now.dispose();
            asked.dispose();
        },
    };
}
