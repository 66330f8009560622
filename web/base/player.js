/**
 * A slider that plays: of times, or of steps one by one. The visitor's keys, wherever the focus is but in a field:
 * Space plays and pauses, `,` and `.` step.
 */

import { h } from './dom.js';
import { format, onPrecision } from './format.js';
import { icon } from './icons.js';
import { wantsStillness } from './theme.js';

/** @import { Icon } from './icons.js' */

/** @typedef {ReturnType<typeof createPlayer>} Player */

/**
 * @param {object} options
 * @param {string} options.label what the slider sets: 'Time'
 * @param {(value: number) => void} options.onInput
 * @param {number | (() => number)} [options.step] of `,` and `.` and of arrow keys; a hundredth of the range unless said
 * @param {boolean} [options.isDiscrete] only whole numbers; each is held for a while
 * @param {number | (() => number)} [options.duration] how long playing takes, in seconds; of one step when discrete
 * @param {(value: number) => string} [options.write] the value, in words
 */
export function createPlayer(options) {
    const { label, onInput, isDiscrete = false } = options;
    const write = options.write ?? format;
    /** @param {number | (() => number) | undefined} given @param {number} otherwise */
    const asked = (given, otherwise) =>
        typeof given === 'function' ? given() : (given ?? otherwise);
    let [from, to, value] = [0, 1, 0];
    let playing = 0;

    const slider = h('input', { type: 'range', 'aria-label': label, step: 'any' });
    const shown = h('output', { class: 'player-value', 'aria-live': 'off' });
    /** @param {Icon} sign @param {string} name @param {() => void} act */
    const key = (sign, name, act) =>
        h(
            'button',
            { type: 'button', class: 'icon', title: name, 'aria-label': name, onclick: act },
            icon(sign),
        );
    const play = key('play', 'Play (Space)', () => toggle());
    const back = key('back', 'One step back (,)', () => stepBy(-1));
    const on = key('on', 'One step on (.)', () => stepBy(1));

    /** @param {Icon} sign @param {string} name */
    const showPlay = (sign, name) => {
        play.replaceChildren(icon(sign));
        play.setAttribute('aria-label', name);
        play.title = name;
    };
    const stepSize = () => (isDiscrete ? 1 : asked(options.step, (to - from) / 100));
    const show = () => {
        const text = write(value);
        slider.value = String(value);
        slider.setAttribute('aria-valuetext', text);
        shown.textContent = text;
        shown.dataset.value = String(value);
    };
    /** @param {number} next */
    const offer = (next) => {
        const kept = Math.min(Math.max(isDiscrete ? Math.round(next) : next, from), to);
        if (kept === value) return;
        value = kept;
        show();
        onInput(value);
    };
    /** @param {number} direction */
    function stepBy(direction) {
        pause();
        // Onto the grid of steps, so that going back and forth meets the same values.
        const at = (value - from) / stepSize();
        const next = direction > 0 ? Math.floor(at + 1e-6) + 1 : Math.ceil(at - 1e-6) - 1;
        offer(from + next * stepSize());
    }
    function pause() {
        if (playing) cancelAnimationFrame(playing);
        playing = 0;
        showPlay('play', 'Play (Space)');
    }
    function start() {
        if (value >= to) offer(from);
        // Who wants stillness sees it in still pictures, four a second.
        const isSteady = !isDiscrete && !wantsStillness();
        const begun = performance.now();
        const first = value;
        const duration = asked(options.duration, isDiscrete ? 0.7 : 6);
        const perSecond = isDiscrete ? 1 / duration : (to - from) / duration;
        const still = isDiscrete ? 1 : (to - from) / (4 * duration);
        /** @param {number} now */
        const frame = (now) => {
            const passed = (Math.max(now - begun, 0) / 1000) * perSecond;
            offer(first + (isSteady ? passed : Math.floor(passed / still) * still));
            if (value >= to) pause();
            else playing = requestAnimationFrame(frame);
        };
        showPlay('pause', 'Pause (Space)');
        playing = requestAnimationFrame(frame);
    }
    function toggle() {
        if (playing) pause();
        else start();
    }
    slider.addEventListener('input', () => {
        pause();
        offer(slider.valueAsNumber);
    });
    slider.addEventListener('keydown', (event) => {
        const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!direction) return;
        event.preventDefault();
        for (let i = 0; i < (event.shiftKey ? 10 : 1); i++) stepBy(direction);
    });
    const stop = onPrecision(show);

    return {
        element: h('div', { class: 'player' }, back, play, on, slider, shown),
        /** @param {number} least @param {number} most */
        setRange(least, most) {
            [from, to] = [least, most];
            slider.min = String(from);
            slider.max = String(to);
            show();
        },
        /** Shows a value without telling it. @param {number} next */
        set(next) {
            value = next;
            show();
        },
        pause,
        /** For the tab's `onKey`. @param {KeyboardEvent} event @returns {boolean} whether it was one of its keys */
        onKey(event) {
            if (event.key === ' ') toggle();
            else if (event.key === ',') stepBy(-1);
            else if (event.key === '.') stepBy(1);
            else return false;
            return true;
        },
        dispose() {
            pause();
            stop();
        },
    };
}
