import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { inRepository, PATIENCE } from '../helpers.js';

/** The program run for real, and plans for it. */

export const MAIN = inRepository('js/cli/main.js');

/** Creates a folder that is removed after the tests of a file. @param {string} name */
export function temporaryFolder(name) {
    const folder = mkdtempSync(join(tmpdir(), `graze-${name}-`));
    after(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
}

/**
 * @param {string[]} args
 * @param {{ input?: string, env?: Record<string, string>, cwd?: string, timeout?: number }} [options]
 */
export function graze(args, { input, env, cwd, timeout = PATIENCE } = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
        input,
        cwd,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        env: { ...process.env, ...env },
        timeout,
    });
    return { code: status, stdout, stderr: withoutProgress(stderr ?? '') };
}

/**
 * Returns what the program wrote but for the lines of its progress: how many there are depends on the speed of the machine.
 *
 * @param {string} stderr
 */
export const withoutProgress = (stderr) => stderr.replace(/^\d+ s: [^\n]*\n/gm, '');

/**
 * Starts the program and returns its process.
 *
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 */
export function start(args, { cwd } = {}) {
    const child = spawn(process.execPath, [MAIN, ...args], {
        cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
        stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
        stderr += chunk;
    });
    const ended = new Promise((resolve) => {
        child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    return { child, ended };
}

/** Waits for a number of milliseconds. @param {number} time */
export function pause(time) {
    return new Promise((resolve) => setTimeout(resolve, time));
}

/**
 * Returns a CCBS plan of agents that go to and fro, each in its lane; if `isBad`, the first two move towards each other in one lane.
 *
 * @param {{ agents?: number, pieces?: number, isBad?: boolean, gap?: number }} [shape]
 */
export function plan({ agents = 3, pieces = 4, isBad = false, gap = 2 } = {}) {
    const paths = Array.from({ length: agents }, (_, a) => {
        const y = isBad && a === 1 ? 0 : gap * a;
        const sections = Array.from({ length: pieces }, (_, k) => {
            const isBack = (k + (isBad && a === 1 ? 1 : 0)) % 2 === 1;
            const [from, to] = isBack ? [1, 0] : [0, 1];
            return `<section number="${k}" start_i="${from}" start_j="${y}" goal_i="${to}" goal_j="${y}" duration="1"/>\n`;
        });
        return `<agent number="${a}"><path duration="${pieces}">\n${sections.join('')}</path></agent>\n`;
    });
    return `<root><log>\n${paths.join('')}</log></root>\n`;
}

/** Returns what is wrong with plan k of `writeCampaign`: some conflict, some are cut short. */
const isBad = (/** @type {number} */ k) => k % 5 === 2;
const isCut = (/** @type {number} */ k) => k % 17 === 3;

/**
 * Writes many small plans, and the list of them.
 *
 * @param {string} folder
 * @param {number} count
 * @param {{ heavy?: number }} [more] the plan that takes seconds
 * @returns {string} the list
 */
export function writeCampaign(folder, count, { heavy = -1 } = {}) {
    mkdirSync(join(folder, 'plans'), { recursive: true });
    const lines = Array.from({ length: count }, (_, k) => {
        const shape = { agents: 2 + (k % 4), pieces: 1 + (k % 6), isBad: isBad(k) };
        const text = plan(k === heavy ? { agents: 400, pieces: 300 } : shape);
        const name = join('plans', `${String(k).padStart(4, '0')}.xml`);
        writeFileSync(
            join(folder, name),
            isCut(k) && k !== heavy ? text.slice(0, text.length / 2) : text,
        );
        return k % 2 === 0 ? `${name}\tradius=0.4` : `${name}\tradius=0.3\tat-goal=vanish`;
    });
    const list = join(folder, 'list.txt');
    writeFileSync(list, `# ${count} plans\n\n${lines.join('\n')}\n`);
    return list;
}
