/** The validation as a command line and as a program. */

/**
 * @import { Entry } from './files.js'
 * @import { State } from './state.js'
 *
 * @typedef {State & { case?: string | null }} ExportState state with the label of the plan if the file has several
 */

/** Quotes an argument for a shell. @param {string} text */
function quoteArgument(text) {
    const isPlain = /^[\w./:@%+=,-]+$/.test(text) && !text.startsWith('-');
    const named = text.startsWith('-') ? `./${text}` : text;
    return isPlain ? text : `'${named.replaceAll("'", "'\\''")}'`;
}

/** @param {readonly Entry[]} entries @param {string} role */
function findName(entries, role) {
    return entries.find((entry) => entry.role === role)?.name;
}

/**
 * Returns the command line that gives the same answer.
 *
 * @param {readonly Entry[]} entries
 * @param {ExportState} state
 * @param {string} [command]
 */
export function asCommand(entries, state, command = 'validate') {
    const { format, radius, atGoal, tolerance, touching } = state;
    const parts = ['graze', command, quoteArgument(findName(entries, 'plan') ?? 'PLAN')];
    /** @param {string} name @param {string | number | null | undefined} value */
    const add = (name, value) => {
        if (value !== undefined && value !== null && value !== '') {
            parts.push(`--${name}`, quoteArgument(String(value)));
        }
    };
    for (const role of ['map', 'task', 'config']) add(role, findName(entries, role));
    add('case', state.case);
    add('format', format);
    add('radius', radius);
    add('at-goal', atGoal);
    add('tolerance', tolerance);
    if (touching !== 'allowed') add('touching', touching);
    return parts.join(' ');
}

/**
 * Returns a program that gives the same answer.
 *
 * @param {readonly Entry[]} entries
 * @param {ExportState} state
 */
export function asCode(
    entries,
    { case: label, format, radius, atGoal, tolerance, touching, repaired: isRepaired },
) {
    const files = ['plan', 'map', 'task', 'config'].flatMap((role) => {
        const name = findName(entries, role);
        return name === undefined ? [] : [`    ${role}: file(${JSON.stringify(name)}),\n`];
    });
    /** @param {Record<string, unknown>} options */
    const optionsCode = (options) => {
        const given = Object.entries(options).filter(([, value]) => value !== null && value !== '');
        return given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
    };
    const readOptions = optionsCode({ case: label, format, radius, atGoal });
    const checkOptions = optionsCode({
        touching: touching === 'allowed' ? null : touching,
        tolerance,
    });
    return `import { readFileSync } from 'node:fs';
import { readScenario, ${isRepaired ? 'repair, ' : ''}validate } from 'graze/scenario';

const file = (name) => ({ name, text: readFileSync(name, 'utf8') });
const ${isRepaired ? 'given' : 'scenario'} = await readScenario({
${files.join('')}}${readOptions && `, { ${readOptions} }`});
${isRepaired ? `const { scenario } = await repair(given${checkOptions && `, { ${checkOptions} }`});\n` : ''}const { valid, violations } = await validate(scenario${checkOptions && `, { ${checkOptions} }`});
console.log(valid, violations);
`;
}
