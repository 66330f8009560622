/** Two moving bodies at earlier and later times, and at their first contact. */

import { setAttributes, svg } from './dom.js';
import { drawOutline } from './outline_path.js';

/**
 * @import { FirstContact, Motion, Shape } from 'graze'
 * @import { Stage } from './stage.js'
 * @import { ShapeState } from './shapes.js'
 *
 * @typedef {object} Encounter two moving bodies and their first contact
 * @property {Shape} shapeA
 * @property {Motion} motionA
 * @property {Shape} shapeB
 * @property {Motion} motionB
 * @property {FirstContact} first
 *
 * @typedef {object} EncounterState
 * @property {{ shape: ShapeState }} a
 * @property {{ shape: ShapeState }} b
 * @property {number} end end of the time range, which begins at 0
 */

const GHOST_COUNT = 9;
const ARROW_LENGTH = 40;

/** @param {Stage} stage */
export function createContactView(stage) {
    const ghostLayer = stage.addLayer('ghosts');
    const ghostsA = svg('path', { class: 'trail a' });
    const ghostsB = svg('path', { class: 'trail b' });
    const contactOutlines = [
        svg('path', { class: 'contact-outline a' }),
        svg('path', { class: 'contact-outline b' }),
    ];
    ghostLayer.append(ghostsA, ghostsB, ...contactOutlines);
    const point = svg('path', { class: 'contact-point' });
    const normal = svg('path', { class: 'normal' });
    const answer = stage.addLayer('answer');

    /** @param {ShapeState} state @param {Shape} shape @param {Motion} motion @param {number} time */
    const outline = (state, shape, motion, time) => {
        const pose = motion.pose(time);
        return pose ? drawOutline(stage, state, shape, pose).boundary : '';
    };
    answer.append(normal, point);

    return {
        /** @param {Encounter} encounter @param {EncounterState} state */
        draw({ shapeA, motionA, shapeB, motionB, first }, { a, b, end }) {
            const times = Array.from(
                { length: GHOST_COUNT },
                (_, i) => (end * i) / (GHOST_COUNT - 1),
            );
            setAttributes(ghostsA, {
                d: times.map((time) => outline(a.shape, shapeA, motionA, time)).join(''),
            });
            setAttributes(ghostsB, {
                d: times.map((time) => outline(b.shape, shapeB, motionB, time)).join(''),
            });
            const { time, pointA, normal: n } = first;
            setAttributes(contactOutlines[0], {
                d: time ? outline(a.shape, shapeA, motionA, time[0]) : '',
            });
            setAttributes(contactOutlines[1], {
                d: time ? outline(b.shape, shapeB, motionB, time[0]) : '',
            });
            if (!pointA || !n) {
                setAttributes(point, { d: '' });
                setAttributes(normal, { d: '' });
                return;
            }
            const { x, y } = stage.toScreen(pointA);
            setAttributes(point, { d: `M${x - 5} ${y - 5}l10 10m-10 0l10 -10` });
            const arrowLength = ARROW_LENGTH / stage.scale;
            const tip = { x: pointA.x + n.x * arrowLength, y: pointA.y + n.y * arrowLength };
            setAttributes(normal, { d: stage.arrow(pointA, tip) });
        },
    };
}
