/** Uses everything of `graze/solid`. */

import {
    type AtMostOption,
    type BodyContact,
    type BodyFilter,
    type BodyIndex,
    type BoxIndex,
    type BoxIndexOptions,
    type ClearanceStatus,
    type Clock,
    type CompiledModule,
    type ContactInterval,
    type ContactStatus,
    type CreateOptions,
    type CreateSyncOptions,
    create,
    createSync,
    type DelayOptions,
    type EdgeFeature,
    type Ending,
    type ErrorCode,
    type Facade,
    type FaceFeature,
    type FlatSolidSamples,
    type FoundNearestBody,
    type FoundSolidBodyDistance,
    type FoundSolidClearance,
    type FoundSolidContact,
    type FoundSolidRayCast,
    type FoundSolidShapeCast,
    type FoundStatus,
    type FreeSolidRayCast,
    type FreeSolidShapeCast,
    formatValue,
    GrazeError,
    type InputErrorCode,
    type JointPiece,
    type LinearSolidMotion,
    type LinearSolidRates,
    type ListOptions,
    type MatrixLike,
    type MotionOptions,
    type NearMovingOptions,
    type NoBody,
    type NoBodyDistance,
    type NoNearestBody,
    type NoSceneContact,
    type NoSolidClearance,
    type NoSolidContact,
    type NumbersPose,
    type ObjectPose,
    type PiecewiseSolidMotion,
    POSE_NUMBERS,
    type PointLike,
    type Points,
    printable,
    type Quaternion,
    type QueryErrorCode,
    RELATIONS,
    type SampleTime,
    type SceneClearanceOptions,
    type SceneOptions,
    type SceneSeparation,
    type Solid,
    type SolidBodyBatch,
    type SolidBodyDistance,
    type SolidBodyOptions,
    type SolidBodyPair,
    type SolidBodyRayCast,
    type SolidBodyShapeCast,
    type SolidBounds,
    type SolidCastOptions,
    type SolidCastStatus,
    type SolidClearance,
    type SolidClock,
    type SolidClockPoint,
    type SolidCone,
    type SolidDisplacement,
    type SolidDistance,
    type SolidEndings,
    type SolidFeature,
    type SolidFirstContact,
    type SolidGraze,
    type SolidHull,
    type SolidJoint,
    type SolidKind,
    type SolidManifold,
    type SolidManifoldOptions,
    type SolidManifoldPoint,
    type SolidMotion,
    type SolidMotionBounds,
    type SolidMotionConstructors,
    type SolidMotionEnds,
    type SolidMotionFactory,
    type SolidMotionPiece,
    type SolidMotionPieces,
    type SolidMotionPose,
    type SolidMotionQueries,
    type SolidMotionSample,
    type SolidMotionSpan,
    type SolidMovingPairBatch,
    type SolidMovingPairOptions,
    type SolidPairBatch,
    type SolidPairOptions,
    type SolidParent,
    type SolidPart,
    type SolidPath,
    type SolidPenetration,
    type SolidPoint,
    type SolidPointLike,
    type SolidPoints,
    type SolidPose,
    type SolidQueries,
    type SolidRates,
    type SolidRay,
    type SolidRayCast,
    type SolidRelation,
    type SolidRounding,
    type SolidScene,
    type SolidSceneClearance,
    type SolidSceneContact,
    type SolidShapeCast,
    type SolidTranslation,
    type SolidVelocity,
    show,
    toPrintable,
    type UnsafeDelays,
    type VertexFeature,
    version,
} from 'graze/solid';

export async function instances(): Promise<SolidGraze[]> {
    const bytes: CreateOptions = { wasm: new Uint8Array(8) };
    const compiled: CompiledModule = new WebAssembly.Module(new ArrayBuffer(8));
    const module: CreateSyncOptions = { wasm: compiled, debug: true };
    const one: SolidGraze = createSync(module);
    const facade: Facade = one;
    const queries: SolidQueries = one;
    const renamed: (() => never)[] = [printable, show];
    const text: string = version + toPrintable('') + formatValue(1) + facade.version;
    console.log(renamed, text, facade.memoryUsed, queries);
    return [await create(), await create(bytes), one];
}

export function errors(error: unknown): ErrorCode | null {
    const query: QueryErrorCode = 'not-a-heading';
    const input: InputErrorCode = 'bad-json';
    const plane: [PointLike, Points] = [{ x: 1, y: 2 }, [0, 0]];
    console.log(query, input, plane);
    return error instanceof GrazeError ? error.code : null;
}

export function bodies(s: SolidGraze): Solid[] {
    const point: SolidPointLike = { x: 1, y: 2, z: 3 };
    const points: SolidPoints = [point, [1, 2, 3], new Float32Array(3)];
    const rounding: SolidRounding = { radius: 0.5 };
    using ball = s.sphere(1);
    const { id, kind, radius, vertices, faces } = ball;
    const fields: [number, SolidKind, number, Float32Array, Uint32Array[]] = [
        ...([id, kind, radius, vertices, faces] as const),
    ];
    s.capsule(point, [0, 0, 1], 0.5).free();
    const part: SolidPart = { body: ball, pose: { x: 1 } };
    const [hull]: SolidHull[] = s.compound([part]).parts;
    console.log(fields, part.body, part.pose, hull.vertices, hull.radius);
    return [
        ...[s.box(1, 2, 3), s.box(1, 2, 3, rounding), s.hull(points), s.hull(vertices, rounding)],
        ...[s.compound([part]), s.mesh(vertices), s.mesh(points, new Uint16Array(3))],
    ];
}

/** Objects of a scene, with more than a pose has. */
const THING = {
    position: { x: 0, y: 0, z: 0, isVector3: true },
    quaternion: { x: 0, y: 0, z: 0, w: 1, isQuaternion: true },
    rotation: { x: 0, y: 0, z: 0, order: 'XYZ' },
    scale: { x: 1, y: 1, z: 1 },
    matrixWorld: { elements: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] },
};

export function poses(): SolidPose[] {
    const numbers: NumbersPose = { x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };
    const quaternion: Quaternion = THING.quaternion;
    const matrix: MatrixLike = THING.matrixWorld;
    const object: ObjectPose = { position: [0, 0, 0], quaternion, rotation: matrix, scale: 1 };
    const { x, y, z, qx, qy, qz, qw } = numbers;
    console.log(x, y, z, qx, qy, qz, qw, object.position, object.quaternion, object.rotation);
    console.log(object.scale, matrix.elements, quaternion.w, quaternion.x + quaternion.y);
    console.log(quaternion.z);
    return [numbers, object, THING, THING.matrixWorld, { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] }];
}

function nameOf(feature: SolidFeature): string {
    const vertex: VertexFeature | null = feature.kind === 'vertex' ? feature : null;
    const edge: EdgeFeature | null = feature.kind === 'edge' ? feature : null;
    const face: FaceFeature | null = feature.kind === 'face' ? feature : null;
    return [
        ...[vertex?.kind, vertex?.index, vertex?.part, edge?.kind, edge?.index, edge?.end],
        ...[edge?.part, face?.kind, face?.index, face?.part],
    ].join();
}

export function queries(s: SolidGraze, a: Solid, b: Solid): unknown[] {
    const relation: SolidRelation = s.relation(a, b, THING, { z: 1 });
    const near: SolidDistance = s.distance(a, b, undefined, THING);
    s.distance(a, b, {}, {}, near);
    const deep: SolidPenetration = s.penetration(a, b);
    s.penetration(a, b, {}, {}, deep);
    const within: SolidManifoldOptions = { reach: 0.5 };
    const touching: SolidManifold = s.manifold(a, b, {}, THING, within);
    const contact: SolidManifoldPoint | undefined = touching.points[0];
    const cone: SolidCone = s.contactCone(a, b);
    const where: SolidPoint[] = [near.pointA, near.pointB, near.normal, ...cone.directions];
    where.push(deep.pointA, deep.pointB, deep.normal);
    const box: SolidBounds = s.bounds(a, THING);
    const names = [near.featureA, near.featureB, deep.featureA, deep.featureB].map(nameOf);
    const status: 'exact' | 'bounded' = deep.status;
    const numbers = [
        ...[s.gap(a, b), s.signedDistance(a, b), near.distance, near.iterations],
        ...[deep.depth, deep.lowerBound, touching.depth, cone.count],
        ...[box.minX, box.minY, box.minZ, box.maxX, box.maxY, box.maxZ],
        ...[contact?.x, contact?.y, contact?.z, contact?.separation, contact?.id],
        ...[touching.partA, touching.partB],
    ];
    const verdicts = [relation, near.relation, deep.relation, touching.relation, cone.relation];
    const flags: boolean[] = [s.collide(a, b), s.containsPoint(a, THING, [1, 2, 3])];
    return [where, names, status, numbers, verdicts, flags, touching.normal];
}

export function casts(s: SolidGraze, a: Solid, b: Solid): unknown[] {
    const casting: SolidCastOptions = { touching: 'allowed' };
    const way: SolidDisplacement = { dx: 1, dy: 0, dz: 0 };
    const translation: SolidTranslation = way;
    const cast: SolidShapeCast = s.shapeCast(a, b, THING, undefined, translation, casting);
    s.shapeCast(a, b, {}, {}, [1, 0, 0]);
    const ray: SolidRay = { x: 0, y: 0, z: 0, ...way };
    const seen: SolidRayCast = s.rayCast(a, THING, ray, casting);
    s.rayCast(a, THING, ray, casting, seen);
    const status: SolidCastStatus = cast.status;
    const [hit, pass]: [FoundSolidShapeCast | null, FreeSolidShapeCast | null] =
        cast.status === 'free' ? [null, cast] : [cast, null];
    const [met, missed]: [FoundSolidRayCast | null, FreeSolidRayCast | null] =
        seen.status === 'free' ? [null, seen] : [seen, null];
    return [
        ...[status, ray.x, ray.y, ray.z, ray.dx, ray.dy, ray.dz, way.dx, way.dy, way.dz],
        ...[hit?.status, hit?.relation, hit?.interval, hit?.point, hit?.normal],
        ...[hit?.featureA, hit?.featureB, pass?.status, pass?.relation, pass?.interval],
        ...[pass?.point, pass?.normal, pass?.featureA, pass?.featureB],
        ...[met?.status, met?.relation, met?.interval, met?.point, met?.normal, met?.feature],
        ...[missed?.status, missed?.relation, missed?.interval, missed?.point],
        ...[missed?.normal, missed?.feature, casting.touching],
    ];
}

export function pairs(s: SolidGraze, a: Solid, b: Solid): unknown[] {
    const options: SolidPairOptions = { witnesses: true };
    using batch: SolidPairBatch = s.pairs(2, options);
    batch.shapeA.fill(a.id);
    batch.shapeB.fill(b.id);
    batch.poseA.set([0, 0, 0, 0, 0, 0, 1]);
    const counts = [batch.collide(2), batch.relation(2), batch.distance(2), batch.penetration(2)];
    const bytes: Uint8Array[] = [batch.hit, batch.relations];
    const numbers: Float32Array[] = [batch.poseB, batch.distances, batch.depths];
    const points: Float32Array[] = [batch.pointA, batch.pointB, batch.normal];
    const relation: SolidRelation = RELATIONS[batch.relations[0]];
    batch.free();
    return [
        ...[counts, bytes, numbers, points, relation, batch.capacity / POSE_NUMBERS],
        ...[batch.witnesses, options.witnesses],
    ];
}

export function worlds(s: SolidGraze, a: Solid): unknown[] {
    const options: SolidBodyOptions = { pairs: 16, still: 2, rays: 2, filters: true };
    using world: SolidBodyBatch = s.bodies(8, options);
    world.shapes.fill(a.id);
    world.poses.set([0, 0, 0, 0, 0, 0, 1]);
    world.update();
    world.update(0, world.still);
    const filter: BodyFilter = { category: 1, mask: 2 };
    const ray: SolidRay = { x: 0, y: 0, z: 0, dx: 1, dy: 0, dz: 0 };
    const counts = [
        ...[world.contacts(8), world.near(8, 0.5), world.castRays(2, 8, filter)],
        ...[world.contactsWith(a, undefined, 8), world.nearWith(a, THING, 8, 0.5, filter)],
        ...[world.rayCastAll(ray, 8), world.shapeCastAll(a, {}, [1, 0, 0], 8, filter)],
        ...[world.pointQuery([0, 0, 0], 8), world.boxQuery(s.bounds(a), 8, filter)],
    ];
    const nearest: SolidBodyDistance = world.nearest(a, THING, 8, { ...filter, atMost: 2 });
    const met: SolidBodyRayCast = world.rayCast(ray, 8, { ...filter, touching: 'allowed' });
    const stopped: SolidBodyShapeCast = world.shapeCast(a, {}, { dx: 1, dy: 0, dz: 0 }, 8);
    const first: BodyIndex | NoBody = nearest.status === 'found' ? nearest : met;
    const [near, none]: [FoundSolidBodyDistance | null, NoBodyDistance | null] =
        nearest.status === 'found' ? [nearest, null] : [null, nearest];
    const status: FoundStatus | NoBodyDistance | null = near ?? none;
    const noBody: NoBody | null = met.status === 'free' ? met : null;
    const { category, mask } = filter;
    console.log(
        ...[first.body, status?.status, noBody?.body, met.body, stopped.body, none?.body],
        ...[near?.body, near?.distance, near?.pointA.z, none?.relation, none?.distance],
        ...[none?.pointA, none?.pointB, none?.normal, none?.featureA, none?.featureB],
        ...[none?.iterations, category, mask, options.pairs, options.still, options.rays],
        ...[options.filters, world.capacity, world.pairCapacity, world.rayCapacity],
        ...[world.hasFilters, met.interval?.[0], stopped.point?.z],
    );
    const ids: Uint32Array[] = [world.first, world.second, world.categories, world.masks];
    ids.push(world.foundBodies, world.hitBodies, world.pointBodies, world.boxBodies);
    const bytes: Uint8Array[] = [world.relations, world.foundRelations];
    const floats: Float32Array[] = [world.distances, world.foundDistances];
    floats.push(world.rayPoints, world.rayNormals);
    const doubles: Float64Array[] = [world.rays, world.rayIntervals, world.hitIntervals];
    const bodies: Int32Array = world.rayBodies;
    world.free();
    return [counts, ids, bytes, floats, doubles, bodies];
}

export function motions(s: SolidGraze): SolidMotion[] {
    const piece: SolidMotionPiece = {
        ...{ t0: 0, t1: 1, x: [0, 1], y: [0], z: new Float64Array(8), angle: [0, 1] },
        ...{ axis: [0, 0, 1], quaternion: THING.quaternion, pivot: THING.position },
    };
    const turned: SolidMotionPiece = { ...piece, quaternion: undefined, rotation: THING };
    const list: SolidMotionPieces = { pieces: [piece, turned] };
    const ending: Ending = 'vanish';
    const endings: SolidEndings = { before: ending, after: 'stay' };
    const factory: SolidMotionFactory = s.motion;
    const makers: SolidMotionConstructors = factory;
    using base = makers.static(THING, endings);
    const frame: SolidParent = { parent: base };
    const ends: SolidMotionEnds = { ...endings, ...frame };
    const whole: PiecewiseSolidMotion = { ...list, ...ends };
    const rates: LinearSolidRates = {
        t0: 0,
        t1: 1,
        vx: 1,
        vy: 2,
        vz: 3,
        angularVelocity: [1, 0, 0],
    };
    const line: LinearSolidMotion = { ...rates, position: [0, 0, 0] };
    const span: SolidMotionSpan = { t0: 0, t1: 1, from: {}, to: THING };
    const time: SampleTime = { t: 2 };
    const samples: SolidMotionSample[] = [
        { t: 0, x: 1 },
        { ...time, position: [0, 0, 0] },
    ];
    const flat: FlatSolidSamples = new Float64Array(8);
    const values: JointPiece = { t0: 0, t1: 1, q: [0, 1] };
    const joint: SolidJoint = { kind: 'prismatic', pose: {}, axis: [1, 0, 0], pieces: [values] };
    console.log(piece.t0, piece.t1, piece.x, piece.y, piece.z, piece.angle, piece.axis);
    console.log(piece.quaternion, turned.rotation, piece.pivot, list.pieces, endings.before);
    console.log(endings.after, frame.parent, rates.vx, rates.vy, rates.vz, rates.t0, rates.t1);
    console.log(rates.angularVelocity, span.t0, span.t1, span.from, span.to, time.t, values.t0);
    console.log(values.t1, values.q, joint.kind, joint.pose, joint.axis, joint.pieces);
    return [
        ...[factory(whole), factory(list, ends), makers.linear(line, ends)],
        ...[makers.slerp(span, ends), makers.screw(span), makers.samples(samples, ends)],
        ...[makers.samples(flat), makers.chain(base, joint, endings), makers.chain(null, {})],
    ];
}

export function moving(s: SolidGraze, a: Solid, b: Solid, one: SolidMotion): unknown[] {
    const queries: SolidMotionQueries = s;
    const options: MotionOptions = { from: 0, to: 4, tolerance: 1e-6, touching: 'allowed' };
    const listed: ListOptions = { ...options, maxIntervals: 8 };
    const near: AtMostOption = { atMost: 2 };
    const first: SolidFirstContact = queries.firstContact(a, b, one, one, options);
    s.firstContact(a, b, one, one, options, first);
    const [hit, free]: [FoundSolidContact | null, NoSolidContact | null] =
        first.status === 'free' ? [null, first] : [first, null];
    const status: ContactStatus = first.status;
    const intervals: ContactInterval[] = s.contactIntervals(a, b, one, one, listed);
    const delays: DelayOptions = { ...listed, from: -1, to: 1, time: { from: 0, to: 4 } };
    const unsafe: UnsafeDelays[] = s.unsafeMotionDelays(a, b, one, one, delays);
    const least: SolidClearance = s.clearance(a, b, one, one, near);
    const [found, none]: [FoundSolidClearance | null, NoSolidClearance | null] =
        least.time === null ? [null, least] : [least, null];
    const certainty: ClearanceStatus = least.status;
    const pose: SolidMotionPose | null = one.pose(1);
    const velocity: SolidVelocity | null = one.velocity(1);
    const bounds: SolidMotionBounds = one.bounds(0, 1, a, 4);
    const rates: SolidRates = bounds;
    const box: SolidBounds = bounds;
    const { id, t0, t1, count, links } = one;
    one.free();
    return [
        ...[status, intervals, certainty, s.timeToCollision(a, b, one, one), box, id, t0, t1],
        ...[count, links, s.separationsAt(a, b, one, one, [0, 1]), near.atMost],
        ...[hit?.status, hit?.time, hit?.separation, hit?.pointA, hit?.pointB, hit?.normal],
        ...[hit?.featureA, hit?.featureB, hit?.iterations, free?.status, free?.time],
        ...[free?.separation, free?.pointA, free?.pointB, free?.normal, free?.featureA],
        ...[free?.featureB, free?.iterations, found?.separation, found?.status, found?.time],
        ...unsafe.map(({ status, begin, end }) => [status, begin[0], end[1]]),
        ...[found?.pointA, found?.pointB, found?.normal, found?.iterations, none?.separation],
        ...[none?.status, none?.time, none?.pointA, none?.pointB, none?.normal, none?.iterations],
        ...[pose?.x, pose?.y, pose?.z, pose?.qx, pose?.qy, pose?.qz, pose?.qw, velocity?.vx],
        ...[velocity?.vy, velocity?.vz, velocity?.angularVelocity, rates.speed],
        ...[rates.acceleration, rates.angularVelocity, rates.angularAcceleration],
        ...[rates.pointSpeed, rates.pointAcceleration],
    ];
}

export function movingPairs(s: SolidGraze, a: Solid, one: SolidMotion): unknown[] {
    const options: SolidMovingPairOptions = { pieces: 4, pairs: 2 };
    using batch: SolidMovingPairBatch = s.movingPairs(2, options);
    const first: number = batch.set(0, a, one, 0);
    batch.set(1, a, one, first, -1);
    batch.pairs.set([0, 1]);
    const near: NearMovingOptions = { reach: 1, from: 0, to: 1, steps: 8 };
    const counts = [
        ...[batch.near(2, near), batch.firstContacts(1, { touching: 'allowed' })],
        ...[batch.contactsWith(0, 2), batch.pairClearances(1, { atMost: 2 })],
    ];
    const ids: Uint32Array[] = [batch.shapes, batch.firstPieces, batch.pieceCounts];
    const bytes: Uint8Array[] = [
        ...[batch.endings, batch.statuses, batch.foundStatuses, batch.clearanceStatuses],
    ];
    const parents: Int32Array = batch.parents;
    const numbers: Float64Array[] = [
        ...[batch.pieces, batch.times, batch.foundTimes, batch.clearances],
    ];
    batch.free();
    return [
        ...[counts, ids, bytes, parents, numbers, batch.capacity, batch.pieceCapacity],
        ...[batch.pairCapacity, options.pieces, options.pairs, near.reach, near.from, near.to],
        near.steps,
    ];
}

export function scenes(s: SolidGraze, a: Solid, one: SolidMotion): unknown[] {
    const point: SolidClockPoint = { z: 3 };
    const time: Clock = { t1: 1, step: 0.1 };
    const clock: SolidClock = { ...time, ...point };
    using path: SolidPath = s.path(a, one, clock);
    using scene: SolidScene = s.scene([path]);
    const options: SceneOptions = { anyContact: true };
    const limits: SceneClearanceOptions = { atMost: 1 };
    const pairs: SolidBodyPair[] = scene.contacts({ maxIntervals: 5 });
    const contacts: BodyContact[] = scene.contactsWith(path, {});
    const first: SolidSceneContact = scene.firstContact(path, options);
    const none: NoSceneContact | null = first.body === null ? first : null;
    const least: SolidSceneClearance = scene.clearance(path, limits);
    const separation: SceneSeparation = least;
    const [nearest, far]: [FoundNearestBody | null, NoNearestBody | null] =
        least.time === null ? [null, least] : [least, null];
    const boxOptions: BoxIndexOptions = { axes: 3, pairs: 4 };
    using index: BoxIndex = s.boxIndex(4, boxOptions);
    index.update();
    const boxes: Float32Array = path.boxes(0, path.count);
    path.free();
    scene.free();
    return [
        ...[boxes, path.id, path.shape, path.clock.z, path.firstStep, path.endStep, scene.count],
        ...[scene.paths, scene.id, pairs[0]?.first, pairs[0]?.second, pairs[0]?.status],
        ...[pairs[0]?.time, contacts[0]?.body, contacts[0]?.status, contacts[0]?.time],
        ...[none?.status, none?.time, separation.separation, separation.status, nearest?.time],
        ...[
            nearest?.body,
            far?.time,
            far?.body,
            index.axes,
            index.search([0, 0, 0, 1, 1, 1]),
            index.near(2, 1),
        ],
        ...[index.nearBetween(0, 1, 1, 1), index.sides, index.found, index.pairs, index.capacity],
        index.pairCapacity,
    ];
}
