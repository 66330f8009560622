/** A page that checks plans: it hands files to a worker, and shows its answers. Nothing leaves the page. */

/** @typedef {{ share: number } | { report: string }} Answer */

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const output = /** @type {HTMLPreElement} */ (document.querySelector('pre'));
const input = /** @type {HTMLInputElement} */ (document.querySelector('input'));

/** Sends files to the worker. @param {Iterable<File> | null | undefined} files */
function check(files) {
    output.textContent = 'reading';
    worker.postMessage([...(files ?? [])]);
}

worker.addEventListener('message', ({ data }) => {
    const answer = /** @type {Answer} */ (data);
    output.textContent =
        'report' in answer ? answer.report : `${Math.floor(100 * answer.share)} % checked`;
});
input.addEventListener('change', () => check(input.files));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
    event.preventDefault();
    check(event.dataTransfer?.files);
});
