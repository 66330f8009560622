/**
 * The plane of times along both routes: s since A's start to the right, u since B's start upward. Each delay is a
 * line of slope 1; the unsafe delays are those whose line meets the unsafe region.
 */

import { setAttributes, svg } from '../../base/dom.js';
import { nudge, roundTo } from '../../base/float.js';
import { formatShort } from '../../base/format.js';
import { createHandle } from '../../base/handles.js';
import { listenForArrows } from './arrow_keys.js';

/**
 * @import { Stage } from '../../base/stage.js'
 * @import { Box, Point } from '../../base/view.js'
 * @import { Solution } from './solve.js'
 * @import { OutlinePart } from './region_outline.js'
 */

/** Length of the drawn lines beyond the rectangle, in multiples of its size. */
const LINE_EXTENT = 3;

/** Returns u where the line of a delay meets s = 0. @param {Solution} getSolution @param {number} delay */
function delayIntercept({ planned, b }, delay) {
    return planned.t0 + delay - b.t0;
}

/** @param {Solution} getSolution @returns {Box} */
export function planeBounds({ a, b }) {
    const [s, u] = [a.t1 - a.t0, b.t1 - b.t0];
    return { minX: 0, minY: 0, maxX: s, maxY: u };
}

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {() => Solution} options.getSolution
 * @param {() => number} options.getDelay
 * @param {(delay: number) => void} options.onDelay
 */
export function createPlaneView(stage, { getSolution, getDelay, onDelay }) {
    const bands = svg('path', { class: 'unsafe-band' });
    const region = svg('path', { class: 'unsafe-fill' });
    const edge = svg('path', { class: 'unsafe-edge' });
    const frame = svg('path', { class: 'time-frame' });
    const tangents = svg('path', { class: 'tangents' });
    const line = svg('path', { class: 'delay-line' });
    const timeDot = svg('circle', { r: 5, class: 'time-dot' });
    const names = [
        svg('text', null, 's, time since A started →'),
        svg('text', null, 'u, time since B started →'),
    ];
    const labels = svg('g', { class: 'delay-labels' });
    stage
        .addLayer('times')
        .append(bands, region, edge, frame, tangents, line, timeDot, ...names, labels);

    /** Returns the position of the grip, next to the rectangle's center. @returns {Point} */
    const gripPosition = () => {
        const { maxX, maxY } = planeBounds(getSolution());
        const offset = (delayIntercept(getSolution(), getDelay()) - (maxY - maxX) / 2) / 2;
        return { x: maxX / 2 - offset, y: maxY / 2 + offset };
    };
    const grip = createHandle(stage, {
        label: 'Delay of A',
        kind: 'ring',
        className: 'a',
        getPosition: gripPosition,
        onMove({ x, y }) {
            onDelay(roundTo(y - x - delayIntercept(getSolution(), 0), stage.pixelStep()));
        },
    });
    listenForArrows(grip.element, (dx, dy, event) =>
        onDelay(nudge(getDelay(), dy - dx, stage.keyStep(), event)),
    );

    /** @param {number} at @param {number} extent */
    const lineThrough = (at, extent) => [
        { x: -extent, y: at - extent },
        { x: extent, y: at + extent },
    ];

    return {
        /**
         * @param {OutlinePart[]} parts outlines of the unsafe region
         * @param {number} time
         */
        draw(parts, time) {
            const { a, b, delays } = getSolution();
            const { maxX, maxY } = planeBounds(getSolution());
            const extent = LINE_EXTENT * (maxX + maxY + Math.abs(getDelay())) + 1;
            /** @param {number} x */
            const intercept = (x) => delayIntercept(getSolution(), x);
            const corners = [
                { x: 0, y: 0 },
                { x: maxX, y: 0 },
                { x: maxX, y: maxY },
                { x: 0, y: maxY },
            ];
            setAttributes(frame, { d: stage.path(corners, true) });
            const fills = parts.map(({ lower, upper }) =>
                stage.path([...lower, ...[...upper].reverse()], true),
            );
            // A chain of one point is only drawn as a dot if its path has a segment of length zero.
            const chains = parts
                .flatMap(({ lower, upper }) => [lower, upper])
                .map((chain) => stage.path(chain.length === 1 ? [chain[0], chain[0]] : chain));
            setAttributes(region, { d: fills.join('') });
            setAttributes(edge, { d: chains.join('') });
            const spans = delays.map(([lo, hi]) => {
                const [p, q] = lineThrough(intercept(lo), extent);
                const [r, s] = lineThrough(intercept(hi), extent);
                return stage.path([p, q, s, r], true);
            });
            setAttributes(bands, { d: spans.join('') });
            const ends = delays.flat();
            setAttributes(tangents, {
                d: ends.map((x) => stage.path(lineThrough(intercept(x), extent))).join(''),
            });
            labels.replaceChildren(...createDelayLabels(stage, ends, intercept, maxX, maxY));
            setAttributes(line, { d: stage.path(lineThrough(intercept(getDelay()), extent)) });
            const isThere = time >= Math.max(a.t0, b.t0) && time <= Math.min(a.t1, b.t1);
            timeDot.toggleAttribute('hidden', !isThere);
            const point = stage.toScreen({ x: time - a.t0, y: time - b.t0 });
            setAttributes(timeDot, { cx: point.x.toFixed(2), cy: point.y.toFixed(2) });
            const [labelS, labelU] = names;
            stage.placeText(labelS, { x: 0, y: 0 }, 2, 15);
            const corner = stage.toScreen({ x: 0, y: 0 });
            setAttributes(labelU, {
                transform: `translate(${(corner.x - 7).toFixed(2)} ${corner.y.toFixed(2)}) rotate(-90)`,
            });
            grip.draw(`Delay of A, ${formatShort(getDelay())}`);
        },
    };
}

/**
 * Creates the numbers of delays where their lines leave the rectangle at the top or on the right, as far as there
 * is room.
 *
 * @param {Stage} stage
 * @param {readonly number[]} delays
 * @param {(delay: number) => number} interceptOf returns u where a delay's line meets s = 0
 * @param {number} maxX
 * @param {number} maxY
 */
function createDelayLabels(stage, delays, interceptOf, maxX, maxY) {
    /** @type {{ x: number, y: number }[]} */
    const occupied = [];
    return delays.flatMap((delay) => {
        const intercept = interceptOf(delay);
        const isAbove = maxY - intercept <= maxX;
        const position = isAbove
            ? { x: maxY - intercept, y: maxY }
            : { x: maxX, y: maxX + intercept };
        const { x, y } = stage.toScreen(position);
        if (occupied.some((other) => Math.abs(other.x - x) < 64 && Math.abs(other.y - y) < 14))
            return [];
        occupied.push({ x, y });
        const text = svg('text', null, formatShort(delay));
        // The label stands to the right of its line, unless that is beyond the edge.
        const isAtEdge = x + 70 > stage.size.width;
        if (isAtEdge) setAttributes(text, { 'text-anchor': 'end' });
        stage.placeText(text, position, isAtEdge ? -6 : isAbove ? 3 : 6, isAbove ? -6 : 4);
        return [text];
    });
}
