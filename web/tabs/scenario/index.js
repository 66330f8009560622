/** The Scenario tab: a plan of many agents, validated in a worker, played, repaired. */

import { describeMessage } from 'graze/scenario/messages';
import { h } from '../../base/dom.js';
import { MAX_FILES } from '../../base/drop.js';
import { choiceField, details } from '../../base/fields.js';
import { niceBelow } from '../../base/float.js';
import { format } from '../../base/format.js';
import { createPlayer } from '../../base/player.js';
import { createReadout } from '../../base/readout.js';
import { createStore } from '../../base/state.js';
import { createChart } from './chart.js';
import {
    createAgentCard,
    createFilePicker,
    createFilesCard,
    createRadiusPrompt,
} from './controls.js';
import { asCode, asCommand, createExportCard, save } from './export.js';
import { createMap } from './map.js';
import { focusView } from './map_geometry.js';
import { createPlanChecker } from './plan_checker.js';
import { EXAMPLES, readState } from './state.js';
import { createProgress, createRepairCard, createVerdict, describeSummary } from './verdict.js';
import { createCloseup, createViolations, inspectViolation } from './violations.js';
import { formatNearestPair, gapReadout, messageStyle, toPageMessage } from './wording.js';

/**
 * @import { NamedFile } from '../../base/drop.js'
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { State } from './state.js'
 * @import { ViolationDetail } from './violations.js'
 */

export const version = 1;

/** Speeds of playing, in units of the plan's time per second. */
const SPEEDS = [0, 0.1, 0.25, 0.5, 1, 2, 5, 10, 50];
/** Bounds of the duration of playing at the default speed, in seconds. */
const [MIN_DURATION, MAX_DURATION] = [6, 24];

/** Values of the parts of the state that depend on the files alone, when other files are opened. */
const RESET = { repaired: false, time: 0, selected: -1, agent: -1, view: null };

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Promise<Tab>}
 */
export async function mount(root, context) {
    const { graze, announce, notice, files: droppedFiles } = context;
    const store = createStore(readState(context.state), () => {
        context.changed();
        if (!isFrameUpdate) refresh();
    });
    const { get } = store;
    /** True while only the time or the view changes, many times per second: their results are drawn separately. */
    let isFrameUpdate = false;
    /** @param {Pick<Partial<State>, 'time' | 'view'>} change */
    const setFrameState = (change) => {
        isFrameUpdate = true;
        store.set(change);
        isFrameUpdate = false;
    };
    /** Whether to choose a violation after the validation: a link selects one itself. */
    let isFresh = context.state === undefined;
    /** @type {ViolationDetail | null} */
    let detail = null;

    const checker = createPlanChecker({
        graze,
        get,
        onNews: onCheckerChange,
        onProgress: showProgress,
    });
    const currentPlan = () => checker.currentPlan;

    const progress = createProgress({
        onCancel: () => checker.cancel(),
        onAgain: () => checker.judge(),
    });
    const filePicker = createFilePicker({
        progress: progress.element,
        onExample: (id) => openExample(id).catch(fail),
        onFiles: (files) => openFiles(files).catch(fail),
        onLink: () => addFilesToLink().catch(fail),
        onPlan(plan) {
            awaitVerdict();
            store.set({ ...RESET, plan });
            checker.judgeOther();
        },
    });
    const map = createMap({
        getPlan: currentPlan,
        getView: () => get().view,
        onView(view) {
            setFrameState({ view });
            map.redraw();
        },
        onPick: (agent) => store.set({ agent }),
        onDraw: drawCurrent,
    });
    const player = createPlayer({
        label: 'Time',
        write: (time) => `t = ${format(time)}`,
        step: () => niceBelow((timeSpan()[1] - timeSpan()[0]) / 99),
        duration: () => {
            const length = timeSpan()[1] - timeSpan()[0];
            return get().speed > 0
                ? length / get().speed
                : clamp(length / 2, MIN_DURATION, MAX_DURATION);
        },
        onInput: setTime,
    });
    const speed = choiceField({
        label: 'Speed',
        choices: SPEEDS.map((value) => [String(value), value === 0 ? 'automatic' : `${value} / s`]),
        onInput: (value) => {
            player.pause();
            store.set({ speed: Number(value) });
        },
        title: 'Plan time units per second',
    });
    const currentReadout = createReadout(
        { minGapNow: 'Minimum gap now', pairNow: 'between' },
        'At the current time',
        { hidesEmpty: true },
    );
    currentReadout.element.classList.add('inline');
    const chart = createChart({ onPick: jumpTo, onSelect: (index) => selectViolation(index) });
    const closeup = createCloseup(jumpTo);
    const agentCard = createAgentCard((agent) => store.set({ agent }));
    const verdict = createVerdict();
    const violations = createViolations((index) => selectViolation(index));
    const repairCard = createRepairCard({
        onRepair: () => checker.repair(),
        onShow: (isRepaired) => showPlan({ repaired: isRepaired, selected: -1 }),
    });
    const filesCard = createFilesCard({
        onRole: (index, role) => {
            store.set({ ...RESET, plan: 0 });
            isFresh = true;
            if (get().packed) store.set({ packed: null });
            checker.assignRole(index, role);
        },
        onOption: recheck,
    });
    const radiusPrompt = createRadiusPrompt((radius) => recheck({ radius }));
    const exportCard = createExportCard({
        onWrite: (format) => save(checker, exportCard, format, get().repaired),
        onReport: () => save(checker, exportCard, null, get().repaired),
        command: () =>
            asCommand(checker.entries, exportState(), get().repaired ? 'repair' : 'validate'),
        code: () => asCode(checker.entries, exportState()),
    });

    /** Returns the state with the label of the plan if the file has several. */
    function exportState() {
        const { labels } = checker;
        return { ...get(), case: labels.length > 1 ? (labels[get().plan] ?? null) : null };
    }
    function timeSpan() {
        return currentPlan()?.scene.span ?? [0, 1];
    }
    /** @param {number} time */
    function setTime(time) {
        setFrameState({ time });
        drawTime();
    }
    /** Goes to a time and pauses. @param {number} time */
    function jumpTo(time) {
        player.pause();
        const [begin, end] = timeSpan();
        setTime(clamp(time, begin, end));
        player.set(get().time);
    }
    /** Shows another plan or another part of it. @param {Partial<State>} part */
    function showPlan(part) {
        player.pause();
        store.set(part);
        updatePlan();
    }
    /** Chooses a violation and goes there. @param {number} index @param {boolean} [isZoomed] */
    function selectViolation(index, isZoomed = true) {
        const plan = currentPlan();
        const violation = plan?.violations[index];
        if (!plan || !violation) return;
        player.pause();
        const [begin, end] = plan.scene.span;
        const time = clamp(violation.interval[0], begin, end);
        setDetail(index);
        store.set({ selected: index, time, view: (isZoomed && detailView(time)) || get().view });
        map.redraw();
        announce(toPageMessage(describeMessage(violation, messageStyle())));
    }
    /** Returns a view in which the chosen violation is visible; null if it already is. @param {number} time */
    function detailView(time) {
        const plan = currentPlan();
        if (!plan || !detail) return null;
        // The stage may not have drawn this plan yet.
        const view = get().view ?? map.viewOfAll();
        return focusView(plan.scene, detail, time, { view, ...map.stage.size });
    }
    /** @param {number} index */
    function setDetail(index) {
        const plan = currentPlan();
        detail = plan && index >= 0 ? inspectViolation(plan, index) : null;
        map.picked.setDetail(detail);
        closeup.fill(detail, plan?.verdict?.violations);
        currentPlan()?.select(detail?.participants.map(({ body }) => body) ?? []);
        violations.select(detail ? index : -1);
    }

    /** @param {string} id */
    async function openExample(id) {
        const example = EXAMPLES.find((item) => item.id === id) ?? EXAMPLES[0];
        startPlan({ example: example.id, kept: 0, packed: null, radius: example.radius ?? null });
        await checker.openExample(example.id);
    }
    /** @param {readonly NamedFile[]} files */
    async function openFiles(files) {
        const kept = await checker.open(files);
        if (kept === null) return;
        const { radius, example } = get();
        // The radius of an example does not apply to other files.
        const own = { example: null, kept, packed: null };
        startPlan({ ...own, radius: example === null ? radius : null });
        if (files.length > MAX_FILES) {
            notice(
                `Only the first ${MAX_FILES} of ${files.length} files are opened: open one plan at a time.`,
            );
        }
        checker.checkOpened();
    }
    /** Puts the visitor's files into the address, which happens only on request: links go into histories and mails. */
    async function addFilesToLink() {
        const packed = await checker.pack();
        if (packed) store.set({ packed });
        else notice('The files are too large for a link.');
    }
    /** Validates the same files with other options. @param {Partial<State>} part */
    function recheck(part) {
        store.set({ ...part, repaired: false, selected: -1 });
        checker.judge();
    }
    /** Prepares for another plan: what follows the verdict appears with it, so that nothing moves when it comes. */
    function awaitVerdict() {
        player.pause();
        isFresh = true;
        root.classList.add('is-new');
    }
    /** @param {Partial<State>} part */
    function startPlan(part) {
        awaitVerdict();
        notice('');
        const defaults = { plan: 0, format: '', atGoal: /** @type {const} */ ('') };
        store.set({ ...RESET, ...defaults, ...part });
    }

    /** @param {'files' | 'plans' | 'scene' | 'verdict' | 'curve' | 'repair' | 'failed' | 'done'} change */
    function onCheckerChange(change) {
        const lastPlan = checker.labels.length - 1;
        if (change === 'plans' && get().plan > lastPlan) store.set({ plan: lastPlan });
        if (change === 'scene') updatePlan();
        if (change === 'verdict') {
            updateVerdict();
            const { result, verdict: verdictText = '' } = currentPlan()?.verdict ?? {};
            if (result) announce(verdictText.replace(/^VALID/, 'Valid'));
        }
        if (change === 'repair' && checker.repairSummary) {
            const { repairSummary } = checker;
            announce(describeSummary(repairSummary));
            if (repairSummary.status !== 'repaired') store.set({ repaired: false });
            else if (!get().repaired) store.set({ repaired: true, selected: -1 });
        }
        // A link may ask for the repaired plan.
        if (change === 'done' && get().repaired && !checker.repairSummary) checker.repair();
        if (change === 'failed' && checker.failure)
            announce(toPageMessage(checker.failure.message));
        if (change === 'files' || change === 'failed') updatePlan();
        const isIdle = !checker.isBusy && checker.entries.length > 0;
        if (currentPlan()?.verdict || isIdle) root.classList.remove('is-new');
        refresh();
    }
    /** Shows another scene. */
    function updatePlan() {
        const plan = currentPlan();
        const [begin, end] = timeSpan();
        const { time, agent } = get();
        player.setRange(begin, end);
        const clampedTime = clamp(time, begin, end);
        if (plan && clampedTime !== time) store.set({ time: clampedTime });
        if (plan && agent >= plan.scene.agents) store.set({ agent: -1 });
        map.picked.setAgent(get().agent);
        if (plan) exportCard.selectFormat(plan.scene.format);
        updateVerdict();
    }
    function updateVerdict() {
        violations.fill(currentPlan());
        currentPlan()?.moveTo(get().time);
        const { selected } = get();
        const count = currentPlan()?.violations.length ?? 0;
        setDetail(selected < count ? selected : -1);
        // Without a selection in the link, choose the first violation that a delay resolves, or else the first one.
        if (isFresh && count > 0) {
            isFresh = false;
            const first = currentPlan()?.violations.findIndex(({ suggestion }) => suggestion) ?? -1;
            // The first view shows the whole plan.
            selectViolation(Math.max(first, 0), false);
        }
        map.redraw();
    }

    /** @param {import('./worker.js').Stage | null} stage @param {number | null} part */
    function showProgress(stage, part) {
        if (stage) progress.show(stage, part);
        else progress.end(checker.isStopped);
        drawButtons();
    }
    function drawButtons() {
        const plan = currentPlan();
        const isReady = plan?.verdict != null && !checker.isBusy;
        exportCard.draw(isReady);
        repairCard.draw(checker.repairSummary, {
            isMended: get().repaired,
            canRepair: isReady,
            domain: plan?.scene.domain,
        });
        const { valid } = plan?.verdict?.result ?? {};
        repairCard.element.hidden = !plan || (valid === true && !checker.repairSummary);
    }
    /** Draws everything that depends on the state and the results; the map redraws itself. */
    function refresh() {
        const state = get();
        const plan = currentPlan();
        const example = EXAMPLES.find(({ id }) => id === state.example);
        filePicker.set(state.example, example?.hint ?? linkHint(state), state.packed !== null);
        filePicker.setPlans(checker.labels, state.plan);
        filesCard.draw(checker.entries, state);
        radiusPrompt.draw(checker.failure);
        verdict.draw(plan, {
            failure: checker.failure,
            waiting: checker.isStopped ? 'Cancelled' : checker.isBusy ? 'Checking…' : 'No plan',
            isMended: state.repaired,
        });
        speed.set(String(state.speed));
        player.set(state.time);
        chart.draw(plan, detail ? state.selected : -1);
        drawButtons();
        map.picked.setAgent(state.agent);
        drawTime();
        map.redraw();
    }
    /** Requests a drawing of everything that depends on the time. */
    function drawTime() {
        currentPlan()?.moveTo(get().time);
        map.redrawMoving();
    }
    /** Draws the numbers beside the map, along with the map. */
    function drawCurrent() {
        const plan = currentPlan();
        const { time, agent } = get();
        chart.drawTime(time);
        const nearest = plan?.isSmall ? plan.distances.nearestPair(plan.poses) : null;
        currentReadout.set({
            minGapNow: plan && nearest ? gapReadout(plan.scene, nearest.separation) : null,
            pairNow: plan && nearest ? formatNearestPair(plan.scene, nearest) : null,
        });
        agentCard.draw(plan, agent);
        if (!plan) return;
        closeup.drawTime(time, detail?.separationAt(time) ?? null);
    }
    /** @param {unknown} error */
    function fail(error) {
        console.error(error);
        notice(`Something went wrong: ${error instanceof Error ? error.message : String(error)}`);
    }

    root.append(
        ...createLayout({
            ...{
                opener: filePicker,
                missing: radiusPrompt,
                map,
                player,
                speed,
                chart,
                now: currentReadout,
                closeup,
                agentCard,
            },
            ...{ verdict, violations, repairCard, filesCard, exportCard },
        }),
    );
    root.classList.add('is-new');
    await (droppedFiles ? restoreAndOpen(droppedFiles) : restore()).catch(fail);

    /** Restores the files named in the state. */
    async function restore() {
        const { example } = get();
        if (example !== null) return checker.openExample(example);
        if (await checker.reopen()) return;
        await openExample(EXAMPLES[0].id);
        notice(
            'This link does not contain its files, and they are no longer open on this page. An example is shown instead.',
        );
    }

    /** Restores the files named in the state, then opens the dropped files. @param {readonly NamedFile[]} files */
    async function restoreAndOpen(files) {
        // The dropped files may complete the visitor's earlier ones.
        if (get().example === null) await checker.reopen();
        await openFiles(files);
    }

    return {
        get,
        openFiles,
        async set(state) {
            store.set(readState(state));
            isFresh = false;
            await restore();
        },
        onKey(event) {
            if (event.key === 'n') violations.step(1);
            else if (event.key === 'p') violations.step(-1);
            else if (event.key === 'd' && detail) jumpTo(detail.deepestTime);
            else return player.onKey(event);
            return true;
        },
        dispose() {
            checker.dispose();
            map.dispose();
            player.dispose();
            chart.dispose();
            closeup.dispose();
            agentCard.dispose();
            verdict.dispose();
            currentReadout.dispose();
        },
    };
}

/** @param {number} value @param {number} min @param {number} max */
function clamp(value, min, max) {
    return Math.min(Math.max(value, min), max);
}

/** @param {State} state */
function linkHint({ packed }) {
    return packed
        ? 'The link contains your files: whoever has it can open them.'
        : 'Your files stay on this machine, and are not in the link.';
}

/* ---- layout ---- */

/** @param {string} name @param {string} label @param {...Node} children */
function section(name, label, ...children) {
    return h('section', { class: name, 'aria-label': label }, ...children);
}

/** @param {string} name */
const keyElement = (name) => h('kbd', null, name);

function keysHelp() {
    return h(
        'p',
        { class: 'hint' },
        keyElement('Space'),
        ' plays, ',
        keyElement(','),
        ' and ',
        keyElement('.'),
        ' step through time; ',
        keyElement('n'),
        ' and ',
        keyElement('p'),
        ' go to the next and the previous violation, ',
        keyElement('d'),
        ' to its deepest time. On the map, arrow keys pan, ',
        keyElement('+'),
        ' and ',
        keyElement('−'),
        ' zoom, ',
        keyElement('0'),
        ' shows all.',
    );
}

/**
 * Lays out the tab: map and time on the left, verdict and controls on the right.
 *
 * @typedef {{ element: HTMLElement }} LayoutPart
 *
 * @param {Record<'opener' | 'missing' | 'map' | 'player' | 'speed' | 'chart' | 'now' | 'closeup' | 'agentCard'
 *   | 'violations' | 'repairCard' | 'filesCard' | 'exportCard', LayoutPart> & { verdict: LayoutPart & { gapsCard: HTMLElement, checked: HTMLElement } }} parts
 */
function createLayout(parts) {
    const { verdict } = parts;
    const mainColumn = h(
        'div',
        { class: 'main-column' },
        section('world', 'The map', parts.map.element),
        section(
            'card timeline',
            'Time',
            h('div', { class: 'player-row' }, parts.player.element, parts.speed.element),
            h('h2', null, 'Minimum gap over time'),
            parts.chart.element,
            parts.now.element,
            h(
                'p',
                { class: 'hint' },
                'The curve is exact at 601 sample times and at the ends of violations; in between the gap may be smaller. The cross marks the overall minimum.',
            ),
        ),
        parts.closeup.element,
        parts.agentCard.element,
    );
    const sideColumn = h(
        'div',
        { class: 'side-column' },
        verdict.element,
        verdict.gapsCard,
        parts.violations.element,
        parts.repairCard.element,
        verdict.checked,
        parts.filesCard.element,
        parts.exportCard.element,
        details('Keys', keysHelp()),
    );
    return [
        parts.opener.element,
        parts.missing.element,
        h('div', { class: 'panes' }, mainColumn, sideColumn),
    ];
}
