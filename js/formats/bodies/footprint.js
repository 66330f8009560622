import { argumentError, checkPoint, formatValue, GrazeError, isList } from '#internal';
import { InputError, noticeAt, parseNumber } from '../text/source.js';
import { readYaml } from '../text/yaml_file.js';
import { findFault, normalizeOutline, Outlines } from './outlines.js';

/**
 * Reads the footprint of a robot: a list of points in YAML or JSON, or the parameters of Nav2, which have it as text.
 *
 * @import { Node } from 'yaml'
 * @import { Vertex } from './outlines.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Entry, YamlFile } from '../text/yaml_file.js'
 * @import { Polygon, SourcePosition } from '../../scenario/model/scenario.js'
 */

/** Text of a list of points, and of each of them. */
const LIST = /^\s*\[\s*(\[[^[\]]*\]\s*(?:,\s*\[[^[\]]*\]\s*)*)\]\s*$/;
const POINT = /\[([^[\]]*)\]/g;

/** Minimum number of points of an outline. */
const MIN_POINTS = 3;

/**
 * Reads a footprint.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ shape: Polygon, notices: string[] }>}
 */
export async function readFootprint(source) {
    const yaml = await readYaml(source);
    const { root } = yaml;
    if (root === null || yaml.isList(root)) {
        return { shape: await readOutline(yaml, root, { line: 1, column: 1 }), notices: [] };
    }
    /** @type {Entry[]} */
    const found = [];
    /** @type {string[]} */
    const notices = [];
    let hasRadius = false;
    findEntries(yaml, root, (name, entry) => {
        if (name === 'footprint') found.push(entry);
        hasRadius ||= name === 'robot_radius';
        const isPadding = name === 'footprint_padding';
        if (isPadding && Number(yaml.requireText(entry.value, name, entry.position)) !== 0) {
            notices.push(noticeAt(yaml.file, entry.position, 'footprint_padding is not used'));
        }
    });
    const [first, ...others] = found;
    if (first === undefined) {
        const text = hasRadius
            ? 'there is no footprint, but a robot_radius: give it as the radius (--radius)'
            : 'there is no footprint: expected a list of points [[x, y], …], or a key footprint';
        throw new InputError('missing-element', yaml.file, yaml.position(root), text);
    }
    const shape = await readOutline(yaml, first.value, first.position);
    for (const { value, position } of others) {
        const other = await readOutline(yaml, value, position);
        if (JSON.stringify(other) === JSON.stringify(shape)) continue;
        const text = `the file has another footprint in line ${first.position.line}`;
        throw new InputError('duplicate-element', yaml.file, position, text);
    }
    return { shape, notices };
}

/**
 * Visits all entries of nested maps.
 *
 * @param {YamlFile} yaml
 * @param {Node | null} node
 * @param {(name: string, entry: Entry) => void} visit
 */
function findEntries(yaml, node, visit) {
    if (!yaml.isMap(node)) return;
    for (const [name, entry] of yaml.requireMap(node, 'the parameters')) {
        visit(name, entry);
        findEntries(yaml, entry.value, visit);
    }
}

/**
 * @param {YamlFile} yaml
 * @param {Node | null} node
 * @param {SourcePosition} fallback
 * @returns {Promise<Polygon>}
 */
async function readOutline(yaml, node, fallback) {
    const position = yaml.position(node, fallback);
    const items = yaml.isList(node)
        ? readList(yaml, node, position)
        : readText(yaml, yaml.requireText(node, 'footprint', fallback), position);
    const { file } = yaml;
    if (items.length < MIN_POINTS) {
        const text = `the footprint must have at least ${MIN_POINTS} points, got ${items.length}`;
        throw new InputError('wrong-length', file, position, text);
    }
    const sources = new Map(items.map(({ vertex, position: at }) => [vertex, at]));
    const points = normalizeOutline(items.map(({ vertex }) => vertex));
    if (typeof points === 'string') throw new InputError('bad-shape', file, position, points);
    /** @type {Polygon} */
    const shape = { kind: 'polygon', points, radius: 0 };
    const outlines = new Outlines();
    outlines.add(shape, (_, point) => sources.get(points[point]) ?? position);
    await outlines.check(file);
    return shape;
}

/** @typedef {{ vertex: Vertex, position: SourcePosition }} Item */

/** @param {YamlFile} yaml @param {Node | null} node @param {SourcePosition} fallback @returns {Item[]} */
function readList(yaml, node, fallback) {
    return yaml.requireList(node, 'footprint', fallback).map((item) => {
        const position = yaml.position(item, fallback);
        const pair = yaml.isMap(item)
            ? readRecord(yaml, item, position)
            : yaml.requireList(item, 'a point of the footprint', fallback);
        if (pair.length !== 2) throw pairError(yaml, position, pair.length);
        const [x, y] = pair.map((value) => {
            const text = yaml.requireText(value, 'a coordinate', position);
            return parseNumber(yaml.file, yaml.position(value, position), 'a coordinate', text);
        });
        return { vertex: [x, y], position };
    });
}

/** @param {YamlFile} yaml @param {Node} node @param {SourcePosition} position */
function readRecord(yaml, node, position) {
    const entries = yaml.requireMap(node, 'a point of the footprint', position);
    return ['x', 'y'].map((name) => {
        const entry = entries.get(name);
        if (entry !== undefined) return entry.value;
        const text = `a point of the footprint must have ${name}`;
        throw new InputError('missing-element', yaml.file, position, text);
    });
}

/** @param {YamlFile} yaml @param {string} text @param {SourcePosition} position @returns {Item[]} */
function readText(yaml, text, position) {
    const list = LIST.exec(text);
    if (list === null) {
        const problem = `the footprint must be a list of points [[x, y], …], got ${formatValue(text)}`;
        throw new InputError('bad-value', yaml.file, position, problem, text);
    }
    return [...list[1].matchAll(POINT)].map(([, numbers]) => {
        const pair = numbers.split(',');
        if (pair.length !== 2) throw pairError(yaml, position, pair.length);
        const [x, y] = pair.map((each) =>
            parseNumber(yaml.file, position, 'a coordinate', each.trim()),
        );
        return { vertex: [x, y], position };
    });
}

/** @param {YamlFile} yaml @param {SourcePosition} position @param {number} count */
function pairError(yaml, position, count) {
    const text = `a point of the footprint must be [x, y], got ${count} values`;
    return new InputError('wrong-length', yaml.file, position, text);
}

/**
 * Returns the footprint that a caller gives as points.
 *
 * @param {unknown} given
 * @returns {Promise<Polygon>}
 * @throws {GrazeError} `wrong-type`, `not-finite`, `too-few-points`, `self-intersecting`, `zero-area`
 */
export async function checkFootprint(given) {
    if (!isList(given)) {
        throw argumentError('wrong-type', 'footprint', 'an array of { x, y } or [x, y]', given);
    }
    const outline = Array.from({ length: given.length }, (_, k) => {
        const { x, y } = checkPoint(given[k], `footprint[${k}]`, Infinity);
        return /** @type {Vertex} */ ([x, y]);
    });
    if (outline.length < MIN_POINTS) {
        throw argumentError('too-few-points', 'footprint', `at least ${MIN_POINTS} points`, given);
    }
    const points = normalizeOutline(outline);
    const details = { argument: 'footprint' };
    if (typeof points === 'string') {
        throw new GrazeError('zero-area', `footprint must be a region: ${points}`, details);
    }
    /** @type {Polygon} */
    const shape = { kind: 'polygon', points, radius: 0 };
    const fault = await findFault(shape);
    if (fault === undefined) return shape;
    throw new GrazeError('self-intersecting', `footprint must be a region: ${fault.text}`, details);
}
