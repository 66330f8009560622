import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { readPgm, readRosMap, toObstacles } from '../../js/formats/maps/ros_map.js';
import { inShared, needsShared } from '../helpers.js';
import { refuses } from './refusals.js';

/** @import { ReadOptions } from 'graze/scenario' */

const g = createSync();

const YAML = `image: m.pgm
resolution: 0.5
origin: [-1, -2, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
`;

/** Two rows of three pixels: black, unknown gray, white; white, white, black. */
const P2 = 'P2\n# a comment\n3 2 # and one more\n255\n0 205 254\n254 254 0\n';

/** @param {string} text @param {number[]} [bytes] */
function imageOf(text, bytes = []) {
    return { name: 'm.pgm', bytes: Uint8Array.of(...new TextEncoder().encode(text), ...bytes) };
}

/** @param {string} text */
function yaml(text) {
    return { name: 'm.yaml', text };
}

/** @param {{ nx: number, ny: number, blocked: Uint8Array }} grid row by row from the top */
function rowsOf({ nx, ny, blocked }) {
    return Array.from({ length: ny }, (_, j) =>
        Array.from({ length: nx }, (_, i) => (blocked[i * ny + j] ? '#' : '.')).join(''),
    );
}

test('both kinds of PGM have the same pixels, with one byte or two', () => {
    const plain = readPgm(imageOf(P2));
    assert.deepEqual([plain.width, plain.height, plain.max, plain.rest], [3, 2, 255, 0]);
    assert.deepEqual([...plain.pixels], [0, 205, 254, 254, 254, 0]);
    const bytes = readPgm(imageOf('P5 3 2 255\n', [0, 205, 254, 254, 254, 0]));
    assert.deepEqual(bytes, plain);
    // A pixel may look like a blank or a comment.
    assert.deepEqual([...readPgm(imageOf('P5\n2 1\n255\n', [10, 35])).pixels], [10, 35]);
    const wide = readPgm(imageOf('P5\n2 1\n65535\n', [1, 2, 255, 255]));
    assert.deepEqual([...wide.pixels], [258, 65_535]);
    assert.equal(readPgm(imageOf('P5 1 1 9\n', [9, 32, 7])).rest, 1);
    // Where lines end in two bytes, both end the header, unless the pixels need the second.
    const pair = readPgm(imageOf('P5\r\n2 1\r\n255\r\n', [7, 8]));
    assert.deepEqual([...pair.pixels, pair.rest], [7, 8, 0]);
    assert.deepEqual([...readPgm(imageOf('P5\r\n2 1\r\n255\r\n', [7])).pixels], [10, 7]);
    assert.deepEqual([...readPgm(imageOf('P5\n2 1\n255\r', [10, 7])).pixels], [10, 7]);
});

test('damaged images are refused with their place', () => {
    /** @type {[string, number[], string][]} */
    const cases = [
        ['P6\n1 1\n255\n', [1, 2, 3], 'm.pgm:1:1: bad-image: the image must be a PGM'],
        ['', [], 'm.pgm:1:1: bad-image: the image must be a PGM'],
        ['P5\n', [], 'm.pgm:2:1: bad-image: the image ends before the width'],
        ['P51 1 1\n', [0], 'm.pgm:1:3: bad-image: P5 must be followed by a blank'],
        [
            'P5\n0 4\n255\n',
            [],
            'm.pgm:2:1: bad-image: the width must be from 1 to 100000000, got 0',
        ],
        ['P5\n4 -1\n255\n', [], 'm.pgm:2:3: bad-image: the height must be a whole number'],
        [
            'P5\n4 4\n0\n',
            [],
            'm.pgm:3:1: bad-image: the value of white must be from 1 to 65535, got 0',
        ],
        [
            'P5\n4 4\n65536\n',
            [],
            'm.pgm:3:1: bad-image: the value of white must be from 1 to 65535',
        ],
        ['P5\n99999 99999\n255\n', [], 'm.pgm:2:12: too-large: the image has 99999 x 99999 pixels'],
        ['P5\n9999 9999\n255\n', [1], 'm.pgm:3:4: bad-image: the image is cut short: 9999 x 9999'],
        ['P5\n2 2\n255\n', [1, 2, 3], 'm.pgm:3:4: bad-image: the image is cut short'],
        ['P5\n2 1\n256\n', [1, 2, 3], 'm.pgm:3:4: bad-image: the image is cut short'],
        ['P5\n1 1\n9\n', [10], 'm.pgm:3:2: bad-image: pixel 0 of row 0 must be at most 9, got 10'],
        ['P2\n2 1\n9\n1\n', [], 'm.pgm:5:1: bad-image: the image ends before pixel 1 of row 0'],
        [
            'P2\n2 1\n9\n123\n',
            [],
            'm.pgm:4:1: bad-image: pixel 0 of row 0 must be from 0 to 9, got 123',
        ],
        ['P2\n2 1\n9\n1 x\n', [], 'm.pgm:4:3: bad-image: pixel 1 of row 0 must be a whole number'],
        ['P2\n2 1\n9\n1    \n', [], 'm.pgm:5:1: bad-image: the image ends before pixel 1 of row 0'],
    ];
    for (const [text, bytes, message] of cases) {
        assert.throws(
            () => readPgm(imageOf(text, bytes)),
            (/** @type {any} */ error) => {
                assert.equal(error.message.slice(0, message.length), message);
                return true;
            },
        );
    }
});

test('cells are occupied, free or unknown as map_server has them', async () => {
    const blocked = async (/** @type {string} */ text, /** @type {string} */ image = P2) => {
        const request = { image: imageOf(image), unknownCells: /** @type {const} */ ('free') };
        return rowsOf((await readRosMap(yaml(text), request)).grid);
    };
    assert.deepEqual(await blocked(YAML), ['#..', '..#']);
    assert.deepEqual(await blocked(YAML.replace('negate: 0', 'negate: 1')), ['.##', '##.']);
    assert.deepEqual(await blocked(YAML.replace('negate: 0', 'negate: false')), ['#..', '..#']);
    assert.deepEqual(await blocked(YAML.replace('negate: 0\n', '')), ['#..', '..#']);
    // 205 of 255 is 0.196 of the way to black: free below a threshold of 0.25, unknown at 0.196.
    const map = await readRosMap(yaml(YAML), { image: imageOf(P2) });
    assert.deepEqual(rowsOf(map.grid), ['##.', '..#']);
    assert.match(map.notices[0], /^m\.yaml:1: 1 unknown cells of the map count as blocked/);
    const free = YAML.replace('0.196', '0.25');
    assert.deepEqual((await readRosMap(yaml(free), { image: imageOf(P2) })).notices, []);
    // In raw mode pixels are percent, and above 100 unknown.
    const raw = `${YAML}mode: raw\n`;
    assert.deepEqual(await blocked(raw, 'P2 4 1 255\n100 65 66 101'), ['#.#.']);
    assert.deepEqual(await blocked(`${YAML}mode: scale\n`), ['#..', '..#']);
});

test('a map is an obstacle of a plan in lengths, with its lower left corner at the origin', async () => {
    /** @param {number} x @param {number} y */
    const robot = (x, y) => `{ "shape": { "kind": "disc", "radius": 0.1 }, "start": [${x}, ${y}] }`;
    /** @param {string} map @param {string[]} robots @param {ReadOptions} [options] */
    const violations = async (map, robots, options) => {
        const plan = { name: 'p.json', text: `{ "graze": 2, "agents": [${robots.join(', ')}] }` };
        const files = { plan, map: yaml(map), image: imageOf(P2) };
        const scenario = await readScenario(files, { unknownCells: 'free', ...options });
        const result = await validate(scenario, { graze: g });
        assert.deepEqual([result.undecided, result.obstacles], [[], 1]);
        return result.violations.map(({ agents, obstacle }) => [agents[0], obstacle]);
    };
    // The cells (0, 1) and (2, 0), counted from the lower left corner, are occupied.
    const places = [
        robot(-0.75, -1.25),
        robot(-0.75, -1.75),
        robot(0.25, -1.75),
        robot(0.25, -1.25),
    ];
    assert.deepEqual(await violations(YAML, places), [
        [0, 'map'],
        [2, 'map'],
    ]);
    // Turned by a quarter about the corner, (x, y) is at (-1 - (y + 2), -2 + x + 1).
    const turned = YAML.replace('-2, 0]', '-2, 1.5707963267948966]');
    assert.deepEqual(await violations(turned, [robot(-1.75, -1.75), robot(-0.75, -1.25)]), [
        [0, 'map'],
    ]);
    const unknown = [robot(-0.25, -1.25)];
    assert.deepEqual(await violations(YAML, unknown), []);
    assert.deepEqual(await violations(YAML, unknown, { unknownCells: 'blocked' }), [[0, 'map']]);
});

test('a map has the cells of a plan on a grid, from the top of the image', async () => {
    const plan = { name: 'p.txt', text: '0:(2,0),(0,1),\n1:(2,1),(0,0),\n' };
    const files = { plan, map: yaml(YAML), image: imageOf(P2) };
    const scenario = await readScenario(files, { unknownCells: 'free' });
    assert.deepEqual(rowsOf(/** @type {any} */ (scenario.grid)), ['#..', '..#']);
    assert.match(scenario.notices.join('\n'), /lengths are in cells of the map, each of 0\.5 m/);
    const { violations } = await validate(scenario, { graze: g });
    const kinds = violations.map(({ kind, agents, position }) => [kind, agents[0], position]);
    assert.deepEqual(
        kinds.filter(([kind]) => kind === 'agent-obstacle'),
        [
            ['agent-obstacle', 0, [2, 1]],
            ['agent-obstacle', 1, [0, 0]],
        ],
    );
    // The image may be found by its name.
    const found = await readScenario(
        { plan, map: yaml(YAML) },
        {
            findImage: async (name) => {
                assert.equal(name, 'm.pgm');
                return imageOf(P2);
            },
        },
    );
    assert.deepEqual(rowsOf(/** @type {any} */ (found.grid)), ['##.', '..#']);
});

test('unknownCells without an occupancy map is an error', async () => {
    const plan = { name: 'p.txt', text: '0:(2,0),\n1:(2,0),\n' };
    await assert.rejects(readScenario({ plan }, { unknownCells: 'free' }), {
        code: 'unused-option',
        argument: 'unknownCells',
        message:
            'unknownCells (--unknown-cells) must not be given without an occupancy map of ROS (--map)',
    });
});

test('damaged maps are refused with their place', async () => {
    const plan = { name: 'p.txt', text: '0:(2,0),\n1:(2,0),\n' };
    /** @type {[string, string, string][]} */
    const cases = [
        ['resolution: 0.5\n', '', '1:1: missing-element: the map has no resolution'],
        ['image: m.pgm\n', '', '1:1: missing-element: the map has no image'],
        ['image: m.pgm', 'image: ""', '1:1: missing-value: image is empty'],
        ['origin: [-1, -2, 0]\n', '', '1:1: missing-element: the map has no origin'],
        ['-2, 0]', '-2]', '3:9: wrong-length: origin must be [x, y, yaw], got 2 values'],
        ['-2, 0]', '.nan, 0]', '3:14: bad-number: origin must be a decimal number'],
        ['resolution: 0.5', 'resolution: 0', '2:13: out-of-range: resolution must be above 0'],
        ['resolution: 0.5', 'resolution: .inf', '2:13: bad-number: resolution'],
        [
            'free_thresh: 0.196',
            'free_thresh: 0.7',
            '6:14: out-of-order: free_thresh must not be above occupied_thresh (0.65), got 0.7',
        ],
        [
            'free_thresh: 0.196',
            'free_thresh: 1.7',
            '6:14: out-of-range: free_thresh must be from 0 to 1',
        ],
        ['negate: 0', 'negate: maybe', '4:9: bad-number: negate'],
        ['negate: 0', 'mode: gray', '4:7: unknown-value: mode must be one of trinary, scale, raw'],
        ['negate: 0', 'negate: 0\nnegate: 0', '5:1: duplicate-element'],
    ];
    for (const [from, to, message] of cases) {
        const map = yaml(YAML.replace(from, to));
        await refuses(() => readScenario({ plan, map, image: imageOf(P2) }), `m.yaml:${message}`);
    }
    await refuses(
        () => readScenario({ plan, map: yaml(YAML) }),
        'm.yaml:1:1: missing-image: the map needs its image "m.pgm"',
    );
    await refuses(
        () => readScenario({ plan, image: imageOf(P2) }),
        'm.pgm:1:1: unused-file: an image belongs to',
    );
    await refuses(
        () => readScenario({ plan, map: yaml(P2) }),
        'm.yaml:1:1: wrong-content: it is an image: give the YAML file',
    );
    const text = `${YAML}author: me\n`;
    const { notices } = await readRosMap(yaml(text), { image: imageOf(P2), unknownCells: 'free' });
    assert.equal(notices[0], 'm.yaml:7: "author" is not used');
    const own = JSON.stringify({ graze: 2, agents: [] });
    await refuses(
        () => readScenario({ plan: { name: 'p.json', text: own }, map: yaml('resolution: 1\n') }),
        "m.yaml:1:1: unused-file: a plan in graze's own format takes no map except an occupancy map",
    );
    // A map may be in braces, as JSON.
    const members = { image: 'm.pgm', resolution: 0.5, origin: [-1, -2, 0], free_thresh: 0.196 };
    const json = JSON.stringify(members);
    for (const text of [json, json.replaceAll(/"(\w+)":/g, '$1: ')]) {
        const files = { plan, map: yaml(text), image: imageOf(P2) };
        assert.deepEqual(
            (await readScenario(files)).grid,
            (await readScenario({ ...files, map: yaml(YAML) })).grid,
        );
    }
    const many = { ...yaml(YAML), limits: { elements: 1 } };
    await assert.rejects(
        async () =>
            toObstacles(await readRosMap(many, { image: imageOf('P2 3 1 1\n0 1 0') }), 'map'),
        { code: 'too-large' },
    );
});

test('a point that moves along any line of cells through a wall collides', async () => {
    const side = 140;
    const rows = Array.from({ length: side }, (_, j) =>
        Array.from({ length: side }, (_, i) => Number(i < 10 || i > 130 || j < 10 || j > 130)),
    );
    const image = imageOf(`P2 ${side} ${side} 1\n${rows.map((row) => row.join(' ')).join('\n')}`);
    const files = { map: yaml(YAML.replace('[-1, -2, 0]', '[0, 0, 0]')), image };
    for (let line = 11; line < 130; line++) {
        for (const swap of [false, true]) {
            const [across, along] = [[line / 2], [0, 10]];
            const [x, y] = swap ? [along, across] : [across, along];
            const agents = [
                { shape: { kind: 'disc', radius: 0 }, motion: [{ t0: 0, t1: 7, x, y }] },
            ];
            const text = JSON.stringify({ graze: 2, agents });
            const scenario = await readScenario({ plan: { name: 'p.json', text }, ...files });
            const { valid, violations } = await validate(scenario, { graze: g });
            assert.equal(valid, false, `line ${line}, ${swap}`);
            assert.equal(violations.length, 1);
        }
    }
});

test('real maps of Nav2 are read', { skip: needsShared }, async () => {
    for (const [
        name,
        width,
        height,
        unknown,
    ] of /** @type {[string, number, number, number][]} */ ([
        ['depot', 604, 307, 0],
        ['tb3_sandbox', 384, 384, 138_683],
    ])) {
        const [text, bytes] = ['yaml', 'pgm'].map((end) =>
            readFileSync(inShared(`real/ros/${name}.${end}`)),
        );
        const file = { name: `${name}.yaml`, text: text.toString() };
        const image = { name: `${name}.pgm`, bytes };
        const map = await readRosMap(file, { image, unknownCells: 'free' });
        const pixels = bytes.subarray(bytes.length - width * height);
        const { grid, notices } = map;
        assert.deepEqual([grid.nx, grid.ny], [width, height]);
        // Black is occupied: more than 0.65 of the way from white.
        for (let k = 0; k < pixels.length; k++) {
            const cell = (k % width) * height + Math.floor(k / width);
            assert.equal(grid.blocked[cell], pixels[k] < 0.35 * 255 ? 1 : 0);
        }
        assert.match(notices.join(), unknown === 0 ? /^$/ : new RegExp(`${unknown} unknown cells`));
        // The rectangles cover the occupied cells, and no others.
        const covered = new Uint8Array(grid.blocked.length);
        for (const { shape } of toObstacles(map, 'map')) {
            for (const part of shape.kind === 'group' ? shape.parts : [shape]) {
                const [[left, low], , [right, high]] = /** @type {any} */ (part).points.map(
                    (/** @type {number[]} */ point) =>
                        point.map((value) => Math.round(value / map.resolution)),
                );
                for (let i = left; i < right; i++) {
                    covered.fill(1, (i + 1) * height - high, (i + 1) * height - low);
                }
            }
        }
        assert.deepEqual(covered, grid.blocked);
    }
});
