import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { pick, randomFor } from '../../../js/bench/random.js';
import { readXml } from '../../../js/formats/text/xml.js';
import { inRepository, inShared } from '../../helpers.js';
import { MAX_TEXT, mutated, oneOf } from './mutate.js';
import { Finding, inRandomPieces, refusalOf } from './outcome.js';

/**
 * Compares the two parsers of XML: with the scanner, any text has the same elements in the same order, or the same error at
 * the same place, as with the reference parser alone; whatever the limits, and wherever the text is cut.
 *
 * @import { Random } from '../../../js/bench/random.js'
 * @import { Element } from '../../../js/formats/text/xml.js'
 * @import { LimitName, SourceFile } from '../../../js/formats/text/source.js'
 * @import { Target } from './engine.js'
 *
 * @typedef {object} XmlInput
 * @property {string} text
 * @property {Partial<Record<LimitName, number>>} limits
 * @property {number | undefined} chunkSize
 */

/** Parts that XML has and programs seldom write, and such that it does not have. */
const PARTS = [
    '<!-- c -->',
    '<!---->',
    '<!--->',
    '<!-- a -- b -->',
    '<!-- - \n - -->',
    '<!--',
    '-->',
    '<![CDATA[ <x> & ]]>',
    '<![CDATA[',
    ']]>',
    ']]',
    '<?xml version="1.0"?>',
    '<?xml version="1.1"?>',
    "<?xml version='1.0' encoding='UTF-8' standalone='no' ?>",
    '<?xml version="1.0" encoding="" ?>',
    '<?xml version="1.0" standalone="maybe"?>',
    '<?xml encoding="UTF-8"?>',
    '<?pi x?>',
    '<?',
    '?>',
    '<!DOCTYPE r>',
    '<!DOCTYPE r [<!ENTITY a "b">]>',
    '&amp;',
    '&lt;',
    '&#65;',
    '&#0;',
    '&unknown;',
    '&',
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    '/>',
    '</',
    '<a>',
    '</a>',
    '<a/>',
    '</a >',
    '</a\n>',
    '</a b>',
    '</>',
    '<>',
    '< a>',
    '<a b="1" c="2"/>',
    "<a b='1'/>",
    '<a b="1" b="2"/>',
    '<a b="1"c="2"/>',
    '<a b = "1"/>',
    '<a b=1/>',
    '<a b/>',
    '<a b="\t\n x"/>',
    '<a b="<"/>',
    '<a b="&lt;"/>',
    '<a b=">"/>',
    '<a\nb="1"\n/>',
    '<a / >',
    '<1/>',
    '<a:b.c-d_e1 f:g.h="1"/>',
    '<:a/>',
    '<é ü="1"/>',
    '<a é="1"/>',
    '<__proto__ __proto__="1"/>',
    ' constructor="1"',
    '\u{1f600}',
    '\u00a0',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '\u0001',
    '\u007f',
    '\0',
    '\ud800',
    '\t',
    '\n',
    '\r\n',
    '\r',
    ' ',
    'x',
    'x\ny',
    `<!--${'c'.repeat(300)}-->`,
    ' '.repeat(300),
    'x'.repeat(300),
];

/** Texts beside those of files. */
const SMALL = [
    '',
    '<r/>',
    '<r>text<a b="1"><c/>more</a> tail</r>',
    '<?xml version="1.0" encoding="utf-8"?>\n<!-- head -->\n<r>\n  <a b="1"/>\n</r>\n<!-- tail -->\n',
    '<root><log><agent number="0"><path><section number="0" start_i="0" start_j="0" goal_i="0" goal_j="1" duration="1"/></path></agent></log></root>',
];

/** Files of others that are long enough to be cut, and short enough to be changed often. */
const FOREIGN = [
    'commonroad/cr_test_reading_all.xml',
    'commonroad/solution_PM2_JB1_ZAM_Tjunction-1_18_T-1_2018b.xml',
    'mapf/ccbs/room64_t2_k10_c3/task_log.xml',
    'real/crime/DEU_Crit-1_1_T-1.xml',
    'real/findings/test_reading_std_state.xml',
    'real/sumo/traci_fcd.xml',
];

/** Limits that both parsers check. @type {LimitName[]} */
const LIMITED = ['elements', 'attributes', 'token', 'depth', 'characters'];

/** @returns {XmlInput[]} */
function seeds() {
    const folder = inRepository('tests/fuzz/readers/seeds');
    const own = readdirSync(folder)
        .filter((name) => name.endsWith('.xml'))
        .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
    const foreign = FOREIGN.map(inShared)
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'utf8').slice(0, MAX_TEXT / 4));
    return [...SMALL, ...own, ...foreign, made(randomFor('xml', 'seed'))].map((text) => ({
        text,
        limits: {},
        chunkSize: undefined,
    }));
}

/** Returns a random text of elements and parts. @param {Random} random @returns {string} */
function made(random) {
    let text = pick(random, 3) === 0 ? '' : '<?xml version="1.0" ?>\n';
    /** @type {string[]} */
    const open = [];
    for (let left = 2 + pick(random, 30); left > 0; left--) {
        const name = oneOf(random, ['a', 'root', 'section', 'x1', 'time', 'a-rather-long-name']);
        const how = pick(random, 12);
        if (how < 4) {
            text += `<${name}${pick(random, 2) ? ` n="${pick(random, 9)}"` : ''}>`;
            open.push(name);
        } else if (how < 7 && open.length > 1) text += `</${open.pop()}>`;
        else if (how < 9) text += `<${name} a="1.5" b='x y'/>`;
        else if (how < 10) text += oneOf(random, ['\n    ', '12.5', 'x > y', ' ']);
        else if (pick(random, 4) === 0) text += oneOf(random, PARTS);
    }
    return (
        text +
        open
            .reverse()
            .map((name) => `</${name}>`)
            .join('\n')
    );
}

/** @param {string} text @param {Random} random */
function withParts(text, random) {
    let changed = text;
    for (let left = 1 + pick(random, 2); left > 0; left--) {
        // Most faults are at the beginnings and ends of tags and values.
        const marks = [...changed.matchAll(/[<>"]/g)].map(({ index }) => index + pick(random, 2));
        const at =
            marks.length > 0 && pick(random, 4) > 0
                ? oneOf(random, marks)
                : pick(random, changed.length + 1);
        const removed = pick(random, 3) === 0 ? pick(random, 12) : 0;
        changed = changed.slice(0, at) + oneOf(random, PARTS) + changed.slice(at + removed);
    }
    return changed;
}

/** @type {Target<XmlInput>['mutate']} */
function mutate(input, random, corpus) {
    let { text, limits } = input;
    const how = pick(random, 8);
    if (how === 0) text = made(random);
    else if (how < 5) text = withParts(text, random);
    else text = mutated(text, random, oneOf(random, corpus).text);
    const change = pick(random, 10);
    if (change === 0) limits = {};
    else if (change === 1) {
        const name = oneOf(random, LIMITED);
        const most = name === 'token' || name === 'characters' ? 300 : 12;
        limits = { ...limits, [name]: 1 + pick(random, most) };
    }
    const chunkSize = pick(random, 2) ? undefined : 2 + Math.floor(400 * random() ** 3);
    return { text: text.slice(0, MAX_TEXT), limits, chunkSize };
}

/**
 * Returns all elements of a text in the order in which they end, and an error after them if there is one.
 *
 * @param {SourceFile} source
 * @param {number} kept one of so many elements stays in the tree
 */
async function eventsOf(source, kept) {
    /** @type {unknown[]} */
    const events = [];
    /** @param {Element} element @param {Element[]} parents */
    const onElement = (element, parents) => {
        const { name, attributes, text, position, children } = element;
        const around = parents.map((parent) => parent.name);
        events.push([name, [...attributes], text.trim(), position, children.length, around]);
        return events.length % kept !== 0;
    };
    try {
        const { root } = await readXml(source, onElement);
        events.push(root.name);
    } catch (error) {
        events.push(refusalOf('reading XML', error));
    }
    return events;
}

/** @param {XmlInput} input @returns {Promise<string>} */
async function run(input) {
    const { text, limits, chunkSize } = input;
    const random = randomFor('xml', JSON.stringify(input));
    const kept = 1 + pick(random, 4);
    // The size of a text in pieces is known at its end, and refused later.
    const isWhole = limits.characters !== undefined;
    const given = () => (isWhole || pick(random, 2) ? text : inRandomPieces(text, random));
    const source = { name: 'a.xml', limits, chunkSize };
    const scanned = await eventsOf({ ...source, text: given() }, kept);
    const reference = await eventsOf({ ...source, text: given(), reference: true }, kept);
    const last = /** @type {any} */ (scanned.at(-1));
    const kind = /is found where|ends inside|[a-z]+ character|[a-z]+ attribute/.exec(last?.message);
    const way = `${last?.code ?? 'read'} ${kind?.[0] ?? ''} ${Math.floor(Math.log2(scanned.length))}`;
    if (isDeepStrictEqual(scanned, reference)) return way;
    const at = scanned.findIndex((each, k) => !isDeepStrictEqual(each, reference[k]));
    const [found, expected] = [scanned, reference].map((events) => JSON.stringify(events[at]));
    throw new Finding('the scanner does not read as the reference', `${found} / ${expected}`);
}

/** @type {Target<XmlInput>} */
export const XML_TARGET = {
    name: 'xml',
    seeds,
    mutate,
    run,
    *smaller(input) {
        if (Object.keys(input.limits).length > 0) yield { ...input, limits: {} };
        if (input.chunkSize !== undefined) yield { ...input, chunkSize: undefined };
        const { text } = input;
        for (let size = text.length >> 1; size >= 1 && text.length / size <= 400; size >>= 1) {
            for (let from = 0; from < text.length; from += size) {
                yield { ...input, text: text.slice(0, from) + text.slice(from + size) };
            }
        }
    },
};
