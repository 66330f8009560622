/** The formats of plans, as `graze/scenario` has them: it is loaded in the worker only. */

/**
 * What is read, and what names of files that are written end with; null: it is not written.
 *
 * @type {readonly (readonly [name: string, ending: string | null])[]}
 */
export const FORMATS = [
    ['graze', '.graze.json'],
    ['lorr', '.json'],
    ['kei18', '.txt'],
    ['paths', '.txt'],
    ['paths-xy', '.txt'],
    ['mapf-tracker', '.csv'],
    ['libmrp', '.yaml'],
    ['tracks', null],
    ['commonroad', null],
    ['ccbs', '.xml'],
];

/** @param {string | null} format */
export function fileExtension(format) {
    return FORMATS.find(([name]) => name === format)?.[1] ?? null;
}
