/** Files dropped anywhere on the page, which a browser would otherwise open in its place. */

import { h } from './dom.js';

/** @typedef {{ name: string, blob: Blob }} NamedFile */

/** Files that are taken at once: more are hardly those of one plan. */
export const MOST_FILES = 12;

/**
 * Takes files that are dropped on the page, with a veil over it while they are held there.
 *
 * @param {(files: NamedFile[]) => void} onFiles
 */
export function takeDrops(onFiles) {
    const veil = h('div', { class: 'veil', hidden: true }, h('p', null, 'Drop to check the plan'));
    document.body.append(veil);

    /** @param {DragEvent} event */
    const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') ?? false;
    document.addEventListener('dragover', (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        veil.hidden = false;
    });
    document.addEventListener('dragleave', (event) => {
        if (event.relatedTarget === null) veil.hidden = true;
    });
    document.addEventListener('drop', async (event) => {
        veil.hidden = true;
        if (!event.dataTransfer || !hasFiles(event)) return;
        event.preventDefault();
        const files = await dropped(event.dataTransfer);
        if (files.length > 0) onFiles(files);
    });
}

/**
 * Returns the files of a drop, those in a dropped folder included.
 *
 * @param {DataTransfer} transfer whose items are gone after the event: call this in it
 * @returns {Promise<NamedFile[]>}
 */
async function dropped(transfer) {
    const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    const files = [...transfer.files];
    if (!entries.some(({ isDirectory }) => isDirectory)) return files.map(named);
    const found = await Promise.all(entries.map(filesIn));
    return found.flat().map(named);
}

/** Returns a file under its name. @param {File} file @returns {NamedFile} */
export function named(file) {
    return { name: file.name, blob: file };
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} of a folder's own files, as many as are read */
async function filesIn(entry) {
    if (entry.isFile) {
        return [
            await new Promise((done, fail) =>
                /** @type {FileSystemFileEntry} */ (entry).file(done, fail),
            ),
        ];
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    /** @type {FileSystemEntry[]} */
    const inside = await new Promise((done, fail) => reader.readEntries(done, fail));
    const files = inside.filter(({ isFile }) => isFile).slice(0, MOST_FILES);
    return (await Promise.all(files.map(filesIn))).flat();
}
