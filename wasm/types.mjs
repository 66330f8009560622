/**
 * Removes from dist/types all declarations that the types of the package's entries do not reach: those of the program, the
 * parsers and the module as text are not needed. Make runs it, after tsc.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

const FOLDER = 'dist/types';
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

const reached = new Set(
    Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [normalize(types)])),
);
for (const file of reached) {
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
        if (!fileName.startsWith('.')) continue;
        reached.add(join(dirname(file), fileName.replace(/\.js$/, '.d.ts')));
    }
}
for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    const file = join(FOLDER, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}
