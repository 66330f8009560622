/**
 * Results and repairs in words, as every report for people says them. Each function is O(n) in what it is given.
 *
 * @module graze/scenario/messages
 */

export * from '../../js/scenario/words/messages.js';
export type { ViolationGroup } from '../../js/scenario/words/violation_groups.js';
