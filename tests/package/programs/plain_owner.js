import { report } from './report.js';

/** Starts a Web Worker without a bundler. */
async function main() {
    const response = await fetch('./node_modules/graze/dist/graze.wasm');
    const module = await WebAssembly.compile(await response.arrayBuffer());
    const worker = new Worker('./plain_worker.js', { type: 'module' });
    return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(module);
    });
}

report(main());
