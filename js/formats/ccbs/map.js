import { formatValue } from '#internal';
import { checkCells, InputError, parseNumber, parseWhole } from '../text/source.js';
import {
    checkChildren,
    checkRoot,
    elementText,
    readXml,
    requireAttribute,
    requireChild,
} from '../text/xml.js';

/**
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Element } from '../text/xml.js'
 * @import { Grid, Roadmap } from '../../scenario/model/scenario.js'
 */

/**
 * Reads a CCBS map: `<root><map>` with a grid of cells, or a GraphML roadmap.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ grid: Grid | null, roadmap: Roadmap | null }>}
 */
export async function readCcbsMap(source) {
    const { file, root } = await readXml(source);
    if (root.name === 'graphml') return { grid: null, roadmap: readRoadmap(file, root) };
    checkRoot(file, root, 'root', 'a CCBS grid map (or <graphml>, a roadmap)');
    const map = requireChild(file, root, 'map');
    checkChildren(file, root, ['map']);
    return { grid: readGrid(file, map), roadmap: null };
}

/**
 * Reads a grid; rows are i, columns j, 0 is free and 1 blocked.
 *
 * @param {CheckedFile} file
 * @param {Element} map
 * @returns {Grid}
 */
function readGrid(file, map) {
    checkChildren(file, map, ['width', 'height', 'grid']);
    /** @param {string} name */
    const size = (name) => {
        const element = requireChild(file, map, name);
        const range = { min: 1, max: file.limits.cells };
        return parseWhole(file, element.position, `<${name}>`, elementText(file, element), range);
    };
    const ny = size('width');
    const nx = size('height');
    const grid = requireChild(file, map, 'grid');
    checkChildren(file, grid, ['row']);
    const rows = grid.children;
    if (rows.length !== nx) {
        const position = rows.length > nx ? rows[nx].position : grid.position;
        const text = `the grid has ${rows.length} rows, but <height> says ${nx}`;
        throw new InputError('bad-grid', file, position, text);
    }
    // A declared size is used only as far as there are rows of that length.
    const cells = rows.map((row) => splitRow(file, row, ny));
    checkCells(file, grid.position, nx, ny);
    const blocked = new Uint8Array(nx * ny);
    cells.forEach((row, i) => {
        row.forEach((cell, j) => {
            if (cell !== '0') blocked[i * ny + j] = 1;
        });
    });
    return { nx, ny, blocked };
}

/**
 * @param {CheckedFile} file
 * @param {Element} row
 * @param {number} width
 * @returns {string[]}
 */
function splitRow(file, row, width) {
    const cells = elementText(file, row).split(/\s+/);
    if (cells.length !== width) {
        const text = `the row has ${cells.length} cells, but <width> says ${width}`;
        throw new InputError('bad-grid', file, row.position, text);
    }
    for (const cell of cells) {
        if (cell !== '0' && cell !== '1') {
            const text = `a cell must be 0 (free) or 1 (blocked), got ${formatValue(cell)}`;
            throw new InputError('bad-grid', file, row.position, text, cell);
        }
    }
    return cells;
}

/**
 * @param {CheckedFile} file
 * @param {Element} root
 * @returns {Roadmap}
 */
function readRoadmap(file, root) {
    const graph = requireChild(file, root, 'graph');
    checkChildren(file, root, ['key', 'graph', 'data', 'desc']);
    checkChildren(file, graph, ['node', 'edge', 'data', 'desc']);
    const direction = graph.attributes.get('edgedefault') ?? 'directed';
    if (direction !== 'directed' && direction !== 'undirected') {
        const text = `edgedefault must be directed or undirected, got ${formatValue(direction)}`;
        throw new InputError('bad-roadmap', file, graph.position, text, direction);
    }
    const { nodes, indexOf: nodeIndices } = readNodes(file, graph, coordinateKey(file, root));
    const edges = graph.children
        .filter((element) => element.name === 'edge')
        .flatMap((edge) => readEdge(file, edge, nodeIndices, direction === 'directed'));
    return { nodes, edges };
}

/**
 * @param {CheckedFile} file
 * @param {Element} graph
 * @param {string} coordinates key of a node's coordinates
 */
function readNodes(file, graph, coordinates) {
    /** @type {Map<string, number>} */
    const nodeIndices = new Map();
    const nodes = graph.children
        .filter((element) => element.name === 'node')
        .map((node, index) => {
            const id = requireAttribute(file, node, 'id');
            if (nodeIndices.has(id)) {
                const text = `node ${formatValue(id)} is declared twice`;
                throw new InputError('duplicate-node', file, node.position, text, id);
            }
            nodeIndices.set(id, index);
            return readNode(file, node, coordinates);
        });
    if (nodes.length === 0) {
        throw new InputError('bad-roadmap', file, graph.position, 'the roadmap has no nodes');
    }
    return { nodes, indexOf: nodeIndices };
}

/**
 * Reads one directed edge, or the two of an undirected one.
 *
 * @param {CheckedFile} file
 * @param {Element} edge
 * @param {Map<string, number>} nodeIndices
 * @param {boolean} directed default, which an edge may override
 * @returns {[number, number][]}
 */
function readEdge(file, edge, nodeIndices, directed) {
    checkChildren(file, edge, ['data', 'desc']);
    /** @param {'source' | 'target'} end */
    const nodeAt = (end) => {
        const id = requireAttribute(file, edge, end);
        const index = nodeIndices.get(id);
        if (index === undefined) {
            const text = `the edge's ${end} ${formatValue(id)} is not a node of the roadmap`;
            throw new InputError('unknown-node', file, edge.position, text, id);
        }
        return index;
    };
    const edgeDirected = edge.attributes.get('directed') ?? String(directed);
    if (edgeDirected !== 'true' && edgeDirected !== 'false') {
        const text = `directed must be true or false, got ${formatValue(edgeDirected)}`;
        throw new InputError('bad-roadmap', file, edge.position, text, edgeDirected);
    }
    const [from, to] = [nodeAt('source'), nodeAt('target')];
    if (edgeDirected === 'true') return [[from, to]];
    return [
        [from, to],
        [to, from],
    ];
}

/**
 * Returns the id of the GraphML key that holds the coordinates of nodes.
 *
 * @param {CheckedFile} file
 * @param {Element} root
 */
function coordinateKey(file, root) {
    const [key, duplicate] = root.children.filter(
        (element) =>
            element.name === 'key' &&
            element.attributes.get('for') === 'node' &&
            element.attributes.get('attr.name') === 'coords',
    );
    if (key === undefined || duplicate !== undefined) {
        const count = duplicate === undefined ? 'no' : 'more than one';
        const text = `the roadmap declares ${count} key for="node" with attr.name="coords"`;
        throw new InputError('bad-roadmap', file, (duplicate ?? root).position, text);
    }
    return requireAttribute(file, key, 'id');
}

/**
 * @param {CheckedFile} file
 * @param {Element} node
 * @param {string} key
 */
function readNode(file, node, key) {
    checkChildren(file, node, ['data', 'desc']);
    const [data, duplicate] = node.children.filter(
        (element) => element.attributes.get('key') === key,
    );
    if (data === undefined || duplicate !== undefined) {
        const count = duplicate === undefined ? 'no' : 'more than one';
        const text = `the node has ${count} <data key=${formatValue(key)}> with its coordinates`;
        throw new InputError('bad-roadmap', file, (duplicate ?? node).position, text);
    }
    const coordinates = elementText(file, data);
    const parts = coordinates.split(',');
    if (parts.length !== 2) {
        const text = `coordinates must be "i,j", got ${formatValue(coordinates)}`;
        throw new InputError('bad-number', file, data.position, text, coordinates);
    }
    return {
        x: parseNumber(file, data.position, 'the first coordinate', parts[0].trim()),
        y: parseNumber(file, data.position, 'the second coordinate', parts[1].trim()),
    };
}
