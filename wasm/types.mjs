/**
 * Removes from dist/types all declarations that the types of the package's entries do not reach: those of the program, the
 * parsers and the module as text are not needed. Names of internal files become paths, which every resolution of modules
 * knows. Make runs it, after tsc.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import ts from 'typescript';

const FOLDER = 'dist/types';
const { exports, imports } = JSON.parse(readFileSync('package.json', 'utf8'));

const own = Object.entries(imports).filter(([, { types }]) => types !== undefined);
const reached = new Set(
    [...Object.values(exports), ...own.map(([, target]) => target)].flatMap(({ types }) =>
        types === undefined ? [] : [normalize(types)],
    ),
);
for (const file of reached) {
    let text = readFileSync(file, 'utf8');
    for (const [name, { types }] of own) {
        const path = relative(dirname(file), normalize(types)).replace(/\.d\.ts$/, '.js');
        text = text.replaceAll(new RegExp(`(["'])${name}\\1`, 'g'), `'./${path}'`);
    }
    writeFileSync(file, text);
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
        if (!fileName.startsWith('.')) continue;
        reached.add(join(dirname(file), fileName.replace(/\.js$/, '.d.ts')));
    }
}
for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    const file = join(FOLDER, name);
    if (/\.d\.[cm]?ts$/.test(name) && !reached.has(file)) rmSync(file);
}
