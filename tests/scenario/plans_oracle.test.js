import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../cli/program.js';
import { inShared, needsShared, randomNumbers } from '../helpers.js';
import { checkByBoth, needsPython } from '../oracle/plans/compare.js';

/** @import { Files } from '../oracle/plans/compare.js' */

/**
 * Compares the program with an independent checker in Python (`oracle/plans`): on small plans of every format,
 * unchanged and with an agent late, two agents' cells exchanged, or a body moved.
 */

/** @typedef {[number, number]} Cell */
/** @typedef {Cell[][]} Cells for each agent, after each step */

const folder = temporaryFolder('plans-oracle');

/** @param {string} name @param {string} text */
function written(name, text) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
    return path;
}

/**
 * Checks all texts by both and asserts that they agree; returns the conflicts that the checker counts.
 *
 * @param {string} name
 * @param {string[]} texts
 * @param {Omit<Files, 'plan'>} files
 */
function agreed(name, texts, files) {
    const [stem, extension] = name.split('.');
    const plans = texts.map((text, k) => written(`${stem}/${k}.${extension}`, text));
    const checks = checkByBoth(files, plans);
    for (const { plan, differences } of checks) assert.deepEqual(differences, [], plan);
    return checks.map(({ oracle }) => {
        assert.equal(oracle.error, undefined, oracle.message);
        return oracle.counts ?? {};
    });
}

// ---------------------------------------------------------------- cells

const MAP = 'type octile\nheight 5\nwidth 6\nmap\n......\n..@...\n......\n...@..\n......\n';

/** Agents whose paths cross without a conflict: rings around the two blocked cells, and rows. */
const CELLS = /** @type {Cells} */ ([
    [
        [1, 0],
        [2, 0],
        [3, 0],
        [3, 1],
        [3, 2],
        [2, 2],
        [1, 2],
        [1, 1],
    ],
    [
        [3, 2],
        [2, 2],
        [1, 2],
        [1, 1],
        [1, 0],
        [2, 0],
        [3, 0],
        [3, 1],
    ],
    [
        [5, 4],
        [5, 3],
        [5, 2],
        [5, 1],
        [5, 0],
        [5, 0],
        [5, 0],
        [5, 0],
    ],
    [
        [4, 4],
        [4, 4],
        [5, 4],
        [5, 3],
        [5, 2],
        [4, 2],
        [4, 3],
        [4, 4],
    ],
]);
const SCEN = `version 1\n${CELLS.map((path) => {
    const [[sx, sy], [gx, gy]] = [path[0], path[path.length - 1]];
    return `0\tsmall.map\t6\t5\t${sx}\t${sy}\t${gx}\t${gy}\t1\n`;
}).join('')}`;

/**
 * Returns the plan with one agent that waits once more at the beginning of a step and is late from there on.
 *
 * @param {Cells} cells @param {number} agent @param {number} step
 */
function late(cells, agent, step) {
    return cells.map((path, k) =>
        k === agent ? [...path.slice(0, step + 1), ...path.slice(step, -1)] : path,
    );
}

/** Returns the plan with the cells of two agents exchanged from a step on. @param {Cells} cells @param {number} step */
function exchanged(cells, step) {
    return cells.map((path, k) => {
        const other = cells[k === 0 ? 1 : k === 1 ? 0 : k];
        return [...path.slice(0, step), ...other.slice(step)];
    });
}

/** Returns the plan with one agent on its way back. @param {Cells} cells @param {number} agent */
function turned(cells, agent) {
    return cells.map((path, k) => (k === agent ? path.toReversed() : path));
}

/**
 * Returns the plan shifted, so that agents meet blocked cells and leave the map.
 *
 * @param {Cells} cells
 * @param {number} by
 */
function moved(cells, by) {
    return cells.map((path) => path.map(([x, y]) => /** @type {Cell} */ ([x + by, y])));
}

const PLANS = [
    CELLS,
    ...[0, 1, 2, 3].flatMap((agent) => [0, 1, 2, 4].map((step) => late(CELLS, agent, step))),
    late(late(CELLS, 0, 1), 0, 1),
    late(late(late(CELLS, 0, 1), 0, 1), 0, 1),
    late(late(late(late(CELLS, 0, 1), 0, 1), 0, 1), 0, 1),
    late(late(CELLS, 3, 0), 3, 0),
    turned(CELLS, 0),
    turned(CELLS, 1),
    turned(late(late(CELLS, 2, 0), 2, 0), 3),
    ...[1, 2, 3, 4, 5, 6].map((step) => exchanged(CELLS, step)),
    moved(CELLS, 1),
];
/** Plans with the starts of the task and without jumps, because letters can express neither. */
const WALKS = PLANS.filter((cells) =>
    cells.every((path, agent) =>
        path.every(([x, y], k) => {
            const [fx, fy] = k === 0 ? CELLS[agent][0] : path[k - 1];
            return Math.abs(x - fx) + Math.abs(y - fy) <= Math.min(k, 1);
        }),
    ),
);

/** @param {Cells} cells */
function kei18Of(cells) {
    const steps = cells[0].map((_, t) => `${t}:${cells.map((path) => `(${path[t]}),`).join('')}\n`);
    return `agents=${cells.length}\nsolved=1\nsolution=\n${steps.join('')}`;
}

/** @param {Cells} cells @param {Record<string, Cell>} moves @returns {string[]} letters of each agent */
function lettersOf(cells, moves) {
    return cells.map((path) =>
        path
            .slice(1)
            .map(([x, y], k) => {
                const [dx, dy] = [x - path[k][0], y - path[k][1]];
                const found = Object.entries(moves).find(
                    ([, move]) => move[0] === dx && move[1] === dy,
                );
                return found?.[0] ?? '';
            })
            .join(''),
    );
}

/** @type {Record<string, Cell>} */
const TRACKER = { r: [1, 0], l: [-1, 0], u: [0, 1], d: [0, -1], w: [0, 0] };
/** @type {Record<string, Cell>} */
const LEAGUE = { R: [1, 0], L: [-1, 0], U: [0, -1], D: [0, 1], W: [0, 0] };

/** @param {Cells} cells */
function trackerOf(cells) {
    return `"agents","lower_cost","lower_date","solution_cost","solution_date","path"\n"${cells.length}","1","2022-11-29","1","2022-11-29","${lettersOf(cells, TRACKER).join('\n')}"\n`;
}

/** Returns letters with runs as `3r`. @param {string} letters */
function runsOf(letters) {
    return letters.replace(/(.)\1+/g, (run, letter) => `${run.length}${letter}`);
}

/** Returns a record in the tracker's present form. @param {Cells} cells @param {boolean} flipped */
function recordOf(cells, flipped) {
    const lines = lettersOf(cells, flipped ? TRACKER : { ...TRACKER, u: [0, -1], d: [0, 1] }).map(
        runsOf,
    );
    const named = {
        map_name: 'small',
        scen_type: 'own',
        type_id: cells[0].length,
        agents: cells.length,
    };
    return { ...named, flip_up_down: flipped, solution_plan: lines };
}

/** @param {Record<string, unknown>[]} records */
function csvOf(records) {
    const rows = records.map(
        ({ map_name, scen_type, type_id, agents, flip_up_down, solution_plan }) => {
            const plan = /** @type {string[]} */ (solution_plan).join('\n');
            return `"${map_name}","${scen_type}",${type_id},${agents},${flip_up_down},"${plan}"\n`;
        },
    );
    return `map_name,scen_type,type_id,agents,flip_up_down,solution_plan\n${rows.join('')}`;
}

/** @param {Record<string, unknown>[]} records */
function yamlOf(records) {
    const documents = records.map(({ solution_plan, ...rest }) => {
        const keys = Object.entries(rest).map(([key, value]) => `${key}: ${value}\n`);
        const lines = /** @type {string[]} */ (solution_plan).map((line) => `  - ${line}\n`);
        return `---\n# A plan\n${keys.join('')}solution_plan:\n${lines.join('')}`;
    });
    return documents.join('');
}

/**
 * @param {Cells} cells
 * @param {'row' | 'column'} axes
 * @param {boolean} timed
 */
function pathsOf(cells, axes, timed) {
    const lines = cells.map((path, k) => {
        const places = path.map(([x, y], t) => {
            const place = axes === 'row' ? [y, x] : [x, y];
            return `(${(timed ? [...place, t] : place).join(',')})->`;
        });
        return `Agent ${k}: ${places.join('')}\n`;
    });
    return lines.join('');
}

/** @param {Cells} cells */
function libmrpOf(cells) {
    const agents = cells.map((path, k) => {
        const states = path.map(([x, y], t) => `    - x: ${x}\n      y: ${y}\n      t: ${t}\n`);
        return `  robot_${k}:\n${states.join('')}`;
    });
    return `schedule:\n${agents.join('')}`;
}

const LIBMRP = `map:\n  dimensions: [6, 5]\n  obstacles:\n    - [2, 1]\n    - !!python/tuple [3, 3]\nagents:\n${CELLS.map(
    (path, k) =>
        `  - name: robot_${k}\n    start: [${path[0]}]\n    goal: [${path[path.length - 1]}]\n`,
).join('')}`;

/** @param {Cells} cells @param {string[]} [planned] letters of each agent */
function leagueOf(cells, planned = lettersOf(cells, LEAGUE)) {
    return JSON.stringify({
        actionModel: 'MAPF',
        teamSize: cells.length,
        start: cells.map(([[x, y]]) => [y, x, 'N/A']),
        makespan: cells[0].length - 1,
        actualPaths: lettersOf(cells, LEAGUE).map((path) => [...path].join(',')),
        plannerPaths: planned.map((path) => [...path].join(',')),
        errors: [],
        events: cells.map(() => []),
        tasks: [],
    });
}

describe('plans in steps agree with the checker', { skip: needsPython }, () => {
    const [map, task] = needsPython
        ? ['', '']
        : [written('small.map', MAP), written('small.scen', SCEN)];

    test('kei18: conflicts, starts, goals, blocked cells and the edge of the map agree with the checker', () => {
        const counts = agreed('kei18.txt', PLANS.map(kei18Of), { map, task });
        assert.deepEqual(counts[0], {});
        const kinds = new Set(counts.flatMap(Object.keys));
        const all = ['agent-obstacle', 'edge', 'goal', 'off-map', 'speed', 'start', 'vertex'];
        assert.deepEqual([...kinds].sort(), all);
    });

    test('kei18 with a radius: overlaps, their times and depths agree with the checker', () => {
        const counts = agreed('kei18-radius.txt', PLANS.map(kei18Of), { map, task, radius: 0.4 });
        const overlaps = counts.filter((count) => count['agent-agent'] > 0).length;
        assert.ok(overlaps > 5, String(overlaps));
    });

    test('mapf-tracker agrees with the checker', () => {
        const counts = agreed('tracker.csv', WALKS.map(trackerOf), { map, task });
        assert.ok(counts.some(({ vertex }) => vertex > 0));
    });

    test('the present mapf-tracker agrees with the checker: runs, both directions, CSV, JSON and YAML, several plans per file', () => {
        const conflicting = PLANS[19];
        const pairs = [
            [recordOf(CELLS, true), recordOf(conflicting.slice(0, 3), true)],
            [recordOf(CELLS, false), recordOf(conflicting.slice(0, 3), false)],
            // The letters are of one direction, and the record states the other.
            [{ ...recordOf(CELLS, false), flip_up_down: true }, recordOf(CELLS.slice(0, 3), false)],
        ];
        for (const [name, write] of /** @type {const} */ ([
            ['today.csv', csvOf],
            ['today.json', JSON.stringify],
            ['today.yaml', yamlOf],
        ])) {
            const counts = agreed(
                name,
                pairs.map((records) => write(records)),
                { map, task },
            );
            assert.equal(counts.length, 6, name);
            assert.deepEqual([counts[0], counts[2]], [{}, {}], name);
            assert.ok(counts[4].goal > 0, name);
        }
    });

    test('paths agree with the checker: rows first, columns first and with times', () => {
        const rows = PLANS.map((cells, k) => pathsOf(cells, 'row', k % 2 === 1));
        const counts = agreed('paths.txt', rows, { map, task, axes: 'row' });
        assert.ok(counts.some(({ edge }) => edge > 0));
        const columns = WALKS.map((cells, k) => pathsOf(cells, 'column', k % 2 === 1));
        agreed('paths-xy.txt', columns, { map, task, axes: 'column' });
    });

    test('libmrp agrees with the checker', () => {
        const input = written('input.yaml', LIBMRP);
        const counts = agreed('libmrp.yaml', PLANS.map(libmrpOf), { map: input });
        assert.ok(counts.some(({ edge }) => edge > 0));
    });

    test('lorr agrees with the checker', () => {
        const counts = agreed(
            'lorr.json',
            WALKS.map((cells) => leagueOf(cells)),
            { map },
        );
        assert.ok(counts.some(({ vertex }) => vertex > 0));
    });

    test('lorr: commands that were not executed meet, leave the map and enter walls as in the checker', () => {
        const random = randomNumbers(3);
        const letters = lettersOf(CELLS, LEAGUE);
        const plans = Array.from({ length: 30 }, () =>
            leagueOf(
                CELLS,
                letters.map((path) =>
                    path.replace(/./g, (one) =>
                        random() < 0.3 ? 'ULDRT'[Math.floor(5 * random())] : one,
                    ),
                ),
            ),
        );
        // Both are commanded to swap, but one goes elsewhere.
        const swap = /** @type {Cells} */ ([
            [
                [0, 0],
                [0, 1],
            ],
            [
                [1, 0],
                [1, 0],
            ],
        ]);
        const counts = agreed('orders.json', [...plans, leagueOf(swap, ['R', 'L'])], { map });
        const kinds = new Set(counts.flatMap(Object.keys));
        assert.deepEqual([...kinds].sort(), ['agent-obstacle', 'edge', 'off-map', 'vertex']);
    });
});

// ---------------------------------------------------------------- discs

/**
 * @typedef {[x: number, y: number, duration: number]} Section end and duration of a section
 */

/** @param {{ start: Cell, sections: Section[] }[]} agents */
function ccbsOf(agents) {
    const parts = agents.map(({ start, sections }, k) => {
        let [x, y] = start;
        const rows = sections.map(([nx, ny, duration], m) => {
            const row = `<section number="${m}" start_i="${x}" start_j="${y}" goal_i="${nx}" goal_j="${ny}" duration="${duration}"/>`;
            [x, y] = [nx, ny];
            return row;
        });
        const task = `<agent start_i="${start[0]}" start_j="${start[1]}" goal_i="${x}" goal_j="${y}"/>`;
        return {
            task,
            log: `<agent number="${k}"><path duration="1">${rows.join('')}</path></agent>`,
        };
    });
    const tasks = parts.map(({ task }) => task).join('');
    return `<root>${tasks}<log>${parts.map(({ log }) => log).join('')}</log></root>`;
}

const CCBS_MAP =
    '<root><map><width>5</width><height>5</height><grid>' +
    '<row>0 0 0 0 0</row><row>0 0 0 0 0</row><row>0 0 0 1 0</row><row>0 0 0 0 0</row><row>0 0 0 0 0</row></grid></map></root>';

describe('discs', { skip: needsPython }, () => {
    test('ccbs: delays by steps of 0.1 meet and miss as in the checker, also in blocked cells', () => {
        const map = written('map.xml', CCBS_MAP);
        const plans = Array.from({ length: 40 }, (_, k) =>
            ccbsOf([
                {
                    start: [0, 0],
                    sections:
                        k === 0
                            ? [[4, 4, 4 * Math.SQRT2]]
                            : [
                                  [0, 0, k / 10],
                                  [4, 4, 4 * Math.SQRT2],
                              ],
                },
                {
                    start: [4, 0],
                    sections: [
                        [1, 3, 3 * Math.SQRT2],
                        [1, 3, 1],
                        [1, 4, 1],
                    ],
                },
                {
                    start: [2, 0],
                    sections:
                        k % 2
                            ? [[2, 1, 1]]
                            : [
                                  [2, 1, 1],
                                  [4, 1.5, Math.hypot(2, 0.5)],
                              ],
                },
            ]),
        );
        const counts = agreed('ccbs.xml', plans, { map, radius: 0.35 });
        const overlaps = counts.filter((count) => count['agent-agent'] > 0).length;
        assert.ok(overlaps > 10 && overlaps < 40, String(overlaps));
        assert.ok(counts.some((count) => count['agent-obstacle'] > 0));
    });
});

// ---------------------------------------------------------------- traffic

/** @typedef {[time: number, x: number, y: number, angle: number]} State */

/** @param {State} state @param {string} tag @param {number} [speed] */
function stateOf([time, x, y, angle], tag, speed) {
    const velocity = speed === undefined ? '' : `<velocity><exact>${speed}</exact></velocity>`;
    return `<${tag}><position><point><x>${x}</x><y>${y}</y></point></position><orientation><exact>${angle}</exact></orientation><time><exact>${time}</exact></time>${velocity}</${tag}>`;
}

/** @param {number} id @param {string} shape @param {State[]} states */
function vehicleOf(id, shape, [first, ...rest]) {
    const driven = rest.map((state) => stateOf(state, 'state')).join('');
    return `<dynamicObstacle id="${id}"><type>car</type><shape>${shape}</shape>${stateOf(first, 'initialState')}<trajectory>${driven}</trajectory></dynamicObstacle>`;
}

/** @param {[number, number][]} points */
function polygonOf(points) {
    return `<polygon>${points.map(([x, y]) => `<point><x>${x}</x><y>${y}</y></point>`).join('')}</polygon>`;
}

const CAR = '<rectangle><length>4.5</length><width>1.8</width></rectangle>';
const PEDESTRIAN = '<circle><radius>0.35</radius></circle>';
/** L-shaped outline, which is not convex. */
const CORNER = polygonOf([
    [0, 0],
    [6, 0],
    [6, 1],
    [1, 1],
    [1, 4],
    [0, 4],
]);

/** @param {string[]} content */
function scenarioOf(content) {
    return `<commonRoad timeStepSize="0.1" commonRoadVersion="2020a" benchmarkID="ZAM_Own-1_1_T-1">${content.join('')}</commonRoad>`;
}

/**
 * Returns a scene of cars that turn and brake, a pedestrian, an L-shaped wall and an occupancy set.
 *
 * @param {() => number} random
 */
function sceneOf(random) {
    /** @param {number} x @param {number} y @param {number} angle @param {number} speed @param {number} turn */
    const drive = (x, y, angle, speed, turn) =>
        Array.from({ length: 13 }, (_, time) => {
            const state = /** @type {State} */ ([time, x, y, angle]);
            [x, y] = [x + 0.1 * speed * Math.cos(angle), y + 0.1 * speed * Math.sin(angle)];
            angle += 0.1 * turn;
            speed += 0.3 * (random() - 0.5);
            return state;
        });
    const spread = (/** @type {number} */ size) => size * (random() - 0.5);
    const wall = `<staticObstacle id="8"><type>unknown</type><shape>${CORNER}</shape>${stateOf([0, 5, spread(40), spread(3)], 'initialState')}</staticObstacle>`;
    const occupancies = [3, 4, 5].map(
        (time) =>
            `<occupancy><shape>${polygonOf([
                [time - 2, -8],
                [time, -8],
                [time - 1, -6 + spread(3)],
            ])}</shape><time><exact>${time}</exact></time></occupancy>`,
    );
    return scenarioOf([
        vehicleOf(11, CAR, drive(-8, spread(16), spread(1), 12, spread(2))),
        vehicleOf(12, CAR, drive(spread(24), -9, 1.5 + spread(1), 10, spread(3))),
        vehicleOf(13, PEDESTRIAN, drive(spread(16), spread(16), spread(6), 1.4, 0)),
        wall,
        `<dynamicObstacle id="9"><type>car</type><shape>${CAR}</shape>${stateOf([2, -2, -8, 0], 'initialState')}<occupancySet>${occupancies.join('')}</occupancySet></dynamicObstacle>`,
    ]);
}

/** @param {string} tag @param {Record<string, number>} values */
function solutionState(tag, values) {
    const parts = Object.entries(values).map(([key, value]) => `<${key}>${value}</${key}>`);
    return `<${tag}>${parts.join('')}</${tag}>`;
}

describe('traffic', { skip: needsPython }, () => {
    test('commonroad: turning cars, a pedestrian, an L-shaped wall and occupancies meet as in the checker', () => {
        const random = randomNumbers(7);
        const scenes = Array.from({ length: 24 }, () => sceneOf(random));
        const counts = agreed('scenes.xml', scenes, {});
        const invalid = counts.filter((count) => Object.keys(count).length > 0).length;
        assert.ok(invalid >= 8 && invalid < 24, String(invalid));
        assert.ok(counts.some((count) => count['agent-agent'] > 0));
        assert.ok(counts.some((count) => count['agent-obstacle'] > 0));
    });

    test('commonroad: both find a contact between two samples of a step', () => {
        // The corner of a car that passes at 200 m/s is inside the other for less than a hundredth of a step.
        const still = vehicleOf(1, CAR, [
            [0, 0, 0, 0],
            [1, 0, 0, 0],
        ]);
        const fast = [0.0005, -0.0005].map((gap) =>
            scenarioOf([
                still,
                vehicleOf(2, PEDESTRIAN, [
                    [0, -7, 0.9 + 0.35 + gap + 9.25, -1],
                    [1, 13, 0.9 + 0.35 + gap - 10.75, -1],
                ]),
                vehicleOf(
                    3,
                    polygonOf([
                        [0, 0.2],
                        [-0.2, -0.1],
                        [0.2, -0.1],
                    ]),
                    [
                        [0, 2.25 + gap - 10, 0.9 + 0.2 + 10, 0],
                        [1, 2.25 + gap + 10, 0.9 + 0.2 - 10, 0],
                    ],
                ),
            ]),
        );
        agreed('between.xml', fast, {});
    });

    test('solutions: states, point masses and their inputs start, arrive and meet as in the checker', () => {
        const problem = `<planningProblem id="50">${stateOf([0, 0, 0, 0], 'initialState', 10)}<goalState><time><intervalStart>8</intervalStart><intervalEnd>12</intervalEnd></time><position><rectangle><length>6</length><width>3</width><center><x>10</x><y>0</y></center></rectangle></position></goalState></planningProblem>`;
        const crossing = Array.from(
            { length: 13 },
            (_, t) => /** @type {State} */ ([t, 6, -6 + t, Math.PI / 2]),
        );
        const map = written('crossing.xml', scenarioOf([vehicleOf(7, CAR, crossing), problem]));
        const steps = Array.from({ length: 11 }, (_, time) => time);
        /** @param {string} model @param {string} body */
        const solution = (model, body) =>
            `<CommonRoadSolution benchmark_id="${model}:SM1:ZAM_Own-1_1_T-1:2020a">${body}</CommonRoadSolution>`;
        const plans = [0, 0.05, 0.5, 4, 9].flatMap((y) => [
            solution(
                'KS2',
                `<ksTrajectory planningProblem="50">${steps.map((time) => solutionState('ksState', { x: time, y, steeringAngle: 0, velocity: 10, orientation: 0.1 * y, time })).join('')}</ksTrajectory>`,
            ),
            solution(
                'PM1',
                `<pmTrajectory planningProblem="50">${steps.map((time) => solutionState('pmState', { x: time, y: y * time, xVelocity: 10, yVelocity: 10 * y, time })).join('')}</pmTrajectory>`,
            ),
            solution(
                'PM3',
                `<pmInputVector planningProblem="50">${steps.map((time) => solutionState('pmInput', { xAcceleration: -y, yAcceleration: 2 * y, time })).join('')}</pmInputVector>`,
            ),
        ]);
        const counts = agreed('solutions.xml', plans, { map });
        const kinds = new Set(counts.flatMap(Object.keys));
        assert.deepEqual([...kinds].sort(), ['agent-obstacle', 'goal', 'start']);
    });

    test('tables of tracks: INTERACTION, highD and inD meet as in the checker', () => {
        const times = Array.from({ length: 9 }, (_, t) => t);
        const tables = [0, 1, 2, 5].map((gap) => {
            const rows = times.flatMap((t) => [
                `1,${t},${100 * t},car,${t},0,10,0,0,4,1.8`,
                `2,${t},${100 * t},car,${8 - t},${gap},-10,0,${3.1 + 0.05 * t},4,1.8`,
            ]);
            return `track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n${rows.join('\n')}\n`;
        });
        const highD = [1, 1.8, 3].map((gap) => {
            const rows = times.flatMap((t) => [
                `${t},5,${t},0,4.2,1.8,25`,
                `${t},6,${9 - t},${gap},5,2,-25`,
            ]);
            return `frame,id,x,y,width,height,xVelocity\n${rows.join('\n')}\n`;
        });
        const inD = [0, 40, 90].map((heading) => {
            const rows = times.flatMap((t) => [
                `0,3,${t},${t},0,${heading},1.8,4.2`,
                `0,4,${t},4,${4 - t / 2},270,0.8,1.9`,
            ]);
            return `recordingId,trackId,frame,xCenter,yCenter,heading,width,length\n${rows.join('\n')}\n`;
        });
        const counts = agreed('tables.csv', [...tables, ...highD, ...inD], {});
        const invalid = counts.filter((count) => count['agent-agent'] > 0).length;
        assert.ok(invalid >= 4 && invalid < 10, String(invalid));
    });
});

// ---------------------------------------------------------------- real files

/** Real plans that are read in a second or two; `tests/long/real_plans.mjs` has all. */
const REAL = /** @type {Files[]} */ ([
    { plan: 'real/crime/USA_US101-5_1_T-1.xml' },
    { plan: 'real/crime/OSC_PedestrianCollision-1_1_T-38.xml' },
    { plan: 'real/findings/ids.yaml' },
    {
        plan: 'real/findings/repair/d_l3_maze-32-32-4_40_7_2.3.1.txt',
        map: 'real/findings/repair/maze-32-32-4.map',
        radius: 0.4,
    },
    {
        plan: 'mapf/ccbs/_shipped_roadmap/roadmap_task_log.xml',
        map: 'mapf/ccbs/_shipped_roadmap/roadmap.xml',
        config: 'mapf/ccbs/_shipped_roadmap/config.xml',
    },
]);

describe('real plans agree with the checker', { skip: needsPython || needsShared }, () => {
    for (const { plan, map, config, radius } of REAL) {
        const skip = existsSync(inShared(plan)) ? false : `../shared/data/${plan} is not here`;
        test(`${plan}: agrees with the checker`, { skip }, () => {
            const files = { map: map && inShared(map), config: config && inShared(config), radius };
            const [{ oracle, differences }] = checkByBoth(files, [inShared(plan)]);
            assert.deepEqual(differences, []);
            assert.equal(oracle.valid, false);
        });
    }
});
