/**
 * A slider that plays, over times or over discrete steps. The visitor's keys work wherever the focus is, except in
 * fields: Space plays and pauses, `,` and `.` step.
 */

import { h } from './dom.js';
import { format, onPrecisionChange } from './format.js';
import { icon } from './icons.js';
import { prefersReducedMotion } from './theme.js';

/** @import { Icon } from './icons.js' */

/** @typedef {ReturnType<typeof createPlayer>} Player */

/**
 * @param {object} options
 * @param {string} options.label name of the value, such as 'Time'
 * @param {(value: number) => void} options.onInput
 * @param {number | (() => number)} [options.step] step of `,`, `.` and the arrow keys; default: a hundredth of the range
 * @param {boolean} [options.isDiscrete] use integers only, and show each for a while
 * @param {number | (() => number)} [options.duration] duration of playing, in seconds; of one step if discrete
 * @param {(value: number) => string} [options.write] writes the value as text
 * @param {() => void} [options.onEnd] called when playing has reached the end
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
        // Steps stay on their grid, so that going back and forth gives the same values.
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
        // Visitors who prefer reduced motion see four still pictures per second.
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
            if (value < to) {
                frameRequest = requestAnimationFrame(frame);
                return;
            }
            pause();
            options.onEnd?.();
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
        /** Shows a value without calling the listener. @param {number} next */
        set(next) {
            value = next;
            show();
        },
        play() {
            if (!frameRequest) start();
        },
        pause,
        get isPlaying() {
            return frameRequest !== 0;
        },
        /** Handles a key for the tab's `onKey`. @param {KeyboardEvent} event @returns {boolean} whether the player used the key */
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
