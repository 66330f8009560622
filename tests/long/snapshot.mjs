import { spawnSync } from 'node:child_process';
import {
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    rmSync,
    statSync,
    writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { inShared } from '../helpers.js';

/**
 * Compares two versions of the program by all that they print for the shared data and the bundled scenes: reports in each
 * form, repaired plans and converted ones. A change of names or structure must not change a number, a code or a verdict.
 *
 *     node tests/long/snapshot.mjs take CHECKOUT FOLDER [OLD=NEW...]
 *     node tests/long/snapshot.mjs compare BEFORE AFTER [OLD=NEW...]
 *
 * CHECKOUT is a built working copy. For `take`, OLD=NEW replaces a word of the command line, for a version with other words,
 * such as `--touching=--reading`; for `compare` it replaces a text of BEFORE, such as `"schema":1="schema":2`. The comparison
 * lists each pair of keys and of texts that differ, with their number, and exits with 1 if a number, a code or an exit code
 * differs.
 */

const REPORTS = ['ndjson', 'text', 'junit', 'html'];
const FORMATS = ['graze', 'ccbs', 'kei18', 'lorr', 'libmrp', 'paths', 'mapf-tracker'];
const MAX_ITERATIONS = '3000';

/** Names of files beside a plan that go with it, by role. */
const ROLES = {
    map: /map\.xml$|^roadmap\.xml$|\.map$/,
    task: /task\.xml$|\.scen$/,
    config: /^config\.xml$/,
};

/** Files that are plans. Copies with small changes are left out of repair and conversion. */
const PLANS =
    /_log\.xml$|plan.*\.json$|warehouse.*\.json$|\.csv$|\.txt$|_out\.yaml$|solution|crime.*\.xml$|fcd\.xml$/;

/** Returns all files below a folder, sorted. @param {string} folder @returns {string[]} */
function filesIn(folder) {
    return readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
        .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]));
}

/** Returns the files that go with a plan, by role. @param {string} path @returns {[string, string][]} */
function companionsOf(path) {
    const folder = dirname(path);
    const names = readdirSync(folder).filter((name) => name !== basename(path));
    return Object.entries(ROLES).flatMap(([role, pattern]) => {
        const name = names.find((each) => pattern.test(each));
        return name === undefined
            ? []
            : [/** @type {[string, string]} */ ([role, join(folder, name)])];
    });
}

/**
 * @param {string} checkout
 * @param {string} out
 * @param {Map<string, string>} words
 */
function take(checkout, out, words) {
    mkdirSync(out, { recursive: true });
    // The checkout's own scenes have relative paths, which are the same in every checkout.
    const target = resolve(out);
    process.chdir(checkout);
    const program = resolve('js/cli/main.js');
    /** @param {string} name @param {string[]} args */
    const run = (name, args) => {
        const line = [program, ...args.map((arg) => words.get(arg) ?? arg)];
        const { status, stdout, stderr } = spawnSync(process.execPath, line, {
            encoding: 'utf8',
            maxBuffer: 1 << 30,
        });
        writeFileSync(join(target, name), `${status}\n${stdout}\n${stderr}`);
    };
    const files = [...filesIn(inShared('')), ...filesIn('web/scenes')];
    const lists = { bare: files.map((file) => [file]), maps: files.map(withCompanions) };
    for (const [kind, lines] of Object.entries(lists)) {
        const list = join(target, `${kind}.list`);
        writeFileSync(list, `${lines.map((fields) => fields.join('\t')).join('\n')}\n`);
        for (const touching of ['allowed', 'conflict']) {
            for (const report of REPORTS) {
                const args = ['validate', '--list', list, '--allow-outside', '--report', report];
                args.push('--touching', touching);
                if (report === 'text') args.push('--details', '--digits', 'full');
                run(`${kind}-${touching}-${report}.txt`, args);
            }
        }
        rmSync(list);
    }
    for (const file of files.filter((path) => PLANS.test(path) && !path.includes('mutated'))) {
        const id = file.replace(/[^A-Za-z0-9.]+/g, '_');
        const options = companionsOf(file).flatMap(([role, path]) => [`--${role}`, path]);
        const limit = ['--max-iterations', MAX_ITERATIONS];
        run(`repair-${id}.txt`, ['repair', file, ...options, ...limit, '--report', 'json']);
        for (const format of FORMATS) {
            run(`${format}-${id}.txt`, ['convert', file, '-', ...options, '--to', format]);
        }
    }
}

/** @param {string} file */
function withCompanions(file) {
    return [file, 'radius=0.35', ...companionsOf(file).map(([role, path]) => `${role}=${path}`)];
}

/** Differences that are allowed: pairs of keys and of texts, with the number of places. @type {Map<string, number>} */
const renamed = new Map();

/** Returns the numbers of a text. @param {string} text */
function numbersOf(text) {
    return text.match(/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g) ?? [];
}

/** @param {string} before @param {string} after */
function count(before, after) {
    const pair = `${before} -> ${after}`;
    renamed.set(pair, (renamed.get(pair) ?? 0) + 1);
}

/**
 * Counts the keys and texts that differ in words, and appends every other difference, with its path, to `found`.
 *
 * @param {any} p
 * @param {any} q
 * @param {string} path
 * @param {string[]} found
 */
function collectDifferences(p, q, path, found) {
    if (typeof p === 'string' && typeof q === 'string') {
        if (p === q) return;
        if (String(numbersOf(p)) !== String(numbersOf(q))) found.push(`${path}: ${p} | ${q}`);
        else count(p.replace(/\d[\d.e-]*/g, '#'), q.replace(/\d[\d.e-]*/g, '#'));
    } else if (p === null || q === null || typeof p !== 'object' || typeof q !== 'object') {
        if (!Object.is(p, q)) found.push(`${path}: ${p} | ${q}`);
    } else {
        const keys = [Object.keys(p), Object.keys(q)];
        if (keys[0].length !== keys[1].length) {
            found.push(`${path}: ${keys[0]} | ${keys[1]}`);
            return;
        }
        for (const [k, key] of keys[0].entries()) {
            if (key !== keys[1][k]) count(key, keys[1][k]);
            collectDifferences(p[key], q[keys[1][k]], `${path}.${key}`, found);
        }
    }
}

/** Returns a line as JSON if it is, else as text. @param {string} line */
function parse(line) {
    try {
        return JSON.parse(line);
    } catch {
        return line;
    }
}

/** @param {string} before @param {string} after @param {Map<string, string>} words */
function compare(before, after, words) {
    let differences = 0;
    /** @param {string} text */
    const rename = (text) => {
        for (const [old, name] of words) text = text.replaceAll(old, name);
        return text;
    };
    for (const name of new Set([...readdirSync(before), ...readdirSync(after)])) {
        const [p, q] = [before, after].map((folder) => {
            const path = join(folder, name);
            if (!existsSync(path)) return null;
            const text = readFileSync(path, 'utf8');
            return (folder === before ? rename(text) : text).split('\n').map(parse);
        });
        /** @type {string[]} */
        const found = [];
        collectDifferences(p, q, name, found);
        if (found.length > 0) differences++;
        for (const each of found) console.log(`DIFFERS ${each.slice(0, 400)}`);
    }
    for (const [pair, places] of [...renamed].sort(([, p], [, q]) => q - p)) {
        console.log(`${String(places).padStart(6)}  ${pair}`);
    }
    console.log(`${readdirSync(before).length} outputs, ${differences} differ by more than words`);
    process.exitCode = differences > 0 ? 1 : 0;
}

const [command, first, second, ...pairs] = process.argv.slice(2);
const words = new Map(
    pairs.map((pair) => /** @type {[string, string]} */ (pair.split(/=(.*)/s).slice(0, 2))),
);
if (command === 'take') {
    take(first, second, words);
} else if (command === 'compare') {
    compare(first, second, words);
} else {
    throw new Error('usage: snapshot.mjs take CHECKOUT FOLDER | compare BEFORE AFTER [OLD=NEW...]');
}
