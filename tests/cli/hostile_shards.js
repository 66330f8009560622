import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { SaxesParser } from 'saxes';
import { run as merge } from '../../js/cli/commands/merge.js';
import { exitCodeOf } from '../../js/cli/console/exit.js';
import { makeReport, REPORT_KINDS } from '../../js/cli/report/index.js';
import { inRepository } from '../helpers.js';
import { sealed } from './outcomes.js';
import { graze, plan, writeCampaign } from './program.js';
import { assertReport } from './schemas.js';

/**
 * Shards with hostile content: valid ones, of which parts are replaced, added, removed or repeated, with hashes as they were, or as
 * a forger would make them. Whatever `merge` accepts must make reports in which nothing but text comes from the content.
 */

const ESCAPE = String.fromCharCode(27);

/** Texts that are live in a page, end a string, an element or a line, or have no valid characters. */
const TEXTS = [
    `"><img src=x onerror=alert(1)><script>alert(1)</script>${ESCAPE}[31m`,
    "'/></svg></title></style><meta http-equiv=refresh content='0;url=//x'>",
    ']]></failure><error/><!DOCTYPE a [<!ENTITY b "c">]>&b;',
    '\ud800 \udfff \u0000 \u202e \u2028 \ufffe',
    '\r\n##vso[x]::error file=a::b\n',
    'NaN',
    '',
    '__proto__',
];

/** Numbers as JSON, also such as JavaScript does not write. */
const NUMBERS = ['1e999', '-1e999', '-1', '1e-320', '0.5', '9007199254740993', '1e152', '-0', '1'];

/** Values as JSON: of each type, too long, too deep. */
const VALUES = [
    ...TEXTS.map((text) => JSON.stringify(text)),
    ...NUMBERS,
    ...[
        'null',
        'true',
        'false',
        '{}',
        '[]',
        '[null]',
        '[[[]]]',
        '[0, 0]',
        '{"__proto__": {"x": 1}}',
    ],
    JSON.stringify('x'.repeat(2000)),
    `${'['.repeat(3000)}${']'.repeat(3000)}`,
    `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
];

/** Names of fields that are added. */
const NAMES = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    'error',
    'case',
    ...TEXTS,
];

/** Stands for text in a value, in place of which JSON is written that no value has. */
const MARK = '\u0001raw\u0001';

/** Generator of numbers from 0 to below n that a seed determines. */
export class Random {
    #state;

    /** @param {number} seed */
    constructor(seed) {
        this.#state = seed >>> 0;
    }

    /** @param {number} n */
    below(n) {
        this.#state = (this.#state + 0x6d2b79f5) >>> 0;
        let t = this.#state;
        t = Math.imul(t ^ (t >>> 15), t | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return ((t ^ (t >>> 14)) >>> 0) % n;
    }

    /** @template T @param {readonly T[]} list */
    pick(list) {
        return list[this.below(list.length)];
    }
}

/** Returns all containers in a value, with those within. @param {any} value @returns {any[]} */
function containersOf(value) {
    if (typeof value !== 'object' || value === null) return [];
    return [value, ...Object.values(value).flatMap(containersOf)];
}

/**
 * Changes a part of a value; returns the JSON that replaces MARK in its text.
 *
 * @param {Random} random
 * @param {any} value
 */
function alter(random, value) {
    const target = random.pick(containersOf(value));
    const keys = Object.keys(target);
    const key = keys.length === 0 ? '0' : random.pick(keys);
    const raw = random.pick(VALUES);
    const set = (/** @type {string} */ name) => {
        Object.defineProperty(target, name, {
            value: MARK,
            enumerable: true,
            configurable: true,
            writable: true,
        });
    };
    switch (random.below(6)) {
        case 0:
            if (Array.isArray(target)) target.splice(Number(key), 1);
            else delete target[key];
            break;
        case 1:
            if (Array.isArray(target)) target.push(target[0] ?? MARK);
            else set(random.pick(NAMES));
            break;
        case 2:
            if (Array.isArray(target)) target.reverse();
            else set(`${key}${random.pick(TEXTS)}`);
            break;
        default:
            if (typeof target[key] === 'string' && random.below(2) === 0)
                target[key] = random.pick(TEXTS);
            else set(key);
    }
    return raw;
}

/**
 * Replaces a text that is free: a name, a message, a notice; or a number by one near it.
 *
 * @param {Random} random
 * @param {any} value
 */
function alterText(random, value) {
    const places = containersOf(value).flatMap((target) => {
        return Object.keys(target).map((key) => /** @type {const} */ ([target, key]));
    });
    const free = places.filter(([target, key]) => {
        const isFree =
            Array.isArray(target) || ['file', 'message', 'obstacle', 'label'].includes(key);
        return typeof target[key] === 'number' || (isFree && typeof target[key] === 'string');
    });
    if (free.length === 0) return;
    const [target, key] = random.pick(free);
    if (typeof target[key] === 'string') target[key] = random.pick(TEXTS.slice(0, 6));
    else target[key] += random.pick([0.25, -1, 1, 1e12]);
}

/**
 * Returns a shard with hostile content.
 *
 * @param {Random} random
 * @param {string} text a valid one
 */
export function spoil(random, text) {
    let lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    let raw = '0';
    const isSubtle = random.below(2) === 0;
    for (let k = random.below(3); k >= 0; k--) {
        const line = random.pick(lines);
        if (isSubtle) alterText(random, line);
        else raw = alter(random, line);
    }
    const [a, b] = [random.below(lines.length), random.below(lines.length)];
    const move = isSubtle ? -1 : random.below(12);
    if (move === 0) lines.splice(a, 1);
    if (move === 1) lines.splice(a, 0, lines[b]);
    if (move === 2) [lines[a], lines[b]] = [lines[b], lines[a]];
    if (move === 3) lines = lines.slice(0, a);
    const isForged = isSubtle || random.below(4) > 0;
    const mark = JSON.stringify(MARK);
    // The hashes are of the text as it stands in the file.
    let spoilt = isForged
        ? sealed(lines, (json) => json.replaceAll(mark, raw))
        : `${lines.map((line) => JSON.stringify(line).replaceAll(mark, raw)).join('\n')}\n`;
    if (random.below(20) === 0) spoilt = spoilt.slice(0, random.below(spoilt.length));
    if (random.below(20) === 0) {
        spoilt = spoilt.replace(`{"index"`, `{"file":${random.pick(VALUES)},"file":"x","index"`);
    }
    return spoilt;
}

/**
 * Writes shards of all kinds of results.
 *
 * @param {string} folder
 * @returns {string[]} their texts
 */
export function validShards(folder) {
    const scene = (/** @type {string} */ path) => inRepository(`web/scenes/${path}`);
    const of = (/** @type {string[]} */ args) =>
        graze(['validate', ...args, '--report', 'ndjson', '--figures', '2']).stdout;
    const bad = join(folder, 'bad.xml');
    writeFileSync(bad, plan({ isBad: true }));
    return [
        of([scene('driving/scenario.xml')]),
        of([scene('steps/result.txt'), '--map', scene('steps/map.map'), '--radius', '0.4']),
        of([bad, '--radius', '0.4']),
        of(['--list', writeCampaign(folder, 8)]),
    ];
}

/** Names of elements and attributes of a page. @param {string} html */
function namesOfHtml(html) {
    /** @type {Set<string>} */
    const names = new Set();
    /** @param {any} node */
    const visit = (node) => {
        if (node.tagName) names.add(node.tagName);
        for (const { name } of node.attrs ?? []) names.add(`${node.tagName} ${name}`);
        // Declarations are the only text that a page acts on.
        if (node.nodeName === '#comment') names.add('comment');
        for (const child of node.childNodes ?? []) visit(child);
    };
    visit(parse(html));
    return names;
}

/** Names of elements and attributes of XML; throws for what is not XML. @param {string} xml */
function namesOfXml(xml) {
    /** @type {Set<string>} */
    const names = new Set();
    const parser = new SaxesParser();
    parser.on('error', (error) => {
        throw error;
    });
    parser.on('doctype', () => names.add('doctype'));
    parser.on('opentag', ({ name, attributes }) => {
        names.add(name);
        for (const attribute of Object.keys(attributes)) names.add(`${name} ${attribute}`);
    });
    parser.write(xml).close();
    return names;
}

/** An attribute of numbers with something else; texts may contain any word. */
const NO_NUMBER =
    /\s(?:x|y|[cr]?[xyr]|width|height|points|d|viewBox|stroke-width|class|colspan)="[^"]*\b(?:NaN|Infinity|undefined)\b/;

/** Matches what a terminal may act on. */
const CONTROL = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Names in reports of graze that the valid shards do not have. */
const RARE_IN_HTML = [
    ...[
        'polygon',
        'polygon points',
        'polygon stroke-width',
        'circle',
        'circle cx',
        'circle cy',
        'circle r',
        'circle class',
    ],
    ...[
        'path fill-rule',
        'path stroke-width',
        'title',
        'p',
        'details',
        'summary',
        'ul',
        'li',
        'h3',
        'article',
        'figure',
    ],
    ...[
        'tr class',
        'td colspan',
        'dt',
        'dd',
        'dl',
        'section',
        'section id',
        'h2',
        'span',
        'span class',
        'a',
        'a href',
    ],
];
const RARE_IN_JUNIT = [
    ...[
        'testcase',
        'failure',
        'failure type',
        'failure message',
        'error',
        'error type',
        'error message',
    ],
    ...['skipped', 'skipped type', 'skipped message', 'testsuite skipped'],
];

/** Checks of reports, with the names of elements that reports of valid shards have. */
export class ReportChecks {
    /** @type {Record<string, Set<string>>} */
    #names = { html: new Set(RARE_IN_HTML), junit: new Set(RARE_IN_JUNIT) };

    /** Takes the names of a report of valid content. @param {string} kind @param {string} text */
    learn(kind, text) {
        for (const name of this.#read(kind, text)) this.#names[kind].add(name);
    }

    /** @param {string} kind @param {string} text */
    #read(kind, text) {
        if (kind === 'html') return namesOfHtml(text);
        return kind === 'junit' ? namesOfXml(text) : new Set();
    }

    /**
     * Throws an error where something of a report comes from its content.
     *
     * @param {string} kind
     * @param {string} text
     * @param {boolean} isChecked whether the results match their schema
     */
    check(kind, text, isChecked) {
        assert.doesNotMatch(text, CONTROL, kind);
        const odd = [...this.#read(kind, text)].filter((name) => !this.#names[kind].has(name));
        assert.deepEqual(odd, [], kind);
        if (kind === 'html') assert.doesNotMatch(text, NO_NUMBER);
        if (kind === 'json' && isChecked) assertReport('report', text);
        if (kind === 'json') JSON.parse(text);
        if (kind === 'ndjson' && isChecked) assertReport('lines', text);
    }
}

/**
 * Merges a shard into a report of a kind, and checks the outcome.
 *
 * @param {ReportChecks} checks
 * @param {string} kind
 * @param {string} path
 * @returns {Promise<boolean>} whether it was accepted
 */
export async function assertMergeHolds(checks, kind, path) {
    const { stdout, stderr } = process;
    let [text, errors] = ['', ''];
    const writeOut = stdout.write;
    const writeErr = stderr.write;
    /** @type {number} */
    let code;
    let message = '';
    try {
        stdout.write = /** @type {any} */ (
            (/** @type {string} */ chunk) => {
                text += chunk;
                return true;
            }
        );
        stderr.write = /** @type {any} */ (
            (/** @type {string} */ chunk) => {
                errors += chunk;
                return true;
            }
        );
        code = await merge([path, '--report', kind, '--details']);
    } catch (error) {
        code = exitCodeOf(error);
        message = error instanceof Error ? error.message : String(error);
    } finally {
        stdout.write = writeOut;
        stderr.write = writeErr;
    }
    assert.ok([0, 1, 3, 4, 5, 70].includes(code), `exit code ${code}: ${message}`);
    assert.doesNotMatch(errors, CONTROL);
    if (message !== '') {
        assert.equal(code, 3, message);
        assert.ok(message.startsWith(`${path}:`), message);
        assert.match(message.slice(path.length), /^(:\d+:\d+)?: [a-z-]+: ./);
        return false;
    }
    checks.check(kind, text, true);
    return true;
}

/**
 * Makes reports of results that nobody has checked: they may fail, but hold nothing live.
 *
 * @param {ReportChecks} checks
 * @param {string} kind
 * @param {any[]} results
 */
export async function assertReportHolds(checks, kind, results) {
    const source = async function* () {
        yield* results;
    };
    const options = {
        graze: '0.0.0',
        header: async () => /** @type {any} */ ({}),
        count: 1,
        color: false,
        digits: /** @type {const} */ ('full'),
        details: true,
    };
    let text = '';
    try {
        for await (const chunk of makeReport(kind, source(), options)) text += chunk;
    } catch {
        return;
    }
    checks.check(kind, text, false);
}

/**
 * Runs a number of hostile shards through all reports.
 *
 * @param {string} folder
 * @param {number} seed
 * @param {(done: number) => boolean} goesOn
 * @returns {Promise<{ shards: number, accepted: number }>}
 */
export async function runHostileShards(folder, seed, goesOn) {
    const valid = validShards(folder);
    const checks = new ReportChecks();
    const path = join(folder, 'hostile.ndjson');
    for (const text of valid) {
        writeFileSync(path, text);
        for (const kind of ['html', 'junit']) {
            checks.learn(kind, graze(['merge', path, '--report', kind]).stdout);
        }
    }
    let [shards, accepted] = [0, 0];
    for (; goesOn(shards); shards++) {
        const random = new Random(seed + shards);
        const text = spoil(random, random.pick(valid));
        writeFileSync(path, text);
        try {
            for (const kind of REPORT_KINDS) {
                if (await assertMergeHolds(checks, kind, path)) accepted++;
                else break;
            }
            const results = text.split('\n').slice(1, -2).flatMap(parseOrNothing);
            for (const kind of REPORT_KINDS) await assertReportHolds(checks, kind, results);
        } catch (error) {
            throw new Error(`shard of seed ${seed + shards}`, { cause: error });
        }
    }
    return { shards, accepted };
}

/** @param {string} line */
function parseOrNothing(line) {
    try {
        const value = JSON.parse(line);
        return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
        return [];
    }
}
