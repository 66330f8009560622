/** Files dropped anywhere on the page. Without these listeners a browser opens them in place of the page. */

import { h } from './dom.js';

/** @typedef {{ name: string, blob: Blob }} NamedFile */

/** Largest number of files that are read at once: a plan hardly has more. */
export const MAX_FILES = 12;

/**
 * Listens for files dropped on the page, and shows a veil over it while files are dragged there.
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
 * Returns the files of a drop, including those in a dropped folder.
 *
 * @param {DataTransfer} transfer the dropped data; its items expire after the event, so call this within it
 * @returns {Promise<NamedFile[]>}
 */
async function collectFiles(transfer) {
    const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    const files = [...transfer.files];
    if (!entries.some(({ isDirectory }) => isDirectory)) return files.map(toNamedFile);
    const fileLists = await Promise.all(entries.map(readEntryFiles));
    return fileLists.flat().map(toNamedFile);
}

/** Returns a file with its name. @param {File} file @returns {NamedFile} */
export function toNamedFile(file) {
    return { name: file.name, blob: file };
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} the file itself, or the first files directly in a folder */
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
