/** Parts of options and results by their own names, as one who puts them together names them. */
import type {
    AcceleratedMotion,
    Accelerations,
    AnglePose,
    AnyContactOption,
    BaselineOptions,
    BodyOptions,
    CollideOptions,
    ColliderOptions,
    ContactEvaluations,
    ContactMethod,
    CosSinPose,
    CutRadius,
    Graze,
    HorizonOptions,
    LinearMotion,
    Motion,
    MotionEnds,
    MotionPiece,
    MovingDisc,
    MovingDiscOptions,
    MovingPairOptions,
    NoContact,
    PairOptions,
    Path,
    PiecewiseMotion,
    Pose,
    RoundingOptions,
    SampleModel,
    SampleOptions,
    Scene,
    SceneContact,
    SceneOptions,
    Shape,
    SpeedOptions,
    SplineEnds,
    SplineOptions,
    StaticPose,
    SweepMethodOption,
    SweepOptions,
    TimeRange,
    Velocity,
    VelocityCut,
} from 'graze';

const stretch: TimeRange = { from: 0, to: 1 };
const ends: MotionEnds = { before: 'stay', after: 'vanish' };

export function standing(g: Graze): (boolean | number)[] {
    const rounding: RoundingOptions = { radius: 0.5 };
    const turned: AnglePose = { x: 1, y: 2, angle: 3 };
    const headed: CosSinPose = { x: 1, y: 2, cos: 1, sin: 0 };
    const poses: Pose[] = [turned, headed];
    const choice: ColliderOptions = { method: 'gjk' };
    const how: CollideOptions = { ...choice, support: 'climb' };
    const shape = g.box(1, 2, rounding);
    const pairing: PairOptions = { witnesses: true, coherent: false };
    const bodyOptions: BodyOptions = { pairs: 8, still: 1, manifolds: true, filters: false };
    return [
        ...poses.map((pose) => g.study.collide(shape, shape, pose, headed, how)),
        ...[g.pairs(1, pairing).capacity, g.bodies(2, bodyOptions).pairCapacity],
    ];
}

export function moving(g: Graze, line: LinearMotion, points: [number, number][]): Motion[] {
    const rates: Accelerations = { ax: 1, ay: 0, angularAcceleration: 0.5 };
    const faster: AcceleratedMotion = { ...line, ...rates };
    const bent: SplineEnds = { kind: 'clamped', startVelocity: [0, 0], endVelocity: [1, 0] };
    const spline: SplineOptions = { ...bent, ...ends };
    const model: SampleModel = { model: 'linear' };
    const sampling: SampleOptions = { ...model, ...ends };
    const stand: StaticPose = { x: 1, y: 2, angle: 3 };
    const piece: MotionPiece = { t0: 0, t1: 1, x: [0], y: [0] };
    const parts: PiecewiseMotion = { pieces: [piece] };
    return [
        g.motion.accelerated(faster, ends),
        g.motion.spline(points, [0, 1], spline),
        g.motion.samples([{ t: 0, x: 0, y: 0 }], sampling),
        g.motion.static(stand, ends),
        g.motion(parts, ends),
    ];
}

export function queried(
    g: Graze,
    shape: Shape,
    motion: Motion,
    path: Path,
    scene: Scene,
): unknown[] {
    const method: ContactMethod = { method: 'conservative' };
    const { evaluations }: ContactEvaluations = g.study.traceContact(shape, shape, motion, motion, {
        ...method,
        ...stretch,
    });
    const choice: SweepMethodOption = { method: 'pyramid' };
    const sweep: SweepOptions = { ...choice, ...stretch };
    const verdict: AnyContactOption = { anyContact: true };
    const options: SceneOptions = { ...verdict, ...stretch };
    const found: SceneContact = scene.firstContact(path, options);
    if (found.body === null) {
        const none: NoContact = found;
        return [none.body, none.status, none.time, evaluations];
    }
    const room: MovingPairOptions = { pieces: 4, pairs: 2 };
    return [g.sweep(path, path, sweep), g.movingPairs(2, room), evaluations];
}

export function steering(g: Graze, one: MovingDisc, other: MovingDisc): unknown[] {
    const ahead: HorizonOptions = { horizon: 9 };
    const velocity: Velocity = { vx: 1, vy: 0 };
    const cut: VelocityCut | null = g.velocityObstacle(one, other, ahead).cut;
    const rounded: CutRadius | null = cut;
    const end: SpeedOptions = { after: 'vanish' };
    const step: BaselineOptions = { step: 0.1 };
    const batch: MovingDiscOptions = { pairs: 4, precision: 'float32' };
    return [
        ...[cut?.x, cut?.y, rounded?.radius, g.isVelocityUnsafe(one, other, velocity, ahead)],
        ...[g.unsafeSpeeds(one, other, end), g.study.conflictBy('sampling', one, other, step)],
        g.movingDiscs(8, batch),
    ];
}
