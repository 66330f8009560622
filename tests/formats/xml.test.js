import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario } from 'graze/scenario';
import { readXml } from '../../js/formats/text/xml.js';
import { inRepository, inShared, needsShared } from '../helpers.js';

/**
 * The scanner of plain XML and its hand-over to saxes: wherever a file stops being plain, its elements, errors and positions
 * are those of saxes alone.
 *
 * @import { Element } from '../../js/formats/text/xml.js'
 * @import { SourceFile } from '../../js/formats/text/source.js'
 */

const PLAIN = `<?xml version="1.0" encoding="UTF-8"?>
<!-- by hand -->
<root a="1" b='two words'>
    <x/><y/>
    <list
        d="over
        lines" >text <b>and</b> more</list >
    <point><x>1.5</x><y>-2e3</y></point>
</root>
<!-- end -->
`;

/** Parts that are not plain, in all places: errors most often. */
const PARTS = [
    '<![CDATA[ c ]]>',
    '&amp;',
    '&none;',
    '&',
    ']]>',
    '<?p i?>',
    '<!DOCTYPE root>',
    '<é/>',
    '<z a="1" a="2"/>',
    '<z a=1/>',
    '<z a = "1"/>',
    '<z a="<"/>',
    '<z',
    '</z>',
    '</root>',
    '<root/>',
    '<!-- a -- b -->',
    '<!--',
    '"',
    "'",
    '>',
    'x',
    '\u0001',
    '\ufffe',
    '\u{1f600}',
    '\0',
];

/**
 * Returns all that a reader of a file notices: elements in order, then the root or the error.
 *
 * @param {SourceFile} source
 */
async function eventsOf(source) {
    /** @type {unknown[]} */
    const events = [];
    /** @param {Element} element @param {Element[]} parents */
    const onElement = ({ name, attributes, text, position, children }, parents) => {
        const around = parents.map((each) => each.name);
        events.push({ name, attributes, text: text.trim(), position, children, around });
        return name !== 'point' && events.length % 2 === 0;
    };
    try {
        events.push((await readXml(source, onElement)).root);
    } catch (error) {
        const { code, message } = /** @type {any} */ (error);
        events.push(`${code} ${message}`);
    }
    return events;
}

/** @param {string} text @param {Partial<SourceFile>} [given] */
async function assertSame(text, given = {}) {
    const source = { name: 'f.xml', text, ...given };
    const expected = await eventsOf({ ...source, reference: true });
    assert.deepEqual(await eventsOf(source), expected, JSON.stringify(source));
    return expected;
}

test('plain XML has the same elements by the scanner as by saxes', async () => {
    const events = await assertSame(PLAIN);
    const root = /** @type {Element} */ (events.at(-1));
    assert.equal(root.name, 'root');
    assert.deepEqual(
        [...root.attributes],
        [
            ['a', '1'],
            ['b', 'two words'],
        ],
    );
    assert.deepEqual(root.position, { line: 3, column: 1 });
    for (const chunkSize of [2, 3, 5, 17, 100]) await assertSame(PLAIN, { chunkSize });
});

test('saxes goes on from any place at which a file is not plain', async () => {
    for (const part of PARTS) {
        for (let at = 0; at <= PLAIN.length; at += part.length > 1 ? 1 : 2) {
            const text = PLAIN.slice(0, at) + part + PLAIN.slice(at);
            await assertSame(text, { chunkSize: at % 3 === 0 ? 2 + (at % 50) : undefined });
        }
    }
});

test('a file that ends anywhere is refused as by saxes', async () => {
    for (let at = 0; at < PLAIN.length; at++) {
        await assertSame(PLAIN.slice(0, at));
        await assertSame(PLAIN.slice(0, at), { chunkSize: 2 + (at % 30) });
    }
});

test('limits are checked at the same places', async () => {
    for (const name of ['elements', 'attributes', 'depth', 'token', 'characters']) {
        for (let most = 1; most < (name === 'token' ? 260 : 12); most++) {
            await assertSame(PLAIN, { limits: { [name]: most } });
            await assertSame(PLAIN, { limits: { [name]: most }, chunkSize: 40 });
        }
    }
    const long = `<root><!--${'c'.repeat(200_000)}--><a>${'x'.repeat(200_000)}</a></root>`;
    for (const token of [150_000, 199_990, 200_010, 200_020, 260_000, 300_000, 1e6]) {
        await assertSame(long, { limits: { token } });
    }
});

/** @param {string} sections */
const logOf = (sections) =>
    `<root><log><agent number="0"><path>\n${sections}</path></agent></log></root>`;

/** @param {string} text @param {Partial<SourceFile>} given */
async function outcomeOf(text, given) {
    try {
        return await readScenario({ plan: { name: 'p.xml', text, ...given } }, { radius: 0.3 });
    } catch (error) {
        return /** @type {Error} */ (error).message;
    }
}

test('sections of a log are the same from the text as from elements, right or wrong', async () => {
    const first =
        '<section number="0" start_i="0" start_j="0" goal_i="3" goal_j="4" duration="5"/>';
    const second =
        '<section number="1" start_i="3" start_j="4" goal_i="3" goal_j="5" duration="1"/>';
    const numbers = [
        '3',
        '-3',
        '3.0',
        '03',
        '3.',
        '.3',
        '-.5',
        '.',
        '-',
        '',
        '+3',
        ' 3',
        '3 ',
        '3e0',
        '3E-1',
        '0x3',
        'NaN',
        '-0',
        '0',
        '-0.0',
        '1e15',
        '1e16',
        '999999999999999',
        '9007199254740993',
        '1.4142135623730951',
        '0.1',
        '0.30000000000000004',
        '123456789.123456',
        '123456789012345678',
        '1e-320',
        '3,0',
        '3&#48;',
    ];
    for (const name of ['number', 'start_i', 'start_j', 'goal_i', 'goal_j', 'duration']) {
        for (const number of numbers) {
            for (const changed of [first, second]) {
                const section = changed.replace(
                    new RegExp(` ${name}="[^"]*"`),
                    ` ${name}="${number}"`,
                );
                const text = logOf(`${first}\n${second}\n`.replace(changed, section));
                const expected = await outcomeOf(text, { reference: true });
                assert.deepEqual(await outcomeOf(text, {}), expected, text);
                assert.deepEqual(await outcomeOf(text, { chunkSize: 50 }), expected, text);
            }
        }
    }
    const odd = [
        `${first}${first}`,
        `${second}${first}`,
        `${first} x ${second}`,
        `${first}<b/>${second}`,
        `${first}${second.replace(' duration="1"', '')}`,
        `${first}${second.replace('/>', ' extra="1"/>')}`,
        `${first}${second.replace('/>', '></section>')}`,
        `${first}${second.replaceAll('"', "'")}`,
        `${first}${second.replace('<section ', '<section\n ')}`,
        `${first}</path><path>${second}`,
        `${first}${second.replace('goal_j="5"', 'goal_j="4"').replace('duration="1"', 'duration="0"')}`,
        `${first}${second.replace('duration="1"', 'duration="0"')}`,
    ];
    for (const sections of odd) {
        const text = logOf(sections);
        for (const limits of [
            {},
            { elements: 5 },
            { attributes: 5 },
            { depth: 4 },
            { pieces: 1 },
        ]) {
            const expected = await outcomeOf(text, { reference: true, limits });
            assert.deepEqual(await outcomeOf(text, { limits }), expected, text);
        }
    }
});

test('motions that are made when they are read can be changed and copied as any other', async () => {
    const text = readFileSync(inRepository('tests/fuzz/readers/seeds/ccbs_log.xml'), 'utf8');
    const read = async () =>
        /** @type {import('graze/scenario').Scenario} */ (await outcomeOf(text, {}));
    const { agents } = await read();
    const [agent] = agents;
    assert.deepEqual(Object.keys(agent), ['name', 'shape', 'start', 'goal', 'motion', 'source']);
    const copies = [{ ...agent }, structuredClone(agent), JSON.parse(JSON.stringify(agent))];
    for (const copy of copies) assert.deepEqual(copy, agent);
    assert.equal(agent.motion, agent.motion);
    agent.motion[0].t1 = 17;
    assert.equal(agent.motion[0].t1, 17);
    const [given] = (await read()).agents;
    given.motion = [];
    assert.deepEqual(given.motion, []);
    const [frozen] = (await read()).agents;
    Object.freeze(frozen);
    assert.deepEqual(frozen.motion, copies[1].motion);
    const [target] = (await read()).agents;
    const seen = new Proxy(target, {});
    seen.motion[0].t1 = 18;
    assert.equal(target.motion[0].t1, 18);
});

test('real files have the same elements by the scanner as by saxes', {
    skip: needsShared,
}, async () => {
    const folders = ['commonroad', 'real/crime', 'real/sumo', 'mapf/ccbs/room64_t2_k10_c3'];
    for (const folder of folders) {
        for (const name of readdirSync(inShared(folder)).filter((each) => each.endsWith('.xml'))) {
            const text = readFileSync(inShared(`${folder}/${name}`), 'utf8');
            if (text.length < 400_000) await assertSame(text);
        }
    }
});
