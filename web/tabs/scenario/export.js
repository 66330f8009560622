/** Exports: the plan and the report as files, the validation as a command line and as a program. */

import { copyButton } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { button, choiceField } from '../../base/fields.js';
import { FORMATS, fileExtension, ROLES } from './files.js';
import { toSentences } from './wording.js';

/**
 * @import { Entry } from './files.js'
 * @import { PlanChecker } from './plan_checker.js'
 * @import { State } from './state.js'
 */

/* ---- command line and program ---- */

/**
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
    const { format, radius, atGoal, tolerance, touching, unknownCells } = state;
    const parts = ['graze', command, quoteArgument(findName(entries, 'plan') ?? 'PLAN')];
    /** @param {string} name @param {string | number | null | undefined} value */
    const add = (name, value) => {
        if (value !== undefined && value !== null && value !== '') {
            parts.push(`--${name}`, quoteArgument(String(value)));
        }
    };
    // The program finds the image of a map beside it.
    for (const role of ['map', 'task', 'config', 'footprint']) add(role, findName(entries, role));
    add('case', state.case);
    add('format', format);
    add('radius', radius);
    add('at-goal', atGoal);
    add('tolerance', tolerance);
    if (touching !== 'allowed') add('touching', touching);
    if (unknownCells !== 'blocked') add('unknown-cells', unknownCells);
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
    {
        case: label,
        format,
        radius,
        atGoal,
        tolerance,
        touching,
        unknownCells,
        repaired: isRepaired,
    },
) {
    const files = ROLES.flatMap((role) => {
        const name = findName(entries, role);
        if (name === undefined) return [];
        const text = JSON.stringify(name);
        const code =
            role === 'image' ? `{ name: ${text}, bytes: readFileSync(${text}) }` : `file(${text})`;
        return [`    ${role}: ${code},\n`];
    });
    /** @param {Record<string, unknown>} options */
    const optionsCode = (options) => {
        const given = Object.entries(options).filter(([, value]) => value !== null && value !== '');
        return given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
    };
    const readOptions = optionsCode({
        ...{ case: label, format, radius, atGoal },
        unknownCells: unknownCells === 'blocked' ? null : unknownCells,
    });
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

/* ---- card ---- */

/** @typedef {ReturnType<typeof createExportCard>} ExportCard */

/**
 * Creates the card of exports: the plan in a chosen format, the report, the command line.
 *
 * @param {object} options
 * @param {(format: string) => void} options.onWrite
 * @param {() => void} options.onReport
 * @param {() => string} options.command
 * @param {() => string} options.code
 */
export function createExportCard({ onWrite, onReport, command, code }) {
    let chosen = 'graze';
    const format = choiceField({
        label: 'Plan as',
        choices: FORMATS.flatMap(([name, extension]) => (extension ? [[name, name]] : [])),
        onInput: (name) => {
            chosen = name;
        },
    });
    const save = button('Save plan', () => onWrite(chosen));
    const report = button('Save report (JSON)', onReport);
    const statusText = h('p', { class: 'hint', role: 'status' });
    const element = h(
        'section',
        { class: 'card', 'aria-label': 'Export' },
        h('h2', null, 'Export'),
        h('div', { class: 'export-row' }, format.element, save),
        h(
            'div',
            { class: 'buttons' },
            report,
            copyButton('Copy command line', command, 'The same validation with the graze program'),
            copyButton('Copy as code', code),
        ),
        statusText,
    );
    return {
        element,
        /** @param {string} planFormat format of the plan */
        selectFormat(planFormat) {
            chosen = fileExtension(planFormat) === null ? 'graze' : planFormat;
            format.set(chosen);
        },
        /** @param {boolean} isReady */
        draw(isReady) {
            save.disabled = !isReady;
            report.disabled = !isReady;
        },
        /** @param {string} text */
        showStatus(text) {
            statusText.textContent = text;
        },
    };
}

/* ---- saving ---- */

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
    const url = URL.createObjectURL(blob);
    const link = h('a', { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Saves a file that the worker makes.
 *
 * @param {PlanChecker} checker
 * @param {ExportCard} card
 * @param {string | null} format format of the plan; null: save the report
 * @param {boolean} isRepaired
 */
export function save(checker, card, format, isRepaired) {
    const plan = findName(checker.entries, 'plan') ?? 'plan';
    const stem = plan.replace(/\.[^.]*$/, '');
    const extension = format === null ? '-report.json' : (fileExtension(format) ?? '.txt');
    const request =
        format === null
            ? { kind: /** @type {const} */ ('report') }
            : { kind: /** @type {const} */ ('write'), format };
    card.showStatus('');
    checker.writeFile(
        request,
        (text, notices) => {
            download(text, `${stem}${isRepaired ? '-repaired' : ''}${extension}`);
            card.showStatus(toSentences(['Saved.', ...notices]));
        },
        ({ message }) => card.showStatus(toSentences([message])),
    );
}
