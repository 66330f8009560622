import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../helpers.js';
import { MAIN } from './program.js';

/** The commands of docs/campaign.md, for tests to run as they stand there. */

/**
 * Returns the first block of commands under a heading.
 *
 * @param {string} heading
 */
export function commandsUnder(heading) {
    const text = readFileSync(inRepository('docs/campaign.md'), 'utf8');
    const [, section] = text.split(`\n## ${heading}\n`);
    const [, block] = /```sh\n(.*?)```/s.exec(section) ?? [];
    if (block === undefined) throw new Error(`no commands under ${heading}`);
    return block;
}

/**
 * Returns a folder with a program `graze` in it, to be put first in PATH. The first process of `shard` is killed
 * once it has begun to write, when one is named; the file `killed` states.
 *
 * @param {string} folder
 * @param {string} [shard] `i/N`
 */
export function installGraze(folder, shard) {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const run = `"${process.execPath}" "${MAIN}" "$@"`;
    const kill = [
        `case "$*" in *"--shard ${shard} "*)`,
        '    if mkdir killed 2>/dev/null; then',
        `        ${run} &`,
        `        until ls shards/${shard?.split('/')[0]}.ndjson.*.tmp >/dev/null 2>&1; do sleep 0.02; done`,
        '        kill -KILL $!',
        '        wait $!',
        '        exit',
        '    fi ;;',
        'esac',
    ];
    const lines = ['#!/bin/sh', ...(shard === undefined ? [] : kill), `exec ${run}`];
    const path = join(bin, 'graze');
    writeFileSync(path, `${lines.join('\n')}\n`);
    chmodSync(path, 0o755);
    return bin;
}
