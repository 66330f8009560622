import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { InputError, readScenario, validate } from 'graze/scenario';
import fc from '../fast_check.js';
import { inShared, needsShared } from '../helpers.js';
import { changed, refuses } from './refusals.js';

const TABLE = `t,id,x,y,heading,length,width
0,a,0,0,0,4,2
0,b,5,-5,90,4,2
1,a,10,0,0,4,2
1,b,5,5,90,4,2
`;

const JUPEDSIM = `#description: a simulation
#framerate: 10.00
#X,Y,Z: coordinates (in m)

#ID\tFR\tX\tY\tZ\tCOLOR
1\t0\t3.5\t2\t0\t7
2\t0\t9\t2\t0\t7
1\t1\t3.4\t2\t0\t7
2\t1\t9\t2.1\t0\t7
`;

/** @param {string} text @param {object} [options] @param {object} [settings] @param {string} [name] */
function read(text, options, settings, name = 't.csv') {
    const plan = { name, text };
    if (settings === undefined) return readScenario({ plan }, options);
    const config = { name: 'c', text: JSON.stringify(settings) };
    return readScenario({ plan, config }, options);
}

/** Returns the numbers of each piece of the first agent. @param {import('graze/scenario').Scenario} scenario */
function first({ agents: [{ motion }] }) {
    return motion.map(({ t0, t1, x, y }) => [t0, t1, x, y]);
}

/** Returns the heading at which each agent begins. @param {import('graze/scenario').Scenario} scenario */
function headings({ agents }) {
    return agents.map(({ motion }) => motion[0].angle?.[0]);
}

/** Returns a table of tracks that move straight on. @param {[number, number][]} tracks heading, and direction of the motion */
function moving(tracks) {
    const rows = tracks.flatMap(([heading, direction], id) =>
        [0, 1, 2].map((t) => {
            const [x, y] = [t * Math.cos(direction) + 9 * id, t * Math.sin(direction)];
            return [t, id, x.toFixed(6), y.toFixed(6), heading, 4, 2].join();
        }),
    );
    return ['t,id,x,y,heading,length,width', ...rows, ''].join('\n');
}

test('columns that state their roles are read without a map of columns', async () => {
    const scenario = await read(TABLE);
    assert.deepEqual(
        [scenario.format, scenario.axes, scenario.timeStep],
        ['tracks', 'right-up', 1],
    );
    assert.deepEqual(first(scenario), [[0, 1, [0, 10], [0]]]);
    assert.deepEqual(headings(scenario), [0, Math.PI / 2]);
    const [{ shape }] = scenario.agents;
    assert.deepEqual(shape.kind === 'polygon' && shape.points[2], [2, 1]);
    assert.deepEqual(scenario.notices, [
        't.csv:3: headings are taken to be in degrees, since 90 in line 3 is more than a turn in radians; {"angleUnit": "deg"} or "rad" in a JSON file (--config) states the unit',
    ]);
    const { violations } = await validate(scenario);
    assert.equal(violations.length, 1);
    // The boxes overlap while |10 t - 5| < 3.
    for (const [k, t] of [0.2, 0.8].entries()) {
        assert.ok(Math.abs(violations[0].interval[k] - t) < 1e-6);
    }
});

test('each role has several names, in any case and order, with or without a unit', async () => {
    const whole = await read(TABLE, {}, { angleUnit: 'deg' });
    assert.deepEqual(whole.notices, []);
    for (const header of [
        'time,track_id,x,y,yaw_deg,length,width',
        'Timestamp,Agent,X,Y,psi [deg],Length,Width',
        '"timestamp (s)",agent_id,x/m,y/m,angle/deg,length [m],width [m]',
        't_s,trackId,x_m,y_m,heading (°),length,width',
        't,id,x,y,heading,length,width\ns,-,m,m,deg,m,m',
        't,id,x,y,heading,length,width\n[s],,[meters],[m],[degrees],,',
        '# t,id,x,y,heading_deg,length,width',
    ]) {
        const { agents, notices } = await read(
            changed(TABLE, /.*/, header),
            {},
            undefined,
            'other',
        );
        assert.deepEqual(notices, [], header);
        const places = agents.map(({ name, shape, motion }) => [
            name,
            shape,
            motion.map(({ source, ...piece }) => piece),
        ]);
        const expected = whole.agents.map(({ name, shape, motion }) => [
            name,
            shape,
            motion.map(({ source, ...piece }) => piece),
        ]);
        assert.deepEqual(places, expected, header);
    }
});

test('times have the unit that the table or the configuration states', async () => {
    const text = 't,id,x,y,radius\n0,a,0,0,1\n250,a,1,0,1\n';
    for (const [header, settings] of /** @type {[string, object?][]} */ ([
        ['timestamp_ms,id,x,y,radius'],
        ['t,id,x,y,radius\nms,,,,'],
        ['t,id,x,y,radius', { timeUnit: 'ms' }],
    ])) {
        const scenario = await read(text.replace(/.*/, header), {}, settings);
        assert.equal(scenario.timeStep, 0.25, header);
    }
    const nanoseconds = changed(text, 't,id', 't [ns],id').replace('250', '250000000');
    assert.equal((await read(nanoseconds)).timeStep, 0.25);
});

test('a radius makes discs, and a heading may be that of the velocity', async () => {
    const discs = await read('t,id,x,y,radius\n0,a,0,0,.3\n1,a,1,0,.3\n');
    assert.deepEqual(discs.agents[0].shape, { kind: 'disc', radius: 0.3 });
    const growing = await read('t,id,x,y,radius\n0,a,0,0,.3\n1,a,1,0,.5\n');
    assert.deepEqual(growing.agents[0].shape, { kind: 'disc', radius: 0.5 });
    assert.match(
        growing.notices[0],
        /largest radius is taken: track a from radius 0.3 to radius 0.5$/,
    );
    const driven = await read('t,id,x,y,vx,vy,length,width\n0,a,0,0,0,2,4,2\n1,a,0,2,0,2,4,2\n');
    assert.deepEqual([headings(driven), driven.notices], [[Math.PI / 2], []]);
    const own = await read('t,id,x,y,vx,vy,yaw_rad,length,width\n0,a,0,0,0,2,1,4,2\n');
    assert.deepEqual([headings(own), own.notices], [[1], []]);
});

test('a column that is not understood is named', async () => {
    const { notices } = await read('t,id,x,y,z,radius,mood,vx\n0,a,0,0,0,1,good,1\n');
    assert.deepEqual(notices, [
        't.csv:1: columns without a use: z, mood, vx; the table is read in the plane: {"space": true} in a JSON file (--config) uses z',
    ]);
    await refuses(
        () => read('t,who,x,up,radius\n0,a,0,0,1\n'),
        't.csv:1:1: unknown-columns: the columns are none of INTERACTION, highD, inD, Argoverse, and there is no column id, track_id or agent; y: give a map of columns (--config); not understood: who, up',
    );
    for (const [header, place] of [
        ['t,id,x,y,length', '1:10'],
        ['frame,id,x,y,width,height', '1:14'],
        ['t,id,time,x,y', '1:6'],
        ['t,id,x,y,yaw,heading', '1:14'],
    ]) {
        const row = header.replace(/\w+/g, '1');
        await refuses(() => read(`${header}\n${row}\n`), `t.csv:${place}: bad-header: `);
    }
});

test('JuPedSim: comments, columns by blanks, the frame rate of a comment', async () => {
    const options = { radius: 0.2 };
    const scenario = await read(JUPEDSIM, options, undefined, 'run.txt');
    assert.deepEqual(
        scenario.agents.map(({ name, shape, source }) => [name, shape, source?.line]),
        [
            ['1', { kind: 'disc', radius: 0.2 }, 6],
            ['2', { kind: 'disc', radius: 0.2 }, 7],
        ],
    );
    assert.equal(scenario.timeStep, 0.1);
    assert.match(scenario.notices[0], /^run\.txt:5: columns without a use: Z, COLOR; /);
    const header = /#ID.*/;
    for (const [from, to] of /** @type {[RegExp, string][]} */ ([
        [header, 'ID FR X Y Z COLOR'],
        [header, '# id frame x/m y/m z/m color'],
        [header, '# PersID\tFrame\tX\tY\tZ\tCOLOR'],
        [header, 'ID FR X Y Z COLOR\n# x/m y/m'],
        [/10\.00/, '10 fps'],
        [/\t/g, '   '],
    ])) {
        const other = await read(changed(JUPEDSIM, from, to), options, undefined, 'run.txt');
        assert.deepEqual(first(other), first(scenario), to);
    }
    const bare = changed(JUPEDSIM, /^.*\n.*\n.*\n\n#/, '');
    const rated = await read(bare, options, { frameRate: 10 }, 'run.txt');
    assert.deepEqual(first(rated), first(scenario));
    const inCentimeters = changed(JUPEDSIM, header, '# id frame x/cm y/cm z/cm color');
    const { notices } = await read(inCentimeters, options, undefined, 'run.txt');
    assert.ok(
        notices.includes('run.txt:5: lengths are in cm, that of a radius or a footprint too'),
    );
});

test('frames need a frame rate, and the error says how to give it', async () => {
    const text = 'id,frame,x,y,radius\na,0,0,0,1\na,1,1,0,1\n';
    await refuses(
        () => read(text),
        't.csv:1:4: bad-header: a table with frames and no times must have a frame rate: a comment "# framerate: 25" before the header, or {"frameRate": 25} in a JSON file (--config)',
    );
    assert.equal((await read(text, {}, { frameRate: 4 })).timeStep, 0.25);
    assert.equal((await read(`# framerate: 4\n${text}`)).timeStep, 0.25);
    const meta = { name: 'm.csv', text: 'id,frameRate\n1,4\n' };
    const scenario = await readScenario({ plan: { name: 't.csv', text }, config: meta });
    assert.equal(scenario.timeStep, 0.25);
    const none = changed(JUPEDSIM, '#framerate: 10.00\n', '');
    await refuses(() => read(none, { radius: 1 }), 't.csv:4:5: bad-header: a table with frames');
    for (const [rate, code] of [
        ['10,5', 'bad-number'],
        ['fast', 'bad-number'],
        ['0', 'out-of-range'],
        ['10\n#framerate: 11', 'bad-value'],
    ]) {
        const wrong = changed(JUPEDSIM, '10.00', rate);
        const place = code === 'bad-value' ? '3:13' : '2:13';
        await refuses(() => read(wrong, { radius: 1 }), `t.csv:${place}: ${code}: `);
    }
    const timed = 't,id,x,y,radius\n0,a,0,0,1\n';
    await refuses(
        () => read(timed, {}, { frameRate: 4 }),
        't.csv:1:1: bad-header: a table with times',
    );
});

test('a table without sizes takes a radius or a footprint', async () => {
    const text = 't,id,x,y,heading\n0,a,0,0,0.5\n1,a,1,0.5,0.5\n';
    await assert.rejects(read(text), {
        code: 'radius-unknown',
        message: /^t\.csv:2: track a has no size: give a radius or a footprint/,
    });
    const footprint = [
        [-1, -1],
        [2, -1],
        [0, 1],
    ];
    const [disc, outline] = await Promise.all([
        read(text, { radius: 0.3 }),
        read(text, { footprint }),
    ]);
    assert.deepEqual(disc.agents[0].shape, { kind: 'disc', radius: 0.3 });
    // Discs have no heading, so that its unit does not matter.
    assert.deepEqual(disc.notices, [
        't.csv:2: tracks without a size are discs of the radius given',
    ]);
    const { shape } = outline.agents[0];
    assert.deepEqual(shape.kind === 'polygon' && shape.points, footprint);
    assert.deepEqual(headings(outline), [0.5]);
    const still = await read(text.replace(/,[^,\n]*$/gm, ''), { footprint });
    assert.deepEqual(headings(still), [undefined]);
    assert.match(
        still.notices[0],
        /footprint given, which does not turn, since they have no heading$/,
    );
    const fixed = await read(text, {}, { size: [4, 2] });
    assert.equal(fixed.agents[0].shape.kind, 'polygon');
    for (const [argument, options] of Object.entries({
        footprint: { footprint },
        radius: { radius: 0.3 },
    })) {
        await assert.rejects(read(TABLE, options), {
            code: 'unused-option',
            argument,
            message: /whose files state the size of each body/,
        });
    }
    const some = await read('t,id,x,y,length,width\n0,a,0,0,4,2\n0,b,9,0,,\n', { footprint });
    assert.deepEqual(
        some.agents.map((agent) => agent.shape.kind),
        ['disc', 'polygon'],
    );
});

test('the range of headings decides their unit, with a notice, unless it is stated', async () => {
    const small = moving([[1.5, 1.5]]);
    const radians = await read(small);
    assert.deepEqual(headings(radians), [1.5]);
    assert.match(radians.notices[0], /headings are taken to be in radians, since none is more/);
    const degrees = await read(small, {}, { angleUnit: 'deg' });
    assert.deepEqual([headings(degrees), degrees.notices], [[1.5 * (Math.PI / 180)], []]);
    // A heading of nothing but 0 has no unit.
    assert.deepEqual((await read(moving([[0, 0]]))).notices, []);
    // Vehicles that drive backward do not contradict the unit, nor does one at rest.
    const back = moving([
        [3.14, 0],
        [-90, Math.PI / 2],
        [180, 0],
    ]);
    assert.match((await read(back)).notices[0], /in degrees/);
    // Neither does a sideways step among headings that are clearly in radians.
    const sideways = moving([
        [0.65, 0],
        [2.2, 2.2],
    ]);
    assert.match((await read(sideways)).notices[0], /in radians/);
    const rest = 't,id,x,y,yaw,length,width\n0,a,0,0,3,4,2\n1,a,0,0,3,4,2\n0,b,9,0,90,4,2\n';
    assert.match((await read(rest)).notices[0], /in degrees/);
});

test('degrees and radians in one column are refused at the heading', async () => {
    const up = Math.PI / 2;
    for (const [tracks, row] of /** @type {[[number, number][], number][]} */ ([
        // The first row of a track has no motion before it.
        [
            [
                [90, up],
                [1.5708, up],
            ],
            6,
        ],
        [
            [
                [1.5708, up],
                [90, up],
            ],
            3,
        ],
        [
            [
                [-45, -up / 2],
                [2.2, 2.2],
            ],
            6,
        ],
        // No heading is beyond a turn, but in radians they are not those of the motion.
        [
            [
                [2, 0.03],
                [0, 0],
            ],
            3,
        ],
        // Radians that count turns on.
        [
            [
                [8, 8],
                [1, 1],
            ],
            3,
        ],
    ])) {
        const text = moving(tracks);
        const [before] = /^(?:[^,]*,){4}/.exec(text.split('\n')[row - 1]) ?? [];
        const place = `${row}:${`${before}`.length + 1}`;
        await refuses(
            () => read(text),
            `t.csv:${place}: bad-value: the column of headings must have one unit: `,
        );
        assert.equal((await read(text, {}, { angleUnit: 'rad' })).agents.length, 2);
    }
    const jump = 't,id,x,y,yaw,length,width\n0,a,0,0,90,4,2\n1,a,0,0,1.5708,4,2\n';
    await refuses(() => read(jump), 't.csv:3:9: bad-value: ');
    await refuses(() => read(changed(jump, 'yaw', 'yaw_deg')), 't.csv:3:9: bad-value: ');
    await refuses(() => read(changed(jump, '90,4,2', '90,4,2\n0.5,a,0,0,89,4,2')), 't.csv:4:9: ');
});

test('units that contradict each other, or are not known, are refused with their place', async () => {
    for (const [header, place, code] of [
        ['t,id,x/m,y/cm,radius', '1:10', 'bad-value'],
        ['t,id,x,y,radius\ns,,m,m,cm', '2:8', 'bad-value'],
        ['t_ms,id,x,y,radius\ns,,m,m,m', '2:1', 'bad-value'],
        ['t [h],id,x,y,radius', '1:1', 'unknown-value'],
        ['t,id,x,y,radius\ns,,m,furlong,m', '2:6', 'unknown-value'],
        ['t,id,x,y,radius\ns,,m,m,m\ns,,m,m,m', '3:3', 'missing-value'],
    ]) {
        await refuses(() => read(`${header}\n0,a,0,0,1\n`), `t.csv:${place}: ${code}: `);
    }
});

test('a bad table is refused with its place and value', async () => {
    const text = 't,id,x,y,radius\n0,a,0,0,1\n1,a,1,0,1\n2,a,2,0,1\n';
    for (const [from, to, message] of [
        ['2,a', '0.5,a', '4:1: bad-time: track a runs back from time 1 in line 3 to 0.5'],
        ['2,a', '1,a', '4:1: duplicate-frame: track a has time 1 twice: also in line 3'],
        [
            '1,0,1',
            '"1,5",0,1',
            '3:5: bad-number: x must have a decimal point, not a comma, got "1,5"',
        ],
        [
            '1,0,1',
            '1,5,0,1',
            '3:1: bad-line: the line has 6 fields, but the header 5; decimals have',
        ],
        [/\n.*/s, '\n', '1:1: no-agents: the table has no row'],
        [text, ' \n', '1:1: empty-file: '],
        [
            text,
            't;who;x;y\n0;a;0;0\n',
            '1:2: bad-header: the columns are not known, and must be separated by commas, got ";"; a map of columns with "delimiter": ";" in a JSON file (--config) reads those: t, who, x, y',
        ],
    ]) {
        const wrong = changed(text, from, `${to}`);
        await refuses(() => read(wrong), `t.csv:${message}`);
    }
    const rows = changed(text, '1,a,1', '3,a,1');
    await refuses(() => read(rows), 't.csv:4:1: bad-time: ');
    const columns = { track: 'id', time: 't', x: 'x', y: 'y', radius: 'radius' };
    assert.equal((await read(rows, {}, { columns })).agents[0].motion.length, 2);
    const decimals = text.replaceAll(',', ';').replace('1;a;1;', '1;a;1,5;');
    await refuses(() => read(decimals), 't.csv:3:5: bad-number: x must have');
    const people = changed(JUPEDSIM, '3.4', '3,4');
    await refuses(
        () => read(people, { radius: 1 }),
        't.csv:8:5: bad-number: x must have a decimal',
    );
    const frames = changed(JUPEDSIM, '2\t1\t9', '1\t0\t9');
    await refuses(
        () => read(frames, { radius: 1 }),
        't.csv:9:3: bad-time: track 1 runs back from frame 1',
    );
    const short = changed(JUPEDSIM, '2.1\t0\t7', '2.1');
    await refuses(() => read(short, { radius: 1 }), 't.csv:9:1: bad-line: the line has 4 fields');
});

test('settings without columns are for tables that state their columns', async () => {
    const interaction = 'track_id,frame_id,timestamp_ms,x,y\n1,1,100,1,2\n';
    await refuses(
        () => read(interaction, { radius: 1 }, { angleUnit: 'deg' }),
        'c:1:1: unused-file: INTERACTION is known by its header: angleUnit is not used',
    );
    const highD = 'frame,id,x,y,width,height,xVelocity\n50,1,100,20,5,2,-30\n51,1,99,20,5,2,-30\n';
    assert.equal((await read(highD, {}, { frameRate: 50 })).timeStep, 0.02);
    await refuses(() => read(TABLE, {}, { point: 'corner' }), 'c:1:1: missing-key: ');
    await refuses(() => read(TABLE, {}, { size: [4, 2] }), 't.csv:1:18: bad-header: ');
    await refuses(() => read(TABLE, {}, { angleunit: 'deg' }), 'c:1:2: unknown-key: ');
    assert.equal((await read(TABLE, {}, { axes: 'right-down' })).axes, 'right-down');
});

test('comments among the rows are skipped, with a notice of those that are rows', async () => {
    const rows = 't,id,x,y,radius\n0,a,0,0,1\n# a "mark", a\n1,a,1,0,1\n# "open, the end\n';
    const plain = await read(rows);
    assert.deepEqual([first(plain), plain.notices], [[[0, 1, [0, 1], [0]]], []]);
    const late = JUPEDSIM.replace('1\t1\t3.4', '#1\t1\t3.4');
    const { agents, notices } = await read(late, { radius: 0.2 });
    assert.deepEqual(
        agents.map(({ name, motion }) => [name, motion.length]),
        [
            ['1', 1],
            ['2', 1],
        ],
    );
    assert.ok(notices.includes('t.csv:8: a row that begins with # is a comment, and is not read'));
    const all = 'id,t,x,y,radius\n#1,0,0,0,1\n#1,1,0,0,1\n';
    await refuses(
        () => read(all.replace('id,', '#id,')),
        't.csv:1:1: no-agents: the table has no row under its header',
    );
    const quoted = all.replace(/#1/g, '"#1"');
    assert.equal((await read(quoted)).agents[0].name, '#1');
    const columns = { track: '#id', time: 't', x: 'x', y: 'y', radius: 'radius' };
    const mapped = await read(changed(quoted, 'id', '#id'), {}, { columns });
    assert.equal(mapped.agents[0].name, '#1');
});

test('the comments before the rows must end near the beginning', async () => {
    const long = '# a comment\n'.repeat(400) + JUPEDSIM;
    const forced = { radius: 0.2, format: 'tracks' };
    await refuses(() => read(long, forced), 't.csv:1:1: bad-header: the comments before the rows');
});

test('a broken table is read or refused, never anything else', async () => {
    const tokens = fc.constantFrom(
        '',
        ',',
        '\n',
        '"',
        '#',
        '/',
        '-',
        '9e99',
        '\t',
        ' ',
        'deg',
        ';',
        '__proto__',
    );
    await fc.assert(
        fc.asyncProperty(
            fc.constantFrom(TABLE, JUPEDSIM),
            fc.nat(JUPEDSIM.length),
            fc.nat(9),
            tokens,
            async (source, at, length, token) => {
                const text = source.slice(0, at) + token + source.slice(at + length);
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
        { numRuns: 400, seed: 9 },
    );
});

/** Returns a table of two known or unknown columns of time and radius. @param {string} time @param {(number | string)[]} times */
function timed(time, times) {
    return [`${time},id,x,y,radius`, ...times.map((t, k) => `${t},a,${k},0,1`), ''].join('\n');
}

test('times since 1970 without a unit have that of their size, with a notice', async () => {
    const seconds = await read(timed('timestamp', [1.7e9, 1.7e9 + 0.5]));
    for (const [name, factor] of /** @type {const} */ ([
        ['milliseconds', '000'],
        ['microseconds', '000000'],
        ['nanoseconds', '000000000'],
    ])) {
        const times = [`1700000000${factor}`, `17000000005${factor.slice(1)}`];
        const { agents, notices } = await read(timed('timestamp', times));
        assert.deepEqual([agents[0].motion[0].t0, agents[0].motion[0].t1], [1.7e9, 1.7e9 + 0.5]);
        assert.match(
            notices[0],
            new RegExp(`t\\.csv:2: times are taken to be in ${name} since 1970`),
        );
        assert.deepEqual(first({ ...seconds, agents }), first(seconds));
        const unit = name.replace(/^(.)\w*/, (_, letter) =>
            name.startsWith('micro') ? 'us' : `${letter}s`,
        );
        const stated = await read(timed(`timestamp_${unit}`, times));
        assert.deepEqual(first(stated), first(seconds));
        assert.ok(!stated.notices.some((notice) => notice.includes('taken to be')));
        const set = await read(timed('timestamp', times), {}, { timeUnit: unit });
        assert.deepEqual(first(set), first(seconds));
    }
    assert.deepEqual(seconds.notices, [
        't.csv:2: times need more than six digits: --digits full shows all',
    ]);
    await refuses(
        () => read(timed('t', [0, 1.7e12])),
        't.csv:3:1: bad-value: all times must have one unit: 1700000000000 looks like milliseconds',
    );
    await refuses(
        () => read(timed('t [ns]', ['1e25'])),
        't.csv:2:1: out-of-range: time must be from',
    );
    const columns = { track: 'id', time: 'when', x: 'x', y: 'y', radius: 'radius' };
    const mapped = await read(timed('when', [1.7e12, 1.7e12 + 500]), {}, { columns });
    assert.deepEqual(first(mapped), first(seconds));
});

test('semicolons, tabs and blanks are found in the header, with a map of columns too', async () => {
    const whole = await read(TABLE);
    for (const delimiter of [';', '\t', '  ', ' \t']) {
        const table = await read(TABLE.replaceAll(',', delimiter), {}, undefined, 't.txt');
        assert.deepEqual(first(table), first(whole), JSON.stringify(delimiter));
    }
    // A tab stays one where a name has a blank, or a cell is empty.
    const gaps = 't\tTrack ID\tx\ty\tlength\twidth\n0\ta 1\t0\t0\t4\t2\n1\ta 1\t1\t0\t\t\n';
    const { agents } = await read(gaps);
    assert.deepEqual([agents[0].name, agents[0].motion.length], ['a 1', 1]);
    const columns = { track: 'who', time: 't', x: 'x', y: 'y', radius: 'r' };
    const mapped = await read('# ours\nt;who;x;y;r\n0;a;0;0;1\n1;a;2;0;1\n', {}, { columns });
    assert.deepEqual(first(mapped), [[0, 1, [0, 2], [0]]]);
});

test('empty fields at the end of the header or of rows do not count', async () => {
    const whole = await read(TABLE);
    for (const [header, end] of [
        [',', ','],
        ['', ','],
        [',', ''],
        [',,', ',,,'],
    ]) {
        const text = TABLE.split('\n')
            .map((line, k) => line && line + (k === 0 ? header : end))
            .join('\n');
        const { notices, ...scenario } = await read(text);
        assert.deepEqual(first(/** @type {any} */ (scenario)), first(whole));
        assert.deepEqual(notices, whole.notices);
    }
    const indexed = await read(TABLE.replace(/^(?=.)/gm, '7,').replace('7,', ','));
    assert.ok(
        indexed.notices.includes('t.csv:1: columns without a use: column 1, which has no name'),
    );
    await refuses(() => read(TABLE.replace('4,2\n', '4,2,1\n')), 't.csv:2:1: bad-line: ');
});

test('a comment gives the frame rate of a known data set, or is not used, with a notice', async () => {
    const ind =
        'trackId,frame,xCenter,yCenter,heading,width,length\n0,0,0,0,0,2,4\n0,1,1,0,0,2,4\n';
    const rated = await read(`# framerate: 10\n${ind}`, {}, undefined, 't.txt');
    assert.deepEqual([rated.timeStep, rated.notices], [0.1, []]);
    const assumed = await read(`# ours\n${ind}`, {}, undefined, 't.txt');
    assert.equal(assumed.timeStep, 0.04);
    assert.match(assumed.notices[0], /the frame rate is assumed to be 25 Hz, that of inD/);
    const set = await read(`# framerate: 10\n${ind}`, {}, { frameRate: 50 });
    assert.equal(set.timeStep, 0.02);
    assert.deepEqual(set.notices, [
        't.csv:1: the frame rate of the comment, 10 Hz, is not used: the configuration has 50 Hz',
    ]);
    for (const table of [TABLE, 'track_id,frame_id,timestamp_ms,x,y\n1,1,100,1,2\n']) {
        const { notices } = await read(
            `# framerate: 10\n${table}`,
            table === TABLE ? {} : { radius: 1 },
        );
        assert.ok(
            notices.includes(
                't.csv:1: the frame rate of the comment, 10 Hz, is not used: the table has times',
            ),
        );
    }
});

test('a known header with a size or a heading of its own is read by its names', async () => {
    const text = 'TIMESTAMP,TRACK_ID,X,Y,HEADING,LENGTH,WIDTH\n0,a,0,0,90,4,2\n1,a,0,1,90,4,2\n';
    const { agents } = await read(text);
    assert.equal(agents[0].shape.kind, 'polygon');
    assert.equal(agents[0].motion[0].angle?.[0], Math.PI / 2);
});

test('tracks whose names look alike are named, and so are columns that may be sizes', async () => {
    for (const [a, b] of [
        ['1', '1.0'],
        ['1', '01'],
        ['Car', 'car'],
    ]) {
        const { notices } = await read(`t,id,x,y,radius\n0,${a},0,0,1\n0,${b},9,0,1\n`);
        assert.deepEqual(notices, [
            `t.csv:3: tracks "${a}" and "${b}" are different ones: their names are compared as text`,
        ]);
    }
    const ids = ['12345678901234567890', '12345678901234567891', '10', '1'];
    const rows = ids.map((id, k) => `0,${id},${9 * k},0,1\n`).join('');
    assert.deepEqual((await read(`t,id,x,y,radius\n${rows}`)).notices, []);
    await assert.rejects(read('t,id,x,y,len,wid\n0,a,0,0,4,2\n'), {
        code: 'radius-unknown',
        message: /columns length and width, or radius; columns without a use: len, wid$/,
    });
});

test('a real table has the same motions by its names as by its data set', {
    skip: needsShared,
}, async () => {
    const path = inShared('tracks/interaction_vehicle_tracks_000.csv');
    const text = readFileSync(path, 'utf8');
    const known = await read(text);
    const named = await read(
        changed(text, /frame_id,timestamp_ms/, 'number,time_ms').replace('psi_rad', 'heading_rad'),
    );
    assert.match(named.notices[0], /columns without a use: number, agent_type$/);
    assert.deepEqual(named.agents, known.agents);
    const inDegrees = text.split('\n').map((line, k) => {
        if (k === 0)
            return line.replace('psi_rad', 'psi').replace('frame_id,timestamp_ms', 'n,time_ms');
        const fields = line.split(',');
        if (fields.length > 8) fields[8] = `${(Number(fields[8]) * 180) / Math.PI}`;
        return fields.join();
    });
    const turned = await read(inDegrees.join('\n'));
    assert.ok(turned.notices.some((notice) => notice.includes('taken to be in degrees')));
    for (const [k, angle] of headings(turned).entries()) {
        assert.ok(Math.abs(Number(angle) - Number(headings(known)[k])) < 1e-9);
    }
});
