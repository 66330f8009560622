import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { test } from 'node:test';
import { InputError, readScenario, validate } from 'graze/scenario';
import { CHECK_NAMES, describeChecks } from 'graze/scenario/messages';
import { describeMissing } from '../../js/cli/checking/plan_checker.js';
import { readCcbsMap } from '../../js/formats/ccbs/map.js';
import { readCcbsConfig, readCcbsTask } from '../../js/formats/ccbs/task.js';
import { detectMovingAi, FORMATS } from '../../js/formats/detection/detection.js';
import { readMovingAiMap, readMovingAiScenario } from '../../js/formats/maps/movingai.js';
import { LIMITS } from '../../js/formats/text/source.js';
import { readXml } from '../../js/formats/text/xml.js';
import fc from '../fast_check.js';
import { SEEDS } from '../fuzz/readers/seeds.js';
import { inRepository, inShared, needsShared, sourceFile } from '../helpers.js';
import { inPieces } from './steps_helpers.js';

/** @param {string} text @param {string} [name] */
function file(text, name = 'f.xml') {
    return { name, text };
}

const LOG = `<?xml version="1.0"?>
<root>
    <agent start_i="0" start_j="0" goal_i="3" goal_j="4"/>
    <agent start_i="2" start_j="2" goal_i="2" goal_j="2"/>
    <log>
        <summary makespan="6" flowtime="6"/>
        <agent number="0">
            <path duration="6">
                <section number="0" start_i="0" start_j="0" goal_i="0" goal_j="0" duration="1"/>
                <section number="1" start_i="0" start_j="0" goal_i="3" goal_j="4" duration="5"/>
            </path>
        </agent>
        <agent number="1">
            <path duration="0"/>
        </agent>
    </log>
</root>
`;

const MAP = `<root>
<map>
<width>6</width>
<height>5</height>
<grid>
<row>0 0 0 0 0 0</row>
<row>0 1 0 0 0 0</row>
<row>0 0 0 0 0 0</row>
<row>0 0 0 0 0 0</row>
<row>0 0 0 0 0 1</row>
</grid>
</map>
</root>
`;

const ROADMAP = `<graphml>
<key id="k0" for="node" attr.name="coords" attr.type="string"/>
<graph edgedefault="directed">
<node id="a"><data key="k0">0.5,-1</data></node>
<node id="b"><data key="k0">3,4e0</data></node>
<edge source="a" target="b"/>
</graph>
</graphml>
`;

const RADIUS = { radius: 0.5 };

/** @param {string} plan @param {object} [others] */
function read(plan, others = {}) {
    return readScenario({ plan: file(plan, 'plan.xml'), ...others }, RADIUS);
}

/**
 * Asserts that the message of what reading throws begins with the given text.
 *
 * @param {() => unknown} call
 * @param {string} beginning `file:line:column: code: ...`
 */
async function refuses(call, beginning) {
    await assert.rejects(
        async () => call(),
        (error) => {
            assert.ok(error instanceof InputError, String(error));
            assert.ok(
                error.message.startsWith(beginning),
                `${error.message}\n  expected ${beginning}`,
            );
            assert.ok(!/[\n\r]/.test(error.message));
            assert.equal(error.message.split(':')[3].trim(), error.code);
            return true;
        },
    );
}

/** Replaces a text that must occur. @param {string} text @param {string} from @param {string} to */
function change(text, from, to) {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
}

test('a CCBS log: sections become motions on one running clock', async () => {
    const scenario = await read(LOG);
    assert.equal(scenario.format, 'ccbs');
    assert.equal(scenario.atGoal, 'stay');
    assert.equal(scenario.speedLimit, 1);
    assert.deepEqual(scenario.notices, []);
    const [moving, sitter] = scenario.agents;
    assert.deepEqual(moving.shape, { kind: 'disc', radius: 0.5 });
    assert.deepEqual(
        [moving.start, moving.goal],
        [
            { x: 0, y: 0 },
            { x: 3, y: 4 },
        ],
    );
    assert.deepEqual(
        moving.motion.map(({ t0, t1, x, y, end }) => ({ t0, t1, x, y, end })),
        [
            { t0: 0, t1: 1, x: [0], y: [0], end: { x: 0, y: 0 } },
            { t0: 1, t1: 6, x: [0, 0.6], y: [0, 0.8], end: { x: 3, y: 4 } },
        ],
    );
    assert.deepEqual(moving.motion[1].source, { line: 10, column: 17 });
    assert.deepEqual([sitter.motion, sitter.start], [[], { x: 2, y: 2 }]);
});

test('a byte order mark, carriage returns and the predefined entities of XML are accepted', async () => {
    const odd = `\ufeff${LOG.replaceAll('\n', '\r\n').replace('"3" goal_j', '"&#51;" goal_j')}`;
    assert.equal((await read(odd)).agents[0].goal?.x, 3);
});

test('a CCBS grid: rows are i, columns j', async () => {
    const { grid } = await readCcbsMap(file(MAP));
    assert.deepEqual([grid?.nx, grid?.ny], [5, 6]);
    assert.deepEqual(
        [...(grid?.blocked ?? [])].flatMap((cell, k) => (cell ? [[Math.floor(k / 6), k % 6]] : [])),
        [
            [1, 1],
            [4, 5],
        ],
    );
});

test('a roadmap keeps its coordinates and directed edges; undirected edges count both ways', async () => {
    assert.deepEqual((await readCcbsMap(file(ROADMAP))).roadmap, {
        nodes: [
            { x: 0.5, y: -1 },
            { x: 3, y: 4 },
        ],
        edges: [[0, 1]],
    });
    const both = (await readCcbsMap(file(change(ROADMAP, '"directed"', '"undirected"')))).roadmap;
    assert.deepEqual(both?.edges, [
        [0, 1],
        [1, 0],
    ]);
});

test('a MovingAI map and scenario: x is the column', async () => {
    const grid = await readMovingAiMap(file('type octile\nheight 2\nwidth 3\nmap\n.@.\nT.G\n'));
    assert.deepEqual([grid.nx, grid.ny], [3, 2]);
    assert.deepEqual([...grid.blocked], [0, 1, 1, 0, 0, 0]);
    const { agents } = await readMovingAiScenario(
        file('version 1\n0\tm.map\t3\t2\t0\t0\t2\t1\t2.4\n'),
    );
    assert.deepEqual(agents[0].start, { x: 0, y: 0 });
    assert.deepEqual(agents[0].goal, { x: 2, y: 1 });
});

test('blanks after the lines of a MovingAI file and blank lines at its end are ignored', async () => {
    const plain = 'type octile\nheight 2\nwidth 3\nmap\n.@.\nT.G\n';
    const map = await readMovingAiMap(file(plain));
    const task = 'version 1\n0\tm.map\t3\t2\t0\t0\t2\t1\t2.4\n';
    const scen = await readMovingAiScenario(file(task));
    /** @type {((text: string) => string)[]} */
    const variants = [
        (text) => `${text}\n`,
        (text) => `${text} \n\t\n\n`,
        (text) => text.trimEnd(),
        (text) => text.replaceAll('\n', ' \n'),
        (text) => text.replaceAll('\n', '\t \r\n'),
        (text) => `${text.replaceAll('\n', '\r\n')}\r\n`,
        (text) => text.replaceAll('\n', '\r'),
    ];
    for (const vary of variants) {
        assert.deepEqual(await readMovingAiMap(file(vary(plain))), map);
        assert.deepEqual((await readMovingAiScenario(file(vary(task)))).agents, scen.agents);
        assert.equal(detectMovingAi(vary(plain).replace(/\r\n?/g, '\n')), 'map');
        assert.equal(detectMovingAi(vary(`${task}\n`).replace(/\r\n?/g, '\n')), 'scenario');
    }
});

test('a MovingAI map and scenario beside a CCBS plan are turned into its frame', async () => {
    const map = file(
        'type octile\nheight 5\nwidth 6\nmap\n......\n.@....\n......\n......\n.....@\n',
    );
    const line = (/** @type {number[]} */ p) => `0\tm\t6\t5\t${p.join('\t')}\t5`;
    const task = file(
        `version 1\n${line([0, 0, 4, 3])}\n${line([2, 2, 2, 2])}\n${line([1, 0, 1, 0])}\n`,
    );
    const scenario = await read(LOG, { map, task });
    const { terrain, ...cells } = scenario.grid ?? {};
    assert.deepEqual(cells, (await readCcbsMap(file(MAP))).grid);
    const characters = terrain?.characters ?? new Uint8Array();
    assert.deepEqual([characters.indexOf(64), characters.lastIndexOf(64)], [7, 29]);
    assert.deepEqual(scenario.agents[0].goal, { x: 3, y: 4 });
    const other = file(task.text.replace('6\t5\t2', '5\t6\t2'), 't.scen');
    await refuses(() => read(LOG, { map, task: other }), 't.scen:3:1: wrong-map');
    assert.equal((await read(LOG, { task: other })).agents.length, 2);
    const few = file(task.text.split('\n', 2).join('\n'), 't.scen');
    await refuses(() => read(LOG, { map, task: few }), 't.scen:1:1: agent-count');
});

test('stations in maps of the League of Robot Runners can be crossed', async () => {
    const grid = await readMovingAiMap(file('type octile\nheight 1\nwidth 4\nmap\nES@.\n'));
    assert.deepEqual([...grid.blocked], [0, 0, 1, 0]);
});

test('the caller can choose the characters of free cells of a MovingAI map, and of no other', async () => {
    const map = file('type octile\nheight 2\nwidth 4\nmap\n.GSE\n@OTW\n', 'a.map');
    const plan = file('Agent 0: (0,0)->(0,1)->\n', 'p.txt');
    /** @param {string} passable @param {object} [files] */
    const read = (passable, files = { map }) => readScenario({ plan, ...files }, { passable });
    const blocked = async (/** @type {string} */ passable) => [
        ...((await read(passable)).grid?.blocked ?? []),
    ];
    assert.deepEqual(await blocked('.GSE'), [0, 0, 0, 0, 1, 1, 1, 1]);
    assert.deepEqual(await blocked('TW.'), [0, 1, 1, 1, 1, 1, 0, 0]);
    for (const [passable, message] of [
        ['', 'got ""'],
        [' ', 'got " ": no map has " "'],
        ['.x', 'got ".x": no map has "x"'],
        ['.t', 'got ".t": no map has "t"'],
        ['.\u{1f332}', 'no map has "\u{1f332}"'],
    ]) {
        await assert.rejects(read(passable), (/** @type {any} */ error) => {
            assert.deepEqual([error.code, error.argument], ['out-of-range', 'passable']);
            assert.ok(error.message.includes(message), error.message);
            return true;
        });
    }
    const none = { code: 'unused-option', argument: 'passable' };
    await assert.rejects(read('.', {}), { ...none, message: /\(--map\), .*, got no map$/ });
    const input = file('map:\n  dimensions: [2, 2]\n  obstacles: []\n', 'i.yaml');
    await assert.rejects(read('.', { map: input }), { ...none, message: /got the map "i\.yaml"$/ });
    const tracks = file('id,t,x,y\na,0,1,1\n', 't.csv');
    const asTracks = readScenario({ plan: tracks, map }, { passable: '.', radius: 1 });
    await assert.rejects(asTracks, { code: 'unused-file' });
});

test('unused attributes are reported, each kind once', async () => {
    const text = LOG.replaceAll('<section', '<section begin="1"').replace(
        '<agent n',
        '<agent hue="" n',
    );
    const { notices } = await read(text);
    assert.deepEqual(notices, [
        'plan.xml:7: <agent> has hue, which is not used',
        'plan.xml:9: <section> has begin, which is not used',
    ]);
    const task = file(
        '<root><agent start_i="0" start_j="0" goal_i="1" goal_j="1" size="2"/>\n<agent start_i="2" start_j="2" goal_i="2" goal_j="2" size="2"/></root>',
        't.xml',
    );
    assert.deepEqual((await read(LOG, { task })).notices, [
        't.xml:1: <agent> has size, which is not used',
    ]);
});

test('agents and their pieces have their places in the plan, whatever other files are read', async () => {
    const task = file(
        '<root><agent start_i="0" start_j="0" goal_i="1" goal_j="1"/><agent start_i="2" start_j="2" goal_i="2" goal_j="2"/></root>',
    );
    const { agents } = await read(LOG, { task });
    assert.deepEqual(
        agents.map((agent) => agent.source),
        [
            { line: 7, column: 9 },
            { line: 13, column: 9 },
        ],
    );
});

test('a wrong argument of the caller is a GrazeError that names it', async () => {
    const plan = file(LOG);
    const cases = /** @type {[any, any, string, string][]} */ ([
        [{ plan }, { radius: Number.NaN }, 'not-finite', 'radius'],
        [{ plan }, { radius: -1 }, 'out-of-range', 'radius'],
        [{ plan }, { radius: 1e300 }, 'out-of-range', 'radius'],
        [{ plan }, { radius: '1' }, 'wrong-type', 'radius'],
        [{ plan }, { radius: 1, atGoal: 'fly' }, 'unknown-option', 'atGoal'],
        [{ plan }, { radius: 1, atgoal: 'stay' }, 'unknown-option', 'options'],
        [{ plan }, null, 'wrong-type', 'options'],
        [{ plan, maps: plan }, { radius: 1 }, 'unknown-option', 'files'],
        [{}, { radius: 1 }, 'wrong-type', 'files.plan'],
        [{ plan, map: { name: 'm' } }, { radius: 1 }, 'wrong-type', 'files.map'],
        [undefined, { radius: 1 }, 'wrong-type', 'files'],
    ]);
    for (const [files, options, code, argument] of cases) {
        await assert.rejects(readScenario(files, options), { name: 'GrazeError', code, argument });
    }
    for (const files of [undefined, null]) {
        const message = `files must be an object, got ${files}`;
        await assert.rejects(readScenario(/** @type {any} */ (files)), { message, value: files });
    }
    const vanishing = await readScenario({ plan }, { radius: 0, atGoal: 'vanish' });
    assert.equal(vanishing.atGoal, 'vanish');
});

test('the place of an element is the beginning of its tag, however the file is split into chunks', async () => {
    const gap = fc.constantFrom('', '\n', '  \n ', 'text', '\r\n');
    const end = fc.constantFrom('', '\n', ' \n', ' a="1"', '\n a="2" ');
    const tag = fc
        .tuple(gap, fc.integer({ min: 1, max: 9 }), end)
        .map(([before, size, after]) => `${before}<${'n'.repeat(size)}${after}/>`);
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    const all = fc.asyncProperty(fc.array(tag), sizes, end, async (tags, cuts, after) => {
        const text = `<r${after}>${tags.join('')}</r>`;
        const pieces = async function* () {
            for (let at = 0, k = 0; at < text.length; at += cuts[k++ % cuts.length]) {
                yield text.slice(at, at + cuts[k % cuts.length]);
            }
        };
        const lines = text.replace(/\r\n?/g, '\n');
        const places = [...lines.matchAll(/<n/g)].map(({ index }) => {
            const before = lines.slice(0, index).split('\n');
            return {
                line: before.length,
                column: /** @type {string} */ (before.at(-1)).length + 1,
            };
        });
        const { root } = await readXml({ name: 'f.xml', text: pieces() });
        assert.deepEqual(
            root.children.map(({ position }) => position),
            places,
        );
    });
    await fc.assert(all, { numRuns: 200 });
});

test('files beyond the limits are refused before they fill the memory', async () => {
    const elements = `<root>${'<a/>'.repeat(LIMITS.elements)}`;
    await refuses(
        () => read(elements),
        'plan.xml:1:4000003: too-large: more than 1000000 elements',
    );
    const attributes = Array.from({ length: LIMITS.attributes + 1 }, (_, k) => `a${k}=""`);
    await refuses(() => read(`<root ${attributes.join(' ')}/>`), 'plan.xml:1:1: too-large');
    const few = { ...file(LOG, 'plan.xml'), limits: { characters: LOG.length - 1 } };
    await refuses(() => readScenario({ plan: few }), 'plan.xml:1:1: too-large');
    const agents = '<agent start_i="0" start_j="0" goal_i="0" goal_j="0"/>'.repeat(
        LIMITS.agents + 1,
    );
    await refuses(() => readCcbsTask(file(`<root>${agents}</root>`)), 'f.xml:1:1: too-large');
});

test('the number of cells of a map is limited: a side at the limit is refused long before the product', async () => {
    const limits = { cells: 5 };
    const grid = '<grid><row>0 0 0</row><row>0 0 0</row></grid>';
    const ccbs = `<root><map><width>3</width><height>2</height>${grid}</map></root>`;
    const movingAi = 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n';
    /** @type {[(source: any) => Promise<unknown>, string, string][]} */
    const cases = [
        [readCcbsMap, ccbs, 'f.xml:1:46: too-large: more than 5 cells'],
        [readMovingAiMap, movingAi, 'f.xml:3:1: too-large: more than 5 cells'],
    ];
    for (const [reader, text, beginning] of cases) {
        await refuses(() => reader({ ...file(text), limits }), beginning);
        await reader({ ...file(text), limits: { cells: 6 } });
    }
});

test('the radius comes from the options, else from the configuration, else it is an error with advice', async () => {
    const config = file('<root><algorithm><agent_size>0.25</agent_size></algorithm></root>');
    const plan = file(LOG);
    const radiusOf = async (/** @type {any} */ files, /** @type {any} */ options) => {
        const { shape } = (await readScenario({ plan, ...files }, options)).agents[0];
        return shape.kind === 'disc' && shape.radius;
    };
    assert.equal(await radiusOf({ config }, {}), 0.25);
    assert.equal(await radiusOf({ config }, { radius: 0.75 }), 0.75);
    const silent = file('<root><algorithm><precision>1</precision></algorithm></root>', 'c.xml');
    assert.equal(await radiusOf({ config: silent }, { radius: 0.75 }), 0.75);
    const unknown = (/** @type {RegExp} */ message) => ({
        name: 'GrazeError',
        code: 'radius-unknown',
        message,
    });
    await assert.rejects(radiusOf({}, {}), unknown(/^f\.xml does not.*--radius.*--config/));
    await assert.rejects(radiusOf({ config: silent }, {}), unknown(/^c\.xml does not/));
    const odd =
        '<root><algorithm><agent_size>1</agent_size>\n<hue>2</hue></algorithm><pen/></root>';
    const { notices } = await readCcbsConfig(file(odd, 'c.xml'));
    assert.deepEqual(notices, [
        'c.xml:2: <pen> is not a known setting',
        'c.xml:2: <hue> is not a known setting',
    ]);
});

test('a separate task overrides the copy in the log; its node ids need the roadmap', async () => {
    const other =
        '<root><agent start_i="0" start_j="0" goal_i="1" goal_j="1"/><agent start_i="2" start_j="2" goal_i="2" goal_j="2"/></root>';
    const scenario = await read(LOG, { task: file(other) });
    assert.deepEqual(scenario.agents[0].goal, { x: 1, y: 1 });
    const nodes = LOG.replace(
        /<agent start_i.*\n.*<agent start_i.*\n/,
        '<agent start_id="0" goal_id="1"/><agent start_id="1" goal_id="1"/>\n',
    ).replace(
        '<path duration="0"/>',
        '<path duration="1"><section number="0" start_i="3" start_j="4" goal_i="3" goal_j="4" duration="1"/></path>',
    );
    const placed = await read(nodes, { map: file(ROADMAP) });
    assert.deepEqual(placed.agents[0].start, { x: 0.5, y: -1 });
    const alone = await read(nodes);
    assert.equal(alone.agents[0].start, null);
    assert.ok(alone.notices.some((notice) => /starts and goals are not checked/.test(notice)));
});

test('declared totals that disagree with the sections become notices', async () => {
    const { notices } = await read(change(LOG, 'makespan="6"', 'makespan="7"'));
    assert.equal(notices.length, 1);
    assert.match(notices[0], /^plan\.xml:6: the summary's makespan is declared as 7/);
    const near = change(LOG, 'makespan="6"', 'makespan="6.000005"');
    assert.deepEqual((await read(near)).notices, []);
    const idle = await read(change(LOG, '<path duration="0"/>', '<path duration="1e-9"/>'));
    assert.match(idle.notices[0], /^plan\.xml:14: the path's duration is declared as 1e-9/);
});

/** Log without a task, of an agent that needs it. */
const NOWHERE = `<root><log>
<agent number="0"><path><section number="0" start_i="0" start_j="0" goal_i="0" goal_j="0" duration="1"/></path></agent>
<agent number="1"><path/></agent>
</log></root>`;

/** Name of the fault, text that is replaced (null: all), its replacement, and the beginning of the error. */
const BAD_LOGS = /** @type {[string, string | null, string, string][]} */ ([
    [
        'truncated',
        null,
        LOG.slice(0, LOG.indexOf('goal_i="3" goal_j="4" dur')),
        'plan.xml:10:60: bad-xml: the file ends inside <path>: was it cut short?',
    ],
    ['wrong root', null, '<plan/>', 'plan.xml:1:1: wrong-root'],
    ['no log', null, '<root/>', 'plan.xml:1:1: missing-element'],
    ['empty log', null, '<root><log></log></root>', 'plan.xml:1:7: no-agents'],
    [
        'missing attribute',
        'goal_j="4" duration="5"',
        'duration="5"',
        'plan.xml:10:17: missing-attribute: <section> has no attribute goal_j',
    ],
    [
        'trailing junk',
        'duration="5"',
        'duration="5s"',
        'plan.xml:10:17: bad-number: duration must be a decimal number, got "5s"',
    ],
    ['overflow', 'duration="5"', 'duration="1e999"', 'plan.xml:10:17: out-of-range: duration'],
    ['hexadecimal', 'duration="5"', 'duration="0x5"', 'plan.xml:10:17: bad-number'],
    ['digit groups', 'duration="5"', 'duration="5_0"', 'plan.xml:10:17: bad-number'],
    ['no number', 'duration="5"', 'duration=""', 'plan.xml:10:17: bad-number'],
    ['NaN', 'duration="5"', 'duration="NaN"', 'plan.xml:10:17: bad-number'],
    ['other digits', 'duration="5"', 'duration="٣"', 'plan.xml:10:17: bad-number'],
    ['negative duration', 'duration="5"', 'duration="-5"', 'plan.xml:10:17: out-of-range'],
    ['zero duration', 'duration="5"', 'duration="0"', 'plan.xml:10:17: zero-duration'],
    [
        'a jump',
        'number="1" start_i="0"',
        'number="1" start_i="0.5"',
        'plan.xml:10:17: discontinuity',
    ],
    [
        'section out of order',
        'section number="1"',
        'section number="2"',
        'plan.xml:10:17: bad-number: sections are numbered',
    ],
    [
        'agent out of order',
        'agent number="1"',
        'agent number="0"',
        'plan.xml:13:9: bad-number: agents are numbered',
    ],
    ['unknown element', '<summary', '<detour/><summary', 'plan.xml:6:9: unknown-element'],
    [
        'unknown element in a path',
        '<path duration="0"/>',
        '<path><hop/></path>',
        'plan.xml:14:19: unknown-element',
    ],
    ['no path', '<path duration="0"/>', '', 'plan.xml:13:9: missing-element'],
    ['two paths', '<path duration="0"/>', '<path/><path/>', 'plan.xml:14:20: duplicate-element'],
    [
        'fewer agents than the task',
        '<agent start_i="2" start_j="2" goal_i="2" goal_j="2"/>',
        '',
        'plan.xml:5:5: agent-count',
    ],
    [
        'duplicate attribute',
        'duration="5"',
        'duration="5" duration="5"',
        'plan.xml:10:109: bad-xml: duplicate attribute',
    ],
    ['not well-formed', '</path>', '</pth>', 'plan.xml:11:18: bad-xml'],
    [
        'document type',
        '<root>',
        '<!DOCTYPE root [<!ENTITY a "b">]><root>',
        'plan.xml:2:33: bad-xml: document types are not read',
    ],
    ['undefined entity', 'duration="5"', 'duration="&five;"', 'plan.xml:10:98: bad-xml'],
    [
        'processing instruction',
        '<root>',
        '<?run it?><root>',
        'plan.xml:2:10: bad-xml: processing instructions are not read',
    ],
    ['XML 1.1', 'version="1.0"', 'version="1.1"', 'plan.xml:1:21: bad-xml: only XML 1.0 is read'],
    ['a space for a number', 'duration="5"', 'duration=" "', 'plan.xml:10:17: bad-number'],
    [
        'a section in a section',
        'duration="5"/>',
        'duration="5"><section/></section>',
        'plan.xml:10:96: unknown-element: <section> holds <section>; expected nothing',
    ],
    [
        'text among the sections',
        '<path duration="6">',
        '<path duration="6">and then',
        'plan.xml:8:13: unknown-text: <path> holds the text "and then"; expected <section>',
    ],
    [
        'an element in the summary',
        '<summary makespan="6" flowtime="6"/>',
        '<summary><x/></summary>',
        'plan.xml:6:18: unknown-element',
    ],
    [
        'two summaries',
        '<summary ',
        '<summary/><summary ',
        'plan.xml:6:19: duplicate-element: <log> has more than one <summary>',
    ],
    [
        'an element in the task',
        'goal_j="2"/>',
        'goal_j="2"><via/></agent>',
        'plan.xml:4:58: unknown-element',
    ],
    [
        'two starts',
        '<agent start_i="2"',
        '<agent start_id="0" start_i="2"',
        'plan.xml:4:5: bad-agent',
    ],
    [
        'a tag whose name ends its line',
        '<section number="1" start_i="0"',
        '<section\n number="1" start_i="x"',
        'plan.xml:10:17: bad-number: start_i',
    ],
    [
        'the same with carriage returns',
        null,
        LOG.replace(
            '<section number="1" start_i="0"',
            '<section\n number="1" start_i="x"',
        ).replaceAll('\n', '\r\n'),
        'plan.xml:10:17: bad-number: start_i',
    ],
    ['an agent nowhere', null, NOWHERE, 'plan.xml:3:1: unknown-start: agent 1 has no section'],
    ['UTF-16', null, '\ufffd\ufffd<\0r\0', 'plan.xml:1:1: not-text'],
    [
        'half of a surrogate pair',
        '<path duration="6">',
        '<path duration="6">\ud800',
        'plan.xml:8:32: not-text',
    ],
    ['binary', null, '\x7fELF\0', 'plan.xml:1:5: not-text'],
    ['NUL', 'duration="5"', 'duration="\0"', 'plan.xml:10:93: not-text'],
    ['nothing', null, '', 'plan.xml:1:1: empty-file'],
    ['blank', null, ' \n ', 'plan.xml:1:1: empty-file'],
]);

for (const [what, from, to, beginning] of BAD_LOGS) {
    test(`a log is refused with its place: ${what}`, async () => {
        await refuses(() => read(from === null ? to : change(LOG, from, to)), beginning);
    });
}

test('deep nesting is refused without recursion', async () => {
    const deep = `<root>${'<a>'.repeat(100_000)}`;
    await refuses(() => read(deep), 'plan.xml:1:196: bad-xml: elements are nested');
});

test('names of properties of the prototype are neither attributes nor elements', async () => {
    await refuses(
        () => read(change(LOG, 'goal_j="4" duration', '__proto__="4" constructor="1" duration')),
        'plan.xml:10:17: missing-attribute',
    );
    await refuses(
        () => read(change(LOG, '<summary', '<__proto__/><summary')),
        'plan.xml:6:9: unknown-element',
    );
});

test('control and bidirectional characters in names do not reach a message', async () => {
    const bad = readScenario({ plan: file('<plan/>', 'a\u001b[2J\u202eb\nc') }, RADIUS);
    await assert.rejects(bad, (error) => {
        assert.ok(error instanceof Error);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        assert.ok(!/[\u0000-\u001f\u202e]/.test(error.message), JSON.stringify(error.message));
        return true;
    });
});

test('a message is one short line that still contains the complete name of the file', async () => {
    const name = `${'folder/'.repeat(20)}plan.xml`;
    await refuses(() => readCcbsTask(file('<plan/>', name)), `${name}:1:1: wrong-root`);
    const plan = LOG.replace('<summary', `<${'x'.repeat(10_000)}/><summary`);
    await assert.rejects(read(plan), (error) => {
        assert.ok(error instanceof InputError);
        assert.ok(error.message.length < 600, String(error.message.length));
        return true;
    });
});

test('text of a file is escaped in messages and notices', async () => {
    const odd = '\u202e\u061c';
    const task = `<root><agent id="${odd}" start_i="0" start_j="0" goal_i="0" goal_j="0"/></root>`;
    const map = `type octile\nheight 1\nwidth 1\nmap\n\u202e\n`;
    const calls = [
        () => readCcbsTask(file(task)),
        () => readMovingAiMap(file(map)),
        () => readCcbsMap(file(change(ROADMAP, 'target="b"', `target="${odd}"`))),
        () => readCcbsMap(file(change(ROADMAP, '3,4e0', odd))),
        () => readCcbsMap(file(change(MAP, '<row>0 1', `<row>${odd} 1`))),
    ];
    for (const call of calls) {
        await assert.rejects(call, (error) => {
            assert.ok(error instanceof InputError);
            assert.match(error.message, /\\u202e/);
            assert.ok(!/[\p{Cc}\p{Cf}]/u.test(error.message));
            return true;
        });
    }
    const config = '<root><algorithm><agent_size>1</agent_size><hue/></algorithm></root>';
    const { notices } = await readCcbsConfig(file(config, 'c\u001b[2J\n.xml'));
    assert.deepEqual(notices, ['c\\u001b[2J\\u000a.xml:1: <hue> is not a known setting']);
});

test('positions outside the map are refused where they are written', async () => {
    const map = file(MAP, 'map.xml');
    const far =
        '<root><agent start_i="0" start_j="0" goal_i="3" goal_j="9"/>\n<agent start_i="2" start_j="2" goal_i="2" goal_j="2"/></root>';
    await refuses(
        () => read(LOG, { map, task: file(far, 'task.xml') }),
        'task.xml:1:7: outside-map',
    );
    const out = LOG.replaceAll('goal_i="3" goal_j="4"', 'goal_i="30" goal_j="40"').replace(
        'duration="5"',
        'duration="50"',
    );
    await refuses(() => read(out, { map }), 'plan.xml:3:5: outside-map');
});

const BAD_MAPS = /** @type {[string, string, string, string][]} */ ([
    ['not well-formed', '<root>', '<rood>', 'f.xml:13:7: bad-xml'],
    ['no map', '<map>', '<plan>', 'f.xml:12:6: bad-xml'],
    ['two maps', '</map>', '</map><map/>', 'f.xml:12:7: duplicate-element'],
    ['an element beside the map', '</map>', '</map><hole/>', 'f.xml:12:7: unknown-element'],
    ['an element in the map', '<grid>', '<hole/><grid>', 'f.xml:5:1: unknown-element'],
    ['an element in a row', '1</row>', '1<hole/></row>', 'f.xml:10:17: unknown-element'],
    ['a row too short', '<row>0 1 0 0 0 0</row>', '<row>0 1 0 0 0</row>', 'f.xml:7:1: bad-grid'],
    ['a row without spaces', '<row>0 1 0 0 0 0</row>', '<row>010000</row>', 'f.xml:7:1: bad-grid'],
    ['an odd cell', '<row>0 1 0 0 0 0</row>', '<row>0 2 0 0 0 0</row>', 'f.xml:7:1: bad-grid'],
    ['a row too many', '</grid>', '<row>0 0 0 0 0 0</row></grid>', 'f.xml:11:1: bad-grid'],
    ['a size that is none', '<width>6</width>', '<width>6.5</width>', 'f.xml:3:1: bad-number'],
    ['a size that lies', '<height>5</height>', '<height>99999999</height>', 'f.xml:5:1: bad-grid'],
    [
        'a size beyond all bounds',
        '<height>5</height>',
        '<height>2000000000</height>',
        'f.xml:4:1: out-of-range',
    ],
    ['an element among the rows', '<grid>', '<grid><cell/>', 'f.xml:5:7: unknown-element'],
]);

for (const [what, from, to, beginning] of BAD_MAPS) {
    test(`a map is refused with its place: ${what}`, () =>
        refuses(() => readCcbsMap(file(change(MAP, from, to))), beginning));
}

const BAD_ROADMAPS = /** @type {[string, string, string, string][]} */ ([
    ['no coordinate key', 'attr.name="coords"', 'attr.name="colour"', 'f.xml:1:1: bad-roadmap'],
    ['a node twice', 'id="b"', 'id="a"', 'f.xml:5:1: duplicate-node'],
    ['an edge to nowhere', 'target="b"', 'target="c"', 'f.xml:6:1: unknown-node'],
    ['one coordinate', '3,4e0', '3', 'f.xml:5:14: bad-number'],
    ['a coordinate that is none', '3,4e0', '3,x', 'f.xml:5:14: bad-number'],
    ['a node without data', '<data key="k0">3,4e0</data>', '', 'f.xml:5:1: bad-roadmap'],
    ['an odd direction', '"directed"', '"sideways"', 'f.xml:3:1: bad-roadmap'],
    ['an edge of odd direction', '"b"/>', '"b" directed="1"/>', 'f.xml:6:1: bad-roadmap'],
    [
        'two keys',
        '<graph ',
        '<key id="k1" for="node" attr.name="coords"/><graph ',
        'f.xml:3:1: bad-roadmap',
    ],
    [
        'two coordinates',
        '0.5,-1</data>',
        '0,0</data><data key="k0">1,1</data>',
        'f.xml:4:39: bad-roadmap',
    ],
    [
        'a graph in a node',
        '</data></node>\n<edge',
        '</data><graph/></node>\n<edge',
        'f.xml:5:41: unknown-element',
    ],
    ['a hyperedge', '<edge', '<hyperedge/><edge', 'f.xml:6:1: unknown-element'],
]);

for (const [what, from, to, beginning] of BAD_ROADMAPS) {
    test(`a roadmap is refused with its place: ${what}`, () =>
        refuses(() => readCcbsMap(file(change(ROADMAP, from, to))), beginning));
}

test('files of another kind are refused by their root element', async () => {
    await refuses(() => readCcbsMap(file('<plan/>')), 'f.xml:1:1: wrong-root');
    await refuses(() => readCcbsTask(file('<graphml/>')), 'f.xml:1:1: wrong-root');
    await refuses(() => readCcbsConfig(file('<plan/>')), 'f.xml:1:1: wrong-root');
    await refuses(() => read(MAP), 'plan.xml:1:1: not-a-plan: it is a CCBS map, not a plan');
});

test('tasks are refused with their place', async () => {
    const read = (/** @type {string} */ text) => () => readCcbsTask(file(text, 't.xml'));
    await refuses(read('<root/>'), 't.xml:1:1: no-agents');
    await refuses(
        read('<root><agent start_i="0" start_j="0" goal_i="0"/></root>'),
        't.xml:1:7: missing-attribute',
    );
    await refuses(read('<root><agent start_id="-1" goal_id="0"/></root>'), 't.xml:1:7: bad-number');
    await refuses(
        read('<root><agent id="1" start_id="1" goal_id="0"/></root>'),
        't.xml:1:7: bad-agent',
    );
    const task = file(
        '<root><agent start_id="7" goal_id="0"/><agent start_id="1" goal_id="0"/></root>',
        't.xml',
    );
    const plan = file(LOG);
    await refuses(
        () => readScenario({ plan, task, map: file(ROADMAP) }, RADIUS),
        't.xml:1:7: unknown-node',
    );
    await refuses(
        () => readScenario({ plan, task, map: file(MAP) }, RADIUS),
        't.xml:1:7: wrong-map',
    );
});

test('configurations are refused with their place', async () => {
    const read = (/** @type {string} */ text) => () => readCcbsConfig(file(text, 'c.xml'));
    await refuses(read('<root/>'), 'c.xml:1:1: missing-element');
    await refuses(
        read('<root><algorithm><agent_size>-1</agent_size></algorithm></root>'),
        'c.xml:1:18: out-of-range',
    );
    await refuses(
        read('<root><algorithm><agent_size>1<b/></agent_size></algorithm></root>'),
        'c.xml:1:31: unknown-element',
    );
    await refuses(
        read('<root><algorithm><agent_size>1</agent_size><agent_size/></algorithm></root>'),
        'c.xml:1:44: duplicate-element',
    );
});

// The errors of the parser depended on how much of the text it got at once, and the check that a file is text read all
// of what came before the parser did.
test('a file has the same outcome and first error as a whole and in chunks', async () => {
    const log = '<root><log><agent number="0"><path/></agent></log></root>';
    for (const [text, place] of [
        [`${log}\nafter it`, ':2:9: bad-xml'],
        [`<root a="1" a="2"/>\ufffd`, ':1:20: not-text'],
        [`${log}\n\ud83d\ude00\n`, ':3:1: bad-xml'],
        [`${' '.repeat(70_000)}\n<root><\ufffd`, ':2:8: not-text'],
        [`<root>\r\n${'\r\n'.repeat(70_000)}<odd>`, ':70002:5: bad-xml'],
    ]) {
        const messages = [];
        for (const size of [text.length, 1, 3, 4096, 65_535, 65_537]) {
            const plan = { name: 'p.xml', text: inPieces(text, size) };
            const error = await readScenario({ plan }, { radius: 1 }).catch((e) => e);
            messages.push(error.message);
        }
        const whole = await readScenario({ plan: { name: 'p.xml', text } }, { radius: 1 }).catch(
            (e) => e,
        );
        assert.deepEqual(new Set(messages), new Set([whole.message]));
        assert.equal(whole.message.slice(5, 5 + place.length), place, whole.message);
    }
});

test('MovingAI files are refused with their place', async () => {
    const map = (/** @type {string} */ text) => () => readMovingAiMap(file(text, 'm.map'));
    await refuses(map('type\n'), 'm.map:1:1: bad-header');
    await refuses(map('type octile\nheight x\nwidth 1\nmap\n.\n'), 'm.map:2:8: bad-number');
    await refuses(map('type octile\nheight 2\nwidth 1\nmap\n.\n'), 'm.map:5:1: bad-grid');
    await refuses(map('type octile\nheight 1\nwidth 2\nmap\n.\n'), 'm.map:5:1: bad-grid');
    await refuses(map('type octile\nheight 1\nwidth 2\nmap\n.x\n'), 'm.map:5:2: bad-grid');
    await refuses(map('type octile\nheight 1\n'), 'm.map:3:1: bad-header');
    // The error named a third line, which does not exist.
    await refuses(map('type octile\nheight 1'), 'm.map:2:1: bad-header');
    await refuses(map('type octile\nheight 1\nwidth 1\nmap\n.\n\n.\n'), 'm.map:6:1: bad-grid');
    await refuses(map('type octile\nheight 2\nwidth 1\nmap\n.\n\n'), 'm.map:5:1: bad-grid');
    await refuses(map('type octile\nheight 1\nwidth 2\nmap\n .\n'), 'm.map:5:1: bad-grid');
    await refuses(map('type octile\nheight 99999999\nwidth 9\nmap\n'), 'm.map:4:1: bad-grid');
    await refuses(map('\n'.repeat(LIMITS.rows + 2)), 'm.map:1:1: empty-file');
    await refuses(map(`type octile${'\n'.repeat(LIMITS.rows + 1)}`), 'm.map:1000001:1: too-large');
    const scen = (/** @type {string} */ text) => () => readMovingAiScenario(file(text, 's.scen'));
    await refuses(scen('version 2\n'), 's.scen:1:1: bad-header');
    await refuses(scen('version 1\n'), 's.scen:1:1: no-agents');
    await refuses(scen('version 1\n0\tm\t3\t2\t0\t0\t2\t1\n'), 's.scen:2:1: bad-line');
    await refuses(scen('version 1\n0\tm\t3\t2\t0\t0\t3\t1\t2\n'), 's.scen:2:13: outside-map');
    await refuses(scen('version 1\nx\tm\t3\t2\t0\t0\t2\t1\t2\n'), 's.scen:2:1: bad-number');
    await refuses(scen('version 1\n0\tm\t3\t2\t0\t0\t2\t1\t-2\n'), 's.scen:2:17: out-of-range');
    await refuses(scen('version 1\n0\tm\t3\t2\t0\t-1\t2\t1\t2\n'), 's.scen:2:11: bad-number');
});

test('a plan of an unknown format is refused, and so is an unknown --format', async () => {
    await refuses(
        () => readScenario({ plan: file('hello', 'p.txt') }, RADIUS),
        'p.txt:1:1: unknown-format',
    );
    await assert.rejects(readScenario({ plan: file(LOG) }, { format: 'lacam', radius: 1 }), {
        code: 'unknown-format',
        argument: 'format',
    });
});

test('every truncation and every changed character gives a Scenario or an InputError, nothing else', async () => {
    const text = readFileSync(inRepository('web/scenes/conflict/plan_log.xml'), 'utf8');
    await fc.assert(
        fc.asyncProperty(
            fc.nat(text.length - 1),
            fc.option(fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }), {
                nil: undefined,
            }),
            async (at, letter) => {
                const broken =
                    letter === undefined
                        ? text.slice(0, at)
                        : text.slice(0, at) + letter + text.slice(at + 1);
                try {
                    const scenario = await read(broken);
                    assert.equal(scenario.agents.length, 6);
                } catch (error) {
                    assert.ok(error instanceof InputError, String(error));
                }
            },
        ),
        { numRuns: 300, seed: 21 },
    );
});

test('readers import the package by name and each other; a parser is loaded only for a file that needs it', () => {
    const folder = inRepository('js/formats');
    /** @type {Record<string, string[]>} */
    const users = {
        '#saxes': [],
        yaml: [],
        '#papaparse': [],
    };
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => each.endsWith('.js'))) {
        const text = readFileSync(`${folder}/${name}`, 'utf8');
        const imported = [...text.matchAll(/^(?:import|export)[^;]*? from '([^']+)';$/gm)];
        for (const [, from] of imported) {
            users[from]?.push(name);
            if (users[from] !== undefined || /^(?:graze|#internal)$/.test(from)) continue;
            const path = join('js/formats', dirname(name), from);
            assert.match(path, /^js\/(?:formats|scenario\/model)\/[\w/]+\.js$/, name);
            if (name === 'index.js')
                assert.match(path, /(?:text\/source|detection\/detection|model\/renamed)\.js$/);
            if (name.startsWith('detection/')) assert.match(path, /\/detection\//);
            assert.notEqual(name, 'text/source.js', name);
        }
    }
    assert.deepEqual(users, {
        '#saxes': ['text/xml_saxes.js'],
        yaml: ['text/yaml_file.js'],
        '#papaparse': ['text/csv.js', 'tracks/csv.js'],
    });
});

test('real MovingAI maps and scenarios are read', { skip: needsShared }, async () => {
    for (const name of ['kei18', 'league-of-robot-runners']) {
        const folder = inShared(`mapf/${name}`);
        const names = readdirSync(folder);
        for (const map of names.filter((each) => each.endsWith('.map'))) {
            const grid = await readMovingAiMap(sourceFile(`${folder}/${map}`));
            assert.equal(grid.blocked.length, grid.nx * grid.ny, map);
        }
        for (const scen of names.filter((each) => each.endsWith('.scen'))) {
            const map = scen.replace(/-random-1\.scen$/, '.map');
            const grid = await readMovingAiMap(sourceFile(`${folder}/${map}`));
            const { agents } = await readMovingAiScenario(sourceFile(`${folder}/${scen}`));
            assert.ok(agents.length > 100);
            for (const { start, goal, width, height } of agents) {
                assert.deepEqual([width, height], [grid.nx, grid.ny]);
                for (const { x, y } of [start, goal]) {
                    assert.equal(grid.blocked[x * grid.ny + y], 0, scen);
                }
            }
        }
    }
});

test('all real plans of CCBS and its descendant are read', {
    skip: needsShared,
}, async () => {
    let plans = 0;
    for (const group of ['ccbs', 'occbs']) {
        for (const name of readdirSync(inShared(`mapf/${group}`))) {
            if (name.endsWith('.json')) continue;
            const folder = inShared(`mapf/${group}/${name}`);
            const find = (/** @type {RegExp} */ pattern) =>
                sourceFile(`${folder}/${readdirSync(folder).find((each) => pattern.test(each))}`);
            const plan = find(/_log\.xml$/);
            const files = {
                plan,
                map: find(/map\.xml$/),
                task: find(/task\.xml$/),
                config: find(/config\.xml$/),
            };
            const { agents, notices } = await readScenario(files);
            const sections = agents.reduce((sum, { motion }) => sum + motion.length, 0);
            assert.equal(sections, plan.text.split('<section ').length - 1, folder);
            assert.deepEqual(notices, [], folder);
            assert.ok(agents.every(({ start, goal }) => start !== null && goal !== null));
            const alone = await readScenario({ plan }, RADIUS);
            assert.equal(alone.agents.length, agents.length);
            plans++;
        }
    }
    assert.equal(plans, 17);
});

test('a report names only files that the format of the plan takes', async () => {
    /** @type {Set<string>} */
    const formats = new Set();
    for (const { files, options } of SEEDS.any()) {
        const { plan, map, task, config } = files;
        // Without a size, unless the format must have one; and with one.
        for (const settings of [{}, { ...options, radius: 0.25 }]) {
            if (plan === undefined) continue;
            const scenario =
                (await readScenario({ plan }, settings).catch(() => null)) ??
                (await readScenario({ plan, map, task, config }, settings).catch(() => null));
            if (scenario === null) continue;
            const result = await validate(scenario);
            formats.add(result.format);
            const texts = [
                ...describeChecks(result, false, { flags: true }),
                describeMissing(CHECK_NAMES, result) ?? '',
            ];
            const roles = texts.flatMap((text) => text.match(/--(?:map|task|config)/g) ?? []);
            for (const role of new Set(roles.map((flag) => flag.slice(2)))) {
                const more = { plan, [role]: file('<unreadable', `other.${role}`) };
                const read = readScenario(more, { ...settings, format: result.format });
                await assert.rejects(read, (error) => {
                    assert.ok(error instanceof InputError, String(error));
                    assert.notEqual(error.code, 'unused-file', `${result.format}: --${role}`);
                    return true;
                });
            }
        }
    }
    assert.deepEqual([...formats].sort(), [...FORMATS].sort());
});

test('every violation has the lines of its agents, those of their pieces where the file has them', async () => {
    /** @type {Set<string>} */
    const formats = new Set();
    for (const { files, options } of SEEDS.any()) {
        const scenario = await readScenario(
            /** @type {import('graze/scenario').ScenarioFiles} */ (files),
            options,
        ).catch(() => null);
        if (scenario === null) continue;
        const { violations } = await validate(scenario, { suggestDelays: false });
        const lineCount = (files.plan?.text ?? '').split('\n').length;
        for (const { agents, pieces, lines = [] } of violations) {
            formats.add(scenario.format);
            assert.equal(lines.length, agents.length);
            for (const [k, line] of lines.entries()) {
                // The motion is made only now, with the positions of its pieces.
                /** @type {import('graze/scenario').Agent} */
                const { motion, source } = scenario.agents[agents[k]];
                const piece = pieces[k] ?? null;
                /** @type {import('graze/scenario').SourcePosition | undefined} */
                const expected = (piece === null ? undefined : motion[piece].source) ?? source;
                assert.equal(line, expected?.line);
                assert.ok(Number(line) >= 1 && Number(line) <= lineCount);
            }
        }
    }
    for (const name of ['ccbs', 'commonroad', 'graze', 'kei18', 'libmrp', 'lorr', 'mapf-tracker']) {
        assert.ok(formats.has(name), name);
    }
});

test('a conflict of a plan in steps names the piece of its step, also after a wait that is one piece', async () => {
    const text = [
        'statistics: {cost: 8, makespan: 4}',
        'schedule:',
        '  agent0:',
        '    - {x: 0, y: 0, t: 0}',
        '    - {x: 0, y: 0, t: 3}',
        '    - {x: 1, y: 0, t: 4}',
        '  agent1:',
        '    - {x: 2, y: 0, t: 0}',
        '    - {x: 2, y: 0, t: 3}',
        '    - {x: 1, y: 0, t: 4}',
        '',
    ].join('\n');
    const scenario = await readScenario({ plan: file(text, 'p.yaml') });
    const { violations } = await validate(scenario);
    const [{ kind, pieces, lines }] = violations;
    assert.deepEqual([kind, pieces, lines], ['vertex', [1, 1], [6, 10]]);
    assert.deepEqual(scenario.agents[0].motion[1].source, { line: 6, column: 7 });
    // A scenario from elsewhere may have no lines, or wrong ones.
    const [first, second] = scenario.agents;
    const agents = [
        {
            ...first,
            motion: first.motion.map(({ source: _, ...piece }) => piece),
            source: undefined,
        },
        {
            ...second,
            motion: second.motion.map(({ source: _, ...piece }) => piece),
            source: /** @type {any} */ ({ line: -1 }),
        },
    ];
    const bare = await validate({ ...scenario, agents });
    assert.equal('lines' in bare.violations[0], false);
});
