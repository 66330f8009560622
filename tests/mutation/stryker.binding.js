import { optionsOf } from './options.js';

/** The package: what stands between its users and the WebAssembly. Tests that end soon come first. */
export default optionsOf('binding', {
    mutate: ['js/*.js', '!js/layout.js'],
    grazeTests: [
        'messages',
        'answers',
        'routes',
        'shape',
        'goals',
        'geometry',
        'casts',
        'mapf',
        'trace',
        'boundary',
        'motion',
        'bodies',
        'pairs',
        'delays',
        'intervals',
        'velocity',
        'crowd',
        'errata',
        'property/mapf',
        'sweep',
    ].map((name) => `tests/${name}.test.js`),
    // Seconds each, and of the numbers rather than of what carries them.
    grazeExcept: [
        'sweep/steps.test.js > every method finds the steps of the plain scan; relative leaves some out, without contact',
        'sweep/boxes.test.js > a box holds the body at every time of its step, and little more',
        'sweep/first_contact.test.js > the certified cases, swept in 1 to 64 steps: none late, none missed, none invented',
        'delays.test.js > turning boxes and bars: dense samples, and how fast they can change',
        'crowd.test.js > segments that touch, stand, last no time or are points',
        'crowd.test.js > far from the origin, and late on the clock',
        'intervals.test.js > random and lattice pairs: verdicts as in exact arithmetic, interval ends at the boundary',
        'velocity.test.js > speeds, velocities and safe velocities of pairs of all kinds, against exact fractions',
    ].map((id) => `tests/${id}`),
});
