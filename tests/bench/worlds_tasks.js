import { AABB, Box, Circle, Edge, Vec2, World } from 'planck';
import { between, randomFor } from '../../js/bench/random.js';

/**
 * Worlds of many bodies, of which most stand still: the same tasks for graze's batches of bodies, planck and flatbush.
 *
 * @import { BodyBatch, Graze } from 'graze'
 * @import { Body } from 'planck'
 * @import { Random } from '../../js/bench/random.js'
 *
 * @typedef {{ x: number, y: number, angle: number }} Place
 *
 * @typedef {object} Cell
 * @property {string} name
 * @property {number} count times that a run does the task
 * @property {Record<string, () => unknown>} runs by contestant; the one named graze comes first
 * @property {() => number} wrong number of answers that differ, after the runs
 *
 * @typedef {new (count: number, nodeSize?: number, array?: unknown) => {
 *   add: (minX: number, minY: number, maxX: number, maxY: number) => number, finish: () => void,
 *   search: (minX: number, minY: number, maxX: number, maxY: number) => number[] }} Flatbush
 */

const STEP = 1 / 60;
const GRAVITY = -10;
const TILES = 1000;
const BALLS = 300;
const RADIUS = 0.3;
const BOUNCE = 0.8;
const QUERIES = 1000;
const RAY = 20;
/** Rays may differ by planck's rounding of corners and its float arithmetic. */
const FRACTION_ERROR = 1e-3;

/* ---- a level ---- */

/**
 * A level of ten floors of touching tiles between two walls, and balls that bounce on them: planck's whole step beside
 * contacts with manifolds and a bounce in JavaScript.
 *
 * @param {Graze} g
 * @param {number} seed
 * @returns {Cell}
 */
export function levelCell(g, seed) {
    const random = randomFor('level', seed);
    const tiles = Array.from({ length: TILES }, (_, k) => ({
        x: k % 100,
        y: 6 * Math.floor(k / 100),
    }));
    const balls = Array.from({ length: BALLS }, (_, k) => ({
        x: between(random, 0, 99),
        y: 6 * (k % 10) + between(random, 1, 4),
        vx: between(random, -2, 2),
        vy: 0,
    }));
    const world = new World({ gravity: new Vec2(0, GRAVITY) });
    for (const { x, y } of tiles) {
        world
            .createBody({ type: 'static', position: new Vec2(x, y) })
            .createFixture(new Box(0.5, 0.5));
    }
    for (const x of [-0.5, 99.5]) {
        world.createBody().createFixture(new Edge(new Vec2(x, -9), new Vec2(x, 70)));
    }
    for (const { x, y, vx } of balls) {
        const body = world.createBody({
            type: 'dynamic',
            position: new Vec2(x, y),
            allowSleep: false,
        });
        body.createFixture(new Circle(RADIUS), { density: 1, restitution: BOUNCE, friction: 0 });
        body.setLinearVelocity(new Vec2(vx, 0));
    }
    const count = TILES + BALLS;
    const bodies = g.bodies(count, { still: TILES, manifolds: true });
    bodies.shapes.fill(g.box(1, 1).id, 0, TILES);
    bodies.shapes.fill(g.disc(RADIUS).id, TILES);
    tiles.forEach(({ x, y }, k) => {
        bodies.poses.set([x, y], 4 * k);
    });
    bodies.update();
    let found = 0;
    const step = () => {
        const { poses } = bodies;
        for (let k = 0; k < BALLS; k++) {
            const ball = balls[k];
            ball.vy += STEP * GRAVITY;
            ball.x += STEP * ball.vx;
            ball.y += STEP * ball.vy;
            if (ball.x < -0.5 + RADIUS || ball.x > 99.5 - RADIUS) {
                ball.x = Math.min(Math.max(ball.x, -0.5 + RADIUS), 99.5 - RADIUS);
                ball.vx = -ball.vx;
            }
            poses[4 * (TILES + k)] = ball.x;
            poses[4 * (TILES + k) + 1] = ball.y;
        }
        found = bodies.contacts(count);
        bounce(bodies, balls, found);
    };
    const wrong = () => {
        let differing = 0;
        for (let frame = 0; frame < 20; frame++) {
            step();
            const { poses } = bodies;
            differing += Number(found !== countLevelContacts(tiles, poses));
        }
        return differing;
    };
    return {
        name: `a step of ${TILES} tiles and ${BALLS} balls`,
        count: 1,
        runs: { graze: step, planck: () => world.step(STEP, 8, 3) },
        wrong,
    };
}

/**
 * Moves balls out of what they overlap, and reflects velocities along normals.
 *
 * @param {BodyBatch} bodies
 * @param {{ x: number, y: number, vx: number, vy: number }[]} balls
 * @param {number} found
 */
function bounce({ first, second, normals, depths }, balls, found) {
    for (let k = 0; k < found; k++) {
        const ball = balls[second[k] - TILES];
        const other = first[k] < TILES ? null : balls[first[k] - TILES];
        const [x, y] = [normals[2 * k], normals[2 * k + 1]];
        const share = other === null ? 1 : 0.5;
        const speed = (ball.vx - (other?.vx ?? 0)) * x + (ball.vy - (other?.vy ?? 0)) * y;
        const push = speed < 0 ? -(1 + BOUNCE) * speed * share : 0;
        ball.x += share * depths[k] * x;
        ball.y += share * depths[k] * y;
        ball.vx += push * x;
        ball.vy += push * y;
        if (other === null) continue;
        other.x -= share * depths[k] * x;
        other.y -= share * depths[k] * y;
        other.vx -= push * x;
        other.vy -= push * y;
    }
}

/** Returns the number of contacts by comparing all. @param {{ x: number, y: number }[]} tiles @param {Float32Array} poses */
function countLevelContacts(tiles, poses) {
    const radius = Math.fround(RADIUS);
    let count = 0;
    for (let k = 0; k < BALLS; k++) {
        const [x, y] = poses.subarray(4 * (TILES + k));
        for (const tile of tiles) {
            const dx = Math.max(0, Math.abs(x - tile.x) - 0.5);
            const dy = Math.max(0, Math.abs(y - tile.y) - 0.5);
            if (dx * dx + dy * dy <= radius * radius) count++;
        }
        for (let i = 0; i < k; i++) {
            const [dx, dy] = [poses[4 * (TILES + i)] - x, poses[4 * (TILES + i) + 1] - y];
            if (dx * dx + dy * dy <= 4 * radius * radius) count++;
        }
    }
    return count;
}

/**
 * Boxes that all move and turn freely between four walls: planck's whole step beside contacts with manifolds.
 *
 * @param {Graze} g
 * @param {number} seed
 * @returns {Cell}
 */
export function freeCell(g, seed) {
    const random = randomFor('free', seed);
    const side = 60;
    const starts = Array.from({ length: BALLS }, () => ({
        ...placeIn(random, side),
        ...speeds(random),
    }));
    const world = new World({ gravity: new Vec2(0, 0) });
    const corners = [new Vec2(0, 0), new Vec2(side, 0), new Vec2(side, side), new Vec2(0, side)];
    corners.forEach((corner, k) => {
        world.createBody().createFixture(new Edge(corner, corners[(k + 1) % 4]));
    });
    for (const { x, y, angle, vx, vy, turn } of starts) {
        const body = world.createBody({
            type: 'dynamic',
            position: new Vec2(x, y),
            angle,
            allowSleep: false,
        });
        body.createFixture(new Box(0.5, 0.5), { density: 1, restitution: 1, friction: 0 });
        body.setLinearVelocity(new Vec2(vx, vy));
        body.setAngularVelocity(turn);
    }
    const bodies = g.bodies(BALLS, { manifolds: true });
    const box = g.box(1, 1);
    bodies.shapes.fill(box.id);
    let found = 0;
    const step = () => {
        const { poses } = bodies;
        starts.forEach((one, k) => {
            one.x += STEP * one.vx;
            one.y += STEP * one.vy;
            one.angle += STEP * one.turn;
            if (one.x < 0 || one.x > side) one.vx = -one.vx;
            if (one.y < 0 || one.y > side) one.vy = -one.vy;
            poses[4 * k] = one.x;
            poses[4 * k + 1] = one.y;
            poses[4 * k + 2] = Math.cos(one.angle);
            poses[4 * k + 3] = Math.sin(one.angle);
        });
        found = bodies.contacts(BALLS);
    };
    const wrong = () => {
        step();
        let count = 0;
        const poses = Array.from({ length: BALLS }, (_, k) => {
            const [x, y, cos, sin] = bodies.poses.subarray(4 * k, 4 * k + 4);
            return { x, y, cos, sin };
        });
        poses.forEach((pose, k) => {
            for (let i = 0; i < k; i++) count += Number(g.collide(box, box, poses[i], pose));
        });
        return Number(count !== found);
    };
    return {
        name: `a step of ${BALLS} free boxes`,
        count: 1,
        runs: { graze: step, planck: () => world.step(STEP, 8, 3) },
        wrong,
    };
}

/** @param {Random} random @param {number} side @returns {Place} */
function placeIn(random, side) {
    return { x: side * random(), y: side * random(), angle: 7 * random() };
}

/** @param {Random} random */
function speeds(random) {
    return {
        vx: between(random, -2, 2),
        vy: between(random, -2, 2),
        turn: between(random, -1, 1),
    };
}

/* ---- boxes that stand still ---- */

/**
 * Queries and updates of turned boxes that stand still.
 *
 * @param {Graze} g
 * @param {number} size number of boxes
 * @param {Flatbush | null} Index
 * @param {number} seed
 * @returns {Cell[]}
 */
export function stillCells(g, size, Index, seed) {
    const random = randomFor('still', seed, size);
    const side = 2.5 * Math.sqrt(size);
    const places = Array.from({ length: size }, () => placeIn(random, side));
    const box = g.box(1, 1);
    const bodies = g.bodies(size, { still: size, pairs: 1 });
    bodies.shapes.fill(box.id);
    places.forEach(({ x, y, angle }, k) => {
        bodies.poses.set([x, y, Math.cos(angle), Math.sin(angle)], 4 * k);
    });
    bodies.update();
    const world = new World();
    /** @type {Body[]} */
    const bodiesOfPlanck = places.map(({ x, y, angle }) => {
        const body = world.createBody({ type: 'static', position: new Vec2(x, y), angle });
        body.createFixture(new Box(0.5, 0.5));
        return body;
    });
    const bounds = places.map((_, k) => boundsOf(bodies, k));
    const index = () => {
        if (Index === null) throw new Error('flatbush is wanted');
        const made = new Index(size, 16, Float32Array);
        for (const { minX, minY, maxX, maxY } of bounds) made.add(minX, minY, maxX, maxY);
        made.finish();
        return made;
    };
    const flatbush = Index === null ? null : index();
    const queries = Array.from({ length: QUERIES }, () => {
        const { x, y, angle } = placeIn(random, side);
        const [dx, dy] = [RAY * Math.cos(angle), RAY * Math.sin(angle)];
        const area = { minX: x - 1, minY: y - 1, maxX: x + 1, maxY: y + 1 };
        return { x, y, dx, dy, ray: { x, y, dx, dy }, area };
    });
    const among = `among ${size.toLocaleString('en')}`;
    const window = g.box(2, 2);
    const shot = g.disc(0.1);

    /** @param {(query: typeof queries[number]) => number} ask */
    const askAll = (ask) => () => {
        let sum = 0;
        for (const query of queries) sum += ask(query);
        return sum;
    };
    /** @param {typeof queries[number]} query */
    const rayOfPlanck = ({ x, y, dx, dy }) => {
        let nearest = 2;
        world.rayCast(
            new Vec2(x, y),
            new Vec2(x + dx, y + dy),
            (_fixture, _point, _normal, fraction) => {
                nearest = fraction;
                return fraction;
            },
        );
        return nearest;
    };
    /** @param {typeof queries[number]} query */
    const rayOfGraze = ({ ray }) => bodies.rayCast(ray, size).interval?.[0] ?? 2;
    /** @param {typeof queries[number]} query */
    const pickOfPlanck = ({ x, y }) => {
        let count = 0;
        const point = new Vec2(x, y);
        world.queryAABB(new AABB(point, point), (fixture) => {
            count += Number(fixture.testPoint(point));
            return true;
        });
        return count;
    };
    /** @param {typeof queries[number]} query */
    const pickOfGraze = (query) => bodies.pointQuery(query, size);
    /** @param {typeof queries[number]} query */
    const boxOfGraze = ({ area }) => bodies.boxQuery(area, size);
    /** @param {typeof queries[number]} query */
    const boxOfFlatbush = ({ area }) => {
        return flatbush?.search(area.minX, area.minY, area.maxX, area.maxY).length ?? 0;
    };
    /** @param {typeof queries[number]} query */
    const boxOfPlanck = ({ area }) => {
        let count = 0;
        const lower = new Vec2(area.minX, area.minY);
        world.queryAABB(new AABB(lower, new Vec2(area.maxX, area.maxY)), () => {
            count++;
            return true;
        });
        return count;
    };
    /** @param {typeof queries[number]} query */
    const exactOfGraze = (query) => bodies.contactsWith(window, query, size);
    /** @param {typeof queries[number]} query */
    const bulletOfGraze = ({ x, y, dx, dy }) => {
        return bodies.shapeCast(shot, { x, y }, { dx, dy }, size).interval?.[0] ?? 2;
    };
    const beside = (/** @type {Record<string, () => unknown>} */ runs) =>
        flatbush === null ? {} : runs;
    /** @param {(query: typeof queries[number]) => number} a @param {(query: typeof queries[number]) => number} b @param {number} [error] */
    const differing = (a, b, error = 0) =>
        queries.filter((query) => !(Math.abs(a(query) - b(query)) <= error)).length;
    /** Rays of planck that begin in a box pass through it. */
    const outside = queries.filter((query) => bodies.pointQuery(query, size) === 0);

    /** @type {Cell[]} */
    const cells = [
        {
            name: `nearest hit of a ray ${among}`,
            count: QUERIES,
            runs: { graze: askAll(rayOfGraze), planck: askAll(rayOfPlanck) },
            wrong: () =>
                outside.filter((query) => {
                    const [a, b] = [rayOfGraze(query), rayOfPlanck(query)];
                    return Math.abs(a - b) > FRACTION_ERROR;
                }).length,
        },
        {
            name: `boxes that contain a point ${among}`,
            count: QUERIES,
            runs: { graze: askAll(pickOfGraze), planck: askAll(pickOfPlanck) },
            wrong: () => differing(pickOfGraze, pickOfPlanck),
        },
        {
            name: `bounds that meet a box ${among}`,
            count: QUERIES,
            runs: {
                graze: askAll(boxOfGraze),
                planck: askAll(boxOfPlanck),
                ...beside({ flatbush: askAll(boxOfFlatbush) }),
            },
            wrong: () => (flatbush === null ? 0 : differing(boxOfGraze, boxOfFlatbush)),
        },
        {
            name: `boxes that meet a box, exactly, ${among}`,
            count: QUERIES,
            runs: {
                graze: askAll(exactOfGraze),
                ...beside({ 'flatbush, bounds alone': askAll(boxOfFlatbush) }),
            },
            wrong: () => queries.filter((query) => exactOfGraze(query) > boxOfGraze(query)).length,
        },
        {
            name: `first hit of a disc in straight motion ${among}`,
            count: QUERIES,
            runs: { graze: askAll(bulletOfGraze) },
            wrong: () => queries.filter((query) => bulletOfGraze(query) > rayOfGraze(query)).length,
        },
    ];
    const hundredth = Math.ceil(size / 100);
    /** @param {number} count */
    const updateOfGraze = (count) => () => bodies.update(0, count);
    /** Moves to and fro, as boxes that stay where they are change nothing in planck. @param {number} count */
    const updateOfPlanck = (count) => {
        let sign = 1;
        return () => {
            sign = -sign;
            for (let k = 0; k < count; k++) {
                const { x, y, angle } = places[k];
                bodiesOfPlanck[k].setTransform(new Vec2(x + 0.5 * (sign + 1), y), angle);
            }
        };
    };
    for (const [name, count] of /** @type {const} */ ([
        ['one', 1],
        ['1 % of them', hundredth],
        ['all', size],
    ])) {
        const isAll = count === size;
        cells.push({
            name: `update of ${name} ${among}`,
            count: 1,
            runs: {
                graze: updateOfGraze(count),
                planck: updateOfPlanck(count),
                ...(isAll ? beside({ flatbush: index }) : {}),
            },
            wrong: () => 0,
        });
    }
    return cells;
}

/** @param {BodyBatch} bodies @param {number} k */
function boundsOf({ poses }, k) {
    const [x, y, cos, sin] = poses.subarray(4 * k, 4 * k + 4);
    const extent = 0.5 * (Math.abs(cos) + Math.abs(sin));
    return { minX: x - extent, minY: y - extent, maxX: x + extent, maxY: y + extent };
}
