import { availableParallelism } from 'node:os';
import { FORMAT_ORIGINS, FORMATS, LIMITS } from 'graze/scenario';
import { CHECK_NAMES } from 'graze/scenario/messages';
import { version } from '#internal';
import { checkAll } from '../checking/check_all.js';
import { EXIT, UsageError } from '../console/exit.js';
import {
    checkSizeOptions,
    DIGITS_HELP,
    isStdinNamed,
    LISTING_HELP,
    PASSABLE_HELP,
    PLAN_OPTIONS,
    parseAssignments,
    parseChoice,
    parseCommand,
    parseCount,
    parseDecimal,
    parseDigits,
    parseMaxViolations,
    parsePlanOptions,
    parseRequired,
    parseSuggestionEffort,
    parseTimeLimit,
    parseTouching,
} from '../console/options.js';
import { expandArguments, isPlanFile } from '../files/folder.js';
import { readInput } from '../files/input.js';
import { listArguments, placesOf, readList } from '../files/plan_list.js';
import { REPORT_KINDS } from '../report/index.js';
import { writeReport } from '../report/write_report.js';
import { parseShard, SCHEMA, selectShard } from '../results/ndjson.js';

/**
 * @import { Header } from '../results/ndjson.js'
 * @import { Settings } from '../checking/plan_checker.js'
 * @import { Entry, Listing } from '../files/plan_list.js'
 */

/** Returns lines of help: each format with its origin. */
function describeFormats() {
    const lines = FORMATS.map((name) => `${name.padEnd(14)}${FORMAT_ORIGINS[name]}`);
    return lines.map((line) => `                       ${line}`).join('\n');
}

const HELP = `graze validate FILE... : check plans in continuous time
graze validate --list FILE : check the plans that a list names, one per line

  FILE                 a plan; a folder, for all plans in it and its subfolders; a pattern, such as
                       'runs/**/*.txt'; - reads standard input
  --list FILE          instead of FILEs: one plan per line, relative to the list's folder, and its
                       own options, separated by tabs: map=FILE task=FILE config=FILE
                       footprint=FILE format=NAME radius=R at-goal=stay|vanish
                       unknown-cells=blocked|free passable=CHARS case=ID require=CHECKS; lines
                       that begin with # are comments
  --allow-outside      names in a list may lead out of its folder
  --map FILE|DIR       the plans' map: CCBS grid or roadmap, MovingAI .map, YAML of an occupancy
                       map of ROS, with its image beside it; for CommonRoad solutions the
                       scenario, or a folder with the scenario of each benchmark id
  --unknown-cells blocked|free   how unknown cells of an occupancy map count (default: blocked)
${PASSABLE_HELP}
  --task FILE          their starts and goals: CCBS task, MovingAI .scen (default: the copy in
                       the plan, where it has one)
  --config FILE        their configuration: for CCBS the agents' radius, for tables of tracks frame
                       rate, units or a map of columns (see below)
  --format NAME        format of the plans (default: detected from the content):
${describeFormats()}
  --radius R           radius of every agent, in map units; takes precedence over --config
  --footprint FILE|POINTS   outline of every agent, in place of a radius: [[x, y], …], or a file
                       with it or with parameters of Nav2; it turns where agents have a heading
  --at-goal stay|vanish   whether agents stay or vanish after their paths (default: as a graze
                       file says; vanish in commonroad and tracks, stay in all others)
  --case ID            check only this plan of a file with several plans (default: all of them)
  --tolerance T        map units; an overlap must be deeper to be a violation
                       (1e-9 of the radii's sum; 0: any overlap)
  --touching allowed|conflict   allowed: agents may touch; conflict: touching counts (default: allowed)
  --max-suggestions N  maximum number of violations per plan for which a later start that ends
                       them is searched (default: 100)
  --suggestion-effort N|all   effort for all these searches of a plan, in units of some 0.1 µs
                       (default: 50000000, some 2 to 5 s); the report states what was not searched
  --no-suggest-delays  do not search for later starts
  --max-kept N         maximum number of violations per plan in the report, the first ones by time;
                       all are counted (default: 10000)
  --limit NAME=N       change a limit of the content of a file: the error of a file that is too
                       large states the option to use; repeatable. NAME:
                       ${Object.keys(LIMITS).join(', ')}
  --time-limit S       maximum time for one plan, in seconds; a plan of which no violation is known
                       then fails (time-limit), and the next one begins. A known violation is
                       reported, and a notice states what may be missing: more violations, or
                       only hints and later starts
  --require CHECKS     a plan for which one of these cannot be checked fails (not-checked):
                       ${CHECK_NAMES.slice(0, 5).join(',')},
                       ${CHECK_NAMES.slice(5).join(',')}
  --fail-fast          end with the first plan that is not valid; the plans after it are not reported
  --jobs N             number of threads, which check several plans at the same time, or a large plan
                       together (default: the number of processors)
  --shard i/N          check only the i-th of N parts of the list, i from 1: plans i, i + N, …
  --report ${REPORT_KINDS.join('|')}   (text; ndjson with --shard)
${DIGITS_HELP}
${LISTING_HELP}
  --figures N          maximum number of conflicts per plan that are drawn (default: 12 with
                       --report html, else 0)
  --out FILE           write the report to FILE, completely or not at all (default: standard output)
  --resume             continue an interrupted run with the same options: keep the results in FILE of
                       --out, and in FILE.partial, whose files have not changed; check the others
  --quiet              no text report and no progress, only the exit code
  --exit-zero          exit with 0 when the report is complete, whatever its verdicts
  --help

Tables of tracks (CSV, or columns separated by semicolons, tabs or blanks) are those of INTERACTION,
highD, inD, rounD, exiD, Argoverse, JuPedSim and PeTrack, and those with a column id, track_id or
agent; t, time, timestamp or frame; x; y; and perhaps heading, yaw, psi, theta or angle; length and
width, or radius; vx and vy. Names may have units, as in x [m]. Without sizes they need --radius or
--footprint. Frames need a line "# framerate: 25". --config gives what a table does not state, as
JSON: {"frameRate": 25}, {"angleUnit": "deg"}, {"timeUnit": "ms"}, or a map of other columns.

A plan without a map of its own is not checked for blocked cells without --map; without --task
or a copy of the task it is not checked for starts and goals. The report lists the checks that
were made, and a plan fails without those of --require. graze merge merges the reports of shards.

Exit codes: 0 all valid, 1 at least one violation, 2 wrong usage, 3 an input that cannot be
read or is malformed, a plan without a known violation out of time or memory, or a required check
that cannot be made, 4 undecided within the tolerance, 5 unsolved: a planner reports that it
found no plan, 70 an error in graze itself, 73 a report that cannot be written, 129 hung up, 130
interrupted, 131 quit, 141 standard output closed by its reader, 143 terminated. Several
plans exit with the worst code: 70, 73, 3, 1, 4, 5, 0.
`;

const OPTIONS = /** @type {const} */ ({
    list: { type: 'string' },
    'allow-outside': { type: 'boolean', default: false },
    ...PLAN_OPTIONS,
    format: { type: 'string' },
    tolerance: { type: 'string' },
    touching: { type: 'string', default: 'allowed' },
    'max-suggestions': { type: 'string' },
    'suggestion-effort': { type: 'string' },
    'no-suggest-delays': { type: 'boolean', default: false },
    'max-kept': { type: 'string' },
    'time-limit': { type: 'string' },
    require: { type: 'string', multiple: true },
    'fail-fast': { type: 'boolean', default: false },
    jobs: { type: 'string' },
    shard: { type: 'string' },
    report: { type: 'string' },
    figures: { type: 'string' },
    out: { type: 'string' },
    resume: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    'exit-zero': { type: 'boolean', default: false },
    digits: { type: 'string' },
    details: { type: 'boolean', default: false },
    'max-violations': { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
});

/** Default of the number of conflicts per plan that are drawn where pictures are requested. */
const DEFAULT_FIGURES = 12;

/** @param {string[]} args */
function parse(args) {
    return parseCommand('validate', args, OPTIONS);
}

/** @typedef {ReturnType<typeof parse>['values']} Values */

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
    const { values, positionals } = parse(args);
    if (values.help) {
        process.stdout.write(HELP);
        return EXIT.valid;
    }
    checkOptionCombination(values, positionals);
    const shard = parseShard(values.shard) ?? /** @type {[number, number]} */ ([1, 1]);
    const kind =
        parseChoice('report', values.report, REPORT_KINDS) ?? (values.shard ? 'ndjson' : 'text');
    const settings = readSettings(values, kind);
    const timeLimit = parseTimeLimit(values['time-limit']);
    const jobs = parseCount('jobs', values.jobs, 1, 1024) ?? availableParallelism();
    const names = await expandArguments(positionals, {
        noun: 'plans',
        accepts: isPlanFile,
    });
    const listing = await readListing(values, names, settings);
    const entries = selectShard(listing.entries, shard);
    const header = () => makeHeader(values, settings, listing, shard);
    settings.isOnlyPlan = entries.length === 1 && values.list === undefined;
    settings.showsProgress = settings.isOnlyPlan && !values.quiet;
    const { map, task, config, footprint } = values;
    if (isStdinNamed([...positionals, map, task, config, footprint])) {
        settings.stdin = await readInput('-', settings.limits.characters);
    }
    /** @param {Entry[]} some */
    const check = (some) => checkAll(some, settings, { jobs, timeLimit });
    let resumption;
    if (values.resume) {
        const { Resumption } = await import('../checking/resume.js');
        const out = /** @type {string} */ (values.out);
        resumption = new Resumption(out, await header(), entries, settings);
        const exitCode = await resumption.read();
        if (exitCode !== null) return values['exit-zero'] ? EXIT.valid : exitCode;
    }
    const code = await writeReport(resumption?.results(check) ?? check(entries), {
        kind,
        graze: version,
        header,
        count: entries.length,
        placeOf: placesOf(values),
        out: values.out,
        digits: parseDigits(values.digits),
        details: values.details,
        maxGroups: parseMaxViolations(values['max-violations']),
        isQuiet: values.quiet,
        isFailFast: values['fail-fast'],
    });
    await resumption?.end();
    return values['exit-zero'] ? EXIT.valid : code;
}

/** Rejects options that contradict each other. @param {Values} values @param {string[]} names */
function checkOptionCombination(values, names) {
    const { list, shard, report, resume, out, map, task, config, footprint } = values;
    const isFailFast = values['fail-fast'];
    if (list === undefined && names.length === 0) {
        throw new UsageError('no file is named. Try graze validate --help');
    }
    if (list !== undefined && names.length > 0) {
        throw new UsageError('plans must be named by a list or on the command line, not both');
    }
    isStdinNamed([...names, list, map, task, config, footprint]);
    checkSizeOptions(values);
    if (shard !== undefined && list === undefined) {
        throw new UsageError('--shard selects a part of a list: it needs --list');
    }
    if (shard !== undefined && report !== undefined && report !== 'ndjson') {
        throw new UsageError('--shard writes ndjson only; graze merge makes other reports from it');
    }
    if (isFailFast && (shard !== undefined || resume)) {
        const other = shard === undefined ? '--resume' : '--shard';
        throw new UsageError(`--fail-fast leaves plans out, but ${other} needs all of them`);
    }
    if (values['no-suggest-delays'] && values['max-suggestions'] !== undefined) {
        throw new UsageError('--max-suggestions and --no-suggest-delays exclude each other');
    }
    const isNdjson = report === 'ndjson' || (report === undefined && shard !== undefined);
    if (resume && !(isNdjson && out !== undefined)) {
        throw new UsageError('--resume needs --out, and --report ndjson or --shard');
    }
}

/**
 * @param {Values} values
 * @param {string} kind kind of the report
 * @returns {Settings}
 */
function readSettings(values, kind) {
    const defaultFigures = kind === 'html' ? DEFAULT_FIGURES : 0;
    return {
        touching: parseTouching(values.touching) ?? 'allowed',
        tolerance: parseDecimal('tolerance', values.tolerance),
        suggestDelays: !values['no-suggest-delays'],
        maxSuggestions: parseCount('max-suggestions', values['max-suggestions'], 0, 1_000_000),
        maxSuggestionEffort: parseSuggestionEffort(values['suggestion-effort']),
        maxKept: parseCount('max-kept', values['max-kept'], 1, 1_000_000_000),
        limits: parseAssignments('limit', values.limit ?? [], Object.keys(LIMITS)),
        figures: parseCount('figures', values.figures, 0, 10_000) ?? defaultFigures,
        recordsInputs: kind === 'ndjson',
        isOnlyPlan: false,
    };
}

/**
 * @param {Values} values
 * @param {string[]} names
 * @param {Settings} settings
 * @returns {Promise<Listing>}
 */
async function readListing(values, names, { limits }) {
    const defaults = {
        map: values.map,
        task: values.task,
        config: values.config,
        footprint: values.footprint,
        format: parseChoice('format', values.format, FORMATS),
        ...parsePlanOptions(values),
        ...(values.require && { require: parseRequired(values.require) }),
    };
    if (values.list === undefined) return listArguments(names, defaults);
    const { characters } = limits;
    return readList(values.list, defaults, { allowOutside: values['allow-outside'], characters });
}

/**
 * Returns the header of a run: all options that affect the results, which distinguish this run from others.
 *
 * @param {Values} values
 * @param {Settings} settings
 * @param {Listing} listing
 * @param {[number, number]} shard
 * @returns {Promise<Header>}
 */
async function makeHeader(values, settings, { entries, sha256 }, shard) {
    const { touching, tolerance, suggestDelays, maxSuggestions, limits, figures } = settings;
    const { maxSuggestionEffort } = settings;
    const names = Object.keys(limits).sort();
    return {
        schema: SCHEMA,
        graze: version,
        list: { sha256: await sha256(), count: entries.length },
        shard,
        options: {
            map: values.map ?? null,
            task: values.task ?? null,
            config: values.config ?? null,
            ...(values.footprint && { footprint: values.footprint }),
            ...(values['unknown-cells'] && { unknownCells: values['unknown-cells'] }),
            ...(values.passable && { passable: values.passable }),
            format: values.format ?? null,
            radius: parseDecimal('radius', values.radius) ?? null,
            atGoal: values['at-goal'] ?? null,
            case: values.case ?? null,
            tolerance: tolerance ?? null,
            touching,
            suggestDelays,
            maxSuggestions: maxSuggestions ?? null,
            ...(maxSuggestionEffort !== undefined && {
                suggestionEffort: maxSuggestionEffort === Infinity ? 'all' : maxSuggestionEffort,
            }),
            ...(settings.maxKept && { maxKept: settings.maxKept }),
            limits: Object.fromEntries(
                names.map((name) => [name, limits[/** @type {keyof typeof limits} */ (name)]]),
            ),
            timeLimit: parseTimeLimit(values['time-limit']) ?? null,
            figures,
            allowOutside: values['allow-outside'],
            ...(values.require && { require: parseRequired(values.require) }),
        },
    };
}
