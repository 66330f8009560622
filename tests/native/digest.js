import { KINDS } from './questions/index.js';

/**
 * The digest of a build's answers. The stream has the kinds in their order and each kind's questions in theirs. Each
 * question has an int32, the count of numbers of its answer, and these as float64; everything is little-endian, and -0
 * is kept. The digest is the SHA-256 of the stream; that of a kind is the SHA-256 of its part. NaN has more than one
 * bit pattern, and no answer may contain it: it throws. This module runs in pages, too.
 * @import { Question } from './questions/index.js'
 * @typedef {Record<string, { questions: number, numbers: number, sha256: string }>} Parts by kind
 * @typedef {{ sha256: string, questions: number, numbers: number, kinds: Parts }} Digest
 */

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {number[][]} answers */
function streamOf(answers) {
    const size = answers.reduce((sum, { length }) => sum + 4 + 8 * length, 0);
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const answer of answers) {
        view.setInt32(at, answer.length, true);
        at += 4;
        for (const value of answer) {
            if (Number.isNaN(value)) throw new Error(`NaN in ${JSON.stringify(answer)}`);
            view.setFloat64(at, value, true);
            at += 8;
        }
    }
    return bytes;
}

/** @param {Question[]} questions @param {number[][]} answers @returns {Promise<Digest>} */
export async function digest(questions, answers) {
    const streams = KINDS.map((kind) =>
        streamOf(answers.filter((_, k) => questions[k].kind === kind)),
    );
    /** @type {Parts} */
    const kinds = {};
    for (const [k, kind] of KINDS.entries()) {
        const count = questions.filter((question) => question.kind === kind).length;
        kinds[kind] = {
            questions: count,
            numbers: (streams[k].length - 4 * count) / 8,
            sha256: await sha256(streams[k]),
        };
    }
    const whole = new Uint8Array(streams.reduce((sum, { length }) => sum + length, 0));
    streams.reduce((at, stream) => {
        whole.set(stream, at);
        return at + stream.length;
    }, 0);
    return {
        sha256: await sha256(whole),
        questions: questions.length,
        numbers: (whole.length - 4 * questions.length) / 8,
        kinds,
    };
}
