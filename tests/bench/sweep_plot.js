import { SHOWN, timeOf } from './sweep_tables.js';

/**
 * The paper's tables as one picture: a group of bars a class, nanoseconds on a logarithmic axis; lines from the lowest
 * to the highest run.
 *
 * @import { ClassResult } from './sweep_classes.js'
 */

/** Colors of Okabe and Ito, which the color-blind can distinguish; bars of the printed ones are pale. */
const COLOURS = [
    ...['#000000', '#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00', '#9ecae1', '#a1d99b'],
];
const SIZE = { width: 1180, height: 460 };
const FRAME = { left: 60, right: 20, top: 70, bottom: 50 };
const GROUP_GAP = 0.2;

/** @param {ClassResult[]} results @param {number} steps */
export function plot(results, steps) {
    const all = results.flatMap((one) =>
        SHOWN.flatMap(([, task]) => {
            const { low, high } = timeOf(one, task);
            return [low, high];
        }),
    );
    const [min, max] = [Math.min(...all), Math.max(...all)];
    const [bottom, top] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
    const height = SIZE.height - FRAME.top - FRAME.bottom;
    const y = (/** @type {number} */ ns) =>
        FRAME.top + (height * (top - Math.log10(ns))) / (top - bottom);
    const parts = [
        ...scale(bottom, top, y),
        ...results.flatMap((one, k) => group(one, k, results.length, y, y(10 ** bottom))),
        ...legend(),
        text(
            FRAME.left,
            22,
            `To the first candidate of ${steps} steps, trees built anew, ns per pair`,
            {
                size: 15,
                anchor: 'start',
            },
        ),
    ];
    return (
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" ` +
        `width="${SIZE.width}" height="${SIZE.height}" font-family="sans-serif">\n` +
        `<rect width="100%" height="100%" fill="white"/>\n${parts.join('\n')}\n</svg>\n`
    );
}

/** @param {number} bottom @param {number} top @param {(ns: number) => number} y */
function scale(bottom, top, y) {
    const right = SIZE.width - FRAME.right;
    const lines = [];
    for (let power = bottom; power <= top; power++) {
        const at = y(10 ** power);
        lines.push(line(FRAME.left, at, right, at, '#999999'));
        lines.push(text(FRAME.left - 6, at + 4, String(10 ** power), { anchor: 'end' }));
        for (let k = 2; k < 10 && power < top; k++) {
            lines.push(line(FRAME.left, y(k * 10 ** power), right, y(k * 10 ** power), '#eeeeee'));
        }
    }
    return lines;
}

/**
 * @param {ClassResult} one
 * @param {number} k
 * @param {number} count
 * @param {(ns: number) => number} y
 * @param {number} ground
 */
function group(one, k, count, y, ground) {
    const width = (SIZE.width - FRAME.left - FRAME.right) / count;
    const left = FRAME.left + width * (k + GROUP_GAP / 2);
    const bar = (width * (1 - GROUP_GAP)) / SHOWN.length;
    const bars = SHOWN.flatMap(([, task], i) => {
        const { low, ns, high } = timeOf(one, task);
        const x = left + i * bar;
        const middle = x + bar / 2;
        return [
            `<rect x="${n(x)}" y="${n(y(ns))}" width="${n(bar - 1)}" height="${n(ground - y(ns))}" fill="${COLOURS[i]}"/>`,
            line(middle, y(high), middle, y(low), '#666666'),
        ];
    });
    const middle = FRAME.left + width * (k + 0.5);
    const [kind, name] = one.name.split(', ');
    return [...bars, text(middle, ground + 18, kind), text(middle, ground + 34, name)];
}

function legend() {
    const step = (SIZE.width - FRAME.left - FRAME.right) / SHOWN.length;
    return SHOWN.flatMap(([name], i) => {
        const x = FRAME.left + i * step;
        return [
            `<rect x="${n(x)}" y="38" width="14" height="14" fill="${COLOURS[i]}"/>`,
            text(x + 20, 50, name, { anchor: 'start' }),
        ];
    });
}

/** @param {number} value */
const n = (value) => value.toFixed(1);

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} colour */
function line(x1, y1, x2, y2, colour) {
    return `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${colour}"/>`;
}

/** @param {number} x @param {number} y @param {string} what @param {{ size?: number, anchor?: string }} [how] */
function text(x, y, what, { size = 12, anchor = 'middle' } = {}) {
    const position = `x="${n(x)}" y="${n(y)}"`;
    return `<text ${position} font-size="${size}" text-anchor="${anchor}">${what}</text>`;
}
