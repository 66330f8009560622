/**
 * Fails if the sources use each other in a circle, between files or between folders. Run by `make check`.
 *
 *   node tests/style/circles.mjs [--graph]    --graph prints which folders use which
 *
 * A header and the C file of its name are one unit. A unit of C uses those that it includes and those that define the
 * functions it calls, as a function of graze.h can be defined anywhere. A file of JavaScript uses those that it imports.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { circlesOf, foldersOf } from './graph.js';

/** @typedef {Map<string, Set<string>>} Graph what each unit uses */

/** @param {string} folder @param {RegExp} ending */
function filesIn(folder, ending) {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((name) => ending.test(name));
}

/** Returns a source without comments, and without declarations of functions. @param {string} file */
const codeOf = (file) =>
    readFileSync(file, 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/^[A-Za-z_][^;{}]*\([^;{}]*\);/gm, '');

const DEFINITION = /^[A-Za-z_][\w \t*]*?\b(graze_\w+)\([^;{}]*\)\s*\{/gm;

/** @returns {Graph} */
function graphOfC() {
    const units = filesIn('src', /\.[ch]$/).map((file) => ({
        ...{ file, unit: file.slice(0, -2), code: codeOf(file) },
    }));
    /** @type {Map<string, string>} */
    const owners = new Map();
    for (const { unit, code } of units)
        for (const [, name] of code.matchAll(DEFINITION)) owners.set(name, unit);
    /** @type {Graph} */
    const graph = new Map(units.map(({ unit }) => [unit, new Set()]));
    for (const { file, unit, code } of units) {
        const used = graph.get(unit) ?? new Set();
        for (const [, path] of code.matchAll(/^#include "([^"]+)"/gm))
            used.add(normalize(join(dirname(file), path)).slice(0, -2));
        for (const [name] of code.matchAll(/\bgraze_\w+(?=\()/g))
            used.add(owners.get(name) ?? unit);
        used.delete(unit);
    }
    return graph;
}

/** @returns {Graph} */
function graphOfJavaScript() {
    const files = ['js', 'web'].flatMap((folder) => filesIn(folder, /\.m?js$/));
    /** @type {Graph} */
    const graph = new Map();
    for (const file of files) {
        const imports = codeOf(file).matchAll(
            /(?:\bfrom|^import|\bimport\()\s*['"](\.[^'"]+)['"]/gm,
        );
        graph.set(
            file,
            new Set([...imports].map(([, path]) => normalize(join(dirname(file), path)))),
        );
    }
    return graph;
}

const graphs = [graphOfC(), graphOfJavaScript()];
const circles = graphs.flatMap((graph) => [...circlesOf(graph), ...circlesOf(foldersOf(graph))]);
for (const circle of circles) console.error(`a circle: ${circle.join(' -> ')}`);
if (circles.length > 0) process.exitCode = 1;
if (process.argv.includes('--graph')) {
    for (const graph of graphs)
        for (const [folder, used] of foldersOf(graph))
            console.log(`${folder}: ${[...used].sort().join(', ')}`);
}
