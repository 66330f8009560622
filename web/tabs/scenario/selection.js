/** The selection on the map, in SVG: the bodies of a violation, their routes, and the followed agent. */

import { setAttributes, svg } from '../../base/dom.js';
import { getFrame, partCorners, toStage } from './frame.js';
import { shortName } from './naming.js';
import { routeLines } from './routes.js';
import { CELL } from './scene.js';

/**
 * @import { Stage } from '../../base/stage.js'
 * @import { ViolationDetail, Participant } from './violation_detail.js'
 * @import { Pose } from './poses.js'
 * @import { Scene } from './scene.js'
 * @import { CurrentPlan } from './current_plan.js'
 */

const SIDES = /** @type {const} */ (['a', 'b']);
/** Minimum drawn size, in pixels. */
const MIN_SIZE = 5;
/** Minimum radius of a body with room for its number, in pixels. */
const MIN_LABEL_RADIUS = 9;

/** @param {Stage} stage */
export function createSelection(stage) {
    const layer = stage.addLayer('selection');
    const bodies = SIDES.map((side) => ({
        route: svg('path', { class: `path ${side} faint` }),
        windowRoute: svg('path', { class: `path ${side}` }),
        first: svg('path', { class: `contact-outline ${side}` }),
        deepest: svg('path', { class: `deepest ${side}` }),
        now: svg('path', { class: `body ${side}` }),
        name: svg('text', { class: `body-name ${side}`, 'aria-hidden': 'true' }),
    }));
    const cross = svg('path', { class: 'place' });
    const followed = {
        route: svg('path', { class: 'followed-route' }),
        ends: svg('path', { class: 'followed-ends' }),
        ring: svg('circle', { class: 'followed' }),
    };
    layer.append(
        followed.route,
        followed.ends,
        ...bodies.map(({ route }) => route),
        ...bodies.map(({ windowRoute }) => windowRoute),
        ...bodies.flatMap(({ deepest, first }) => [deepest, first]),
        followed.ring,
        ...bodies.flatMap(({ now, name }) => [now, name]),
        cross,
    );
    /** @type {ViolationDetail | null} */
    let detail = null;
    let agent = -1;

    /**
     * @param {Scene} scene
     * @param {Participant} side
     * @param {Pose | null} pose
     */
    const outline = (scene, { body }, pose) => {
        if (!pose) return '';
        const frame = getFrame(scene.axes);
        if (body < 0) return stage.path(partCorners(frame, CELL, pose), true);
        return scene.shapes[scene.shapeOf[body]]
            .map((part) => {
                const radius = Math.max(
                    part.radius,
                    part.points.length > 1 ? 0 : MIN_SIZE / stage.scale,
                );
                return stage.roundedPath(partCorners(frame, part, pose), radius);
            })
            .join('');
    };

    /** @param {Scene} scene @param {number} body @param {[number, number]} [window] */
    const routeData = (scene, body, window) => {
        if (body < 0) return '';
        const frame = getFrame(scene.axes);
        return routeLines(scene, body, window)
            .map((line) => stage.path(line.map(([x, y]) => toStage(frame, x, y))))
            .join('');
    };

    /** @param {CurrentPlan} plan */
    const drawDetail = ({ scene }) => {
        for (const [i, parts] of bodies.entries()) {
            const side = detail?.participants[i];
            if (!detail || !side) {
                for (const part of Object.values(parts)) clear(part);
                continue;
            }
            const { body, poseAt } = side;
            const { first, deepestTime, window, depth } = detail;
            const isCell = body < 0;
            setAttributes(parts.route, { d: routeData(scene, body) });
            setAttributes(parts.windowRoute, { d: routeData(scene, body, window) });
            setAttributes(parts.first, { d: isCell ? '' : outline(scene, side, poseAt(first)) });
            setAttributes(parts.deepest, {
                d: isCell || depth === null ? '' : outline(scene, side, poseAt(deepestTime)),
            });
        }
        const at = detail?.violation.position;
        if (!detail || !at || detail.participants.length > 1) return clear(cross);
        const { x, y } = stage.toScreen(toStage(getFrame(scene.axes), at[0], at[1]));
        setAttributes(cross, { d: `M${x - 7} ${y - 7}l14 14m-14 0l14 -14` });
    };

    /** @param {CurrentPlan} plan */
    const drawFollowed = ({ scene }) => {
        const isKnown = agent >= 0 && agent < scene.agents;
        setAttributes(followed.route, { d: isKnown ? routeData(scene, agent) : '' });
        const frame = getFrame(scene.axes);
        const ends = isKnown ? [scene.starts, scene.goals] : [];
        const endMarks = ends.map((places, i) => {
            const [x, y] = [places[2 * agent], places[2 * agent + 1]];
            if (Number.isNaN(x)) return '';
            const at = stage.toScreen(toStage(frame, x, y));
            return i === 0
                ? `M${at.x - 5} ${at.y - 5}h10v10h-10z`
                : `M${at.x} ${at.y - 8}l7 8l-7 8l-7 -8z`;
        });
        setAttributes(followed.ends, { d: endMarks.join('') });
    };

    /** @param {CurrentPlan} plan */
    const drawMoving = ({ scene, poses }) => {
        const frame = getFrame(scene.axes);
        for (const [i, parts] of bodies.entries()) {
            const side = detail?.participants[i];
            if (!side) continue;
            const { body, poseAt } = side;
            const now = body < 0 ? poseAt(0) : poses.currentPose(body);
            setAttributes(parts.now, { d: outline(scene, side, now) });
            const isNamed = now && body >= 0 && body < scene.agents;
            const name = isNamed ? shortName(scene.names[body]) : '';
            if (parts.name.textContent !== name) parts.name.textContent = name;
            const isSmall =
                body >= 0 && scene.boundingRadius[body] * stage.scale < MIN_LABEL_RADIUS;
            const offsetY = isSmall ? (i === 0 ? -MIN_LABEL_RADIUS - 4 : MIN_LABEL_RADIUS + 4) : 0;
            if (now) stage.placeText(parts.name, toStage(frame, now.x, now.y), 0, offsetY);
        }
        const now = agent >= 0 && agent < scene.agents ? poses.currentPose(agent) : null;
        if (!now) return setAttributes(followed.ring, { r: 0 });
        const { x, y } = stage.toScreen(toStage(frame, now.x, now.y));
        const r = Math.max(scene.boundingRadius[agent] * stage.scale, MIN_SIZE) + 5;
        setAttributes(followed.ring, { cx: x.toFixed(2), cy: y.toFixed(2), r: r.toFixed(2) });
    };

    return {
        /** @param {ViolationDetail | null} next */
        setDetail(next) {
            detail = next;
        },
        /** @param {number} next -1: none */
        setAgent(next) {
            agent = next;
        },
        /** Draws the parts that depend on the view. @param {CurrentPlan | null} plan */
        draw(plan) {
            layer.toggleAttribute('hidden', !plan);
            if (!plan) {
                for (const { name } of bodies) name.textContent = '';
                return;
            }
            drawDetail(plan);
            drawFollowed(plan);
        },
        /** Draws the parts that depend on the time. @param {CurrentPlan | null} plan */
        drawMoving(plan) {
            if (plan) drawMoving(plan);
        },
    };
}

/** @param {SVGElement} element */
function clear(element) {
    if (element instanceof SVGTextElement) element.textContent = '';
    else setAttributes(element, { d: '' });
}
