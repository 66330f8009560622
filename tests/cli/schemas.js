import { Ajv2020 } from 'ajv/dist/2020.js';
import { readJson } from '../helpers.js';

/**
 * The published schemas of the program's JSON, compiled by the tests themselves.
 *
 * @import { AnySchemaObject } from 'ajv'
 */

/** @typedef {'report' | 'lines' | 'repair' | 'bench'} SchemaName */

export const SCHEMA_NAMES = /** @type {const} */ (['report', 'lines', 'repair', 'bench']);

/** The schemas as parsed JSON. */
export const SCHEMAS = /** @type {Record<SchemaName, AnySchemaObject>} */ (
    Object.fromEntries(SCHEMA_NAMES.map((name) => [name, readJson(`js/cli/schemas/${name}.json`)]))
);

const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, allErrors: true });
for (const name of SCHEMA_NAMES) ajv.addSchema(SCHEMAS[name], `${name}.json`);

/**
 * Throws an error where a value does not match a schema.
 *
 * @param {SchemaName} name
 * @param {unknown} value
 */
export function assertMatches(name, value) {
    const validate = ajv.getSchema(`${name}.json`);
    if (validate === undefined) throw new Error(`there is no schema ${name}`);
    if (!validate(value)) throw new Error(`${name}: ${ajv.errorsText(validate.errors)}`);
}

/**
 * Throws an error where a report is not JSON that matches its schema.
 *
 * @param {SchemaName} name
 * @param {string} text all of the report
 */
export function assertReport(name, text) {
    const texts = name === 'lines' ? text.trimEnd().split('\n') : [text];
    for (const one of texts) assertMatches(name, JSON.parse(one));
}
