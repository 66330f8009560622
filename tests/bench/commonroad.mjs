/**
 * A planner's candidates in a scenario of CommonRoad, whose files are not part of this project:
 *   node tests/bench/commonroad.mjs SCENARIO.xml [WAYPOINTS.npz] [OPTION]...
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { EXIT } from '../../js/cli/console/exit.js';
import { writeFileAtomically } from '../../js/cli/files/output.js';
import { GONE, sampledCandidates } from './commonroad_egos.js';
import { readRoad, readWaypoints } from './commonroad_files.js';
import { align } from './toi_tables.js';
import { mediansOf } from './turns.js';

/**
 * @import { Graze, Motion, MovingPairBatch, Path, Scene, Shape } from 'graze'
 * @import { Candidates } from './commonroad_egos.js'
 * @import { RoadScenario, Waypoints } from './commonroad_files.js'
 *
 * @typedef {{ shape: Shape, motion: Motion }} Body
 * @typedef {{ from: number, to: number }} TimeRange
 */

const HELP = `node tests/bench/commonroad.mjs SCENARIO.xml [WAYPOINTS.npz] [OPTION]... : a planner's candidates

  WAYPOINTS       trajectories as the drivability checker's tutorial has them; else they are sampled
  --candidates N  so many are sampled (1000)
  --rounds N      times that everybody is timed, in turn (21)
  --seed N        (1)
  --json FILE     write the results there as well

Exit codes: 0, 1 a verdict differs from that of brute force, 2 wrong usage.
`;

/**
 * Times that the drivability checker's tutorial states for its own trajectories in this scenario: milliseconds for 1,000 of them,
 * and how many collide.
 */
const PUBLISHED = {
    name: 'USA_US101-3_3_T-1',
    source: [
        'published: by the tutorial 05_collision_checks_dynamic_obstacles.ipynb of commonroad-drivability-checker 2025.4.0, for',
        'its own waypoints, on an unnamed machine: the index of the first time step, by boxes around each two poses in succession,',
        'which are made in advance. Its collisions are those of its boxes and its boundary',
    ].join('\n'),
    figures: {
        dynamic: { ms: 9.6, collide: 180 },
        static: { ms: 12.5, collide: 380 },
        both: null,
    },
};

/** Where nobody is. */
const FAR = 1e4;

const { values, positionals } = parseArgs({
    options: {
        candidates: { type: 'string', default: '1000' },
        rounds: { type: 'string', default: '21' },
        seed: { type: 'string', default: '1' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
});

/** @param {Graze} g @param {RoadScenario} road @returns {{ dynamic: Body[], static: Body[] }} */
function obstaclesOf(g, road) {
    return {
        dynamic: road.obstacles.map(({ length, width, states }) => ({
            shape: g.box(length, width),
            motion: g.motion.samples(states, GONE),
        })),
        static: road.boundary.map(([ax, ay, bx, by]) => {
            const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
            const shape = g.hull([
                [ax - x, ay - y],
                [bx - x, by - y],
            ]);
            return { shape, motion: g.motion.static({ x, y }) };
        }),
    };
}

/** @param {Graze} g @param {Waypoints} waypoints @returns {Candidates} */
function givenCandidates(g, { length, width, trajectories }) {
    const motions = () => trajectories.map((states) => g.motion.samples(states, GONE));
    return { length, width, motions };
}

/** @param {Graze} g @param {Shape} ego @param {Motion[]} motions */
function batchOf(g, ego, motions) {
    const pieces = motions.reduce((sum, { count }) => sum + count, 0);
    const batch = g.movingPairs(motions.length, { pieces });
    fill(batch, ego, motions);
    return batch;
}

/** @param {MovingPairBatch} batch @param {Shape} ego @param {Motion[]} motions */
function fill(batch, ego, motions) {
    let next = 0;
    motions.forEach((motion, k) => {
        next = batch.set(k, ego, motion, next);
    });
}

/**
 * Returns the earliest first contact of each candidate with any body, from single queries of all pairs.
 *
 * @param {Graze} g
 * @param {Shape} ego
 * @param {Motion[]} motions
 * @param {Body[]} bodies
 * @param {TimeRange} range
 */
function bruteForce(g, ego, motions, bodies, range) {
    return motions.map((motion) => {
        /** @type {{ time: [number, number], isGraze: boolean } | null} */
        let first = null;
        for (const body of bodies) {
            const { status, time } = g.firstContact(ego, body.shape, motion, body.motion, range);
            const isFirst = time !== null && (first === null || time[0] < first.time[0]);
            if (time !== null && isFirst) first = { time, isGraze: status === 'grazing' };
        }
        return first;
    });
}

/**
 * Returns the number of verdicts or times that differ from those of brute force: brackets of one contact have a time in common.
 *
 * @param {MovingPairBatch} batch
 * @param {ReturnType<typeof bruteForce>} firsts
 */
function countWrong(batch, firsts) {
    const { statuses, times } = batch;
    const wrong = firsts.filter((first, k) => {
        const isFree = statuses[k] === 0;
        if (first === null || isFree) return !(first === null ? isFree : first.isGraze);
        return times[2 * k] > first.time[1] || first.time[0] > times[2 * k + 1];
    });
    return wrong.length;
}

/**
 * @param {Graze} g
 * @param {MovingPairBatch} batch
 * @param {number} count
 * @param {Body[]} bodies
 * @param {Parameters<Graze['path']>[2]} clock
 * @param {number} rounds
 */
function timeScene(g, batch, count, bodies, clock, rounds) {
    const createPaths = () => bodies.map(({ shape, motion }) => g.path(shape, motion, clock));
    const paths = createPaths();
    const scene = g.scene(paths);
    const [pathTime, sceneTime, first, verdict] = mediansOf(
        [
            () => freeAll(createPaths()),
            () => g.scene(paths).free(),
            () => scene.firstContacts(batch, count),
            () => scene.firstContacts(batch, count, { anyContact: true }),
        ],
        rounds,
    );
    const collide = scene.firstContacts(batch, count);
    return { bodies: bodies.length, paths: pathTime, scene: sceneTime, first, verdict, collide };
}

/** @param {{ free: () => void }[]} handles */
function freeAll(handles) {
    for (const handle of handles) handle.free();
}

/** @param {number} value */
const ms = (value) => value.toPrecision(3);

/** @param {string} path @param {string | undefined} waypoints */
async function run(path, waypoints) {
    const road = await readRoad({ name: basename(path), text: await readFile(path, 'utf8') });
    const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
    const g = createSync();
    const given =
        waypoints === undefined
            ? sampledCandidates(g, road, Number(values.candidates), seed)
            : givenCandidates(g, readWaypoints(await readFile(waypoints), road.step));
    const ego = g.box(given.length, given.width);
    const motions = given.motions();
    const batch = batchOf(g, ego, motions);
    const t1 = Math.max(road.end, ...motions.map((motion) => motion.t1));
    const clock = { t1, step: road.step, x: road.ego.x, y: road.ego.y };
    const { dynamic, static: still } = obstaclesOf(g, road);
    const farBody = [
        { shape: ego, motion: g.motion.static({ x: road.ego.x + FAR, y: road.ego.y }) },
    ];
    const kinds = { dynamic, static: still, both: [...dynamic, ...still] };
    const [motionTime, batchTime] = mediansOf(
        [() => freeAll(given.motions()), () => fill(batch, ego, motions)],
        rounds,
    );
    const { first: alone } = timeScene(g, batch, motions.length, farBody, clock, rounds);
    const isKnown = road.name === PUBLISHED.name;
    console.log(
        `${road.name}: ${dynamic.length} vehicles, ${still.length} stretches of boundary, steps of ${road.step} s until ${t1.toFixed(1)} s; ` +
            `${motions.length} candidates, ${waypoints === undefined ? 'sampled' : 'given'}\n` +
            `milliseconds of the processor, medians: motions of all candidates ${ms(motionTime)}, batch filled ${ms(batchTime)}; ` +
            `of each batch below, laying the candidates out takes ${ms(alone)}`,
    );
    const heads = ['bodies', 'paths', 'scene', 'first', 'verdict', 'collide', 'differ'];
    const grid = [['', ...heads, ...(isKnown ? ['published', 'collide'] : [])]];
    const results = Object.entries(kinds).map(([kind, bodies]) => {
        const times = timeScene(g, batch, motions.length, bodies, clock, rounds);
        const firsts = bruteForce(g, ego, motions, bodies, { from: 0, to: t1 });
        return { kind, ...times, differ: countWrong(batch, firsts) };
    });
    for (const { kind, ...one } of results) {
        const published = PUBLISHED.figures[/** @type {keyof typeof PUBLISHED.figures} */ (kind)];
        // The numbers of collisions of sampled trajectories are unrelated.
        const count = waypoints === undefined ? '' : String(published?.collide);
        const beside = published === null ? [] : [ms(published.ms), count];
        grid.push([
            kind,
            String(one.bodies),
            ...[one.paths, one.scene, one.first, one.verdict].map(ms),
            ...[String(one.collide), String(one.differ)],
            ...(isKnown ? beside : []),
        ]);
    }
    console.log(align(grid, 10));
    if (isKnown) console.log(PUBLISHED.source);
    if (values.json !== undefined) {
        const times = { motions: motionTime, batch: batchTime, layOut: alone };
        const all = { schema: 1, name: road.name, ...times, results };
        await writeFileAtomically(values.json, `${JSON.stringify(all, null, 1)}\n`, '--json');
    }
    if (results.some(({ differ }) => differ > 0)) {
        console.error('verdicts differ from those of brute force');
        process.exitCode = EXIT.violation;
    }
}

if (values.help) process.stdout.write(HELP);
else if (positionals.length === 1 || positionals.length === 2) {
    await run(positionals[0], positionals[1]);
} else {
    console.error('a scenario is wanted: see --help');
    process.exitCode = EXIT.usage;
}
