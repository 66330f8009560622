import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRepository, readJson } from '../helpers.js';

/** Projects of users: empty but for what is installed in them. */

/** The package as it would be published: `make package`. */
export const TARBALL = inRepository('build/package/graze.tgz');
if (!existsSync(TARBALL)) throw new Error(`${TARBALL} is missing: run make package`);

const run = promisify(execFile);

/**
 * Returns the folder of a package of peers/package.json, by the name that it has there: what the package is tried with beside
 * the devDependencies.
 *
 * @param {string} name
 */
export function peer(name) {
    const folder = inRepository(`build/peers/node_modules/${name}`);
    if (!existsSync(folder)) throw new Error(`${folder} is missing: run make peers`);
    return folder;
}

/** Creates a folder that is removed when the tests end. @param {string} name */
function scratch(name) {
    const folder = mkdtempSync(join(tmpdir(), `graze-${name}-`));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
}

/** Unpacks the package's files: the folder that `npm install` would fill. */
export function unpacked() {
    const folder = scratch('unpacked');
    execFileSync('tar', ['-xzf', TARBALL, '-C', folder]);
    return join(folder, 'package');
}

/** Returns the packages that graze needs to run, and those that they need. */
export function runtimeDependencies() {
    const { packages } = readJson('package-lock.json');
    const found = new Set(Object.keys(packages[''].dependencies));
    for (const name of found) {
        for (const other of Object.keys(packages[`node_modules/${name}`].dependencies ?? {})) {
            found.add(other);
        }
    }
    return [...found];
}

/**
 * Creates an empty project.
 *
 * @param {object} [more] of its package.json
 */
export function emptyProject(more = {}) {
    const folder = scratch('project');
    const about = { name: 'user', version: '1.0.0', private: true, type: 'module', ...more };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
    return folder;
}

/**
 * Installs the tarball as npm does, but without a registry or a cache: what graze needs to run comes from the
 * repository's own copies, which are those of package-lock.json.
 *
 * @param {string} folder of a project
 */
export function installOffline(folder) {
    const cache = scratch('cache');
    const copies = runtimeDependencies().map((name) => inRepository(`node_modules/${name}`));
    execFileSync(
        'npm',
        [
            ...['install', '--offline', '--cache', cache, '--install-links'],
            ...['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
            ...[TARBALL, ...copies],
        ],
        { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
}

/** @param {string} folder of a project @param {string} into a folder in it */
export function copyPrograms(folder, into = '') {
    cpSync(inRepository('tests/package/programs'), join(folder, into), { recursive: true });
}

/**
 * Returns what a program in a project prints, as JSON.
 *
 * @param {string} folder
 * @param {string} program
 * @param {string[]} [command] that runs it; default Node
 */
export async function answersOf(folder, program, [host, ...args] = [process.execPath]) {
    const { stdout } = await run(host, [...args, program], { cwd: folder });
    return JSON.parse(stdout);
}
