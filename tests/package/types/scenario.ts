/** Plans: read, judged, mended, written, told in words. */
import { createSync } from 'graze';
import {
    type Agent,
    type Beginning,
    type BeginningSlack,
    type BenchmarkInstance,
    type BodyShape,
    blankScenario,
    type Change,
    type Clearance,
    type DelayStatus,
    type Disc,
    type Discrete,
    FORMAT_ORIGINS,
    FORMATS,
    type Gap,
    type GoalRegion,
    type Grid,
    type Group,
    InputError,
    type InputErrorCode,
    LIMITS,
    type LimitName,
    type Limits,
    type Mend,
    type Method,
    type MotionSegment,
    type Obstacle,
    type ObstaclePose,
    type PlanCase,
    type PlanState,
    type Point,
    type Polygon,
    type ReadOptions,
    type Repair,
    type RepairOptions,
    type Result,
    type Roadmap,
    readScenario,
    readScenarios,
    repair,
    type Scenario,
    type ScenarioFiles,
    type SourceFile,
    type SourcePosition,
    type Undecided,
    type ValidateOptions,
    type Violation,
    type ViolationKind,
    validate,
    type Wait,
    type WantedMap,
    type WritableFormat,
    type Written,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import * as words from 'graze/scenario/words';

async function* pieces(): AsyncGenerator<string> {
    yield '<root/>';
}

export async function read(): Promise<Scenario> {
    const name: LimitName = 'agents';
    const most: Limits = { ...LIMITS, [name]: 10, segments: 100, cells: 100, rows: 10, depth: 8 };
    const { characters, elements, attributes, token } = most;
    const plan: SourceFile = {
        name: 'plan.xml',
        text: pieces(),
        limits: { characters, agents: 5 },
        piece: 4096,
    };
    const file: SourceFile = { name: 'map.xml', text: '<root/>' };
    const files: ScenarioFiles = { plan, map: file, task: file, config: file };
    const options: ReadOptions = {
        ...{ format: FORMATS[0], radius: 0.5, atGoal: 'vanish', case: '1' },
        findMap: async ({ id, what, fileName, extension, identify }: WantedMap) => {
            if (identify(`${what} ${extension}`) !== id) throw new Error(fileName);
            return file;
        },
        limits: { elements, attributes, token },
    };
    try {
        return await readScenario(files, options);
    } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const code: InputErrorCode = error.code;
        throw new Error(`${error.file}:${error.line}:${error.column}: ${code}: ${error.text}`);
    }
}

export async function readAll(files: ScenarioFiles): Promise<[string | null, Scenario][]> {
    const cases: PlanCase[] = await readScenarios(files);
    const lines = cases.map(({ position }: PlanCase) => position?.line);
    console.log(FORMAT_ORIGINS[FORMATS[0]], lines);
    return Promise.all(cases.map(async ({ label, read }) => [label, await read()] as const)).then(
        (all) => all.map(([label, scenario]) => [label, scenario]),
    );
}

export function made(): Scenario {
    const disc: Disc = { kind: 'disc', radius: 1 };
    const polygon: Polygon = { kind: 'polygon', points: [[0, 0]], radius: 0 };
    const group: Group = { kind: 'group', parts: [disc, polygon] };
    const shape: BodyShape = group;
    const source: SourcePosition = { line: 1, column: 2 };
    const end: Point = { x: 1, y: 0 };
    const motion: MotionSegment[] = [{ t0: 0, t1: 1, x: [0, 1], y: [0], theta: [0], end, source }];
    const goal: GoalRegion = { area: disc, time: [0, 1], heading: null, speed: [0, 5] };
    const state: PlanState = { t: 0, x: 0, y: 0, heading: 0, speed: 1 };
    const within: BeginningSlack = { position: 1, heading: 1, speed: 1 };
    const beginning: Beginning = { t: 0, x: 0, y: 0, heading: null, speed: null, within };
    const agent: Agent = {
        ...{ name: 'a', shape, start: end, goal: null, motion, source },
        ...{ beginning, goals: [goal], states: [state] },
    };
    const grid: Grid = { nx: 1, ny: 1, blocked: new Uint8Array(1) };
    const roadmap: Roadmap = { nodes: [end], edges: [[0, 0]] };
    const pose: ObstaclePose = { x: 0, y: 0, angle: 0 };
    const obstacle: Obstacle = { name: 'o', shape: disc, pose, motion };
    const discrete: Discrete = { cells: [new Int32Array(2)], wanted: null };
    const instance: BenchmarkInstance = { map: 'm', type: 'random', number: '1' };
    const scenario: Scenario = {
        ...blankScenario('graze'),
        ...{ format: 'graze', agents: [agent], grid, roadmap, obstacles: [obstacle], discrete },
        ...{ sized: true, speedLimit: 5, timeStep: null, notices: [] },
        beforeStart: 'vanish',
        atGoal: 'stay',
        axes: 'right-up',
        instance,
        domain: 'agents',
    };
    return scenario;
}

export function judged(scenario: Scenario): unknown[] {
    const options: ValidateOptions = {
        graze: createSync(),
        ...{ tolerance: 0, mend: true, most: 10 },
        reading: 'closed',
        progress: (done: number, of: number) => console.log(done / of),
    };
    const result: Result = validate(scenario, options);
    const found = result.violations.map((violation: Violation) => {
        const kind: ViolationKind = violation.kind;
        const mend: Mend | null | undefined = violation.mend;
        const decided: DelayStatus | undefined = violation.delayStatus;
        const told = [violation.agents, violation.interval, violation.depth, violation.segments];
        told.push(violation.lasting === true ? [] : null, violation.position ?? null);
        return [
            kind,
            mend?.agent,
            mend?.delay,
            mend?.clears,
            decided,
            told,
            violation.obstacle,
            violation.message,
        ];
    });
    const unsure: Undecided[] = result.undecided;
    const clearance: Clearance | null = result.clearance;
    const near = clearance && [
        clearance.distance,
        clearance.time,
        clearance.agents,
        clearance.names,
        clearance.centreDistance,
    ];
    return [
        ...[found, near, result.format, result.valid, result.agents, result.segments],
        ...[result.pairsChecked, result.makespan, result.sumOfCosts, result.reading],
        ...(result.gaps ?? []).map((gap: Gap) => [
            gap.agents,
            gap.names,
            gap.obstacle,
            gap.distance,
            gap.time,
        ]),
        ...[result.domain, result.obstacles, result.span, result.tolerance],
        ...[result.atGoal, result.checks['agent-agent'], result.notices, result.hints],
        ...unsure.map(({ agents, names, obstacle, interval, message, rounded }) => [
            ...[agents, names, obstacle, interval, message, rounded],
        ]),
    ];
}

export function mended(scenario: Scenario): unknown[] {
    const options: RepairOptions = {
        graze: createSync(),
        tolerance: 0,
        reading: 'open',
        budget: 9,
        before: scenario,
    };
    const done: Repair = repair(scenario, options);
    const { status, outcome, changes, totalDelay, bound, least, reason, tried, notices } = done;
    const exact: number | undefined = done.rounded?.[0][1];
    const line: string = words.describeRepair(done);
    const waits = changes.flatMap((change: Change) => {
        const told = change.waits.map(({ segment, at, time, delay }: Wait) => [
            segment,
            at,
            time,
            delay,
        ]);
        return [change.agent, change.name, change.arrivesLater, told];
    });
    const method: Method | null = done.method;
    const proved = [outcome, line, notices, method, done.orderTotal];
    return [done.scenario, status, totalDelay, bound, least, reason, exact, tried, waits, proved];
}

export async function written(scenario: Scenario): Promise<string[]> {
    const { text, notices, task }: Written = await writeScenario(scenario, 'ccbs');
    const formats: WritableFormat[] = await writableFormats();
    return [
        ...text,
        ...(task ?? ''),
        ...notices,
        ...formats.map(({ name, extensions }) => name + extensions[0]),
    ];
}

export function told(result: Result, change: Change): string[] {
    const groups: words.Group[] = words.groupViolations(result.violations);
    const { first, members, index, count, end, depth } = groups[0];
    const style: words.Style = { digits: 'full', domain: 'driving', flags: true };
    const digits: words.Digits = 'short';
    const domain: words.Domain = 'driving';
    const kinds: words.KindCounts = new words.KindCounts();
    kinds.add(first, 1, first.depth);
    const names = words.namesInWords(first.names, domain);
    return [
        ...[
            words.describeVerdict(result),
            words.describePlan(result),
            words.describeCause(result),
            ...words.describeTotals(result),
            words.describeClearance(result),
            String(words.leastGap(result)?.distance),
        ],
        ...[...words.describeChecks(result, true), words.describeReading(result)],
        ...[words.describePlace(first), words.describeMend(first), words.describeChange(change)],
        ...[
            words.describeOthers(groups[0]),
            words.countKinds(groups),
            kinds.describe(),
            words.counted(index, 'pair'),
        ],
        ...[words.describeMessage(first, style), words.obstacleInWords('bus'), names],
        ...(result.gaps ?? []).map((gap) => words.describeGap(gap, style)),
        ...(result.gaps ?? []).map((gap) => words.describeDistance(gap, style)),
        ...[
            words.inDigits(end, { digits }),
            words.delayOf({ agent: 0, delay: 1, clears: 'all' }, digits),
        ],
        ...[
            String(first.rounded),
            String(first.mend?.rounded),
            String(style.digits),
            String(style.flags),
        ],
        words.brief(end) + String(depth) + members.length + count,
    ];
}
