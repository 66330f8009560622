/** Flying discs and spheres: conflicts, delays, velocities. */
import type {
    Approach,
    Baseline,
    Box,
    Conflict,
    CutPoints,
    FirstTrafficConflict,
    FoundNearestDiscs,
    Graze,
    MovingDisc,
    MovingDiscBatch,
    MovingPolygon,
    NearestDiscs,
    NearestOptions,
    NoNearestDiscs,
    NoTrafficConflict,
    Place,
    PolygonPoints,
    ReachLimit,
    RouteConflict,
    RouteLike,
    RouteOptions,
    RoutePart,
    SafeVelocity,
    SafeVelocityOptions,
    TouchingOptions,
    Traffic,
    TrafficConflict,
    TrafficOptions,
    TrafficRoute,
    Vector3,
    Velocity,
    VelocityCone,
    VelocityObstacle,
} from 'graze';

const flat: MovingDisc = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 10, radius: 0.5 };
const sphere: MovingDisc = { ...flat, z: 1, vz: 0, ax: 1, ay: 0, az: 0 };
const wall: Box = { x: 5, y: 0, width: 1, height: 1 };

export function conflicts(g: Graze): unknown[] {
    const all: Conflict[] = g.conflicts(flat, sphere);
    const open: TouchingOptions = { touching: 'allowed' };
    const intervals: [number, number][] = g.conflictIntervals(flat, wall, open);
    const near: Approach = g.closestApproach(flat, wall);
    const how: Baseline = 'sampling';
    return [
        ...all.map(({ begin, end, relation, separation, time }) => [
            begin,
            end,
            relation,
            separation,
            time,
        ]),
        ...[intervals, near.relation, near.separation, near.time],
        g.study.conflictBy(how, flat, flat, { step: 0.1 }),
    ];
}

export function delays(g: Graze): unknown[] {
    const route: RouteLike = [flat];
    const place: Place = { x: 0, y: 0, z: 0, radius: 0.5 };
    const options: RouteOptions = {
        from: 0,
        to: 9,
        touching: 'conflict',
        before: 'stay',
        after: 'stay',
    };
    const spans: [number, number][] = g.unsafeDelays(route, flat, options);
    const least: number = g.minimumDelay(route, [route, flat], options);
    const safe: [number, number][] = g.safeIntervals(place, [route], options);
    const departures: [number, number][] = g.safeDepartures(flat, [route], options);
    return [spans, least, safe, departures];
}

export function traffic(g: Graze): unknown[] {
    const route: RouteLike = [flat];
    const kept: Traffic = g.traffic([route, flat], { before: 'stay', after: 'vanish' });
    const options: TrafficOptions = { from: 0, to: 9, touching: 'allowed', maxIntervals: 9 };
    const key: number = kept.add(route);
    const has: boolean = kept.has(key);
    const intervals: [number, number][] = kept.safeIntervals({ x: 0, y: 0, radius: 1 }, options);
    const starts: [number, number][] = kept.safeDepartures(flat, options);
    const all: [number, number][][] = kept.safeDepartures([flat, sphere], options);
    const delay: number = kept.minimumDelay(route, options);
    const first: FirstTrafficConflict = kept.firstConflict(route, { touching: 'conflict' });
    const listed: TrafficConflict[] = kept.conflicts(route, { maxIntervals: 5 });
    const pair: RouteConflict[] = g.conflicts(route, flat, { before: 'vanish' });
    const part: RoutePart | undefined = pair[0]?.first;
    const [whom, none]: [TrafficConflict | null, NoTrafficConflict | null] =
        first.status === 'found' ? [first, null] : [null, first];
    const key2: TrafficRoute | null = whom;
    const partsOfFirst = [first.first, first.second, none?.first, none?.second];
    const times = [pair[0]?.begin, pair[0]?.end, pair[0]?.time, pair[0]?.separation];
    const met = [first.begin, first.end, first.time, first.separation, first.relation];
    const parts = [part?.piece, pair[0]?.second.stay, whom?.second.piece, pair[0]?.relation];
    kept.remove(key);
    kept.free();
    const found = [times, met, parts, key2?.route, none?.route, kept.id, partsOfFirst];
    return [has, kept.count, intervals, starts, all, delay, found, listed, part?.stay];
}

export function velocities(g: Graze): unknown[] {
    const obstacle: VelocityObstacle = g.velocityObstacle(flat, flat, { horizon: 9 });
    const { kind, horizon, apex, left, right, cut } = obstacle;
    const velocity: Velocity = { vx: 1, vy: 0, vz: 0 };
    const unsafe: boolean = g.isVelocityUnsafe(flat, flat, velocity, { horizon: 9 });
    const speeds: [number, number][] = g.unsafeSpeeds(flat, flat, { after: 'stay' });
    const limits: SafeVelocityOptions = {
        maxSpeed: 2,
        minSpeed: [0, 1],
        canWait: true,
        margin: 0.1,
    };
    const change: SafeVelocity = g.safeVelocity(flat, flat, limits);
    const { step, agent, vx, vy, vz, end, delay } = change;
    const { radius, z, vz: climb, ax, ay, az, ...path } = flat;
    const outline: PolygonPoints = { points: [[0, 0], { x: 1, y: 0 }], radius };
    const polygon: MovingPolygon = { ...path, ...outline };
    const corners: CutPoints | null = g.velocityObstacle(polygon, flat, { horizon: 9 }).cut;
    const cone: VelocityCone = g.velocityCone(flat, flat, { horizon: 9 });
    const axis: Vector3 | null = cone.axis;
    const ofCone = [axis?.x, axis?.y, axis?.z, cone.sin, cone.cos, cone.apex.z, cone.cut?.radius];
    return [
        ...[vz, z, climb, ax, ay, az, corners?.points?.[0]?.x, ofCone, cone.kind, cone.horizon],
        kind,
        horizon,
        apex,
        left,
        right,
        cut?.radius,
        unsafe,
        speeds,
        step,
        agent,
        vx,
        vy,
        end,
        delay,
    ];
}

export function segments(g: Graze): number {
    const batch: MovingDiscBatch = g.movingDiscs(8, { pairs: 4, precision: 'float64' });
    const records: Float32Array | Float64Array = batch.records;
    batch.pairs.set([0, 1]);
    batch.agents.set([0, 1]);
    const results = [batch.relations, batch.intervals, batch.clearances, records];
    const found = batch.conflicts(1) + batch.conflictsAmong(8) + batch.conflictsBetween(0, 4, 4, 4);
    const near: number = batch.near(8, 0.5, { from: 0, to: 1 });
    const limit: ReachLimit = { reach: 2 };
    const options: NearestOptions = { ...limit, from: 0 };
    const nearest: NearestDiscs = batch.nearest(8, options);
    const [met, none]: [FoundNearestDiscs | null, NoNearestDiscs | null] =
        nearest.status === 'found' ? [nearest, null] : [null, nearest];
    const least =
        met === null ? Number(none?.time) : met.separation + met.time + met.first + met.second;
    const nothing: null[] = [none?.first ?? null, none?.second ?? null, none?.separation ?? null];
    console.log(nearest.first, nearest.second, nearest.separation, nothing);
    const precision: 'float32' | 'float64' = batch.precision;
    batch.free();
    return (
        near +
        least +
        found +
        results.length +
        batch.capacity +
        batch.pairCapacity +
        precision.length
    );
}
