/** Controls of the visitor: the files, their roles, the options of the validation, the followed agent. */

import { h, newId } from '../../base/dom.js';
import { toNamedFile } from '../../base/drop.js';
import { button, choiceField } from '../../base/fields.js';
import { createCheckedInput, createNumberInput } from '../../base/number_input.js';
import { createReadout } from '../../base/readout.js';
import { FORMATS, ROLES } from './files.js';
import { EXAMPLES } from './state.js';

/**
 * @import { Entry } from './files.js'
 * @import { CurrentPlan } from './plan_checker.js'
 * @import { State } from './state.js'
 * @import { Failure } from './worker.js'
 */

/* ---- opener ---- */

const OWN_FILES = '';

/**
 * Creates the opener of scenarios: examples and chosen files. main.js passes on files dropped on the page.
 *
 * @param {object} options
 * @param {HTMLElement} options.progress stands in place of the hint while the worker works, so that nothing moves
 * @param {(id: string) => void} options.onExample
 * @param {(files: { name: string, blob: Blob }[]) => void} options.onFiles
 * @param {(index: number) => void} options.onPlan receives the index of a plan in the file
 * @param {() => void} options.onLink called when the visitor wants the files in the address
 */
export function createFilePicker({ progress, onExample, onFiles, onPlan, onLink }) {
    const example = choiceField({
        label: 'Example',
        choices: [
            ...EXAMPLES.map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
            [OWN_FILES, 'Your files'],
        ],
        onInput: onExample,
    });
    const ownOption = example.input.options[EXAMPLES.length];
    const id = newId('files');
    const input = h('input', { type: 'file', multiple: true, class: 'visually-hidden', id });
    input.addEventListener('change', () => {
        const files = [...(input.files ?? [])].map(toNamedFile);
        // The same file, changed, can then be chosen again.
        input.value = '';
        if (files.length > 0) onFiles(files);
    });
    const hint = h('p', { class: 'hint' });
    const plan = choiceField({
        label: 'Plan in this file',
        choices: [],
        onInput: (index) => onPlan(Number(index)),
    });
    plan.element.hidden = true;
    const linkFiles = button('Put the files into the link', onLink, { class: 'quiet' });
    linkFiles.hidden = true;
    let listKey = '';
    const element = h(
        'div',
        { class: 'file-picker' },
        example.element,
        input,
        h('label', { class: 'file-button', for: id }, 'Open files…'),
        plan.element,
        h('div', { class: 'hint-or-progress' }, hint, progress),
        linkFiles,
    );

    return {
        element,
        /**
         * @param {string | null} id null: the visitor's files
         * @param {string} text
         * @param {boolean} isPacked whether the address contains the files
         */
        set(id, text, isPacked) {
            linkFiles.hidden = id !== null || isPacked;
            // A button chooses the visitor's files again.
            ownOption.disabled = id !== null;
            example.set(id ?? OWN_FILES);
            hint.textContent = text;
        },
        /**
         * Offers the plans of a file with several.
         *
         * @param {readonly (string | null)[]} labels null: a plan without a name
         * @param {number} chosen
         */
        setPlans(labels, chosen) {
            plan.element.hidden = labels.length < 2;
            // The list is only replaced when it changes, so that the focus stays.
            const key = JSON.stringify(labels);
            if (key !== listKey) {
                listKey = key;
                plan.input.replaceChildren(
                    ...labels.map((label, k) =>
                        h('option', { value: String(k) }, label ?? `number ${k + 1}`),
                    ),
                );
            }
            plan.set(String(chosen));
        },
    };
}

/* ---- files and options ---- */

/** @typedef {Pick<State, 'format' | 'radius' | 'atGoal' | 'tolerance' | 'touching' | 'unknownCells'>} Options */

const ROLE_NAMES = {
    plan: 'plan',
    map: 'map',
    image: 'image',
    task: 'task',
    config: 'configuration',
    footprint: 'footprint',
    none: 'not used',
};

/** @param {number} bytes */
function formatSize(bytes) {
    if (bytes < 1000) return `${bytes} B`;
    return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * Creates the card of the files with their assumed roles, and the options of the validation.
 *
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
        unknownCells: choiceField({
            label: 'Unknown cells',
            choices: [
                ['blocked', 'blocked'],
                ['free', 'free'],
            ],
            onInput: (unknownCells) => onOption({ unknownCells }),
            title: 'Unknown cells of an occupancy map',
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
            fields.unknownCells.set(options.unknownCells);
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

/* ---- missing radius ---- */

/**
 * Creates the prompt for the agents' radius when a plan cannot be validated without it.
 *
 * @param {(radius: number | null) => void} onRadius
 */
export function createRadiusPrompt(onRadius) {
    const radius = optionalField({
        label: 'Radius of every agent',
        placeholder: 'in map units',
        onInput: onRadius,
        title: 'In map units',
    });
    const element = h(
        'div',
        {
            class: 'radius-prompt card',
            role: 'group',
            'aria-label': 'Missing radius',
            hidden: true,
        },
        h('p', { class: 'report-text' }, 'These files do not specify the size of the agents.'),
        // Leaving the field commits its value.
        h(
            'div',
            { class: 'export-row' },
            radius.element,
            button('Validate', () => radius.input.blur()),
        ),
        h('p', { class: 'hint' }, 'Or drop the configuration or a footprint here.'),
    );
    return {
        element,
        /** @param {Failure | null} failure */
        draw(failure) {
            const isMissing = failure?.code === 'radius-unknown';
            if (isMissing && element.hidden) radius.set(null);
            element.hidden = !isMissing;
        },
    };
}

/* ---- followed agent ---- */

const NO_AGENT = { name: null, position: null, heading: null, speedNow: null, segment: null };

/**
 * Creates the card of the followed agent, chosen by its number or on the map.
 *
 * @param {(agent: number) => void} onAgent -1: none
 */
export function createAgentCard(onAgent) {
    /** @type {CurrentPlan | null} */
    let currentPlan = null;
    const nameInput = nameField({
        label: 'Agent',
        placeholder: 'none',
        title: 'Name in the file; or click the agent on the map',
        find(name) {
            const { names = [], agents = 0 } = currentPlan?.scene ?? {};
            const index = names.indexOf(name);
            return index < 0 || index >= agents ? null : index;
        },
        write: (agent) => currentPlan?.scene.names[agent] ?? '',
        onInput: (agent) => onAgent(agent ?? -1),
    });
    const readout = createReadout(
        {
            name: 'Name',
            position: 'x, y',
            angle: 'Angle (rad)',
            speedNow: 'Speed',
            piece: 'Piece',
        },
        'The agent at the current time',
    );
    readout.element.classList.add('inline');
    const element = h(
        'section',
        { class: 'card agent-card', 'aria-label': 'One agent' },
        h('h2', null, 'One agent'),
        h('div', { class: 'row' }, nameInput.element),
        readout.element,
    );
    return {
        element,
        /** @param {CurrentPlan | null} plan @param {number} agent */
        draw(plan, agent) {
            currentPlan = plan;
            nameInput.set(agent < 0 ? null : agent);
            const isKnown = plan !== null && agent >= 0 && agent < plan.scene.agents;
            readout.element.hidden = !isKnown;
            if (!isKnown) return readout.set(NO_AGENT);
            const { scene, poses } = plan;
            const pose = poses.currentPose(agent);
            readout.set({
                name: scene.names[agent],
                position: pose ? [pose.x, pose.y] : 'not present',
                angle: pose?.angle ?? null,
                speedNow: pose ? poses.speedAt(agent, poses.time) : null,
                piece: poses.pieceAt(agent, poses.time) ?? 'at rest',
            });
        },
        dispose: readout.dispose,
    };
}

/* ---- fields of optional values ---- */

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.placeholder text of the default
 * @param {(value: number | null) => void} options.onInput called after the edit, with a number of at least 0 or null
 * @param {string} options.title
 */
function optionalField({ label, placeholder, onInput, title }) {
    const limits = { min: 0, max: 1e15, isOptional: true };
    return createCommittedField(createNumberInput({ label, limits, title, placeholder }), onInput);
}

/**
 * Creates a field that selects an item by name.
 *
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.placeholder text of the default
 * @param {(name: string) => number | null} options.find returns the number of the item; null: no item has that name
 * @param {(number: number) => string} options.write returns the name of an item
 * @param {(value: number | null) => void} options.onInput called after the edit
 * @param {string} options.title
 */
function nameField({ label, placeholder, find, write, onInput, title }) {
    const field = createCheckedInput({
        label,
        title,
        placeholder,
        read(text) {
            const name = text.trim();
            const value = name === '' ? null : find(name);
            return name !== '' && value === null
                ? { problem: 'No agent has this name.' }
                : { value };
        },
    });
    return createCommittedField(field, onInput, write);
}

/**
 * Creates a field whose value is read when the field loses focus or Enter is pressed.
 *
 * @param {ReturnType<typeof createCheckedInput>} field
 * @param {(value: number | null) => void} onInput
 * @param {(value: number) => string} [write]
 */
function createCommittedField(field, onInput, write = String) {
    const { input } = field;
    /** The value in the state. @type {number | null} */
    let current = null;

    input.addEventListener('input', () => field.setInvalid('problem' in field.read()));
    input.addEventListener('change', () => {
        const parsed = field.read();
        if ('problem' in parsed) field.showProblem(parsed.problem);
        else onInput(parsed.value);
    });
    return {
        element: field.element,
        input,
        /** @param {number | null} value */
        set(value) {
            const isNew = value !== current;
            current = value;
            // The page does not change a field while the visitor types in it.
            if (field.isFocused || (field.isInvalid && !isNew)) return;
            field.setInvalid(false);
            const text = value === null ? '' : write(value);
            if (input.value !== text) input.value = text;
        },
    };
}
