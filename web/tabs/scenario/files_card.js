/** The files with what each is taken for, and the options of the judgement. */

import { h, newId } from '../../base/dom.js';
import { choiceField } from '../../base/fields.js';
import { ROLES } from './files.js';
import { FORMATS } from './formats.js';
import { optionalField } from './optional_field.js';

/**
 * @import { Entry } from './files.js'
 * @import { State } from './state.js'
 *
 * @typedef {Pick<State, 'format' | 'radius' | 'atGoal' | 'tolerance' | 'reading'>} Options
 */

const ROLE_NAMES = {
    plan: 'plan',
    map: 'map',
    task: 'task',
    config: 'configuration',
    none: 'not used',
};

/** @param {number} bytes */
function sizeOf(bytes) {
    if (bytes < 1000) return `${bytes} B`;
    return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * @param {object} options
 * @param {(index: number, role: Entry['role']) => void} options.onRole
 * @param {(part: Partial<Options>) => void} options.onOption
 */
export function createFilesCard({ onRole, onOption }) {
    const list = h('ul', { class: 'files' });
    const missing = h('p', { class: 'hint' });
    const fields = {
        radius: optionalField({
            label: 'Radius',
            otherwise: 'by the files',
            onInput: (radius) => onOption({ radius }),
            title: 'Of every agent, in map units',
        }),
        tolerance: optionalField({
            label: 'Tolerance',
            otherwise: '1e-9 relative',
            onInput: (tolerance) => onOption({ tolerance }),
            title: 'An overlap must be deeper to be a violation, in map units',
        }),
        reading: choiceField({
            label: 'Touching',
            choices: [
                ['open', 'allowed (open)'],
                ['closed', 'counts (closed)'],
            ],
            onInput: (reading) => onOption({ reading }),
        }),
        atGoal: choiceField({
            label: 'At the goal',
            choices: [
                ['', 'by the format'],
                ['stay', 'stay'],
                ['vanish', 'vanish'],
            ],
            onInput: (atGoal) => onOption({ atGoal }),
        }),
        format: choiceField({
            label: 'Format of the plan',
            choices: [
                ['', 'by content'],
                ...FORMATS.map(([name]) => /** @type {[string, string]} */ ([name, name])),
            ],
            onInput: (format) => onOption({ format }),
        }),
    };
    const element = h(
        'section',
        { class: 'card', 'aria-label': 'Files' },
        h('h2', null, 'Files'),
        list,
        missing,
        h('h3', null, 'How it is checked'),
        h('div', { class: 'row pairs' }, ...Object.values(fields).map((field) => field.element)),
    );
    let listed = '';

    return {
        element,
        radius: fields.radius.input,
        /** @param {readonly Entry[]} entries @param {Options} options */
        draw(entries, options) {
            for (const name of /** @type {const} */ (['radius', 'tolerance']))
                fields[name].set(options[name]);
            fields.reading.set(options.reading);
            fields.atGoal.set(options.atGoal);
            fields.format.set(options.format);
            // Made anew only when it is another list, so that the focus stays.
            const now = JSON.stringify(
                entries.map(({ name, guess, blob }) => [name, guess, blob.size]),
            );
            if (now !== listed) {
                listed = now;
                list.replaceChildren(
                    ...entries.map((entry, k) => fileRow(entry, (role) => onRole(k, role))),
                );
            }
            for (const [k, select] of list.querySelectorAll('select').entries()) {
                select.value = entries[k].role;
            }
            const isPlanned = entries.some(({ role }) => role === 'plan');
            missing.textContent = isPlanned
                ? ''
                : 'None of these is a plan: add one, or say which it is.';
        },
    };
}

/** @param {Entry} entry @param {(role: Entry['role']) => void} onRole */
function fileRow({ name, blob, guess }, onRole) {
    const id = newId('role');
    const select = h(
        'select',
        { id, 'aria-label': `${name} is` },
        ...[...ROLES, /** @type {const} */ ('none')].map((role) =>
            h('option', { value: role }, ROLE_NAMES[role]),
        ),
    );
    select.addEventListener('change', () => onRole(/** @type {Entry['role']} */ (select.value)));
    return h(
        'li',
        null,
        h('span', { class: 'file-name', title: name }, name),
        select,
        h('span', { class: 'hint' }, `${guess.what}, ${sizeOf(blob.size)}`),
    );
}
