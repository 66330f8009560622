/** The judgement as a command line and as a program. */

/**
 * @import { Entry } from './files.js'
 * @import { State } from './state.js'
 *
 * @typedef {State & { case?: string | null }} Asked with the label of the plan, where the file has several
 */

/** A word of a command line, for a shell. @param {string} text */
function quoted(text) {
    const isPlain = /^[\w./:@%+=,-]+$/.test(text) && !text.startsWith('-');
    const named = text.startsWith('-') ? `./${text}` : text;
    return isPlain ? text : `'${named.replaceAll("'", "'\\''")}'`;
}

/** @param {readonly Entry[]} entries @param {string} role */
function nameOf(entries, role) {
    return entries.find((entry) => entry.role === role)?.name;
}

/**
 * Returns the command line that gives the same answer.
 *
 * @param {readonly Entry[]} entries
 * @param {Asked} state
 * @param {string} [command]
 */
export function asCommand(entries, state, command = 'validate') {
    const { format, radius, atGoal, tolerance, reading } = state;
    const parts = ['graze', command, quoted(nameOf(entries, 'plan') ?? 'PLAN')];
    /** @param {string} name @param {string | number | null | undefined} value */
    const add = (name, value) => {
        if (value !== undefined && value !== null && value !== '') {
            parts.push(`--${name}`, quoted(String(value)));
        }
    };
    for (const role of ['map', 'task', 'config']) add(role, nameOf(entries, role));
    add('case', state.case);
    add('format', format);
    add('radius', radius);
    add('at-goal', atGoal);
    add('tolerance', tolerance);
    if (reading !== 'open') add('reading', reading);
    return parts.join(' ');
}

/**
 * Returns a program that gives the same answer.
 *
 * @param {readonly Entry[]} entries
 * @param {Asked} state
 */
export function asCode(
    entries,
    { case: label, format, radius, atGoal, tolerance, reading, mended },
) {
    const files = ['plan', 'map', 'task', 'config'].flatMap((role) => {
        const name = nameOf(entries, role);
        return name === undefined ? [] : [`    ${role}: file(${JSON.stringify(name)}),\n`];
    });
    /** @param {Record<string, unknown>} options */
    const bag = (options) => {
        const told = Object.entries(options).filter(([, value]) => value !== null && value !== '');
        return told.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
    };
    const asked = bag({ case: label, format, radius, atGoal });
    const how = bag({ reading: reading === 'open' ? null : reading, tolerance });
    return `import { readFileSync } from 'node:fs';
import { readScenario, ${mended ? 'repair, ' : ''}validate } from 'graze/scenario';

const file = (name) => ({ name, text: readFileSync(name, 'utf8') });
const ${mended ? 'given' : 'scenario'} = await readScenario({
${files.join('')}}${asked && `, { ${asked} }`});
${mended ? `const { scenario } = repair(given${how && `, { ${how} }`});\n` : ''}const { valid, violations } = validate(scenario${how && `, { ${how} }`});
console.log(valid, violations);
`;
}
