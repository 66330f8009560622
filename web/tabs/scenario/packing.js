/** Small files as text for the address: names, roles and texts, deflated. */

import { MAX_FILES } from '../../base/drop.js';
import * as read from '../../base/state_reader.js';
import { ROLES } from './files.js';

/** @import { Entry } from './files.js' */

/** Largest number of characters of an address that still passes through mail and chat. */
const MAX_PACKED = 12_000;
/** Size limit of unpacked data, because anybody may have written the link. */
const MAX_UNPACKED = 4 * 2 ** 20;

/**
 * @param {readonly Entry[]} entries
 * @returns {Promise<string | null>} null: the files are too large for a link
 */
export async function pack(entries) {
    const size = entries.reduce((sum, { blob }) => sum + blob.size, 0);
    if (size > MAX_UNPACKED / 4) return null;
    const files = await Promise.all(
        entries.map(async ({ name, role, blob }) => [name, role, await blob.text()]),
    );
    const stream = new Blob([JSON.stringify(files)])
        .stream()
        .pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    if (bytes.length > MAX_PACKED) return null;
    return btoa(String.fromCharCode(...bytes));
}

/**
 * @param {string} packed
 * @returns {Promise<{ name: string, role: Entry['role'], blob: Blob }[] | null>} null: the text is invalid
 */
export async function unpack(packed) {
    try {
        const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
        const stream = new Blob([bytes])
            .stream()
            .pipeThrough(new DecompressionStream('deflate-raw'));
        const json = JSON.parse(await readText(stream));
        return read.list(json, readFile, 1, MAX_FILES);
    } catch {
        return null;
    }
}

/** @param {unknown} value */
function readFile(value) {
    if (!Array.isArray(value) || value.length !== 3) return null;
    const [name, role, text] = value;
    if (typeof name !== 'string' || typeof text !== 'string') return null;
    return { name, role: read.choice(role, ['none', ...ROLES]), blob: new Blob([text]) };
}

/** @param {ReadableStream<Uint8Array>} stream */
async function readText(stream) {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
        const { done, value } = await reader.read();
        text += decoder.decode(value, { stream: !done });
        if (text.length > MAX_UNPACKED) {
            await reader.cancel();
            throw new RangeError('too long');
        }
        if (done) return text;
    }
}
