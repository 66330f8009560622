/** The Scenario tab: a plan of many agents judged in a worker, played, mended. */

import { describeMessage } from 'graze/scenario/words';
import { MOST_FILES } from '../../base/drop.js';
import { choiceField } from '../../base/fields.js';
import { niceBelow } from '../../base/float.js';
import { format } from '../../base/format.js';
import { createPlayer } from '../../base/player.js';
import { createReadout } from '../../base/readout.js';
import { createStore } from '../../base/state.js';
import { createAgentCard } from './agent_card.js';
import { createChart } from './chart.js';
import { createCloseup } from './closeup.js';
import { lookAt } from './encounter.js';
import { EXAMPLES } from './examples.js';
import { asCode, asCommand } from './export.js';
import { createExportCard } from './export_card.js';
import { createFilesCard } from './files_card.js';
import { viewOn } from './focus.js';
import { createJudging } from './judging.js';
import { layOut } from './layout.js';
import { createMap } from './map.js';
import { createMissing } from './missing.js';
import { gapValue, nearestText } from './naming.js';
import { createOpener } from './opener.js';
import { pageWords, style } from './page_words.js';
import { createProgress } from './progress.js';
import { createRepairCard, describe } from './repair_card.js';
import { save } from './saving.js';
import { readState } from './state.js';
import { createVerdict } from './verdict.js';
import { createViolations } from './violations.js';

/**
 * @import { NamedFile } from '../../base/drop.js'
 * @import { Context, Tab } from '../../base/tab.js'
 * @import { Encounter } from './encounter.js'
 * @import { State } from './state.js'
 */

export const version = 1;

/** Speeds of playing, in units of the plan's time a second. */
const SPEEDS = [0, 0.1, 0.25, 0.5, 1, 2, 5, 10, 50];
/** Seconds that playing takes when nothing else is chosen. */
const [SHORTEST, LONGEST] = [6, 24];

/** What depends on the files alone, when others are opened. */
const ANEW = { mended: false, time: 0, selected: -1, agent: -1, view: null };

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Promise<Tab>}
 */
export async function mount(root, context) {
    const { graze, announce, notice, files: given } = context;
    const store = createStore(readState(context.state), () => {
        context.changed();
        if (!isQuick) refresh();
    });
    const { get } = store;
    /** Only the time or the view changes, as they do many times a second: what follows from them is drawn apart. */
    let isQuick = false;
    /** @param {Pick<Partial<State>, 'time' | 'view'>} part */
    const setQuickly = (part) => {
        isQuick = true;
        store.set(part);
        isQuick = false;
    };
    /** What the state asks for once it has been judged: a link's, or nothing in particular. */
    let isFresh = context.state === undefined;
    /** @type {Encounter | null} */
    let encounter = null;

    const judging = createJudging({ graze, get, onNews: hear, onProgress: showProgress });
    const shown = () => judging.shown;

    const progress = createProgress({
        onCancel: () => judging.cancel(),
        onAgain: () => judging.judge(),
    });
    const opener = createOpener({
        onExample: (id) => openExample(id).catch(fail),
        onFiles: (files) => takeFiles(files).catch(fail),
        onPlan(plan) {
            player.pause();
            isFresh = true;
            store.set({ ...ANEW, plan });
            judging.judgeOther();
        },
    });
    const map = createMap({
        shown,
        view: () => get().view,
        onView(view) {
            setQuickly({ view });
            map.redraw();
        },
        onPick: (agent) => store.set({ agent }),
        onDraw: drawNow,
    });
    const player = createPlayer({
        label: 'Time',
        write: (time) => `t = ${format(time)}`,
        step: () => niceBelow((span()[1] - span()[0]) / 99),
        duration: () => {
            const length = span()[1] - span()[0];
            return get().speed > 0 ? length / get().speed : clamp(length / 2, SHORTEST, LONGEST);
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
        title: "Of the plan's units of time, a second",
    });
    const now = createReadout(
        { leastNow: 'Least gap now', pairNow: 'between' },
        'At the time shown',
        { hidesEmpty: true },
    );
    now.element.classList.add('in-line');
    const chart = createChart({ onPick: jump, onSelect: (index) => select(index) });
    const closeup = createCloseup(jump);
    const agentCard = createAgentCard((agent) => store.set({ agent }));
    const verdict = createVerdict();
    const violations = createViolations((index) => select(index));
    const repairCard = createRepairCard({
        onRepair: () => judging.repair(),
        onShow: (mended) => show({ mended, selected: -1 }),
    });
    const filesCard = createFilesCard({
        onRole: (index, role) => {
            store.set({ ...ANEW, plan: 0 });
            isFresh = true;
            judging.assign(index, role);
        },
        onOption: askAnew,
    });
    const missing = createMissing((radius) => askAnew({ radius }));
    const exportCard = createExportCard({
        onWrite: (format) => save(judging, exportCard, format, get().mended),
        onReport: () => save(judging, exportCard, null, get().mended),
        command: () => asCommand(judging.entries, asked(), get().mended ? 'repair' : 'validate'),
        code: () => asCode(judging.entries, asked()),
    });

    /** Returns the state with the label of the plan, where the file has several. */
    function asked() {
        const { labels } = judging;
        return { ...get(), case: labels.length > 1 ? (labels[get().plan] ?? null) : null };
    }
    function span() {
        return shown()?.scene.span ?? [0, 1];
    }
    /** @param {number} time */
    function setTime(time) {
        setQuickly({ time });
        drawTime();
    }
    /** Goes to a time, and stays there. @param {number} time */
    function jump(time) {
        player.pause();
        const [begin, end] = span();
        setTime(clamp(time, begin, end));
        player.set(get().time);
    }
    /** Another plan, or another part of it. @param {Partial<State>} part */
    function show(part) {
        player.pause();
        store.set(part);
        takePlan();
    }
    /** Chooses a violation and goes there. @param {number} index @param {boolean} [isZoomed] */
    function select(index, isZoomed = true) {
        const plan = shown();
        const violation = plan?.violations[index];
        if (!plan || !violation) return;
        player.pause();
        const [begin, end] = plan.scene.span;
        const time = clamp(violation.interval[0], begin, end);
        setEncounter(index);
        store.set({ selected: index, time, view: (isZoomed && viewAt(time)) || get().view });
        map.redraw();
        announce(pageWords(describeMessage(violation, style())));
    }
    /** A view in which the chosen violation can be seen; null when it can be already. @param {number} time */
    function viewAt(time) {
        const plan = shown();
        if (!plan || !encounter) return null;
        // The stage itself may not have drawn this plan yet.
        const view = get().view ?? map.viewOfAll();
        return viewOn(plan.scene, encounter, time, { view, ...map.stage.size });
    }
    /** @param {number} index */
    function setEncounter(index) {
        const plan = shown();
        encounter = plan && index >= 0 ? lookAt(plan, index) : null;
        map.picked.setEncounter(encounter);
        closeup.fill(encounter, plan?.verdict?.violations);
        shown()?.pick(encounter?.sides.map(({ mover }) => mover) ?? []);
        violations.select(encounter ? index : -1);
    }

    /** @param {string} id */
    async function openExample(id) {
        const example = EXAMPLES.find((one) => one.id === id) ?? EXAMPLES[0];
        begin({ example: example.id, kept: 0, packed: null, radius: example.radius ?? null });
        await judging.openExample(example.id);
    }
    /** @param {readonly NamedFile[]} files */
    async function takeFiles(files) {
        const opened = await judging.open(files);
        if (!opened) return;
        const { radius, example } = get();
        // An example's radius is not that of other files.
        begin({ example: null, ...opened, radius: example === null ? radius : null });
        if (files.length > MOST_FILES) {
            notice(
                `Of ${files.length} files only the first ${MOST_FILES} are taken: one plan at a time.`,
            );
        }
        judging.begin();
    }
    /** The same files, judged in another way. @param {Partial<State>} part */
    function askAnew(part) {
        store.set({ ...part, mended: false, selected: -1 });
        judging.judge();
    }
    /** @param {Partial<State>} part */
    function begin(part) {
        player.pause();
        isFresh = true;
        notice('');
        const same = { plan: 0, format: '', atGoal: /** @type {const} */ ('') };
        store.set({ ...ANEW, ...same, ...part });
    }

    /** @param {'files' | 'plans' | 'scene' | 'verdict' | 'curve' | 'mending' | 'failed' | 'done'} what */
    function hear(what) {
        const last = judging.labels.length - 1;
        if (what === 'plans' && get().plan > last) store.set({ plan: last });
        if (what === 'scene') takePlan();
        if (what === 'verdict') {
            takeVerdict();
            const { result, verdict: said = '' } = shown()?.verdict ?? {};
            if (result) announce(said === 'VALID' ? 'Valid' : said);
        }
        if (what === 'mending' && judging.mending) {
            const { mending } = judging;
            announce(describe(mending));
            if (mending.status !== 'repaired') store.set({ mended: false });
            else if (!get().mended) store.set({ mended: true, selected: -1 });
        }
        // A link may ask for the mended plan.
        if (what === 'done' && get().mended && !judging.mending) judging.repair();
        if (what === 'failed' && judging.failure) announce(pageWords(judging.failure.message));
        if (what === 'files' || what === 'failed') takePlan();
        refresh();
    }
    /** Another scene is shown. */
    function takePlan() {
        const plan = shown();
        const [begin, end] = span();
        const { time, agent } = get();
        player.setRange(begin, end);
        const kept = clamp(time, begin, end);
        if (plan && kept !== time) store.set({ time: kept });
        if (plan && agent >= plan.scene.agents) store.set({ agent: -1 });
        map.picked.setAgent(get().agent);
        if (plan) exportCard.suggest(plan.scene.format);
        takeVerdict();
    }
    function takeVerdict() {
        violations.fill(shown());
        shown()?.moveTo(get().time);
        const { selected } = get();
        const count = shown()?.violations.length ?? 0;
        setEncounter(selected < count ? selected : -1);
        // Nothing in particular is asked for: the first that a delay mends, or the first.
        if (isFresh && count > 0) {
            isFresh = false;
            const first = shown()?.violations.findIndex(({ mend }) => mend) ?? -1;
            // All is seen first.
            select(Math.max(first, 0), false);
        }
        map.redraw();
    }

    /** @param {import('./job.js').Stage | null} stage @param {number | null} part */
    function showProgress(stage, part) {
        if (stage) progress.show(stage, part);
        else progress.end(judging.isStopped);
        drawButtons();
    }
    function drawButtons() {
        const plan = shown();
        const isReady = plan?.verdict != null && !judging.isBusy;
        exportCard.draw(isReady);
        repairCard.draw(judging.mending, {
            isMended: get().mended,
            canRepair: isReady,
            domain: plan?.scene.domain,
        });
        const { valid } = plan?.verdict?.result ?? {};
        repairCard.element.hidden = !plan || (valid === true && !judging.mending);
    }
    /** What follows from the state and from what is known; the map follows by itself. */
    function refresh() {
        const state = get();
        const plan = shown();
        const example = EXAMPLES.find(({ id }) => id === state.example);
        opener.set(state.example, example?.hint ?? linkHint(state));
        opener.setPlans(judging.labels, state.plan);
        filesCard.draw(judging.entries, state);
        missing.draw(judging.failure);
        verdict.draw(plan, {
            failure: judging.failure,
            waiting: judging.isStopped ? 'Cancelled' : judging.isBusy ? 'Checking…' : 'No plan yet',
            isMended: state.mended,
        });
        speed.set(String(state.speed));
        player.set(state.time);
        chart.draw(plan, encounter ? state.selected : -1);
        drawButtons();
        map.picked.setAgent(state.agent);
        drawTime();
        map.redraw();
    }
    /** Asks for what follows from the time. */
    function drawTime() {
        shown()?.moveTo(get().time);
        map.redrawMoving();
    }
    /** The numbers beside the map, when it is drawn. */
    function drawNow() {
        const plan = shown();
        const { time, agent } = get();
        chart.drawTime(time);
        const nearest = plan?.isQuick ? plan.gaps.nearest(plan.poses) : null;
        now.set({
            leastNow: plan && nearest ? gapValue(plan.scene, nearest.distance) : null,
            pairNow: plan && nearest ? nearestText(plan.scene, nearest) : null,
        });
        agentCard.draw(plan, agent);
        if (!plan) return;
        closeup.drawTime(time, encounter?.gapAt(time) ?? null);
    }
    /** @param {unknown} error */
    function fail(error) {
        console.error(error);
        notice(`Something went wrong: ${error instanceof Error ? error.message : String(error)}`);
    }

    root.append(
        ...layOut({
            ...{ opener, progress, missing, map, player, speed, chart, now, closeup, agentCard },
            ...{ verdict, violations, repairCard, filesCard, exportCard },
        }),
    );
    refresh();
    await (given ? restoreWith(given) : restore()).catch(fail);

    /** What the state says is there. */
    async function restore() {
        const { example } = get();
        if (example !== null) return judging.openExample(example);
        if (await judging.reopen()) return;
        await openExample(EXAMPLES[0].id);
        notice(
            'The files of this link are not in it, and not on this page any more: an example is shown instead.',
        );
    }

    /** What the state says is there, and the files that have come. @param {readonly NamedFile[]} files */
    async function restoreWith(files) {
        // They may complete the visitor's own.
        if (get().example === null) await judging.reopen();
        await takeFiles(files);
    }

    return {
        get,
        takeFiles,
        async set(state) {
            store.set(readState(state));
            isFresh = false;
            await restore();
        },
        onKey(event) {
            if (event.key === 'n') violations.step(1);
            else if (event.key === 'p') violations.step(-1);
            else if (event.key === 'd' && encounter) jump(encounter.deepest);
            else return player.onKey(event);
            return true;
        },
        dispose() {
            judging.dispose();
            map.dispose();
            player.dispose();
            chart.dispose();
            closeup.dispose();
            agentCard.dispose();
            verdict.dispose();
            now.dispose();
        },
    };
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
    return Math.min(Math.max(value, least), most);
}

/** @param {State} state */
function linkHint({ packed }) {
    return packed
        ? 'Your files stay on this machine. They are small enough for the link, which holds them.'
        : 'Your files stay on this machine, and are too large for the link: it works here only.';
}
