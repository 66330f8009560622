/**
 * Prints what exact verdicts cost, in nanoseconds per pair and as a ratio. Run by `make bench`:
 *   node tests/bench/exactness.mjs MODULE.wasm
 */
import { readFileSync } from 'node:fs';

const SCENES = ['distant', 'overlapping', 'touching', 'tied'];
const TASKS = ['relation', 'collide', 'distance'];
const COUNTS = [4, 8, 16];
const ROUNDS = 15;

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
/** @type {any} */
const wasm = instance.exports;
wasm._initialize?.();
const pairs = wasm.bench_pairs();

/** @param {number[]} values */
const median = (values) => values.sort((p, q) => p - q)[values.length >> 1];

/** Runs the two tasks in turn, so that a busy machine slows both. @param {number} task */
function measure(task) {
    const times = [[], []].map(() => /** @type {number[]} */ ([]));
    for (let round = -3; round < ROUNDS; round++) {
        for (const variant of [0, 1]) {
            const start = performance.now();
            wasm.bench_run(task + variant);
            const time = ((performance.now() - start) * 1e6) / pairs;
            if (round >= 0) times[variant].push(time);
        }
    }
    return times.map(median);
}

console.log(`ns per pair in wasm: GJK in double, with exact verdicts, ratio (median of ${ROUNDS})`);
console.log(`${''.padEnd(24)}${TASKS.map((task) => task.padStart(22)).join('')}`);
for (const count of COUNTS) {
    SCENES.forEach((scene, k) => {
        wasm.bench_prepare(count, k);
        const cells = TASKS.map((_, t) => {
            const [plain, exact] = measure(2 * t);
            const ratio = (exact / plain).toFixed(2);
            return `${plain.toFixed(0)} ${exact.toFixed(0).padStart(5)} x${ratio}`.padStart(22);
        });
        console.log(`${`n = ${count}, ${scene}`.padEnd(24)}${cells.join('')}`);
    });
}
