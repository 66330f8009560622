/**
 * A slider that plays: of times, or of steps one by one. The visitor's keys, wherever the focus is but in a field:
 * Space plays and pauses, `,` and `.` step.
 */

import { h } from './dom.js';
import { format, onPrecisionChange } from './format.js';
import { icon } from './icons.js';
import { prefersReducedMotion } from './theme.js';

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
    /** @param {number | (() => number) | undefined} option @param {number} fallback */
    const resolve = (option, fallback) =>
        typeof option === 'function' ? option() : (option ?? fallback);
    let [from, to, value] = [0, 1, 0];
    let frameRequest = 0;

    const slider = h('input', { type: 'range', 'aria-label': label, step: 'any' });
    const valueOutput = h('output', { class: 'player-value', 'aria-live': 'off' });
    /** @param {Icon} iconName @param {string} name @param {() => void} onPress */
    const createButton = (iconName, name, onPress) =>
        h(
            'button',
            { type: 'button', class: 'icon', title: name, 'aria-label': name, onclick: onPress },
            icon(iconName),
        );
    const play = createButton('play', 'Play (Space)', () => toggle());
    const back = createButton('back', 'One step back (,)', () => stepBy(-1));
    const forward = createButton('forward', 'One step forward (.)', () => stepBy(1));

    /** @param {Icon} iconName @param {string} name */
    const showPlay = (iconName, name) => {
        play.replaceChildren(icon(iconName));
        play.setAttribute('aria-label', name);
        play.title = name;
    };
    const stepSize = () => (isDiscrete ? 1 : resolve(options.step, (to - from) / 100));
    const show = () => {
        const text = write(value);
        slider.value = String(value);
        slider.setAttribute('aria-valuetext', text);
        valueOutput.textContent = text;
        valueOutput.dataset.value = String(value);
    };
    /** @param {number} next */
    const commit = (next) => {
        const clamped = Math.min(Math.max(isDiscrete ? Math.round(next) : next, from), to);
        if (clamped === value) return;
        value = clamped;
        show();
        onInput(value);
    };
    /** @param {number} direction */
    function stepBy(direction) {
        pause();
        // Onto the grid of steps, so that going back and forth meets the same values.
        const stepNumber = (value - from) / stepSize();
        const next =
            direction > 0 ? Math.floor(stepNumber + 1e-6) + 1 : Math.ceil(stepNumber - 1e-6) - 1;
        commit(from + next * stepSize());
    }
    function pause() {
        if (frameRequest) cancelAnimationFrame(frameRequest);
        frameRequest = 0;
        showPlay('play', 'Play (Space)');
    }
    function start() {
        if (value >= to) commit(from);
        // Who wants stillness sees it in still pictures, four a second.
        const isSmooth = !isDiscrete && !prefersReducedMotion();
        const startTime = performance.now();
        const startValue = value;
        const duration = resolve(options.duration, isDiscrete ? 0.7 : 6);
        const perSecond = isDiscrete ? 1 / duration : (to - from) / duration;
        const frameStep = isDiscrete ? 1 : (to - from) / (4 * duration);
        /** @param {number} now */
        const frame = (now) => {
            const elapsed = (Math.max(now - startTime, 0) / 1000) * perSecond;
            commit(startValue + (isSmooth ? elapsed : Math.floor(elapsed / frameStep) * frameStep));
            if (value >= to) pause();
            else frameRequest = requestAnimationFrame(frame);
        };
        showPlay('pause', 'Pause (Space)');
        frameRequest = requestAnimationFrame(frame);
    }
    function toggle() {
        if (frameRequest) pause();
        else start();
    }
    slider.addEventListener('input', () => {
        pause();
        commit(slider.valueAsNumber);
    });
    slider.addEventListener('keydown', (event) => {
        const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!direction) return;
        event.preventDefault();
        for (let i = 0; i < (event.shiftKey ? 10 : 1); i++) stepBy(direction);
    });
    const stop = onPrecisionChange(show);

    return {
        element: h('div', { class: 'player' }, back, play, forward, slider, valueOutput),
        /** @param {number} min @param {number} max */
        setRange(min, max) {
            [from, to] = [min, max];
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
