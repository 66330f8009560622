/**
 * The times along both ways: s since A set out to the right, u since B did upwards. Each delay is a line of slope 1;
 * the unsafe ones are those that meet the unsafe region.
 */

import { setAttributes, svg } from '../../base/dom.js';
import { nudge, roundTo } from '../../base/float.js';
import { formatShort } from '../../base/format.js';
import { createHandle } from '../../base/handles.js';
import { takeArrows } from './keys.js';

/**
 * @import { Stage } from '../../base/stage.js'
 * @import { Box, Point } from '../../base/view.js'
 * @import { Found } from './ask.js'
 * @import { Piece } from './region.js'
 */

/** Lines are drawn so much further than the rectangle, in its sizes. */
const BEYOND = 3;

/** Where the line of a delay meets s = 0. @param {Found} found @param {number} delay */
function levelOf({ planned, b }, delay) {
    return planned.start + delay - b.start;
}

/** @param {Found} found @returns {Box} */
export function planeBox({ a, b }) {
    const [s, u] = [a.end - a.start, b.end - b.start];
    return { minX: 0, minY: 0, maxX: s, maxY: u };
}

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {() => Found} options.found
 * @param {() => number} options.delay
 * @param {(delay: number) => void} options.onDelay
 */
export function createPlaneView(stage, { found, delay, onDelay }) {
    const bands = svg('path', { class: 'unsafe-band' });
    const region = svg('path', { class: 'unsafe-fill' });
    const edge = svg('path', { class: 'unsafe-edge' });
    const frame = svg('path', { class: 'time-frame' });
    const tangents = svg('path', { class: 'tangents' });
    const line = svg('path', { class: 'delay-line' });
    const now = svg('circle', { r: 5, class: 'now' });
    const names = [
        svg('text', null, 's, since A set out →'),
        svg('text', null, 'u, since B set out →'),
    ];
    const labels = svg('g', { class: 'delay-labels' });
    stage.layer('times').append(bands, region, edge, frame, tangents, line, now, ...names, labels);

    /** Next to the rectangle's middle. @returns {Point} */
    const gripAt = () => {
        const { maxX, maxY } = planeBox(found());
        const out = (levelOf(found(), delay()) - (maxY - maxX) / 2) / 2;
        return { x: maxX / 2 - out, y: maxY / 2 + out };
    };
    const grip = createHandle(stage, {
        label: 'Delay of A',
        kind: 'ring',
        look: 'a',
        at: gripAt,
        onMove({ x, y }) {
            onDelay(roundTo(y - x - levelOf(found(), 0), stage.pixelStep()));
        },
    });
    takeArrows(grip.element, (dx, dy, event) =>
        onDelay(nudge(delay(), dy - dx, stage.keyStep(), event)),
    );

    /** @param {number} at @param {number} far */
    const through = (at, far) => [
        { x: -far, y: at - far },
        { x: far, y: at + far },
    ];

    return {
        /**
         * @param {Piece[]} pieces of the unsafe region
         * @param {number} time
         */
        draw(pieces, time) {
            const { a, b, delays } = found();
            const { maxX, maxY } = planeBox(found());
            const far = BEYOND * (maxX + maxY + Math.abs(delay())) + 1;
            /** @param {number} x */
            const at = (x) => levelOf(found(), x);
            const corners = [
                { x: 0, y: 0 },
                { x: maxX, y: 0 },
                { x: maxX, y: maxY },
                { x: 0, y: maxY },
            ];
            setAttributes(frame, { d: stage.path(corners, true) });
            const fills = pieces.map(({ lower, upper }) =>
                stage.path([...lower, ...[...upper].reverse()], true),
            );
            // A path of one point is a dot only if it has a way of no length.
            const chains = pieces
                .flatMap(({ lower, upper }) => [lower, upper])
                .map((chain) => stage.path(chain.length === 1 ? [chain[0], chain[0]] : chain));
            setAttributes(region, { d: fills.join('') });
            setAttributes(edge, { d: chains.join('') });
            const spans = delays.map(([lo, hi]) => {
                const [p, q] = through(at(lo), far);
                const [r, s] = through(at(hi), far);
                return stage.path([p, q, s, r], true);
            });
            setAttributes(bands, { d: spans.join('') });
            const ends = delays.flat();
            setAttributes(tangents, {
                d: ends.map((x) => stage.path(through(at(x), far))).join(''),
            });
            labels.replaceChildren(...tags(stage, ends, at, maxX, maxY));
            setAttributes(line, { d: stage.path(through(at(delay()), far)) });
            const isThere = time >= Math.max(a.start, b.start) && time <= Math.min(a.end, b.end);
            now.toggleAttribute('hidden', !isThere);
            const point = stage.toScreen({ x: time - a.start, y: time - b.start });
            setAttributes(now, { cx: point.x.toFixed(2), cy: point.y.toFixed(2) });
            const [below, beside] = names;
            stage.placeText(below, { x: 0, y: 0 }, 2, 15);
            const corner = stage.toScreen({ x: 0, y: 0 });
            setAttributes(beside, {
                transform: `translate(${(corner.x - 7).toFixed(2)} ${corner.y.toFixed(2)}) rotate(-90)`,
            });
            grip.draw(`Delay of A, ${formatShort(delay())}`);
        },
    };
}

/**
 * The numbers of delays, where their lines leave the rectangle above, or to the right: those that have room.
 *
 * @param {Stage} stage
 * @param {readonly number[]} delays
 * @param {(delay: number) => number} levelAt where its line meets s = 0
 * @param {number} maxX
 * @param {number} maxY
 */
function tags(stage, delays, levelAt, maxX, maxY) {
    /** @type {{ x: number, y: number }[]} */
    const taken = [];
    return delays.flatMap((delay) => {
        const level = levelAt(delay);
        const isAbove = maxY - level <= maxX;
        const place = isAbove ? { x: maxY - level, y: maxY } : { x: maxX, y: maxX + level };
        const { x, y } = stage.toScreen(place);
        if (taken.some((one) => Math.abs(one.x - x) < 64 && Math.abs(one.y - y) < 14)) return [];
        taken.push({ x, y });
        const text = svg('text', null, formatShort(delay));
        // Right of its line, unless that is beyond the edge.
        const isFar = x + 70 > stage.size.width;
        if (isFar) setAttributes(text, { 'text-anchor': 'end' });
        stage.placeText(text, place, isFar ? -6 : isAbove ? 3 : 6, isAbove ? -6 : 4);
        return [text];
    });
}
