/** The Sweep tab: two paths as boxes in place and time, and which of them each method compares. */

import { createAsked } from '../../base/asked.js';
import { sceneButtons } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { choiceField, numberField } from '../../base/fields.js';
import { HANDLE_KEYS, keysHint } from '../../base/keys.js';
import { createMover } from '../../base/mover.js';
import { createPlayer } from '../../base/player.js';
import { createPresetField } from '../../base/preset_field.js';
import { createStage } from '../../base/stage.js';
import { createStore, isSame } from '../../base/state.js';
import { boxOf, hasView } from '../../base/view.js';
import { createAnswer } from './answer.js';
import { createCounts } from './counts.js';
import { asCode, asTestCase } from './export.js';
import { createLanes } from './lanes.js';
import { PRESETS } from './presets.js';
import { questionOf, solve } from './solve.js';
import { LEAST_STEPS, MOST_END, MOST_STEPS, MOST_TESTS, readState } from './state.js';
import { createStrips } from './strips.js';
import { createWorldView } from './world_view.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { Test } from './replay/boxes.js'
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
        if (asked.accepts(next)) {
            store.set(part);
            context.notice('');
        } else {
            stage.redraw();
        }
    };

    const replayed = () => asked.solution.searches[store.get().method].replay;
    /** How many tests the chosen method makes: as far as the slider goes. */
    const count = () => Math.max(1, replayed()?.tests.length ?? 0);
    const shown = () => Math.min(store.get().test, count());
    /** The test that the method is at; null when it has done none, or all. @returns {Test | null} */
    const current = () => {
        const tests = replayed()?.tests ?? [];
        return shown() <= tests.length ? (tests[shown() - 1] ?? null) : null;
    };
    /** In the middle of what is compared, or at the contact. */
    const time = () => {
        const { end } = store.get();
        const test = current();
        const range = test?.a ?? test?.b;
        if (!test || !range) return shown() === 0 ? 0 : (asked.solution.first.time?.[0] ?? 0);
        const other = test.b ?? range;
        const from = Math.max(range[0], other[0], 0);
        const to = Math.min(range[1], other[1], asked.solution.count);
        return Math.min(Math.max(((from + to) / 2 / asked.solution.count) * end, 0), end);
    };

    const stage = createStage({
        label: 'The world: bodies A and B on their paths, with the boxes of all steps',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds: () =>
            boxOf(
                [...asked.solution.laidA.boxes, ...asked.solution.laidB.boxes].flatMap(
                    ([loX, loY, hiX, hiY]) => [
                        { x: loX, y: loY },
                        { x: hiX, y: hiY },
                    ],
                ),
            ),
        isScene: !hasView(context.state),
        draw,
    });
    const worldView = createWorldView(stage);
    const sides = /** @type {const} */ (['a', 'b']).map((look) => {
        const mover = createMover(stage, {
            look,
            get: () => store.get()[look],
            onChange: (part) => update({ [look]: { ...store.get()[look], ...part } }),
            motion: () => (look === 'a' ? asked.solution.motionA : asked.solution.motionB),
            end: () => store.get().end,
            time,
        });
        const drawSide = () =>
            mover.draw(look === 'a' ? asked.solution.shapeA : asked.solution.shapeB);
        return { card: mover.card, draw: drawSide };
    });
    const strips = createStrips();
    // All tests of one method are followed by all of the next.
    const lanes = createLanes((method) =>
        store.set(shown() === count() ? { method, test: MOST_TESTS } : { method }),
    );
    const counts = createCounts();
    const answer = createAnswer(context.announce);
    const player = createPlayer({
        label: 'Tests',
        step: 1,
        duration: 10,
        write: (value) => `test ${Math.round(value)} of ${count()}`,
        onInput(value) {
            if (Math.round(value) !== shown()) store.set({ test: Math.round(value) });
        },
    });
    const end = numberField({
        label: 'Until',
        least: 1e-3,
        most: MOST_END,
        onInput: (value) => update({ end: value }),
    });
    const steps = numberField({
        label: 'Steps',
        least: LEAST_STEPS,
        most: MOST_STEPS,
        isWhole: true,
        onInput: (value) => update({ steps: value }),
    });
    const boxes = choiceField({
        label: 'Boxes hold',
        choices: [
            ['cover', 'all that the body sweeps'],
            ['step-ends', 'only the steps’ ends'],
        ],
        onInput: (value) => update({ boxes: /** @type {State['boxes']} */ (value) }),
    });
    const preset = createPresetField({
        presets: PRESETS,
        isShown(one) {
            const state = store.get();
            return isSame(
                [state.a, state.b, state.end, state.steps, state.boxes],
                [one.a, one.b, one.end, one.steps, one.boxes],
            );
        },
        onPick({ a, b, end: last, steps: number, boxes: kind, view }) {
            player.pause();
            update({ a, b, end: last, steps: number, boxes: kind, view, test: MOST_TESTS });
            stage.fitNarrow();
        },
    });

    function draw() {
        const state = store.get();
        const test = current();
        const all = replayed()?.tests.slice(0, shown()) ?? [];
        const found = all.flatMap(({ a, b, meets }) =>
            meets && a && b && a[1] - a[0] === 1 && b[1] - b[0] === 1 ? [a[0]] : [],
        );
        const left = replayed() ? found : asked.solution.searches[state.method].steps;
        worldView.draw(asked.solution, left, test);
        for (const side of sides) side.draw();
        strips.draw(asked.solution, test, state.end);
        // Each other method is shown after as many tests, and at the end of this one's at its own.
        lanes.draw(asked.solution, state.method, shown() === count() ? MOST_TESTS : shown());
        counts.draw(asked.solution);
        answer.draw(asked.solution, state.method);
        player.setRange(0, count());
        player.set(shown());
        end.set(state.end);
        steps.set(state.steps);
        boxes.set(state.boxes);
        preset.draw();
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
                    { class: 'card timeline', 'aria-label': 'Tests' },
                    player.element,
                    h('h2', null, 'Boxes in place and time'),
                    strips.element,
                    h('h2', null, 'What each method compares'),
                    lanes.element,
                    h(
                        'p',
                        { class: 'hint' },
                        'Each bar is a pair of boxes, that of A above that of B, as long as the steps it holds. Shaded: apart, so that none of these steps need be looked at. Outlined: they meet, and are split. Solid: a step that is left. Thin: leapt over. Pyramids and SI compare four at once: after a step that is left, the rest of the four again.',
                    ),
                ),
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Counts' },
                    h('h2', null, 'In numbers'),
                    counts.element,
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
                    h('div', { class: 'row' }, end.element, steps.element),
                    boxes.element,
                    sceneButtons(
                        () => asCode(store.get(), asked.solution),
                        () => asTestCase(store.get(), asked.solution),
                    ),
                ),
                keysHint(
                    `\`Space\` plays the tests, \`,\` and \`.\` step through them. ${HANDLE_KEYS}; \`[\` and \`]\` turn. Moving a body moves its path.`,
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
            player.dispose();
            answer.dispose();
            asked.dispose();
        },
    };
}
