/** The card of the files with their assumed roles, and the options of the validation. */

import { h, newId } from '../../base/dom.js';
import { choiceField } from '../../base/fields.js';
import { ROLES } from './files.js';
import { FORMATS } from './formats.js';
import { optionalField } from './optional_field.js';

/**
 * @import { Entry } from './files.js'
 * @import { State } from './state.js'
 *
 * @typedef {Pick<State, 'format' | 'radius' | 'atGoal' | 'tolerance' | 'touching'>} Options
 */

const ROLE_NAMES = {
    plan: 'plan',
    map: 'map',
    task: 'task',
    config: 'configuration',
    none: 'not used',
};

/** @param {number} bytes */
function formatSize(bytes) {
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
    const missingHint = h('p', { class: 'hint' });
    const fields = {
        radius: optionalField({
            label: 'Radius',
            placeholder: 'from the files',
            onInput: (radius) => onOption({ radius }),
            title: 'Radius of every agent, in map units',
        }),
        tolerance: optionalField({
            label: 'Tolerance',
            placeholder: '1e-9 relative',
            onInput: (tolerance) => onOption({ tolerance }),
            title: 'Maximum overlap depth that is not a violation, in map units',
        }),
        touching: choiceField({
            label: 'Touching',
            choices: [
                ['allowed', 'allowed'],
                ['conflict', 'conflict'],
            ],
            onInput: (touching) => onOption({ touching }),
        }),
        atGoal: choiceField({
            label: 'At the goal',
            choices: [
                ['', 'default of the format'],
                ['stay', 'stay'],
                ['vanish', 'vanish'],
            ],
            onInput: (atGoal) => onOption({ atGoal }),
        }),
        format: choiceField({
            label: 'Format of the plan',
            choices: [
                ['', 'detect from content'],
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
        missingHint,
        h('h3', null, 'Options'),
        h('div', { class: 'row pairs' }, ...Object.values(fields).map((field) => field.element)),
    );
    let listKey = '';

    return {
        element,
        radius: fields.radius.input,
        /** @param {readonly Entry[]} entries @param {Options} options */
        draw(entries, options) {
            for (const name of /** @type {const} */ (['radius', 'tolerance']))
                fields[name].set(options[name]);
            fields.touching.set(options.touching);
            fields.atGoal.set(options.atGoal);
            fields.format.set(options.format);
            // The list is only replaced when it changes, so that the focus stays.
            const key = JSON.stringify(
                entries.map(({ name, guess, blob }) => [name, guess, blob.size]),
            );
            if (key !== listKey) {
                listKey = key;
                list.replaceChildren(
                    ...entries.map((entry, k) => createFileRow(entry, (role) => onRole(k, role))),
                );
            }
            for (const [k, select] of list.querySelectorAll('select').entries()) {
                select.value = entries[k].role;
            }
            const hasPlan = entries.some(({ role }) => role === 'plan');
            missingHint.textContent = hasPlan
                ? ''
                : 'None of these files is a plan. Add one, or choose which file is the plan.';
        },
    };
}

/** @param {Entry} entry @param {(role: Entry['role']) => void} onRole */
function createFileRow({ name, blob, guess }, onRole) {
    const id = newId('role');
    const select = h(
        'select',
        { id, 'aria-label': `Role of ${name}` },
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
        h('span', { class: 'hint' }, `${guess.description}, ${formatSize(blob.size)}`),
    );
}
