import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    blankScenario,
    FORMATS,
    readScenario,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { describeChecks } from 'graze/scenario/messages';
import { detectFormat, WRITABLE_FORMATS } from '../../js/formats/detection.js';

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
        ['a,b,c,d\n', 'plan.CSV', 'tracks'],
        ['<commonRoad>', 'plan', 'commonroad'],
        [xml, 'plan', 'ccbs'],
        [xml, 'plan.csv', 'ccbs'],
        ['a,b,c,d\n', 'plan.txt', undefined],
    ]) {
        assert.equal(detectFormat(`${head}`, `${name}`), format, `${head} in ${name}`);
    }
});

test('no report advises a file that the format of its plan refuses', async () => {
    const text = '0:(0,0),(2,2),\n1:(0,1),(2,3),\n2:(0,2),(2,3),\n';
    const source = await readScenario({ plan: { name: 'p.txt', text } }, {});
    const advised = new Set();
    for (const { name } of WRITABLE_FORMATS) {
        const options = { format: name, ...(name === 'graze' ? {} : { radius: 0.25 }) };
        const written = await writeScenario({ ...source, sizesKnown: true }, name);
        const plan = { name: `p.${name}`, text: [...written.text].join('') };
        const task = written.task && { name: 'p.scen', text: written.task };
        const files = { plan, ...(task ? { task } : {}) };
        const result = await validate(await readScenario(files, options));
        const advice = describeChecks(result, false, { flags: true }).join(' ');
        for (const role of ['map', 'task', 'config']) {
            if (!advice.includes(`--${role}`)) continue;
            advised.add(role);
            const more = { ...files, [role]: { name: `p.${role}`, text: 'x' } };
            const error = await readScenario(more, options).catch((fault) => fault);
            assert.notEqual(error.code, 'unused-file', `${name}: ${advice}`);
        }
    }
    assert.deepEqual([...advised].sort(), ['map', 'task']);
});
