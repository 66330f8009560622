#!/usr/bin/env node
/**
 * The command line program: it finds the command, runs it, and turns an error into one line and an exit code.
 */
import { EXIT, exitCodeOf } from './console/exit.js';
import { handleStreamErrors, printError } from './console/streams.js';
import { removeTemporaryFiles } from './files/output.js';

/** @typedef {{ run: (args: string[]) => Promise<number> }} Command */

/** @type {Record<string, () => Promise<Command>>} */
const COMMANDS = {
    __proto__: /** @type {any} */ (null),
    bench: () => import('./commands/bench.js'),
    convert: () => import('./commands/convert.js'),
    merge: () => import('./commands/merge.js'),
    repair: () => import('./commands/repair.js'),
    validate: () => import('./commands/validate.js'),
};

const HELP = `graze: exact collision queries for plans of moving bodies

  graze validate FILE...   find collisions: when, how deep, and between which agents
  graze repair PLAN        make a plan valid with the least waits
  graze convert IN OUT     write a plan in another format
  graze merge SHARD...     merge the reports of plans checked on many machines
  graze bench              measure the cost of queries on this machine
  graze COMMAND --help     describe a command; for validate also the formats of plans
  graze --version

Exit codes: 0 all valid, 1 at least one violation, 2 wrong usage, 3 an input that cannot
be read, is malformed or cannot be checked, 4 undecided, 5 unsolved: a planner reports
that it found no plan, 70 an error in graze itself, 73 an output that cannot be written,
129 hung up, 130 interrupted, 131 quit, 141 standard output closed by its reader, 143
terminated.
`;

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function main(args) {
    const [name, ...rest] = args;
    if (name === '--version') {
        const { version } = await import('#internal');
        process.stdout.write(`${version}\n`);
        return EXIT.valid;
    }
    if (name === '--help' || name === '-h' || name === 'help') {
        process.stdout.write(HELP);
        return EXIT.valid;
    }
    if (name === undefined) {
        process.stderr.write(HELP);
        return EXIT.usage;
    }
    const loadCommand = COMMANDS[name];
    if (loadCommand === undefined) {
        const known = Object.keys(COMMANDS);
        const { suggestName } = await import('./console/options.js');
        const text = `there is no command ${JSON.stringify(name)}, only ${known.join(', ')}`;
        printError(`${text}${suggestName(name, known) || '.'} Try graze --help`);
        return EXIT.usage;
    }
    return (await loadCommand()).run(rest);
}

handleStreamErrors();
process.on('exit', removeTemporaryFiles);
process.once('SIGHUP', () => process.exit(EXIT.hungUp));
process.once('SIGINT', () => process.exit(EXIT.interrupted));
process.once('SIGQUIT', () => process.exit(EXIT.quit));
process.once('SIGTERM', () => process.exit(EXIT.terminated));
try {
    process.exitCode = await main(process.argv.slice(2));
} catch (error) {
    process.exitCode = exitCodeOf(error);
    const isInternal = process.exitCode === EXIT.internal;
    const text = error instanceof Error ? error.message : String(error);
    printError(
        isInternal
            ? `internal error: ${text}. Please report it with the input that caused it`
            : text,
    );
    if (isInternal && process.env.GRAZE_DEBUG === '1' && error instanceof Error) {
        process.stderr.write(`${error.stack}\n`);
    }
}
