/**
 * Runs a query of each kind that `graze/static` has on an instance. The expected results are in ../expected.js.
 *
 * @param {import('graze/static').StaticGraze} g
 */
export function runStaticQueries(g) {
    const [car, post] = [g.box(4.5, 1.8), g.disc(0.25)];
    const answers = {
        collide: g.collide(car, post, { x: 0, y: 0, angle: 0.3 }, { x: 3, y: 1 }),
        separation: g.gap(car, post, {}, { x: 3 }),
        depth: g.penetration(car, post, {}, { x: 2, y: 0.5 }).depth,
        cast: g.shapeCast(car, post, undefined, { x: 6, y: 0 }, { dx: 10, dy: 0 }).interval,
        version: g.version,
    };
    car.free();
    return answers;
}
