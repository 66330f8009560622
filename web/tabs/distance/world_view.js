/** The answer drawn between two bodies: witness points, normal, direction of penetration. */

import { setAttributes, svg } from '../../base/dom.js';
import { formatShort } from '../../base/format.js';
import { drawOutline } from '../../base/outline_path.js';

/**
 * @import { Distance, Penetration, GjkRound, Shape } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Point } from '../../base/view.js'
 * @import { BodyState } from './state.js'
 */

/** Length of the arrow of a direction, in pixels. */
const ARROW_LENGTH = 44;
/** Largest number of vertices with numbers: more would overlap. */
const MAX_NUMBERED_VERTICES = 16;
/** Distance of the numbers inside of the outline, in pixels. */
const NUMBER_INSET = 15;

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
    const vertexNumbers = svg('g', { class: 'indices', 'aria-hidden': 'true' });
    const answer = stage.addLayer('answer');
    answer.append(ghost, links, ...features, vertexNumbers, gap, normal, ...points);
    stage.labels.append(length);

    /** Creates the number of each vertex, as in features and simplices, inside the outline beside the vertex. @param {Point[]} corners */
    const createNumbers = (corners) => {
        if (corners.length < 2 || corners.length > MAX_NUMBERED_VERTICES) return [];
        const middle = {
            x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
            y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
        };
        return corners.map((corner, i) => {
            const length = Math.hypot(middle.x - corner.x, middle.y - corner.y) || 1;
            const { x, y } = stage.toScreen(corner);
            const dx = (NUMBER_INSET * (middle.x - corner.x)) / length;
            const dy = (NUMBER_INSET * (corner.y - middle.y)) / length;
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
         * @param {Point[]} cornersA vertices in the world, of the part that decides
         * @param {Point[]} cornersB
         * @param {BodyState} b
         * @param {Shape} shapeB the graze shape of b
         * @param {GjkRound} gjkRound round whose simplex is drawn
         */
        draw(distance, penetration, cornersA, cornersB, b, shapeB, gjkRound) {
            const isOverlapping = distance.relation === 'overlapping';
            const {
                pointA,
                pointB,
                normal: n,
                featureA,
                featureB,
            } = isOverlapping ? penetration : distance;
            setAttributes(features[0], { d: featurePath(featureA, cornersA) });
            setAttributes(features[1], { d: featurePath(featureB, cornersB) });
            vertexNumbers.replaceChildren(...createNumbers(cornersA), ...createNumbers(cornersB));
            setAttributes(gap, { d: stage.path([pointA, pointB]) });
            for (const [i, point] of [pointA, pointB].entries()) {
                const { x, y } = stage.toScreen(point);
                setAttributes(points[i], { cx: x.toFixed(2), cy: y.toFixed(2) });
            }
            const arrowLength = ARROW_LENGTH / stage.scale;
            // The arrow starts in the middle of the measured line, which it would otherwise hide.
            const from = isOverlapping ? pointA : pointB;
            setAttributes(normal, {
                d: stage.arrow(from, {
                    x: from.x + n.x * arrowLength,
                    y: from.y + n.y * arrowLength,
                }),
            });
            const { depth } = penetration;
            const { x, y, angle } = b.pose;
            const moved = { x: x + n.x * depth, y: y + n.y * depth, angle };
            setAttributes(ghost, {
                d: isOverlapping ? drawOutline(stage, b.shape, shapeB, moved).boundary : '',
            });
            setAttributes(links, {
                d: gjkRound.simplex
                    .map(({ a, b }) => stage.path([cornersA[a], cornersB[b]]))
                    .join(''),
            });
            const measured = isOverlapping ? depth : distance.distance;
            length.textContent = distance.relation === 'touching' ? '' : formatShort(measured);
            const middle = { x: (pointA.x + pointB.x) / 2, y: (pointA.y + pointB.y) / 2 };
            const [beside, above] = [8 + 10 * Math.abs(n.y), 8 + 8 * Math.abs(n.x)];
            const textWidth = 8 * (length.textContent?.length ?? 0);
            stage.placeTextClear(length, middle, [
                [beside, -above],
                [-beside - textWidth, -above],
                [beside, above + 12],
                [-beside - textWidth, above + 12],
                [-textWidth / 2, -above - 28],
                [-textWidth / 2, above + 40],
            ]);
        },
    };
}
