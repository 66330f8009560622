/** Uses everything that `graze/solid/study` has besides `graze/solid`. */

import {
    type CreateOptions,
    type CreateSyncOptions,
    create,
    createSync,
    type MotionOptions,
    type Solid,
    type SolidContactMethod,
    type SolidContactRound,
    type SolidContactRounds,
    type SolidContactTrace,
    type SolidDifference,
    type SolidDifferencePoint,
    type SolidDifferenceVertices,
    type SolidEstimate,
    type SolidFirstContact,
    type SolidFirstContactOptions,
    type SolidGjkOptions,
    type SolidGjkRound,
    type SolidMotion,
    type SolidPoint,
    type SolidSimplexPoint,
    type SolidSimplexWeight,
    type SolidStudy,
    type SolidStudyGraze,
    type SolidStudyTools,
    type SolidTrace,
    type SolidTraceRounds,
} from 'graze/solid/study';

export async function instances(): Promise<SolidStudyGraze[]> {
    const bytes: CreateOptions = { wasm: new Uint8Array(8) };
    const module: CreateSyncOptions = {};
    const one: SolidStudyGraze = createSync(module);
    const tools: SolidStudyTools = one;
    return [one, await create(bytes), await create()].filter(() => tools.study !== undefined);
}

function numbersOf(round: SolidGjkRound): unknown[] {
    const point: SolidSimplexPoint = round.simplex[0];
    const weight: SolidSimplexWeight = point;
    const vertices: SolidDifferenceVertices = round.w;
    const end: 'nearer' | 'inside' | 'origin' | 'repeated' | 'stalled' = round.outcome;
    const places: SolidPoint[] = [round.direction, round.v, round.w];
    return [end, places, weight.weight, weight.kept, vertices.a, vertices.b, round.barycode];
}

export function study(s: SolidStudyGraze, a: Solid, b: Solid): unknown[] {
    const tools: SolidStudy = s.study;
    const how: SolidGjkOptions = { subdistance: 'voronoi', support: 'climb', start: 'fixed' };
    const hit: boolean = tools.collide(a, b, { x: 1 }, {}, how);
    const near: SolidEstimate = tools.distance(a, b, undefined, undefined, how);
    const trace: SolidTrace = tools.trace(a, b, { x: 1 });
    const { rounds }: SolidTraceRounds = trace;
    const polytope: SolidDifference = tools.minkowskiDifference(a, b, { x: 1 }, {});
    const corner: SolidDifferencePoint | undefined = polytope.vertices[0];
    const points: (SolidPoint | null)[] = [near.pointA, near.pointB, near.normal];
    const numbers: number[] = [near.distance, near.iterations, ...polytope.faces.flat()];
    return [hit, points, numbers, near.outcome, rounds.map(numbersOf), corner];
}

export function contacts(s: SolidStudyGraze, a: Solid, b: Solid, one: SolidMotion): unknown[] {
    const span: MotionOptions = { from: 0, to: 1, tolerance: 1e-6 };
    const method: SolidContactMethod = { method: 'pcda' };
    const how: SolidFirstContactOptions = { ...span, ...method };
    const first: SolidFirstContact = s.study.firstContact(a, b, one, one, how);
    const time: number = s.study.timeToCollision(a, b, one, one, { method: 'bcda' });
    const trace: SolidContactTrace = s.study.traceContact(a, b, one, one, how);
    const { evaluations, rounds }: SolidContactRounds = trace;
    const round: SolidContactRound | undefined = rounds[0];
    const procedure: 'none' | 'world' | 'a' | 'b' | 'c' | undefined = round?.procedure;
    const place: SolidPoint | undefined = round?.normal;
    return [
        ...[first, time, trace.status, evaluations, procedure, place, round?.time],
        ...[round?.separation, round?.countA, round?.countB, round?.flag],
    ];
}
