import { InputError } from 'graze/scenario';

/** @import { Outcome } from '../commands/validate.js' */

/** Changes whenever a field changes its meaning or goes; new fields may come without. */
const SCHEMA = 1;

/**
 * @param {Outcome[]} outcomes
 * @returns {string}
 */
export function jsonReport(outcomes) {
    const results = outcomes.map((outcome) => {
        if ('result' in outcome) return { file: outcome.file, ...outcome.result };
        const { code, message } = outcome.error;
        const place = outcome.error instanceof InputError ? outcome.error : undefined;
        return {
            file: outcome.file,
            error: {
                code,
                message: place?.text ?? message,
                in: place?.file ?? outcome.file,
                line: place?.line ?? 1,
                column: place?.column ?? 1,
            },
        };
    });
    return `${JSON.stringify({ schema: SCHEMA, results }, null, 2)}\n`;
}
