import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as graze from 'graze';
import * as agents from 'graze/agents';
import * as external from 'graze/external';
import * as motionGraze from 'graze/motion';
import * as scalar from 'graze/scalar';
import * as scenario from 'graze/scenario';
import * as words from 'graze/scenario/messages';
import * as solid from 'graze/solid';
import * as solidStudy from 'graze/solid/study';
import * as staticGraze from 'graze/static';
import ts from 'typescript';
import { inRepository } from '../helpers.js';
import {
    anyOf,
    exportsOf,
    membersOf,
    programOf,
    targetOf,
    typedEntries,
    unnamedTypes,
    usesOf,
} from './api.js';
import { emptyProject, unpacked } from './project.js';

/**
 * The package's types, used by types/*.ts as a program would, without the declarations of Node, of anything else,
 * and without skipLibCheck. They are complete: whatever there is must be used there.
 */

const project = emptyProject();
const root = join(project, 'node_modules/graze');
mkdirSync(join(project, 'node_modules'));
renameSync(unpacked(), root);
cpSync(inRepository('tests/package/types'), project, { recursive: true });
const uses = readdirSync(inRepository('tests/package/types')).map((name) => join(project, name));

const entries = typedEntries();
const files = new Map(entries.map(({ name, types }) => [name, join(root, types)]));
const program = programOf([...uses, ...files.values()]);
const checker = program.getTypeChecker();
const used = usesOf(program, uses);

const MODULES = {
    graze,
    'graze/external': external,
    'graze/scalar': scalar,
    'graze/scenario': scenario,
    'graze/scenario/messages': words,
    'graze/static': staticGraze,
    'graze/motion': motionGraze,
    'graze/agents': agents,
    'graze/solid': solid,
    'graze/solid/study': solidStudy,
};

/** @param {string} entry */
const exportsBy = (entry) => exportsOf(program, /** @type {string} */ (files.get(entry)));

/** @param {readonly ts.Diagnostic[]} found */
function format(found) {
    return ts.formatDiagnostics(found, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => project,
        getNewLine: () => '\n',
    });
}

test('what uses every part of the package compiles, and what must not is refused', () => {
    assert.equal(format(ts.getPreEmitDiagnostics(program)), '');
});

test('every entry has types, and every name that it exports is declared and used', () => {
    assert.deepEqual([...files.keys()].sort(), Object.keys(MODULES).sort());
    for (const [entry, module] of Object.entries(MODULES)) {
        const declared = exportsBy(entry).map(({ name }) => name);
        for (const name of Object.keys(module)) {
            assert.ok(declared.includes(name), `${entry}: ${name} has no type`);
        }
        if (['graze/static', 'graze/motion', 'graze/agents'].includes(entry)) {
            const whole = exportsBy('graze').map(({ name }) => name);
            assert.deepEqual(
                declared.filter((name) => !whole.includes(name)),
                [],
            );
            continue;
        }
        if (entry === 'graze/external' || entry === 'graze/scalar') {
            assert.deepEqual(
                declared.sort(),
                exportsBy('graze')
                    .map(({ name }) => name)
                    .sort(),
            );
            continue;
        }
        const unused = exportsBy(entry).filter((exported) => {
            const target = targetOf(checker, exported);
            return !used.symbols.has(target) && !used.symbols.has(exported);
        });
        assert.deepEqual(
            unused.map(({ name }) => name),
            [],
            `nothing in types/ uses these of ${entry}`,
        );
    }
});

test('every type that users meet has a name that they can import, and none is any', () => {
    const own = join(root, 'dist/types');
    const all = [
        ...exportsBy('graze'),
        ...exportsBy('graze/solid'),
        ...exportsBy('graze/solid/study'),
        ...exportsBy('graze/scenario'),
    ];
    for (const entry of files.keys()) {
        const exported = exportsBy(entry);
        assert.deepEqual(unnamedTypes(program, own, exported, all), [], entry);
        assert.deepEqual(anyOf(program, own, exported), [], entry);
    }
});

test('every property of every exported type is used', () => {
    /** @type {string[]} */
    const unused = [];
    const written = [...files.keys()].filter(
        (name) => !/^graze\/(?:external|scalar|static|motion|agents)$/.test(name),
    );
    for (const entry of written) {
        for (const exported of exportsBy(entry)) {
            for (const member of membersOf(program, root, exported)) {
                if (!used.members.has(member.declaration)) {
                    unused.push(`${entry}: ${exported.name}.${member.name}`);
                }
            }
        }
    }
    assert.deepEqual(unused, []);
});

/** Returns an object of each kind that an instance makes, by the name of its type. */
function instances() {
    const g = graze.createSync();
    const shape = g.disc(1);
    const motion = g.motion.static();
    const path = g.path(shape, motion, { t1: 1, step: 0.5 });
    const s = solid.createSync();
    const studied = solidStudy.createSync();
    return {
        SolidStudyGraze: studied,
        SolidStudy: studied.study,
        SolidGraze: s,
        Solid: s.sphere(1),
        SolidMotionFactory: s.motion,
        SolidMotion: s.motion.static(),
        SolidPairBatch: s.pairs(1),
        SolidBodyBatch: s.bodies(1),
        SolidMovingPairBatch: s.movingPairs(1),
        Graze: g,
        Shape: shape,
        MotionFactory: g.motion,
        Motion: motion,
        Path: path,
        Scene: g.scene([path]),
        StepIterator: g.sweepSteps(path, path),
        PairBatch: g.pairs(1),
        BodyBatch: g.bodies(1),
        MovingDiscBatch: g.movingDiscs(1),
        MovingPairBatch: g.movingPairs(1),
        BoxIndex: g.boxIndex(1),
        GrazeError: new graze.GrazeError('full', ''),
    };
}

/** Names that a thing has, its own and inherited. @param {any} instance */
function namesOf(instance) {
    const names = new Set();
    const ends = [Object.prototype, Function.prototype, Error.prototype];
    for (let at = instance; at !== null && !ends.includes(at); at = Object.getPrototypeOf(at)) {
        for (const name of Object.getOwnPropertyNames(at)) names.add(name);
    }
    for (const name of ['constructor', 'stack', 'message', 'name', 'length', 'prototype']) {
        names.delete(name);
    }
    return [...names];
}

/** Returns whether a name is one of version 0.1, which is there to name the new one. @param {any} instance @param {string} name */
function isOldName(instance, name) {
    try {
        return instance[name] === isOldName;
    } catch (error) {
        return / is now /.test(/** @type {Error} */ (error).message);
    }
}

test('every method and property that things really have is declared and used', () => {
    const exported = new Map(
        ['graze/solid/study', 'graze/solid', 'graze']
            .flatMap(exportsBy)
            .map((symbol) => [symbol.name, symbol]),
    );
    for (const [name, instance] of Object.entries(instances())) {
        const symbol = exported.get(name);
        assert.ok(symbol, name);
        const members = membersOf(program, root, symbol);
        const hidden = membersOf(program, root, symbol, true).map((member) => member.name);
        for (const property of namesOf(instance)) {
            if (hidden.includes(property) || isOldName(instance, property)) continue;
            const member = members.find((each) => each.name === property);
            assert.ok(member, `${name}.${property} is not declared`);
            assert.ok(used.members.has(member.declaration), `${name}.${property} is not used`);
        }
        // And nothing is declared that is not there.
        for (const member of members) {
            assert.ok(
                member.name in /** @type {any} */ (instance),
                `${name}.${member.name} is declared only`,
            );
        }
    }
});
