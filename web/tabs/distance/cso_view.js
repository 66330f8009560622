/** The view of A - B with a round of GJK. */

import { setAttributes, svg } from '../../base/dom.js';
import { boundingBox } from '../../base/view.js';
import { clipRegions, formatBarycode, SKIPPED_CODES } from './regions.js';
import { formatVertexPair } from './round_messages.js';

/**
 * @import { DifferencePoint, GjkRound } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Box, Point } from '../../base/view.js'
 */

const ORIGIN = { x: 0, y: 0 };
/** Smallest width of a region with room for its code, in pixels. */
const MIN_LABEL_ROOM = 34;

/** Returns the box of A - B with its radius and of the origin. @param {readonly Point[]} outline @param {number} radius @returns {Box} */
export function csoBounds(outline, radius) {
    const { minX, minY, maxX, maxY } = boundingBox(outline);
    return {
        minX: Math.min(minX - radius, 0),
        minY: Math.min(minY - radius, 0),
        maxX: Math.max(maxX + radius, 0),
        maxY: Math.max(maxY + radius, 0),
    };
}

/** @param {readonly Point[]} points */
function centroid(points) {
    let [x, y] = [0, 0];
    for (const point of points) {
        x += point.x / points.length;
        y += point.y / points.length;
    }
    return { x, y };
}

/** @param {Stage} stage */
export function createCsoView(stage) {
    const regions = stage.addLayer('regions');
    const shape = stage.addLayer('cso');
    const inflated = svg('path', { class: 'cso-inflated' });
    const outline = svg('path', { class: 'cso-outline' });
    shape.append(inflated, outline);

    const round = stage.addLayer('gjk');
    const simplex = svg('path', { class: 'simplex' });
    const support = svg('path', { class: 'support' });
    const direction = svg('path', { class: 'direction' });
    const nearest = svg('path', { class: 'nearest' });
    const corners = [0, 1, 2].map(() => ({
        dot: svg('circle', { r: 4.5, class: 'corner' }),
        name: svg('text', { class: 'corner-name' }),
    }));
    const newest = svg('circle', { r: 8, class: 'newest' });
    const origin = svg('path', { class: 'origin' });
    const names = {
        v: svg('text', { class: 'vector-name' }, 'v'),
        w: svg('text', { class: 'vector-name' }, 'w'),
        o: svg('text', { class: 'vector-name' }, 'O'),
    };
    round.append(
        simplex,
        support,
        direction,
        nearest,
        origin,
        ...corners.flatMap(({ dot, name }) => [dot, name]),
        newest,
        ...Object.values(names),
    );

    /** @param {GjkRound} gjkRound @param {boolean} isTracking */
    const drawRegions = ({ simplex: points, barycode }, isTracking) => {
        if (points.length < 3) {
            regions.replaceChildren();
            return;
        }
        const { width, height } = stage.svg.getBoundingClientRect();
        const low = stage.toWorld({ x: -2, y: height + 2 });
        const high = stage.toWorld({ x: width + 2, y: -2 });
        const box = { minX: low.x, minY: low.y, maxX: high.x, maxY: high.y };
        const [first, second, third] = points;
        regions.replaceChildren(
            ...clipRegions([first, second, third], box).flatMap(({ code, outline: area }) => {
                const currentClass = code === barycode ? ' is-current' : '';
                const skippedClass =
                    isTracking && SKIPPED_CODES.includes(code) ? ' is-skipped' : '';
                const path = svg('path', {
                    class: `region r${code}${currentClass}${skippedClass}`,
                    d: stage.path(area, true),
                });
                const { x, y } = stage.toScreen(centroid(area));
                const { minX, maxX, minY, maxY } = boundingBox(area);
                const room = Math.min(maxX - minX, maxY - minY) * stage.scale;
                if (room < MIN_LABEL_ROOM) return [path];
                const text = svg(
                    'text',
                    { class: `code${currentClass}`, x, y },
                    formatBarycode(code),
                );
                return [path, text];
            }),
        );
    };

    return {
        /**
         * @param {readonly DifferencePoint[]} difference
         * @param {number} radius sum of the radii of both shapes
         * @param {GjkRound} gjkRound
         * @param {boolean} isTracking whether order tracking rules out three of the seven regions
         */
        draw(difference, radius, gjkRound, isTracking) {
            setAttributes(outline, { d: stage.path(difference, true) });
            setAttributes(inflated, { d: radius > 0 ? stage.roundedPath(difference, radius) : '' });
            drawRegions(gjkRound, isTracking);

            const { w, v } = gjkRound;
            setAttributes(simplex, {
                d: stage.path(gjkRound.simplex, gjkRound.simplex.length === 3),
            });
            for (const [i, { dot, name }] of corners.entries()) {
                const point = gjkRound.simplex[i];
                dot.toggleAttribute('hidden', !point);
                name.toggleAttribute('hidden', !point);
                if (!point) continue;
                const { x, y } = stage.toScreen(point);
                setAttributes(dot, { cx: x, cy: y, class: point.kept ? 'corner kept' : 'corner' });
                stage.placeText(name, point, x > 70 ? -10 : 10, y > 24 ? -10 : 18);
                setAttributes(name, { 'text-anchor': x > 70 ? 'end' : 'start' });
                name.textContent = formatVertexPair(point);
            }
            const screenPoint = stage.toScreen(w);
            setAttributes(newest, { cx: screenPoint.x, cy: screenPoint.y });
            stage.placeText(names.w, w, 11, 14);

            // The support line bounds A - B: no point of A - B lies beyond it.
            const length = Math.hypot(gjkRound.direction.x, gjkRound.direction.y) || 1;
            const along = { x: -gjkRound.direction.y / length, y: gjkRound.direction.x / length };
            const lineLength = 2000 / stage.scale;
            setAttributes(support, {
                d: stage.path([
                    { x: w.x - lineLength * along.x, y: w.y - lineLength * along.y },
                    { x: w.x + lineLength * along.x, y: w.y + lineLength * along.y },
                ]),
            });
            const arrowScale = 46 / (stage.scale * length);
            const tip = {
                x: w.x + gjkRound.direction.x * arrowScale,
                y: w.y + gjkRound.direction.y * arrowScale,
            };
            setAttributes(direction, { d: stage.arrow(w, tip) });

            setAttributes(nearest, { d: stage.arrow(ORIGIN, v) });
            stage.placeText(names.v, { x: v.x / 2, y: v.y / 2 }, 8, -6);
            names.v.toggleAttribute('hidden', v.x === 0 && v.y === 0);
            const originPoint = stage.toScreen(ORIGIN);
            setAttributes(origin, {
                d: `M${originPoint.x - 7} ${originPoint.y}H${originPoint.x + 7}M${originPoint.x} ${originPoint.y - 7}V${originPoint.y + 7}`,
            });
            stage.placeText(names.o, ORIGIN, 7, 16);
        },
    };
}
