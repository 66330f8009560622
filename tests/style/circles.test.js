import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circlesOf, foldersOf } from './graph.js';

/** Tests the search of circles.mjs. @param {Record<string, string[]>} uses */
const graphOf = (uses) =>
    new Map(Object.entries(uses).map(([node, used]) => [node, new Set(used)]));

test('a circle is found in each group of files that use each other, and no other', () => {
    assert.deepEqual(circlesOf(graphOf({ a: ['b', 'c'], b: ['c'], c: [] })), []);
    assert.deepEqual(circlesOf(graphOf({ a: ['b'], b: ['a'] })), [['a', 'b', 'a']]);
    const two = graphOf({ a: ['b', 'x'], b: ['c'], c: ['a', 'd'], d: [], x: ['y'], y: ['x', 'd'] });
    assert.deepEqual(circlesOf(two).sort(), [
        ['a', 'b', 'c', 'a'],
        ['x', 'y', 'x'],
    ]);
    assert.deepEqual(circlesOf(graphOf({ a: ['a', 'b'], b: [] })), [['a', 'a']]);
    const shortest = graphOf({ a: ['b'], b: ['c', 'a'], c: ['a'] });
    assert.deepEqual(circlesOf(shortest), [['a', 'b', 'a']]);
});

test('folders use each other if their files do', () => {
    const files = graphOf({ 'p/a': ['q/b'], 'q/b': ['q/c'], 'q/c': [], 'p/d': [], 'q/e': ['p/d'] });
    assert.deepEqual(circlesOf(files), []);
    assert.deepEqual(circlesOf(foldersOf(files)), [['p', 'q', 'p']]);
});
