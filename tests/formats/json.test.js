import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InputError } from 'graze/scenario';
import { readJson } from '../../js/formats/text/json.js';
import fc from '../fast_check.js';
import { assertLinear } from '../helpers.js';

/** @param {string} text @param {object} [limits] */
function read(text, limits = {}) {
    return readJson({ name: 'f.json', text, limits });
}

/** @param {() => unknown} call @param {string} beginning */
async function refuses(call, beginning) {
    await assert.rejects(
        async () => call(),
        (error) => {
            assert.ok(error instanceof InputError, String(error));
            const { message } = error;
            assert.ok(message.startsWith(beginning), `${message}\n  expected ${beginning}`);
            assert.ok(!/[\n\r]/.test(message));
            return true;
        },
    );
}

/** Returns everything that a value holds, as JSON.parse has it. @param {any} value @returns {unknown} */
function plain(value) {
    if (value.kind === 'Object') {
        const seen = new Map();
        value.members({
            unknown: (/** @type {any} */ child, /** @type {string} */ name) => {
                seen.set(name, plain(child));
            },
        });
        return Object.fromEntries(seen);
    }
    if (value.kind === 'Array') return Array.from(value.items(), plain);
    if (value.kind === 'String') return value.string();
    if (value.kind === 'Number') return value.number();
    return value.isNull ? null : value.boolean();
}

test('values are those of JSON.parse, also where they are read in pieces', async () => {
    const value = fc
        .jsonValue({ maxDepth: 5 })
        .filter((each) => !JSON.stringify(each).includes('\ufffd'));
    const space = fc.constantFrom('', ' ', '\n\t ', ' '.repeat(70_000));
    await fc.assert(
        fc.asyncProperty(fc.array(value, { maxLength: 8 }), space, async (values, gap) => {
            const long = [...values, 'x'.repeat(70_000), { a: values, b: 'y'.repeat(66_000) }];
            for (const whole of [values, long]) {
                const text = `${gap}[${whole.map((each) => `${gap}${JSON.stringify(each)}${gap}`).join(',')}]${gap}`;
                assert.deepEqual(plain(await read(text)), JSON.parse(text));
                const object = `{${whole.map((each, k) => `${gap}"k${k}"${gap}:${JSON.stringify(each)}`).join(',')}}`;
                assert.deepEqual(plain(await read(object)), JSON.parse(object));
            }
        }),
        { numRuns: 60 },
    );
});

test('every value is where its place says, in any layout, under any name', async () => {
    const space = fc.constantFrom('', ' ', '\n', '\n\t', ' '.repeat(40_000));
    const names = fc.oneof(fc.string(), fc.constantFrom('7', '10', '__proto__', 'length', '\\"'));
    const { value } = fc.letrec((/** @type {any} */ tie) => ({
        leaf: fc.oneof(
            { weight: 3, arbitrary: fc.nat().map(String) },
            fc.constantFrom('-1.5e3', 'true', 'null', '"a, [\\"] \\\\"', '"{\\u0022:"'),
        ),
        array: fc
            .tuple(space, fc.array(tie('value'), { maxLength: 4 }))
            .map(([gap, items]) => `[${items.map((each) => gap + each + gap).join()}]`),
        object: fc
            .tuple(space, fc.uniqueArray(names, { maxLength: 4 }), fc.array(tie('value')))
            .map(([gap, keys, values]) => {
                const members = keys.map((key, k) => {
                    const name = JSON.stringify(key).replace(/a/g, '\\u0061');
                    return `${gap}${name}${gap}:${gap}${values[k] ?? '1'}${gap}`;
                });
                return `{${members.join()}}`;
            }),
        value: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('array'), tie('object')),
    }));
    await fc.assert(
        fc.asyncProperty(
            /** @type {import('fast-check').Arbitrary<string>} */ (value),
            async (text) => {
                const lines = text.split('\n');
                /** @param {any} found */
                const check = (found) => {
                    const { line, column } = found.position;
                    const rest = [lines[line - 1].slice(column - 1), ...lines.slice(line)].join(
                        '\n',
                    );
                    if (found.kind === 'Array') {
                        assert.equal(rest[0], '[');
                        for (const item of [...found.items()].reverse()) check(item);
                    } else if (found.kind === 'Object') {
                        assert.equal(rest[0], '{');
                        const members = new Map();
                        found.members({
                            unknown: (/** @type {any} */ child, /** @type {string} */ name) =>
                                members.set(name, child),
                        });
                        for (const child of members.values()) check(child);
                    } else {
                        const [leaf] =
                            /^(?:"(?:[^"\\]|\\.)*"|[-\w.]+)/.exec(rest) ??
                            assert.fail(rest.slice(0, 20));
                        assert.deepEqual(plain(found), JSON.parse(leaf));
                    }
                };
                check(await read(text));
            },
        ),
        { numRuns: 150 },
    );
});

test('what is not JSON is refused with its place, also beyond the first piece', async () => {
    const pad = `${'"x", '.repeat(20_000)}\n`;
    const cases = [
        ['', 'f.json:1:1: empty-file'],
        ['[1,]', 'f.json:1:4: bad-json: "]" is not JSON here: expected a value'],
        ['[1,', 'f.json:1:4: bad-json: the file ends where a value was expected'],
        ['[1e+]', 'f.json:1:2: bad-json'],
        ['{"a":1', 'f.json:1:7: bad-json: the file ends where "," or "}" was expected'],
        ['{,}', 'f.json:1:2: bad-json'],
        ['[1 2]', 'f.json:1:4: bad-json: "2" is not JSON here: expected "," or "]"'],
        ['[,1]', 'f.json:1:2: bad-json'],
        ['[1', 'f.json:1:3: bad-json: the file ends where "," or "]" was expected'],
        ['[1]]', 'f.json:1:4: bad-json: the file goes on after its value'],
        ['[1}', 'f.json:1:3: bad-json: "}" is not JSON here: expected "," or "]"'],
        ['[1] 2', 'f.json:1:5: bad-json: the file goes on'],
        ['{"a" 1}', 'f.json:1:6: bad-json: "1" is not JSON here: expected ":"'],
        ['{a: 1}', 'f.json:1:2: bad-json: "a" is not JSON here: expected a name in quotes'],
        ['{"a": 1,}', 'f.json:1:9: bad-json'],
        ["['a']", 'f.json:1:2: bad-json'],
        ['[01]', 'f.json:1:2: bad-json: "01" is not JSON here: expected a value'],
        ['[1.]', 'f.json:1:2: bad-json: "1." is not JSON here: expected a value'],
        ['[.5]', 'f.json:1:2: bad-json'],
        ['[+1]', 'f.json:1:2: bad-json'],
        ['[0x10]', 'f.json:1:3: bad-json'],
        ['[NaN]', 'f.json:1:2: bad-json'],
        ['[Infinity]', 'f.json:1:2: bad-json'],
        ['[truth]', 'f.json:1:2: bad-json'],
        ['[1] // no', 'f.json:1:5: bad-json'],
        ['["\\x41"]', 'f.json:1:3: bad-json: "\\\\x" is not an escape of JSON'],
        ['["\\u12"]', 'f.json:1:3: bad-json: "\\\\u" is not an escape of JSON'],
        ['["a', 'f.json:1:2: bad-json: the string has no end'],
        ['["a\nb"]', 'f.json:1:4: bad-json: a string holds a line end'],
        ['["a\tb"]', 'f.json:1:4: bad-json: a string holds a line end or a tab'],
        ['["\u0001"]', 'f.json:1:3: bad-json: control characters'],
        ['[1,\v2]', 'f.json:1:4: bad-json: control characters'],
    ];
    for (const [text, beginning] of cases) {
        await refuses(async () => plain(await read(text)), beginning);
    }
    const long = [
        [`[${pad}1,]`, 'f.json:2:3: bad-json'],
        [`[${pad}1 2]`, 'f.json:2:3: bad-json'],
        [`[${pad}[${pad}1,]]`, 'f.json:3:3: bad-json'],
        [`[[${pad}1],,2]`, 'f.json:2:4: bad-json'],
        [`[[${pad}1],]`, 'f.json:2:4: bad-json'],
        [`[[${pad}1] 2]`, 'f.json:2:4: bad-json: "2" is not JSON here: expected "," or "]"'],
        [`[,[${pad}1]]`, 'f.json:1:2: bad-json'],
        [`{"a" [${pad}1]}`, 'f.json:1:6: bad-json'],
        [`{"a": [${pad}1], "b" 1}`, 'f.json:2:9: bad-json'],
        [`{"a": [${pad}1] "b": 1}`, 'f.json:2:4: bad-json'],
        [`{[${pad}1]: 1}`, 'f.json:1:2: bad-json'],
        [`{"a": "b": [${pad}1]}`, 'f.json:1:10: bad-json'],
        [`{[${pad}1]}`, 'f.json:1:2: bad-json'],
        [`{a: [${pad}1]}`, 'f.json:1:2: bad-json'],
    ];
    for (const [text, beginning] of long) {
        await refuses(async () => plain(await read(text)), beginning);
    }
});

test('text that JSON.parse refuses is refused, and no other', async () => {
    const token = fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b"',
        '1',
        '-0',
        '1e-5',
        'null',
        'true',
        ' ',
        '\n',
        '"\\u0041"',
        '-',
        '01',
        '""',
    );
    const pad = `"${'x'.repeat(70_000)}"`;
    await fc.assert(
        fc.asyncProperty(
            fc.array(
                fc.oneof(
                    { weight: 30, arbitrary: token },
                    fc.constant(pad),
                    fc.constant(`[${pad}]`),
                ),
                { maxLength: 12 },
            ),
            async (tokens) => {
                for (const text of [
                    tokens.join(''),
                    `[${tokens.join('')}]`,
                    `{"k":${tokens.join('')}}`,
                    `[[${pad}],${tokens.join('')}]`,
                ]) {
                    let expected;
                    try {
                        expected = JSON.parse(text);
                    } catch {
                        await assert.rejects(async () => plain(await read(text)), InputError);
                        continue;
                    }
                    const found = await read(text)
                        .then(plain)
                        .catch((error) => error.code);
                    // A number can be beyond all that are finite.
                    if (found === 'duplicate-key' || found === 'out-of-range') continue;
                    assert.deepEqual(found, expected);
                }
            },
        ),
        { numRuns: 400 },
    );
});

test('names that come twice are refused; __proto__ is a name like others', async () => {
    await refuses(
        () => read('{\n "a": 1, "\\u0061": 2}'),
        'f.json:2:10: duplicate-key: a is given twice',
    );
    await refuses(
        () => read('{"b": [0, {"a b": {}, "c": [], "a b": 2}], "a b": 1}'),
        'f.json:1:32: duplicate-key: b[1]["a b"] is given twice',
    );
    await refuses(() => read('{"__proto__": 1, "__proto__": 2}'), 'f.json:1:18: duplicate-key');
    await read('[{"a": {"b": 1}, "b": {"a": 1}}, {"a": 1, "b": {"b": 1}}]');
    const root = await read('{"__proto__": {"polluted": true}, "constructor": 1}');
    await refuses(() => root.members({ optional: ['a'] }), 'f.json:1:2: unknown-key: __proto__');
    const members = root.members({ optional: ['__proto__', 'constructor'] });
    assert.equal(members.get('__proto__')?.kind, 'Object');
    assert.equal(/** @type {any} */ ({}).polluted, undefined);
});

test('depth, values and size are limited before they cost anything', async () => {
    await refuses(
        () => read('['.repeat(1e6)),
        'f.json:1:65: too-large: values are nested more than 64 deep',
    );
    await refuses(() => read(`${'[\n'.repeat(70)}`), 'f.json:65:1: too-large');
    await refuses(() => read('{"a":'.repeat(1e6)), 'f.json:1:321: too-large');
    await refuses(
        () => read('[1,2,3]', { elements: 3 }),
        'f.json:1:6: too-large: more than 3 values',
    );
    const wide = Array.from({ length: 65 }, (_, k) => `"k${k}":0`).join();
    await refuses(
        () => read(`{${wide}}`),
        `f.json:1:${wide.indexOf('"k64"') + 2}: too-large: an object has more than 64 members`,
    );
    await refuses(() => read('[1,2,3]', { characters: 3 }), 'f.json:1:1: too-large');
});

test('long strings and many values take their length to read', async () => {
    await assertLinear(async (size) => {
        const quotes = await read(`["${'\\\\'.repeat(size)}"]`);
        assert.equal(quotes.tuple(1)[0].string().length, size);
        const strings = await read(`[${'"",'.repeat(size)}1]`);
        assert.equal([...strings.items()].length, size + 1);
    }, 100_000);
});

test('an error names the value and its place', async () => {
    const root = await read('{"agents": [\n  {"x": [1, "2"], "odd name": null}\n]}');
    const agents = root.members({ required: ['agents'] }).get('agents');
    const [agent] = agents?.tuple(1) ?? [];
    const members = agent.members({ required: ['x', 'odd name'] });
    const [, second] = members.get('x')?.tuple(2) ?? [];
    assert.equal(second.path, 'agents[0].x[1]');
    assert.deepEqual(second.position, { line: 2, column: 13 });
    assert.equal(second.notice('is odd'), 'f.json:2: agents[0].x[1] is odd');
    await refuses(
        () => second.number(),
        'f.json:2:13: wrong-type: agents[0].x[1] must be a number, got "2"',
    );
    await refuses(
        () => members.get('odd name')?.string(),
        'f.json:2:31: wrong-type: agents[0]["odd name"] must be a string, got null',
    );
    await refuses(
        () => agent.members({ required: ['x', 'y'] }),
        'f.json:2:19: unknown-key: agents[0]["odd name"] is not known; known here: x, y',
    );
    await refuses(
        () => root.members({ required: ['agents', 'b'] }),
        'f.json:1:1: missing-key: the file must have "b"',
    );
    await refuses(
        () => agents?.tuple(2),
        'f.json:1:12: wrong-length: agents must have 2 values, got 1',
    );
    for (const [length, found] of [
        [0, 'more'],
        [1, 'more'],
        [3, '2'],
    ]) {
        await refuses(
            () => members.get('x')?.tuple(Number(length)),
            `f.json:2:9: wrong-length: agents[0].x must have ${length} values, got ${found}`,
        );
    }
    await refuses(
        () => root.number(),
        'f.json:1:1: wrong-type: the file must be a number, got an object',
    );
});

test('the numbers of an array are those of one after another, and so are their mistakes', async () => {
    const long = `[${'1, '.repeat(40_000)}2]`;
    const texts = ['[]', '[1]', '[1, 2.5]', '[-0, 1e-9]', '[1, 2, 3, 4]', '[1, null]', '{}', '1'];
    for (const text of [...texts, '[1, [2]]', '[3, 1e999]', '["1", 2]', '[1, -9]', long]) {
        for (const length of [{}, { min: 1, max: 2 }, { min: 2, max: 2, label: 'numbers' }]) {
            const range = { min: -5, max: 5 };
            const value = await read(text);
            /** @param {() => unknown} call */
            const outcome = (call) => {
                try {
                    return call();
                } catch (error) {
                    return String(error);
                }
            };
            const found = outcome(() => value.numbers(length, range));
            const expected = outcome(() => {
                const items = length.min === 2 ? value.tuple(2) : [...value.items(length)];
                return items.map((item) => item.number(range));
            });
            assert.deepEqual(found, expected, text);
        }
    }
});

test('numbers are finite, in range, and whole where they must be', async () => {
    const [big, half, minus, whole, zero] = (await read('[1e999, 0.5, -3, 2.0e1, -0]')).tuple(5);
    await refuses(() => big.number(), 'f.json:1:2: out-of-range: [0] must be finite, got Infinity');
    await refuses(
        () => half.whole({}),
        'f.json:1:9: bad-number: [1] must be a whole number, got 0.5',
    );
    await refuses(
        () => minus.number({ min: 0, max: 5 }),
        'f.json:1:14: out-of-range: [2] must be from 0 to 5, got -3',
    );
    assert.equal(whole.whole({ max: 20 }), 20);
    assert.ok(Object.is(zero.number(), -0));
    assert.ok(Object.is(zero.whole({}), 0));
});

test('a character of a string has its place, as far as there is no escape', async () => {
    const [plainText, escaped] = (await read('["abc", "a\\tc"]')).tuple(2);
    assert.deepEqual(plainText.characterPositions()(2), { line: 1, column: 5 });
    assert.deepEqual(escaped.characterPositions()(2), { line: 1, column: 9 });
});
