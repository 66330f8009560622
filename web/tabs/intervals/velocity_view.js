/** The plane of velocities: both agents' own, what leads A into contact with B, and what is proposed. */

import { setAttributes, svg } from '../../base/dom.js';
import { nudge, roundTo } from '../../base/float.js';
import { formatShort } from '../../base/format.js';
import { createHandle } from '../../base/handles.js';
import { takeArrows } from './keys.js';

/**
 * @import { VelocityObstacle } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Box, Point } from '../../base/view.js'
 * @import { Found } from './ask.js'
 * @import { AgentState } from './segments.js'
 */

/**
 * A square about the origin that has room for both velocities. Its sizes are few, so that it holds still while one of
 * them is dragged.
 *
 * @param {Found} found
 * @returns {Box}
 */
export function velocityBox({ a, b, steered }) {
    const proposal = steered?.proposal;
    const all = [a.vx, a.vy, b.vx, b.vy, proposal?.vx ?? 0, proposal?.vy ?? 0];
    const most = 1.25 * Math.max(...all.map(Math.abs), 1e-3);
    const size = [1, 1.5, 2, 3, 5, 7, 10].map((lead) => lead * 10 ** Math.floor(Math.log10(most)));
    const out = size.find((one) => one >= most) ?? most;
    return { minX: -out, minY: -out, maxX: out, maxY: out };
}

/** @param {Point} p @param {Point} way @param {number} by */
const along = (p, way, by) => ({ x: p.x + way.x * by, y: p.y + way.y * by });

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {(look: 'a' | 'b') => AgentState} options.get
 * @param {(look: 'a' | 'b', part: Partial<AgentState>) => void} options.onChange
 */
export function createVelocityView(stage, { get, onChange }) {
    const obstacle = svg('path', { class: 'obstacle' });
    const name = svg('text', { class: 'obstacle-name' });
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
        .layer('velocities')
        .append(obstacle, ray, unsafe, arrows.a, arrows.b, proposed, letters.a, letters.b, name);
    const looks = /** @type {const} */ (['a', 'b']);
    const handles = looks.map((look) => {
        const handle = createHandle(stage, {
            label: `Velocity of ${look.toUpperCase()}`,
            look,
            at: () => ({ x: get(look).vx, y: get(look).vy }),
            onMove({ x, y }) {
                const step = stage.pixelStep();
                onChange(look, { vx: roundTo(x, step), vy: roundTo(y, step) });
            },
        });
        takeArrows(handle.element, (dx, dy, event) =>
            onChange(look, {
                vx: nudge(get(look).vx, dx, stage.keyStep(), event),
                vy: nudge(get(look).vy, dy, stage.keyStep(), event),
            }),
        );
        return handle;
    });

    /** The corners of what is seen. */
    const corners = () => {
        const [width, height] = [stage.svg.clientWidth, stage.svg.clientHeight];
        return [
            { x: 0, y: 0 },
            { x: width, y: 0 },
            { x: width, y: height },
            { x: 0, y: height },
        ].map((corner) => stage.toWorld(corner));
    };
    /** Further than anything seen from there. @param {Point} from */
    const beyond = (from) =>
        2 * Math.max(...corners().map(({ x, y }) => Math.hypot(x - from.x, y - from.y)));

    /** @param {VelocityObstacle} found */
    const outline = ({ kind, apex, left, right, cut }) => {
        if (kind === 'nothing') return '';
        if (!left || !right) return stage.path(corners(), true);
        const far = beyond(apex);
        const ends = [along(apex, left, far), along(apex, right, far)];
        if (!cut) return stage.path([ends[0], apex, ends[1]], true);
        // The legs touch the disc where its middle is nearest to them.
        /** @param {Point} leg */
        const foot = (leg) => along(apex, leg, (cut.x - apex.x) * leg.x + (cut.y - apex.y) * leg.y);
        const r = (cut.radius * stage.scale).toFixed(2);
        const [p, q] = [foot(left), foot(right)];
        const arc = `A${r} ${r} 0 0 0 ${stage.path([q, ends[1]]).slice(1)}`;
        return `${stage.path([ends[0], p])}${arc}Z`;
    };

    return {
        /** @param {Found} found */
        draw({ a, b, steered }) {
            const zero = { x: 0, y: 0 };
            const velocities = { a: { x: a.vx, y: a.vy }, b: { x: b.vx, y: b.vy } };
            for (const [i, look] of looks.entries()) {
                const { x, y } = velocities[look];
                setAttributes(arrows[look], { d: stage.arrow(zero, { x, y }) });
                const out = Math.hypot(x, y) || 1;
                stage.placeText(letters[look], { x, y }, (18 * x) / out, (-18 * y) / out);
                handles[i].draw(
                    `Velocity of ${look.toUpperCase()}, ${formatShort(x)}, ${formatShort(y)}`,
                );
            }
            setAttributes(obstacle, { d: steered ? outline(steered.obstacle) : '' });
            name.textContent = steered
                ? { cone: 'leads to contact', everything: 'in contact at once', nothing: '' }[
                      steered.obstacle.kind
                  ]
                : 'Only for constant velocities';
            drawName(steered?.obstacle ?? null);
            const speed = Math.hypot(a.vx, a.vy);
            const way = speed > 0 ? { x: a.vx / speed, y: a.vy / speed } : null;
            const far = beyond(zero);
            setAttributes(ray, { d: way ? stage.path([zero, along(zero, way, far)]) : '' });
            const spans = way ? (steered?.speeds ?? []) : [];
            setAttributes(unsafe, {
                d: spans
                    .map(([lo, hi]) =>
                        stage.path([
                            along(zero, /** @type {Point} */ (way), Math.min(lo, far)),
                            along(zero, /** @type {Point} */ (way), Math.min(hi, far)),
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

    /** In the cone, or in a corner; never off the stage. @param {VelocityObstacle | null} found */
    function drawName(found) {
        let at = { x: 0, y: 0 };
        if (found?.left && found.right) {
            const { apex, left, right, cut } = found;
            const middle = { x: left.x + right.x, y: left.y + right.y };
            const length = Math.hypot(middle.x, middle.y) || 1;
            const far = cut ? Math.hypot(cut.x - apex.x, cut.y - apex.y) : 0;
            const out = Math.max(far, 120 / stage.scale) / length;
            at = stage.toScreen(along(apex, middle, out));
        }
        const [width, height] = [stage.svg.clientWidth, stage.svg.clientHeight];
        setAttributes(name, {
            x: Math.min(Math.max(at.x, 90), width - 60).toFixed(2),
            y: Math.min(Math.max(at.y, 20), height - 30).toFixed(2),
        });
    }
}

/** @param {Point} at screen */
function diamond({ x, y }) {
    return `M${x - 8} ${y}L${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}Z`;
}
