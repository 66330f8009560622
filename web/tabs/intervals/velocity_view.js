/** The plane of velocities: both agents' own, those of A that lead to contact with B, and the proposal. */

import { setAttributes, svg } from '../../base/dom.js';
import { nudge, roundTo } from '../../base/float.js';
import { formatShort } from '../../base/format.js';
import { createHandle } from '../../base/handles.js';
import { listenForArrows } from './arrow_keys.js';

/**
 * @import { VelocityObstacle } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Box, Point } from '../../base/view.js'
 * @import { Solution } from './solve.js'
 * @import { AgentState } from './agents.js'
 */

/**
 * Returns a square about the origin that contains both velocities. Only a few sizes are used, so that the view stays
 * still while a velocity is dragged.
 *
 * @param {Solution} obstacleAnswer
 * @returns {Box}
 */
export function velocityBounds({ a, b, velocities }) {
    const proposal = velocities?.proposal;
    const components = [a.vx, a.vy, b.vx, b.vy, proposal?.vx ?? 0, proposal?.vy ?? 0];
    const max = 1.25 * Math.max(...components.map(Math.abs), 1e-3);
    const size = [1, 1.5, 2, 3, 5, 7, 10].map(
        (factor) => factor * 10 ** Math.floor(Math.log10(max)),
    );
    const halfSize = size.find((one) => one >= max) ?? max;
    return { minX: -halfSize, minY: -halfSize, maxX: halfSize, maxY: halfSize };
}

/** @param {Point} p @param {Point} direction @param {number} distance */
const offsetPoint = (p, direction, distance) => ({
    x: p.x + direction.x * distance,
    y: p.y + direction.y * distance,
});

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {(side: 'a' | 'b') => AgentState} options.get
 * @param {(side: 'a' | 'b', part: Partial<AgentState>) => void} options.onChange
 */
export function createVelocityView(stage, { get, onChange }) {
    const obstacle = svg('path', { class: 'obstacle' });
    const obstacleLabel = svg('text', { class: 'obstacle-name' });
    const ray = svg('path', { class: 'speed-ray' });
    const unsafe = svg('path', { class: 'unsafe-speeds' });
    const arrows = {
        a: svg('path', { class: 'velocity a' }),
        b: svg('path', { class: 'velocity b' }),
    };
    const letters = {
        a: svg('text', { class: 'body-name a' }, 'A'),
        b: svg('text', { class: 'body-name b' }, 'B'),
    };
    const proposed = svg('path', { class: 'proposed' });
    stage
        .addLayer('velocities')
        .append(
            obstacle,
            ray,
            unsafe,
            arrows.a,
            arrows.b,
            proposed,
            letters.a,
            letters.b,
            obstacleLabel,
        );
    const sides = /** @type {const} */ (['a', 'b']);
    const handles = sides.map((side) => {
        const handle = createHandle(stage, {
            label: `Velocity of ${side.toUpperCase()}`,
            className: side,
            getPosition: () => ({ x: get(side).vx, y: get(side).vy }),
            onMove({ x, y }) {
                const step = stage.pixelStep();
                onChange(side, { vx: roundTo(x, step), vy: roundTo(y, step) });
            },
        });
        listenForArrows(handle.element, (dx, dy, event) =>
            onChange(side, {
                vx: nudge(get(side).vx, dx, stage.keyStep(), event),
                vy: nudge(get(side).vy, dy, stage.keyStep(), event),
            }),
        );
        return handle;
    });

    /** Returns the corners of the visible part. */
    const corners = () => {
        const [width, height] = [stage.svg.clientWidth, stage.svg.clientHeight];
        return [
            { x: 0, y: 0 },
            { x: width, y: 0 },
            { x: width, y: height },
            { x: 0, y: height },
        ].map((corner) => stage.toWorld(corner));
    };
    /** Returns a distance beyond everything visible from a point. @param {Point} from */
    const viewDistance = (from) =>
        2 * Math.max(...corners().map(({ x, y }) => Math.hypot(x - from.x, y - from.y)));

    /** @param {VelocityObstacle} obstacleAnswer */
    const outline = ({ kind, apex, left, right, cut }) => {
        if (kind === 'nothing') return '';
        if (!left || !right) return stage.path(corners(), true);
        const viewLimit = viewDistance(apex);
        const ends = [offsetPoint(apex, left, viewLimit), offsetPoint(apex, right, viewLimit)];
        if (!cut) return stage.path([ends[0], apex, ends[1]], true);
        // Each leg touches the disc at the point of the leg nearest to the disc's center.
        /** @param {Point} leg */
        const tangentPoint = (leg) =>
            offsetPoint(apex, leg, (cut.x - apex.x) * leg.x + (cut.y - apex.y) * leg.y);
        const r = (cut.radius * stage.scale).toFixed(2);
        const [p, q] = [tangentPoint(left), tangentPoint(right)];
        const arc = `A${r} ${r} 0 0 0 ${stage.path([q, ends[1]]).slice(1)}`;
        return `${stage.path([ends[0], p])}${arc}Z`;
    };

    return {
        /** @param {Solution} obstacleAnswer */
        draw({ a, b, velocities: steered }) {
            const zero = { x: 0, y: 0 };
            const velocities = { a: { x: a.vx, y: a.vy }, b: { x: b.vx, y: b.vy } };
            for (const [i, side] of sides.entries()) {
                const { x, y } = velocities[side];
                setAttributes(arrows[side], { d: stage.arrow(zero, { x, y }) });
                const length = Math.hypot(x, y) || 1;
                stage.placeText(letters[side], { x, y }, (18 * x) / length, (-18 * y) / length);
                handles[i].draw(
                    `Velocity of ${side.toUpperCase()}, ${formatShort(x)}, ${formatShort(y)}`,
                );
            }
            setAttributes(obstacle, { d: steered ? outline(steered.obstacle) : '' });
            obstacleLabel.textContent = steered
                ? { cone: 'leads to contact', everything: 'already in contact', nothing: '' }[
                      steered.obstacle.kind
                  ]
                : 'For constant velocities only';
            drawName(steered?.obstacle ?? null);
            const speed = Math.hypot(a.vx, a.vy);
            const direction = speed > 0 ? { x: a.vx / speed, y: a.vy / speed } : null;
            const viewLimit = viewDistance(zero);
            setAttributes(ray, {
                d: direction ? stage.path([zero, offsetPoint(zero, direction, viewLimit)]) : '',
            });
            const spans = direction ? (steered?.speeds ?? []) : [];
            setAttributes(unsafe, {
                d: spans
                    .map(([lo, hi]) =>
                        stage.path([
                            offsetPoint(
                                zero,
                                /** @type {Point} */ (direction),
                                Math.min(lo, viewLimit),
                            ),
                            offsetPoint(
                                zero,
                                /** @type {Point} */ (direction),
                                Math.min(hi, viewLimit),
                            ),
                        ]),
                    )
                    .join(''),
            });
            const proposal = steered?.proposal;
            const isShown = proposal?.step === 2 || proposal?.step === 3;
            setAttributes(proposed, {
                d: isShown ? diamond(stage.toScreen({ x: proposal.vx, y: proposal.vy })) : '',
            });
        },
    };

    /** Draws the name in the cone or in a corner, always on the stage. @param {VelocityObstacle | null} obstacleAnswer */
    function drawName(obstacleAnswer) {
        let at = { x: 0, y: 0 };
        if (obstacleAnswer?.left && obstacleAnswer.right) {
            const { apex, left, right, cut } = obstacleAnswer;
            const middle = { x: left.x + right.x, y: left.y + right.y };
            const length = Math.hypot(middle.x, middle.y) || 1;
            const viewLimit = cut ? Math.hypot(cut.x - apex.x, cut.y - apex.y) : 0;
            const out = Math.max(viewLimit, 120 / stage.scale) / length;
            at = stage.toScreen(offsetPoint(apex, middle, out));
        }
        const [width, height] = [stage.svg.clientWidth, stage.svg.clientHeight];
        setAttributes(obstacleLabel, {
            x: Math.min(Math.max(at.x, 90), width - 60).toFixed(2),
            y: Math.min(Math.max(at.y, 20), height - 30).toFixed(2),
        });
    }
}

/** @param {Point} at center on the screen, in pixels */
function diamond({ x, y }) {
    return `M${x - 8} ${y}L${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}Z`;
}
