import { report } from './report.js';

/** Runs a page that leaves all work to a Web Worker, and compiles the module for it. */
async function main() {
    const response = await fetch('/assets/graze.wasm');
    const module = await WebAssembly.compile(await response.arrayBuffer());
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(module);
    });
}

report(main());
