/** Uses everything that `graze/solid/study` has besides `graze/solid`. */

import {
    type CreateOptions,
    type CreateSyncOptions,
    create,
    createSync,
    type Solid,
    type SolidDifference,
    type SolidDifferencePoint,
    type SolidDifferenceVertices,
    type SolidEstimate,
    type SolidGjkOptions,
    type SolidGjkRound,
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
