/** Plans: read, checked, repaired, written, reported in words. */
import { createSync } from 'graze';
import {
    type Agent,
    type AgentChange,
    type BenchmarkInstance,
    type BodyShape,
    blankScenario,
    type Clearance,
    type ConvexPart,
    convexParts,
    type DelaySuggestion,
    type Disc,
    type DiscretePlan,
    FORMAT_ORIGINS,
    FORMATS,
    type GoalRegion,
    type Grid,
    type ImageFile,
    type InitialState,
    type InitialStateTolerance,
    InputError,
    type InputErrorCode,
    LIMITS,
    type LimitName,
    type Limits,
    type MapRequest,
    type MotionPiece,
    type Obstacle,
    type ObstaclePose,
    type PairClearance,
    type PlanCase,
    type PlaneShape,
    type PlanState,
    type Point,
    type Polygon,
    type Prism,
    type ReadOptions,
    type RepairMethod,
    type RepairOptions,
    type RepairResult,
    type Roadmap,
    readScenario,
    readScenarios,
    repair,
    type Scenario,
    type ScenarioFiles,
    type SearchEnd,
    type ShapeGroup,
    type SourceFile,
    type SourcePosition,
    type SpaceShape,
    type Sphere,
    type SuggestionStatus,
    type Terrain,
    type UndecidedPair,
    type ValidateOptions,
    type ValidationResult,
    type Violation,
    type ViolationKind,
    validate,
    type Wait,
    type WritableFormat,
    type WrittenPlan,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import * as words from 'graze/scenario/messages';

async function* pieces(): AsyncGenerator<string> {
    yield '<root/>';
}

/** A frame as convex parts. */
export function parts(): number {
    const shape: Polygon = {
        kind: 'polygon',
        points: [
            [0, 0],
            [3, 0],
            [0, 3],
        ],
        holes: [
            [
                [1, 0.5],
                [1, 1],
                [0.5, 1],
            ],
        ],
        radius: 0,
    };
    const list: ConvexPart[] = convexParts(shape, createSync());
    return list.reduce((sum, { points, radius }) => sum + points.length + radius, 0);
}

export async function read(): Promise<Scenario> {
    const name: LimitName = 'agents';
    const most: Limits = { ...LIMITS, [name]: 10, pieces: 100, cells: 100, rows: 10, depth: 8 };
    const { characters, elements, attributes, token } = most;
    const plan: SourceFile = {
        name: 'plan.xml',
        text: pieces(),
        limits: { characters, agents: 5 },
        chunkSize: 4096,
        reference: true,
    };
    const file: SourceFile = { name: 'map.xml', text: '<root/>', size: 7 };
    const image: ImageFile = { name: 'map.pgm', bytes: new Uint8Array(8) };
    const files: ScenarioFiles = { plan, map: file, task: file, config: file, image };
    files.footprint = file;
    const options: ReadOptions = {
        ...{ format: FORMATS[0], radius: 0.5, atGoal: 'vanish', case: '1' },
        unknownCells: 'free',
        passable: '.G',
        footprint: [
            [0, 0],
            [1, 0],
            [0, 1],
        ],
        findTrajectory: async (name: string) => ({ ...file, name }),
        findImage: async (name: string) => ({ ...image, name }),
        findMap: async (request: MapRequest) => {
            const { id, description, fileName, extension, identify, isOtherVersion } = request;
            if (isOtherVersion(id)) throw new Error(id);
            if (identify(`${description} ${extension}`) !== id) throw new Error(fileName);
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
    const group: ShapeGroup = { kind: 'group', parts: [disc, polygon] };
    const shape: BodyShape = group;
    const source: SourcePosition = { line: 1, column: 2 };
    const end: Point = { x: 1, y: 0 };
    const motion: MotionPiece[] = [{ t0: 0, t1: 1, x: [0, 1], y: [0], angle: [0], end, source }];
    const goal: GoalRegion = { area: disc, time: [0, 1], angle: null, speed: [0, 5] };
    const state: PlanState = { t: 0, x: 0, y: 0, angle: 0, speed: 1 };
    const tolerance: InitialStateTolerance = { position: 1, angle: 1, speed: 1 };
    const initialState: InitialState = { t: 0, x: 0, y: 0, angle: null, speed: null, tolerance };
    const agent: Agent = {
        ...{ name: 'a', shape, start: end, goal: null, motion, source },
        ...{ initialState, goals: [goal], states: [state] },
    };
    const terrain: Terrain = { characters: new Uint8Array(1), passable: '.' };
    const grid: Grid = { nx: 1, ny: 1, blocked: new Uint8Array(1), terrain };
    const roadmap: Roadmap = { nodes: [end], edges: [[0, 0]] };
    const pose: ObstaclePose = { x: 0, y: 0, angle: 0 };
    const obstacle: Obstacle = { name: 'o', shape: disc, pose, motion };
    const discrete: DiscretePlan = { cells: [new Int32Array(2)], commanded: null };
    const instance: BenchmarkInstance = { map: 'm', type: 'random', number: '1' };
    const scenario: Scenario = {
        ...blankScenario('graze'),
        ...{ format: 'graze', agents: [agent], grid, roadmap, obstacles: [obstacle], discrete },
        ...{ sizesKnown: true, speedLimit: 5, timeStep: null, notices: [] },
        beforeStart: 'vanish',
        atGoal: 'stay',
        axes: 'right-up',
        instance,
        domain: 'agents',
    };
    return scenario;
}

/** A plan in space: a sphere that flies past a block. */
export function madeInSpace(): Scenario {
    const ball: Sphere = { kind: 'sphere', radius: 0.1 };
    const block: Prism = {
        kind: 'prism',
        points: [
            [0, 0],
            [1, 0],
            [0, 1],
        ],
        holes: [],
        bottom: 0,
        height: 2,
    };
    const shapes: SpaceShape[] = [ball, block];
    const flat: PlaneShape = { kind: 'disc', radius: 1 };
    const end: Point = { x: 1, y: 0, z: 1 };
    const motion: MotionPiece[] = [
        {
            t0: 0,
            t1: 1,
            x: [0, 1],
            y: [0],
            z: [1],
            angle: [0],
            axis: [0, 0, 1],
            rotation: [0, 0, 0, 1],
        },
    ];
    const pose: ObstaclePose = { x: 0, y: 0, z: 0, angle: 0 };
    const heights = shapes.map((shape: BodyShape) =>
        shape.kind === 'prism'
            ? [shape.points, shape.holes ?? [], shape.bottom ?? 0, shape.height]
            : shape.kind === 'sphere' && shape.radius,
    );
    console.log(heights, flat.kind);
    return {
        ...blankScenario('graze'),
        agents: [{ name: 'a', shape: ball, start: end, goal: null, motion }],
        obstacles: [{ name: 'o', shape: block, pose, motion: [] }],
    };
}

export async function validated(scenario: Scenario): Promise<unknown[]> {
    const options: ValidateOptions = {
        graze: createSync(),
        ...{ tolerance: 0, suggestDelays: true, maxSuggestions: 10, maxSuggestionEffort: Infinity },
        maxKept: 100,
        onVerdict: ({ valid, unfinished = [] }: ValidationResult) =>
            console.log(valid, unfinished.join()),
        touching: 'conflict',
        progress: (done: number, of: number) => console.log(done / of),
    };
    const byNeed: ValidateOptions = { graze: async () => createSync() };
    const result: ValidationResult = await validate(scenario, { ...options, ...byNeed });
    const found = result.violations.map((violation: Violation) => {
        const kind: ViolationKind = violation.kind;
        const suggestion: DelaySuggestion | null | undefined = violation.suggestion;
        const decided: SuggestionStatus | undefined = violation.suggestionStatus;
        const fields = [violation.agents, violation.interval, violation.depth, violation.pieces];
        fields.push(violation.lasting === true ? [] : null, violation.position ?? null);
        const { lines, betweenSteps } = violation;
        return [
            ...[lines, betweenSteps],
            kind,
            suggestion?.agent,
            suggestion?.delay,
            suggestion?.resolves,
            decided,
            fields,
            violation.obstacle,
            violation.message,
        ];
    });
    const unsure: UndecidedPair[] = result.undecided;
    const clearance: Clearance | null = result.clearance;
    const near = clearance && [
        clearance.separation,
        clearance.time,
        clearance.agents,
        clearance.names,
        clearance.centerDistance,
    ];
    return [
        ...[found, near, result.format, result.valid, result.agents, result.pieces],
        ...[result.pairsChecked, result.makespan, result.sumOfCosts, result.touching],
        ...(result.pairClearances ?? []).map((gap: PairClearance) => [
            gap.agents,
            gap.names,
            gap.obstacle,
            gap.separation,
            gap.time,
        ]),
        ...[result.domain, result.obstacles, result.span, result.tolerance],
        ...[result.flowtime, result.pathLength, result.radius, result.unitSteps],
        ...[result.violationCount, result.violationCounts['agent-agent']],
        ...[result.atGoal, result.checks['agent-agent'], result.notices, result.hints],
        ...unsure.map(({ agents, names, obstacle, interval, message, exactValues, lines }) => [
            ...[agents, names, obstacle, interval, message, exactValues, lines],
        ]),
    ];
}

export async function repaired(scenario: Scenario): Promise<unknown[]> {
    const options: RepairOptions = {
        graze: createSync(),
        tolerance: 0,
        touching: 'allowed',
        maxIterations: 9,
        timeLimit: 1,
        signal: new AbortController().signal,
        reference: scenario,
    };
    const done: RepairResult = await repair(scenario, options);
    const {
        status,
        outcome,
        changes,
        totalDelay,
        lowerBound,
        optimal,
        reason,
        iterations,
        notices,
    } = done;
    const exact: number | undefined = done.exactValues?.[0][1];
    const line: string = words.describeRepair(done);
    const waits = changes.flatMap((change: AgentChange) => {
        const waits = change.waits.map(({ piece, position, time, duration }: Wait) => [
            piece,
            position,
            time,
            duration,
        ]);
        return [change.agent, change.name, change.arrivalDelay, waits];
    });
    const method: RepairMethod | null = done.method;
    const end: SearchEnd | null | undefined = done.endedBy;
    const proved = [
        outcome,
        line,
        notices,
        method,
        end,
        done.maxIterations,
        done.referenceTotalDelay,
    ];
    return [
        done.scenario,
        status,
        totalDelay,
        lowerBound,
        optimal,
        reason,
        exact,
        iterations,
        waits,
        proved,
    ];
}

export async function written(scenario: Scenario): Promise<string[]> {
    const { text, notices, task }: WrittenPlan = await writeScenario(scenario, 'ccbs');
    const formats: WritableFormat[] = await writableFormats();
    return [
        ...text,
        ...(task ?? ''),
        ...notices,
        ...formats.map(({ name, extensions }) => name + extensions[0]),
    ];
}

function describeCheck({ kind, name, subject, count, needs, reason }: words.Check): string {
    return `${kind} ${name} ${subject} ${count ?? 0} ${needs} ${reason}`;
}

export function described(result: ValidationResult, change: AgentChange): string[] {
    const groups: words.ViolationGroup[] = words.groupViolations(result.violations);
    const { first, members, index, count, end, depth } = groups[0];
    const style: words.Style = { digits: 'full', domain: 'driving', flags: true };
    const digits: words.Digits = 'short';
    const domain: words.Domain = 'driving';
    const kinds: words.KindCounts = new words.KindCounts();
    kinds.add(first, 1, first.depth);
    kinds.addAll(result);
    const left: number = words.countLeftOut(result);
    const totals: string = words.describeTotals(result);
    const names = words.describeAgents(first.names, domain);
    return [
        ...[
            words.describeVerdict(result),
            words.describePlan(result),
            words.describeCause(result),
            ...words.describeWorst(result),
            words.describeClearance(result),
            String(words.leastClearance(result)?.separation),
        ],
        ...[...words.describeChecks(result, true), words.describeRules(result)],
        ...words.listChecks(result, style).map(describeCheck),
        ...words.CHECK_NAMES,
        ...[
            words.describePlace(first),
            words.describeSuggestion(first),
            words.describeChange(change),
        ],
        ...[
            ...[totals, String(left)],
            words.describeRepeats(groups[0]),
            words.describeKindCounts(groups),
            kinds.describe(),
            words.pluralize(index, 'pair'),
        ],
        ...[words.describeMessage(first, style), words.describeObstacle('bus'), names],
        ...(result.pairClearances ?? []).map((gap) => words.describePairClearance(gap, style)),
        ...(result.pairClearances ?? []).map((gap) => words.describeSeparation(gap, style)),
        ...[
            words.formatNumber(end, { digits }),
            words.formatDelay({ agent: 0, delay: 1, resolves: 'all' }, digits),
        ],
        ...[
            String(first.exactValues),
            String(first.suggestion?.roundedDelay),
            String(style.digits),
            String(style.flags),
        ],
        words.formatShort(end) + String(depth) + members.length + count,
    ];
}
