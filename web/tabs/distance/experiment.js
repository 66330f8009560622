/**
 * The experiment of "GJK step by step": ten random boxes against ten random circles, each round of GJK drawn. A button
 * draws ten new pairs and plays their rounds, one pair after the other; a table has their distances, and shows any of
 * them again.
 */

import { h } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { format, onPrecisionChange } from '../../base/format.js';
import { showValue } from '../../base/readout.js';
import { boxShape, discShape } from '../../base/shapes.js';

/**
 * @import { BodyState } from './state.js'
 *
 * @typedef {object} ExperimentPair
 * @property {BodyState} a the box
 * @property {BodyState} b the circle
 */

const TITLE = 'Ten random boxes and circles';
/** Number of pairs of an experiment. */
const PAIR_COUNT = 10;
/** Largest number from which pairs are drawn; 0 stands for no experiment. */
export const MAX_SEED = 2 ** 31 - 1;
/** Duration for which the last round of a pair stays, in milliseconds. */
const REST = 1600;

/** Returns a function that returns numbers in [0, 1), the same ones for a seed on every host. @param {number} seed */
function createRandom(seed) {
    // SplitMix (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014) with a state of 32 bits, and
    // with constants found by C. Wellons' search for 32-bit hash functions.
    let state = seed;
    return () => {
        state = (state + 0x9e3779b9) | 0;
        let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
        bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
        return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
    };
}

/**
 * Returns the pairs of a seed: places in [0, 10] x [0, 10], boxes of 2 to 4 by 1 to 3 at any angle, and radii of 1 to 3,
 * all with three decimals, so that links are short.
 *
 * @param {number} seed
 * @returns {ExperimentPair[]}
 */
export function randomPairs(seed) {
    const random = createRandom(seed);
    /** @param {number} low @param {number} high */
    const between = (low, high) => Math.round(1000 * (low + random() * (high - low))) / 1000;
    return Array.from({ length: PAIR_COUNT }, () => {
        const [x, y, angle] = [between(0, 10), between(0, 10), between(-Math.PI, Math.PI)];
        // Sizes have an even third decimal, so that the halves of a box have three as well.
        const [length, width] = [2 * between(1, 2), 2 * between(0.5, 1.5)];
        const a = { shape: boxShape(length, width), pose: { x, y, angle } };
        const place = { x: between(0, 10), y: between(0, 10), angle: 0 };
        return { a, b: { shape: discShape(between(1, 3)), pose: place } };
    });
}

/**
 * @param {object} options
 * @param {(pair: ExperimentPair, isPlaying: boolean) => void} options.show shows a pair: all of its rounds, one after the
 *   other, or the last one
 * @param {(seed: number) => void} options.onSeed
 * @param {() => boolean} options.isAtEnd returns whether the last round is shown, and nothing plays
 * @param {() => void} options.onStop called when the experiment ends
 * @param {(text: string) => void} options.announce
 */
export function createExperiment({ show, onSeed, isAtEnd, onStop, announce }) {
    let seed = 0;
    /** @type {ExperimentPair[]} */
    let pairs = [];
    /** Index of the pair that is playing, or -1. */
    let playing = -1;
    let timer = 0;

    const rows = Array.from({ length: PAIR_COUNT }, (_, i) => {
        const name = `Show pair ${i + 1}`;
        const choose = button(String(i + 1), () => pick(i), { class: 'count', 'aria-label': name });
        const [distance, rounds] = [h('output'), h('output')];
        const cells = [choose, distance, rounds].map((content) => h('td', null, content));
        return { row: h('tr', null, ...cells), choose, distance, rounds };
    });
    const run = button(TITLE, () => (playing < 0 ? begin() : stop()));
    const headers = ['Pair', 'Distance', 'Rounds'].map((name) => h('th', { scope: 'col' }, name));
    const table = h(
        'table',
        { 'aria-label': TITLE },
        h('thead', null, h('tr', null, ...headers)),
        h('tbody', null, ...rows.map(({ row }) => row)),
    );

    /** @param {number} next */
    const setSeed = (next) => {
        if (next === seed) return;
        seed = next;
        pairs = seed > 0 ? randomPairs(seed) : [];
    };
    function begin() {
        setSeed(1 + Math.floor(Math.random() * MAX_SEED));
        onSeed(seed);
        play(0);
    }
    /** @param {number} i */
    function play(i) {
        playing = i;
        show(pairs[i], true);
    }
    function cancel() {
        clearTimeout(timer);
        playing = -1;
    }
    function stop() {
        cancel();
        onStop();
    }
    /** @param {number} i */
    function pick(i) {
        cancel();
        show(pairs[i], false);
    }
    /** The answers of the drawn pairs, and the options that they depend on. */
    let drawn = '';
    /** @type {{ distance: number, iterations: number }[]} */
    let answers = [];
    const write = () => {
        for (const [i, { distance, iterations }] of answers.entries()) {
            showValue(rows[i].distance, distance);
            showValue(rows[i].rounds, iterations);
        }
    };
    const stopPrecision = onPrecisionChange(write);

    return {
        element: h('div', { class: 'experiment' }, run, table),
        /** Continues with the next pair, once a visitor has seen the last round of the present one. */
        onPlayed() {
            if (playing < 0) return;
            const { distance, iterations } = answers[playing];
            announce(
                `Pair ${playing + 1} of ${PAIR_COUNT}: distance ${format(distance)}, rounds: ${iterations}`,
            );
            const next = playing + 1;
            clearTimeout(timer);
            timer = window.setTimeout(() => {
                // A visitor who steps back meanwhile stays there until the rounds are played again.
                if (!isAtEnd()) return;
                if (next < PAIR_COUNT) play(next);
                else stop();
            }, REST);
        },
        /**
         * @param {object} state
         * @param {number} state.experiment seed of the pairs; 0: none
         * @param {string} optionsKey differs for other options of GJK
         * @param {(pair: ExperimentPair) => boolean} isShown
         * @param {(pair: ExperimentPair) => { distance: number, iterations: number }} query
         */
        draw({ experiment }, optionsKey, isShown, query) {
            setSeed(experiment);
            const key = `${seed} ${optionsKey}`;
            if (key !== drawn) {
                drawn = key;
                answers = pairs.map(query);
                write();
            }
            // A scene of the visitor's ends the experiment.
            if (playing >= 0 && !(pairs[playing] && isShown(pairs[playing]))) cancel();
            table.hidden = seed === 0;
            run.textContent = playing < 0 ? TITLE : 'Stop';
            for (const [i, pair] of pairs.entries()) {
                rows[i].choose.setAttribute('aria-pressed', String(isShown(pair)));
            }
        },
        dispose() {
            cancel();
            stopPrecision();
        },
    };
}
