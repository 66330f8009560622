/** Motions, first contacts, trajectories and scenes. */

import type {
    AcceleratedMotion,
    AtMostOption,
    BodyContact,
    BoxIndex,
    BoxIndexOptions,
    CandidateClearanceOptions,
    CandidateOptions,
    Clearance,
    ClearanceStatus,
    Clock,
    ContactInterval,
    ContactPaths,
    ContactStatus,
    ContactStep,
    ContactTrace,
    DelayOptions,
    Ending,
    FirstContact,
    FirstContactOptions,
    FlatSamples,
    FoundClearance,
    FoundContact,
    FoundSceneClearance,
    Graze,
    GroupOptions,
    Groups,
    Inflation,
    LinearMotion,
    ListLimit,
    ListOptions,
    Motion,
    MotionBounds,
    MotionConstructors,
    MotionEnds,
    MotionExtras,
    MotionFactory,
    MotionOptions,
    MotionPiece,
    MotionPieces,
    MotionPose,
    MotionSample,
    MotionState,
    MovingPairBatch,
    MovingPairQueryOptions,
    NoClearance,
    NoContactStep,
    NoFirstContact,
    NoSceneClearance,
    PairClearanceOptions,
    PairContact,
    Path,
    PathOptions,
    PiecewiseMotion,
    SampleOptions,
    Scene,
    SceneBodyContact,
    SceneClearance,
    SceneClearanceOptions,
    SceneContact,
    SceneOptions,
    SelectOption,
    Shape,
    SplineOptions,
    SplinePoint,
    StepIterator,
    StepOptions,
    SweepCounts,
    SweepMethod,
    SweepOptions,
    SweepResult,
    TurningMotion,
    UnsafeDelays,
    Wall,
    WallOptions,
    WallSegment,
} from 'graze';
import { CONTACT_STATUSES, ENDING_BITS, PIECE_NUMBERS } from 'graze';

export function motions(g: Graze): Motion[] {
    const maker: MotionFactory = g.motion;
    const named: MotionConstructors = maker;
    const vanish: Ending = 'vanish';
    const ends: MotionEnds = { before: vanish, after: 'stay' };
    const growth: Inflation = { inflation: [0.5, 0.1] };
    const extras: MotionExtras = { ...ends, ...growth };
    const inflation: readonly number[] | null = named.static({}, extras).inflation;
    const piece: MotionPiece = {
        t0: 0,
        t1: 1,
        x: [0, 1],
        y: new Float64Array(2),
        angle: [0],
        pivot: { x: 1, y: 0 },
    };
    const line: LinearMotion = {
        t0: 0,
        t1: 1,
        x: 0,
        y: 0,
        angle: 0,
        vx: 1,
        vy: 0,
        angularVelocity: 1,
    };
    const faster: AcceleratedMotion = { ...line, ax: 1, ay: 0, angularAcceleration: 0.5 };
    const arc: TurningMotion = {
        t0: 0,
        t1: 4,
        x: 0,
        y: 0,
        angle: 1,
        speed: 5,
        angularVelocity: 0.3,
    };
    const corners: SplinePoint[] = [[0, 0], { x: 1, y: 0 }, { x: 1, y: 1, angle: 2 }];
    g.motion.spline(corners, [0, 1, 2]);
    const smooth: SplineOptions = {
        kind: 'clamped',
        startVelocity: [0, 0],
        endVelocity: [1, 0, 0],
        before: 'vanish',
    };
    const recorded: MotionSample[] = [
        { t: 0, x: 0, y: 0 },
        { t: 1, x: 1, y: 0, angle: 1 },
    ];
    const flat: FlatSamples = Float64Array.of(0, 0, 0, 0, 1, 1, 0, 1);
    const model: SampleOptions = { model: 'cubic', after: 'vanish' };
    const state: MotionState = { t: 0, x: 0, y: 0, vx: 1, vy: 0 };
    return [
        maker({ pieces: [piece] }, ends),
        named.static({ x: 1, y: 2, angle: 3 }, ends),
        named.static({}, { inflation: inflation ?? [0] }),
        named.linear(line, ends),
        maker.accelerated(faster),
        maker.turn(arc),
        maker.spline(
            [
                [0, 0],
                [1, 1],
            ],
            [0, 1],
            smooth,
        ),
        maker.samples(recorded, model),
        maker.samples(flat),
        maker.samples(Float32Array.of(0, 1, 2, 3), model),
        maker.hermite([state, { ...state, t: 1, angle: 1, angularVelocity: 1 }], ends),
        maker.hermite(Float64Array.of(0, 0, 0, 0, 1, 0, 0)),
    ];
}

export function oneMotion(motion: Motion, shape: Shape): number {
    using owned: Motion = motion;
    const pose: MotionPose | null = owned.pose(0.5);
    const at: number[] = pose === null ? [] : [pose.x, pose.y, pose.angle];
    const bounds: MotionBounds = owned.bounds(0, 1, shape);
    const [lo, hi]: [number, number] = bounds.x;
    const spans = [bounds.y, bounds.angle];
    const rates = [
        ...[bounds.speed, bounds.acceleration, bounds.angularVelocity, bounds.angularAcceleration],
        ...[bounds.pointSpeed, bounds.pointAcceleration],
    ];
    motion.free();
    return (
        owned.id +
        owned.t0 +
        owned.t1 +
        owned.count +
        owned.degree +
        lo +
        hi +
        rates.length +
        spans.length +
        at.length
    );
}

export function contacts(g: Graze, a: Shape, path: Motion): unknown[] {
    const motionOptions: MotionOptions = {
        from: 0,
        to: 1,
        tolerance: 1e-9,
        distanceTolerance: 1e-9,
        maxIterations: 100,
    };
    const options: FirstContactOptions = { ...motionOptions, method: 'certified' };
    const first: FirstContact = g.firstContact(a, a, path, path, options);
    const status: ContactStatus = first.status;
    const [lo, hi] = first.time ?? [0, 1];
    const where = [
        first.separation,
        first.pointA,
        first.pointB,
        first.normal,
        first.featureA,
        first.featureB,
    ];
    const trace: ContactTrace = g.study.traceContact(a, a, path, path, options);
    const looks: number[] = trace.evaluations;
    const chosen: FirstContact = g.study.firstContact(a, a, path, path, options);
    const until: number =
        g.timeToCollision(a, a, path, path) +
        g.study.timeToCollision(a, a, path, path, options) +
        first.iterations +
        chosen.iterations;
    const limit: ListLimit = { maxIntervals: 100 };
    const listed: ListOptions = { ...motionOptions, ...limit };
    const all: ContactInterval[] = g.contactIntervals(a, a, path, path, listed);
    const brackets = all.map(({ status, begin, end }) => [status, begin[0], end[1]]);
    const delays: DelayOptions = {
        ...{ from: 0, to: 5, tolerance: 1e-9, distanceTolerance: 1e-9, maxIterations: 1000 },
        time: { from: 0, to: 9 },
        maxIntervals: 1000,
    };
    const unsafe: UnsafeDelays[] = g.unsafeMotionDelays(a, a, path, path, delays);
    const clear: Clearance = g.clearance(a, a, path, path, {
        from: 0,
        to: 1,
        distanceTolerance: 1e-6,
        maxIterations: 9,
    });
    const [least, most]: [number, number] = clear.separation;
    const certainty: ClearanceStatus = clear.status;
    const nearest = [certainty, clear.iterations, clear.time];
    const witness = [clear.pointA, clear.pointB, clear.normal];
    const over: Float64Array = g.separationsAt(a, a, path, path, [0, 1, 2]);
    const ends = unsafe.map(({ status, begin, end }) => [status, begin, end]);
    const found = [until, brackets, ends, least, most, nearest, witness, over];
    return [status, lo, hi, where, looks, ...found];
}

export function movingPairs(g: Graze, shape: Shape, motion: Motion): number {
    const batch: MovingPairBatch = g.movingPairs(8, { pieces: 16, pairs: 4, degree: 7 });
    console.log(batch.degree);
    const next: number = batch.set(0, shape, motion, 0);
    batch.pairs.set([0, 1]);
    const views = [batch.shapes, batch.firstPieces, batch.pieceCounts, batch.endings, batch.pieces];
    views.push(batch.inflations);
    const results: (Uint8Array | Float64Array)[] = [batch.statuses, batch.times];
    results.push(batch.foundStatuses, batch.foundTimes, batch.clearances, batch.clearanceStatuses);
    const named: Int32Array[] = [batch.contactBodies, batch.foundBodies, batch.others];
    const groups: Groups = [3, 5];
    const grouped: MovingPairQueryOptions = { groups, from: 0 };
    const near: PairClearanceOptions = { groups: 2, atMost: 3, distanceTolerance: 1e-6 };
    const found =
        batch.firstContacts(1, { tolerance: 1e-9 }) +
        batch.firstContacts(4, { groups: 2 }) +
        batch.contactsWith(0, 8, { distanceTolerance: 1, groups: Uint8Array.of(8) }) +
        batch.contactsWith(0, 8, grouped) +
        batch.pairClearances(4, near) +
        batch.pairClearances(1) +
        named.length;
    const room = batch.capacity + batch.pieceCapacity + batch.pairCapacity;
    batch.free();
    batch[Symbol.dispose]();
    return next + views.length + results.length + found + room;
}

export function paths(g: Graze, shape: Shape, motion: Motion): unknown[] {
    const clock: Clock = { t0: 0, t1: 4, step: 0.1, x: 1e6, y: 2e6 };
    const options: PathOptions = { boxes: 'step-ends' };
    using path: Path = g.path(shape, motion, clock, options);
    const ownClock: Readonly<Required<Clock>> = path.clock;
    const boxes: Float32Array = path.boxes(path.firstStep, path.endStep);
    const method: SweepMethod = 'si';
    const some: StepOptions = { method, from: 0, to: 10 };
    const steps: StepIterator = g.study.sweepSteps(path, path, some);
    const plain: StepIterator = g.sweepSteps(path, path, { from: 0, to: 1 });
    const both: readonly Path[] = steps.paths;
    const list: number[] = [...steps];
    const next: number | undefined = steps.next().value;
    const sweep: SweepOptions = { method: 'bvi-bvh', from: 0, to: 1, tolerance: 1e-9 };
    const swept: SweepResult = g.study.sweep(path, path, sweep);
    const certified: SweepResult = g.sweep(path, path, { from: 0, to: 1 });
    const counts: SweepCounts = swept;
    const bodies: BodyContact[] = g.sweepMany(path, [path], { maxIterations: 100 });
    path.free();
    return [
        ...[
            ownClock,
            boxes,
            both,
            list,
            next,
            steps.tests,
            swept.time,
            certified.time,
            plain.tests,
            path.id,
            path.shape,
            path.count,
        ],
        ...[swept.step, counts.tests, counts.candidates, counts.runs],
        ...bodies.map(({ body, status, time }) => [body, status, time[0]]),
    ];
}

function something({
    body,
    path,
    egoPath,
    time,
    separation,
    status,
}: FoundSceneClearance): number[] {
    return [body, path, egoPath, time, ...separation, status.length];
}

function nothing({ body, path, egoPath, time, separation, status }: NoSceneClearance): number[] {
    const none: null[] = [body, path, egoPath, time];
    return [none.length, ...separation, status.length];
}

export function boxes(g: Graze): number {
    const options: BoxIndexOptions = { axes: 3, pairs: 4 };
    const index: BoxIndex = g.boxIndex(8, options);
    const sides: Float32Array = index.sides;
    const lists: Uint32Array[] = [index.found, index.pairs];
    const axes: 2 | 3 = index.axes;
    index.update(0, 2);
    index.update();
    const found: number = index.search([0, 0, 0, 1, 1, 1]) + index.search(new Float64Array(6));
    const near: number = index.near(8) + index.near(8, 0.5);
    const between: number = index.nearBetween(0, 4, 4, 4) + index.nearBetween(0, 4, 4, 4, 1);
    index.free();
    return (
        found +
        near +
        between +
        sides.length +
        lists.length +
        axes +
        index.capacity +
        index.pairCapacity
    );
}

export function scenes(g: Graze, path: Path, movingPairs: MovingPairBatch): unknown[] {
    using scene: Scene = g.scene([path]);
    const all: PairContact[] = scene.contacts({ from: 0 });
    const some: SceneBodyContact[] = scene.contactsWith(path, { to: 1 });
    const parts: ContactPaths[] = scene.contactsWith([path, path]);
    const groups: GroupOptions = { groups: 2 };
    using grouped: Scene = g.scene([path, path], groups);
    const wall: Wall = { points: [0, 0, 1, 1], closed: false, radius: 1 };
    const walls: WallOptions = { walls: [wall, [[0, 0], { x: 1, y: 1 }]], clock: path.clock };
    using walled: Scene = g.scene([], walls);
    const segment: WallSegment | null = walled.wallAt(0);
    const located = [segment?.wall, segment?.segment, walled.wallCount];
    const selection: SelectOption = { select: Uint32Array.of(0) };
    const candidates: CandidateOptions = { anyContact: true, groups: [1], ...selection };
    const met: number = grouped.firstContacts(movingPairs, 1, candidates);
    const options: SceneOptions = { anyContact: true, from: 0, to: 1 };
    const first: SceneContact = scene.firstContact(path, options);
    const limit: AtMostOption = { atMost: 2 };
    const limited: SceneClearanceOptions = { ...limit, distanceTolerance: 1e-3 };
    const clear: SceneClearance = scene.clearance([path, path], limited);
    const nearest: number[] = clear.time === null ? nothing(clear) : something(clear);
    const selected: CandidateClearanceOptions = { ...limited, groups: 2, select: [0] };
    const near: number = scene.clearances(movingPairs, 2, selected);
    const time: [number, number] | null = first.time;
    const count: number = scene.firstContacts(movingPairs, 1, options);
    const owned: readonly Path[] = scene.paths;
    scene.free();
    return [
        ...located,
        ...[some, first.body, first.status, time, count, owned, scene.count, scene.id],
        ...[
            clear.separation[0],
            clear.status,
            clear.body,
            clear.path,
            clear.egoPath,
            nearest,
            near,
        ],
        ...[first.path, first.egoPath, met, ...parts.map(({ path, egoPath }) => path + egoPath)],
        ...all.map(({ first, second, status, time }) => [first, second, status, time]),
        ...all.map(({ firstPath, secondPath }) => [firstPath, secondPath]),
    ];
}

/** Reads answers without a test for null: a test of the status, or of the time, narrows them. */
export function narrowed(g: Graze, shape: Shape, motion: Motion, path: Path): number[] {
    const contact: FirstContact = g.firstContact(shape, shape, motion, motion);
    const swept: SweepResult = g.sweep(path, path);
    const clearance: Clearance = g.clearance(shape, shape, motion, motion);
    const found: number[] = [];
    if (contact.status === 'hit') found.push(contact.time[0], contact.normal.x);
    if (swept.status !== 'free') found.push(swept.step, swept.pointA.x);
    if (clearance.time !== null) found.push(clearance.time, clearance.pointB.y);
    const none: null = contact.status === 'free' ? contact.time : null;
    const [free, met, far, near, absent]: [
        NoFirstContact | null,
        FoundContact | null,
        NoClearance | null,
        FoundClearance | null,
        null,
    ] = [
        contact.status === 'free' ? contact : null,
        contact.status === 'free' ? null : contact,
        clearance.time === null ? clearance : null,
        clearance.time === null ? null : clearance,
        none,
    ];
    const steps: [ContactStep | null, NoContactStep | null] =
        swept.status === 'free' ? [null, swept] : [swept, null];
    const geometry = [met?.featureA.index, met?.featureB.index, free?.featureA, free?.featureB];
    const seen = [free?.separation, free?.pointA, free?.pointB, free?.normal, free?.iterations];
    const close = [near?.separation, near?.status, near?.pointA, near?.normal, near?.iterations];
    const lost = [far?.separation, far?.status, far?.pointA, far?.pointB, far?.normal, far?.time];
    const kept = [met?.separation, met?.pointB, met?.iterations, far?.iterations, absent];
    console.log(geometry, seen, close, lost, kept, steps[0]?.step, steps[1]?.step, free?.status);
    const ends: PiecewiseMotion = { pieces: [], before: 'vanish', after: 'stay' };
    const pieces: MotionPieces = ends;
    const bits: number = ENDING_BITS.vanishBefore | ENDING_BITS.vanishAfter;
    const status: ContactStatus = CONTACT_STATUSES[1];
    return [...found, pieces.pieces.length, bits, PIECE_NUMBERS, status.length];
}

export const touchingOptions: [
    import('graze').MotionOptions,
    import('graze').ListOptions,
    import('graze').DelayOptions,
    import('graze').MovingPairQueryOptions,
    import('graze').FirstContactOptions,
    import('graze').SweepOptions,
    import('graze').SceneOptions,
    import('graze').CandidateOptions,
] = [
    { touching: 'allowed' },
    { touching: 'allowed' },
    { touching: 'allowed' },
    { touching: 'conflict' },
    { touching: 'allowed' },
    { touching: 'allowed' },
    { touching: 'conflict' },
    { touching: 'conflict' },
];
