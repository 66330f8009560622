import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { InputError, readScenario, readScenarios, validate } from 'graze/scenario';
import fc from '../fast_check.js';
import { inShared, needsShared, sourceFile } from '../helpers.js';
import { changed, placeOf, refuses } from './refusals.js';

const HEADER = 'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width';
const INTERACTION = `${HEADER}
1,1,100,car,1,2,10,0,0.5,4,1.8
1,2,200,car,2,2,10,0,1.5,4,1.8
P2,2,200,pedestrian,7,8,0,1,,0.6,0.8
1,3,300,car,2,2,10,0,1.5,4,1.8
P2,3,300,pedestrian,7,9,0,1,,0.6,0.8
`;

const HIGHD = `frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId
50,1,100,20,5,2,-30,0,0,0,2
51,1,98.75,20,5,2,-30,0,0,0,2
51,2,10,24,4,1.5,0,0,0,0,5
52,2,11,24,4,1.5,25,0,0,0,5
`;

const IND = `recordingId,trackId,frame,trackLifetime,xCenter,yCenter,heading,width,length,xVelocity,yVelocity,lonVelocity
7,0,10,0,5,-3,350,2,4.5,1,1,1
7,0,11,1,6,-3,10,2,4.5,1,1,1
`;

/** @param {string} text @param {object} [options] @param {string} [config] */
function read(text, options, config) {
    const files = { plan: { name: 't.csv', text } };
    if (config === undefined) return readScenario(files, options);
    return readScenario({ ...files, config: { name: 'c', text: config } }, options);
}

/** @param {import('../../js/scenario/model/scenario.js').Agent} agent */
function pieces({ motion }) {
    return motion.map(({ t0, t1, x, y, angle }) => [t0, t1, x, y, angle]);
}

/** @param {unknown} found @param {unknown} expected */
function isClose(found, expected) {
    if (typeof expected !== 'number') {
        if (!Array.isArray(expected)) return assert.deepEqual(found, expected);
        assert.ok(Array.isArray(found) && found.length === expected.length, JSON.stringify(found));
        for (const [k, each] of expected.entries()) isClose(found[k], each);
        return;
    }
    assert.ok(Math.abs(Number(found) - expected) < 1e-9, `${found}, got ${expected}`);
}

test('INTERACTION: boxes about their centers, rows of a track anywhere', async () => {
    const { format, agents, timeStep, axes, beforeStart, atGoal, notices } =
        await read(INTERACTION);
    assert.deepEqual(
        [format, axes, beforeStart, atGoal],
        ['tracks', 'right-up', 'vanish', 'vanish'],
    );
    isClose(timeStep, 0.1);
    assert.deepEqual(
        agents.map(({ name, source }) => [name, source?.line]),
        [
            ['1', 2],
            ['P2', 4],
        ],
    );
    isClose(pieces(agents[0]), [
        [0.1, 0.2, [1, 10], [2], [0.5, 10]],
        [0.2, 0.3, [2], [2], [1.5]],
    ]);
    assert.deepEqual(agents[0].shape, {
        kind: 'polygon',
        points: [
            [-2, -0.9],
            [2, -0.9],
            [2, 0.9],
            [-2, 0.9],
        ],
        radius: 0,
    });
    // Without a heading: the disc that covers the box whatever its heading.
    assert.deepEqual(agents[1].shape, { kind: 'disc', radius: 0.5 });
    isClose(pieces(agents[1]), [[0.2, 0.3, [7], [8, 10], undefined]]);
    assert.equal(notices.length, 1);
    assert.match(notices[0], /^t\.csv:4: tracks without a heading are discs that cover/);
});

test('INTERACTION: pedestrians in a file without sizes need a radius', async () => {
    const text =
        'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy\nP1,1,100,pedestrian,1,2,0,0\nP1,2,200,pedestrian,1,3,0,0\n';
    await assert.rejects(read(text), { code: 'radius-unknown' });
    const { agents, notices } = await read(text, { radius: 0.3 });
    assert.deepEqual(agents[0].shape, { kind: 'disc', radius: 0.3 });
    assert.match(notices[0], /discs of the radius given/);
});

test('highD: x, y is the corner of a box along the road, which no sign of a velocity turns', async () => {
    const { agents, timeStep, axes, notices } = await read(HIGHD);
    assert.equal(axes, 'right-down');
    isClose(timeStep, 0.04);
    isClose(pieces(agents[0]), [[2, 2.04, [102.5, -31.25], [21], [Math.PI]]]);
    // It stands in its first frame, and then drives along x.
    isClose(pieces(agents[1]), [[2.04, 2.08, [12, 25], [24.75], [0]]]);
    const { shape } = agents[1];
    assert.ok(shape.kind === 'polygon');
    assert.deepEqual(shape.points[2], [2, 0.75]);
    assert.match(notices[0], /^t\.csv:1: the frame rate is assumed to be 25 Hz/);
    const back = await read(changed(HIGHD, '51,1,98.75,20,5,2,-30', '51,1,98.75,20,5,2,30'));
    assert.deepEqual(back.agents[0].motion[0].angle, [Math.PI]);
});

test('highD and inD: the frame rate of their recordingMeta', async () => {
    const meta = 'id,frameRate,locationId\n1,50,3\n';
    const { timeStep, notices } = await read(HIGHD, {}, meta);
    assert.equal(timeStep, 0.02);
    assert.deepEqual(notices, []);
    const ind = 'recordingId,locationId,frameRate\n7,2,12.5\n';
    isClose((await read(IND, {}, ind)).agents[0].motion[0].t0, 0.8);
    await refuses(() => read(IND, {}, ind.replace('\n7', '\n8')), 't.csv:2:1: wrong-config: ');
    await refuses(() => read(INTERACTION, {}, meta), 'c:1:1: unused-file: ');
    await refuses(() => read(HIGHD, {}, 'id,rate\n1,25\n'), 'c:1:1: bad-header: ');
    await refuses(() => read(HIGHD, {}, 'id,frameRate\n'), 'c:1:1: bad-line: ');
    await refuses(() => read(HIGHD, {}, 'id,frameRate\n1,0\n'), 'c:2:3: out-of-range: ');
    // Frames were then at times of 1e300, which no check takes: the program took it for an error in itself.
    await refuses(() => read(HIGHD, {}, 'id,frameRate\n1,1e-300\n'), 'c:2:3: out-of-range: ');
    await refuses(() => read(HIGHD, {}, `${meta}2,25,1\n`), 'c:3:1: bad-line: ');
});

test('inD: headings in degrees, the shorter way round; road users of no size', async () => {
    const { agents, axes, timeStep } = await read(IND);
    assert.equal(axes, 'right-up');
    isClose(timeStep, 0.04);
    const from = (350 * Math.PI) / 180;
    isClose(pieces(agents[0]), [[0.4, 0.44, [5, 25], [-3], [from, (20 * Math.PI) / 180 / 0.04]]]);
    const walker = IND.replaceAll(',2,4.5,', ',0,0,');
    await assert.rejects(read(walker), { code: 'radius-unknown' });
    assert.deepEqual((await read(walker, { radius: 0.25 })).agents[0].shape, {
        kind: 'disc',
        radius: 0.25,
    });
});

const COLUMNS = {
    columns: {
        track: 'who',
        frame: 'n',
        time: 't',
        x: 'px',
        y: 'py',
        xVelocity: 'u',
        yVelocity: 'v',
    },
    size: [4, 2],
    timeUnit: 'ms',
    delimiter: ';',
    axes: 'right-down',
};
const TABLE = `n;who;t;px;py;u;v;note
3;"a;1";2500;1;1;0;2;x
1;"a;1";500;1;1;0;0;x
5;"a;1";4500;2;1;0;0;x
`;

test('a map of columns: any names, times, headings of velocities, rows in any order', async () => {
    const { agents, timeStep, axes, notices } = await read(TABLE, {}, JSON.stringify(COLUMNS));
    assert.deepEqual([timeStep, axes], [2, 'right-down']);
    assert.equal(agents[0].name, 'a;1');
    const up = Math.PI / 2;
    // It has the heading in which it drives off, and keeps it when it stands.
    isClose(pieces(agents[0]), [
        [0.5, 2.5, [1], [1], [up]],
        [2.5, 4.5, [1, 0.5], [1], [up]],
    ]);
    assert.deepEqual(notices, ['t.csv:1: columns without a use: note']);
    const { time, xVelocity, yVelocity, ...rest } = COLUMNS.columns;
    const others = {
        ...COLUMNS,
        columns: { ...rest, angle: 'v' },
        frameRate: 10,
        angleUnit: 'deg',
    };
    const other = await read(TABLE, {}, JSON.stringify(others));
    isClose(pieces(other.agents[0])[0].flat(), [0.1, 0.3, 1, 1, 0, (2 * Math.PI) / 180 / 0.2]);
    const corners = { ...COLUMNS, columns: rest, frameRate: 10, point: 'corner' };
    const cornered = await read(TABLE, {}, JSON.stringify(corners));
    isClose(pieces(cornered.agents[0])[0], [0.1, 0.3, [3], [2], [0]]);
});

test('a map of columns is refused with its place', async () => {
    const good = JSON.stringify(COLUMNS, null, 1);
    for (const [
        from,
        to,
        code,
        part,
    ] of /** @type {[string | RegExp, string, string, string][]} */ ([
        ['"who"', '7', 'wrong-type', '7'],
        ['"who"', '""', 'bad-value', '""'],
        ['"track"', '"trick"', 'unknown-key', '"trick"'],
        ['"frame"', '"track"', 'duplicate-key', '"track": "n"'],
        ['"columns"', '"__proto__"', 'unknown-key', '"__proto__"'],
        ['"ms"', '"ms", "case": "k"', 'unknown-key', '"case"'],
        ['"xVelocity": "u",', '', 'missing-key', '{\n  "track"'],
        ['"time": "t",', '', 'missing-key', '{\n'],
        ['"ms"', '"years"', 'unknown-value', '"years"'],
        ['"ms"', '"ms", "frameRate": 25', 'missing-key', '{\n'],
        ['"ms"', '"ms", "frameRate": 1e-300', 'out-of-range', '1e-300'],
        [/\[[^\]]*\]/, '[4]', 'wrong-length', '[4]'],
        [/\[[^\]]*\]/, '[4, 0]', 'out-of-range', '0]'],
        [/\[[^\]]*\]/, '[4, 2, 0]', 'wrong-length', '[4'],
        [/\[[^\]]*\]/, '[4, -1]', 'out-of-range', '-1'],
        [/\[[^\]]*\]/, '[4, 1e999]', 'out-of-range', '1e999'],
        [/\[[^\]]*\]/, '['.repeat(70), 'too-large', '['.repeat(7)],
        ['"ms",', '"ms"', 'bad-json', '"delimiter"'],
    ])) {
        const text = changed(good, from, to);
        const [line, column] = placeOf(text, part).split(':').map(Number);
        // The 64th of seventy brackets is the first that is too deep, since an object encloses them.
        const place = part === '['.repeat(7) ? `${line}:${column + 63}` : `${line}:${column}`;
        await refuses(() => read(TABLE, {}, text), `c:${place}: ${code}: `);
    }
    await refuses(() => read(TABLE, {}, '[1]'), 'c:1:1: wrong-type: ');
    await refuses(() => read(TABLE, {}, good.replace('"px"', '"qx"')), 't.csv:1:1: bad-header: ');
});

test('frames that are missing are reported, and the body moves straight on between', async () => {
    const text = `${HEADER}\n1,1,100,car,0,0,1,0,0,4,2\n1,2,200,car,1,0,1,0,0,4,2\n1,5,500,car,4,0,1,0,0,4,2\n1,9,900,car,4,0,1,0,0,4,2\n`;
    const { agents, timeStep, notices } = await read(text);
    isClose(timeStep, 0.1);
    isClose(pieces(agents[0])[1], [0.2, 0.5, [1, 10], [0], [0]]);
    assert.match(notices[0], /^t\.csv:4: frames are missing within a track.* \(and 1 more\)$/);
});

test('times at no even distance: motions may begin at any', async () => {
    const { timeStep } = await read(
        changed(INTERACTION, /,300,/g, ',333,').replaceAll(',300,', ',333,'),
    );
    assert.equal(timeStep, null);
});

test('a track of one row is there for that moment', async () => {
    const { agents, timeStep } = await read(`${HEADER}\n1,4,400,car,5,6,0,0,1,4,2\n`);
    assert.deepEqual(pieces(agents[0]), [[0.4, 0.4, [5], [6], [1]]]);
    assert.equal(timeStep, null);
});

/** Text, its replacement, the code, and the text at the error's position. @type {[string, string | RegExp, string, string, string][]} */
const BROKEN = [
    [
        'a frame twice',
        '1,3,300',
        '1,2,200',
        'duplicate-frame',
        '1,2,200,car,2,2,10,0,1.5,4,1.8\nP2,3',
    ],
    ['a frame at two times', '1,3,300', '1,3,301', 'bad-time', '300,ped'],
    ['time that runs back', '1,3,300', '1,4,150', 'bad-time', '1,4,150'],
    ['too few fields', ',0.6,0.8\n1', ',0.6\n1', 'bad-line', 'P2,2'],
    ['too many fields', ',0.6,0.8\n1', ',0.6,0.8,1\n1', 'bad-line', 'P2,2'],
    [
        'no position',
        'P2,3,300,pedestrian,7',
        'P2,3,300,pedestrian,',
        'missing-value',
        ',9,0,1,,0.6',
    ],
    ['a position that is not a number', ',9,0', ',nan,0', 'bad-number', 'nan'],
    ['a position in hexadecimal', ',9,0', ',0x9,0', 'bad-number', '0x9'],
    ['a position beyond all', ',9,0', ',1e400,0', 'out-of-range', '1e400'],
    ['a frame that is not whole', '1,3,300', '1,3.5,300', 'bad-number', '3.5'],
    ['no track', '1,3,300', ',3,300', 'missing-value', ',3,300,car'],
    ['half a size', '1.5,4,1.8\nP2,3', '1.5,4,\nP2,3', 'missing-value', '\nP2,3'],
    ['a negative size', '1.5,4,1.8\nP2,3', '1.5,4,-1\nP2,3', 'out-of-range', '-1\nP2,3'],
    ['a heading in some rows', '1.5,4,1.8\nP2,3', ',4,1.8\nP2,3', 'bad-track', ',4,1.8\nP2,3'],
    ['a column twice', 'agent_type', 'track_id', 'bad-header', 'track_id,x'],
    [
        'a quote that stays open',
        'car,2,2,10,0,1.5,4,1.8\nP2,3',
        '"car,2,2,10,0,1.5,4,1.8\nP2,3',
        'bad-line',
        '1,3,300',
    ],
    ['other columns', 'track_id', 'driver', 'unknown-columns', 'driver'],
    ['no row', /\n1,1.*/s, '\n', 'no-agents', 'track_id'],
];

for (const [what, from, to, code, part] of BROKEN) {
    test(`a table is refused with its place: ${what}`, async () => {
        const text = changed(INTERACTION, from, to);
        await refuses(() => read(text), `t.csv:${placeOf(text, part)}: ${code}: `);
    });
}

/** @param {string} text @param {object} [options] @param {string} [config] */
async function readAll(text, options, config) {
    const files = { plan: { name: 't.csv', text } };
    const more = config === undefined ? {} : { config: { name: 'c', text: config } };
    const cases = await readScenarios({ ...files, ...more }, options);
    return Promise.all(
        cases.map(async ({ label, position, read }) => ({ label, position, ...(await read()) })),
    );
}

const CASES = `case_id,${HEADER}
2.0,1,1,100,car,0,0,1,0,0,4,2
1.0,1,1,100,car,50,0,1,0,0,5,2
2.0,1,2,200,car,1,0,1,0,0,4,2
1.0,2,1,100,car,90,0,1,0,0,4,2
`;

test('each case of a table is a plan of its own, in the order of their first rows', async () => {
    const cases = await readAll(CASES);
    assert.deepEqual(
        cases.map(({ label, position, agents }) => [
            label,
            position?.line,
            agents.map(({ name, motion }) => [name, motion[0].x[0]]),
        ]),
        [
            ['2.0', 2, [['1', 0]]],
            [
                '1.0',
                3,
                [
                    ['1', 50],
                    ['2', 90],
                ],
            ],
        ],
    );
    const recordings = await readAll(changed(IND, '\n7,0,11', '\n8,0,11'));
    assert.deepEqual(
        recordings.map(({ label, agents }) => [label, agents.length]),
        [
            ['7', 1],
            ['8', 1],
        ],
    );
    assert.equal((await read(IND)).agents.length, 1);
});

test('a case is chosen by its label; what is wrong in another does not matter', async () => {
    await refuses(
        () => read(CASES),
        't.csv:3:1: several-plans: the file holds 2 plans, "2.0", "1.0": choose one by its case (--case)',
    );
    const broken = changed(CASES, '1.0,2,1,100', '1.0,2,1,700');
    await refuses(() => readAll(broken), 't.csv:5:9: bad-time: ');
    assert.equal((await read(broken, { case: '2.0' })).agents.length, 1);
    await refuses(
        () => read(CASES, { case: '3' }),
        't.csv:1:1: unknown-case: there is no case "3"; the file holds "2.0", "1.0"',
    );
    const map = {
        columns: { track: 'who', time: 't', x: 'px', y: 'py', case: 'n' },
        delimiter: ';',
    };
    const [first, ...others] = await readAll(TABLE, { radius: 1 }, JSON.stringify(map));
    assert.deepEqual([first.label, first.agents.length, others.length], ['3', 1, 2]);
    await assert.rejects(() => read(CASES, { case: 3 }), { code: 'wrong-type', argument: 'case' });
});

test('the largest length and width of a track are taken, and a notice names what changes', async () => {
    const rows = [
        [4, 1.8],
        [4.5, 1.6],
        [0, 0],
    ];
    const text = ['7', '8', '9', '10']
        .flatMap((name) =>
            rows.map(
                ([l, w], k) => `${name},${k},${k}00,car,${10 * Number(name)},0,1,0,0,${l},${w}`,
            ),
        )
        .concat('11,1,100,car,200,0,1,0,0,4,2')
        .join('\n');
    const { agents, notices } = await read(`${HEADER}\n${text}\n`);
    const [{ shape }] = agents;
    assert.deepEqual(shape.kind === 'polygon' && shape.points[2], [2.25, 0.9]);
    assert.deepEqual(notices, [
        't.csv:2: tracks with a size in some of their rows only have it in all (and 3 more)',
        't.csv:2: the size changes within 4 tracks: the largest length and width are taken: track 7 from 4 x 1.6 to 4.5 x 1.8, track 8 from 4 x 1.6 to 4.5 x 1.8, track 9 from 4 x 1.6 to 4.5 x 1.8, and 1 more',
    ]);
});

test('a box by its corner keeps the place that each row gives it when its size changes', async () => {
    const { agents, notices } = await read(
        changed(HIGHD, '51,1,98.75,20,5,2', '51,1,98.75,20,6,2'),
    );
    isClose(pieces(agents[0])[0].slice(2), [[102.5, -0.75 / 0.04], [21], [Math.PI]]);
    const [{ shape }] = agents;
    assert.deepEqual(shape.kind === 'polygon' && shape.points[2], [3, 1]);
    assert.match(
        notices[1],
        /^t\.csv:2: the size changes within 1 track: .* track 1 from 5 x 2 to 6 x 2$/,
    );
    const none = changed(HIGHD, '51,1,98.75,20,5,2', '51,1,98.75,20,0,0');
    await refuses(() => read(none), 't.csv:3:15: bad-track: track 1 has a size in some');
});

/** Tables whose rows have times and no frames, and their maps of columns. */
const TIMED = {
    // As SUMO's xml2csv writes its floating car data, with a row for a time at which nobody is there.
    sumo: {
        text: 'timestep_time;vehicle_angle;vehicle_id;vehicle_speed;vehicle_x;vehicle_y\n0.00;;;;;\n0.10;90;a.0;1;5;0\n0.20;90;a.0;1;6;0\n0.20;90;b.0;1;15;0\n0.30;90;b.0;1;16;0\n0.30;90;a.0;1;7;0\n',
        map: {
            columns: { track: 'vehicle_id', time: 'timestep_time', x: 'vehicle_x', y: 'vehicle_y' },
            delimiter: ';',
            size: [5, 1.8],
        },
    },
    ngsim: {
        text: 'Vehicle_ID,Frame_ID,Global_Time,Local_X,Local_Y,v_Length,v_Width\na.0,12.0,100,5,0,14,6\na.0,13,200,6,0,14,6\na.0,14,300,7,0,14,6\nb.0,13,200,15,0,14,6\nb.0,14,300,16,0,14,6\n',
        map: {
            columns: {
                track: 'Vehicle_ID',
                frame: 'Frame_ID',
                time: 'Global_Time',
                x: 'Local_X',
                y: 'Local_Y',
                length: 'v_Length',
                width: 'v_Width',
            },
            timeUnit: 'ms',
        },
    },
    argoverse: {
        text: 'TIMESTAMP,TRACK_ID,OBJECT_TYPE,X,Y,CITY_NAME\n0.1,a.0,AGENT,5,0,PIT\n0.2,a.0,AGENT,6,0,PIT\n0.3,a.0,AGENT,7,0,PIT\n0.2,b.0,AV,15,0,PIT\n0.3,b.0,AV,16,0,PIT\n',
    },
};

for (const [name, table] of Object.entries(TIMED)) {
    test(`times of rows put a track in order: ${name}`, async () => {
        const [map, options] = 'map' in table ? [table.map, {}] : [undefined, { radius: 1 }];
        const found = await read(table.text, options, map && JSON.stringify(map));
        assert.deepEqual(
            found.agents.map(({ name }) => name),
            ['a.0', 'b.0'],
        );
        isClose(pieces(found.agents[0]), [
            [0.1, 0.2, [5, 10], [0], undefined],
            [0.2, 0.3, [6, 10], [0], undefined],
        ]);
        isClose(found.timeStep, 0.1);
        assert.ok(!found.notices.some((notice) => notice.includes('missing')), `${found.notices}`);
    });
}

/** @param {number[]} times times of one track that moves with speed 1 */
function timed(...times) {
    const rows = times.map((t) => `${t},1,OTHERS,${t},0,PIT`);
    return `TIMESTAMP,TRACK_ID,OBJECT_TYPE,X,Y,CITY_NAME\n${rows.join('\n')}\n`;
}

test('of times alone a step that is much longer than most is a gap', async () => {
    const uneven = await read(timed(0, 0.1, 0.21, 0.3, 0.4), { radius: 1 });
    assert.ok(!uneven.notices.some((notice) => notice.includes('missing')));
    assert.equal(uneven.timeStep, null);
    const { notices, timeStep } = await read(timed(0.3, 0, 0.1, 0.2, 0.6), { radius: 1 });
    isClose(timeStep, 0.1);
    assert.match(notices[0], /^t\.csv:6: times are missing within a track: .* straight on/);
    const twice = timed(0.1, 0.2, 0.1);
    await refuses(
        () => read(twice, { radius: 1 }),
        't.csv:4:1: duplicate-frame: track 1 has the time 0.1 twice: also in line 2',
    );
});

test('a map of columns has frames or times, and a rate only of frames', async () => {
    const { time, frame, ...others } = COLUMNS.columns;
    const map = { ...COLUMNS, columns: others };
    await refuses(() => read(TABLE, {}, JSON.stringify(map)), 'c:1:1: missing-key: ');
    const rated = JSON.stringify({ ...map, frameRate: 10 });
    await refuses(() => read(TABLE, {}, rated), 'c:1:1: missing-key: ');
});

test('limits are kept before memory is taken', async () => {
    await refuses(() => read(INTERACTION, { limits: { agents: 1 } }), 't.csv:4:1: too-large: ');
    await refuses(
        () => read(INTERACTION, { limits: { pieces: 2 } }),
        't.csv:4:1: too-large: more than 2 rows: it has 5 (--limit pieces=5)',
    );
    const { agents } = await read(INTERACTION, { limits: { pieces: 5 } });
    assert.equal(agents.length, 2);
    const empty = INTERACTION.replace('\n', '\n'.repeat(2 ** 17)).replace(
        /$/,
        '\n'.repeat(2 ** 17),
    );
    await refuses(
        () => read(empty, { limits: { rows: 1000 } }),
        't.csv:65465:1: too-large: more than 1000 lines without a row (--limit rows=N)',
    );
    const long = `${HEADER}\n1,"${'x'.repeat(3e6)}`;
    await refuses(() => read(long), 't.csv:2:1: too-large: ');
});

test('a table is read the same in whatever pieces it comes, with either line end', async () => {
    const text = `\ufeff${INTERACTION}`.replaceAll('\n', '\r\n').replace('car', '"car"');
    const whole = await read(INTERACTION);
    await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 8 }), async (cuts) => {
            const at = [0, ...cuts.sort((a, b) => a - b), text.length];
            const chunks = at.slice(1).map((end, k) => text.slice(at[k], end));
            const pieces = (async function* () {
                yield* chunks;
            })();
            const plan = { name: 't.csv', text: pieces };
            assert.deepEqual(await readScenario({ plan }), whole);
        }),
        { numRuns: 50, seed: 5 },
    );
});

test('a broken table is read as before or refused, never anything else', async () => {
    const tokens = fc.constantFrom(
        '',
        ',',
        '\n',
        '"',
        'NaN',
        '-',
        '9e99',
        '\t',
        '__proto__',
        '\ud83d\ude97',
    );
    await fc.assert(
        fc.asyncProperty(
            fc.nat(INTERACTION.length),
            fc.nat(9),
            tokens,
            async (at, length, token) => {
                const text = INTERACTION.slice(0, at) + token + INTERACTION.slice(at + length);
                try {
                    const { agents } = await read(text, { format: 'tracks' });
                    assert.ok(agents.length >= 1);
                } catch (error) {
                    const { code } = /** @type {import('graze').GrazeError} */ (error);
                    assert.ok(
                        error instanceof InputError || code === 'radius-unknown',
                        String(error),
                    );
                }
            },
        ),
        { numRuns: 400, seed: 8 },
    );
});

test('ten thousand rows in many blocks keep their lines', async () => {
    const rows = Array.from({ length: 10_000 }, (_, k) => {
        return `${k % 10},${Math.floor(k / 10)},${Math.floor(k / 10) * 100},car,${k},0,0,0,0,4,2`;
    });
    const text = [HEADER, ...rows].join('\n');
    const { agents } = await read(text);
    assert.equal(agents.length, 10);
    assert.equal(agents[9].motion.length, 999);
    assert.equal(agents[9].motion[998].source?.line, 2 + 9989);
    const broken = changed(text, ',9995,0', ',oops,0');
    await refuses(() => read(broken), `t.csv:${placeOf(broken, 'oops')}: bad-number: `);
});

test('a real table, by another reader', { skip: needsShared }, async () => {
    const path = inShared('tracks/interaction_vehicle_tracks_000.csv');
    const { agents, timeStep, notices } = await readScenario({ plan: sourceFile(path) });
    isClose(timeStep, 0.1);
    assert.deepEqual(notices, []);
    const rows = readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','));
    for (const { name, motion, shape } of agents) {
        const mine = rows.filter(([track]) => track === name);
        assert.equal(motion.length, mine.length - 1);
        assert.ok(shape.kind === 'polygon');
        assert.deepEqual(shape.points[2], [Number(mine[0][9]) / 2, Number(mine[0][10]) / 2]);
        for (const [k, { t0, t1, x, y, angle }] of motion.entries()) {
            const [, , ms, , px, py, , , psi] = mine[k].map(Number);
            assert.deepEqual([t0, x[0], y[0], angle?.[0]], [ms / 1000, px, py, psi]);
            assert.equal(t1, Number(mine[k + 1][2]) / 1000);
            isClose(x[0] + (x[1] ?? 0) * (t1 - t0), Number(mine[k + 1][4]));
        }
    }
    assert.deepEqual(
        agents.map(({ name }) => name),
        ['1', '2'],
    );
});

/** Returns two cars that cross, recorded every 100 ms from a time on. @param {number} begin */
function crossing(begin) {
    const rows = [0, 1].flatMap((id) =>
        Array.from({ length: 61 }, (_, k) => {
            const [along, aside] = [0.8 * k - 20, 0.3 * Math.sin(k / 10)];
            const [x, y] = id === 0 ? [along, 0] : [1 + aside, along - 4];
            const heading = id === 0 ? [8, 0, 0] : [0, 8, 1.571];
            return [id, k + 1, begin + 100 * k, 'car', x, y, ...heading, 4.5, 1.8].join();
        }),
    );
    return [HEADER, ...rows, ''].join('\n');
}

test('tables on Unix time have the conflicts of those that begin at 0', async () => {
    const [zero, unix] = await Promise.all(
        [0, 1.7e12].map(async (begin) => {
            const plan = { name: 'tracks.csv', text: crossing(begin) };
            return validate(await readScenario({ plan }));
        }),
    );
    assert.equal(zero.violations.length, 1);
    assert.equal(unix.violations.length, 1);
    assert.deepEqual([unix.undecided, zero.undecided, zero.notices], [[], [], []]);
    assert.deepEqual(unix.notices, [
        'tracks.csv:2: times need more than six digits: --digits full shows all',
    ]);
    const [a, b] = [zero.violations[0], unix.violations[0]];
    for (const k of [0, 1]) assert.ok(Math.abs(b.interval[k] - 1.7e9 - a.interval[k]) < 2e-6);
    assert.ok(Math.abs((b.depth ?? 0) - (a.depth ?? 0)) < 1e-6);
    assert.deepEqual(
        [b.suggestion?.agent, b.suggestionStatus],
        [a.suggestion?.agent, a.suggestionStatus],
    );
    assert.ok(Math.abs((b.suggestion?.delay ?? 0) - (a.suggestion?.delay ?? 0)) < 2e-6);
});
