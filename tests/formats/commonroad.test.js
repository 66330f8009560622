import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { InputError, readScenario, validate, writeScenario } from 'graze/scenario';
import fc from '../fast_check.js';
import { inShared, needsShared, sourceFile } from '../helpers.js';
import { changed, placeOf, refuses } from './refusals.js';

/** @import { Scenario } from '../../js/scenario/model/scenario.js' */

const ROOT = 'timeStepSize="0.5" commonRoadVersion="2020a" benchmarkID="ZAM_Test-1_1_T-1"';

/** @param {string} content @param {string} [attributes] */
function road(content, attributes = ROOT) {
    return `<commonRoad ${attributes}>\n${content}\n</commonRoad>\n`;
}

const CAR = '<rectangle><length>4</length><width>2</width></rectangle>';

/** @param {number} step @param {number} x @param {number} y @param {number | string} heading @param {string} [tag] */
function state(step, x, y, heading, tag = 'state') {
    const orientation = `<orientation><exact>${heading}</exact></orientation>`;
    return `<${tag}><position><point><x>${x}</x><y>${y}</y></point></position>${orientation}<time><exact>${step}</exact></time></${tag}>`;
}

/** @param {string} shape @param {string[]} states the first is the initial one */
function dynamic(shape, [initial, ...others], id = 7) {
    const first = initial.replaceAll('state>', 'initialState>');
    return `<dynamicObstacle id="${id}"><type>car</type><shape>${shape}</shape>\n${first}<trajectory>${others.join('\n')}</trajectory></dynamicObstacle>`;
}

const TWO = [state(0, 1, 2, 0.5), state(1, 3, 2, 1)];

/** @param {string} text @param {object} [options] @returns {Promise<Scenario>} */
function read(text, options) {
    return readScenario({ plan: { name: 'r.xml', text } }, options);
}

/** @param {string} shape @param {string[]} [states] */
function readBody(shape, states = TWO) {
    return read(road(dynamic(shape, states)));
}

/** Returns the corners of every piece at a time, as the oracle would place them. @param {Scenario} scenario @param {number} t */
function cornersAt({ agents: [{ shape, motion }] }, t) {
    const piece = motion.find(({ t0, t1 }) => t >= t0 && t <= t1);
    assert.ok(piece);
    /** @param {number[]} p */
    const at = (p) => p.reduceRight((sum, c) => sum * (t - piece.t0) + c, 0);
    const [x, y, theta] = [at(piece.x), at(piece.y), at(piece.angle ?? [0])];
    const parts =
        shape.kind === 'group'
            ? shape.parts
            : [
                  /** @type {import('graze/scenario').Disc | import('graze/scenario').Polygon} */ (
                      shape
                  ),
              ];
    return parts.flatMap((part) => {
        const points = part.kind === 'disc' ? [[0, 0]] : part.points;
        return points.map(([px, py]) => [
            x + px * Math.cos(theta) - py * Math.sin(theta),
            y + px * Math.sin(theta) + py * Math.cos(theta),
        ]);
    });
}

/** @param {number[][]} found @param {number[][]} expected in any order */
function sameCorners(found, expected) {
    assert.equal(found.length, expected.length);
    for (const [x, y] of expected) {
        const isThere = found.some(([px, py]) => Math.hypot(px - x, py - y) < 1e-12);
        assert.ok(isThere, `${x}, ${y} in ${JSON.stringify(found)}`);
    }
}

test('a moving obstacle: full sizes, linear between its states, gone before and after', async () => {
    const scenario = await readBody(CAR, [
        state(2, 1, 2, 0.5),
        state(3, 3, 2, 1),
        state(4, 3, 2, 1),
    ]);
    assert.equal(scenario.format, 'commonroad');
    assert.deepEqual([scenario.beforeStart, scenario.atGoal], ['vanish', 'vanish']);
    assert.deepEqual([scenario.timeStep, scenario.axes], [0.5, 'right-up']);
    const [{ name, shape, motion, source }] = scenario.agents;
    assert.deepEqual([name, source], ['7', { line: 2, column: 1 }]);
    assert.deepEqual(shape, {
        kind: 'polygon',
        points: [
            [-2, -1],
            [2, -1],
            [2, 1],
            [-2, 1],
        ],
        radius: 0,
    });
    const [one, two] = motion.map(({ source, ...piece }) => piece);
    assert.deepEqual(one, {
        t0: 1,
        t1: 1.5,
        x: [1, 4],
        y: [2],
        angle: [0.5, 1],
        end: { x: 3, y: 2 },
    });
    assert.deepEqual(two, { t0: 1.5, t1: 2, x: [3], y: [2], angle: [1], end: { x: 3, y: 2 } });
});

test('headings turn along the shorter arc, whatever whole turns they are written with', async () => {
    const headings = [3, -3, 3, 9.4, -9.2];
    const states = headings.map((heading, k) => state(k, k, 0, heading));
    const { agents } = await readBody(CAR, states);
    const [{ motion }] = agents;
    for (const [k, { t0, t1, angle = [] }] of motion.entries()) {
        const turned = (angle[1] ?? 0) * (t1 - t0);
        const next = motion[k + 1]?.angle?.[0] ?? angle[0] + turned;
        assert.ok(Math.abs(turned) <= Math.PI);
        assert.ok(Math.abs(angle[0] + turned - next) < 1e-12, 'no jump');
        assert.ok(Math.abs(Math.sin((next - headings[k + 1]) / 2)) < 1e-12, 'the file’s heading');
    }
});

test('a heading that turns about within a step is reported', async () => {
    const { notices } = await readBody(CAR, [state(0, 0, 0, 0), state(1, 1, 0, 3)]);
    assert.match(notices[0], /^r\.xml:3: the heading changes by more than a quarter turn/);
});

test('shapes turn about their own centers, as CommonRoad has them', async () => {
    const offset =
        '<rectangle><length>4</length><width>2</width><orientation>1.5707963267948966</orientation><center><x>10</x><y>0</y></center></rectangle>';
    const scenario = await readBody(offset, [state(0, 1, 2, 0), state(1, 1, 2, Math.PI / 2)]);
    // Its own orientation is a quarter turn: at first it stands along y about (11, 2), then along x.
    sameCorners(cornersAt(scenario, 0), [
        [10, 0],
        [12, 0],
        [12, 4],
        [10, 4],
    ]);
    sameCorners(cornersAt(scenario, 0.5), [
        [9, 1],
        [13, 1],
        [13, 3],
        [9, 3],
    ]);
    const triangle =
        '<polygon><point><x>0</x><y>0</y></point><point><x>3</x><y>0</y></point><point><x>0</x><y>3</y></point></polygon>';
    const turned = await readBody(triangle, [state(0, 5, 5, 0), state(1, 5, 5, Math.PI)]);
    sameCorners(cornersAt(turned, 0), [
        [5, 5],
        [8, 5],
        [5, 8],
    ]);
    // Half a turn about the centroid (6, 6).
    sameCorners(cornersAt(turned, 0.5), [
        [7, 7],
        [4, 7],
        [7, 4],
    ]);
});

test('circles, also beside the reference point, do not turn and need no orientation', async () => {
    const circle = '<circle><radius>1.5</radius><center><x>2</x><y>0</y></center></circle>';
    const states = TWO.map((each) => each.replace(/<orientation>.*<\/orientation>/, ''));
    const { agents } = await readBody(circle, states);
    assert.deepEqual(agents[0].shape, { kind: 'disc', radius: 1.5 });
    const [{ x, y, angle }] = agents[0].motion;
    assert.deepEqual([x, y, angle], [[3, 4], [2], undefined]);
});

test('several shapes are one body, as long as they keep one heading', async () => {
    const group = `${CAR}<circle><radius>1</radius><center><x>4</x><y>0</y></center></circle>`;
    const straight = await readBody(group, [
        state(0, 0, 0, Math.PI / 2),
        state(1, 0, 1, Math.PI / 2),
    ]);
    const [{ shape, motion }] = straight.agents;
    assert.ok(shape.kind === 'group' && motion[0].angle === undefined);
    sameCorners(cornersAt(straight, 0), [
        [-1, -2],
        [1, -2],
        [1, 2],
        [-1, 2],
        [4, 0],
    ]);
    await refuses(() => readBody(group), 'r.xml:2:1: turning-group: ');
    const concentric = await readBody(`${CAR}<circle><radius>3</radius></circle>`);
    assert.deepEqual(concentric.agents[0].motion[0].angle, [0.5, 1]);
});

test('a polygon need not be convex, and must not cross itself', async () => {
    const ell = [
        [0, 0],
        [2, 0],
        [2, 1],
        [1, 1],
        [1, 2],
        [0, 2],
    ];
    const points = ell.map(([x, y]) => `<point><x>${x}</x><y>${y}</y></point>`).join('');
    const { agents } = await readBody(`<polygon>${points}</polygon>`, [
        state(0, 0, 0, 0),
        state(1, 1, 0, 0),
    ]);
    const { shape } = agents[0];
    assert.deepEqual(shape, { kind: 'polygon', points: ell, radius: 0 });
    /** @param {[number, number][]} points */
    const polygon = (points) =>
        `<polygon>${points.map(([x, y]) => `<point><x>${x}</x><y>${y}</y></point>`).join('')}</polygon>`;
    const flat = polygon([
        [0, 0],
        [1, 1],
        [2, 2],
    ]);
    const flatText = road(dynamic(flat, TWO));
    await refuses(
        () => read(flatText),
        `r.xml:${placeOf(flatText, '<polygon')}: bad-shape: the polygon has no area`,
    );
    // The signed area of the first is 0.
    for (const y of [2, 3]) {
        const crossed = polygon([
            [0, 0],
            [2, 2],
            [2, 0],
            [0, y],
        ]);
        const text = road(dynamic(crossed, TWO));
        const problem = 'bad-shape: the outline intersects itself or another ring: the edges ';
        await refuses(
            () => read(text),
            `r.xml:${placeOf(text, '<point><x>0</x><y>0</y>')}: ${problem}`,
        );
    }
});

test('static, environment and phantom obstacles, and sets of occupancies', async () => {
    const parked = `<staticObstacle id="1"><type>parkedVehicle</type><shape>${CAR}</shape>${state(0, 3, 4, 1, 'initialState')}</staticObstacle>`;
    const house = `<environmentObstacle id="2"><type>building</type><shape>${CAR}</shape></environmentObstacle>`;
    /** @param {string} time */
    const occupancy = (time) =>
        `<occupancy><shape><circle><radius>1</radius><center><x>9</x><y>9</y></center></circle></shape><time>${time}</time></occupancy>`;
    const times = [
        '<exact>1</exact>',
        '<exact>2</exact>',
        '<intervalStart>4</intervalStart><intervalEnd>6</intervalEnd>',
    ];
    const phantom = `<phantomObstacle id="3"><occupancySet>${times.map(occupancy).join('')}</occupancySet></phantomObstacle>`;
    const uncertain = `<dynamicObstacle id="4"><type>car</type><shape>${CAR}</shape>${state(0, 3, 4, 1, 'initialState')}<occupancySet>${occupancy(times[0])}</occupancySet></dynamicObstacle>`;
    const scenario = await read(
        road([dynamic(CAR, TWO), parked, house, phantom, uncertain].join('')),
    );
    assert.equal(scenario.agents.length, 1);
    const found = scenario.obstacles.map(({ name, pose, motion }) => {
        const [piece] = motion ?? [];
        return [name, Object.values(pose), piece && [piece.t0, piece.t1, piece.x, piece.angle]];
    });
    assert.deepEqual(found, [
        ['1', [3, 4, 1], undefined],
        ['2', [0, 0, 0], undefined],
        // It is present from its step until that of the next; without a next, or before a gap, at its steps only.
        ['3', [0, 0, 0], [0.5, 1, [0], undefined]],
        ['3', [0, 0, 0], [1, 1, [0], undefined]],
        ['3', [0, 0, 0], [2, 3, [0], undefined]],
        ['4', [3, 4, 1], [0, 0.5, [3], [1]]],
        ['4', [0, 0, 0], [0.5, 0.5, [0], undefined]],
    ]);
    const { shape } = scenario.obstacles[2];
    assert.deepEqual(shape, { kind: 'polygon', points: [[9, 9]], radius: 1 });
    assert.ok(scenario.notices.some((notice) => notice.includes('occupancies are obstacles')));
});

/** Returns a car that stays near (x, 0) in each of some steps. @param {number} x @param {string[]} times @param {number} [id] */
function waiting(x, times, id = 9) {
    const shape = `<rectangle><length>4</length><width>2</width><center><x>${x}</x><y>0</y></center></rectangle>`;
    const sets = times.map(
        (time) => `<occupancy><shape>${shape}</shape><time>${time}</time></occupancy>`,
    );
    return `<phantomObstacle id="${id}"><occupancySet>${sets.join('')}</occupancySet></phantomObstacle>`;
}

/** @param {number[]} steps */
function exactly(...steps) {
    return steps.map((step) => `<exact>${step}</exact>`);
}

const DRIVING = dynamic(CAR, [state(0, 0, 0, 0), state(1, 6, 0, 0), state(2, 12, 0, 0)]);

test('contacts with the occupancies of one obstacle are one violation per interval', async () => {
    // It starts at x = 0 with 12 per second, and is in [4, 12], about the car that waits at 8, from 1/3 to 1.
    const scenario = await read(
        road(DRIVING + waiting(8, exactly(0, 1, 2)) + waiting(9, exactly(2), 10)),
    );
    const { violations } = await validate(scenario, { suggestDelays: false });
    assert.deepEqual(
        violations.map(({ obstacle, interval: [lo, hi] }) => [obstacle, lo.toFixed(6), hi]),
        [
            ['9', '0.333333', 1],
            ['10', '1.000000', 1],
        ],
    );
    assert.ok(Math.abs((violations[0].depth ?? 0) - 2) < 1e-9, `${violations[0].depth}`);
    // Each is there at its steps alone.
    const apart = await read(
        road(DRIVING + waiting(8, ['<exact>1</exact>']) + waiting(0, exactly(0, 2), 10)),
    );
    const spans = (await validate(apart)).violations.map(({ obstacle, interval }) => [
        obstacle,
        ...interval,
    ]);
    assert.deepEqual(spans, [
        ['10', 0, 0],
        ['9', 0.5, 0.5],
    ]);
});

test('occupancies of one obstacle stay one through the format of graze', async () => {
    const scenario = await read(road(DRIVING + waiting(8, exactly(0, 1, 2))));
    const { text } = await writeScenario(scenario, 'graze');
    const back = await readScenario({ plan: { name: 'g.json', text: [...text].join('') } });
    assert.deepEqual(
        back.obstacles.map(({ name }) => name),
        ['9', '9', '9'],
    );
    const [found, expected] = await Promise.all([validate(back), validate(scenario)]);
    // Their lines are those of their files.
    /** @param {import('graze/scenario').Violation} violation */
    const withoutLines = ({ lines, ...rest }) => {
        assert.ok(lines);
        return rest;
    };
    assert.deepEqual(found.violations.map(withoutLines), expected.violations.map(withoutLines));
});

test('a later start clears all occupancies of an obstacle, not the first of them', async () => {
    const scenario = await read(road(DRIVING + waiting(8, exactly(0, 1, 2))));
    const [{ suggestion, suggestionStatus }] = (await validate(scenario)).violations;
    // The nose is at 2 + 12 (t - delay), the waiting car's back at 6, until t = 1.
    assert.deepEqual([suggestion?.resolves, suggestionStatus], ['all', 'minimum']);
    assert.ok(Math.abs((suggestion?.delay ?? 0) - 1) < 1e-9, `${suggestion?.delay}`);
    const { agents } = scenario;
    const late = agents.map((agent) => ({
        ...agent,
        motion: agent.motion.map((piece) => ({
            ...piece,
            t0: piece.t0 + (suggestion?.delay ?? 0),
            t1: piece.t1 + (suggestion?.delay ?? 0),
        })),
    }));
    assert.ok((await validate({ ...scenario, agents: late })).valid);
});

/** Returns a dynamic obstacle with an initial state alone. @param {string} more @param {number} [id] */
function bare(more, id = 8) {
    const first = state(0, 30, 0, 0.5, 'initialState').replace('<time>', `${more}<time>`);
    return `<dynamicObstacle id="${id}"><type>car</type><shape>${CAR}</shape>${first}</dynamicObstacle>`;
}

test('a dynamic obstacle with an initial state alone stands there; one at a speed is there at its step', async () => {
    const rest = '<velocity><exact>0</exact></velocity>';
    const fast = '<velocity><exact>18.3</exact></velocity>';
    const scenario = await read(road(DRIVING + bare('') + bare(rest, 9) + bare(fast, 10)));
    assert.deepEqual(
        scenario.obstacles.map(({ name, pose, motion }) => [name, pose, motion]),
        [
            ['8', { x: 30, y: 0, angle: 0.5 }, undefined],
            ['9', { x: 30, y: 0, angle: 0.5 }, undefined],
        ],
    );
    const [, passing] = scenario.agents;
    assert.deepEqual(
        [passing.name, passing.motion.map(({ t0, t1, x }) => [t0, t1, x])],
        ['10', [[0, 0, [30]]]],
    );
    const notices = scenario.notices.filter((notice) => notice.includes('without <trajectory>'));
    assert.equal(notices.length, 2);
    assert.match(
        notices[0],
        /^r\.xml:\d: .* is taken to stand at its initial state \(and 1 more\)$/,
    );
    assert.match(notices[1], /^r\.xml:\d: .* that has a speed is there at its initial step alone$/);
    await refuses(() => read(road(bare(rest))), 'r.xml:1:1: no-agents: ');
});

test('all that states may hold is read over, and nothing else', async () => {
    const fields = [
        ...['frontWheelAngularSpeed', 'rearWheelAngularSpeed', 'hitchAngle', 'accelerationY'],
        ...[
            'steeringAngleSpeed',
            'steeringAngle',
            'slipAngle',
            'yawRate',
            'jerkDot',
            'kappaDotDot',
        ],
    ];
    const values = fields.map((name) => `<${name}><exact>0.5</exact></${name}>`).join('');
    const text = GOOD.replaceAll('<time>', `${values}<time>`);
    const { notices } = await read(text);
    assert.deepEqual(notices, [
        'r.xml:3: <hitchAngle> is not used: vehicles are checked without their trailers (and 1 more)',
    ]);
    const odd = changed(text, '<hitchAngle>', '<hitchAngel>').replace(
        '</hitchAngle>',
        '</hitchAngel>',
    );
    await refuses(() => read(odd), `r.xml:${placeOf(odd, '<hitchAngel')}: unknown-element: `);
    const twice = changed(
        text,
        '<slipAngle>',
        '<slipAngle><exact>1</exact></slipAngle><slipAngle>',
    );
    await refuses(
        () => read(twice),
        `r.xml:${placeOf(twice, '<slipAngle><exact>0')}: duplicate-element: `,
    );
});

test('what obstacles hold beside bodies and motions is read over', async () => {
    const signals = '<initialSignalState><horn>true</horn></initialSignalState><signalSeries/>';
    const parked = `<staticObstacle id="1"><type>parkedVehicle</type><shape>${CAR}</shape>${state(0, 30, 4, 1, 'initialState')}${signals}</staticObstacle>`;
    const moving = changed(
        DRIVING,
        '<trajectory>',
        `${signals}<wheelbase><w>2.5</w></wheelbase><trajectory>`,
    );
    const { obstacles, notices } = await read(road(parked + moving));
    assert.equal(obstacles.length, 1);
    assert.deepEqual(notices, [
        'r.xml:2: <initialSignalState> is not used: lights and horns (and 1 more)',
        'r.xml:2: <signalSeries> is not used: lights and horns (and 1 more)',
        'r.xml:3: <wheelbase> is not used',
    ]);
});

test('what is wrong with a planning problem does not stop the check of traffic', async () => {
    const start = changed(
        state(0, 0, 9, 0, 'initialState'),
        '</time>',
        '</time><velocity><exact>1</exact></velocity>',
    );
    /** @param {string} goal @param {number} id */
    const problem = (goal, id) => `<planningProblem id="${id}">${start}${goal}</planningProblem>`;
    const text = road(
        [
            DRIVING,
            problem('', 100),
            problem('<goalState/>', 101),
            problem('<goalState><velocity><exact>1</exact></velocity></goalState>', 102),
            problem('<goalState><mood/></goalState>', 103),
            changed(problem('', 104), /<velocity>.*<\/velocity>/, ''),
        ].join('\n'),
    );
    const { agents, notices } = await read(text);
    assert.equal(agents.length, 1);
    assert.deepEqual(notices, [
        'r.xml:5: planning problem 100 has no <goalState>: whether a vehicle arrives is not checked',
        'r.xml:6: planning problem 101 has an empty <goalState>: whether a vehicle arrives is not checked',
        'r.xml:7: a <goalState> without <time> may be reached at any time',
        'r.xml:5: 5 planning problems are not checked: that needs a solution',
        'r.xml:8: planning problem 103 cannot be used by a solution: <goalState> holds <mood>; expected <time>, <position>, <orientation>, <velocity>',
        'r.xml:9: planning problem 104 cannot be used by a solution: no <velocity>',
    ]);
});

test('2018b: one element for obstacles, with a role', async () => {
    const attributes = ROOT.replace('2020a', '2018b');
    /** @param {string} role @param {string} rest */
    const obstacle = (role, rest) =>
        `<obstacle id="${role.length}"><role>${role}</role><type>car</type><shape>${CAR}</shape>${state(0, 1, 1, 0, 'initialState')}${rest}</obstacle>`;
    const moving = obstacle('dynamic', `<trajectory>${TWO[1]}</trajectory>`);
    const { agents, obstacles } = await read(road(moving + obstacle('static', ''), attributes));
    assert.deepEqual([agents.length, obstacles.length], [1, 1]);
    await refuses(() => read(road(moving)), 'r.xml:2:1: unknown-element: ');
    await refuses(() => read(road(dynamic(CAR, TWO), attributes)), 'r.xml:2:1: unknown-element: ');
    const other = road(changed(moving, 'dynamic', 'ghost'), attributes);
    await refuses(() => read(other), `r.xml:${placeOf(other, '<role')}: unknown-text: `);
});

test('what is not a body is named once, by kind', async () => {
    const lanelets = '<lanelet id="1"/><lanelet id="2"/><trafficSign id="3"/><location/>';
    const height = changed(TWO[1], '</y>', '</y><z>3</z>');
    const attributes = `${ROOT} colour="red"`;
    const text = road(lanelets + dynamic(CAR, [TWO[0], height]), attributes);
    await assert.rejects(read(text, { radius: 1 }), {
        code: 'unused-option',
        argument: 'radius',
        message: 'radius must not be given for commonroad, whose files state the size of each body',
    });
    const { notices } = await read(text);
    assert.deepEqual(notices, [
        'r.xml:3: heights are not used: bodies are checked in the plane',
        'r.xml:2: whether vehicles keep to the road is not checked: 2 lanelets, 1 traffic sign',
        'r.xml:2: not used: <location>',
        'r.xml:1: <commonRoad> has colour, which is not used',
    ]);
});

const GOOD = road(dynamic(CAR, TWO));
const LAST_HEADING = '<orientation><exact>1</exact></orientation>';
const LAST_TIME = '<exact>1</exact></time></state>';
const LAST_POSITION = /<state><position>.*<\/position>/;
/** Text, its replacement, the code, and the text at the error's position (its last occurrence). @type {[string, string | RegExp, string, string, string][]} */
const BROKEN = [
    ['another version', '2020a', '2017a', 'unknown-version', '<commonRoad'],
    ['no version', 'commonRoadVersion="2020a"', '', 'missing-attribute', '<commonRoad'],
    ['no time step', 'timeStepSize="0.5"', '', 'missing-attribute', '<commonRoad'],
    ['a time step of no time', '0.5"', '0"', 'out-of-range', '<commonRoad'],
    ['no id of the benchmark', /benchmarkID=".*"/, '', 'missing-attribute', '<commonRoad'],
    ['an unknown obstacle', /dynamicObstacle/g, 'ghost', 'unknown-element', '<ghost'],
    ['an unknown shape', /rectangle/g, 'ellipse', 'unknown-element', '<ellipse'],
    ['no shape', CAR, '', 'missing-element', '<shape'],
    ['a negative size', '<length>4', '<length>-4', 'out-of-range', '<length'],
    ['no size', '<width>2</width>', '', 'missing-element', '<rectangle'],
    ['a size that is not a number', '<width>2', '<width>0x2', 'bad-number', '<width'],
    ['a number beyond all', '<x>3', '<x>1e999', 'out-of-range', '<x>'],
    // Beyond 1e7 the core cannot distinguish angles: what was read would be refused when it is checked.
    [
        'a heading beyond all',
        '<orientation><exact>1<',
        '<orientation><exact>2e6<',
        'out-of-range',
        '<orientation',
    ],
    ['no position', LAST_POSITION, '<state>', 'missing-element', '<state'],
    [
        'a position somewhere',
        LAST_POSITION,
        `<state><position>${CAR}</position>`,
        'uncertain-state',
        '<rectangle',
    ],
    [
        'a heading of some',
        LAST_HEADING,
        '<orientation><intervalStart>0</intervalStart><intervalEnd>1</intervalEnd></orientation>',
        'uncertain-state',
        '<orientation',
    ],
    [
        'half an interval',
        LAST_HEADING,
        '<orientation><intervalStart>0</intervalStart></orientation>',
        'missing-element',
        '<orientation',
    ],
    [
        'an interval backwards',
        LAST_HEADING,
        '<orientation><intervalStart>2</intervalStart><intervalEnd>1</intervalEnd></orientation>',
        'out-of-range',
        '<orientation',
    ],
    [
        'both exact and an interval',
        LAST_HEADING,
        '<orientation><exact>1</exact><intervalStart>0</intervalStart></orientation>',
        'duplicate-element',
        '<orientation',
    ],
    ['no orientation', LAST_HEADING, '', 'missing-element', '<state'],
    ['an unknown part of a state', '<state>', '<state><mood/>', 'unknown-element', '<mood'],
    ['a step left out', LAST_TIME, '<exact>2</exact></time></state>', 'bad-time', '<state'],
    ['a step twice', LAST_TIME, '<exact>0</exact></time></state>', 'bad-time', '<state'],
    [
        'a step that is not whole',
        LAST_TIME,
        '<exact>1.5</exact></time></state>',
        'bad-number',
        '<exact',
    ],
    [
        'a step of some',
        LAST_TIME,
        '<intervalStart>1</intervalStart><intervalEnd>2</intervalEnd></time></state>',
        'uncertain-state',
        '<time',
    ],
    ['an empty trajectory', /<state>.*<\/state>/, '', 'missing-element', '<trajectory'],
    ['no id', ' id="7"', '', 'missing-attribute', '<dynamicObstacle'],
    ['text between', '<shape>', 'car<shape>', 'unknown-text', '<dynamicObstacle'],
];

for (const [what, from, to, code, part] of BROKEN) {
    test(`a scenario is refused with its place: ${what}`, async () => {
        const text = changed(GOOD, from, to);
        const place = placeOf(text, part, true);
        await refuses(() => read(text, { format: 'commonroad' }), `r.xml:${place}: ${code}: `);
    });
}

test('a trajectory may begin with the initial state once more', async () => {
    const { agents } = await readBody(CAR, [TWO[0], TWO[0], TWO[1]]);
    assert.equal(agents[0].motion.length, 1);
});

test('ids are used once, and a scenario without motion is refused', async () => {
    const twice = road(dynamic(CAR, TWO) + dynamic(CAR, TWO));
    const place = placeOf(twice, '<dynamicObstacle', true);
    await refuses(() => read(twice), `r.xml:${place}: duplicate-id: `);
    await refuses(() => read(road('<location/>')), 'r.xml:1:1: no-agents: ');
});

test('limits are kept before memory is taken', async () => {
    const two = road(dynamic(CAR, TWO) + dynamic(CAR, TWO, 8));
    const place = placeOf(two, '<dynamicObstacle', true);
    await refuses(() => read(two, { limits: { agents: 1 } }), `r.xml:${place}: too-large: `);
    await assert.rejects(read(GOOD, { limits: { pieces: 1 } }), { code: 'too-large' });
    await assert.rejects(read(GOOD, { limits: { elements: 10 } }), { code: 'too-large' });
});

test('files that a scenario cannot use are refused', async () => {
    const plan = { name: 'r.xml', text: GOOD };
    const map = { name: 'm.xml', text: GOOD };
    await refuses(() => readScenario({ plan, map }), 'm.xml:1:1: unused-file: ');
});

test('a broken file is read as before or refused, never anything else', async () => {
    const tokens = fc.constantFrom(
        '',
        '<',
        '>',
        '/',
        'NaN',
        '-',
        '9e99',
        '</x>',
        '<x>',
        '__proto__',
        '\ud83d\ude97',
    );
    await fc.assert(
        fc.asyncProperty(fc.nat(GOOD.length), fc.nat(12), tokens, async (at, length, token) => {
            const text = GOOD.slice(0, at) + token + GOOD.slice(at + length);
            try {
                const { agents } = await read(text, { format: 'commonroad' });
                assert.ok(agents.length >= 1);
            } catch (error) {
                assert.ok(error instanceof InputError, String(error));
            }
        }),
        { numRuns: 400, seed: 3 },
    );
});

/** States of a file by a pattern, which shares nothing with the reader. @param {string} text */
function statesOf(text) {
    const obstacles = text.split(/<(?:obstacle|dynamicObstacle) /).slice(1);
    return obstacles.map((obstacle) => {
        const body = obstacle.split(/<\/(?:obstacle|dynamicObstacle)>/)[0];
        /** @param {string} name */
        const size = (name) => Number(body.match(new RegExp(`<${name}>([^<]*)<`))?.[1]);
        const pattern =
            /<position>\s*<point>\s*<x>([^<]*)<\/x>\s*<y>([^<]*)<\/y>\s*<\/point>\s*<\/position>\s*<orientation>\s*<exact>([^<]*)<\/exact>\s*<\/orientation>\s*<time>\s*<exact>([^<]*)</g;
        const states = [...body.matchAll(pattern)].map((match) => match.slice(1).map(Number));
        return { length: size('length'), width: size('width'), states };
    });
}

test('real scenarios: every state, by another reader', { skip: needsShared }, async () => {
    for (const [name, obstacles, states] of /** @type {const} */ ([
        ['USA_US101-3_3_T-1.xml', 12, 32],
        ['ZAM_Tjunction-1_18_T-1.xml', 5, 148],
        ['ZAM_Tutorial-1_1_T-1.xml', 1, 41],
    ])) {
        const path = inShared(`commonroad/${name}`);
        const { agents, timeStep } = await readScenario({ plan: sourceFile(path) });
        const expected = statesOf(readFileSync(path, 'utf8'));
        assert.deepEqual([agents.length, timeStep], [obstacles, 0.1]);
        for (const [k, { shape, motion }] of agents.entries()) {
            const { length, width, states: rows } = expected[k];
            assert.equal(rows.length, states);
            assert.ok(shape.kind === 'polygon');
            assert.deepEqual(shape.points[2], [length / 2, width / 2]);
            assert.equal(motion.length, states - 1);
            for (const [n, { t0, t1, x, y, angle = [], end }] of motion.entries()) {
                assert.deepEqual([x[0], y[0], t0], [rows[n][0], rows[n][1], rows[n][3] * 0.1]);
                assert.ok(Math.abs(Math.sin((angle[0] - rows[n][2]) / 2)) < 1e-15);
                assert.deepEqual(
                    [end?.x, end?.y, t1],
                    [rows[n + 1][0], rows[n + 1][1], rows[n + 1][3] * 0.1],
                );
                const reached = x[0] + (x[1] ?? 0) * (t1 - t0);
                assert.ok(Math.abs(reached - rows[n + 1][0]) < 1e-12);
            }
        }
    }
});

test('real scenarios with sets of occupancies', { skip: needsShared }, async () => {
    const all = await readScenario({
        plan: sourceFile(inShared('commonroad/cr_test_reading_all.xml')),
    });
    assert.deepEqual(
        all.agents.map(({ name }) => name),
        ['2'],
    );
    assert.deepEqual(
        all.obstacles.map(({ name, motion }) => [name, motion?.[0].t0]),
        [
            ['3', undefined],
            ['1', 0],
            ['1', 0.1],
            ['1', 0.2],
            ['1', 3 * 0.1],
            ['1234', undefined],
            ['5678', 0.1],
            ['5678', 0.2],
            ['5678', 3 * 0.1],
        ],
    );
    const some = await readScenario({
        plan: sourceFile(inShared('commonroad/cr_test_reading_obstacles.xml')),
    });
    assert.deepEqual([some.agents.length, some.obstacles.length], [1, 6]);
});

test('real scenarios: an obstacle with an initial state alone, and states of a drift model', {
    skip: needsShared,
}, async () => {
    const traffic = sourceFile(inShared('real/findings/USA_US101-3_1_T-1.xml'));
    const { agents, obstacles, notices } = await readScenario({ plan: traffic });
    assert.deepEqual([agents.length, obstacles.length], [35, 0]);
    const { motion = [] } = agents.find(({ name }) => name === '375') ?? {};
    assert.deepEqual([motion.length, motion[0].t0, motion[0].t1], [1, 0, 0]);
    assert.ok(notices.some((notice) => notice.includes('at its initial step alone')));
    const drift = sourceFile(inShared('real/findings/test_reading_std_state.xml'));
    assert.equal((await readScenario({ plan: drift })).agents.length, 1);
});
