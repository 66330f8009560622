/** The Sweep tab: two paths as boxes in space and time, and the boxes that each method compares. */

import { sceneButtons } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { choiceField, numberField } from '../../base/fields.js';
import { HANDLE_KEYS, keysHint } from '../../base/keys.js';
import { createMovingBody } from '../../base/moving_body.js';
import { createPlayer } from '../../base/player.js';
import { createPresetField } from '../../base/preset_field.js';
import { createRefusal } from '../../base/refusal.js';
import { createSolver } from '../../base/solver.js';
import { createStage } from '../../base/stage.js';
import { createStore, isEqual } from '../../base/state.js';
import { boundingBox, hasView } from '../../base/view.js';
import { createAnswer } from './answer.js';
import { createCounts } from './counts.js';
import { asCode, asTestCase } from './export.js';
import { createSweepRows } from './method_rows.js';
import { PRESETS } from './presets.js';
import { queryKey, solve } from './solve.js';
import { MAX_END, MAX_STEPS, MAX_TESTS, MIN_STEPS, readState } from './state.js';
import { createStrips } from './strips.js';
import { createWorldView } from './world_view.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { BoxTest } from './replay/boxes.js'
 * @import { State } from './state.js'
 */

export const version = 1;
/** Properties of the state that make up the scene. */
export const edited = ['a', 'b', 'end', 'steps'];

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
        if (solver.trySolve(next)) {
            store.set(part);
            context.notice('');
        } else {
            stage.redraw();
        }
    };

    const currentReplay = () => solver.solution.searches[store.get().method].replay;
    /** Returns the number of tests of the chosen method, which is the end of the slider. */
    const testCount = () => Math.max(1, currentReplay()?.tests.length ?? 0);
    const shownTests = () => Math.min(store.get().test, testCount());
    /** Returns the current test of the method; null before the first and after the last. @returns {BoxTest | null} */
    const currentTest = () => {
        const tests = currentReplay()?.tests ?? [];
        return shownTests() <= tests.length ? (tests[shownTests() - 1] ?? null) : null;
    };
    /** Returns the time in the middle of the compared steps, or the time of the contact. */
    const shownTime = () => {
        const { end } = store.get();
        const test = currentTest();
        const range = test?.a ?? test?.b;
        if (!test || !range) return shownTests() === 0 ? 0 : (solver.solution.first.time?.[0] ?? 0);
        const otherRange = test.b ?? range;
        const from = Math.max(range[0], otherRange[0], 0);
        const to = Math.min(range[1], otherRange[1], solver.solution.count);
        return Math.min(Math.max(((from + to) / 2 / solver.solution.count) * end, 0), end);
    };

    const stage = createStage({
        label: 'World view: bodies A and B, their paths and the boxes of all steps',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds: () =>
            boundingBox(
                [...solver.solution.laidA.boxes, ...solver.solution.laidB.boxes].flatMap(
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
            time: shownTime,
        });
        const drawSide = () => {
            const { shapeA, shapeB, first } = solver.solution;
            if (side === 'a') mover.draw(shapeA, first.featureA?.part);
            else mover.draw(shapeB, first.featureB?.part);
        };
        return { card: mover.card, draw: drawSide };
    });
    const strips = createStrips();
    // A change of method shows all tests of the new one.
    const methodRows = createSweepRows((method) =>
        store.set(shownTests() === testCount() ? { method, test: MAX_TESTS } : { method }),
    );
    const counts = createCounts();
    const answer = createAnswer(context.announce);
    const player = createPlayer({
        label: 'Tests',
        step: 1,
        duration: 10,
        write: (value) => `test ${Math.round(value)} of ${testCount()}`,
        onInput(value) {
            if (Math.round(value) !== shownTests()) store.set({ test: Math.round(value) });
        },
    });
    const end = numberField({
        label: 'End time',
        min: 1e-3,
        max: MAX_END,
        onInput: (value) => update({ end: value }),
    });
    const steps = numberField({
        label: 'Steps',
        min: MIN_STEPS,
        max: MAX_STEPS,
        isInteger: true,
        onInput: (value) => update({ steps: value }),
    });
    const boxes = choiceField({
        label: 'Boxes cover',
        choices: [
            ['cover', 'the whole swept area'],
            ['step-ends', 'only the ends of steps'],
        ],
        onInput: (value) => update({ boxes: /** @type {State['boxes']} */ (value) }),
    });
    const preset = createPresetField({
        presets: PRESETS,
        isShown(candidate) {
            const state = store.get();
            return isEqual(
                [state.a, state.b, state.end, state.steps, state.boxes],
                [candidate.a, candidate.b, candidate.end, candidate.steps, candidate.boxes],
            );
        },
        onPick({ a, b, end: last, steps: number, boxes: kind, view }) {
            player.pause();
            update({ a, b, end: last, steps: number, boxes: kind, view, test: MAX_TESTS });
            stage.fitNarrow();
        },
    });

    function draw() {
        const state = store.get();
        const test = currentTest();
        const shownTestList = currentReplay()?.tests.slice(0, shownTests()) ?? [];
        const foundSteps = shownTestList.flatMap(({ a, b, intersects }) =>
            intersects && a && b && a[1] - a[0] === 1 && b[1] - b[0] === 1 ? [a[0]] : [],
        );
        const candidates = currentReplay()
            ? foundSteps
            : solver.solution.searches[state.method].steps;
        worldView.draw(solver.solution, candidates, test);
        for (const side of sides) side.draw();
        refusal.draw(state);
        strips.draw(solver.solution, test, state.end);
        // Each other method is shown after the same number of tests; at the end of this one, all are complete.
        methodRows.draw(
            solver.solution,
            state.method,
            shownTests() === testCount() ? MAX_TESTS : shownTests(),
        );
        counts.draw(solver.solution);
        answer.draw(solver.solution, state.method);
        player.setRange(0, testCount());
        player.set(shownTests());
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
                { class: 'main-column' },
                h('section', { class: 'world', 'aria-label': 'World view' }, stage.element),
                h(
                    'section',
                    { class: 'card timeline', 'aria-label': 'Tests' },
                    player.element,
                    h('h2', null, 'Boxes in space and time'),
                    strips.element,
                    h('h2', null, 'Box tests per method'),
                    methodRows.element,
                    h(
                        'p',
                        { class: 'hint' },
                        'Each bar is a tested pair of boxes, A above B, as wide as the steps they cover. Shaded: disjoint, so these steps are excluded. Outlined: overlapping, so the boxes are split. Solid: a candidate step. Thin: skipped steps. Time pyramid and SI test four boxes at once; after a candidate, the rest of the four is tested again.',
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
                { class: 'side-column' },
                answer.element,
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Scene' },
                    preset.element,
                    h('div', { class: 'row' }, end.element, steps.element),
                    boxes.element,
                    sceneButtons(
                        () => asCode(store.get(), solver.solution),
                        () => asTestCase(store.get(), solver.solution),
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
            if (!solver.trySolve(next)) return;
            store.set(next);
            if (!hasView(state)) stage.fitNarrow();
        },
        onKey: player.onKey,
        dispose() {
            stage.dispose();
            player.dispose();
            answer.dispose();
            solver.dispose();
        },
    };
}
