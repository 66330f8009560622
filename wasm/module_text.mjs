import { machine } from '../js/graze/core/module_text.js';

/**
 * Writes a WebAssembly module as text that compresses well: js/graze/core/module_text.js describes and reads it. The text holds
 * every byte of the module, and an error in the table of operands only costs size.
 */

/** @import { ModuleText } from '../js/graze/core/module_text.js' */

/** Letters of the streams, in an order for which gzip finds the least size. */
const STREAMS = 'hzVDj2bg34cxS01nriwoslp';

/**
 * Operands of opcodes and of ranges of them, by letters of streams: b type of a block, r branch target, c function, z type or
 * memory, l local that is read, s local that is set, g global, o offset in memory, w offset where a number is written, i and j
 * integers, S and D floats, n lane, V 16 bytes; a digit is the natural alignment, as exponent of 2, of which most accesses are.
 *
 * @type {[page: number, from: number, to: number, operands: string][]}
 */
const OPERANDS = [
    [0, 0x02, 0x04, 'b'],
    [0, 0x0c, 0x0d, 'r'],
    [0, 0x0e, 0x0e, '!'],
    [0, 0x10, 0x10, 'c'],
    [0, 0x11, 0x11, 'zz'],
    [0, 0x20, 0x20, 'l'],
    [0, 0x21, 0x22, 's'],
    [0, 0x23, 0x24, 'g'],
    ...[...'23230011001122'].map(toAccess(0, 0x28)),
    ...[...'232301012'].map(toAccess(0, 0x36, '', 'w')),
    [0, 0x3f, 0x40, 'z'],
    [0, 0x41, 0x41, 'i'],
    [0, 0x42, 0x42, 'j'],
    [0, 0x43, 0x43, 'SSSS'],
    [0, 0x44, 0x44, 'DDDDDDDD'],
    [0, 0xfc, 0xfc, '<'],
    [0, 0xfd, 0xfd, '>'],
    // memory.copy and memory.fill
    [1, 0x0a, 0x0a, 'zz'],
    [1, 0x0b, 0x0b, 'z'],
    ...[...'433333301234'].map(toAccess(2, 0x00)),
    [2, 0x0c, 0x0d, 'V'.repeat(16)],
    [2, 0x15, 0x22, 'n'],
    ...[...'01230123'].map(toAccess(2, 0x54, 'n')),
    ...[...'23'].map(toAccess(2, 0x5c)),
];

/**
 * Returns a function that makes rows of accesses to memory from their alignments.
 *
 * @param {number} page
 * @param {number} from first opcode
 * @param {string} [more] further operands
 * @param {string} [offset] letter of the offset
 * @returns {(alignment: string, k: number) => [number, number, number, string]}
 */
function toAccess(page, from, more = '', offset = 'o') {
    return (alignment, k) => [page, from + k, from + k, `${alignment}${offset}${more}`];
}

/** Returns the operands of all opcodes, as `ModuleText` has them. */
function allOperands() {
    const list = new Array(3 * 256).fill('');
    for (const [page, from, to, operands] of OPERANDS) {
        list.fill(operands, 256 * page + from, 256 * page + to + 1);
    }
    return list;
}

/** Yields the characters that need no escape in a string literal: first those that are one byte long. */
function* plainCharacters() {
    for (let code = 0x20; code < 0x7f; code++) {
        const character = String.fromCharCode(code);
        if (!'"\'\\`$'.includes(character)) yield character;
    }
    // These are letters, and two bytes long.
    for (let code = 0xc0; ; code++) yield String.fromCharCode(code);
}

/** Returns the number in LEB128 at a place, and where it ends. @param {Uint8Array} bytes @param {number} at */
function numberAt(bytes, at) {
    let [number, scale, end] = [0, 1, at];
    do {
        number += (bytes[end] & 127) * scale;
        scale *= 128;
    } while (bytes[end++] >= 128);
    return { number, end };
}

/** Returns where the section of code has its number of functions; a module without code is an error. @param {Uint8Array} bytes */
function findCode(bytes) {
    for (let at = 8; at < bytes.length; ) {
        const { number: size, end: content } = numberAt(bytes, at + 1);
        if (bytes[at] === 10) return content;
        at = content + size;
    }
    throw new Error('the module has no code');
}

/**
 * Returns the bytes of each stream.
 *
 * @param {Uint8Array} bytes
 * @param {string} operands
 */
function sort(bytes, operands) {
    const { next, streamOf } = machine(operands, STREAMS);
    /** @type {number[][]} */
    const streams = [...STREAMS].map(() => []);
    const heads = streams[STREAMS.indexOf('h')];
    const rest = streams[STREAMS.indexOf('x')];
    const { number: functions, end: before } = numberAt(bytes, findCode(bytes));
    rest.push(...bytes.subarray(0, before));
    let at = before;
    for (let f = 0; f < functions; f++) {
        const { number: size, end: body } = numberAt(bytes, at);
        let { number: groups, end: code } = numberAt(bytes, body);
        for (; groups > 0; groups--) code = numberAt(bytes, code).end + 1;
        heads.push(...bytes.subarray(at, code));
        let state = 0;
        for (at = code; at < body + size; at++) {
            streams[streamOf[state]].push(bytes[at]);
            state = next[256 * state + bytes[at]];
        }
    }
    rest.push(...bytes.subarray(at));
    return { streams, before, functions };
}

/**
 * Returns a module as text. The shortest characters are for the most frequent bytes.
 *
 * @param {Uint8Array} bytes
 * @returns {ModuleText}
 */
export function encodeModule(bytes) {
    const operands = allOperands().join(',');
    const { streams, before, functions } = sort(bytes, operands);
    const count = new Array(256).fill(0);
    for (const byte of bytes) count[byte]++;
    const byFrequency = [...count.keys()].sort((p, q) => count[q] - count[p] || p - q);
    const characters = plainCharacters();
    const alphabet = new Array(256).fill('');
    for (const byte of byFrequency) alphabet[byte] = characters.next().value;
    const starts = [];
    let text = '';
    for (const stream of streams) {
        starts.push(text.length);
        for (const byte of stream) text += alphabet[byte];
    }
    return {
        alphabet: alphabet.join(''),
        operands,
        streams: STREAMS,
        starts,
        before,
        functions,
        text,
    };
}
