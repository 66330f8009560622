/** Lines that must not compile, each with its reason. */
import {
    create,
    createSync,
    type ErrorCode,
    GrazeError,
    type Motion,
    type Path,
    type Shape,
} from 'graze';
import { createSync as createAgents } from 'graze/agents';
import { createSync as createExternal } from 'graze/external';
import { createSync as createMotion } from 'graze/motion';
import { readScenario, type Scenario, validate } from 'graze/scenario';
import { createSync as createStatic } from 'graze/static';

export function instances(): void {
    // @ts-expect-error the module is given as `wasm`
    createSync({ module: new Uint8Array(8) });
    // @ts-expect-error nor as an address
    createSync({ wasm: 'graze.wasm' });
    // @ts-expect-error without bytes there is nothing to compile
    createExternal();
    // @ts-expect-error an instance has to be waited for
    create().disc(1);
    // @ts-expect-error no such entry
    import('graze/internal');
    // @ts-expect-error the library's own files are not reached from outside
    import('graze/js/graze.js');
}

export function families(): void {
    // @ts-expect-error motions are of another family
    createStatic().motion;
    // @ts-expect-error so are moving discs
    createMotion().movingDiscs;
    // @ts-expect-error and the study tools
    createMotion().study;
    // @ts-expect-error and shapes
    createAgents().disc(1);
}

export function shapes(shape: Shape, path: Path, motion: Motion): void {
    const g = createSync();
    // @ts-expect-error a radius is a number
    g.disc('1');
    // @ts-expect-error a shape is made by an instance
    new Shape();
    // @ts-expect-error shapes are frozen
    shape.id = 2;
    // @ts-expect-error so are motions
    motion.t0 = 0;
    // @ts-expect-error and paths
    path.count = 1;
    // @ts-expect-error there is one symbol to dispose of it
    shape[Symbol.iterator];
    // @ts-expect-error no such property
    shape.core;
    // @ts-expect-error an option that is not known
    g.box(1, 2, { rounded: 1 });
    // @ts-expect-error points are numbers
    g.polygon(['0', '0']);
    // @ts-expect-error the version is stamped
    g.version = '';
}

export function queries(a: Shape, motion: Motion): void {
    const g = createSync();
    // @ts-expect-error an angle, or cosine and sine
    g.collide(a, a, { angle: 1, cos: 1, sin: 0 });
    // @ts-expect-error cosine goes with sine
    g.collide(a, a, { cos: 1 });
    // @ts-expect-error a name that no subdistance has
    g.distance(a, a, {}, {}, { subdistance: 'gjk' });
    // @ts-expect-error there are three relations
    g.relation(a, a) === 'apart';
    // @ts-expect-error a motion is not a shape
    g.gap(a, motion);
    // @ts-expect-error free motions have no time
    g.firstContact(a, a, motion, motion).time[0];
    // @ts-expect-error the clearance has no tolerance, but slack
    g.clearance(a, a, motion, motion, { tolerance: 1 });
    // @ts-expect-error a clock has a step
    g.path(a, motion, { t1: 1 });
    // @ts-expect-error a segment has a radius
    g.conflicts({ x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 1 }, null);
    // @ts-expect-error a view is not replaced
    g.pairs(1).poseA = new Float32Array(4);
    // @ts-expect-error what a batch is made of is its own
    g.pairs(1).core;
    // @ts-expect-error float32 or float64
    g.movingDiscs(1, { precision: 'float16' });
}

export function errors(error: GrazeError): void {
    // @ts-expect-error no code is called so
    const code: ErrorCode = 'not-convexe';
    // @ts-expect-error nor is this one
    error.code === 'no-memory';
    // @ts-expect-error a code comes first
    new GrazeError('something is wrong');
    console.log(code);
}

export async function plans(scenario: Scenario): Promise<void> {
    // @ts-expect-error a plan has a name and a text
    await readScenario({ plan: 'plan.xml' });
    // @ts-expect-error reading waits for its parser
    readScenario({ plan: { name: 'a', text: '' } }).agents;
    // @ts-expect-error open or closed
    validate(scenario, { touching: 'half-open' });
    // @ts-expect-error a kind that no violation has
    (await validate(scenario)).violations[0].kind === 'crash';
}
