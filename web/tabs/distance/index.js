/** The Distance tab: two bodies at rest, their distance or penetration, and the rounds of GJK that find it. */

import { createBody } from '../../base/body.js';
import { sceneButtons } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { choiceField } from '../../base/fields.js';
import { HANDLE_KEYS, keysHint, STAGE_KEYS } from '../../base/keys.js';
import { createPlayer } from '../../base/player.js';
import { createPoseFields } from '../../base/pose_fields.js';
import { createPresetField } from '../../base/preset_field.js';
import { createShapeFields } from '../../base/shape_fields.js';
import { boundingRadius, makeShape, toPose, worldVertices } from '../../base/shapes.js';
import { createStage } from '../../base/stage.js';
import { createStore, isEqual } from '../../base/state.js';
import { boundingBox } from '../../base/view.js';
import { createAnswer } from './answer.js';
import { createCounts } from './counts.js';
import { createCsoView, csoBounds } from './cso_view.js';
import { asCode, asTestCase } from './export.js';
import { START_NAMES, SUBDISTANCE_NAMES, SUPPORT_NAMES } from './gjk_options.js';
import { PRESETS } from './presets.js';
import { createRound } from './round.js';
import { readState } from './state.js';
import { createWorldView } from './world_view.js';

/**
 * @import { DifferencePoint, Distance, Penetration, Shape, Trace } from 'graze'
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { State } from './state.js'
 *
 * @typedef {object} Solution all answers of graze for a state
 * @property {Shape} shapeA
 * @property {Shape} shapeB
 * @property {Distance} distance
 * @property {Penetration} penetration
 * @property {Trace} trace
 * @property {DifferencePoint[]} difference
 */

export const version = 1;

/** @param {State} state */
function gjkOptions({ subdistance, support, start }) {
    return { subdistance, support, start };
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, context) {
    const { graze } = context;
    /** @type {Solution | undefined} */
    let solution;

    /** @returns {Solution} */
    const solve = () => {
        if (solution) return solution;
        const { a, b } = store.get();
        const [poseA, poseB] = [toPose(a.pose), toPose(b.pose)];
        const shapeA = makeShape(graze, a.shape);
        const shapeB = makeShape(graze, b.shape);
        solution = {
            shapeA,
            shapeB,
            distance: graze.study.distance(shapeA, shapeB, poseA, poseB, gjkOptions(store.get())),
            penetration: graze.penetration(shapeA, shapeB, poseA, poseB),
            trace: graze.study.trace(shapeA, shapeB, poseA, poseB, gjkOptions(store.get())),
            difference: graze.study.minkowskiDifference(shapeA, shapeB, poseA, poseB),
        };
        return solution;
    };
    const releaseSolution = () => {
        solution?.shapeA.free();
        solution?.shapeB.free();
        solution = undefined;
    };

    const store = createStore(readState(context.state), () => {
        releaseSolution();
        context.changed();
        world.redraw();
        cso.redraw();
    });
    const world = createStage({
        label: 'World view: bodies A and B',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds: () => {
            const { shapeA, shapeB } = solve();
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
    const csoRadius = () => solve().shapeA.radius + solve().shapeB.radius;
    const cso = createStage({
        label: 'Minkowski difference A minus B with one round of GJK',
        view: () => store.get().cso ?? cso.fitView(csoBounds(solve().difference, csoRadius())),
        onView: (view) => store.set({ cso: view }),
        onFit: () => store.set({ cso: null }),
        bounds: () => csoBounds(solve().difference, csoRadius()),
        draw: drawCso,
    });
    const csoView = createCsoView(cso);

    /** @param {'a' | 'b'} side */
    const createSide = (side) => {
        const name = side.toUpperCase();
        const shape = () => store.get()[side].shape;
        const pose = () => store.get()[side].pose;
        const onShape = (/** @type {State['a']['shape']} */ next) =>
            store.set({ [side]: { ...store.get()[side], shape: next } });
        const onPose = (/** @type {State['a']['pose']} */ next) =>
            store.set({ [side]: { ...store.get()[side], pose: next } });
        const body = createBody(world, { name, side, shape, pose, onShape, onPose });
        const shapeFields = createShapeFields({ name, get: shape, onShape });
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
            /** @param {Shape} bodyShape */
            draw(bodyShape) {
                body.draw(bodyShape);
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
        write: (step) => `round ${step} of ${solve().trace.rounds.length}`,
        onInput: (step) => store.set({ step }),
    });

    const preset = createPresetField({
        presets: PRESETS,
        isShown({ a, b }) {
            const state = store.get();
            return isEqual([state.a, state.b], [a, b]);
        },
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

    function draw() {
        const { shapeA, shapeB, distance, penetration, trace } = solve();
        const state = store.get();
        sides.a.draw(shapeA);
        sides.b.draw(shapeB);
        worldView.draw(
            distance,
            penetration,
            worldVertices(shapeA, state.a.pose),
            worldVertices(shapeB, state.b.pose),
            shapeB.radius,
            trace.rounds[shownRound()],
        );
        answer.draw(distance, penetration);
        counts.draw(state, (options) => {
            const [p, q] = [toPose(state.a.pose), toPose(state.b.pose)];
            return graze.study.distance(shapeA, shapeB, p, q, {
                support: state.support,
                ...options,
            }).iterations;
        });
        preset.draw();
        subdistance.set(state.subdistance);
        support.set(state.support);
        start.set(state.start);
    }

    /** Returns the index of the shown round, from 0. */
    function shownRound() {
        return Math.min(store.get().step, solve().trace.rounds.length) - 1;
    }

    function drawCso() {
        const { difference, trace } = solve();
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
                    sceneButtons(
                        () => asCode(store.get(), solve().distance, solve().penetration),
                        () => asTestCase(store.get(), solve().distance, solve().penetration),
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
        set: (state) => store.set(readState(state)),
        onKey: player.onKey,
        dispose() {
            world.dispose();
            cso.dispose();
            player.dispose();
            answer.dispose();
            round.dispose();
            releaseSolution();
        },
    };
}
