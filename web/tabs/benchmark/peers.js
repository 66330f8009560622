/** Other libraries that can take part. Each is a separate script, loaded on request. */

/**
 * @import { Contestant } from '../../../js/bench/contestant.js'
 *
 * @typedef {object} Peer
 * @property {string} id identifier in links
 * @property {string} title
 * @property {string} description
 * @property {boolean} isDefault whether it takes part by default
 * @property {() => Promise<Contestant>} load
 */

/** @type {readonly Peer[]} */
export const PEERS = [
    {
        id: 'planck',
        title: 'planck',
        description: 'Box2D in JavaScript: Distance',
        isDefault: true,
        load: async () => (await import('./peers/planck.js')).planck,
    },
    {
        id: 'box2d',
        title: '@box2d/core',
        description: 'Box2D in TypeScript: b2Distance',
        isDefault: true,
        load: async () => (await import('./peers/box2d_core.js')).box2dCore,
    },
    {
        id: 'sat',
        title: 'sat',
        description: 'separating axes, collision tests only',
        isDefault: true,
        load: async () => (await import('./peers/sat.js')).sat,
    },
    {
        id: 'detect-collisions',
        title: 'detect-collisions',
        description: 'built on sat, collision tests only',
        isDefault: true,
        load: async () => (await import('./peers/detect_collisions.js')).detectCollisions,
    },
    {
        id: 'rapier',
        title: 'rapier',
        description: 'in WebAssembly; loads more than half a megabyte',
        isDefault: false,
        load: async () => (await import('./peers/rapier.js')).loadRapier(),
    },
];
