/** The agents in the world: routes, discs at the shown time, arrows to drag. */

import { setAttributes, svg } from '../../base/dom.js';
import { nudge, roundTo } from '../../base/float.js';
import { formatShort } from '../../base/format.js';
import { createHandle, makeDraggable } from '../../base/handles.js';
import { isStraight, positionAfter, routePoints } from './agents.js';
import { listenForArrows } from './arrow_keys.js';

/**
 * @import { MovingDisc } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Point } from '../../base/view.js'
 * @import { AgentState } from './agents.js'
 */

/** Distance of the acceleration's handle from the velocity's tip if the acceleration is zero, in pixels. */
const HANDLE_OFFSET = 24;

/**
 * Returns the time along its route at which an agent is nearest to a point.
 *
 * @param {AgentState} agent
 * @param {Point} position
 * @param {number} maxTime
 */
function nearestTime(agent, position, maxTime) {
    /** @param {number} s */
    const squaredDistanceAt = (s) => {
        const { x, y } = positionAfter(agent, s);
        return (x - position.x) ** 2 + (y - position.y) ** 2;
    };
    let best = 0;
    const count = 512;
    for (let i = 1; i <= count; i++) {
        if (squaredDistanceAt((maxTime * i) / count) < squaredDistanceAt(best))
            best = (maxTime * i) / count;
    }
    for (let step = maxTime / count; step > maxTime * 1e-7; step /= 2) {
        for (const s of [best - step, best + step])
            if (s > 0 && squaredDistanceAt(s) < squaredDistanceAt(best)) best = s;
    }
    return best;
}

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {string} options.name
 * @param {'a' | 'b'} options.side
 * @param {() => AgentState} options.get
 * @param {(change: Partial<AgentState>) => void} options.onChange
 */
function createAgent(stage, { name, side, get, onChange }) {
    const swath = svg('path', { class: `swath ${side}` });
    const routePath = svg('path', { class: `route ${side}` });
    const ghost = svg('circle', { class: `ghost-agent ${side}` });
    const disc = svg('circle', { class: `body ${side}` });
    const letter = svg('text', { class: `body-name ${side}`, 'aria-hidden': 'true' }, name);
    const accelerationArrow = svg('path', { class: `acceleration ${side}` });
    const velocityArrow = svg('path', { class: `velocity ${side}` });
    stage
        .addLayer(`agent ${side}`)
        .append(swath, routePath, ghost, disc, letter, accelerationArrow, velocityArrow);

    const handleGroup = svg('g', null);
    stage.handles.append(handleGroup);
    const startPosition = () => ({ x: get().x, y: get().y });
    const velocityTip = () => ({ x: get().x + get().vx, y: get().y + get().vy });
    /** Returns the offset from the velocity's tip, so that this handle never covers the velocity's. */
    const accelerationOffset = () => {
        const { vx, vy } = get();
        const speed = Math.hypot(vx, vy);
        const squaredDistanceAt = HANDLE_OFFSET / stage.scale;
        return speed > 0
            ? { x: (vx / speed) * squaredDistanceAt, y: (vy / speed) * squaredDistanceAt }
            : { x: squaredDistanceAt, y: 0 };
    };
    const accelerationHandlePosition = () => {
        const [{ x, y }, offset] = [velocityTip(), accelerationOffset()];
        return { x: x + get().ax + offset.x, y: y + get().ay + offset.y };
    };
    const endPosition = () => positionAfter(get(), get().t1 - get().t0);
    /** @param {number} value */
    const roundToPixel = (value) => roundTo(value, stage.pixelStep());

    makeDraggable(stage, disc, {
        label: `Agent ${name}`,
        getPosition: startPosition,
        onMove: ({ x, y }) => onChange({ x, y }),
    });
    const endHandle = createHandle(stage, {
        label: `End of ${name}`,
        kind: 'ring',
        className: side,
        parent: handleGroup,
        getPosition: endPosition,
        onMove(position) {
            const agent = get();
            const maxDuration = Math.max(2 * (agent.t1 - agent.t0), 1);
            const s = nearestTime(agent, position, maxDuration);
            onChange({ t1: agent.t0 + roundTo(s, 0.01) });
        },
    });
    listenForArrows(endHandle.element, (dx, dy, event) => {
        const { t0: begin, t1: before } = get();
        onChange({ t1: Math.max(begin, nudge(before, dx + dy, 0.1, event)) });
    });
    const startHandle = createHandle(stage, {
        label: `Start of ${name}`,
        className: side,
        parent: handleGroup,
        getPosition: startPosition,
        onMove: ({ x, y }) => onChange({ x, y }),
    });
    const accelerationHandle = createHandle(stage, {
        label: `Acceleration of ${name}`,
        kind: 'square',
        className: side,
        parent: handleGroup,
        getPosition: accelerationHandlePosition,
        onMove(position) {
            const [{ x, y }, offset] = [velocityTip(), accelerationOffset()];
            onChange({
                ax: roundToPixel(position.x - x - offset.x),
                ay: roundToPixel(position.y - y - offset.y),
            });
        },
    });
    const velocityHandle = createHandle(stage, {
        label: `Velocity of ${name}`,
        className: side,
        parent: handleGroup,
        getPosition: velocityTip,
        onMove: ({ x, y }) =>
            onChange({ vx: roundToPixel(x - get().x), vy: roundToPixel(y - get().y) }),
    });
    listenForArrows(accelerationHandle.element, (dx, dy, event) =>
        onChange({
            ax: nudge(get().ax, dx, stage.keyStep(), event),
            ay: nudge(get().ay, dy, stage.keyStep(), event),
        }),
    );
    listenForArrows(velocityHandle.element, (dx, dy, event) =>
        onChange({
            vx: nudge(get().vx, dx, stage.keyStep(), event),
            vy: nudge(get().vy, dy, stage.keyStep(), event),
        }),
    );

    return {
        /**
         * @param {MovingDisc} movingDisc the agent with its delay
         * @param {MovingDisc} proposed
         * @param {number} time
         */
        draw(movingDisc, proposed, time) {
            const agent = get();
            const points = routePoints(agent);
            const isThere = time >= movingDisc.t0 && time <= movingDisc.t1;
            const s = Math.min(Math.max(time - movingDisc.t0, 0), movingDisc.t1 - movingDisc.t0);
            const at = stage.toScreen(positionAfter(movingDisc, s));
            const line = stage.path(points);
            const size = agent.radius * stage.scale;
            setAttributes(swath, { d: line, 'stroke-width': (2 * size).toFixed(2) });
            setAttributes(routePath, { d: line });
            setAttributes(disc, {
                cx: at.x.toFixed(2),
                cy: at.y.toFixed(2),
                r: Math.max(size, 3).toFixed(2),
                'aria-label': `Agent ${name}, from x ${formatShort(agent.x)}, y ${formatShort(agent.y)}${isThere ? '' : ', not present now'}`,
            });
            disc.classList.toggle('is-absent', !isThere);
            letter.classList.toggle('is-absent', !isThere);
            setAttributes(letter, { x: at.x.toFixed(2), y: at.y.toFixed(2) });
            const isChanged = proposed !== movingDisc;
            const isGhost = isChanged && time >= proposed.t0 && time <= proposed.t1;
            ghost.toggleAttribute('hidden', !isGhost);
            if (isGhost) {
                const { x, y } = stage.toScreen(positionAfter(proposed, time - proposed.t0));
                setAttributes(ghost, { cx: x.toFixed(2), cy: y.toFixed(2), r: size.toFixed(2) });
            }
            setAttributes(velocityArrow, { d: stage.arrow(startPosition(), velocityTip()) });
            const accelerationTip = {
                x: velocityTip().x + agent.ax,
                y: velocityTip().y + agent.ay,
            };
            setAttributes(accelerationArrow, {
                d: `${isStraight(agent) ? '' : stage.arrow(velocityTip(), accelerationTip)}${stage.path([accelerationTip, accelerationHandlePosition()])}`,
            });
            endHandle.element.toggleAttribute(
                'hidden',
                points.every((p) => isSamePoint(p, points[0])),
            );
            endHandle.draw(`End of ${name}, at ${formatShort(agent.t1)}`);
            startHandle.draw(
                `Start of ${name}, x ${formatShort(agent.x)}, y ${formatShort(agent.y)}`,
            );
            accelerationHandle.draw(
                `Acceleration of ${name}, ${formatShort(agent.ax)}, ${formatShort(agent.ay)}`,
            );
            velocityHandle.draw(
                `Velocity of ${name}, ${formatShort(agent.vx)}, ${formatShort(agent.vy)}`,
            );
        },
    };
}

/** @param {Point} p @param {Point} q */
function isSamePoint(p, q) {
    return p.x === q.x && p.y === q.y;
}

/**
 * @param {Stage} stage
 * @param {(side: 'a' | 'b') => AgentState} get
 * @param {(side: 'a' | 'b', change: Partial<AgentState>) => void} onChange
 */
export function createWorldView(stage, get, onChange) {
    const agents = /** @type {const} */ (['a', 'b']).map((side) =>
        createAgent(stage, {
            name: side.toUpperCase(),
            side,
            get: () => get(side),
            onChange: (change) => onChange(side, change),
        }),
    );
    const gap = svg('path', { class: 'gap' });
    const length = svg('text', { class: 'length' });
    stage.addLayer('answer').append(gap);
    stage.labels.append(length);

    return {
        /**
         * @param {MovingDisc} a
         * @param {MovingDisc} b
         * @param {{ a: MovingDisc, b: MovingDisc } | null} proposed
         * @param {number} time
         */
        draw(a, b, proposed, time) {
            agents[0].draw(a, proposed?.a ?? a, time);
            agents[1].draw(b, proposed?.b ?? b, time);
            const areBothThere = time >= Math.max(a.t0, b.t0) && time <= Math.min(a.t1, b.t1);
            gap.toggleAttribute('hidden', !areBothThere);
            length.toggleAttribute('hidden', !areBothThere);
            if (!areBothThere) return;
            const p = positionAfter(a, time - a.t0);
            const q = positionAfter(b, time - b.t0);
            const distance = Math.hypot(q.x - p.x, q.y - p.y);
            const n =
                distance > 0
                    ? { x: (q.x - p.x) / distance, y: (q.y - p.y) / distance }
                    : { x: 1, y: 0 };
            const from = { x: p.x + n.x * a.radius, y: p.y + n.y * a.radius };
            const to = { x: q.x - n.x * b.radius, y: q.y - n.y * b.radius };
            const gapLength = distance - a.radius - b.radius;
            setAttributes(gap, { d: stage.path([from, to]) });
            gap.classList.toggle('is-overlapping', gapLength < 0);
            length.textContent = `gap ${formatShort(Number(gapLength.toFixed(4)))}`;
            const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
            const textWidth = 8 * length.textContent.length;
            // The label stands beside the line, preferably below it.
            const [across, down] = [14 * Math.abs(n.y) + 4, 16 * Math.abs(n.x) + 4];
            stage.placeTextClear(length, middle, [
                [across, down + 12],
                [-across - textWidth, down + 12],
                [across, -down],
                [-across - textWidth, -down],
                [-textWidth / 2, down + 40],
                [-textWidth / 2, -down - 28],
            ]);
        },
    };
}
