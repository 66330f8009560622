/** Where the bodies have been and will be, and how they touch. */

import { setAttributes, svg } from '../../base/dom.js';
import { toWorld } from '../../base/shapes.js';

/**
 * @import { Motion, Shape } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Solution } from './solve.js'
 */

const GHOSTS = 9;
const ARROW = 40;

/** @param {Stage} stage */
export function createSceneView(stage) {
    const behind = stage.layer('ghosts');
    const ghosts = svg('path', { class: 'trail a' });
    const ghostsB = svg('path', { class: 'trail b' });
    const touch = [svg('path', { class: 'touch a' }), svg('path', { class: 'touch b' })];
    behind.append(ghosts, ghostsB, ...touch);
    const point = svg('path', { class: 'touch-point' });
    const normal = svg('path', { class: 'normal' });
    const answer = stage.layer('answer');

    /** @param {Shape} shape @param {Motion} motion @param {number} time */
    const outline = (shape, motion, time) => {
        const pose = motion.pose(time);
        if (!pose) return '';
        const flat = shape.vertices;
        const points = Array.from({ length: flat.length / 2 }, (_, i) =>
            toWorld(pose, { x: flat[2 * i], y: flat[2 * i + 1] }),
        );
        return stage.rounded(points, shape.radius);
    };
    answer.append(normal, point);

    return {
        /** @param {Solution} solution @param {number} end */
        draw({ shapeA, motionA, shapeB, motionB, traces }, end) {
            const times = Array.from({ length: GHOSTS }, (_, i) => (end * i) / (GHOSTS - 1));
            setAttributes(ghosts, {
                d: times.map((time) => outline(shapeA, motionA, time)).join(''),
            });
            setAttributes(ghostsB, {
                d: times.map((time) => outline(shapeB, motionB, time)).join(''),
            });
            const { time, pointA, normal: n } = traces.certified;
            setAttributes(touch[0], { d: time ? outline(shapeA, motionA, time[0]) : '' });
            setAttributes(touch[1], { d: time ? outline(shapeB, motionB, time[0]) : '' });
            if (!pointA || !n) {
                setAttributes(point, { d: '' });
                setAttributes(normal, { d: '' });
                return;
            }
            const { x, y } = stage.toScreen(pointA);
            setAttributes(point, { d: `M${x - 5} ${y - 5}l10 10m-10 0l10 -10` });
            const reach = ARROW / stage.scale;
            const tip = { x: pointA.x + n.x * reach, y: pointA.y + n.y * reach };
            setAttributes(normal, { d: stage.arrow(pointA, tip) });
        },
    };
}
