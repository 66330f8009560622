/**
 * A WebAssembly module as text. The bytes of its functions are sorted into streams by their meaning, since streams of one kind
 * compress better than their mixture: by a sixth. A character stands for a byte. `wasm/module_text.mjs` writes it.
 *
 * @typedef {object} ModuleText
 * @property {string} alphabet the character of each byte value
 * @property {string} operands operands of each opcode, separated by commas: of one byte, then after 0xfc, then after 0xfd.
 *   A letter names the stream of an operand: a lower-case letter stands for a number in LEB128, an upper-case letter for a
 *   byte. A digit stands for an alignment, and names its stream too
 * @property {string} streams letters of all streams, in the order of the text: `p` has opcodes, `h` heads of functions (size and
 *   locals), `x` all bytes outside of functions
 * @property {readonly number[]} starts where each stream begins in the text
 * @property {number} before number of bytes before the first function
 * @property {number} functions number of functions
 * @property {string} text
 */

/** Longest table of a `br_table`. */
const MAX_TARGETS = 63;

/**
 * Returns the machine that knows the stream of each byte of an instruction. A state is the list of operands that come next,
 * by letters as in `operands`, or an opcode: '' is its first byte, '<' and '>' the byte after 0xfc and 0xfd, '?' the third
 * byte; '!' is the length of a `br_table`.
 *
 * @param {string} operands
 * @param {string} streams
 * @returns {{ next: Uint8Array, streamOf: Uint8Array }} the state that follows state s and byte b, at 256 s + b; the number of
 *   the stream of each state
 */
export function machine(operands, streams) {
    const byOpcode = operands.split(',');
    const states = [''];
    const numbers = new Map([['', 0]]);
    /** @param {string} state */
    const numberOf = (state) => {
        let number = numbers.get(state);
        if (number === undefined) {
            number = states.push(state) - 1;
            numbers.set(state, number);
        }
        return number;
    };
    const next = new Uint8Array(0x10000);
    for (let s = 0; s < states.length; s++) {
        const state = states[s];
        const row = next.subarray(256 * s, 256 * s + 256);
        const page = ['', '<', '>'].indexOf(state);
        if (page >= 0) {
            row.fill(numberOf('?'), 128);
            const count = page === 0 ? 256 : 128;
            for (let b = 0; b < count; b++) row[b] = numberOf(byOpcode[256 * page + b]);
        } else if (state === '!') {
            for (let b = 0; b <= MAX_TARGETS; b++) row[b] = numberOf('r'.repeat(b + 1));
        } else {
            row.fill(numberOf(state.slice(1)));
            if (state[0] >= 'a') row.fill(s, 128);
        }
    }
    /** @type {Record<string, string>} */
    const streamOfOpcode = { '': 'p', '<': 'p', '>': 'p', '?': 'p', '!': 'r' };
    const streamOf = states.map((state) => streams.indexOf(streamOfOpcode[state] ?? state[0]));
    return { next, streamOf: Uint8Array.from(streamOf) };
}

/**
 * Returns the bytes of a module.
 *
 * @param {ModuleText} module
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeModule({ alphabet, operands, streams, starts, before, functions, text }) {
    const byteOf = new Uint8Array(0x200);
    for (let byte = 0; byte < 256; byte++) byteOf[alphabet.charCodeAt(byte)] = byte;
    const bytes = new Uint8Array(text.length);
    const { next, streamOf } = machine(operands, streams);
    const heads = streams.indexOf('h');
    const rest = streams.indexOf('x');
    /** Place of the next byte of each stream. */
    const from = Uint32Array.from(starts);
    let at = 0;
    /** @param {number} stream */
    const copy = (stream) => {
        const byte = byteOf[text.charCodeAt(from[stream]++)];
        bytes[at++] = byte;
        return byte;
    };
    /** @param {number} stream */
    const copyNumber = (stream) => {
        let [number, scale, byte] = [0, 1, 128];
        for (; byte >= 128; scale *= 128) {
            byte = copy(stream);
            number += (byte & 127) * scale;
        }
        return number;
    };
    while (at < before) copy(rest);
    for (let f = 0; f < functions; f++) {
        const size = copyNumber(heads);
        const end = at + size;
        for (let groups = copyNumber(heads); groups > 0; groups--) {
            copyNumber(heads);
            copy(heads);
        }
        at = decodeBody(at, end);
    }
    while (at < bytes.length) copy(rest);
    return bytes;

    /** Writes the instructions of a function. @param {number} begin @param {number} end */
    function decodeBody(begin, end) {
        let state = 0;
        for (let i = begin; i < end; i++) {
            const byte = byteOf[text.charCodeAt(from[streamOf[state]]++)];
            bytes[i] = byte;
            state = next[256 * state + byte];
        }
        return end;
    }
}
