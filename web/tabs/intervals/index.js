/** The Intervals tab: two agents, the times of their conflicts, and the delays and velocities that avoid them. */

import { sceneButtons } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { choiceField, numberField } from '../../base/fields.js';
import { format } from '../../base/format.js';
import { HANDLE_KEYS, keysHint, STAGE_KEYS } from '../../base/keys.js';
import { createPlayer } from '../../base/player.js';
import { createPresetField } from '../../base/preset_field.js';
import { createStage } from '../../base/stage.js';
import { createStore, isEqual } from '../../base/state.js';
import { boundingBox } from '../../base/view.js';
import { createAgentFields } from './agent_fields.js';
import { MAX_NUMBER, routePoints } from './agents.js';
import { createAnswer } from './answer.js';
import { createBaselineTable } from './baseline_table.js';
import { asCode, asTestCase } from './export.js';
import { createGapPlot } from './gap_plot.js';
import { createPlaneView, planeBounds } from './plane_view.js';
import { PRESETS } from './presets.js';
import { createProposal } from './proposal.js';
import { proposedDiscs, runBaselines, solve } from './solve.js';
import { readState, TOUCHING_VALUES } from './state.js';
import { unsafeRegion } from './unsafe_region.js';
import { createVelocityView, velocityBounds } from './velocity_view.js';
import { createWorldView } from './world_view.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { Solution } from './solve.js'
 * @import { OutlinePart } from './region_outline.js'
 * @import { AgentState } from './agents.js'
 * @import { State } from './state.js'
 */

export const version = 1;
/** Properties of the state that make up the scene. */
export const edited = ['a', 'b', 'delay'];

const DEFAULT_LIMITS = { minSpeed: 0, maxSpeed: null, canWait: true };

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, context) {
    const { graze } = context;
    /** @type {Solution | undefined} */
    let solution;
    /** The unsafe region, which depends only on the routes. @type {{ key: string, parts: OutlinePart[] } | undefined} */
    let regionCache;

    const getSolution = () => {
        solution ??= solve(graze, store.get());
        return solution;
    };
    const getUnsafeParts = () => {
        const { planned, b, delays } = getSolution();
        const key = JSON.stringify([planned, b]);
        if (regionCache?.key !== key) {
            regionCache = { key, parts: unsafeRegion(graze, planned, b, delays) };
        }
        return regionCache.parts;
    };
    const store = createStore(readState(context.state), () => {
        solution = undefined;
        context.changed();
        redraw();
    });
    const redraw = () => {
        world.redraw();
        plane.redraw();
        velocities.redraw();
    };
    const getAgent = (/** @type {'a' | 'b'} */ side) => store.get()[side];
    const onChange = (/** @type {'a' | 'b'} */ side, /** @type {Partial<AgentState>} */ change) =>
        store.set({ [side]: { ...getAgent(side), ...change } });

    const world = createStage({
        label: 'World view: agents A and B',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds: () => {
            const { a, b } = store.get();
            const margin = Math.max(a.radius, b.radius);
            const { minX, minY, maxX, maxY } = boundingBox([...routePoints(a), ...routePoints(b)]);
            return {
                minX: minX - margin,
                minY: minY - margin,
                maxX: maxX + margin,
                maxY: maxY + margin,
            };
        },
        draw,
    });
    const worldView = createWorldView(world, getAgent, onChange);
    const plane = createStage({
        label: 'Plane of times along both routes, with the times of contact',
        view: () => store.get().plane ?? plane.fitView(planeBounds(getSolution()), 0.22),
        onView: (view) => store.set({ plane: view }),
        onFit: () => store.set({ plane: null }),
        bounds: () => planeBounds(getSolution()),
        draw: () => planeView.draw(getUnsafeParts(), store.get().time),
    });
    const planeView = createPlaneView(plane, {
        getSolution,
        getDelay: () => store.get().delay,
        onDelay: setDelay,
    });
    const velocities = createStage({
        label: 'Velocity plane: velocities of A that lead to contact with B',
        view: () => store.get().velocities ?? velocities.fitView(velocityBounds(getSolution()), 0),
        onView: (view) => store.set({ velocities: view }),
        onFit: () => store.set({ velocities: null }),
        bounds: () => velocityBounds(getSolution()),
        draw: () => velocityView.draw(getSolution()),
    });
    const velocityView = createVelocityView(velocities, { get: getAgent, onChange });

    /** @param {number} delay */
    function setDelay(delay) {
        store.set({ delay: Math.min(Math.max(delay, -MAX_NUMBER), MAX_NUMBER) });
    }
    /** @returns {[number, number]} */
    const range = () => {
        const { a, b } = getSolution();
        const [from, to] = [Math.min(a.t0, b.t0), Math.max(a.t1, b.t1)];
        return [from, to > from ? to : from + 1];
    };
    const time = () => {
        const [from, to] = range();
        return Math.min(Math.max(store.get().time, from), to);
    };

    const plot = createGapPlot((value) => {
        const [from, to] = range();
        player.pause();
        store.set({ time: Math.min(Math.max(value, from), to) });
    });
    const dashed = h('p', { class: 'hint' }, 'Dashed, here and above: after the proposal.');
    const player = createPlayer({
        label: 'Time',
        write: (time) => `t = ${format(time)}`,
        onInput: (value) => store.set({ time: value }),
    });
    const answer = createAnswer(context.announce);
    const proposal = createProposal({ onApply: applyProposal, onLimits: setLimits });
    const baselineTable = createBaselineTable();
    baselineTable.onOpen(drawBaselines);
    const fields = /** @type {const} */ (['a', 'b']).map((side) =>
        createAgentFields({
            name: side.toUpperCase(),
            side,
            get: () => getAgent(side),
            onChange: (change) => onChange(side, change),
        }),
    );
    const delay = numberField({
        label: 'Delay of A',
        min: -MAX_NUMBER,
        max: MAX_NUMBER,
        title: 'Shifts the whole trajectory of A in time',
        onInput: setDelay,
    });
    const touchingField = choiceField({
        label: 'Touching',
        choices: [
            [TOUCHING_VALUES[0], 'is a conflict'],
            [TOUCHING_VALUES[1], 'allowed'],
        ],
        onInput: (value) => store.set({ touching: value }),
    });
    const horizon = numberField({
        label: 'Time horizon of the obstacle (0: none)',
        min: 0,
        max: MAX_NUMBER,
        onInput: (value) => store.set({ horizon: value > 0 ? value : null }),
    });
    const preset = createPresetField({
        presets: PRESETS,
        isShown(candidate) {
            const { a, b, minSpeed, maxSpeed, canWait } = store.get();
            const limits = { ...DEFAULT_LIMITS, ...candidate.limits };
            return isEqual(
                [a, b, minSpeed, maxSpeed, canWait],
                [candidate.a, candidate.b, limits.minSpeed, limits.maxSpeed, limits.canWait],
            );
        },
        onPick({ a, b, view, time: startTime = 0, limits }) {
            player.pause();
            const defaults = { delay: 0, plane: null, velocities: null, ...DEFAULT_LIMITS };
            store.set({ a, b, view, time: startTime, ...defaults, ...limits });
        },
    });

    /** @param {Partial<State>} change */
    function setLimits(change) {
        const { minSpeed, maxSpeed } = { ...store.get(), ...change };
        // Each limit moves the other one if they cross.
        const isInverted = maxSpeed !== null && minSpeed > maxSpeed;
        const adjusted =
            change.minSpeed === undefined ? { minSpeed: maxSpeed } : { maxSpeed: minSpeed };
        store.set({ ...change, ...(isInverted ? /** @type {Partial<State>} */ (adjusted) : {}) });
    }
    function applyProposal() {
        const proposed = getSolution().velocities?.proposal;
        if (!proposed?.agent) return;
        const { agent, vx, vy, end: t1, delay: addedDelay } = proposed;
        const { delay: delayNow } = store.get();
        if (addedDelay > 0) setDelay(delayNow + addedDelay);
        else if (agent === 'first') onChange('a', { vx, vy, t1: t1 - delayNow });
        else onChange('b', { vx, vy, t1 });
        context.announce('Proposal applied');
    }
    function drawBaselines() {
        baselineTable.draw(
            getSolution().velocities ? () => runBaselines(graze, getSolution()) : null,
        );
    }
    function draw() {
        const current = getSolution();
        const state = store.get();
        const proposed = proposedDiscs(current);
        worldView.draw(current.a, current.b, proposed, time());
        plot.draw(current, proposed, range(), time());
        dashed.hidden = proposed === null;
        player.setRange(...range());
        player.set(time());
        answer.draw(current);
        proposal.draw(current, state);
        preset.draw();
        drawBaselines();
        for (const agentFields of fields) agentFields.draw();
        delay.set(state.delay);
        touchingField.set(state.touching);
        horizon.set(state.horizon ?? 0);
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
                        { 'aria-label': 'Times along both routes' },
                        h('h2', null, '(s, u): unsafe times and lines of equal delay'),
                        plane.element,
                    ),
                ),
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Squared distance over time' },
                    h('h2', null, 'Squared distance over time'),
                    player.element,
                    plot.element,
                    dashed,
                ),
                h(
                    'div',
                    { class: 'stages' },
                    h(
                        'section',
                        { 'aria-label': 'Velocity plane' },
                        h('h2', null, 'Velocity obstacle of A induced by B'),
                        velocities.element,
                    ),
                    proposal.element,
                ),
                h('div', { class: 'stages' }, ...fields.map(({ element }) => element)),
            ),
            h(
                'div',
                { class: 'side-column' },
                answer.element,
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Scene' },
                    preset.element,
                    h('div', { class: 'row' }, delay.element, touchingField.element),
                    horizon.element,
                    sceneButtons(
                        () => asCode(store.get(), getSolution()),
                        () =>
                            asTestCase(
                                getSolution(),
                                graze.unsafeDelays(getSolution().a, getSolution().b),
                            ),
                    ),
                ),
                baselineTable.element,
                keysHint(
                    `${HANDLE_KEYS}; on the end of a route or on the delay line, arrow keys change the time. \`Space\` plays, \`,\` and \`.\` step; ${STAGE_KEYS}.`,
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
            plane.dispose();
            velocities.dispose();
            player.dispose();
            plot.dispose();
            answer.dispose();
            proposal.dispose();
        },
    };
}
