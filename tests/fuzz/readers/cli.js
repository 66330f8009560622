import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pick } from '../../../js/bench/random.js';
import { run as convert } from '../../../js/cli/commands/convert.js';
import { run as merge } from '../../../js/cli/commands/merge.js';
import { run as repair } from '../../../js/cli/commands/repair.js';
import { run as validate } from '../../../js/cli/commands/validate.js';
import { EXIT, exitCodeOf } from '../../../js/cli/console/exit.js';
import { inRepository } from '../../helpers.js';
import { oneOf } from './mutate.js';
import { Finding } from './outcome.js';
import { CHARACTERS, NUMBERS } from './values.js';

/**
 * The program's command lines: any arguments, lists and shards end in a documented exit code, with lines that a
 * terminal can show, and never in an internal error of graze. Commands run in this process, in a folder of their own.
 *
 * @import { Random } from '../../../js/bench/random.js'
 * @import { Target } from './engine.js'
 *
 * @typedef {object} CliInput
 * @property {string[]} args the command first
 * @property {Record<string, string>} files in the folder besides the plans
 * @property {string} stdin
 */

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const COMMANDS = { validate, repair, convert, merge };

/** Exit codes that a run may have here: it is not interrupted. */
const CODES = [EXIT.valid, EXIT.violation, EXIT.usage, EXIT.input, EXIT.undecided];

const PLANS = [
    'ccbs_log.xml',
    'ccbs_map.xml',
    'ccbs_task.xml',
    'ccbs_config.xml',
    'kei18.txt',
    'paths.txt',
    'small.map',
    'discs.graze.json',
    'interaction.csv',
    'highd.csv',
    'highd_meta.csv',
];

const LIST =
    '# plans\nccbs_log.xml\tradius=0.3\nkei18.txt\tmap=small.map\tat-goal=stay\ndiscs.graze.json\nnone.xml\tformat=ccbs\n';

/** Words that may stand in a command line, besides numbers and odd characters. */
const WORDS = [
    ...PLANS,
    'list.txt',
    'shard.ndjson',
    'out.txt',
    'out.xml',
    'out.json',
    'none',
    '.',
    '..',
    '-',
    '--',
    '',
    '--list',
    '--allow-outside',
    '--map',
    '--task',
    '--config',
    '--format',
    '--radius',
    '--at-goal',
    '--tolerance',
    '--touching',
    '--max-suggestions',
    '--suggestion-effort',
    '--no-suggest-delays',
    '--limit',
    '--time-limit',
    '--jobs',
    '--shard',
    '--report',
    '--figures',
    '--out',
    '--resume',
    '--quiet',
    '--exit-zero',
    '--help',
    '-h',
    '--to',
    '--from',
    '--max-iterations',
    '--odd',
    '-q',
    '--no-quiet',
    'stay',
    'vanish',
    'allowed',
    'conflict',
    'text',
    'json',
    'junit',
    'github',
    'sarif',
    'html',
    'ndjson',
    '1/1',
    '1/2',
    '2/2',
    '0/0',
    '2/1',
    '1/2/3',
    'graze',
    'lorr',
    'kei18',
    'paths-xy',
    'libmrp',
    'mapf-tracker',
    'crazyswarm',
    'tracks',
    'commonroad',
    'ccbs',
    'agents=1',
    'characters=10',
    'depth=2',
    'x=1',
    '=',
];

/** Numbers that do not start too many threads, which are slow to create. */
const SAFE_NUMBERS = NUMBERS.filter((text) => !(Number(text) > 2));

const SHARD_ARGS = ['validate', '--list', 'list.txt', '--shard', '1/1', '--jobs', '1'];

/** @returns {CliInput[]} */
function seeds() {
    const files = { 'list.txt': LIST, 'shard.ndjson': '' };
    return [
        [
            'validate',
            'ccbs_log.xml',
            '--map',
            'ccbs_map.xml',
            '--task',
            'ccbs_task.xml',
            '--config',
            'ccbs_config.xml',
            '--report',
            'json',
        ],
        [
            'validate',
            'kei18.txt',
            'discs.graze.json',
            '--radius',
            '0.3',
            '--report',
            'html',
            '--figures',
            '2',
            '--jobs',
            '1',
        ],
        [
            'validate',
            '--list',
            'list.txt',
            '--shard',
            '1/2',
            '--jobs',
            '1',
            '--out',
            'out.txt',
            '--resume',
        ],
        [
            'validate',
            '--list',
            'list.txt',
            '--report',
            'junit',
            '--jobs',
            '1',
            '--limit',
            'agents=1',
            '--tolerance',
            '1e-9',
            '--touching',
            'conflict',
        ],
        [
            'repair',
            'discs.graze.json',
            '--to',
            'ccbs',
            '--out',
            'out.xml',
            '--max-iterations',
            '5',
            '--report',
            'json',
        ],
        [
            'convert',
            'kei18.txt',
            'out.json',
            '--to',
            'lorr',
            '--radius',
            '0.2',
            '--at-goal',
            'stay',
        ],
        ['convert', '-', '-', '--from', 'tracks', '--to', 'graze', '--quiet'],
        ['merge', 'shard.ndjson', '--report', 'json'],
        ['merge', 'shard.ndjson', '--report', 'html', '--out', 'out.txt'],
    ].map((args) => ({ args, files, stdin: 'version 1\n' }));
}

/** @type {Target<CliInput>['mutate']} */
function mutate({ args: before, files, stdin }, random, corpus) {
    const args = [...before];
    for (let left = 1 + pick(random, 3); left > 0; left--) {
        const at = pick(random, args.length + 1);
        const how = pick(random, 6);
        if (how === 0) args.splice(at, 1);
        else if (how === 1) args.splice(at, 0, oneOf(random, WORDS));
        else if (how === 2 && at > 0) args.splice(at, 1, oneOf(random, WORDS));
        else if (how === 3) args.splice(at, 0, `${oneOf(random, WORDS)}=${oneOf(random, WORDS)}`);
        else if (how === 4) args[Math.min(at, args.length - 1)] = oddValue(random);
        else args.splice(at, 0, ...oneOf(random, corpus).args.slice(pick(random, 3)));
    }
    if (random() < 0.5) return { args, files, stdin };
    const name = oneOf(random, Object.keys(files));
    return { args, files: { ...files, [name]: changedLines(files[name], random) }, stdin };
}

/** @param {Random} random */
function oddValue(random) {
    if (pick(random, 2) === 0) return oneOf(random, SAFE_NUMBERS);
    // No path leads out of the folder: all output stays there.
    return `${oneOf(random, WORDS)}${oneOf(random, CHARACTERS)}`
        .replaceAll('..', '.')
        .replaceAll('/', '');
}

/** @param {string} text @param {Random} random */
function changedLines(text, random) {
    const at = pick(random, text.length + 1);
    const by = oneOf(random, [
        ...CHARACTERS,
        ...NUMBERS,
        '\tmap=',
        '\tformat=',
        '\tradius=',
        '"',
        '\n',
        ...WORDS,
    ]);
    const how = pick(random, 4);
    if (how === 0) return text.slice(0, at) + text.slice(at + pick(random, 20));
    if (how === 1) {
        const lines = text.split('\n');
        lines.splice(pick(random, lines.length), pick(random, 2), oneOf(random, lines));
        return lines.join('\n');
    }
    return text.slice(0, at) + by + text.slice(at + pick(random, 4));
}

/** Returns the program's output. @param {() => Promise<number>} program @param {string} stdin */
async function captured(program, stdin) {
    const streams = { stdout: process.stdout.write, stderr: process.stderr.write };
    const input = /** @type {PropertyDescriptor} */ (
        Object.getOwnPropertyDescriptor(process, 'stdin')
    );
    const texts = { stdout: '', stderr: '' };
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
        process[name].write = (/** @type {any} */ text) => {
            texts[name] += text;
            return true;
        };
    }
    Object.defineProperty(process, 'stdin', {
        configurable: true,
        get: () => Readable.from([Buffer.from(stdin)]),
    });
    try {
        return { code: await program(), ...texts };
    } finally {
        Object.assign(process.stdout, { write: streams.stdout });
        Object.assign(process.stderr, { write: streams.stderr });
        Object.defineProperty(process, 'stdin', input);
    }
}

/** Runs the program as `main.js` does. @param {string[]} args */
async function program([command, ...rest]) {
    const { printError } = await import('../../../js/cli/console/streams.js');
    try {
        return await COMMANDS[command](rest);
    } catch (error) {
        const code = exitCodeOf(error);
        if (code === EXIT.internal) {
            const { message, stack } = error instanceof Error ? error : new Error(String(error));
            const place = /\((?:file:\/\/)?[^()]*?\/((?:js|dist)\/[^():]*)/.exec(stack ?? '')?.[1];
            throw new Finding(`${command} throws in ${place}`, message, error);
        }
        printError(/** @type {Error} */ (error).message);
        return code;
    }
}

/** Content of the folder before each run. */
const CONTENT = PLANS.map((name) => ({
    name,
    text: readFileSync(inRepository(`tests/fuzz/readers/seeds/${name}`), 'utf8'),
}));

/** @type {string | undefined} */
let folder;

/** Returns the folder with only the plans, unchanged. @returns {string} */
function prepared() {
    if (folder === undefined) {
        // Files are synced on writing, which is slow on a disk.
        const made = mkdtempSync(
            join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'graze-cli-'),
        );
        process.on('exit', () => rmSync(made, { recursive: true, force: true }));
        folder = made;
    }
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    for (const { name, text } of CONTENT) writeFileSync(join(folder, name), text);
    return folder;
}

/** @type {string | undefined} the shard that the first seeds stand for, made once */
let shard;

/** @param {CliInput} input @returns {Promise<string>} */
async function run({ args, files, stdin }) {
    if (COMMANDS[args[0]] === undefined || !isBounded(args)) return 'not run';
    const before = process.cwd();
    process.chdir(prepared());
    try {
        for (const [name, text] of Object.entries(files)) writeFileSync(name, text);
        if (files['shard.ndjson'] === '' && args.includes('shard.ndjson')) {
            shard ??= (await captured(() => program(SHARD_ARGS), '')).stdout;
            writeFileSync('shard.ndjson', shard);
        }
        const { code, stdout, stderr } = await captured(() => program(args), stdin);
        check(code, stdout, stderr);
        return `${args[0]} ${code} ${stderr
            .split('\n')[0]
            .replace(/"[^"]*"|[\d.,-]+/g, '_')
            .slice(0, 120)}`;
    } finally {
        process.chdir(before);
        // The exit code of this input must not remain for the next one.
        process.exitCode = undefined;
    }
}

/** Returns whether there are few threads and no argument leads out of the folder. @param {string[]} args */
function isBounded(args) {
    const text = args.join(' ');
    if (args.some((each) => /(?:^|=)(?:\/|\.\.\/)/.test(each))) return false;
    return !/time-limit/.test(text) && /--jobs(?:=| )1(?: |$)/.test(text) === /--jobs/.test(text);
}

/** @param {number} code @param {string} stdout @param {string} stderr */
function check(code, stdout, stderr) {
    if (!CODES.some((each) => each === code)) throw new Finding(`exit code ${code}`, stderr);
    const odd = /[^\P{Cc}\n]|[\u2028-\u202e\u2066-\u2069]/u.exec(stderr);
    if (odd !== null) throw new Finding('an error is not printable', JSON.stringify(stderr));
    if (/^\s+at .*:\d+:\d+/m.test(stderr)) throw new Finding('a stack trace', stderr);
    if (/internal error|"code":"internal"/.test(stdout + stderr)) {
        const message = /internal error: [^.]{0,80}/.exec(stdout + stderr)?.[0] ?? '';
        throw new Finding(`an internal error: ${message.replace(/\d+/g, 'n')}`, stderr);
    }
    if (
        code !== EXIT.valid &&
        code !== EXIT.violation &&
        code !== EXIT.undecided &&
        stderr === '' &&
        stdout === ''
    ) {
        throw new Finding(`exit code ${code} without a word`);
    }
}

/** @type {Target<CliInput>} */
export const CLI_TARGET = {
    name: 'cli',
    seeds,
    mutate,
    run,
    *smaller(input) {
        for (let k = 1; k < input.args.length; k++) {
            yield { ...input, args: input.args.filter((_, at) => at !== k) };
        }
        for (const [name, text] of Object.entries(input.files)) {
            const lines = text.split('\n');
            for (let k = 0; k < lines.length && lines.length > 1; k++) {
                const shorter = lines.filter((_, at) => at !== k).join('\n');
                yield { ...input, files: { ...input.files, [name]: shorter } };
            }
        }
    },
};
