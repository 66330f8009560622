/**
 * Hands answers over to the test: in a page as `globalThis.answers`, in Node on standard output.
 *
 * @param {Promise<unknown>} answers
 */
export function report(answers) {
    /** @type {any} */ (globalThis).answers = answers;
    if (typeof process === 'undefined') return;
    answers.then((found) => console.log(JSON.stringify(found)));
}
