/** What the answer looks like between two bodies: witness points, normal, the way out. */

import { setAttributes, svg } from '../../base/dom.js';
import { formatShort } from '../../base/format.js';

/**
 * @import { Distance, Penetration, Step } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Point } from '../../base/view.js'
 */

/** Length of the arrow of a direction, in pixels. */
const ARROW = 44;
/** Of more vertices the numbers would cover each other. */
const MOST_NUMBERS = 16;
/** How far inside they are, in pixels. */
const INSIDE = 15;

/** @param {Stage} stage */
export function createWorldView(stage) {
    const ghost = svg('path', { class: 'ghost' });
    const links = svg('path', { class: 'links' });
    const gap = svg('path', { class: 'gap' });
    const normal = svg('path', { class: 'normal' });
    const points = [
        svg('circle', { r: 4, class: 'witness a' }),
        svg('circle', { r: 4, class: 'witness b' }),
    ];
    const length = svg('text', { class: 'length' });
    const features = [svg('path', { class: 'feature a' }), svg('path', { class: 'feature b' })];
    const names = svg('g', { class: 'indices', 'aria-hidden': 'true' });
    const answer = stage.layer('answer');
    answer.append(ghost, links, ...features, names, gap, normal, ...points);
    stage.labels.append(length);

    /** The number of each vertex, as features and simplices count them, beside it and inside. @param {Point[]} corners */
    const numbers = (corners) => {
        if (corners.length < 2 || corners.length > MOST_NUMBERS) return [];
        const middle = {
            x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
            y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
        };
        return corners.map((corner, i) => {
            const length = Math.hypot(middle.x - corner.x, middle.y - corner.y) || 1;
            const { x, y } = stage.toScreen(corner);
            const dx = (INSIDE * (middle.x - corner.x)) / length;
            const dy = (INSIDE * (corner.y - middle.y)) / length;
            return svg('text', { x: (x + dx).toFixed(2), y: (y + dy).toFixed(2) }, String(i));
        });
    };

    /** @param {{ kind: string, index: number }} feature @param {Point[]} corners */
    const featurePath = ({ kind, index }, corners) =>
        kind === 'edge' ? stage.path([corners[index], corners[(index + 1) % corners.length]]) : '';

    return {
        /**
         * @param {Distance} distance
         * @param {Penetration} penetration
         * @param {Point[]} cornersA vertices in the world
         * @param {Point[]} cornersB
         * @param {number} radiusB
         * @param {Step} step whose vertices are joined
         */
        draw(distance, penetration, cornersA, cornersB, radiusB, step) {
            const isDeep = distance.relation === 'overlapping';
            const {
                pointA,
                pointB,
                normal: n,
                featureA,
                featureB,
            } = isDeep ? penetration : distance;
            setAttributes(features[0], { d: featurePath(featureA, cornersA) });
            setAttributes(features[1], { d: featurePath(featureB, cornersB) });
            names.replaceChildren(...numbers(cornersA), ...numbers(cornersB));
            const depth = isDeep ? penetration.depth : 0;
            setAttributes(gap, { d: stage.path([pointA, pointB]) });
            for (const [i, point] of [pointA, pointB].entries()) {
                const { x, y } = stage.toScreen(point);
                setAttributes(points[i], { cx: x.toFixed(2), cy: y.toFixed(2) });
            }
            const reach = ARROW / stage.scale;
            // From the middle of what it measures, or it would hide it.
            const from = isDeep ? pointA : pointB;
            setAttributes(normal, {
                d: stage.arrow(from, { x: from.x + n.x * reach, y: from.y + n.y * reach }),
            });
            const moved = cornersB.map(({ x, y }) => ({ x: x + n.x * depth, y: y + n.y * depth }));
            setAttributes(ghost, { d: isDeep ? stage.rounded(moved, radiusB) : '' });
            setAttributes(links, {
                d: step.simplex.map(({ a, b }) => stage.path([cornersA[a], cornersB[b]])).join(''),
            });
            const shown = isDeep ? penetration.depth : distance.distance;
            length.textContent = distance.relation === 'touching' ? '' : formatShort(shown);
            const middle = { x: (pointA.x + pointB.x) / 2, y: (pointA.y + pointB.y) / 2 };
            const [side, up] = [8 + 10 * Math.abs(n.y), 8 + 8 * Math.abs(n.x)];
            const wide = 8 * (length.textContent?.length ?? 0);
            stage.placeClear(length, middle, [
                [side, -up],
                [-side - wide, -up],
                [side, up + 12],
                [-side - wide, up + 12],
                [-wide / 2, -up - 28],
                [-wide / 2, up + 40],
            ]);
        },
    };
}
