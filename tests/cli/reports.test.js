import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import { EXIT, worstExitCode } from '../../js/cli/console/exit.js';
import { escapeMarkup } from '../../js/cli/report/escape.js';
import { exitCodeOfResult } from '../../js/cli/results/plan_result.js';
import { findFault } from '../../js/cli/results/shard_check.js';
import fc from '../fast_check.js';
import { inRepository } from '../helpers.js';
import { outcome, report, violation } from './outcomes.js';
import { graze, plan, temporaryFolder } from './program.js';

/** @import { PlanResult } from '../../js/cli/results/plan_result.js' */

/** @param {number} a @param {number} b @param {number} time @param {any} [more] */
function between(a, b, time, more = {}) {
    return violation({ agents: [a, b], interval: [time, time + 1], ...more });
}

const EVIL = '</title><script>alert(1)</script>&amp;"\'\u0007\u001b[31m\u202e\ud800\n]]>';

const FAILED = {
    file: EVIL,
    error: { code: 'bad-xml', message: EVIL, file: EVIL, line: 1, column: 2 },
};

/** @param {string} xml */
function parseXml(xml) {
    /** @type {string[]} */
    const texts = [];
    /** @type {{ name: string, attributes: Record<string, string> }[]} */
    const elements = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
        throw error;
    });
    parser.on('text', (text) => texts.push(text));
    parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
    parser.write(xml).close();
    return { texts, elements };
}

test('text: what is wrong, where, and what to do', async () => {
    const suggestion = { agent: 4, delay: 1.25, resolves: 'all' };
    const text = await report('text', [
        outcome({
            violations: [
                between(3, 4, 1, { suggestion }),
                between(3, 5, 2, { suggestion: { ...suggestion, resolves: 'pair' } }),
                between(3, 6, 3, {
                    suggestion: null,
                    suggestionStatus: 'none',
                    position: [1.5, 2],
                }),
            ],
        }),
    ]);
    assert.match(text, /a\.xml: 3 violations\n/);
    assert.match(
        text,
        /agent-agent {4}agents 3 and 4 overlap from t = 1\n +step 3 of agent 3, agent 4 at rest\n +starting agent 4 later by 1\.25 ends it, and the agent then conflicts with nobody\n/,
    );
    assert.match(text, /ends it, but the agent then conflicts with others\n/);
    assert.match(text, /at \(1\.5, 2\), step 3[^\n]*\n +no later start of either agent ends it\n/);
});

test('text: violations that repeat are reported once, and many are counted', async () => {
    const repeated = Array.from({ length: 50 }, (_, k) =>
        between(0, 1, k, { depth: k === 30 ? 0.5 : 0.25 }),
    );
    const many = Array.from({ length: 40 }, (_, k) => between(2, 3 + k, 60));
    const notices = Array.from({ length: 25 }, (_, k) => `notice ${k}`);
    const text = await report('text', [outcome({ violations: [...repeated, ...many], notices })]);
    assert.match(text, /: 90 violations\n/);
    assert.match(text, /and 49 times more until t = 50, up to 0\.5 deep\n/);
    assert.match(
        text,
        /… and more: 21 overlaps; --max-violations all or --report json has them all\n/,
    );
    assert.match(text, /… and 15 more notices\n/);
    assert.ok(text.split('\n').length < 80);
});

test('totals say obstacles apart from blocked cells, and contacts that only touch', async () => {
    const wall = between(0, 1, 1, { kind: 'agent-obstacle', agents: [0], names: ['0'], depth: 1 });
    const bus = { ...wall, obstacle: 'bus' };
    const touch = between(0, 1, 4, { depth: 0 });
    const text = await report(
        'text',
        [outcome({ violations: [wall, bus, bus] }), outcome({ violations: [touch] })],
        false,
        'short',
        false,
    );
    assert.match(text, /: 3 violations \(1 in blocked cells, 2 overlaps with obstacles\), first/);
    assert.match(text, /: 1 violation \(1 contact\), first/);
    assert.match(
        text,
        /\n2 plans: 0 valid, 2 with 4 violations \(1 in blocked cells, 2 overlaps with obstacles, 1 contact\)\n$/,
    );
});

test('text: of several plans each has a line, of one alone all is said', async () => {
    const violations = [between(0, 1, 1.25), between(0, 1, 2), between(4, 5, 3, { kind: 'goal' })];
    const undecided = [{ agents: [1], names: ['1'], interval: [3, 4], message: 'too near' }];
    const several = await report(
        'text',
        [outcome(), outcome({ violations }), FAILED, outcome({ undecided })],
        false,
        'short',
        false,
    );
    assert.equal(
        several,
        [
            'a.xml: VALID (goals not checked)',
            'a.xml: 3 violations (2 overlaps, 1 goal missed), first at t = 1.25, agents 0 and 1',
            'a.xml: 1 pair undecided, first at t = 3, agent 1',
            '4 plans: 1 valid, 1 with 3 violations (2 overlaps, 1 goal missed), 1 undecided, 1 not checked\n',
        ].join('\n'),
    );
    const alone = await report('text', [outcome({ violations })], false, 'short', false);
    assert.equal(alone, await report('text', [outcome({ violations })]));
    assert.match(alone, /\n {2}plan {7}9 agents/);
});

test('a valid plan says what was not checked, and nothing that no input would add', async () => {
    const all = {
        'agent-agent': 36,
        'agent-obstacle': 9,
        'off-map': 9,
        start: 9,
        goal: 9,
        discontinuity: 9,
        speed: null,
        vertex: null,
        edge: null,
    };
    const none = { 'agent-obstacle': null, 'off-map': null, start: null, goal: null };
    /** @param {any} change */
    const verdictOf = async (change) => {
        const text = await report('text', [outcome(change)]);
        const html = await report('html', [outcome(change)]);
        const verdict = /: (.*)\n/.exec(text)?.[1] ?? '';
        assert.equal(html.split(`>${verdict}<`).length, 3, html);
        return verdict;
    };
    const steps = { ...all, vertex: 100, edge: 100 };
    const cases = /** @type {[any, string][]} */ ([
        [{ checks: all }, 'VALID'],
        [{ checks: { ...all, start: null } }, 'VALID (starts not checked)'],
        [
            { checks: { ...all, 'agent-agent': null, goal: null } },
            'VALID (overlaps and goals not checked)',
        ],
        [{ checks: { ...steps, 'agent-agent': null } }, 'VALID (no sizes given: cells only)'],
        [
            { checks: { ...steps, ...none, 'agent-agent': null } },
            'VALID (no sizes given: cells only; obstacles, bounds, starts and goals not checked)',
        ],
        // A roadmap has no cells.
        [{ checks: { ...all, 'agent-obstacle': null } }, 'VALID'],
        [{ checks: { ...all, ...none }, format: 'graze' }, 'VALID'],
        [{ checks: { ...all, ...none }, format: 'commonroad', domain: 'driving' }, 'VALID'],
        [
            { checks: { ...steps, ...none }, format: 'lorr' },
            'VALID (obstacles and bounds not checked)',
        ],
        [
            { checks: { ...all, ...none, 'agent-agent': null }, format: 'graze' },
            'VALID (overlaps not checked)',
        ],
        [{ checks: none, violations: [between(0, 1, 2)] }, '1 violation'],
    ]);
    for (const [change, verdict] of cases) assert.equal(await verdictOf(change), verdict);
});

test('a cause is said where one explains all violations', async () => {
    const following = (/** @type {number} */ radius, /** @type {number} */ apart) => {
        const depth = 2 * radius - apart;
        const violations = [1, 2, 3, 4, 5].map((t) => between(t, t + 1, t, { depth }));
        return outcome({ violations, radius, unitSteps: true });
    };
    const [around, along] = [following(0.4, Math.SQRT1_2), following(0.55, 1)];
    assert.match(
        await report('text', [around]),
        /cause {6}all 5 overlaps are 0\.0928932 deep = 2 x 0\.4 - sqrt\(1\/2\): agents follow each other around right angles; a radius of at most 0\.353553 is clear of that\n/,
    );
    assert.match(
        await report('text', [along]),
        /all 5 overlaps are 0\.1 deep = 2 x 0\.55 - 1: agents are side by side in neighboring cells, or follow each other along lines; a radius of at most 0\.5 is clear/,
    );
    // Agents that touch are not clear of each other where touching counts.
    assert.match(
        await report('text', [{ ...along, touching: 'conflict' }]),
        /; a radius of less than 0\.5 is clear of that\n/,
    );
    // Agents that are not discs of one radius have none to change; in other steps the same depth has other causes.
    for (const change of [{ radius: null }, { unitSteps: false }, { radius: 0.41 }]) {
        assert.doesNotMatch(await report('text', [{ ...around, ...change }]), /cause/);
    }
    const [first, ...rest] = around.violations;
    for (const change of [{ kind: 'agent-obstacle' }, { depth: null }]) {
        for (const violations of [
            [{ ...first, ...change }, ...rest],
            [...rest, { ...first, ...change }],
        ]) {
            assert.doesNotMatch(await report('text', [{ ...around, violations }]), /cause/);
        }
    }
    along.violations[2].depth = 0.2;
    assert.doesNotMatch(await report('text', [along]), /cause/);
    const own = [1, 2, 3, 4].map((t) => between(t, 7, t));
    assert.match(
        await report('text', [outcome({ violations: own })]),
        /all 4 violations are of agent 7\n/,
    );
    const bus = [1, 2, 3, 4].map((t) =>
        between(t, 9, t, { agents: [t], names: [`${t}`], obstacle: 'bus' }),
    );
    assert.match(
        await report('text', [outcome({ violations: bus })]),
        /all 4 violations are against obstacle bus\n/,
    );
});

test('undecided pairs are neither valid nor violations', async () => {
    const undecided = [
        {
            agents: [1, 2],
            names: ['1', '2'],
            interval: [3, 4],
            message: 'agents 1 and 2: too near',
        },
    ];
    const [text, xml] = [
        await report('text', [outcome({ undecided }), outcome()]),
        await report('junit', [outcome({ undecided })]),
    ];
    assert.match(text, /a\.xml: 1 pair undecided\n/);
    assert.match(text, /undecided {6}agents 1 and 2: too near\n/);
    assert.match(text, /\n2 plans: 1 valid, 1 undecided\n$/);
    assert.match(xml, /<failure type="undecided" message="agents 1 and 2: too near">/);
});

test('the worst of all outcomes is the exit code', () => {
    const undecided = [{ agents: [1, 2], interval: [3, 4], message: '' }];
    const internal = { file: 'x', error: { ...FAILED.error, code: 'internal' } };
    const unsolved = { file: 'x', error: { ...FAILED.error, code: 'no-solution' } };
    const violations = [between(0, 1, 2)];
    const codes = [
        outcome(),
        outcome({ undecided }),
        outcome({ violations, undecided }),
        FAILED,
        internal,
        unsolved,
    ].map((one) => exitCodeOfResult(/** @type {any} */ (one)));
    assert.deepEqual(codes, [0, 4, 1, 3, 70, 5]);
    codes.push(EXIT.output);
    fc.assert(
        fc.property(fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1 }), (some) => {
            const order = [70, 73, 3, 1, 4, 5, 0];
            assert.equal(
                worstExitCode(some),
                order.find((code) => some.includes(code)),
            );
        }),
    );
});

test('markup holds nothing that ends it, turns the line or is not a character', () => {
    fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
            const escaped = escapeMarkup(text);
            assert.ok(!/[<>"']/.test(escaped));
            const { texts, elements } = parseXml(`<a b="${escaped}">${escaped}</a>`);
            assert.equal(elements[0].attributes.b, texts.join(''));
        }),
    );
    assert.equal(escapeMarkup('a\u0000\u202e\ud800'), 'a\\u0000\\u202e\\ud800');
});

test('no report can be made to say what it should not', async () => {
    const violations = [
        between(0, 1, 2, { message: EVIL, obstacle: EVIL, kind: EVIL }),
        between(0, 1, 2, { message: EVIL, kind: 'agent-agent' }),
    ];
    const figures = [{ ...FIGURE, violation: 1 }];
    const hostile = [
        FAILED,
        outcome({ file: EVIL, format: EVIL, violations, figures, notices: [EVIL], hints: [EVIL] }),
        outcome({
            undecided: [{ agents: [0, 1], names: ['0', '1'], interval: [0, 1], message: EVIL }],
        }),
    ];
    for (const kind of ['text', 'json', 'ndjson', 'junit', 'github', 'sarif', 'html']) {
        const text = await report(kind, hostile);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        assert.ok(!/[\u0000-\u0008\u001b]/.test(text), kind);
        if (kind === 'json' || kind === 'ndjson') continue;
        assert.ok(!text.includes('\u202e'), kind);
        if (kind === 'junit' || kind === 'html') assert.ok(!text.includes('<script'), kind);
    }
});

const FIGURE = {
    violation: 0,
    size: [480, 360],
    cells: [[1, 2, 3, 4]],
    routes: [{ role: 0, isInWindow: true, lines: [[1, 2, 3, 4]] }],
    obstacles: [
        { role: 2, instant: 'deepest', parts: [{ points: [1, 2, 3, 4, 5, 6], radius: 0 }] },
    ],
    bodies: [{ role: 1, instant: 'first', parts: [{ points: [1, 2], radius: 3 }] }],
    separation: {
        times: [0, 1, 2, 3],
        separations: [1, -1, null, 2],
        delayed: [1, 2, null, 3],
        deepestTime: 1,
    },
};

test('html: one page without scripts or anything from elsewhere', async () => {
    const suggestion = { agent: 1, delay: 1.5, resolves: 'all' };
    const violations = [between(0, 1, 1, { suggestion }), between(2, 3, 5)];
    const html = await report('html', [
        outcome({ violations, figures: [FIGURE] }),
        outcome(),
        FAILED,
    ]);
    assert.ok(!/<script|\son\w+=|javascript:|url\(|@import|\ssrc=/i.test(html));
    assert.ok(!/href="(?!#)/.test(html));
    assert.match(html, /default-src 'none'/);
    assert.match(html, /prefers-color-scheme: dark/);
    assert.match(
        html,
        /<h1>3 plans: 1 valid, 1 with 2 violations \(2 overlaps\), 1 not checked<\/h1>/,
    );
    assert.equal(html.match(/<svg /g)?.length, 2);
    assert.equal(html.match(/role="img" aria-label="/g)?.length, 2);
    for (const part of ['contact', 'deepest', 'delayed', 'separation', 'axis']) {
        assert.ok(html.includes(`class="${part}"`), part);
    }
    assert.match(html, /starting agent 1 later by 1\.5 ends it/);
    // Apart from what HTML does not close, it is well formed.
    parseXml(html.replace('<!doctype html>', '').replace(/<meta[^>]*>/g, ''));
});

test('what comes from a file is checked before it is reported', () => {
    const sha256 = '0'.repeat(64);
    const violations = [between(0, 1, 2)];
    const good = { index: 0, inputs: [], ...outcome({ violations, figures: [FIGURE] }), sha256 };
    assert.equal(findFault('result', good), null);
    assert.equal(findFault('result', { index: 0, inputs: [], ...FAILED, sha256 }), null);
    const spoilt = /** @type {any[]} */ ([
        null,
        [],
        { index: 0 },
        { ...good, index: -1 },
        { ...good, file: 1 },
        { ...good, agents: '<b>' },
        { ...good, checks: null },
        { ...good, clearance: { separation: '<b>' } },
        { ...good, violations: [{}] },
        { ...good, violations: [between(0, 1, 2, { agents: ['<b>'] })] },
        { ...good, violations: [between(0, 1, 2, { suggestion: { agent: '<b>' } })] },
        { ...good, undecided: [1] },
        { ...good, figures: [{ ...FIGURE, cells: [['<b>', 0, 0, 0]] }] },
        { ...good, figures: [{ ...FIGURE, bodies: [{ role: '<b>', instant: '', parts: [] }] }] },
        { ...good, figures: [{ ...FIGURE, routes: [{ role: 0, lines: [['<b>']] }] }] },
        {
            ...good,
            figures: [{ ...FIGURE, separation: { ...FIGURE.separation, separations: [1] } }],
        },
        { index: 0, file: 'x', error: { code: 'x' } },
    ]);
    for (const value of spoilt)
        assert.notEqual(findFault('result', value), null, JSON.stringify(value));
});

test('json and ndjson carry the same outcomes, in order', () => {
    const at = (/** @type {string} */ name) => inRepository(`web/scenes/${name}/plan_log.xml`);
    const config = inRepository('web/scenes/crossing/config.xml');
    const args = ['validate', at('conflict'), 'none', at('crossing'), '--config', config];
    const { results } = JSON.parse(graze([...args, '--report', 'json']).stdout);
    const lines = graze([...args, '--report', 'ndjson'])
        .stdout.trimEnd()
        .split('\n');
    const outcomes = lines.slice(1, -1).map((line) => {
        const { sha256: _, inputs: __, ...result } = JSON.parse(line);
        return result;
    });
    assert.deepEqual(
        outcomes,
        results.map((/** @type {any} */ result, /** @type {number} */ index) => ({
            index,
            ...result,
        })),
    );
    const { end, count, exit } = JSON.parse(lines[lines.length - 1]);
    assert.deepEqual([end, count, exit], [true, 3, 3]);
});

test('html: a conflict is drawn', () => {
    const out = join(temporaryFolder('html'), 'report.html');
    const { code } = graze(['validate', '-', '--radius', '0.4', '--report', 'html', '--out', out], {
        input: plan({ isBad: true }),
    });
    assert.equal(code, 1);
    const html = readFileSync(out, 'utf8');
    assert.ok((html.match(/<svg /g)?.length ?? 0) >= 2);
    assert.ok((html.match(/<circle /g)?.length ?? 0) >= 4);
});

test('the gaps of a plan are a table in html, with names that cannot end it', async () => {
    const gaps = Array.from({ length: 102 }, (_, k) => ({
        agents: [0],
        names: [`<b>${k}`],
        obstacle: 'x</td>',
        separation: k === 1 ? 1e-17 : 1 / 3,
        time: 2,
    }));
    const html = await report('html', [outcome({ pairClearances: gaps, domain: 'driving' })]);
    const row =
        '<tr><td>vehicle &#34;&#60;b&#62;0&#34;</td><td>obstacle &#34;x&#60;/td&#62;&#34;</td><td>0.333333</td><td>2</td></tr>';
    assert.ok(html.includes(row));
    assert.ok(html.includes('<td>0 (they touch)</td><td>2</td></tr>'));
    assert.ok(html.includes('<th>Of</th><th>To</th><th>Least gap</th><th>Time</th>'));
    assert.ok(html.includes('… and 2 wider gaps; --report json has them all'));
});
