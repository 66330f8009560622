/** Files dropped anywhere on the page, which a browser would otherwise open in its place. */

import { h } from './dom.js';

/** @typedef {{ name: string, blob: Blob }} NamedFile */

/** Files that are taken at once: more are hardly those of one plan. */
export const MAX_FILES = 12;

/**
 * Takes files that are dropped on the page, with a veil over it while they are held there.
 *
 * @param {(files: NamedFile[]) => void} onFiles
 */
export function listenForDrops(onFiles) {
    const overlay = h(
        'div',
        { class: 'drop-overlay', hidden: true },
        h('p', null, 'Drop to validate the plan'),
    );
    document.body.append(overlay);

    /** @param {DragEvent} event */
    const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') ?? false;
    document.addEventListener('dragover', (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        overlay.hidden = false;
    });
    document.addEventListener('dragleave', (event) => {
        if (event.relatedTarget === null) overlay.hidden = true;
    });
    document.addEventListener('drop', async (event) => {
        overlay.hidden = true;
        if (!event.dataTransfer || !hasFiles(event)) return;
        event.preventDefault();
        const files = await collectFiles(event.dataTransfer);
        if (files.length > 0) onFiles(files);
    });
}

/**
 * Returns the files of a drop, those in a dropped folder included.
 *
 * @param {DataTransfer} transfer whose items are gone after the event: call this in it
 * @returns {Promise<NamedFile[]>}
 */
async function collectFiles(transfer) {
    const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    const files = [...transfer.files];
    if (!entries.some(({ isDirectory }) => isDirectory)) return files.map(toNamedFile);
    const fileLists = await Promise.all(entries.map(readEntryFiles));
    return fileLists.flat().map(toNamedFile);
}

/** Returns a file under its name. @param {File} file @returns {NamedFile} */
export function toNamedFile(file) {
    return { name: file.name, blob: file };
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} of a folder's own files, as many as are read */
async function readEntryFiles(entry) {
    if (entry.isFile) {
        return [
            await new Promise((resolve, reject) =>
                /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
            ),
        ];
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    /** @type {FileSystemEntry[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    const files = entries.filter(({ isFile }) => isFile).slice(0, MAX_FILES);
    return (await Promise.all(files.map(readEntryFiles))).flat();
}
