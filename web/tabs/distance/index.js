/** The Distance tab: two bodies at rest, their distance or penetration, and the rounds of GJK that find it. */

import { createBody } from '../../base/body.js';
import { sceneButtons } from '../../base/copy.js';
import { namePair } from '../../base/deciding_pair.js';
import { h } from '../../base/dom.js';
import { createDrawButton } from '../../base/draw_button.js';
import { choiceField } from '../../base/fields.js';
import { HANDLE_KEYS, keysHint, STAGE_KEYS } from '../../base/keys.js';
import { createPlayer } from '../../base/player.js';
import { createPoseFields } from '../../base/pose_fields.js';
import { createPresetField } from '../../base/preset_field.js';
import { createRefusal } from '../../base/refusal.js';
import { createShapeFields } from '../../base/shape_fields.js';
import { boundingRadius, makeShape, toPose, worldVertices } from '../../base/shapes.js';
import { createSolver } from '../../base/solver.js';
import { createStage } from '../../base/stage.js';
import { createStore, isEqual } from '../../base/state.js';
import { boundingBox } from '../../base/view.js';
import { createAnswer } from './answer.js';
import { createCounts } from './counts.js';
import { createCsoView, csoBounds } from './cso_view.js';
import { createExperiment } from './experiment.js';
import { asCode, asTestCase } from './export.js';
import { START_NAMES, SUBDISTANCE_NAMES, SUPPORT_NAMES } from './gjk_options.js';
import { PRESETS } from './presets.js';
import { createRound } from './round.js';
import { gjkOptions, queryKey, solve } from './solve.js';
import { readState } from './state.js';
import { createWorldView } from './world_view.js';

/**
 * @import { Shape } from 'graze'
 * @import { PoseState, ShapeState } from '../../base/shapes.js'
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { ExperimentPair } from './experiment.js'
 * @import { BodyState, State } from './state.js'
 */

export const version = 1;
/** Properties of the state that make up the scene. */
export const edited = ['a', 'b'];

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
    /** Returns a state for which graze can answer: the default one if the given one has an outline that crosses itself. @param {unknown} value */
    const readSolvable = (value) => {
        const state = readState(value);
        return solver.trySolve(state) ? state : readState(undefined);
    };
    const store = createStore(readSolvable(context.state), () => {
        context.changed();
        world.redraw();
        cso.redraw();
    });
    const getSolution = () => {
        solver.solve(store.get());
        return solver.solution;
    };
    const world = createStage({
        label: 'World view: bodies A and B',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds: () => {
            const { shapeA, shapeB } = getSolution();
            const { a, b } = store.get();
            const margin = Math.max(a.shape.radius, b.shape.radius) + 0.2 * boundingRadius(a.shape);
            const { minX, minY, maxX, maxY } = boundingBox([
                ...worldVertices(shapeA, a.pose),
                ...worldVertices(shapeB, b.pose),
            ]);
            return {
                minX: minX - margin,
                minY: minY - margin,
                maxX: maxX + margin,
                maxY: maxY + margin,
            };
        },
        draw,
    });
    const worldView = createWorldView(world);
    const refusal = createRefusal(world, graze);
    const csoRadius = () => getSolution().pairA.radius + getSolution().pairB.radius;
    const cso = createStage({
        label: 'Minkowski difference A minus B with one round of GJK',
        view: () =>
            store.get().cso ?? cso.fitView(csoBounds(getSolution().difference, csoRadius())),
        onView: (view) => store.set({ cso: view }),
        onFit: () => store.set({ cso: null }),
        bounds: () => csoBounds(getSolution().difference, csoRadius()),
        draw: drawCso,
    });
    const csoView = createCsoView(cso);

    /** @param {'a' | 'b'} side */
    const createSide = (side) => {
        const name = side.toUpperCase();
        const shape = () => store.get()[side].shape;
        const pose = () => store.get()[side].pose;
        const onShape = (/** @type {ShapeState} */ next) => {
            if (refusal.accepts(side, next, pose(), store.get()[side]))
                store.set({ [side]: { ...store.get()[side], shape: next } });
        };
        const onPose = (/** @type {PoseState} */ next) =>
            store.set({ [side]: { ...store.get()[side], pose: next } });
        const body = createBody(world, { name, side, shape, pose, onShape, onPose });
        const drawButton = createDrawButton(world, graze, {
            name,
            side,
            getAngle: () => 0,
            onDrawn: (drawnShape, drawnPose) =>
                store.set({ [side]: { shape: drawnShape, pose: drawnPose } }),
            focusBody: () => body.outline.focus({ preventScroll: true }),
        });
        const shapeFields = createShapeFields({
            name,
            get: shape,
            onShape,
            drawButton: drawButton.element,
        });
        const poseFields = createPoseFields({ get: pose, onPose });
        shapeFields.onOpen(() => shapeFields.draw());
        const card = h(
            'section',
            { class: `card ${side}`, 'aria-label': `Body ${name}` },
            h('h2', { class: 'body-title' }, `Body ${name}`),
            shapeFields.element,
            poseFields.element,
        );
        return {
            card,
            /** @param {Shape} bodyShape @param {number | undefined} part */
            draw(bodyShape, part) {
                body.draw(bodyShape, part);
                drawButton.draw();
                shapeFields.draw();
                poseFields.draw();
            },
        };
    };
    const sides = { a: createSide('a'), b: createSide('b') };
    const answer = createAnswer(context.announce);
    const round = createRound();
    const counts = createCounts((subdistance, start) => store.set({ subdistance, start }));
    const player = createPlayer({
        label: 'Round of GJK',
        isDiscrete: true,
        duration: 0.9,
        write: (step) => `round ${step} of ${getSolution().trace.rounds.length}`,
        onInput: (step) => store.set({ step }),
        onEnd: () => experiment.onPlayed(),
    });
    /** @param {{ a: BodyState, b: BodyState }} scene */
    const isShown = ({ a, b }) => isEqual([store.get().a, store.get().b], [a, b]);
    const experiment = createExperiment({
        show({ a, b }, isPlaying) {
            player.pause();
            store.set({ a, b, cso: null, step: isPlaying ? 1 : 99 });
            world.fit();
            if (!isPlaying) return;
            world.element.scrollIntoView({ block: 'nearest' });
            player.setRange(1, getSolution().trace.rounds.length);
            player.set(1);
            player.play();
        },
        onSeed: (seed) => store.set({ experiment: seed }),
        isAtEnd: () => !player.isPlaying && shownRound() + 1 === getSolution().trace.rounds.length,
        onStop() {
            player.pause();
            world.redraw();
        },
        announce: context.announce,
    });
    /** Returns the answer of GJK for a pair of the experiment, with the chosen options. @param {ExperimentPair} pair */
    const queryPair = ({ a, b }) => {
        const [shapeA, shapeB] = [makeShape(graze, a.shape), makeShape(graze, b.shape)];
        const poses = /** @type {const} */ ([toPose(a.pose), toPose(b.pose)]);
        const options = gjkOptions(store.get());
        const answer = graze.study.distance(shapeA, shapeB, ...poses, options);
        shapeA.free();
        shapeB.free();
        return answer;
    };

    const preset = createPresetField({
        presets: PRESETS,
        isShown,
        onPick: ({ a, b, view }) => store.set({ a, b, view, cso: null, step: 99 }),
    });
    const subdistance = choiceField({
        label: 'Subdistance',
        choices: SUBDISTANCE_NAMES,
        onInput: (value) => store.set({ subdistance: value }),
    });
    const support = choiceField({
        label: 'Support point',
        choices: SUPPORT_NAMES,
        onInput: (value) => store.set({ support: value }),
    });
    const start = choiceField({
        label: 'Initial direction',
        choices: START_NAMES,
        onInput: (value) => store.set({ start: value }),
    });

    const pairHint = h('p', { class: 'hint pair-hint' });

    function draw() {
        const { distance, penetration, trace, ...bodies } = getSolution();
        const { shapeA, shapeB, pairA, pairB, partA, partB } = bodies;
        const state = store.get();
        sides.a.draw(shapeA, partA);
        sides.b.draw(shapeB, partB);
        refusal.draw(state);
        worldView.draw(
            distance,
            penetration,
            worldVertices(pairA, state.a.pose),
            worldVertices(pairB, state.b.pose),
            state.b,
            shapeB,
            trace.rounds[shownRound()],
        );
        const pair = namePair(partA, partB);
        pairHint.hidden = pair === null;
        pairHint.textContent = `The rounds of GJK, A − B and the iteration counts need convex bodies: they are shown for ${pair}, the pair that ${distance.relation === 'overlapping' ? 'touches after the translation' : 'decides the answer'}.`;
        answer.draw(distance, penetration);
        counts.draw(state, (options) => {
            const [p, q] = [toPose(state.a.pose), toPose(state.b.pose)];
            return graze.study.distance(pairA, pairB, p, q, {
                support: state.support,
                ...options,
            }).iterations;
        });
        preset.draw();
        experiment.draw(state, JSON.stringify(gjkOptions(state)), isShown, queryPair);
        subdistance.set(state.subdistance);
        support.set(state.support);
        start.set(state.start);
    }

    /** Returns the index of the shown round, from 0. */
    function shownRound() {
        return Math.min(store.get().step, getSolution().trace.rounds.length) - 1;
    }

    function drawCso() {
        const { difference, trace } = getSolution();
        const gjkRound = trace.rounds[shownRound()];
        csoView.draw(difference, csoRadius(), gjkRound, store.get().subdistance === 'barycode');
        player.setRange(1, trace.rounds.length);
        player.set(shownRound() + 1);
        round.draw(gjkRound, csoRadius());
    }

    root.append(
        h(
            'div',
            { class: 'panes' },
            h(
                'div',
                { class: 'main-column' },
                h(
                    'div',
                    { class: 'stages' },
                    h(
                        'section',
                        { class: 'world', 'aria-label': 'World view' },
                        h('h2', null, 'World view'),
                        world.element,
                    ),
                    h(
                        'section',
                        { 'aria-label': 'A minus B' },
                        h('h2', null, 'Minkowski difference A − B'),
                        cso.element,
                    ),
                ),
                h(
                    'section',
                    { class: 'card', 'aria-label': 'GJK, round by round' },
                    pairHint,
                    player.element,
                    round.element,
                ),
                h('div', { class: 'stages' }, sides.a.card, sides.b.card),
            ),
            h(
                'div',
                { class: 'side-column' },
                answer.element,
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Scene' },
                    preset.element,
                    experiment.element,
                    sceneButtons(
                        () => asCode(store.get(), getSolution()),
                        () => asTestCase(store.get(), getSolution()),
                    ),
                ),
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Algorithm' },
                    h('h2', null, 'Algorithm'),
                    subdistance.element,
                    h('div', { class: 'row' }, support.element, start.element),
                    counts.element,
                ),
                keysHint(
                    `${HANDLE_KEYS}; \`[\` and \`]\` turn; \`,\` and \`.\` step through the rounds of GJK, \`Space\` plays it; ${STAGE_KEYS}.`,
                ),
            ),
        ),
    );

    return {
        get: store.get,
        set: (state) => store.set(readSolvable(state)),
        onKey: player.onKey,
        dispose() {
            world.dispose();
            cso.dispose();
            player.dispose();
            answer.dispose();
            experiment.dispose();
            round.dispose();
            solver.dispose();
        },
    };
}
