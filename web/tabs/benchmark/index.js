/** The Benchmark tab: what queries cost in this browser, beside other libraries. */

import { TASKS } from '../../../js/bench/contestant.js';
import { BODIES, SCENES } from '../../../js/bench/pairs.js';
import { copyButton } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { button, checkField, choiceField, group, numberField } from '../../base/fields.js';
import { createStore } from '../../base/state.js';
import { taskChart } from './chart.js';
import { PEERS } from './peers.js';
import { asCommand, asJson, asText } from './report.js';
import { partOf } from './results.js';
import { createRunner } from './runner.js';
import { LEAST_PAIRS, MOST_PAIRS, MOST_ROUNDS, MOST_SEED, readState } from './state.js';
import { taskTable } from './table.js';

/**
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { Results } from './results.js'
 * @import { State } from './state.js'
 * @import { Report } from './worker.js'
 */

export const version = 1;

/** What was measured last, for who comes back to the tab. @type {Results | null} */
let kept = null;

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

    const runner = createRunner(take);
    /** @param {Report} report */
    function take(report) {
        if (report.kind === 'entrants' && kept) {
            kept.entrants = report.entrants;
            kept.grain = report.grain;
        } else if (report.kind === 'rows' && kept) {
            kept.rows.push(...report.rows);
            kept.failures.push(...report.failures);
            drawResults();
        } else if (report.kind === 'progress') {
            bar.max = report.total;
            bar.value = report.done;
            doing.textContent = report.text;
        } else if (report.kind === 'done' || report.kind === 'failed') {
            end(report.kind === 'done' ? 'The benchmark is done' : 'The benchmark has failed');
            if (report.kind === 'failed') {
                context.notice(
                    report.isWrong ? `A wrong answer of graze: ${report.text}` : report.text,
                );
            }
        }
    }
    function begin() {
        const state = store.get();
        context.notice('');
        kept = {
            state,
            date: new Date().toISOString(),
            grain: 0,
            entrants: [],
            rows: [],
            failures: [],
        };
        isRunning = true;
        bar.removeAttribute('value');
        doing.textContent = 'loading';
        draw();
        drawResults();
        context.announce('The benchmark runs');
        runner.start(state).catch((/** @type {unknown} */ error) => {
            const text = error instanceof Error ? error.message : String(error);
            take({ kind: 'failed', text, isWrong: false });
        });
    }
    /** @param {string} text */
    function end(text) {
        isRunning = false;
        context.announce(text);
        doing.textContent = text;
        draw();
        drawResults();
    }
    function toggle() {
        if (isRunning) {
            runner.stop();
            end('Stopped');
        } else if (isPossible()) begin();
    }
    const isPossible = () => {
        const { bodies, scenes, tasks } = store.get();
        return bodies.length > 0 && scenes.length > 0 && tasks.length > 0;
    };

    /**
     * Boxes to check, of a list in the state.
     *
     * @param {'bodies' | 'scenes' | 'tasks' | 'peers'} key
     * @param {string} legend
     * @param {readonly (readonly [id: string, label: string, title?: string])[]} choices
     */
    const createChecks = (key, legend, choices) => {
        const order = choices.map(([id]) => id);
        const fields = choices.map(([id, label, title]) => {
            const field = checkField({
                label,
                title,
                onInput(value) {
                    const now = /** @type {string[]} */ (store.get()[key]);
                    const next = order.filter((one) => (one === id ? value : now.includes(one)));
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
    const checks = [
        createChecks(
            'peers',
            'Beside graze',
            PEERS.map(({ id, title, about }) => [id, title, about]),
        ),
        createChecks(
            'tasks',
            'Queries',
            TASKS.map((task) => [task, task]),
        ),
        createChecks(
            'bodies',
            'Bodies: vertices',
            BODIES.map((body) => [body, body === 'box' ? 'boxes' : body]),
        ),
        createChecks(
            'scenes',
            'that are',
            SCENES.map((scene) => [scene, scene]),
        ),
    ];
    /**
     * @param {'pairs' | 'rounds' | 'seed'} key
     * @param {string} label
     * @param {number} least
     * @param {number} most
     */
    const createNumber = (key, label, least, most) => {
        const field = numberField({
            label,
            least,
            most,
            isWhole: true,
            onInput: (value) => store.set({ [key]: value }),
        });
        return { key, field };
    };
    const numbers = [
        createNumber('pairs', 'Pairs per set', LEAST_PAIRS, MOST_PAIRS),
        createNumber('rounds', 'Rounds', 1, MOST_ROUNDS),
        createNumber('seed', 'Seed', 0, MOST_SEED),
    ];
    const run = button('Run the benchmark', toggle, { class: 'primary' });
    const bar = h('progress', { 'aria-label': 'Progress of the benchmark' });
    const doing = h('output', { class: 'doing', 'aria-live': 'off' });
    const task = choiceField({
        label: 'Chart of',
        choices: TASKS.map((one) => [one, one]),
        onInput: (value) => {
            store.set({ task: value });
            drawResults();
        },
    });
    const chart = h('div', { class: 'chart' });
    const results = h('div', { class: 'results' });
    const none = h(
        'p',
        { class: 'hint' },
        'Each library gets the same random convex polygons in random poses, thousands of pairs per query, and takes its turn in a worker. Times are medians in this browser: close other busy programs. Answers are checked against brute force first.',
    );
    const legend = h(
        'p',
        { class: 'hint' },
        'Bars: the median over the sets. Lines: from the quickest set to the slowest.',
    );
    const away = h(
        'div',
        { class: 'buttons' },
        copyButton('Copy as text', () => (kept ? asText(kept, graze.version) : '')),
        copyButton('Copy as JSON', () => (kept ? asJson(kept, graze.version) : '')),
    );
    const resultsCard = h(
        'section',
        { class: 'card', 'aria-label': 'Results' },
        h('h2', null, 'Results'),
        results,
        away,
    );

    function draw() {
        const state = store.get();
        for (const check of checks) check.draw();
        for (const { key, field } of numbers) {
            field.set(state[key]);
            field.input.disabled = isRunning;
        }
        run.textContent = isRunning ? 'Stop' : 'Run the benchmark';
        run.disabled = !isRunning && !isPossible();
        bar.hidden = !isRunning;
        task.set(state.task);
    }
    function drawResults() {
        const rows = kept?.rows ?? [];
        const tasks = TASKS.filter((one) => rows.some((row) => row.task === one));
        for (const element of [resultsCard, away, task.element, legend])
            element.hidden = rows.length === 0;
        if (!kept || rows.length === 0) {
            chart.replaceChildren();
            results.replaceChildren();
            return;
        }
        const measured = kept;
        const { task: chosen } = store.get();
        chart.replaceChildren(
            partOf(measured, chosen).rows.length > 0
                ? taskChart(measured, chosen)
                : h('p', { class: 'hint' }, `${chosen} has not been measured.`),
        );
        const entrants = measured.entrants.map(({ name, about }) =>
            h('div', null, h('dt', null, name), h('dd', null, about)),
        );
        const { failures, grain } = measured;
        results.replaceChildren(
            ...tasks.map((one) => taskTable(measured, one)),
            failures.length > 0
                ? h('ul', { class: 'notes' }, ...failures.map((text) => h('li', null, text)))
                : '',
            h('dl', { class: 'readout' }, ...entrants),
            h(
                'p',
                { class: 'hint' },
                `Small numbers: how many times as long as batch, or call. The clock here counts in steps of ${Number(grain.toPrecision(2))} ms.`,
            ),
        );
    }

    root.append(
        h(
            'div',
            { class: 'panes' },
            h(
                'div',
                { class: 'seen' },
                h(
                    'section',
                    { class: 'card world', 'aria-label': 'Run' },
                    h('div', { class: 'buttons' }, run, bar, doing),
                    none,
                    task.element,
                    chart,
                    legend,
                ),
                resultsCard,
            ),
            h(
                'div',
                { class: 'side' },
                h(
                    'section',
                    { class: 'card', 'aria-label': 'What is measured' },
                    h('h2', null, 'What is measured'),
                    ...checks.map(({ element }) => element),
                    h('div', { class: 'row' }, ...numbers.map(({ field }) => field.element)),
                    h(
                        'div',
                        { class: 'buttons' },
                        copyButton(
                            'Copy as command',
                            () => asCommand(store.get()),
                            'Measures the same in node',
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
