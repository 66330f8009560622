/** Small plans of every format with all companion files, and the role that the page should assign to each file. */

import { readFileSync } from 'node:fs';
import { inRepository } from '../helpers.js';

/**
 * @typedef {{ name: string, role: import('../../web/tabs/scenario/files.js').Role, text: string, bytes?: Uint8Array }} SampleFile bytes: of an image, in place of its text
 * @typedef {{ what: string, format: string, files: SampleFile[], radius?: number }} Sample
 */

/** @param {string} name @param {SampleFile['role']} role @param {string} text @returns {SampleFile} */
const file = (name, role, text) => ({ name, role, text });

/** @param {string} path @param {SampleFile['role']} role */
export const scene = (path, role) =>
    file(
        path.split('/').at(-1) ?? path,
        role,
        readFileSync(inRepository(`web/scenes/${path}`), 'utf8'),
    );

/** @param {string} folder */
export const ccbsScene = (folder) => [
    scene(`${folder}/plan_log.xml`, 'plan'),
    scene(`${folder}/map.xml`, 'map'),
    scene(`${folder}/task.xml`, 'task'),
    scene(`${folder}/config.xml`, 'config'),
];

const SMALL_MAP = 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n';
const SMALL_SCEN = `version 1
0\tsmall.map\t3\t2\t0\t0\t1\t1\t2
0\tsmall.map\t3\t2\t2\t1\t1\t1\t1
`;

/** @param {number} step @param {number} x */
const driven = (step, x) =>
    `<position><point><x>${x}</x><y>0</y></point></position><orientation><exact>0</exact></orientation><time><exact>${step}</exact></time>`;
const ROAD = `<?xml version="1.0"?>
<!-- a road -->
<commonRoad timeStepSize="0.5" commonRoadVersion="2020a" benchmarkID="ZAM_Test-1_1_T-1">
<dynamicObstacle id="6"><type>car</type><shape><rectangle><length>4</length><width>2</width></rectangle></shape>
<initialState>${driven(0, 7)}</initialState><trajectory><state>${driven(1, 7)}</state><state>${driven(2, 7)}</state></trajectory></dynamicObstacle>
<planningProblem id="100"><initialState>${driven(0, 0)}<velocity><exact>4</exact></velocity><yawRate><exact>0</exact></yawRate><slipAngle><exact>0</exact></slipAngle></initialState>
<goalState><time><intervalStart>1</intervalStart><intervalEnd>2</intervalEnd></time></goalState></planningProblem>
</commonRoad>
`;
/** @param {number} step */
const solved = (step) =>
    `<ksState><x>${2 * step}</x><y>0</y><steeringAngle>0</steeringAngle><velocity>4</velocity><orientation>0</orientation><time>${step}</time></ksState>`;
const SOLUTION = `<CommonRoadSolution benchmark_id="KS2:SM1:ZAM_Test-1_1_T-1:2020a">
<ksTrajectory planningProblem="100">${[0, 1, 2].map(solved).join('')}</ksTrajectory></CommonRoadSolution>
`;

/** Rows of cells of a room: `#` is occupied, `?` unknown. */
const ROOM = [
    '########',
    '#......#',
    '#......#',
    '#..##..#',
    '#..##..#',
    '#.....?#',
    '#......#',
    '########',
];
const GRAYS = { '#': 0, '?': 205, '.': 254 };
const ROOM_PIXELS = ROOM.flatMap((row) =>
    [...row].map((cell) => GRAYS[/** @type {keyof typeof GRAYS} */ (cell)]),
);

/** Two robots in a room of 4 m by 4 m; one passes a corner of the pillar, both the unknown cell. @type {SampleFile[]} */
export const ROOM_FILES = [
    file(
        'robots.json',
        'plan',
        JSON.stringify({
            graze: 2,
            agents: [
                {
                    shape: { kind: 'disc', radius: 0.2 },
                    motion: [
                        { t0: 0, t1: 2.5, x: [-1.25, 1], y: [1.25] },
                        { t0: 2.5, t1: 5, x: [1.25], y: [1.25, -1] },
                    ],
                },
                {
                    shape: {
                        kind: 'polygon',
                        points: [
                            [-0.2, -0.15],
                            [0.2, -0.15],
                            [0.2, 0.15],
                            [-0.2, 0.15],
                        ],
                        radius: 0,
                    },
                    motion: [{ t0: 0, t1: 2, x: [-1, 1], y: [-0.6], angle: [0, 0.3] }],
                },
            ],
        }),
    ),
    file(
        'room.yaml',
        'map',
        'image: room.pgm\nresolution: 0.5\norigin: [-2, -2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.19\n',
    ),
    {
        ...file('room.pgm', 'image', ''),
        bytes: Uint8Array.of(...Buffer.from('P5\n8 8\n255\n'), ...ROOM_PIXELS),
    },
];

/** @type {Sample[]} */
export const SAMPLES = [
    { what: 'a CCBS log with all that goes with it', format: 'ccbs', files: ccbsScene('conflict') },
    { what: 'a CCBS log on a roadmap', format: 'ccbs', files: ccbsScene('roadmap') },
    {
        what: 'a CCBS log with a MovingAI map and scenario',
        format: 'ccbs',
        radius: 0.4,
        files: [
            file(
                'log.xml',
                'plan',
                '<root><log><agent number="0"><path><section number="0" start_i="0" start_j="0" goal_i="1" goal_j="1" duration="1.4142135623730951"/></path></agent></log></root>',
            ),
            file('small.map', 'map', SMALL_MAP),
            file('small.scen', 'task', SMALL_SCEN),
        ],
    },
    {
        what: 'a kei18 result',
        format: 'kei18',
        files: [scene('steps/result.txt', 'plan'), scene('steps/map.map', 'map')],
    },
    {
        what: 'solutions of the MAPF tracker',
        format: 'mapf-tracker',
        files: [
            file(
                'best.csv',
                'plan',
                '"agents","lower_cost","lower_date","solution_cost","solution_date","path"\n"2","3","2022-11-29","3","2022-11-29","ru\nl"\n',
            ),
            file('small.scen', 'task', SMALL_SCEN),
            file('small.map', 'map', SMALL_MAP),
        ],
    },
    {
        what: 'paths with rows first',
        format: 'paths',
        files: [
            file('paths.txt', 'plan', 'Agent 0: (0,0)->(0,1)->\nAgent 1: (1,2)->(0,2)->\n'),
            file('small.scen', 'task', SMALL_SCEN),
            file('small.map', 'map', SMALL_MAP),
        ],
    },
    {
        what: 'paths with columns first, as their starts show',
        format: 'paths-xy',
        files: [
            file('paths.txt', 'plan', 'Agent 0: (0,0)->(1,0)->\nAgent 1: (2,1)->(2,0)->\n'),
            file('small.scen', 'task', SMALL_SCEN),
            file('small.map', 'map', SMALL_MAP),
        ],
    },
    {
        what: 'paths on an occupancy map of ROS, and a footprint',
        format: 'paths',
        files: [
            file('paths.txt', 'plan', 'Agent 0: (0,0)->(0,1)->\nAgent 1: (1,2)->(0,2)->\n'),
            file(
                'rows.yaml',
                'map',
                'image: rows.pgm\nresolution: 0.5\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n',
            ),
            file('rows.pgm', 'image', 'P2\n3 2\n255\n254 0 254\n254 254 254\n'),
            file('outline.yaml', 'footprint', '[[-0.6, -0.2], [0.6, -0.2], [0, 0.2]]\n'),
        ],
    },
    {
        what: 'a schedule of libMultiRobotPlanning and its input',
        format: 'libmrp',
        files: [
            file(
                'output.yaml',
                'plan',
                'statistics:\n  cost: 2\n  makespan: 1\nschedule:\n  agent0:\n    - {x: 0, y: 0, t: 0}\n    - {x: 1, y: 0, t: 1}\n  agent1:\n    - {x: 1, y: 0, t: 0}\n    - {x: 0, y: 0, t: 1}\n',
            ),
            file(
                'input.yaml',
                'map',
                'agents:\n-   goal: [1, 0]\n    name: agent0\n    start: [0, 0]\n-   goal: [0, 0]\n    name: agent1\n    start: [1, 0]\nmap:\n    dimensions: [3, 2]\n    obstacles:\n    - [0, 1]\n',
            ),
        ],
    },
    {
        what: 'output of the League of Robot Runners',
        format: 'lorr',
        files: [
            file(
                'output.json',
                'plan',
                JSON.stringify({
                    actionModel: 'MAPF',
                    AllValid: 'Yes',
                    teamSize: 2,
                    start: [
                        [1, 1],
                        [0, 0],
                    ],
                    sumOfCost: 4,
                    makespan: 3,
                    actualPaths: ['U,R,W', 'D,W,W'],
                    plannerPaths: ['U,R,W', 'D,W,W'],
                }),
            ),
            file('small.map', 'map', SMALL_MAP),
        ],
    },
    {
        what: "a plan in graze's own format",
        format: 'graze',
        files: [
            file(
                'plan.json',
                'plan',
                JSON.stringify({
                    graze: 2,
                    agents: [
                        {
                            shape: {
                                kind: 'polygon',
                                points: [
                                    [-1, -0.5],
                                    [1, -0.5],
                                    [1, 0.5],
                                    [-1, 0.5],
                                ],
                                radius: 0.1,
                            },
                            motion: [{ t0: 0, t1: 4, x: [0, 1], y: [0], angle: [0, 0.3] }],
                        },
                        { shape: { kind: 'disc', radius: 0.5 }, start: [2, 0.5] },
                    ],
                }),
            ),
        ],
    },
    {
        what: 'a CommonRoad scenario',
        format: 'commonroad',
        files: [scene('driving/scenario.xml', 'plan')],
    },
    {
        what: 'a CommonRoad solution and its scenario',
        format: 'commonroad',
        files: [file('road.xml', 'map', ROAD), file('solution.xml', 'plan', SOLUTION)],
    },
    {
        what: 'INTERACTION tracks',
        format: 'tracks',
        files: [
            file(
                'tracks.csv',
                'plan',
                'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n1,1,100,car,1,2,10,0,0.5,4,1.8\n1,2,200,car,2,2,10,0,1.5,4,1.8\nP2,2,200,pedestrian,3,3,0,1,,0.6,0.8\n1,3,300,car,2,2,10,0,1.5,4,1.8\nP2,3,300,pedestrian,3,4,0,1,,0.6,0.8\n',
            ),
        ],
    },
    {
        what: 'highD tracks with their meta data',
        format: 'tracks',
        files: [
            file(
                '01_tracks.csv',
                'plan',
                'frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId\n50,1,100,20,5,2,-30,0,0,0,2\n51,1,98.75,20,5,2,-30,0,0,0,2\n51,2,10,24,4,1.5,0,0,0,0,5\n52,2,11,24,4,1.5,25,0,0,0,5\n',
            ),
            file('01_recordingMeta.csv', 'config', 'id,frameRate,locationId\n1,25,2\n'),
        ],
    },
    {
        what: 'a table with a map of its columns',
        format: 'tracks',
        files: [
            file(
                'table.csv',
                'plan',
                'id;n;x;y;t\n1;0;0;0;0\n1;1;1;0;1\n1;2;2;0;2\n2;0;1;-4;0\n2;1;1;0;1\n2;2;1;4;2\n',
            ),
            file(
                'columns.json',
                'config',
                JSON.stringify({
                    columns: { track: 'id', frame: 'n', x: 'x', y: 'y', time: 't' },
                    timeUnit: 's',
                    delimiter: ';',
                    size: [1, 1],
                }),
            ),
        ],
    },
];

/**
 * Returns the files by role, in the form of the readers' arguments.
 *
 * @param {SampleFile[]} files
 * @returns {import('graze/scenario').ScenarioFiles}
 */
export function byRole(files) {
    return /** @type {any} */ (
        Object.fromEntries(
            files.map(({ role, name, text, bytes }) => [
                role,
                role === 'image'
                    ? { name, bytes: bytes ?? new TextEncoder().encode(text) }
                    : { name, text },
            ]),
        )
    );
}
