/** What is picked out on the map, in SVG: the bodies of a violation, their ways, and an agent that is followed. */

import { setAttributes, svg } from '../../base/dom.js';
import { corners, frameOf, toStage } from './frame.js';
import { shortName } from './naming.js';
import { CELL } from './scene.js';
import { wayOf } from './ways.js';

/**
 * @import { Stage } from '../../base/stage.js'
 * @import { Encounter, Side } from './encounter.js'
 * @import { Pose } from './poses.js'
 * @import { Scene } from './scene.js'
 * @import { Shown } from './shown.js'
 */

const LOOKS = /** @type {const} */ (['a', 'b']);
/** What is smaller is drawn this large, in pixels. */
const LEAST = 5;
/** Within a smaller body there is no room for its number. */
const ROOM = 9;

/** @param {Stage} stage */
export function createPicked(stage) {
    const layer = stage.layer('picked');
    const bodies = LOOKS.map((look) => ({
        way: svg('path', { class: `path ${look} faint` }),
        near: svg('path', { class: `path ${look}` }),
        first: svg('path', { class: `touch ${look}` }),
        deepest: svg('path', { class: `deepest ${look}` }),
        now: svg('path', { class: `body ${look}` }),
        name: svg('text', { class: `body-name ${look}`, 'aria-hidden': 'true' }),
    }));
    const place = svg('path', { class: 'place' });
    const followed = {
        way: svg('path', { class: 'followed-way' }),
        ends: svg('path', { class: 'followed-ends' }),
        ring: svg('circle', { class: 'followed' }),
    };
    layer.append(
        followed.way,
        followed.ends,
        ...bodies.map(({ way }) => way),
        ...bodies.map(({ near }) => near),
        ...bodies.flatMap(({ deepest, first }) => [deepest, first]),
        followed.ring,
        ...bodies.flatMap(({ now, name }) => [now, name]),
        place,
    );
    /** @type {Encounter | null} */
    let encounter = null;
    let agent = -1;

    /**
     * @param {Scene} scene
     * @param {Side} side
     * @param {Pose | null} pose
     */
    const outline = (scene, { mover }, pose) => {
        if (!pose) return '';
        const frame = frameOf(scene.axes);
        if (mover < 0) return stage.path(corners(frame, CELL, pose), true);
        return scene.shapes[scene.shapeOf[mover]]
            .map((part) => {
                const radius = Math.max(
                    part.radius,
                    part.points.length > 1 ? 0 : LEAST / stage.scale,
                );
                return stage.rounded(corners(frame, part, pose), radius);
            })
            .join('');
    };

    /** @param {Scene} scene @param {number} mover @param {[number, number]} [within] */
    const way = (scene, mover, within) => {
        if (mover < 0) return '';
        const frame = frameOf(scene.axes);
        return wayOf(scene, mover, within)
            .map((line) => stage.path(line.map(([x, y]) => toStage(frame, x, y))))
            .join('');
    };

    /** @param {Shown} shown */
    const drawEncounter = ({ scene }) => {
        for (const [i, parts] of bodies.entries()) {
            const side = encounter?.sides[i];
            if (!encounter || !side) {
                for (const part of Object.values(parts)) clear(part);
                continue;
            }
            const { mover, at } = side;
            const { first, deepest, window, depth } = encounter;
            const isStill = mover < 0;
            setAttributes(parts.way, { d: way(scene, mover) });
            setAttributes(parts.near, { d: way(scene, mover, window) });
            setAttributes(parts.first, { d: isStill ? '' : outline(scene, side, at(first)) });
            setAttributes(parts.deepest, {
                d: isStill || depth === null ? '' : outline(scene, side, at(deepest)),
            });
        }
        const at = encounter?.violation.position;
        if (!encounter || !at || encounter.sides.length > 1) return clear(place);
        const { x, y } = stage.toScreen(toStage(frameOf(scene.axes), at[0], at[1]));
        setAttributes(place, { d: `M${x - 7} ${y - 7}l14 14m-14 0l14 -14` });
    };

    /** @param {Shown} shown */
    const drawFollowed = ({ scene }) => {
        const isKnown = agent >= 0 && agent < scene.agents;
        setAttributes(followed.way, { d: isKnown ? way(scene, agent) : '' });
        const frame = frameOf(scene.axes);
        const ends = isKnown ? [scene.starts, scene.goals] : [];
        const marks = ends.map((places, i) => {
            const [x, y] = [places[2 * agent], places[2 * agent + 1]];
            if (Number.isNaN(x)) return '';
            const at = stage.toScreen(toStage(frame, x, y));
            return i === 0
                ? `M${at.x - 5} ${at.y - 5}h10v10h-10z`
                : `M${at.x} ${at.y - 8}l7 8l-7 8l-7 -8z`;
        });
        setAttributes(followed.ends, { d: marks.join('') });
    };

    /** @param {Shown} shown */
    const drawMoving = ({ scene, poses }) => {
        const frame = frameOf(scene.axes);
        for (const [i, parts] of bodies.entries()) {
            const side = encounter?.sides[i];
            if (!side) continue;
            const { mover, at } = side;
            const now = mover < 0 ? at(0) : poses.now(mover);
            setAttributes(parts.now, { d: outline(scene, side, now) });
            const isNamed = now && mover >= 0 && mover < scene.agents;
            const name = isNamed ? shortName(scene.names[mover]) : '';
            if (parts.name.textContent !== name) parts.name.textContent = name;
            const isSmall = mover >= 0 && scene.reach[mover] * stage.scale < ROOM;
            const up = isSmall ? (i === 0 ? -ROOM - 4 : ROOM + 4) : 0;
            if (now) stage.placeText(parts.name, toStage(frame, now.x, now.y), 0, up);
        }
        const now = agent >= 0 && agent < scene.agents ? poses.now(agent) : null;
        if (!now) return setAttributes(followed.ring, { r: 0 });
        const { x, y } = stage.toScreen(toStage(frame, now.x, now.y));
        const r = Math.max(scene.reach[agent] * stage.scale, LEAST) + 5;
        setAttributes(followed.ring, { cx: x.toFixed(2), cy: y.toFixed(2), r: r.toFixed(2) });
    };

    return {
        /** @param {Encounter | null} next */
        setEncounter(next) {
            encounter = next;
        },
        /** @param {number} next -1: nobody */
        setAgent(next) {
            agent = next;
        },
        /** What follows from the view. @param {Shown | null} shown */
        draw(shown) {
            layer.toggleAttribute('hidden', !shown);
            if (!shown) {
                for (const { name } of bodies) name.textContent = '';
                return;
            }
            drawEncounter(shown);
            drawFollowed(shown);
        },
        /** What follows from the time. @param {Shown | null} shown */
        drawMoving(shown) {
            if (shown) drawMoving(shown);
        },
    };
}

/** @param {SVGElement} element */
function clear(element) {
    if (element instanceof SVGTextElement) element.textContent = '';
    else setAttributes(element, { d: '' });
}
