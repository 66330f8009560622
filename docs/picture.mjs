/**
 * Draws docs/picture.svg from what the package answers: `node docs/picture.mjs`. A car turns left, a cyclist comes the other
 * way: where they are when they first touch, and how far apart they are over time.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { create } from 'graze';

const SIZE = { width: 880, height: 372 };

/** The world on the left: pixels a unit, and where its origin is. */
const WORLD = { scale: 26, x: 78, y: 306 };

/** The plot on the right, in pixels; time across, distance up. */
const PLOT = { left: 626, right: 852, top: 92, bottom: 306, end: 4, least: -1, most: 15 };

const STYLE = `
svg { --back: #fff; --ink: #1f2430; --dim: #667085; --line: #cfd5df; --a: #1d5fd1; --b: #b4480a; --hit: #b00042; }
@media (prefers-color-scheme: dark) {
svg { --back: #171a21; --ink: #e7eaf0; --dim: #9aa4b5; --line: #3a4150; --a: #7db0ff; --b: #ffab6b; --hit: #ff7aa8; }
}
text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.small { font-size: 11.5px; fill: var(--dim); }
.back { fill: var(--back); stroke: var(--line); }
.a { stroke: var(--a); } .b { stroke: var(--b); }
.body { stroke-width: 1.6; fill-opacity: 0.1; }
.body.a { fill: var(--a); } .body.b { fill: var(--b); }
.ghost { stroke-opacity: 0.35; fill-opacity: 0.03; }
.now { stroke-width: 2.4; fill-opacity: 0.22; }
.way { fill: none; stroke-dasharray: 3 5; stroke-opacity: 0.7; }
.axis { stroke: var(--line); fill: none; }
.curve { stroke: var(--ink); stroke-width: 2; fill: none; }
.hit { stroke: var(--hit); fill: var(--hit); }
.zone { fill: var(--hit); fill-opacity: 0.13; }
text.hit { stroke: none; }`;

/** @param {number} value */
function px(value) {
    return String(Math.round(value * 100) / 100 + 0);
}

/** @param {{ x: number, y: number }} point in the world */
function onWorld({ x, y }) {
    return `${px(WORLD.x + WORLD.scale * x)} ${px(WORLD.y - WORLD.scale * y)}`;
}

/** @param {number} t @param {number} distance */
function onPlot(t, distance) {
    const { left, right, top, bottom, end, least, most } = PLOT;
    const x = left + ((right - left) * t) / end;
    return `${px(x)} ${px(bottom - ((bottom - top) * (distance - least)) / (most - least))}`;
}

/** @param {string[]} points */
function line(points) {
    return `M${points.join('L')}`;
}

/**
 * A body where it is: the outline of its vertices, as wide as its radius.
 *
 * @param {import('graze').Shape} shape
 * @param {{ x: number, y: number, angle: number }} pose
 * @param {string} look
 */
function body(shape, { x, y, angle }, look) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const { vertices, radius } = shape;
    const corners = [];
    for (let k = 0; k < vertices.length; k += 2) {
        const [u, v] = [vertices[k], vertices[k + 1]];
        corners.push({ x: x + cos * u - sin * v, y: y + sin * u + cos * v });
    }
    if (radius === 0) return `<path class="body ${look}" d="${line(corners.map(onWorld))}Z"/>`;
    // A capsule: its two sides, and round ends.
    const [from, to] = corners;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const side = {
        x: (-(to.y - from.y) / length) * radius,
        y: ((to.x - from.x) / length) * radius,
    };
    /** @param {{ x: number, y: number }} end @param {1 | -1} sign */
    const at = (end, sign) => onWorld({ x: end.x + sign * side.x, y: end.y + sign * side.y });
    const arc = `A${px(radius * WORLD.scale)} ${px(radius * WORLD.scale)} 0 0 0 `;
    return `<path class="body ${look}" d="M${at(from, 1)}${arc}${at(from, -1)}L${at(to, -1)}${arc}${at(to, 1)}Z"/>`;
}

/** @returns {Promise<string>} the picture, as SVG */
export async function picture() {
    const g = await create();
    const car = g.box(4.5, 1.8);
    const cyclist = g.capsule(-0.8, 0, 0.8, 0, 0.3);
    const turning = g.motion.turn({ t0: 0, t1: 4, x: 0, y: 0, speed: 5, angularVelocity: 0.3 });
    const riding = g.motion.linear({ t0: 0, t1: 4, x: 17, y: 6, angle: Math.PI, vx: -2.5 });

    const contact = g.firstContact(car, cyclist, turning, riding);
    const [interval] = g.contactIntervals(car, cyclist, turning, riding);
    const { time, pointA, normal } = contact;
    if (contact.status !== 'hit' || !time || !pointA || !normal) throw new Error(contact.status);
    const times = Array.from({ length: 121 }, (_, k) => (PLOT.end * k) / 120);
    const distances = g.separationsAt(car, cyclist, turning, riding, times);

    const [carPose, cyclistPose] = [turning, riding].map((motion) => {
        /** @param {number} t */
        return (t) => {
            const pose = motion.pose(t);
            if (pose === null) throw new Error('a body is not there');
            return pose;
        };
    });
    const [lo, hi] = time;
    const ghosts = [0, lo / 3, (2 * lo) / 3];
    const tip = { x: pointA.x + 1.6 * normal.x, y: pointA.y + 1.6 * normal.y };
    const zoneTop = onPlot(interval.begin[0], PLOT.most).split(' ');
    const zoneEnd = onPlot(interval.end[1], PLOT.least).split(' ');
    const atContact = onPlot(lo, 0).split(' ');
    const label = `first contact after ${lo.toFixed(9)}, by ${hi.toFixed(9)}`;

    const parts = [
        `<rect class="back" x="0.5" y="0.5" width="${SIZE.width - 1}" height="${SIZE.height - 1}" rx="10"/>`,
        '<text x="24" y="34">A car turns left, a cyclist comes the other way: when do they touch?</text>',
        `<text class="small" x="24" y="54">${label}</text>`,
        `<path class="way a" d="${line(times.map((t) => onWorld(carPose(t))))}"/>`,
        `<path class="way b" d="${line([onWorld(cyclistPose(0)), onWorld(cyclistPose(4))])}"/>`,
        ...ghosts.map((t) => body(car, carPose(t), 'a ghost')),
        ...ghosts.map((t) => body(cyclist, cyclistPose(t), 'b ghost')),
        body(car, carPose(lo), 'a now'),
        body(cyclist, cyclistPose(lo), 'b now'),
        `<path class="hit" stroke-width="2" d="${line([onWorld(pointA), onWorld(tip)])}"/>`,
        `<circle class="hit" cx="${onWorld(pointA).replace(' ', '" cy="')}" r="4.5"/>`,
        '<text class="small" x="24" y="348">poses up to the contact; the point where they touch, and the normal there</text>',

        `<path class="axis" d="M${PLOT.left} ${PLOT.top}V${PLOT.bottom}"/>`,
        `<path class="axis" d="${line([onPlot(0, 0), onPlot(PLOT.end, 0)])}"/>`,
        `<rect class="zone" x="${zoneTop[0]}" y="${zoneTop[1]}" width="${px(Number(zoneEnd[0]) - Number(zoneTop[0]))}" height="${px(Number(zoneEnd[1]) - Number(zoneTop[1]))}"/>`,
        `<path class="curve" d="${line(times.map((t, k) => onPlot(t, distances[k])))}"/>`,
        `<circle class="hit" cx="${atContact[0]}" cy="${atContact[1]}" r="4.5"/>`,
        ...[0, 5, 10, 15].map((d) => {
            const [, y] = onPlot(0, d).split(' ');
            return `<text class="small" text-anchor="end" x="${PLOT.left - 8}" y="${px(Number(y) + 4)}">${d}</text>`;
        }),
        ...[1, 2, 3, 4].map((t) => {
            const [x, y] = onPlot(t, 0).split(' ');
            return `<text class="small" text-anchor="middle" x="${x}" y="${px(Number(y) + 17)}">${t}</text>`;
        }),
        `<text class="small" x="${PLOT.left}" y="${PLOT.top - 14}">distance over time, contact shaded</text>`,
    ];
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-labelledby="t">`,
        `<title id="t">A turning car and a cyclist at their first contact, and their distance over time</title>`,
        `<style>${STYLE}\n</style>`,
        ...parts,
        '</svg>\n',
    ].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
    writeFileSync(new URL('picture.svg', import.meta.url), await picture());
}
