import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { refuses } from './refusals.js';

const graze = createSync();
const HALF = Math.SQRT1_2;

const POSES = `id,t,x,y,z,qx,qy,qz,qw,length,width,height
a,0,0,0,1,0,0,0,1,0.5,0.25,0.2
a,2,2,0,2,0,0,${HALF},${HALF},0.5,0.25,0.3
a,3,2,0,2,0,0,${-HALF},${-HALF},0.5,0.25,0.2
b,0,9,0,0,${HALF},0,0,${HALF},1,1,1
`;
const POINTS = 'id,t,x,y,z\na,0,0,0,1\na,1,1,0,3\nb,0,0,5,0\n';

/** @param {string} text @param {object} [options] @param {unknown} [config] */
function read(text, options = {}, config = undefined) {
    const files =
        config === undefined ? {} : { config: { name: 'c.json', text: JSON.stringify(config) } };
    return readScenario({ plan: { name: 't.csv', text }, ...files }, options);
}

test('poses with quaternions are boxes about their centers, which turn the shorter way', async () => {
    const scenario = await read(POSES);
    const [a, b] = scenario.agents;
    assert.deepEqual(a.shape, {
        kind: 'prism',
        points: [
            [-0.25, -0.125],
            [0.25, -0.125],
            [0.25, 0.125],
            [-0.25, 0.125],
        ],
        bottom: -0.15,
        height: 0.3,
    });
    const [first, second] = a.motion;
    assert.deepEqual(
        [first.x, first.z, first.axis, first.rotation],
        [
            [0, 1],
            [1, 0.5],
            [0, 0, 1],
            [0, 0, 0, 1],
        ],
    );
    assert.ok(Math.abs((first.angle?.[1] ?? 0) - Math.PI / 4) < 1e-15);
    // A quaternion and its negative are the same orientation.
    assert.equal(second.angle, undefined);
    assert.deepEqual([second.z, second.end], [[2], { x: 2, y: 0, z: 2 }]);
    assert.equal(b.motion.length, 1);
    const { violations, undecided } = await validate(scenario, { graze });
    assert.deepEqual([violations, undecided], [[], []]);
});

test('a table with z is in the plane, unless a quaternion, a setting or a map says otherwise', async () => {
    const plane = await read(POINTS, { radius: 0.5 });
    assert.deepEqual(plane.agents[0].shape, { kind: 'disc', radius: 0.5 });
    assert.match(
        plane.notices.join('\n'),
        /columns without a use: z; the table is read in the plane: \{"space": true\} .* uses z/,
    );
    const stated = await read(POINTS, { radius: 0.5 }, { space: true });
    assert.deepEqual(stated.agents[0].shape, { kind: 'sphere', radius: 0.5 });
    assert.deepEqual(stated.agents[0].motion[0].z, [1, 2]);
    assert.doesNotMatch(stated.notices.join('\n'), /without a use/);
    const columns = { track: 'id', time: 't', x: 'x', y: 'y', z: 'z' };
    const mapped = await read(POINTS, { radius: 0.5 }, { columns });
    assert.deepEqual(mapped.agents, stated.agents);
    const renamed = POSES.replace('qx,qy,qz,qw', 'i,j,k,r');
    const turned = {
        ...columns,
        qx: 'i',
        qy: 'j',
        qz: 'k',
        qw: 'r',
        length: 'length',
        width: 'width',
        height: 'height',
    };
    assert.deepEqual(
        (await read(renamed, {}, { columns: turned })).agents,
        (await read(POSES)).agents,
    );
});

test('a part of a rotation in space is refused, also without the setting', async () => {
    const partial = POSES.replace(',qw,', ',w,');
    for (const config of [undefined, { space: true }]) {
        await refuses(
            () => read(partial, {}, config),
            't.csv:1:12: bad-header: a quaternion must have all of qx, qy, qz, qw, and there is no qw',
        );
    }
    const tilted = 'id,t,x,y,z,roll,pitch,yaw,length,width,height\na,0,0,0,1,0.5,0,0,2,1,2\n';
    await refuses(
        () => read(tilted, {}, { space: true }),
        't.csv:1:12: bad-header: the rotation of a table in space must be a quaternion (qx, qy, qz, qw) or a heading alone, got "roll" beside a heading: convert these angles, or leave "roll" out by a map of columns (--config)',
    );
    // In the plane both are without a use.
    const [box] = (await read(tilted, {}, { angleUnit: 'rad' })).agents;
    assert.equal(box.shape.kind, 'polygon');
    const planar = POSES.replace(',z,qx,', ',height_of_head,qx,').replace(',qw,', ',w,');
    assert.equal((await read(planar)).agents[0].shape.kind, 'disc');
});

test('in space a heading need not be the direction of motion in its unit', async () => {
    const rows = (/** @type {string} */ z) =>
        `id,t,x,y,${z},yaw,length,width,height\na,0,0,0,1,0,2,1,2\na,1,2,0,1,1,2,1,2\n`;
    const [strafing] = (await read(rows('z'), {}, { space: true })).agents;
    assert.deepEqual(strafing.motion[0].angle, [0, 1]);
    await assert.rejects(read(rows('z')), /is the direction of its motion in degrees/);
});

test('headings turn boxes about z, and boxes without an orientation are spheres', async () => {
    const heading = 'id,t,x,y,z,yaw,length,width,height\na,0,0,0,1,0,2,1,2\na,1,0,0,1,1,2,1,2\n';
    const [turning] = (await read(heading, {}, { space: true, angleUnit: 'rad' })).agents;
    assert.deepEqual([turning.shape.kind, turning.motion[0].angle], ['prism', [0, 1]]);
    const bare = 'id,t,x,y,z,length,width,height\na,0,0,0,1,2,1,2\n';
    const covered = await read(bare, {}, { space: true });
    assert.deepEqual(covered.agents[0].shape, { kind: 'sphere', radius: 1.5 });
    assert.match(covered.notices.join('\n'), /tracks without an orientation are spheres/);
    const ball = 'id,t,x,y,z,radius\na,0,0,0,1,0.75\n';
    const [round] = (await read(ball, {}, { space: true })).agents;
    assert.deepEqual(round.shape, { kind: 'sphere', radius: 0.75 });
});

test('rows in any order keep their heights and quaternions', async () => {
    const columns = Object.fromEntries(
        ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw', 'length', 'width', 'height'].map((name) => [
            name,
            name,
        ]),
    );
    const config = { columns: { track: 'id', time: 't', ...columns } };
    const [header, first, second, third, other] = POSES.trim().split('\n');
    const mixed = [header, third, other, first, second].join('\n');
    const [sorted] = (await read(mixed, {}, config)).agents;
    const [expected] = (await read(POSES, {}, config)).agents;
    /** @param {typeof sorted} agent */
    const bare = ({ motion }) => motion.map(({ source: _, ...piece }) => piece);
    assert.deepEqual(bare(sorted), bare(expected));
});

test('what does not go together in space is refused with its place', async () => {
    await refuses(
        () => read(POSES.replace('0,0,0,1,0.5', '0,0,0,2,0.5')),
        't.csv:2:11: bad-value: the quaternion must have length 1 to within 0.001, got 2',
    );
    await refuses(
        () => read('id,t,x,y\na,0,0,0\n', { radius: 1 }, { space: true }),
        't.csv:1:1: unknown-columns: a table in space must have a column z',
    );
    await refuses(
        () => read('id,t,x,y,z,length,width\na,0,0,0,0,1,1\n', {}, { space: true }),
        't.csv:2:1: bad-track: track a has a length and a width, and no height',
    );
    await assert.rejects(read(POINTS, {}, { space: true }), {
        code: 'radius-unknown',
        message: /^t\.csv:2: track a has no size in space: give a radius \(--radius\)/,
    });
    const footprint = [
        [0, 0],
        [1, 0],
        [0, 1],
    ];
    await assert.rejects(read(POINTS, { footprint }, { space: true }), { code: 'unused-option' });
    const columns = { track: 'id', time: 't', x: 'x', y: 'y' };
    /** @type {[object, string][]} */
    const maps = [
        [
            { columns: { ...columns, height: 'h' } },
            'missing-key: columns must have z beside height',
        ],
        [
            { columns: { ...columns, z: 'z', qx: 'qx' } },
            'missing-key: columns must have all of qx, qy, qz and qw',
        ],
        [{ columns, space: true }, 'missing-key: columns must have z in a table in space'],
        [
            { columns: { ...columns, z: 'z' }, size: [1, 1] },
            'bad-value: the root must give the sizes',
        ],
    ];
    for (const [config, problem] of maps) {
        await assert.rejects(read(POINTS, {}, config), (error) => {
            const { message } = /** @type {Error} */ (error);
            assert.ok(message.includes(problem.split(': ')[0]), message);
            assert.ok(message.includes(problem.split('must ')[1]), message);
            return true;
        });
    }
});
