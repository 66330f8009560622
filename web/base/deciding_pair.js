/** The pair of parts that decides the answer for bodies of several parts, as shapes and in words. */

import { makePart } from './shapes.js';

/** @import { Feature, Graze, Shape } from 'graze' */

/**
 * Returns the part of a shape that has a feature, as a convex shape of its own, and its position among several parts. A
 * convex shape is returned itself.
 *
 * @param {Graze} graze
 * @param {Shape} shape
 * @param {Feature} feature
 * @param {(shape: Shape) => Shape} own called with a new shape, which its owner frees
 * @returns {{ shape: Shape, part: number | undefined }}
 */
export function getPart(graze, shape, { part }, own) {
    if (part === undefined) return { shape, part };
    const { parts } = shape;
    const convex = own(makePart(graze, parts[part]));
    return { shape: convex, part: parts.length > 1 ? part : undefined };
}

/**
 * Returns the name of the deciding pair of parts; null: both bodies are convex.
 *
 * @param {number | undefined} partA undefined for a body without several parts
 * @param {number | undefined} partB
 */
export function namePair(partA, partB) {
    if (partA === undefined && partB === undefined) return null;
    const nameA = partA === undefined ? 'A' : `part ${partA} of A`;
    return `${nameA} and ${partB === undefined ? 'B' : `part ${partB} of B`}`;
}

/** Returns a feature's kind and index and, of a body of several parts, its part. @param {{ kind: string, index: number, part?: number }} feature */
export function formatFeature({ kind, index, part }) {
    return `${kind} ${index}${part === undefined ? '' : ` of part ${part}`}`;
}
