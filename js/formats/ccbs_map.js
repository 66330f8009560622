import { InputError, LIMITS, parseNumber, parseWhole } from './source.js';
import { attribute, checkChildren, checkRoot, child, readXml } from './xml.js';

/**
 * @import { SourceFile } from './source.js'
 * @import { Element } from './xml.js'
 * @import { Grid, Roadmap } from '../scenario/scenario.js'
 */

/**
 * A CCBS map: `<root><map>` with a grid of cells, or a GraphML roadmap.
 *
 * @param {SourceFile} source
 * @returns {{ grid: Grid | null, roadmap: Roadmap | null }}
 */
export function readCcbsMap(source) {
    const { file, root } = readXml(source);
    if (root.name === 'graphml') return { grid: null, roadmap: readRoadmap(file, root) };
    checkRoot(file, root, 'root', 'a CCBS grid map (or <graphml>, a roadmap)');
    return { grid: readGrid(file, child(file, root, 'map')), roadmap: null };
}

/**
 * Rows are i, columns j; 0 is free, anything else is blocked.
 *
 * @param {SourceFile} file
 * @param {Element} map
 * @returns {Grid}
 */
function readGrid(file, map) {
    /** @param {string} name */
    const size = (name) => {
        const element = child(file, map, name);
        const what = `<${name}>`;
        return parseWhole(file, element.position, what, element.text.trim(), {
            min: 1,
            max: LIMITS.cells,
        });
    };
    const ny = size('width');
    const nx = size('height');
    const grid = child(file, map, 'grid');
    checkChildren(file, grid, ['row']);
    const rows = grid.children;
    if (rows.length !== nx) {
        const at = rows.length > nx ? rows[nx].position : grid.position;
        const text = `the grid has ${rows.length} rows, but <height> says ${nx}`;
        throw new InputError('bad-grid', file, at, text);
    }
    // Declared sizes are believed only as far as rows of that length are there.
    const cells = rows.map((row) => splitRow(file, row, ny));
    const blocked = new Uint8Array(nx * ny);
    cells.forEach((row, i) => {
        row.forEach((cell, j) => {
            if (cell !== '0') blocked[i * ny + j] = 1;
        });
    });
    return { nx, ny, blocked };
}

/**
 * @param {SourceFile} file
 * @param {Element} row
 * @param {number} width
 * @returns {string[]}
 */
function splitRow(file, row, width) {
    const cells = row.text.trim().split(/\s+/);
    if (cells.length !== width) {
        const text = `the row has ${cells.length} cells, but <width> says ${width}`;
        throw new InputError('bad-grid', file, row.position, text);
    }
    for (const cell of cells) {
        if (cell !== '0' && cell !== '1') {
            const text = `a cell must be 0 (free) or 1 (blocked), not ${JSON.stringify(cell.slice(0, 20))}`;
            throw new InputError('bad-grid', file, row.position, text, cell);
        }
    }
    return cells;
}

/**
 * @param {SourceFile} file
 * @param {Element} root
 * @returns {Roadmap}
 */
function readRoadmap(file, root) {
    const graph = child(file, root, 'graph');
    const coordinates = coordinateKey(file, root);
    const direction = graph.attributes.get('edgedefault') ?? 'directed';
    if (direction !== 'directed' && direction !== 'undirected') {
        const text = `edgedefault must be directed or undirected, not ${JSON.stringify(direction.slice(0, 20))}`;
        throw new InputError('bad-roadmap', file, graph.position, text, direction);
    }
    checkChildren(file, graph, ['node', 'edge', 'data']);

    /** @type {Map<string, number>} */
    const indexOf = new Map();
    /** @type {Roadmap} */
    const roadmap = { nodes: [], edges: [] };
    for (const node of graph.children) {
        if (node.name !== 'node') continue;
        const id = attribute(file, node, 'id');
        if (indexOf.has(id)) {
            throw new InputError(
                'duplicate-node',
                file,
                node.position,
                `node ${JSON.stringify(id)} is declared twice`,
                id,
            );
        }
        indexOf.set(id, roadmap.nodes.length);
        roadmap.nodes.push(readNode(file, node, coordinates));
    }
    for (const edge of graph.children) {
        if (edge.name !== 'edge') continue;
        const ends = ['source', 'target'].map((end) => {
            const id = attribute(file, edge, end);
            const index = indexOf.get(id);
            if (index === undefined) {
                const text = `the edge's ${end} ${JSON.stringify(id)} is not a node of the roadmap`;
                throw new InputError('unknown-node', file, edge.position, text, id);
            }
            return index;
        });
        roadmap.edges.push([ends[0], ends[1]]);
        const both =
            (edge.attributes.get('directed') ?? String(direction === 'directed')) === 'false';
        if (both) roadmap.edges.push([ends[1], ends[0]]);
    }
    if (roadmap.nodes.length === 0) {
        throw new InputError('bad-roadmap', file, graph.position, 'the roadmap has no nodes');
    }
    return roadmap;
}

/**
 * The id of the GraphML key that holds a node's coordinates.
 *
 * @param {SourceFile} file
 * @param {Element} root
 */
function coordinateKey(file, root) {
    const key = root.children.find(
        (each) =>
            each.name === 'key' &&
            each.attributes.get('for') === 'node' &&
            each.attributes.get('attr.name') === 'coords',
    );
    if (key === undefined) {
        const text = 'the roadmap declares no key for="node" with attr.name="coords"';
        throw new InputError('bad-roadmap', file, root.position, text);
    }
    return attribute(file, key, 'id');
}

/**
 * @param {SourceFile} file
 * @param {Element} node
 * @param {string} key
 */
function readNode(file, node, key) {
    const data = node.children.find((each) => each.attributes.get('key') === key);
    if (data === undefined) {
        const text = `the node has no <data key=${JSON.stringify(key)}> with its coordinates`;
        throw new InputError('bad-roadmap', file, node.position, text);
    }
    const parts = data.text.split(',');
    if (parts.length !== 2) {
        const text = `coordinates must be "i,j", not ${JSON.stringify(data.text.slice(0, 40))}`;
        throw new InputError('bad-number', file, data.position, text, data.text);
    }
    return {
        x: parseNumber(file, data.position, 'the first coordinate', parts[0].trim()),
        y: parseNumber(file, data.position, 'the second coordinate', parts[1].trim()),
    };
}
