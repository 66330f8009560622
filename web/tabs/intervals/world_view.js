/** The agents in the world: ways, discs at the time shown, arrows to drag. */

import { setAttributes, svg } from '../../base/dom.js';
import { nudge, roundTo } from '../../base/float.js';
import { formatShort } from '../../base/format.js';
import { createHandle, makeDraggable } from '../../base/handles.js';
import { takeArrows } from './keys.js';
import { isStraight, placeAfter, wayOf } from './segments.js';

/**
 * @import { Segment } from 'graze'
 * @import { Stage } from '../../base/stage.js'
 * @import { Point } from '../../base/view.js'
 * @import { AgentState } from './segments.js'
 */

/** How far from the velocity's tip the acceleration's handle is while there is none, in pixels. */
const ARM = 24;

/**
 * The time along its way at which an agent is nearest to a place.
 *
 * @param {AgentState} agent
 * @param {Point} place
 * @param {number} most
 */
function timeNear(agent, place, most) {
    /** @param {number} s */
    const far = (s) => {
        const { x, y } = placeAfter(agent, s);
        return (x - place.x) ** 2 + (y - place.y) ** 2;
    };
    let best = 0;
    const count = 512;
    for (let i = 1; i <= count; i++) {
        if (far((most * i) / count) < far(best)) best = (most * i) / count;
    }
    for (let step = most / count; step > most * 1e-7; step /= 2) {
        for (const s of [best - step, best + step]) if (s > 0 && far(s) < far(best)) best = s;
    }
    return best;
}

/**
 * @param {Stage} stage
 * @param {object} options
 * @param {string} options.name
 * @param {'a' | 'b'} options.look
 * @param {() => AgentState} options.get
 * @param {(part: Partial<AgentState>) => void} options.onChange
 */
function createAgent(stage, { name, look, get, onChange }) {
    const swath = svg('path', { class: `swath ${look}` });
    const way = svg('path', { class: `way ${look}` });
    const ghost = svg('circle', { class: `ghost-agent ${look}` });
    const disc = svg('circle', { class: `body ${look}` });
    const letter = svg('text', { class: `body-name ${look}`, 'aria-hidden': 'true' }, name);
    const bend = svg('path', { class: `acceleration ${look}` });
    const arrow = svg('path', { class: `velocity ${look}` });
    stage.layer(`agent ${look}`).append(swath, way, ghost, disc, letter, bend, arrow);

    const own = svg('g', null);
    stage.handles.append(own);
    const start = () => ({ x: get().x, y: get().y });
    const tip = () => ({ x: get().x + get().vx, y: get().y + get().vy });
    /** From the velocity's tip, so that its handle never lies on that one's. */
    const arm = () => {
        const { vx, vy } = get();
        const speed = Math.hypot(vx, vy);
        const far = ARM / stage.scale;
        return speed > 0 ? { x: (vx / speed) * far, y: (vy / speed) * far } : { x: far, y: 0 };
    };
    const bendTip = () => {
        const [{ x, y }, out] = [tip(), arm()];
        return { x: x + get().ax + out.x, y: y + get().ay + out.y };
    };
    const end = () => placeAfter(get(), get().end - get().start);
    /** @param {number} value */
    const short = (value) => roundTo(value, stage.pixelStep());

    makeDraggable(stage, disc, {
        label: `Agent ${name}`,
        at: start,
        onMove: ({ x, y }) => onChange({ x, y }),
    });
    const ender = createHandle(stage, {
        label: `End of ${name}`,
        kind: 'ring',
        look,
        parent: own,
        at: end,
        onMove(place) {
            const agent = get();
            const most = Math.max(2 * (agent.end - agent.start), 1);
            const s = timeNear(agent, place, most);
            onChange({ end: agent.start + roundTo(s, 0.01) });
        },
    });
    takeArrows(ender.element, (dx, dy, event) => {
        const { start: begin, end: before } = get();
        onChange({ end: Math.max(begin, nudge(before, dx + dy, 0.1, event)) });
    });
    const starter = createHandle(stage, {
        label: `Start of ${name}`,
        look,
        parent: own,
        at: start,
        onMove: ({ x, y }) => onChange({ x, y }),
    });
    const bender = createHandle(stage, {
        label: `Acceleration of ${name}`,
        kind: 'square',
        look,
        parent: own,
        at: bendTip,
        onMove(place) {
            const [{ x, y }, out] = [tip(), arm()];
            onChange({ ax: short(place.x - x - out.x), ay: short(place.y - y - out.y) });
        },
    });
    const steer = createHandle(stage, {
        label: `Velocity of ${name}`,
        look,
        parent: own,
        at: tip,
        onMove: ({ x, y }) => onChange({ vx: short(x - get().x), vy: short(y - get().y) }),
    });
    takeArrows(bender.element, (dx, dy, event) =>
        onChange({
            ax: nudge(get().ax, dx, stage.keyStep(), event),
            ay: nudge(get().ay, dy, stage.keyStep(), event),
        }),
    );
    takeArrows(steer.element, (dx, dy, event) =>
        onChange({
            vx: nudge(get().vx, dx, stage.keyStep(), event),
            vy: nudge(get().vy, dy, stage.keyStep(), event),
        }),
    );

    return {
        /**
         * @param {Segment} segment as delayed
         * @param {Segment} proposed
         * @param {number} time
         */
        draw(segment, proposed, time) {
            const agent = get();
            const points = wayOf(agent);
            const isThere = time >= segment.start && time <= segment.end;
            const s = Math.min(Math.max(time - segment.start, 0), segment.end - segment.start);
            const at = stage.toScreen(placeAfter(segment, s));
            const line = stage.path(points);
            const size = agent.radius * stage.scale;
            setAttributes(swath, { d: line, 'stroke-width': (2 * size).toFixed(2) });
            setAttributes(way, { d: line });
            setAttributes(disc, {
                cx: at.x.toFixed(2),
                cy: at.y.toFixed(2),
                r: Math.max(size, 3).toFixed(2),
                'aria-label': `Agent ${name}, from x ${formatShort(agent.x)}, y ${formatShort(agent.y)}${isThere ? '' : ', not there now'}`,
            });
            disc.classList.toggle('is-absent', !isThere);
            letter.classList.toggle('is-absent', !isThere);
            setAttributes(letter, { x: at.x.toFixed(2), y: at.y.toFixed(2) });
            const isOther = proposed !== segment;
            const isGhost = isOther && time >= proposed.start && time <= proposed.end;
            ghost.toggleAttribute('hidden', !isGhost);
            if (isGhost) {
                const { x, y } = stage.toScreen(placeAfter(proposed, time - proposed.start));
                setAttributes(ghost, { cx: x.toFixed(2), cy: y.toFixed(2), r: size.toFixed(2) });
            }
            setAttributes(arrow, { d: stage.arrow(start(), tip()) });
            const bent = { x: tip().x + agent.ax, y: tip().y + agent.ay };
            setAttributes(bend, {
                d: `${isStraight(agent) ? '' : stage.arrow(tip(), bent)}${stage.path([bent, bendTip()])}`,
            });
            ender.element.toggleAttribute(
                'hidden',
                points.every((p) => near(p, points[0])),
            );
            ender.draw(`End of ${name}, at ${formatShort(agent.end)}`);
            starter.draw(`Start of ${name}, x ${formatShort(agent.x)}, y ${formatShort(agent.y)}`);
            bender.draw(
                `Acceleration of ${name}, ${formatShort(agent.ax)}, ${formatShort(agent.ay)}`,
            );
            steer.draw(`Velocity of ${name}, ${formatShort(agent.vx)}, ${formatShort(agent.vy)}`);
        },
    };
}

/** @param {Point} p @param {Point} q */
function near(p, q) {
    return p.x === q.x && p.y === q.y;
}

/**
 * @param {Stage} stage
 * @param {(look: 'a' | 'b') => AgentState} get
 * @param {(look: 'a' | 'b', part: Partial<AgentState>) => void} onChange
 */
export function createWorldView(stage, get, onChange) {
    const agents = /** @type {const} */ (['a', 'b']).map((look) =>
        createAgent(stage, {
            name: look.toUpperCase(),
            look,
            get: () => get(look),
            onChange: (part) => onChange(look, part),
        }),
    );
    const gap = svg('path', { class: 'gap' });
    const length = svg('text', { class: 'length' });
    stage.layer('answer').append(gap);
    stage.labels.append(length);

    return {
        /**
         * @param {Segment} a
         * @param {Segment} b
         * @param {{ a: Segment, b: Segment } | null} proposed
         * @param {number} time
         */
        draw(a, b, proposed, time) {
            agents[0].draw(a, proposed?.a ?? a, time);
            agents[1].draw(b, proposed?.b ?? b, time);
            const isBoth = time >= Math.max(a.start, b.start) && time <= Math.min(a.end, b.end);
            gap.toggleAttribute('hidden', !isBoth);
            length.toggleAttribute('hidden', !isBoth);
            if (!isBoth) return;
            const p = placeAfter(a, time - a.start);
            const q = placeAfter(b, time - b.start);
            const apart = Math.hypot(q.x - p.x, q.y - p.y);
            const n =
                apart > 0 ? { x: (q.x - p.x) / apart, y: (q.y - p.y) / apart } : { x: 1, y: 0 };
            const from = { x: p.x + n.x * a.radius, y: p.y + n.y * a.radius };
            const to = { x: q.x - n.x * b.radius, y: q.y - n.y * b.radius };
            const left = apart - a.radius - b.radius;
            setAttributes(gap, { d: stage.path([from, to]) });
            gap.classList.toggle('is-deep', left < 0);
            length.textContent = `gap ${formatShort(Number(left.toFixed(4)))}`;
            const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
            const wide = 8 * length.textContent.length;
            // Beside the line, below it before above it.
            const [across, down] = [14 * Math.abs(n.y) + 4, 16 * Math.abs(n.x) + 4];
            stage.placeClear(length, middle, [
                [across, down + 12],
                [-across - wide, down + 12],
                [across, -down],
                [-across - wide, -down],
                [-wide / 2, down + 40],
                [-wide / 2, -down - 28],
            ]);
        },
    };
}
