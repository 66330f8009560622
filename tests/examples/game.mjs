/**
 * Plays ten seconds of a game: balls fall and bounce in a level of tiles that touch each other. A guard looks for the
 * player along a ray, a bullet flies through the level, and the body under the pointer is picked.
 */
import { createSync } from 'graze';

const g = createSync();
const LEVEL = [
    '####################################',
    '#..................................#',
    '#........#####.............####....#',
    '#..................................#',
    '#....###...........#####...........#',
    '#.........................##.......#',
    '#..###..........#..............###.#',
    '#.............#####................#',
    '####################################',
];
const [BALLS, RADIUS, STEP, GRAVITY, BOUNCE] = [60, 0.2, 1 / 60, -10, 0.6];
const [TILE, BALL] = [1, 2]; // categories

const tiles = LEVEL.flatMap((row, i) =>
    [...row].flatMap((cell, x) => (cell === '#' ? [{ x, y: LEVEL.length - 1 - i }] : [])),
);
const total = tiles.length + BALLS;
const bodies = g.bodies(total, { still: tiles.length, manifolds: true, filters: true });
const [tile, ball, bullet] = [g.box(1, 1), g.disc(RADIUS), g.disc(0.05)];
tiles.forEach(({ x, y }, k) => {
    bodies.shapes[k] = tile.id;
    bodies.poses.set([x, y, 1, 0], 4 * k);
});
bodies.shapes.fill(ball.id, tiles.length);
bodies.categories.fill(TILE, 0, tiles.length).fill(BALL, tiles.length);
bodies.update();

const balls = Array.from({ length: BALLS }, (_, k) => {
    return { x: 1.5 + ((7.3 * k) % 32), y: 7, vx: ((5 * k) % 7) - 3, vy: 0 };
});

/** Moves a ball, and changes its velocity. @param {typeof balls[number]} one @param {number[]} way @param {number[]} push */
function shift(one, way, push) {
    one.x += way[0];
    one.y += way[1];
    one.vx += push[0];
    one.vy += push[1];
}

/** Moves the balls by one step, and apart where they are in contact. */
function step() {
    const { poses, first, second, depths, normals } = bodies;
    balls.forEach((one, k) => {
        one.vy += GRAVITY * STEP;
        one.x += one.vx * STEP;
        one.y += one.vy * STEP;
        poses.set([one.x, one.y], 4 * (tiles.length + k));
    });
    const found = bodies.contacts(total);
    for (let k = 0; k < found; k++) {
        // A tile is the first of its pair, and stays where it is.
        const [a, b] = [balls[first[k] - tiles.length], balls[second[k] - tiles.length]];
        const [nx, ny, depth] = [normals[2 * k], normals[2 * k + 1], depths[k]];
        const share = a === undefined ? 1 : 0.5;
        const speed = (b.vx - (a?.vx ?? 0)) * nx + (b.vy - (a?.vy ?? 0)) * ny;
        const push = speed < 0 ? -(1 + (speed < -1 ? BOUNCE : 0)) * speed : 0;
        const [away, impulse] = [share * depth, share * push];
        if (a !== undefined) shift(a, [-away * nx, -away * ny], [-impulse * nx, -impulse * ny]);
        shift(b, [away * nx, away * ny], [impulse * nx, impulse * ny]);
    }
    return found;
}

let contacts = 0;
for (let k = 0; k < 600; k++) contacts += step();
console.log(`${contacts} contacts in ${600 * STEP} s`);
const lost = balls.filter(({ x, y }) => !(x > 0.5 && x < 34.5 && y > 0.5 && y < 7.5));
console.log(`${lost.length} balls have left the level`);

const view = { x: 1, y: 6, dx: 33, dy: -5 };
const seen = bodies.rayCast(view, total, { category: BALL, mask: TILE });
console.log(`the guard sees a tile after ${(seen.interval?.[0] ?? 1).toFixed(3)} of the way`);
const shot = bodies.shapeCast(bullet, { x: 1, y: 6.1 }, { dx: 33, dy: 0 }, total, { mask: TILE });
console.log(`the bullet meets body ${shot.body} at x = ${shot.point?.x.toFixed(3)}`);
const picked = bodies.pointQuery({ x: 9.3, y: 6.2 }, total);
console.log(`under the pointer: ${[...bodies.pointBodies.subarray(0, picked)].join(', ')}`);
