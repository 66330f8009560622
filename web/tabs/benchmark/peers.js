/** Other libraries that can take part. Each is a script of its own, loaded when somebody asks for it. */

/**
 * @import { Contestant } from '../../../js/bench/contestant.js'
 *
 * @typedef {object} Peer
 * @property {string} id in links
 * @property {string} title
 * @property {string} about
 * @property {boolean} isUsual whether it takes part unless said
 * @property {() => Promise<Contestant>} load
 */

/** @type {readonly Peer[]} */
export const PEERS = [
    {
        id: 'planck',
        title: 'planck',
        about: 'Box2D in JavaScript: Distance',
        isUsual: true,
        load: async () => (await import('./peers/planck.js')).planck,
    },
    {
        id: 'box2d',
        title: '@box2d/core',
        about: 'Box2D in TypeScript: b2Distance',
        isUsual: true,
        load: async () => (await import('./peers/box2d_core.js')).box2dCore,
    },
    {
        id: 'sat',
        title: 'sat',
        about: 'separating axes, verdicts only',
        isUsual: true,
        load: async () => (await import('./peers/sat.js')).sat,
    },
    {
        id: 'detect-collisions',
        title: 'detect-collisions',
        about: 'over sat, verdicts only',
        isUsual: true,
        load: async () => (await import('./peers/detect_collisions.js')).detectCollisions,
    },
    {
        id: 'rapier',
        title: 'rapier',
        about: 'in WebAssembly; more than half a megabyte to load',
        isUsual: false,
        load: async () => (await import('./peers/rapier.js')).loadRapier(),
    },
];
