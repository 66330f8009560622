import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankScenario, FORMATS, writableFormats, writeScenario } from 'graze/scenario';
import { detectFormat, WRITABLE_FORMATS } from '../../js/formats/detection/detection.js';

test('the formats listed as written are those that are written', async () => {
    const written = [];
    for (const format of FORMATS) {
        const isRefused = await writeScenario(blankScenario('graze'), format).then(
            () => false,
            ({ code, argument }) => code === 'cannot-carry' && argument === 'format',
        );
        if (!isRefused) written.push(format);
    }
    assert.deepEqual(
        WRITABLE_FORMATS.map(({ name }) => name),
        written,
    );
    assert.deepEqual(await writableFormats(), [...WRITABLE_FORMATS]);
});

test('the first format that matches is the one', () => {
    const xml = '<?xml version="1.0"?><root>';
    for (const [head, name, format] of [
        ['{"graze": 2', 'plan', 'graze'],
        ['{"actionModel": "MAPF"', 'plan', 'lorr'],
        ['agents=2\n', 'plan', 'kei18'],
        ['Agent 0: (0,0)->', 'plan', 'paths'],
        ['agents,solution_plan\n', 'plan.csv', 'mapf-tracker'],
        ['schedule:\n', 'plan', 'libmrp'],
        ['track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad\n', 'plan', 'tracks'],
        ['duration,x^0,x^1,\n', 'plan.csv', 'crazyswarm'],
        ['radius: 1\ndrones:\n', 'plan', 'crazyswarm'],
        ['{ "drones": [] }', 'plan', 'crazyswarm'],
        ['a,b,c,d\n', 'plan.CSV', 'tracks'],
        ['t,id,x,y\n', 'plan', 'tracks'],
        ['t;id;x;y\n', 'plan', 'tracks'],
        ['#framerate: 8\n\n#ID\tFR\tX\tY\tZ\n1\t0', 'plan', 'tracks'],
        ['ID FR X Y Z\n1 0', 'plan', 'tracks'],
        ['# a comment\n1 0 2 3\n', 'plan', undefined],
        ['id frame x y\n', 'plan', 'tracks'],
        ['# framerate: 10\ntrackId;frame;xCenter;yCenter;heading;width;length\n', 'plan', 'tracks'],
        ['1 0 2 3\n', 'plan', undefined],
        ['<commonRoad>', 'plan', 'commonroad'],
        [xml, 'plan', 'ccbs'],
        [xml, 'plan.csv', 'ccbs'],
        ['a,b,c,d\n', 'plan.txt', undefined],
    ]) {
        assert.equal(detectFormat(`${head}`, `${name}`), format, `${head} in ${name}`);
    }
});
