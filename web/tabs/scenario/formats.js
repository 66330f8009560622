/** The formats of plans, as in `graze/scenario`, which only the worker loads. */

/**
 * Names of the readable formats, with the file extension for writing; null: the format is not written.
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
