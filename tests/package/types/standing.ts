/** Instances, shapes, queries of bodies standing still, and their batches. */
import {
    type AgentGraze,
    type AgentQueries,
    type BodyBatch,
    type BodyDistance,
    type BodyFilter,
    type BodyIndex,
    type BodyRayCast,
    type BodyShapeCast,
    type CastOptions,
    type CastStatus,
    type CollideOptions,
    type CompiledModule,
    type ContactCone,
    type CreateOptions,
    type CreateSyncOptions,
    create,
    createSync,
    DISC_NUMBERS,
    type DifferencePoint,
    type Displacement,
    type Distance,
    type ErrorCode,
    type Facade,
    type Feature,
    type FoundBodyDistance,
    type FoundRayCast,
    type FoundShapeCast,
    type FoundStatus,
    type FreeRayCast,
    type FreeShapeCast,
    formatValue,
    type GjkOptions,
    type GjkRound,
    type Graze,
    GrazeError,
    type Manifold,
    type ManifoldOptions,
    type ManifoldPoint,
    type MotionGraze,
    type MotionQueries,
    type NoBody,
    type NoBodyDistance,
    type OutlineEdge,
    type PairBatch,
    type Penetration,
    type PenetrationStatus,
    POSE_NUMBERS,
    type Point,
    type PointLike,
    type Points,
    type PointsOptions,
    type Pose,
    printable,
    type QueryErrorCode,
    type Ray,
    type RayCast,
    RELATIONS,
    type Relation,
    type RoundingOptions,
    type ScaleOptions,
    type Shape,
    type ShapeBounds,
    type ShapeCast,
    type ShapePart,
    type SimplexPoint,
    type SimplexWeight,
    type StaticGraze,
    type StaticQueries,
    type Study,
    type StudyTools,
    show,
    type Trace,
    type TraceRounds,
    type TrajectoryQueries,
    type Translation,
    toPrintable,
    version,
} from 'graze';
import * as agentEntry from 'graze/agents';
import * as external from 'graze/external';
import * as motionEntry from 'graze/motion';
import * as scalar from 'graze/scalar';
import * as still from 'graze/static';

type ShapeKind =
    | 'disc'
    | 'capsule'
    | 'box'
    | 'polygon'
    | 'hull'
    | 'compound'
    | 'concave'
    | 'chain'
    | 'grid';

/** Makes shapes of several parts, and reads them. */
function partsOf(g: StaticQueries, shapes: Shape[], points: Points): [number, number][] {
    const made = [
        g.compound(shapes),
        g.concave(points, { holes: [points], radius: 0.5 }),
        g.chain(points, { closed: true, radius: 0.5 }),
        g.grid(new Uint8Array(4), { width: 2, size: 0.5, x: 1, y: 2 }),
    ];
    const feature: Feature = g.distance(made[0], made[1]).featureA;
    const part: number | undefined = feature.part;
    console.log(part);
    return made.flatMap(({ parts }) =>
        parts.map(({ vertices, radius }: ShapePart): [number, number] => [vertices.length, radius]),
    );
}

/** Passes points in all forms, and objects with data of their own. */
export function points(g: StaticQueries, shape: Shape): unknown[] {
    const own = { x: 1, y: 2, id: 'corner' };
    const point: PointLike = own;
    const mixed: Points = [own, [1, 0], new Float32Array(2)];
    const list: number[][] = [
        [0, 0],
        [1, 0],
    ];
    const rounding: RoundingOptions = { radius: 1 };
    const unit: ScaleOptions = { scale: 0.001 };
    const options: PointsOptions = { ...rounding, ...unit };
    const { minX, minY, maxX, maxY }: ShapeBounds = shape.bounds({ x: 1, angle: 2 });
    const isInside: boolean = shape.containsPoint(point, own) || shape.containsPoint([1, 2]);
    g.shapeCast(shape, shape, undefined, undefined, [1, 0]);
    const made = [g.hull(list, options), g.polygon(mixed, unit), g.chain([own, own], options)];
    return [minX, minY, maxX, maxY, isInside, ...made, g.concave(mixed, { ...options, holes: [] })];
}

export function edges(error: { value?: unknown }): string[] {
    const both = error.value as OutlineEdge[];
    return both.map(({ argument, index, points: [[x, y], [toX, toY]] }) => {
        return `${argument}[${index}]: ${x}, ${y} to ${toX}, ${toY}`;
    });
}

export async function instances(): Promise<Graze[]> {
    const bytes: CreateOptions = { wasm: new Uint8Array(8) };
    const compiled: CompiledModule = new WebAssembly.Module(new ArrayBuffer(8));
    const module: CreateSyncOptions = { wasm: compiled, debug: true };
    const fetched: CreateOptions = { wasm: fetch('graze.wasm') };
    const ready: CreateOptions = { debug: true, wasm: await fetch('graze.wasm') };
    const text: string = version + toPrintable('') + formatValue(1);
    const renamed: (() => never)[] = [printable, show];
    const one: Graze = createSync(module);
    const [used, stamp]: [number, string] = [one.memoryUsed, one.version];
    console.log(text, renamed, used, stamp);
    return [
        await create(),
        await create(bytes),
        one,
        await external.create(fetched),
        await external.create(ready),
        external.createSync(module),
        await scalar.create(),
        scalar.createSync(),
        createSync(),
    ];
}

/** Returns instances with some families of queries, which that of an entry with more families has too. */
export async function small(): Promise<[StaticGraze[], MotionGraze[], AgentGraze[]]> {
    return [
        [await still.create(), still.createSync(), motionEntry.createSync(), createSync()],
        [await motionEntry.create(), motionEntry.createSync(), createSync()],
        [await agentEntry.create(), agentEntry.createSync(), createSync()],
    ];
}

/** An instance has the queries of each family, and what all instances have. */
export function families(g: Graze): [Facade, Study] {
    const standing: StaticQueries = g;
    const moving: MotionQueries & TrajectoryQueries = g;
    const agents: AgentQueries = g;
    const tools: StudyTools = g;
    console.log(standing.gap, moving.sweep, agents.conflicts);
    return [g, tools.study];
}

export function errors(error: unknown): string {
    if (!(error instanceof GrazeError)) return '';
    const code: ErrorCode = error.code;
    const query: QueryErrorCode = 'not-convex';
    const made = new GrazeError(query, '', { argument: 'a', index: 1, value: null, cause: error });
    const [argument, index]: [string | undefined, number | undefined] = [made.argument, made.index];
    const value: unknown = made.value;
    return `${code}${argument}${index}${value}${error.name}${error.message}`;
}

export function shapes(g: Graze): Shape[] {
    const pairs: Points = [
        [0, 0],
        [1, 0],
        [0, 1],
    ];
    const flat: Points = new Float32Array(6);
    using scoped = g.disc(1);
    const { id, kind, radius, vertices } = scoped;
    const fields: [number, ShapeKind, number, Float32Array] = [id, kind, radius, vertices];
    g.capsule(0, 0, 1, 0, 0.5).free();
    console.log(fields, partsOf(g, [scoped], flat));
    return [g.box(1, 2), g.box(1, 2, { radius: 1 }), g.polygon(pairs, { radius: 0 }), g.hull(flat)];
}

export function queries(g: Graze, a: Shape, b: Shape): unknown[] {
    const at: Pose = { x: 1, y: 2, angle: 3 };
    const heading: Pose = { cos: 1, sin: 0 };
    const how: GjkOptions = { subdistance: 'barycode-general', support: 'climb', start: 'fixed' };
    const by: CollideOptions = { method: 'sat', support: 'simd' };
    const hit: boolean = g.study.collide(a, b, at, heading, by);
    const relation: Relation = g.relation(a, b, at);
    const near: Distance = g.study.distance(a, b, undefined, heading, how);
    const gap: number = g.gap(a, b) + g.signedDistance(a, b) + near.distance + near.iterations;
    const corner: Feature = near.featureA;
    const where: Point[] = [near.pointA, near.pointB, near.normal];
    const deep: Penetration = g.penetration(a, b, {}, at);
    const certain: PenetrationStatus = deep.status;
    const bounds: [number, number] = [deep.lowerBound, deep.depth];
    const features: (Feature | null)[] = [near.featureB, deep.featureA, deep.featureB];
    where.push(deep.pointA, deep.pointB, deep.normal);
    const within: ManifoldOptions = { reach: 0.5 };
    const touching: Manifold = g.manifold(a, b, {}, at, within);
    const contact: ManifoldPoint | undefined = touching.points[0];
    const cone: ContactCone = g.contactCone(a, b, {}, at);
    if (cone.relation === 'touching') where.push(...cone.directions);
    const names = [
        contact?.x,
        contact?.y,
        contact?.id,
        contact?.separation,
        touching.partA,
        touching.partB,
    ];
    const casting: CastOptions = { touching: 'allowed' };
    const cast: ShapeCast = g.shapeCast(a, b, at, at, { dx: 1, dy: 0 }, casting);
    const status: CastStatus = cast.status;
    const [enter, exit] = cast.interval ?? [0, 1];
    const ray: Ray = { x: 0, y: 0, dx: 1, dy: 1 };
    const seen: RayCast = g.rayCast(a, at, ray, casting);
    features.push(cast.featureA, cast.featureB, seen.feature);
    const found = [seen.status, seen.relation, seen.interval, seen.point, seen.normal, cast.point];
    const outline: DifferencePoint[] = g.study.minkowskiDifference(a, b, at, at);
    const first: DifferencePoint | undefined = outline[0];
    const trace: Trace = g.study.trace(a, b, at, heading, how);
    const { rounds: steps }: TraceRounds = trace;
    const rounds: [Point, DifferencePoint, number, Point, string][] = steps.map(
        ({ direction, w, barycode, v, outcome }: GjkRound) => [direction, w, barycode, v, outcome],
    );
    const corners: SimplexPoint[] = steps.flatMap(({ simplex }) => simplex);
    const weighed: SimplexWeight[] = corners;
    const weights = weighed.map(({ weight, kept }): [number, boolean] => [weight, kept]);
    return [
        ...[hit, relation, near.relation, gap, corner.kind, corner.index, where, deep.relation],
        ...[touching.relation, touching.normal, touching.depth, names],
        ...[
            certain,
            bounds,
            deep.depth,
            cast.relation,
            cast.normal,
            status,
            enter,
            exit,
            found,
            features,
            weights,
        ],
        ...[first?.a, first?.b, first?.x, first?.y, rounds, ray.x, ray.y, ray.dx, ray.dy],
    ];
}

export function batches(g: Graze, a: Shape): number {
    const pairs: PairBatch = g.pairs(8, { witnesses: true, coherent: true, manifolds: true });
    pairs.shapeA.fill(a.id);
    pairs.shapeB.fill(a.id);
    pairs.poseA.set(pairs.poseB);
    const flags: [boolean, boolean, boolean] = [
        pairs.witnesses,
        pairs.coherent,
        pairs.hasManifolds,
    ];
    const views: (Float32Array | Uint8Array)[] = [pairs.hit, pairs.relations, pairs.distances];
    views.push(pairs.pointA, pairs.pointB, pairs.normal);
    views.push(pairs.depths, pairs.pointCounts, pairs.points, pairs.separations);
    const names: Uint32Array = pairs.ids;
    const counts =
        pairs.collide(1) +
        pairs.relation(2) +
        pairs.distance(pairs.capacity) +
        pairs.penetration(2) +
        pairs.manifolds(2, 0.5) +
        names.length;
    pairs.free();

    using bodies: BodyBatch = g.bodies(8, {
        pairs: 16,
        still: 2,
        rays: 2,
        manifolds: true,
        filters: true,
        seams: true,
    });
    bodies.shapes.fill(a.id);
    bodies.poses.set([0, 0, 1, 0]);
    const lists: (Uint32Array | Float32Array | Uint8Array)[] = [bodies.first, bodies.second];
    lists.push(bodies.relations, bodies.distances);
    lists.push(bodies.foundBodies, bodies.foundRelations, bodies.foundDistances);
    const near = bodies.contacts(8) + bodies.near(8, 0.5) + bodies.pairCapacity + bodies.capacity;
    const one = bodies.contactsWith(a, undefined, 8) + bodies.nearWith(a, { x: 1 }, 8, 0.5);
    console.log(flags, views, lists);
    return counts + near + one;
}

/** Asks a world of bodies, of which some stand still. */
export function worlds(bodies: BodyBatch, shape: Shape): number[] {
    bodies.update();
    bodies.update(0, bodies.still);
    const filter: BodyFilter = { category: 1, mask: 2 };
    const ray: Ray = { x: 0, y: 0, dx: 1, dy: 0 };
    const right: Displacement = { dx: 1, dy: 0 };
    const way: Translation = right;
    const nearest: BodyDistance = bodies.nearest(shape, { x: 1 }, 8, {
        ...filter,
        atMost: 2,
    });
    const met: BodyRayCast = bodies.rayCast(ray, 8, filter);
    const stopped: BodyShapeCast = bodies.shapeCast(shape, undefined, way, 8, filter);
    const first: BodyIndex | NoBody = nearest.status === 'found' ? nearest : met;
    const [near, none]: [FoundBodyDistance | null, NoBodyDistance | null] =
        nearest.status === 'found' ? [nearest, null] : [null, nearest];
    const status: FoundStatus | NoBodyDistance | null = near ?? none;
    const noBody: NoBody | null = met.status === 'free' ? met : null;
    console.log(
        ...[noBody?.body, met.body, stopped.body, nearest.body, nearest.relation, none?.body],
        ...[nearest.distance, nearest.pointA, nearest.pointB, nearest.normal, none?.relation],
        ...[nearest.featureA, nearest.featureB, nearest.iterations, none?.distance, none?.pointA],
        ...[none?.pointB, none?.normal, none?.featureA, none?.featureB, none?.iterations],
    );
    const hits: [Uint32Array, Float64Array] = [bodies.hitBodies, bodies.hitIntervals];
    const rays: Float64Array[] = [bodies.rays, bodies.rayIntervals];
    const places: Float32Array[] = [bodies.rayPoints, bodies.rayNormals];
    const ofRays: [Int32Array, number] = [bodies.rayBodies, bodies.rayCapacity];
    console.log(rays, places, ofRays, bodies.castRays(2, 8) + bodies.castRays(2, 8, filter));
    const lists: Uint32Array[] = [bodies.pointBodies, bodies.boxBodies];
    const bits: Uint32Array[] = [bodies.categories, bodies.masks, bodies.ids];
    const manifolds: Float32Array[] = [bodies.depths, bodies.normals, bodies.points];
    const { hasManifolds, hasFilters, hasSeams } = bodies;
    const flags: boolean[] = [hasManifolds, hasFilters, hasSeams];
    console.log(
        hits,
        lists,
        bits,
        manifolds,
        bodies.separations,
        bodies.pointCounts,
        flags,
        first,
        status,
    );
    return [
        ...(near === null ? [] : [near.body, near.distance, near.pointA.x]),
        ...(met.status === 'free'
            ? []
            : [met.body, met.interval[0], met.normal.x, met.feature.index]),
        ...(stopped.status === 'free'
            ? []
            : [stopped.body, stopped.point.y, stopped.featureA.index]),
        bodies.rayCastAll(ray, 8) + bodies.shapeCastAll(shape, {}, { dx: 1, dy: 0 }, 8, filter),
        bodies.pointQuery([0, 0], 8) + bodies.boxQuery(shape.bounds(), 8, filter),
        bodies.nearBetween(0, 2, 2, 6) + bodies.nearBetween(0, 2, 2, 6, 0.5),
        bodies.contactsWith(shape, {}, 8, filter) + bodies.nearWith(shape, {}, 8, 1, filter),
    ];
}

/** Reads casts without a test for null: a test of the status narrows them. */
export function narrowed(g: Graze, shape: Shape): number[] {
    const cast: ShapeCast = g.shapeCast(shape, shape, undefined, undefined, { dx: 1, dy: 0 });
    const ray: RayCast = g.rayCast(shape, undefined, { x: 0, y: 0, dx: 1, dy: 0 });
    const [hit, pass]: [FoundShapeCast | null, FreeShapeCast | null] =
        cast.status === 'free' ? [null, cast] : [cast, null];
    const [met, missed]: [FoundRayCast | null, FreeRayCast | null] =
        ray.status === 'free' ? [null, ray] : [ray, null];
    console.log(
        ...[hit?.status, hit?.relation, hit?.interval, hit?.point, hit?.normal],
        ...[hit?.featureA, hit?.featureB],
        ...[pass?.status, pass?.relation, pass?.interval, pass?.point, pass?.normal],
        ...[pass?.featureA, pass?.featureB],
        ...[met?.status, met?.relation, met?.interval, met?.point, met?.normal, met?.feature],
        ...[missed?.status, missed?.relation, missed?.interval, missed?.point, missed?.normal],
        ...[missed?.feature, RELATIONS[POSE_NUMBERS - 4], DISC_NUMBERS],
    );
    if (cast.status === 'free' || ray.status === 'free') return [];
    return [cast.interval[0], cast.featureA.index, ray.point.x, ray.feature.index];
}
