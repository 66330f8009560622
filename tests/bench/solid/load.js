/**
 * Imports a library from the folder in which this file is a copy, where `make bench-solid` installs libraries.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
export const load = (name) => import(name);
