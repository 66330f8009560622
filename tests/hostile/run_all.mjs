import { writeSync } from 'node:fs';
import { grazeHere } from '../cli/here.js';
import { processorSeconds } from '../helpers.js';

/**
 * Runs the program on one list of arguments after another, in this process: those of a JSON file that is named. Writes a
 * line to descriptor 3 for each: its exit code and texts, the processor time it took in seconds (the first: with the start
 * of the process), and the most memory that the process has held by its end, in bytes.
 */
const [path] = process.argv.slice(2);
const { default: runs } = await import(path, { with: { type: 'json' } });

let before = 0;
for (const args of runs) {
    const { code, stdout, stderr } = await grazeHere(args);
    const now = processorSeconds();
    const memory = process.resourceUsage().maxRSS * 1024;
    writeSync(3, `${JSON.stringify({ code, stdout, stderr, seconds: now - before, memory })}\n`);
    before = now;
}
