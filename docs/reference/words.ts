/**
 * Results and repairs in words, as every report for people says them. Each function is O(n) in what it is given.
 *
 * @module graze/scenario/words
 */
export type { Group } from '../../js/scenario/groups.js';
export * from '../../js/scenario/words.js';
