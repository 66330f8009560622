/** The Intervals tab: two agents, when they are in conflict, and by which delays and velocities they are not. */

import { sceneButtons } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { choiceField, numberField } from '../../base/fields.js';
import { format } from '../../base/format.js';
import { HANDLE_KEYS, keysHint, STAGE_KEYS } from '../../base/keys.js';
import { createPlayer } from '../../base/player.js';
import { createPresetField } from '../../base/preset_field.js';
import { createStage } from '../../base/stage.js';
import { createStore, isSame } from '../../base/state.js';
import { boxOf } from '../../base/view.js';
import { createAgentFields } from './agent_fields.js';
import { createAnswer } from './answer.js';
import { ask, asProposed, baselines } from './ask.js';
import { asCode, asTestCase } from './export.js';
import { createGapPlot } from './gap_plot.js';
import { createOthers } from './others.js';
import { createPlaneView, planeBox } from './plane_view.js';
import { PRESETS } from './presets.js';
import { createProposal } from './proposal.js';
import { MOST, wayOf } from './segments.js';
import { READINGS, readState } from './state.js';
import { unsafeRegion } from './unsafe.js';
import { createVelocityView, velocityBox } from './velocity_view.js';
import { createWorldView } from './world_view.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { Found } from './ask.js'
 * @import { Piece } from './region.js'
 * @import { AgentState } from './segments.js'
 * @import { State } from './state.js'
 */

export const version = 1;

const UNLIMITED = { minSpeed: 0, maxSpeed: null, canWait: true };

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, context) {
    const { graze } = context;
    /** @type {Found | undefined} */
    let found;
    /** The unsafe region, which only ways change. @type {{ key: string, pieces: Piece[] } | undefined} */
    let region;

    const find = () => {
        found ??= ask(graze, store.get());
        return found;
    };
    const pieces = () => {
        const { planned, b, delays } = find();
        const key = JSON.stringify([planned, b]);
        if (region?.key !== key) {
            region = { key, pieces: unsafeRegion(graze, planned, b, delays) };
        }
        return region.pieces;
    };
    const store = createStore(readState(context.state), () => {
        found = undefined;
        context.changed();
        redraw();
    });
    const redraw = () => {
        world.redraw();
        plane.redraw();
        velocities.redraw();
    };
    const get = (/** @type {'a' | 'b'} */ look) => store.get()[look];
    const onChange = (/** @type {'a' | 'b'} */ look, /** @type {Partial<AgentState>} */ part) =>
        store.set({ [look]: { ...get(look), ...part } });

    const world = createStage({
        label: 'The world: agents A and B',
        view: () => store.get().view,
        onView: (view) => store.set({ view }),
        bounds: () => {
            const { a, b } = store.get();
            const out = Math.max(a.radius, b.radius);
            const { minX, minY, maxX, maxY } = boxOf([...wayOf(a), ...wayOf(b)]);
            return { minX: minX - out, minY: minY - out, maxX: maxX + out, maxY: maxY + out };
        },
        draw,
    });
    const worldView = createWorldView(world, get, onChange);
    const plane = createStage({
        label: 'Times along both ways: where the agents would be in contact',
        view: () => store.get().plane ?? plane.fitView(planeBox(find()), 0.22),
        onView: (view) => store.set({ plane: view }),
        onFit: () => store.set({ plane: null }),
        bounds: () => planeBox(find()),
        draw: () => planeView.draw(pieces(), store.get().time),
    });
    const planeView = createPlaneView(plane, {
        found: find,
        delay: () => store.get().delay,
        onDelay: setDelay,
    });
    const velocities = createStage({
        label: 'Velocities: which of A lead to contact with B',
        view: () => store.get().velocities ?? velocities.fitView(velocityBox(find()), 0),
        onView: (view) => store.set({ velocities: view }),
        onFit: () => store.set({ velocities: null }),
        bounds: () => velocityBox(find()),
        draw: () => velocityView.draw(find()),
    });
    const velocityView = createVelocityView(velocities, { get, onChange });

    /** @param {number} delay */
    function setDelay(delay) {
        store.set({ delay: Math.min(Math.max(delay, -MOST), MOST) });
    }
    /** @returns {[number, number]} */
    const range = () => {
        const { a, b } = find();
        const [from, to] = [Math.min(a.start, b.start), Math.max(a.end, b.end)];
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
    const dashed = h('p', { class: 'hint' }, 'Dashed, here and above: as the proposal has it.');
    const player = createPlayer({
        label: 'Time',
        write: (time) => `t = ${format(time)}`,
        onInput: (value) => store.set({ time: value }),
    });
    const answer = createAnswer(context.announce);
    const proposal = createProposal({ onApply: applyProposal, onLimits: setLimits });
    const others = createOthers();
    others.onOpen(drawOthers);
    const fields = /** @type {const} */ (['a', 'b']).map((look) =>
        createAgentFields({
            name: look.toUpperCase(),
            look,
            get: () => get(look),
            onChange: (part) => onChange(look, part),
        }),
    );
    const delay = numberField({
        label: 'Delay of A',
        least: -MOST,
        most: MOST,
        title: 'All that A does happens so much later',
        onInput: setDelay,
    });
    const reading = choiceField({
        label: 'Is a touch a conflict?',
        choices: [
            [READINGS[0], 'Yes: closed'],
            [READINGS[1], 'No: open'],
        ],
        onInput: (value) => store.set({ reading: value }),
    });
    const horizon = numberField({
        label: 'Horizon of the obstacle, 0: none',
        least: 0,
        most: MOST,
        onInput: (value) => store.set({ horizon: value > 0 ? value : null }),
    });
    const preset = createPresetField({
        presets: PRESETS,
        isShown(one) {
            const { a, b, minSpeed, maxSpeed, canWait } = store.get();
            const limits = { ...UNLIMITED, ...one.limits };
            return isSame(
                [a, b, minSpeed, maxSpeed, canWait],
                [one.a, one.b, limits.minSpeed, limits.maxSpeed, limits.canWait],
            );
        },
        onPick({ a, b, view, time: at = 0, limits }) {
            player.pause();
            const fresh = { delay: 0, plane: null, velocities: null, ...UNLIMITED };
            store.set({ a, b, view, time: at, ...fresh, ...limits });
        },
    });

    /** @param {Partial<State>} part */
    function setLimits(part) {
        const { minSpeed, maxSpeed } = { ...store.get(), ...part };
        // One limit pushes the other.
        const isCrossed = maxSpeed !== null && minSpeed > maxSpeed;
        const pushed =
            part.minSpeed === undefined ? { minSpeed: maxSpeed } : { maxSpeed: minSpeed };
        store.set({ ...part, ...(isCrossed ? /** @type {Partial<State>} */ (pushed) : {}) });
    }
    function applyProposal() {
        const proposed = find().steered?.proposal;
        if (!proposed?.agent) return;
        const { agent, vx, vy, end, delay: wait } = proposed;
        const { delay: now } = store.get();
        if (wait > 0) setDelay(now + wait);
        else if (agent === 'first') onChange('a', { vx, vy, end: end - now });
        else onChange('b', { vx, vy, end });
        context.announce('The proposal is applied');
    }
    function drawOthers() {
        others.draw(find().steered ? () => baselines(graze, find()) : null);
    }
    function draw() {
        const now = find();
        const state = store.get();
        const proposed = asProposed(now);
        worldView.draw(now.a, now.b, proposed, time());
        plot.draw(now, proposed, range(), time());
        dashed.hidden = proposed === null;
        player.setRange(...range());
        player.set(time());
        answer.draw(now);
        proposal.draw(now, state);
        preset.draw();
        drawOthers();
        for (const each of fields) each.draw();
        delay.set(state.delay);
        reading.set(state.reading);
        horizon.set(state.horizon ?? 0);
    }

    root.append(
        h(
            'div',
            { class: 'panes' },
            h(
                'div',
                { class: 'seen' },
                h(
                    'div',
                    { class: 'stages' },
                    h(
                        'section',
                        { class: 'world', 'aria-label': 'The world' },
                        h('h2', null, 'The world'),
                        world.element,
                    ),
                    h(
                        'section',
                        { 'aria-label': 'Times along both ways' },
                        h('h2', null, '(s, u): unsafe times, and the lines of delays'),
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
                        { 'aria-label': 'Velocities' },
                        h('h2', null, 'Velocities: the obstacle that B is for A'),
                        velocities.element,
                    ),
                    proposal.element,
                ),
                h('div', { class: 'stages' }, ...fields.map(({ element }) => element)),
            ),
            h(
                'div',
                { class: 'side' },
                answer.element,
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Scene' },
                    preset.element,
                    h('div', { class: 'row' }, delay.element, reading.element),
                    horizon.element,
                    sceneButtons(
                        () => asCode(store.get(), find()),
                        () => asTestCase(find(), graze.unsafeDelays(find().a, find().b)),
                    ),
                ),
                others.element,
                keysHint(
                    `${HANDLE_KEYS}; the arrows of a way’s end and of the line of the delay make it later or sooner. \`Space\` plays, \`,\` and \`.\` step; ${STAGE_KEYS}.`,
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
