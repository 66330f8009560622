/** The Benchmark tab: the cost of queries in this browser, beside other libraries. */

import { TASKS } from '../../../js/bench/contestant.js';
import { BODIES, SCENES } from '../../../js/bench/pairs.js';
import { copyButton } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { button, checkField, choiceField, group, numberField } from '../../base/fields.js';
import { createStore } from '../../base/state.js';
import { taskChart } from './chart.js';
import { PEERS } from './peers.js';
import { asCommand, asJson, asText } from './report.js';
import { selectTask } from './results.js';
import { createRunner } from './runner.js';
import { MAX_PAIRS, MAX_ROUNDS, MAX_SEED, MIN_PAIRS, readState } from './state.js';
import { taskTable } from './table.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { Results } from './results.js'
 * @import { State } from './state.js'
 * @import { Report } from './worker.js'
 */

export const version = 1;

/** The last results, kept for a return to the tab. @type {Results | null} */
let lastResults = null;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, context) {
    const { graze } = context;
    let isRunning = false;
    const store = createStore(readState(context.state), () => {
        context.changed();
        draw();
    });

    const runner = createRunner(onReport);
    /** @param {Report} report */
    function onReport(report) {
        if (report.kind === 'contestants' && lastResults) {
            lastResults.contestants = report.contestants;
            lastResults.clockResolution = report.clockResolution;
        } else if (report.kind === 'rows' && lastResults) {
            lastResults.rows.push(...report.rows);
            lastResults.failures.push(...report.failures);
            drawResults();
        } else if (report.kind === 'progress') {
            progressBar.max = report.total;
            progressBar.value = report.done;
            statusOutput.textContent = report.text;
        } else if (report.kind === 'done' || report.kind === 'failed') {
            finishRun(report.kind === 'done' ? 'Benchmark finished' : 'Benchmark failed');
            if (report.kind === 'failed') {
                context.notice(
                    report.isWrong ? `graze gave a wrong answer: ${report.text}` : report.text,
                );
            }
        }
    }
    function startRun() {
        const state = store.get();
        context.notice('');
        lastResults = {
            state,
            date: new Date().toISOString(),
            clockResolution: 0,
            contestants: [],
            rows: [],
            failures: [],
        };
        isRunning = true;
        progressBar.removeAttribute('value');
        statusOutput.textContent = 'loading';
        draw();
        drawResults();
        context.announce('Benchmark started');
        runner.start(state).catch((/** @type {unknown} */ error) => {
            const text = error instanceof Error ? error.message : String(error);
            onReport({ kind: 'failed', text, isWrong: false });
        });
    }
    /** @param {string} text */
    function finishRun(text) {
        isRunning = false;
        context.announce(text);
        statusOutput.textContent = text;
        draw();
        drawResults();
    }
    function toggle() {
        if (isRunning) {
            runner.stop();
            finishRun('Stopped');
        } else if (canRun()) startRun();
    }
    const canRun = () => {
        const { bodies, scenes, tasks } = store.get();
        return bodies.length > 0 && scenes.length > 0 && tasks.length > 0;
    };

    /**
     * Creates a group of checkboxes for a list in the state.
     *
     * @param {'bodies' | 'scenes' | 'tasks' | 'peers'} key
     * @param {string} legend
     * @param {readonly (readonly [id: string, label: string, title?: string])[]} choices
     */
    const createCheckGroup = (key, legend, choices) => {
        const order = choices.map(([id]) => id);
        const fields = choices.map(([id, label, title]) => {
            const field = checkField({
                label,
                title,
                onInput(value) {
                    const selected = /** @type {string[]} */ (store.get()[key]);
                    const next = order.filter((item) =>
                        item === id ? value : selected.includes(item),
                    );
                    store.set({ [key]: next });
                },
            });
            return { id, field };
        });
        return {
            element: group(
                legend,
                h('div', { class: 'checks' }, ...fields.map(({ field }) => field.element)),
            ),
            draw() {
                for (const { id, field } of fields) {
                    field.set(/** @type {string[]} */ (store.get()[key]).includes(id));
                    field.input.disabled = isRunning;
                }
            },
        };
    };
    const checkGroups = [
        createCheckGroup(
            'peers',
            'Other libraries',
            PEERS.map(({ id, title, description }) => [id, title, description]),
        ),
        createCheckGroup(
            'tasks',
            'Queries',
            TASKS.map((task) => [task, task]),
        ),
        createCheckGroup(
            'bodies',
            'Vertices per body',
            BODIES.map((body) => [body, body === 'box' ? 'boxes' : body]),
        ),
        createCheckGroup(
            'scenes',
            'Relative position',
            SCENES.map((scene) => [scene, scene]),
        ),
    ];
    /**
     * @param {'pairs' | 'rounds' | 'seed'} key
     * @param {string} label
     * @param {number} min
     * @param {number} max
     */
    const createNumberField = (key, label, min, max) => {
        const field = numberField({
            label,
            min,
            max,
            isInteger: true,
            onInput: (value) => store.set({ [key]: value }),
        });
        return { key, field };
    };
    const numbers = [
        createNumberField('pairs', 'Pairs per set', MIN_PAIRS, MAX_PAIRS),
        createNumberField('rounds', 'Rounds', 1, MAX_ROUNDS),
        createNumberField('seed', 'Seed', 0, MAX_SEED),
    ];
    const runButton = button('Run the benchmark', toggle, { class: 'primary' });
    const progressBar = h('progress', { 'aria-label': 'Progress of the benchmark' });
    const statusOutput = h('output', { class: 'status-text', 'aria-live': 'off' });
    const task = choiceField({
        label: 'Chart of',
        choices: TASKS.map((item) => [item, item]),
        onInput: (value) => {
            store.set({ task: value });
            drawResults();
        },
    });
    const chart = h('div', { class: 'chart' });
    const results = h('div', { class: 'results' });
    const introHint = h(
        'p',
        { class: 'hint' },
        'Each library gets the same random convex polygons in random poses, thousands of pairs per query, and runs in a worker. Times are medians in this browser; close other busy programs. All answers are first checked against brute force.',
    );
    const legend = h(
        'p',
        { class: 'hint' },
        'Bars: median over the sets. Lines: fastest to slowest set.',
    );
    const copyButtons = h(
        'div',
        { class: 'buttons' },
        copyButton('Copy as text', () => (lastResults ? asText(lastResults, graze.version) : '')),
        copyButton('Copy as JSON', () => (lastResults ? asJson(lastResults, graze.version) : '')),
    );
    const resultsCard = h(
        'section',
        { class: 'card', 'aria-label': 'Results' },
        h('h2', null, 'Results'),
        results,
        copyButtons,
    );

    function draw() {
        const state = store.get();
        for (const checkGroup of checkGroups) checkGroup.draw();
        for (const { key, field } of numbers) {
            field.set(state[key]);
            field.input.disabled = isRunning;
        }
        runButton.textContent = isRunning ? 'Stop' : 'Run the benchmark';
        runButton.disabled = !isRunning && !canRun();
        progressBar.hidden = !isRunning;
        task.set(state.task);
    }
    function drawResults() {
        const rows = lastResults?.rows ?? [];
        const tasks = TASKS.filter((item) => rows.some((row) => row.task === item));
        for (const element of [resultsCard, copyButtons, task.element, legend])
            element.hidden = rows.length === 0;
        if (!lastResults || rows.length === 0) {
            chart.replaceChildren();
            results.replaceChildren();
            return;
        }
        const currentResults = lastResults;
        const { task: chartTask } = store.get();
        chart.replaceChildren(
            selectTask(currentResults, chartTask).rows.length > 0
                ? taskChart(currentResults, chartTask)
                : h('p', { class: 'hint' }, `${chartTask} was not measured.`),
        );
        const entrants = currentResults.contestants.map(({ name, description }) =>
            h('div', null, h('dt', null, name), h('dd', null, description)),
        );
        const { failures, clockResolution } = currentResults;
        results.replaceChildren(
            ...tasks.map((item) => taskTable(currentResults, item)),
            failures.length > 0
                ? h('ul', { class: 'notes' }, ...failures.map((text) => h('li', null, text)))
                : '',
            h('dl', { class: 'readout' }, ...entrants),
            h(
                'p',
                { class: 'hint' },
                `Small numbers: time relative to batch, or call. The resolution of the clock is ${Number(clockResolution.toPrecision(2))} ms.`,
            ),
        );
    }

    root.append(
        h(
            'div',
            { class: 'panes' },
            h(
                'div',
                { class: 'main-column' },
                h(
                    'section',
                    { class: 'card world', 'aria-label': 'Run' },
                    h('div', { class: 'buttons' }, runButton, progressBar, statusOutput),
                    introHint,
                    task.element,
                    chart,
                    legend,
                ),
                resultsCard,
            ),
            h(
                'div',
                { class: 'side-column' },
                h(
                    'section',
                    { class: 'card', 'aria-label': 'Settings' },
                    h('h2', null, 'What is measured'),
                    ...checkGroups.map(({ element }) => element),
                    h('div', { class: 'row' }, ...numbers.map(({ field }) => field.element)),
                    h(
                        'div',
                        { class: 'buttons' },
                        copyButton(
                            'Copy as command',
                            () => asCommand(store.get()),
                            'Runs the same benchmark in Node.js',
                        ),
                    ),
                ),
            ),
        ),
    );
    draw();
    drawResults();

    return {
        get: store.get,
        set: (state) => store.set(readState(state)),
        onKey(event) {
            if (event.key !== ' ') return false;
            toggle();
            return true;
        },
        dispose: () => runner.stop(),
    };
}
